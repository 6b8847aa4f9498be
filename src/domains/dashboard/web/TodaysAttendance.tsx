import { showCount } from '#shared/counts.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { Link } from '#ui/navigation.tsx'
import { ErrorState } from '#ui/states.tsx'
import type { DayFigures, useDayFigures } from '#domains/attendance/web/dayFigures.exports.tsx'
import { absentAddress, notTakenAddress, nothingMissingText } from '#domains/attendance/web/today.exports.ts'
import { Skeleton } from '#ui/kit/Skeleton.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { Need, Needs } from './Need.tsx'
import styles from './TodaysAttendance.module.css'

// Comes after the lines that need somebody.
const AbsentGrid = lazy(() => import('./AbsentGrid.tsx'))

/** The absent students of a day by section. */
export type AttendanceFigures = DayFigures

interface TodayProps {
  today: ReturnType<typeof useDayFigures>
}

/** The attendance of today, of an attendant's dashboard. */
export function TodaysAttendance({ today }: TodayProps) {
  return (
    <section aria-label={t`Attendance today`} className={styles.both}>
      <Needs label={t`What needs a look`}>
        <RegistersNotTaken today={today} />
      </Needs>
      <AbsentToday figures={today.figures} />
    </section>
  )
}

/** Number of sections that are named. All sections of a school would fill the page. */
const mostNamed = 6

/** The registers that are due and not taken. */
function RegistersNotTaken({ today: { figures, error, refetch } }: TodayProps) {
  if (!figures) return error ? <ErrorState error={error} onRetry={refetch} /> : null
  const { holiday, notTaken, sections } = figures
  if (sections === 0 && holiday === null) return null
  const names = notTaken
    .slice(0, mostNamed)
    .map(({ label }) => label)
    .join(', ')
  const others = showCount(notTaken.length - mostNamed)
  return (
    <section aria-label={t`Registers not taken`} className={styles.need}>
      <Need
        urgent
        count={notTaken.length}
        label={t`Registers not taken`}
        about={
          notTaken.length === 0
            ? nothingMissingText(holiday)
            : notTaken.length > mostNamed
              ? t`${names} and ${others} more`
              : names
        }
        action={t`See registers`}
        to={notTakenAddress}
      />
    </section>
  )
}

/** The students who are absent today, by section, with links to their registers. */
export function AbsentToday({ figures }: { figures: DayFigures | undefined }) {
  if (!figures || (figures.sections === 0 && figures.holiday === null)) return null
  const { holiday, absent, notTaken, sections, sectionsTaken } = figures
  const total = absent.reduce((sum, section) => sum + section.count, 0)
  const emptyText =
    sectionsTaken > 0 ? t`Nobody is absent` : holiday === null ? t`No register is taken yet` : nothingMissingText(holiday)
  return (
    <section aria-label={t`Absent today`} className={styles.absent}>
      <Link to={absentAddress} className={styles.head}>
        <span className={styles.title}>
          <Trans>Absent today</Trans>
        </span>
        <span className={styles.figure}>{showCount(total)}</span>
        {sectionsTaken > 0 && sectionsTaken < sections && (
          <span className={styles.of}>{t`in ${sectionsTaken} of ${sections} sections`}</span>
        )}
      </Link>
      {total === 0 && <Text className={styles.quiet}>{emptyText}</Text>}
      {(holiday === null || total > 0) && (
        <Suspense fallback={<Skeleton height={120} />}>
          <AbsentGrid absent={absent} notTaken={notTaken} isWhole={sectionsTaken + notTaken.length >= sections} />
        </Suspense>
      )}
    </section>
  )
}
