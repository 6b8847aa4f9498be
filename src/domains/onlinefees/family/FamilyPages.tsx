import { t } from '@lingui/core/macro'
import type { FamilyRoute } from './address.ts'
import { ChildPage } from './ChildPage.tsx'
import { ChildrenPage } from './ChildrenPage.tsx'
import { FailurePage, Frame, Waiting } from './Frame.tsx'
import { Failure } from './request.ts'
import { useFamily } from './useFamily.ts'

/** Shows the pages of one link. They share the loaded data, so that moving between them works offline. */
export function FamilyPages({ place: route }: { place: Extract<FamilyRoute, { page: 'family' | 'child' }> }) {
  const { family, failure, reload } = useFamily(route.hash)
  if (family === null)
    return <Frame>{failure ? <FailurePage failure={failure} onRetry={() => void reload()} /> : <Waiting />}</Frame>
  // A link that was revoked or has expired meanwhile shows nothing else.
  if (failure?.code === 'NOT_FOUND') return <Frame>{<FailurePage failure={failure} onRetry={() => void reload()} />}</Frame>
  if (route.page === 'family') return <ChildrenPage hash={route.hash} family={family} reload={reload} />

  const child = family.children.find(({ id }) => id === route.studentId)
  if (!child || route.schoolId !== family.school.id || route.termId !== family.termId)
    return <Frame>{<FailurePage failure={invalidLink} onRetry={() => void reload()} />}</Frame>
  return <ChildPage key={child.id} hash={route.hash} family={family} child={child} reload={reload} />
}

/** The same message as for a link that does not exist. */
const invalidLink = new Failure('NOT_FOUND', t`This link is no longer valid. Please ask the school for a new one.`)
