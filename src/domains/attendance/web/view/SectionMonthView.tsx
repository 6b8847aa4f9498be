import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useState } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'
import { schoolDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import type { SectionChoice } from '#domains/classes/web/classes.exports.tsx'
import { countedSessions, percentOf } from '../../attendance.rules.ts'
import { showPercent } from '../labels.ts'
import { MonthGrid, type MonthStudent } from './MonthGrid.tsx'
import { addMonths, type Month, type MonthColumn, showMonth } from './monthColumns.ts'
import { monthTable } from './monthTable.ts'
import { SectionMonthDocument } from './view.graphql.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './SectionMonthView.module.css'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { later } from '#ui/kit/later.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/kit/icons.ts'
import { Select } from '#ui/kit/Select.tsx'

// Loaded when opened, because a teacher's phone comes to take attendance.
const MarkDialog = later(() => import('./MarkDialog.tsx'))
const StudentYearDialog = later(() => import('./StudentYearDialog.tsx'))

/** The grid of a section and a month, both taken from the address. */
export function SectionMonthView({ sections }: { sections: readonly SectionChoice[] }) {
  const { schoolId, school } = useActiveSchool()
  const [address, setAddress] = useSearchParams()
  const today = schoolDay(new Date())
  const thisMonth = today.slice(0, 7)
  const monthParam = address.get('month') ?? ''
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(monthParam) && monthParam <= thisMonth ? monthParam : thisMonth
  const section = sections.find((choice) => choice.id === address.get('section')) ?? sections[0]
  const { data, previousData, error, refetch } = useQuery(SectionMonthDocument, {
    variables: { schoolId, input: { sectionId: section?.id ?? '', month } },
    skip: !section,
  })
  const shown = data?.sectionMonth ?? (error ? undefined : previousData?.sectionMonth)
  const [mark, setMark] = useState<{ student: MonthStudent; column: MonthColumn } | null>(null)
  const [student, setStudent] = useState<MonthStudent | null>(null)

  function open(change: { section?: string; month?: string }) {
    const next = { section: section?.id ?? '', month, ...change }
    setAddress({ tab: 'view', section: next.section, ...(next.month === thisMonth ? {} : { month: next.month }) })
  }

  return (
    <Stack gap={4}>
      <div className={styles.row}>
        <Select
          id="attendance-section"
          label={t`Section`}
          value={section?.id ?? ''}
          onChange={(event) => open({ section: event.target.value })}
          className={styles.field}
          compact
        >
          {sections.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.title}
            </option>
          ))}
        </Select>
        <div role="group" aria-label={t`Month`} className={styles.month}>
          <IconButton aria-label={t`Previous month`} onClick={() => open({ month: addMonths(month, -1) })}>
            <ChevronLeftIcon />
          </IconButton>
          <Text as="p" aria-live="polite" className={styles.box}>
            {showMonth(month)}
          </Text>
          <IconButton
            aria-label={t`Next month`}
            disabled={month >= thisMonth}
            onClick={() => open({ month: addMonths(month, 1) })}
          >
            <ChevronRightIcon />
          </IconButton>
        </div>
        {shown && <MonthTotals month={shown} attType={school.attType} />}
        {data && data.sectionMonth.students.length > 0 && (
          <ExportButton
            fileName={`attendance-${data.sectionMonth.sectionName}-${month}`}
            choices={[{ label: t`The month`, tables: () => [monthTable(data.sectionMonth, school.attType, today)] }]}
          />
        )}
      </div>
      {!shown ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState lines={12} />
        )
      ) : shown.students.length === 0 ? (
        <EmptyState text={t`No students in this section yet`} hint={t`The month’s marks of each student are listed here.`} />
      ) : (
        <div className={data ? styles.grid : styles.earlierGrid} aria-busy={!data}>
          <MonthGrid
            month={shown}
            attType={school.attType}
            today={today}
            onMark={(row, column) => setMark({ student: row, column })}
            onStudent={setStudent}
          />
          <Text size="small" className={styles.hint}>
            <Trans>
              P present, A absent, L late, H holiday, · not taken; late counts as present. Under 75% is shaded. Select a mark for
              its history, or a name for the student’s year.
            </Trans>
          </Text>
        </div>
      )}
      {mark && (
        <MarkDialog student={mark.student} column={mark.column} onClose={() => setMark(null)} onChanged={() => void refetch()} />
      )}
      {student && <StudentYearDialog studentId={student.id} name={student.name} onClose={() => setStudent(null)} />}
    </Stack>
  )
}

/** Totals of the month's counting registers. */
function MonthTotals({ month, attType }: { month: Month; attType: string }) {
  const sessions = countedSessions(attType)
  const registers = month.days.flatMap((day) => day.registers).filter((register) => sessions.includes(register.session))
  if (registers.length === 0) return null
  const sum = registers.reduce(
    (total, { present, absent, late }) => ({
      present: total.present + present,
      absent: total.absent + absent,
      late: total.late + late,
    }),
    { present: 0, absent: 0, late: 0 },
  )
  return (
    <Text role="status" className={styles.text}>
      <Trans>
        <b>{showPercent(percentOf(sum))}</b> in <Plural value={registers.length} one="# register" other="# registers" />
      </Trans>
    </Text>
  )
}
