import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { maxPageSize } from '#ui/DataTable/fetchAllPages.ts'
import type { TableFilter } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { usePagedTable } from '#ui/DataTable/usePagedTable.ts'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { DayRange } from '#ui/DataTable/DayRange.tsx'
import { parseDays } from '#ui/DataTable/days.ts'
import { PageLayout } from '#ui/PageLayout.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { type Area, areas, auditActions } from '../auditActions.ts'
import { auditColumns, entryKey } from './auditColumns.tsx'
import {
  AuditLogDocument,
  type AuditLogQuery,
  type AuditLogQueryVariables,
  AuditPeopleDocument,
  type AuditRowFragment,
  AuditStudentDocument,
  NoteAuditExportDocument,
} from './privacy.graphql.ts'
import { Stack } from '#ui/kit/Stack.tsx'
import { Alert } from '#ui/kit/Alert.tsx'
import { Chip } from '#ui/kit/Chip.tsx'

const AuditedScores = lazy(() => import('./AuditedScores.tsx'))

type Row = AuditRowFragment
type View = AuditLogQueryVariables['input']

/** Maximum number of rows that the server counts and pages; the export has all. */
const maxListed = 10_000

/** /audit-log: who did what in the school, newest first, including views and exports. */
export default function AuditLogScreen() {
  return (
    <PageLayout title={t`Audit Log`} context={t`Who changed, viewed or exported what. Nothing here can be changed.`}>
      <AuditLog />
    </PageLayout>
  )
}

function AuditLog() {
  const control = useTableQuery()
  const { page, tableProps } = usePagedTable({
    document: AuditLogDocument,
    control,
    toInput,
    pageOf,
    rowId,
  })
  const filters = useFilters()
  const all = useAllRows()
  const total = page?.total ?? 0
  return (
    <Stack gap={4}>
      <DayRange control={control} every={t`All days`} />
      <StudentFilter
        id={control.query.filters.student}
        onAll={() => {
          const { student: _, ...others } = control.query.filters
          control.change({ filters: others })
        }}
      />
      <DataTable
        title={t`AUDIT LOG`}
        fileName="audit-log"
        columns={auditColumns}
        filters={filters}
        {...tableProps}
        server={{ ...tableProps.server, total, all }}
        rowName={rowName}
        searchLabel={t`What was done`}
        footer={
          total >= maxListed && (
            <Alert kind="info">
              <Trans>These are the newest 10,000 entries. Choose days or an area to see older ones; the export has all.</Trans>
            </Alert>
          )
        }
        empty={{
          text: t`No entries yet`,
          hint: t`Every change, view of protected data and export is recorded here.`,
        }}
      />
      <ScoresOfEntry />
    </Stack>
  )
}

/** The scores of the entry that the address names. */
function ScoresOfEntry() {
  const [address, setAddress] = useSearchParams()
  const id = address.get(entryKey) ?? ''
  if (!/^\d{1,15}$/.test(id)) return null
  const close = () => {
    const closed = new URLSearchParams(address)
    closed.delete(entryKey)
    setAddress(closed, { replace: true })
  }
  return (
    <Suspense>
      <AuditedScores id={id} onClose={close} />
    </Suspense>
  )
}

const pageOf = (data: AuditLogQuery) => data.auditLog
const rowId = (row: Row) => row.id
const rowName = (row: Row) => t({ message: `${row.says} by ${row.who}`, context: 'an action by a person' })

function toInput({ search, page, pageSize, filters }: TableQuery): View {
  return { ...filterOf({ search, filters }), page, pageSize }
}

/** Turns search words into action names, because the table stores names. */
function filterOf({ search, filters }: Pick<TableQuery, 'search' | 'filters'>) {
  const searchWords = search.toLowerCase().split(/\s+/).filter(Boolean)
  const searchable = ([name, { label }]: [string, { label: string }]) => `${label} ${name}`.toLowerCase()
  const actions = [...auditActions]
    .filter((action) => searchWords.every((word) => searchable(action).includes(word)))
    .map(([name]) => name)
  const { area, person, student } = filters
  return {
    ...parseDays(filters),
    ...(area && Object.hasOwn(areas, area) ? { area: area as Area } : {}),
    ...(person && /^(PLATFORM|NOBODY|\d{1,15})$/.test(person) ? { person } : {}),
    ...(student && /^\d{1,15}$/.test(student) ? { studentId: student } : {}),
    ...(searchWords.length > 0 ? { actions } : {}),
  }
}

/** Returns the filters by area and person. */
function useFilters(): readonly TableFilter<Row>[] {
  const { schoolId } = useActiveSchool()
  const { data } = useQuery(AuditPeopleDocument, { variables: { schoolId } })
  const people = data?.auditPeople
  return useMemo(
    () => [
      {
        key: 'area',
        label: t`Area`,
        none: t`All but sign-ins`,
        options: Object.entries(areas).map(([value, label]) => ({ value, label })),
      },
      {
        key: 'person',
        label: t`Person`,
        none: t`Everybody`,
        options: [
          ...(people ?? []).map(({ id, name }) => ({ value: id, label: name })),
          { value: 'PLATFORM', label: t`Super administrators` },
          { value: 'NOBODY', label: t`No person (jobs, devices, pay links)` },
        ],
      },
    ],
    [people],
  )
}

/** Returns a function that reads every row of a view page by page for the export, and records the export first. */
function useAllRows() {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const sendCommand = useSendCommand()
  return useCallback(
    async (query: TableQuery) => {
      const filter = filterOf(query)
      await sendCommand(NoteAuditExportDocument, { schoolId, input: filter })
      const rows: Row[] = []
      for (let before: string | undefined; ; ) {
        const input = { ...filter, pageSize: maxPageSize, ...(before === undefined ? {} : { before }) }
        const data = await client.request(AuditLogDocument, { schoolId, input })
        const page = data.auditLog.rows
        rows.push(...page)
        before = page.at(-1)?.cursor
        if (page.length < maxPageSize) return rows
      }
    },
    [client, sendCommand, schoolId],
  )
}

function StudentFilter({ id, onAll }: { id: string | undefined; onAll: () => void }) {
  const { schoolId } = useActiveSchool()
  const { data } = useQuery(AuditStudentDocument, { variables: { schoolId, id: id ?? '' }, skip: !id })
  if (!id) return null
  return (
    <div>
      <Chip label={data ? t`Only ${data.student.name}` : t`Only one student`} onRemove={onAll} />
    </div>
  )
}
