import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { lazy, useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from '#ui/navigation.tsx'
import { schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { usePoll } from '#ui/polling/usePoll.ts'
import { AttendanceViewerCanDocument } from './attendance.graphql.ts'
import { registerInAddress } from './registerRef.ts'
import { RegisterScreen } from './take/RegisterScreen.tsx'
import { TakeAttendance } from './take/TakeAttendance.tsx'

// Loaded lazily, because only the office uses them and teachers' phones need not download them.
const ViewAttendances = lazy(async () => ({ default: (await import('./view/ViewAttendances.tsx')).ViewAttendances }))
const ImportAttendance = lazy(() => import('./import/ImportAttendance.tsx'))
const AbsenceNotices = lazy(() => import('./notices/AbsenceNotices.tsx'))
const Holidays = lazy(() => import('./holidays/Holidays.tsx'))

/** /attendance: taking and viewing registers, imports, absence notices, holidays. */
export default function AttendanceScreen() {
  const { schoolId, school, term } = useActiveSchool()
  const [address] = useSearchParams()
  const today = schoolDay(new Date())
  const open = address.toString()
  const place = useMemo(() => registerInAddress(new URLSearchParams(open), today), [open, today])
  const back = useMemo(() => {
    const list = new URLSearchParams(open)
    list.delete('register')
    return `/attendance?${list.toString()}`
  }, [open])
  const navigate = useNavigate()
  const toList = useCallback(() => navigate(back), [navigate, back])
  const { data, refetch } = useQuery(AttendanceViewerCanDocument, { variables: { schoolId } })
  // Shows the other tabs once a page that was opened offline has a connection.
  const failing = usePoll(5000, () => refetch(), { on: !data })

  if (place) return <RegisterScreen key={open} place={place} back={back} onDone={toList} />
  const can = data?.attendanceViewerCan
  if (!can && !failing)
    return (
      <PageLayout title={t`Attendance`}>
        <LoadingState />
      </PageLayout>
    )
  // The right to send notices identifies the office; everybody else comes to take attendance. While the permissions are
  // unknown, the tabs that every role has are shown, and report their own errors.
  const office = can?.notices.allowed === true
  const tabs = [
    ...(!can || can.view.allowed ? [{ key: 'view', label: t`View Attendances`, content: <ViewAttendances /> }] : []),
    ...(!can || can.take.allowed ? [{ key: 'take', label: t`Take Attendance`, content: <TakeAttendance /> }] : []),
    // A subject-wise school imports nothing but still has the tab (specification, section 2).
    ...(can?.import.allowed || (office && school.attType === 'SUBJECTWISE')
      ? [{ key: 'import', label: t`Import Data`, content: <ImportAttendance /> }]
      : []),
    ...(can?.notices.allowed ? [{ key: 'notices', label: t`Absence Notices`, content: <AbsenceNotices /> }] : []),
    ...(can ? [{ key: 'holidays', label: t`Holidays`, content: <Holidays mayChange={can.holidays.allowed} /> }] : []),
  ]
  return <PageLayout title={t`Attendance`} context={term?.name} tabs={tabs} openTab={office ? 'view' : 'take'} />
}
