import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { lazy, Suspense } from 'react'
import { useParams } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { NotFound } from '#ui/NotFound.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { ErrorState } from '#ui/states.tsx'
import { StudentHead } from '#domains/classes/web/studentHead.exports.tsx'
import { StudentDues } from '#domains/fees/web/studentDues.exports.tsx'
import { useSeenPerson } from '#ui/lastPeople.ts'
import { FamilyOfStudent } from './overview/FamilyOfStudent.tsx'
import { StudentActions } from './overview/StudentActions.tsx'
import { StudentPhotoButton } from './overview/StudentPhotoButton.tsx'
import { StudentOverviewDocument, type StudentOverviewQuery } from './overview/overview.graphql.ts'
import styles from './StudentScreen.module.css'

// Apart, so that no other screen loads what it has in common with registers. Its loading starts with the page.
const attendanceCode = import('#domains/attendance/web/studentAttendance.exports.tsx')
attendanceCode.catch(() => undefined)
const StudentAttendance = lazy(async () => ({ default: (await attendanceCode).StudentAttendance }))
// Below what is in sight first.
const MoreOfStudent = lazy(() => import('./overview/MoreOfStudent.tsx'))

export type StudentOverview = StudentOverviewQuery['studentOverview']

/** The domains whose data stands on the page. */
const parts = [
  'attendance',
  'attention',
  'certificates',
  'discipline',
  'exams',
  'fees',
  'messaging',
  'onlinefees',
  'privacy',
] as const

/** /students/:id: everything that the viewer may see about a student, in one request. */
export default function StudentScreen() {
  const { schoolId, termId } = useActiveSchool()
  const back = useBack()
  const { id = '' } = useParams()
  const isValidId = /^\d{1,15}$/.test(id)
  const { data, error, refetch } = useQuery(StudentOverviewDocument, {
    variables: { schoolId, input: { studentId: id, termId } },
    skip: !isValidId,
    alsoOf: parts,
  })
  if (!isValidId) return <NotFound />
  if (data) return <Page key={id} overview={data.studentOverview} />
  return (
    <PageLayout title={t`Student`} back={back}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={10} />}
    </PageLayout>
  )
}

/** Leads to the list, for those who have it. */
function useBack() {
  const { viewer } = useActiveSchool()
  return viewer.role === 'ADMIN' || viewer.role === 'SUPERADMIN' ? { to: '/students', label: t`Students` } : undefined
}

function Page({ overview }: { overview: StudentOverview }) {
  const back = useBack()
  const { head, student, siblings, attendance, fees } = overview
  const { id, name } = student
  const hint = head.sectionName === null ? '' : t`${head.sectionName} · roll ${head.roll ?? ''}`
  useSeenPerson({ id, name, hint, to: `/students/${id}` })
  return (
    <PageLayout
      title={name}
      back={back}
      head={<StudentHead head={head} level={1} photoAction={<StudentPhotoButton student={student} />} />}
    >
      <StudentActions student={student} />
      <div className={styles.first}>
        <FamilyOfStudent student={student} siblings={siblings} />
        {fees && <StudentDues studentId={id} account={fees} />}
        {attendance && (
          <div className={styles.wide}>
            <Suspense fallback={<LoadingState lines={5} />}>
              <StudentAttendance student={student} attendance={attendance} />
            </Suspense>
          </div>
        )}
      </div>
      <Suspense fallback={<LoadingState lines={4} />}>
        <MoreOfStudent overview={overview} />
      </Suspense>
    </PageLayout>
  )
}
