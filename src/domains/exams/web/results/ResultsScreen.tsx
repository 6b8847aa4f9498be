import { lazy, Suspense } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'

const SectionResultsScreen = lazy(() => import('./SectionResultsScreen.tsx'))
const StudentCardScreen = lazy(() => import('./StudentCardScreen.tsx'))
const SectionRemarksScreen = lazy(() => import('../remarks/SectionRemarksScreen.tsx'))

/**
 * /exams?results=:sectionId&part=…: the results of a section in a part, or in the year without `part`; with `student`
 * the report card of one, with `remarks` the remarks of all. It has no route of its own, because the routes are on the
 * way to every screen.
 */
export default function ResultsScreen() {
  const [address] = useSearchParams()
  const section = { sectionId: address.get('results') ?? '', part: address.get('part') }
  const studentId = address.get('student')
  return (
    <Suspense fallback={<LoadingState lines={10} />}>
      {studentId !== null ? (
        <StudentCardScreen {...section} studentId={studentId} />
      ) : address.has('remarks') ? (
        <SectionRemarksScreen {...section} />
      ) : (
        <SectionResultsScreen {...section} />
      )}
    </Suspense>
  )
}
