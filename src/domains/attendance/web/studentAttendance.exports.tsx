import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import { Button } from '#ui/kit/Button.tsx'
import { classes } from '#ui/kit/classes.ts'
import { later } from '#ui/kit/later.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { showCounts, showPercent, weekdayAndDay } from './labels.ts'
import { isLow } from './view/monthColumns.ts'
import type { StudentAttendanceFactsFragment } from './view/studentAttendance.graphql.ts'
import { dayText, YearSquares } from './view/YearSquares.tsx'
import styles from './studentAttendance.exports.module.css'

const StudentYearDialog = later(() => import('./view/StudentYearDialog.tsx'))

/** Absences that are listed: the last ones. */
const listed = 5

interface StudentAttendanceProps {
  student: { id: string; name: string }
  attendance: StudentAttendanceFactsFragment
}

/** A student's attendance of the shown term: the share, a year of squares, and the last absences. */
export function StudentAttendance({ student, attendance }: StudentAttendanceProps) {
  const titleId = useId()
  const absencesId = useId()
  const [open, setOpen] = useState(false)
  const { startsOn, percent, days } = attendance
  const absences = days.filter(({ state }) => state === 'ABSENT' || state === 'PARTLY')
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <div className={styles.head}>
        <Heading level={2} id={titleId}>
          <Trans>Attendance</Trans>
        </Heading>
        <span className={classes(styles.percent, isLow(percent) && styles.low)}>{showPercent(percent)}</span>
        <Text tone="quiet" as="span">
          {showCounts(attendance)}
        </Text>
      </div>
      {days.length === 0 ? (
        <Text tone="quiet">
          <Trans>No attendance taken in this term</Trans>
        </Text>
      ) : (
        <>
          <YearSquares startsOn={startsOn} days={days} />
          <div className={styles.absences}>
            <Heading level={3} id={absencesId}>
              <Trans>Last absences</Trans>
            </Heading>
            {absences.length === 0 ? (
              <Text tone="quiet">
                <Trans>Never absent in this term.</Trans>
              </Text>
            ) : (
              <ul aria-labelledby={absencesId} className={styles.list}>
                {absences
                  .slice(-listed)
                  .reverse()
                  .map((day) => (
                    <li key={day.day}>
                      {weekdayAndDay(day.day)} <span className={styles.quiet}>{dayText(day)}</span>
                    </li>
                  ))}
              </ul>
            )}
            <Button variant="quiet" size="small" className={styles.more} onClick={() => setOpen(true)}>
              {t`Every mark`}
            </Button>
          </div>
        </>
      )}
      {open && <StudentYearDialog studentId={student.id} name={student.name} onClose={() => setOpen(false)} />}
    </section>
  )
}
