import { lazy, Suspense } from 'react'
import { useParams, useSearchParams } from '#ui/navigation.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { NotFound } from '#ui/NotFound.tsx'

const SchemeScreen = lazy(() => import('./schemes/SchemeScreen.tsx'))
const ChangeSchemeScreen = lazy(() => import('./schemes/ChangeSchemeScreen.tsx'))
const ClassAssessmentScreen = lazy(() => import('./classes/ClassAssessmentScreen.tsx'))

/** The screens on which the office says how classes are assessed: /exams/schemes/:id and /exams/classes/:id. */
export default function OfficeScreens() {
  const { kind = '' } = useParams()
  const [address] = useSearchParams()
  const schemes = address.has('change') ? ChangeSchemeScreen : SchemeScreen
  const Screen = { schemes, classes: ClassAssessmentScreen }[kind] ?? NotFound
  return (
    <Suspense fallback={<LoadingState lines={10} />}>
      <Screen />
    </Suspense>
  )
}
