import { lazy, Suspense } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { newExam } from './examTexts.ts'

const ExamScreen = lazy(() => import('./ExamScreen.tsx'))
const ExamMessagesScreen = lazy(() => import('#domains/messaging/web/examMessages.exports.tsx'))
const ExamFormScreen = lazy(() => import('./ExamFormScreen.tsx'))

/**
 * /exams?exam=:id: an exam, with `change` its form, with `tell` the messages to families; `new` for one that is added.
 * It has no route of its own, because the routes are on the way to every screen.
 */
export default function DatesScreen() {
  const [address] = useSearchParams()
  const id = address.get('exam') ?? ''
  const isNew = id === newExam
  return (
    <Suspense fallback={<LoadingState lines={10} />}>
      {isNew || address.has('change') ? (
        <ExamFormScreen id={isNew ? undefined : id} />
      ) : address.has('tell') ? (
        <ExamMessagesScreen id={id} />
      ) : (
        <ExamScreen id={id} />
      )}
    </Suspense>
  )
}
