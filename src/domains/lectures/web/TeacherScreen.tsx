import { t } from '@lingui/core/macro'
import { lazy, Suspense, useEffect } from 'react'
import { Redirect } from '#ui/navigation.tsx'
import { schoolDay, showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { PageLayout } from '#ui/PageLayout.tsx'
import { useShowsOtherTerm } from '#ui/shell/TermSelector.tsx'
import { RegistersToday } from '#domains/attendance/web/attendance.exports.tsx'
import { readLiveSession } from './liveSession.ts'
import { ClassList } from './teacher/ClassList.tsx'
import { ResumeLecture } from './teacher/ResumeLecture.tsx'
import { MySections } from './teacher/MySections.tsx'

// Comes after the registers, which a teacher opens the page for.
const TeacherToday = lazy(() => import('#domains/dashboard/web/today.exports.tsx'))

/**
 * A teacher's start page: the registers of the day, and the list to start a live lecture from. A saved live session is
 * resumed (specification, section 2, Teacher class list).
 */
export default function TeacherScreen() {
  const { school, terms } = useActiveSchool()
  const isOtherTerm = useShowsOtherTerm()
  const current = terms.find((term) => term.current)
  const today = showDay(schoolDay(new Date()))
  // Preloads the next page, so that it opens without a connection.
  useEffect(() => {
    import('./TeacherLiveScreen.tsx').catch(() => undefined)
  }, [])
  if (readLiveSession()) return <Redirect to="/teacherLive" replace state={{ repeat: true }} />
  return (
    <PageLayout
      title={t`Classes`}
      context={isOtherTerm && current ? t`${today} · today, in the current term ${current.name}` : today}
    >
      {school.flags.liveLecture && <ResumeLecture />}
      <RegistersToday />
      <Suspense fallback={null}>
        <TeacherToday />
      </Suspense>
      {school.flags.liveLecture ? <ClassList /> : <MySections />}
    </PageLayout>
  )
}
