import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { Fragment } from 'react'
import { StudentHead } from '#domains/classes/web/studentHead.exports.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { MarkBadge } from '../take/MarkBadge.tsx'
import { sessionLabel, showCounts, showPercent, weekdayAndDay } from '../labels.ts'
import { isLow, showMonth } from './monthColumns.ts'
import { yearTable } from './monthTable.ts'
import { StudentYearDocument, type StudentYearQuery } from './view.graphql.ts'
import { Row } from '#ui/kit/Row.tsx'
import styles from './StudentYearDialog.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/kit/Dialog.tsx'
import { classes } from '#ui/kit/classes.ts'

type YearMonth = StudentYearQuery['studentYear']['months'][number]

/** A student's marks of the term: each month's percentage, and the days absent, late or with a note. */
export default function StudentYearDialog({
  studentId,
  name,
  onClose,
}: {
  studentId: string
  name: string
  onClose: () => void
}) {
  const { schoolId, termId, term } = useActiveSchool()
  const { data, error, refetch } = useQuery(StudentYearDocument, {
    variables: { schoolId, input: { termId, studentId } },
  })
  const year = data?.studentYear
  return (
    <Dialog title={name} onClose={onClose}>
      <DialogBody>
        {!year ? (
          error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingState />
          )
        ) : (
          <>
            <StudentHead head={year.student}>{term && <span>{term.name}</span>}</StudentHead>
            <div className={styles.row}>
              <Percent percent={year.percent} large />
              <span>{showCounts(year)}</span>
            </div>
            {year.months.length === 0 ? (
              <EmptyState text={t`No attendance taken in this term`} />
            ) : (
              year.months.map((month) => <MonthOfYear key={month.month} month={month} />)
            )}
          </>
        )}
      </DialogBody>
      <DialogActions>
        {year && year.months.length > 0 && (
          <div className={styles.spaced}>
            <ExportButton
              fileName={`attendance-of-${studentId}`}
              choices={[{ label: t`Every mark`, tables: () => [yearTable(year, name)] }]}
            />
          </div>
        )}
        <Button variant="quiet" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Percent({ percent, large = false }: { percent: number | null | undefined; large?: boolean }) {
  return (
    <span className={classes(styles.percent, large && styles.large, isLow(percent) && styles.low)}>{showPercent(percent)}</span>
  )
}

function MonthOfYear({ month }: { month: YearMonth }) {
  const listedMarks = month.days.flatMap((day) =>
    day.marks.flatMap((mark) => (mark.value === 'P' && mark.note === '' ? [] : [{ day: day.day, ...mark }])),
  )
  return (
    <section className={styles.section}>
      <Row gap={2} align="baseline" wrap>
        <Heading level={3} className={styles.text}>
          {showMonth(month.month)}
        </Heading>
        <Text tone="quiet" size="small">
          {showCounts(month)}
        </Text>
        <Percent percent={month.percent} />
      </Row>
      {listedMarks.length > 0 && (
        <ul className={styles.list}>
          {listedMarks.map((mark) => (
            <li key={mark.registerId} className={styles.item}>
              <MarkBadge mark={mark.value} size="small" />
              <Text size="small" as="span">
                {[weekdayAndDay(mark.day), sessionLabel(mark), mark.note].filter(Boolean).map((part, place) => (
                  <Fragment key={part}>
                    {place > 0 && ' · '}
                    {part}
                  </Fragment>
                ))}
                {!mark.counted && ` ${t`(does not count)`}`}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
