import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { schoolDay, showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { PageLayout } from '#ui/PageLayout.tsx'
import { useOtherTerm } from '#ui/shell/TermSelector.tsx'
import { RegistersToday } from '#domains/attendance/web/attendance.exports.tsx'
import { readLiveSession } from './liveSession.ts'
import { ClassList } from './teacher/ClassList.tsx'
import { LiveAlready } from './teacher/LiveAlready.tsx'
import { MySections } from './teacher/MySections.tsx'

/**
 * Where a teacher lands: the registers of the day, and what a live lecture can be started of. A saved live session is resumed
 * (specification, section 2, Teacher class list).
 */
export default function TeacherScreen() {
  const { school, terms } = useActiveSchool()
  const isOtherTerm = useOtherTerm()
  const current = terms.find((term) => term.current)
  // What the next page needs is there when the connection is not.
  useEffect(() => {
    import('./TeacherLiveScreen.tsx').catch(() => undefined)
  }, [])
  if (readLiveSession()) return <Navigate to="/teacherLive" replace state={{ repeat: true }} />
  return (
    <PageLayout
      title="Classes"
      context={[showDay(schoolDay(new Date())), isOtherTerm && `today, in the current term ${current?.name}`]
        .filter(Boolean)
        .join(' · ')}
    >
      {school.flags.liveLecture && <LiveAlready />}
      <RegistersToday />
      {school.flags.liveLecture ? <ClassList /> : <MySections />}
    </PageLayout>
  )
}
