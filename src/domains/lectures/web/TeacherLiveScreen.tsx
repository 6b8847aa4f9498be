import { Navigate, useLocation } from 'react-router'
import { LiveLecture } from './live/LiveLecture.tsx'
import { Starting } from './live/Starting.tsx'
import { readLiveSession } from './liveSession.ts'
import { readState } from './startState.ts'

/** /teacherLive: starts what was chosen, or resumes what is saved; entered in any other way it leads back to /teacher. */
export default function TeacherLiveScreen() {
  const state = readState(useLocation().state)
  if (state && !('repeat' in state)) return <Starting state={state} />
  const session = state && readLiveSession()
  if (!session) return <Navigate to="/teacher" replace />
  return <LiveLecture session={session} opened={state} />
}
