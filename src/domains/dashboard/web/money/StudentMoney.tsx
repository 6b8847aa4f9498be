import { plural, t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { useNavigate } from '#ui/navigation.tsx'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column, TableFilter } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { TableSums } from '#ui/DataTable/TableSums.tsx'
import { usePagedTable } from '#ui/DataTable/usePagedTable.ts'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { useSectionFilters } from '#domains/classes/web/classes.exports.tsx'
import { schoolYearMonths, showMonth } from '#domains/fees/months.exports.ts'
import { accountAddress } from '#domains/fees/web/fees.exports.tsx'
import { conceded } from '../../money.rules.ts'
import { StudentMoneyDocument, type StudentMoneyQuery, type StudentMoneyQueryVariables } from './money.graphql.ts'

type Row = StudentMoneyQuery['studentMoney']['rows'][number]
type View = StudentMoneyQueryVariables['input']

/** The server's sort value of each column. */
const sorts: Readonly<Record<string, View['sort']>> = {
  section: 'SECTION',
  name: 'NAME',
  expected: 'EXPECTED',
  paid: 'PAID',
  conceded: 'CONCEDED',
  writtenOff: 'WRITTEN_OFF',
  overdue: 'OVERDUE',
  pending: 'PENDING',
}

/** Returns a column of amounts; zero is an empty cell. */
function amountColumn(key: string, header: string, of: (row: Row) => number, more: Partial<Column<Row>> = {}): Column<Row> {
  return {
    key,
    header,
    value: of,
    money: true,
    render: (row) => (of(row) === 0 ? '' : showMoney(of(row))),
    numeric: true,
    flex: 0.8,
    minWidth: 104,
    phone: 'none',
    ...more,
  }
}

const columns: readonly Column<Row>[] = [
  { key: 'section', header: t`Section`, value: (row) => row.sectionName, flex: 0.5, minWidth: 68, phone: 'line' },
  { key: 'roll', header: t`Roll`, value: (row) => row.roll, flex: 0.3, minWidth: 52, sortable: false, phone: 'none' },
  { key: 'name', header: t`Name`, value: (row) => row.name, flex: 1.4, minWidth: 140, phone: 'title' },
  {
    key: 'registerNo',
    header: t`Register no.`,
    value: (row) => row.registerNo,
    minWidth: 100,
    hidden: true,
    sortable: false,
    phone: 'none',
  },
  amountColumn('expected', t`Expected`, ({ sums }) => sums.expected, { phone: 'line' }),
  amountColumn('paid', t`Paid`, ({ sums }) => sums.paid, { phone: 'line' }),
  amountColumn('clearing', t({ message: 'Clearing', context: 'money' }), ({ sums }) => sums.clearing, {
    hidden: true,
    sortable: false,
  }),
  amountColumn('concession', t`Concessions`, ({ sums }) => sums.concession, { hidden: true, sortable: false }),
  amountColumn('discount', t`Discounts`, ({ sums }) => sums.discount, { hidden: true, sortable: false }),
  amountColumn('conceded', t`Discounts and concessions`, ({ sums }) => conceded(sums), { minWidth: 184 }),
  amountColumn('writtenOff', t`Written off`, ({ sums }) => sums.writtenOff),
  amountColumn('overdue', t`Overdue`, ({ sums }) => sums.overdue),
  amountColumn('pending', t`Pending`, ({ sums }) => sums.pending, { phone: 'line' }),
]

const months = [
  ...schoolYearMonths.map((month) => ({ value: month as string, label: showMonth(month) })),
  { value: 'once', label: t`One time` },
]

function toInput({ search, sort, descending, page, pageSize, filters }: TableQuery, termId: string): View {
  const { class: classId, section: sectionId, month: chosen } = filters
  const month = schoolYearMonths.find((known) => known === chosen)
  const order = sort === null ? undefined : sorts[sort]
  return {
    termId,
    search,
    page,
    pageSize,
    ...(order ? { sort: order, descending } : {}),
    ...(classId ? { classId } : {}),
    ...(sectionId ? { sectionId } : {}),
    ...(month ? { month } : {}),
    ...(chosen === 'once' ? { oneTime: true } : {}),
  }
}

const pageOf = (data: StudentMoneyQuery) => data.studentMoney
const rowId = (row: Row) => row.studentId
const rowName = (row: Row) => row.name
const isDisabled = (row: Row) => row.disabled

/** The tab of the students of the shown term with the sums of their fees, behind the figures of the page. */
export function StudentMoney() {
  const { termId } = useActiveSchool()
  const navigate = useNavigate()
  const control = useTableQuery()
  const sectionFilters = useSectionFilters(control.query.filters.class)
  const filters = useMemo<readonly TableFilter<Row>[]>(
    () => [...sectionFilters, { key: 'month', label: t`Month`, options: months }],
    [sectionFilters],
  )
  const { page, tableProps } = usePagedTable({ document: StudentMoneyDocument, control, toInput, pageOf, rowId })
  return (
    <DataTable
      title={t`STUDENTS’ FEES`}
      fileName="students-fees"
      columns={columns}
      filters={filters}
      {...tableProps}
      rowName={rowName}
      isDisabled={isDisabled}
      onOpen={(row) => navigate(accountAddress(row.studentId, termId))}
      searchLabel={t`3 letters or a roll`}
      empty={{ text: t`No data found for this term`, hint: t`Students with fees are listed here.` }}
      footer={
        page && (
          <TableSums
            sums={[
              { label: t`Expected`, value: showMoney(page.sums.expected), strong: true },
              { label: t`Paid`, value: showMoney(page.sums.paid) },
              { label: t({ message: 'Clearing', context: 'money' }), value: showMoney(page.sums.clearing) },
              { label: t`Concessions`, value: showMoney(page.sums.concession) },
              { label: t`Discounts`, value: showMoney(page.sums.discount) },
              { label: t`Written off`, value: showMoney(page.sums.writtenOff) },
              { label: t`Overdue`, value: showMoney(page.sums.overdue) },
              { label: t`Pending`, value: showMoney(page.sums.pending) },
            ]}
            count={plural(page.total, { one: '# student', other: '# students' })}
          />
        )
      }
    />
  )
}
