import { plural, t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from '#ui/navigation.tsx'
import { isDay, schoolDay } from '#shared/dates.ts'
import { showCount } from '#shared/counts.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { TableSums } from '#ui/DataTable/TableSums.tsx'
import { showPercent } from '../labels.ts'
import { DayField } from '#ui/kit/DayField.tsx'
import { isLow, summarySpans } from './monthColumns.ts'
import { AttendanceSummaryDocument, type AttendanceSummaryQuery } from './view.graphql.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './Summary.module.css'
import { Chip, ChipButton } from '#ui/kit/Chip.tsx'

type Row = AttendanceSummaryQuery['attendanceSummary']['sections'][number]

const missing = (row: Row) => Math.max(0, row.expected - row.taken)

const columns: readonly Column<Row>[] = [
  { key: 'section', header: t`Section`, value: (row) => row.sectionName, minWidth: 110, phone: 'title' },
  { key: 'students', header: t`Students`, value: (row) => row.students, numeric: true, minWidth: 90, phone: 'none' },
  {
    key: 'percent',
    header: t`Attendance`,
    value: (row) => row.percent,
    numeric: true,
    minWidth: 120,
    phone: 'line',
    render: (row) => <span className={isLow(row.percent) ? styles.box : undefined}>{showPercent(row.percent)}</span>,
  },
  { key: 'present', header: t`Present`, value: (row) => row.present, numeric: true, minWidth: 90, phone: 'none' },
  { key: 'absent', header: t`Absent`, value: (row) => row.absent, numeric: true, minWidth: 90, phone: 'none' },
  { key: 'late', header: t`Late`, value: (row) => row.late, numeric: true, minWidth: 80, phone: 'none' },
  {
    key: 'taken',
    header: t`Registers`,
    value: (row) => row.taken,
    render: ({ taken, expected }) => t`${taken} of ${expected}`,
    numeric: true,
    minWidth: 130,
    phone: 'line',
  },
  {
    key: 'missing',
    header: t`Not taken`,
    value: missing,
    render: (row) => (missing(row) > 0 ? <Chip outlined label={notTakenText(missing(row))} /> : null),
    minWidth: 120,
    phone: 'line',
  },
]

function notTakenText(count: number): string {
  return t`${count} not taken`
}

const rowId = (row: Row) => row.sectionId
const rowName = (row: Row) => row.sectionName

function takenOf(taken: string, expected: string): string {
  return t`${taken} of ${expected}`
}

/** Compares all sections over a span of days: percentages and missing registers. */
export default function Summary() {
  const { schoolId, termId } = useActiveSchool()
  const navigate = useNavigate()
  const [address, setAddress] = useSearchParams()
  const today = schoolDay(new Date())
  const choices = useMemo(() => summarySpans(today), [today])
  const start = choices[2] ?? { from: today, to: today }
  const params = { from: address.get('from') ?? '', to: address.get('to') ?? '' }
  const { from, to } = isDay(params.from) && isDay(params.to) && params.from <= params.to ? params : start
  const { data, previousData, error, refetch } = useQuery(AttendanceSummaryDocument, {
    variables: { schoolId, input: { termId, from, to } },
  })
  const summary = data?.attendanceSummary ?? (error ? undefined : previousData?.attendanceSummary)
  const choose = (next: { from: string; to: string }) =>
    setAddress({ tab: 'view', view: 'sections', from: next.from, to: next.to })
  const openSection = useCallback(
    (row: Row) => navigate(`/attendance?tab=view&section=${row.sectionId}${to < today ? `&month=${to.slice(0, 7)}` : ''}`),
    [navigate, to, today],
  )
  const total = summary?.total
  return (
    <Stack gap={4}>
      <Row gap={2} align="center" wrap>
        <DayField label={t`From`} day={from} max={today} onDay={(day) => choose({ from: day, to: day > to ? day : to })} />
        <DayField label={t`To`} day={to} max={today} onDay={(day) => choose({ from: day < from ? day : from, to: day })} />
        <Row role="group" aria-label={t`Days`} gap={2} wrap>
          {choices.map((span) => {
            const chosen = span.from === from && span.to === to
            return <ChipButton key={span.label} label={span.label} pressed={chosen} onClick={() => choose(span)} />
          })}
        </Row>
      </Row>
      <DataTable
        title={t`ATTENDANCE`}
        fileName="attendance"
        columns={columns}
        rows={summary?.sections}
        error={summary ? undefined : error}
        onRetry={() => void refetch()}
        rowId={rowId}
        rowName={rowName}
        onOpen={openSection}
        empty={{ text: t`No sections in this term` }}
        footer={
          total && (
            <TableSums
              sums={[
                { label: t`Attendance`, value: showPercent(total.percent), strong: true },
                { label: t`Present`, value: showCount(total.present) },
                { label: t`Absent`, value: showCount(total.absent) },
                { label: t`Late`, value: showCount(total.late) },
                {
                  label: t`Registers taken`,
                  value: takenOf(showCount(total.taken), showCount(total.expected)),
                },
              ]}
              count={plural(total.students, { one: '# student', other: '# students' })}
            />
          )
        }
      />
    </Stack>
  )
}
