import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { startTransition, useCallback, useId, useMemo, useState } from 'react'
import { Link, useNavigate, useSearch } from '#ui/navigation.tsx'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import type { Column, TableFilter } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { usePagedTable } from '#ui/DataTable/usePagedTable.ts'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { TableSums } from '#ui/DataTable/TableSums.tsx'
import { ErrorDialog } from '#ui/ErrorDialog.tsx'
import { failureOf, genericMessage, endsSession } from '#ui/problems.ts'
import { useSectionFilters } from '#domains/classes/web/classes.exports.tsx'
import { FeesViewerCanDocument } from '../fees.graphql.ts'
import { formatPending } from '../../pending.rules.ts'
import { PendingFeesDocument, type PendingFeesQuery } from './pending.graphql.ts'
import { PendingBySection } from './PendingBySection.tsx'
import { useTermMonths } from '../useTermMonths.ts'
import { Ageing } from './Ageing.tsx'
import { LeftWithDues } from './LeftWithDues.tsx'
import { dueOptions, termChoices, toPendingFilter, toPendingView } from './pendingQuery.ts'
import { remindersPath } from './remindersPath.ts'
import { PendingSheet } from './PendingSheet.tsx'
import { accountAddress } from '../counter/useCounterAddress.ts'
import { feesFailure } from '../structure/feesFailure.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { HistoryIcon, MessagesIcon, PrintIcon, TableIcon } from '#ui/kit/icons.ts'

type Row = PendingFeesQuery['pendingFees']['rows'][number]

const columns: readonly Column<Row>[] = [
  { key: 'section', header: t`Section`, value: (row) => row.sectionName, flex: 0.5, minWidth: 68, phone: 'line' },
  { key: 'roll', header: t`Roll`, value: (row) => row.roll, flex: 0.3, minWidth: 52, sortable: false, phone: 'none' },
  { key: 'name', header: t`Name`, value: (row) => row.name, flex: 1.4, minWidth: 140, phone: 'title' },
  { key: 'registerNo', header: t`Register no.`, value: (row) => row.registerNo, flex: 0.7, minWidth: 100, phone: 'none' },
  { key: 'phone', header: t`Phone`, value: (row) => row.phone, flex: 0.7, minWidth: 108, phone: 'none' },
  {
    key: 'pending',
    header: t`Pending`,
    value: (row) => row.pending,
    money: true,
    render: (row) => showMoney(row.pending),
    numeric: true,
    flex: 0.8,
    minWidth: 108,
    phone: 'line',
  },
  {
    key: 'clearing',
    header: t({ message: 'Clearing', context: 'money' }),
    value: (row) => row.clearing,
    money: true,
    render: (row) => (row.clearing === 0 ? '' : showMoney(row.clearing)),
    numeric: true,
    flex: 0.7,
    minWidth: 92,
    phone: 'none',
  },
  {
    key: 'dueSince',
    header: t`Due since`,
    value: (row) => row.dueSince,
    render: (row) => showDay(row.dueSince),
    flex: 0.7,
    minWidth: 108,
    sortable: false,
    phone: 'line',
  },
  {
    key: 'months',
    header: t`Months pending`,
    value: formatPending,
    flex: 1.2,
    minWidth: 156,
    sortable: false,
    phone: 'line',
  },
]

/**
 * The Pending Fees tab: who owes what, paged, sorted and searched by the server. It opens on what is overdue, with its
 * age. A row opens the student's account at the counter.
 */
export default function PendingFees() {
  const { termId } = useActiveSchool()
  const navigate = useNavigate()
  const control = useTableQuery()
  const filters = useFilters(control.query.filters.class)
  const { page, tableProps, all } = usePagedTable({
    document: PendingFeesDocument,
    control,
    toInput: toPendingView,
    pageOf,
    rowId,
  })
  const [bySection, setBySection] = useState(false)
  const [left, setLeft] = useState(false)
  const tableId = useId()
  const leftId = useId()

  return (
    <Stack gap={4}>
      <Row gap={2} justify="end" wrap>
        {page && page.total > 0 && <RemindButton students={page.total} />}
        <Button
          icon={<TableIcon />}
          aria-expanded={bySection}
          aria-controls={tableId}
          onClick={() => setBySection((open) => !open)}
        >
          <Trans>By section</Trans>
        </Button>
        <Button icon={<HistoryIcon />} aria-expanded={left} aria-controls={leftId} onClick={() => setLeft((open) => !open)}>
          <Trans>Left the school</Trans>
        </Button>
        <PrintButton
          all={all}
          query={control.query}
          disabled={!page || page.total === 0}
          filterText={describeFilters(filters, control.query)}
        />
      </Row>
      {page && (
        <Ageing
          sums={page.ageing}
          chosen={control.query.filters.due}
          onChoose={(due) => control.change({ filters: { ...control.query.filters, due } })}
        />
      )}
      <div id={tableId} hidden={!bySection}>
        {bySection && (
          <PendingBySection
            filter={toPendingFilter(termId, control.query)}
            onSection={(section) => control.change({ filters: { ...control.query.filters, section } })}
          />
        )}
      </div>
      <div id={leftId} hidden={!left}>
        {left && <LeftWithDues />}
      </div>
      <DataTable
        title={t`PENDING FEES`}
        fileName="pending-fees"
        columns={columns}
        filters={filters}
        {...tableProps}
        failure={feesFailure}
        rowName={rowName}
        isDisabled={isDisabled}
        onOpen={(row) => navigate(accountAddress(row.studentId, termId))}
        searchLabel={t`3 letters or a roll`}
        empty={{
          text: t`No data found for this term`,
          hint: t`Students with unpaid fees are listed here.`,
        }}
        footer={
          page && (
            <TableSums
              sums={[
                { label: t`Pending`, value: showMoney(page.pending), strong: true },
                { label: t({ message: 'Clearing', context: 'money' }), value: showMoney(page.clearing) },
              ]}
              count={plural(page.total, { one: '# student', other: '# students' })}
            />
          )
        }
      />
    </Stack>
  )
}

/** Opens the preview of reminders to the families of the list. Only the current term's can be reminded. */
function RemindButton({ students }: { students: number }) {
  const { schoolId, term } = useActiveSchool()
  const search = useSearch()
  const can = useQuery(FeesViewerCanDocument, { variables: { schoolId }, fetchPolicy: 'cache-first' }).data?.feesViewerCan
  if (!can?.remind.allowed || !term?.current) return null
  return (
    <Button as={Link} to={search === '' ? remindersPath : `${remindersPath}?${search}`} icon={<MessagesIcon />}>
      {plural(students, { one: 'Remind this family', other: 'Remind these #' })}
    </Button>
  )
}

const pageOf = (data: PendingFeesQuery) => data.pendingFees
const rowId = (row: Row) => row.studentId
const rowName = (row: Row) => row.name
const isDisabled = (row: Row) => row.disabled

/** Returns the filters: class, section, terms, month, and whether to include disabled students. */
function useFilters(classId: string | undefined): readonly TableFilter<Row>[] {
  const sectionFilters = useSectionFilters(classId)
  const ofTerm = useTermMonths()
  return useMemo(
    () => [
      ...sectionFilters,
      { key: 'terms', label: t`Terms`, none: t`All`, options: termChoices },
      { key: 'due', label: t`Due`, none: t`Overdue`, options: dueOptions(ofTerm) },
      {
        key: 'disabled',
        label: t`Disabled`,
        none: t`Left out`,
        options: [{ value: 'too', label: t`Include disabled students` }],
      },
    ],
    [sectionFilters, ofTerm],
  )
}

/** Describes the chosen filters for the printed list. */
function describeFilters(filters: readonly TableFilter<Row>[], { filters: chosen, search }: TableQuery): string {
  const descriptions = filters.flatMap(({ key, label, options }) => {
    const option = options.find(({ value }) => value === chosen[key])
    return option ? [key === 'disabled' ? option.label : `${label}: ${option.label}`] : []
  })
  return [...descriptions, ...(search ? [t`Search: ${search}`] : [])].join(' · ')
}

interface PrintButtonProps {
  all: (query: TableQuery) => Promise<readonly Row[]>
  query: TableQuery
  disabled: boolean
  filterText: string
}

/** Prints all rows of the view by section, whatever the order on screen. */
function PrintButton({ all, query, disabled, filterText }: PrintButtonProps) {
  const [running, setRunning] = useState(false)
  const [rows, setRows] = useState<readonly Row[] | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const done = useCallback(() => {
    setRows(null)
    setRunning(false)
  }, [])

  async function print() {
    setRunning(true)
    try {
      const allRows = await all({ ...query, sort: null, descending: false })
      // A hundred pages are rendered as a transition, so that the page stays responsive.
      startTransition(() => setRows(allRows))
    } catch (error) {
      setRunning(false)
      const failure = failureOf(error)
      if (!endsSession(failure)) setFailed(genericMessage(failure))
    }
  }

  return (
    <>
      <Button icon={<PrintIcon />} loading={running} disabled={disabled} onClick={() => void print()}>
        <Trans>Print</Trans>
      </Button>
      {rows && <PendingSheet rows={rows} filterText={filterText} onDone={done} />}
      <ErrorDialog message={failed} onClose={() => setFailed(null)} />
    </>
  )
}
