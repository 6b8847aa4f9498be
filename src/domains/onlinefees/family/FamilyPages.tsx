import type { Place } from './address.ts'
import { ChildPage } from './ChildPage.tsx'
import { ChildrenPage } from './ChildrenPage.tsx'
import { FailurePage, Frame, Waiting } from './Frame.tsx'
import { Failure } from './server.ts'
import { useFamily } from './useFamily.ts'

/** The pages of one link. They share what was read, so that going from one to the other needs no line. */
export function FamilyPages({ place }: { place: Extract<Place, { page: 'family' | 'child' }> }) {
  const { family, failure, reload } = useFamily(place.hash)
  if (family === null)
    return <Frame>{failure ? <FailurePage failure={failure} onRetry={() => void reload()} /> : <Waiting />}</Frame>
  // Nothing else is known of a link that has ended meanwhile.
  if (failure?.code === 'NOT_FOUND') return <Frame>{<FailurePage failure={failure} onRetry={() => void reload()} />}</Frame>
  if (place.page === 'family') return <ChildrenPage hash={place.hash} family={family} reload={reload} />

  const child = family.children.find(({ id }) => id === place.studentId)
  if (!child || place.schoolId !== family.school.id || place.termId !== family.termId)
    return <Frame>{<FailurePage failure={notOfThisLink} onRetry={() => void reload()} />}</Frame>
  return <ChildPage key={child.id} hash={place.hash} family={family} child={child} reload={reload} />
}

/** The same answer as for a link that does not exist. */
const notOfThisLink = new Failure('NOT_FOUND', 'This link is no longer valid. Please ask the school for a new one.')
