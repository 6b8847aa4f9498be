import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Link, useNavigate } from '#ui/navigation.tsx'
import { type Day, schoolDay, showDay } from '#shared/dates.ts'
import { showCount } from '#shared/counts.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { usePagedTable } from '#ui/DataTable/usePagedTable.ts'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { PersonName } from '#ui/kit/Avatar.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Chip } from '#ui/kit/Chip.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { useSectionFilters } from '#domains/classes/web/classes.exports.tsx'
import type { CaseList } from '../attention.schema.ts'
import {
  type AttentionCaseRowFragment,
  AttentionCasesDocument,
  type AttentionCasesQuery,
  type AttentionCasesQueryVariables,
} from './attention.graphql.ts'
import { howClosed, shortHowClosed, shortReasons } from './reasonTexts.ts'

type Row = AttentionCaseRowFragment
type Counts = Pick<AttentionCasesQuery['attentionCases'], 'open' | 'today' | 'mine' | 'waiting' | 'closed'>

const lists: readonly { key: keyof Counts; list: CaseList; label: string }[] = [
  { key: 'open', list: 'OPEN', label: t({ message: 'Open', context: 'cases' }) },
  { key: 'today', list: 'TODAY', label: t`Look again today` },
  { key: 'mine', list: 'MINE', label: t({ message: 'Mine', context: 'cases' }) },
  { key: 'waiting', list: 'WAITING', label: t({ message: 'Waiting', context: 'cases' }) },
  { key: 'closed', list: 'CLOSED', label: t({ message: 'Closed', context: 'cases' }) },
]

/** /attention: the children whom the rules of the school have found, as cases in lists. */
export default function AttentionScreen() {
  const { schoolId, viewer } = useActiveSchool()
  const { data } = useQuery(AttentionCasesDocument, { variables: { schoolId, input: { list: 'OPEN', pageSize: 1 } } })
  const counts = data?.attentionCases
  const tabs = lists
    // Cases belong to users of the school.
    .filter(({ list }) => list !== 'MINE' || viewer.userId !== null)
    .map(({ key, list, label }) => ({
      key,
      label: counts && list !== 'CLOSED' ? `${label} ${showCount(counts[key])}` : label,
      content: <Cases key={list} list={list} />,
    }))
  return (
    <PageLayout
      title={t`Attention`}
      context={
        viewer.role === 'FEES'
          ? t`Families whose fees are overdue for long, found by the rules of the school`
          : t`Children who need somebody, found by the rules of the school`
      }
      tabs={tabs}
    />
  )
}

const dayColumn = (key: string, header: string, value: (row: Row) => Day | null): Column<Row> => ({
  key,
  header,
  value,
  render: (row) => showDay(value(row)),
  minWidth: 112,
  flex: 0.6,
  sortable: false,
  phone: 'none',
})

const student: Column<Row> = {
  key: 'student',
  header: t`Student`,
  value: (row) => row.studentName,
  render: (row) => <PersonName name={row.studentName} />,
  minWidth: 150,
  flex: 1.2,
  sortable: false,
  phone: 'title',
}
const section: Column<Row> = {
  key: 'section',
  header: t`Section`,
  value: (row) => row.sectionName,
  minWidth: 84,
  flex: 0.4,
  sortable: false,
  phone: 'line',
}
const reasons: Column<Row> = {
  key: 'reasons',
  header: t`Reasons`,
  value: shortReasons,
  minWidth: 260,
  flex: 2.4,
  sortable: false,
  phone: 'line',
}
const owner: Column<Row> = {
  key: 'owner',
  header: t`Assigned to`,
  value: (row) => row.ownerName ?? t({ message: 'Nobody', context: 'who has a case' }),
  minWidth: 130,
  sortable: false,
  phone: 'none',
}
const lookAgain: Column<Row> = {
  key: 'lookAgain',
  header: t`Look again on`,
  value: (row) => row.lookAgainOn,
  render: (row) => <LookAgain day={row.lookAgainOn} />,
  minWidth: 120,
  flex: 0.7,
  sortable: false,
  phone: 'end',
}
const agreed: Column<Row> = {
  key: 'agreed',
  header: t`Agreed`,
  value: (row) => row.agreed,
  minWidth: 120,
  flex: 1,
  sortable: false,
  phone: 'none',
}
const closing: Column<Row> = {
  key: 'closing',
  header: t({ message: 'How', context: 'a case was closed' }),
  value: howClosed,
  minWidth: 260,
  flex: 2.4,
  sortable: false,
  phone: 'line',
  phoneText: shortHowClosed,
}

const openColumns = [
  student,
  section,
  reasons,
  owner,
  lookAgain,
  agreed,
  dayColumn('opened', t`Open since`, (row) => row.openedOn),
  { ...dayColumn('entry', t`Last note`, (row) => row.lastEntryOn), hidden: true },
]
const closedColumns = [
  student,
  section,
  dayColumn('closedOn', t({ message: 'Closed', context: 'day of a case' }), (row) => row.closedOn),
  closing,
  owner,
  { ...reasons, hidden: true, phone: 'none' as const },
]

function LookAgain({ day }: { day: Day | null }) {
  if (day === null) return null
  return day <= schoolDay(new Date()) ? <Chip label={t`Today`} tone="warn" /> : showDay(day)
}

const emptyTexts: Readonly<Record<CaseList, { text: string; hint: string }>> = {
  OPEN: {
    text: t`No child needs attention now`,
    hint: t`The rules look at every register a few minutes after it is saved, and at all students every night.`,
  },
  TODAY: { text: t`Nothing to look at again today`, hint: t`A case with a day to look again comes here on that day.` },
  MINE: { text: t`You have no case`, hint: t`Open a case and choose yourself under “Assigned to”.` },
  WAITING: { text: t`No case waits`, hint: t`A case waits here until the day on which somebody wants to look again.` },
  CLOSED: {
    text: t`No case is closed yet`,
    hint: t`Cases close by themselves when their reason is gone, or by hand with a reason.`,
  },
}

function Cases({ list }: { list: CaseList }) {
  const navigate = useNavigate()
  const { viewer } = useActiveSchool()
  const control = useTableQuery()
  const filters = useSectionFilters(control.query.filters.class)
  const toInput = useMemo(() => inputOf(list), [list])
  // The job opens and closes cases, too.
  const fetchPolicy = 'cache-and-network'
  const { tableProps } = usePagedTable({ document: AttentionCasesDocument, control, toInput, pageOf, rowId, fetchPolicy })
  return (
    <DataTable
      title={t`CASES`}
      fileName="attention"
      columns={list === 'CLOSED' ? closedColumns : openColumns}
      filters={filters}
      {...tableProps}
      rowName={(row) => row.studentName}
      onOpen={(row) => navigate(`/attention/${row.id}`)}
      searchLabel={t`3 letters or a roll`}
      empty={{
        ...emptyTexts[list],
        ...(list === 'OPEN' && viewer.role === 'ADMIN' && { action: <RulesButton /> }),
      }}
    />
  )
}

function RulesButton() {
  return (
    <Button as={Link} to="/settings?tab=attention">
      <Trans>Rules and limits</Trans>
    </Button>
  )
}

const inputOf =
  (list: CaseList) =>
  ({ filters, search, page, pageSize }: TableQuery): AttentionCasesQueryVariables['input'] => ({
    list,
    search,
    page,
    pageSize,
    ...(filters.class && { classId: filters.class }),
    ...(filters.section && { sectionId: filters.section }),
  })
const pageOf = (data: AttentionCasesQuery) => data.attentionCases
const rowId = (row: Row) => row.id
