import { useApolloClient, useQuery } from '@apollo/client/react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { addDays, schoolDay, showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { fetchAllPages, requireData, maxPageSize } from '#ui/DataTable/fetchAllPages.ts'
import type { Column, TableFilter } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { useSectionFilters } from '#domains/classes/web/classes.exports.tsx'
import {
  IncidentsDocument,
  type IncidentsQuery,
  type IncidentsQueryVariables,
  type IncidentRowFragment,
  IncidentTypesDocument,
} from '../discipline.graphql.ts'
import { PointsChip } from '../PointsChip.tsx'
import { useIncidentDialogs } from './IncidentDialogs.tsx'

type Row = IncidentRowFragment
type View = IncidentsQueryVariables['input']

const columns: readonly Column<Row>[] = [
  { key: 'student', header: 'Student', value: (row) => row.studentName, minWidth: 150, flex: 1.3, phone: 'title' },
  { key: 'section', header: 'Section', value: (row) => row.sectionName, minWidth: 96, flex: 0.5, phone: 'line' },
  {
    key: 'points',
    header: 'Points',
    value: (row) => row.points,
    render: (row) => <PointsChip points={row.points} />,
    numeric: true,
    minWidth: 84,
    flex: 0.5,
    phone: 'line',
  },
  { key: 'type', header: 'Type', value: (row) => row.typeName, minWidth: 170, flex: 1.3, phone: 'line' },
  {
    key: 'day',
    header: 'Day',
    value: (row) => row.day,
    render: (row) => showDay(row.day),
    minWidth: 112,
    flex: 0.7,
    phone: 'line',
  },
  { key: 'note', header: 'Note', value: (row) => row.note, minWidth: 140, flex: 1.3, sortable: false, phone: 'none' },
  { key: 'action', header: 'Action Taken', value: (row) => row.actionTaken, sortable: false, hidden: true, phone: 'none' },
  { key: 'recordedBy', header: 'Recorded By', value: (row) => row.recordedByName, sortable: false, hidden: true, phone: 'none' },
  {
    key: 'notify',
    header: 'Guardians',
    value: (row) => (row.notify ? 'Notified' : 'Not notified'),
    sortable: false,
    hidden: true,
    phone: 'none',
  },
]

/** The API's sort key for a column. */
const sorts: Readonly<Record<string, View['sort']>> = {
  day: 'DAY',
  student: 'STUDENT',
  section: 'SECTION',
  type: 'TYPE',
  points: 'POINTS',
}

const spans = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
] as const

function viewOf(termId: string, query: TableQuery): View {
  const { class: classId, section: sectionId, type: typeId, span } = query.filters
  const days = spans.find((candidate) => candidate.value === span)
  const sort = query.sort === null ? undefined : sorts[query.sort]
  return {
    termId,
    search: query.search,
    page: query.page,
    pageSize: query.pageSize,
    ...(sort ? { sort, descending: query.descending } : {}),
    ...(classId ? { classId } : {}),
    ...(sectionId ? { sectionId } : {}),
    ...(typeId ? { typeId } : {}),
    ...(days ? { from: addDays(schoolDay(new Date()), 1 - Number(days.value)) } : {}),
  }
}

/** The tab Incidents. The server pages, sorts and searches. */
export function IncidentTable({ record }: { record: ReactNode }) {
  const { schoolId, termId } = useActiveSchool()
  const control = useTableQuery()
  const filters = useFilters(control.query.filters.class)
  const view = useMemo(() => viewOf(termId, control.query), [termId, control.query])
  const { data, previousData, error, loading, refetch } = useQuery(IncidentsDocument, { variables: { schoolId, input: view } })
  const all = useAllIncidents()
  const { actions, dialogs, show } = useIncidentDialogs()
  const shown = (data ?? previousData)?.incidents
  return (
    <>
      <DataTable
        title="INCIDENTS"
        fileName="incidents"
        columns={columns}
        filters={filters}
        rows={shown?.rows}
        error={shown ? undefined : error}
        onRetry={() => void refetch()}
        control={control}
        server={{ total: shown?.total ?? 0, all, loading: loading && !data }}
        rowId={rowId}
        rowName={rowName}
        onOpen={show}
        actions={actions}
        searchLabel="3 letters or a roll"
        empty={{
          text: 'No incidents in this term yet',
          hint: 'Record good and bad incidents; their points add up over the term. Students and guardians do not see this page, only messages about incidents.',
          action: record,
        }}
      />
      {dialogs}
    </>
  )
}

const rowId = (row: Row) => row.id
const rowName = (row: Row) => `${row.typeName} of ${row.studentName}`

/** Returns a function that loads every row of a view, for the export. */
function useAllIncidents() {
  const { schoolId, termId } = useActiveSchool()
  const client = useApolloClient()
  return useCallback(
    (query: TableQuery) =>
      fetchAllPages<Row, IncidentsQuery['incidents']>(async (page) => {
        const { data } = await client.query({
          query: IncidentsDocument,
          variables: { schoolId, input: { ...viewOf(termId, query), page, pageSize: maxPageSize } },
          fetchPolicy: 'no-cache',
        })
        return requireData(data).incidents
      }, rowId),
    [client, schoolId, termId],
  )
}

/** Returns the filters by class, section, type and time. */
function useFilters(classId: string | undefined): readonly TableFilter<Row>[] {
  const { schoolId } = useActiveSchool()
  const ofSections = useSectionFilters(classId)
  const { data } = useQuery(IncidentTypesDocument, { variables: { schoolId } })
  const types = data?.incidentTypes
  return useMemo(
    () => [
      ...ofSections,
      { key: 'type', label: 'Type', options: (types ?? []).map(({ id, name }) => ({ value: id, label: name })) },
      { key: 'span', label: 'Time', none: 'Whole term', options: spans },
    ],
    [ofSections, types],
  )
}
