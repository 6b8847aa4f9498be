import { Redirect, useEntryState } from '#ui/navigation.tsx'
import { LiveLecture } from './live/LiveLecture.tsx'
import { Starting } from './live/Starting.tsx'
import { readLiveSession } from './liveSession.ts'
import { readStartState } from './startState.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'

// A lecture is also ended without a connection, by a question.
Dialog.prepare()

/** /teacherLive: starts the chosen lecture or resumes the saved one; otherwise it redirects to /teacher. */
export default function TeacherLiveScreen() {
  const state = readStartState(useEntryState())
  if (state && !('repeat' in state)) return <Starting state={state} />
  const session = state && readLiveSession()
  if (!session) return <Redirect to="/teacher" replace />
  return <LiveLecture session={session} opened={state} />
}
