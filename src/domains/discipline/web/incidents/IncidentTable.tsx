import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { type ReactNode, useMemo } from 'react'
import { addDays, schoolDay, showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column, TableFilter } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { usePagedTable } from '#ui/DataTable/usePagedTable.ts'
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
import { PersonName } from '#ui/kit/Avatar.tsx'

type Row = IncidentRowFragment
type View = IncidentsQueryVariables['input']

const columns: readonly Column<Row>[] = [
  {
    key: 'student',
    header: t`Student`,
    value: (row) => row.studentName,
    render: (row) => <PersonName name={row.studentName} />,
    minWidth: 150,
    flex: 1.3,
    phone: 'title',
  },
  { key: 'section', header: t`Section`, value: (row) => row.sectionName, minWidth: 96, flex: 0.5, phone: 'line' },
  {
    key: 'points',
    header: t`Points`,
    value: (row) => row.points,
    render: (row) => <PointsChip points={row.points} />,
    numeric: true,
    minWidth: 84,
    flex: 0.5,
    phone: 'line',
  },
  { key: 'type', header: t`Type`, value: (row) => row.typeName, minWidth: 170, flex: 1.3, phone: 'line' },
  {
    key: 'day',
    header: t`Day`,
    value: (row) => row.day,
    render: (row) => showDay(row.day),
    minWidth: 112,
    flex: 0.7,
    phone: 'line',
  },
  { key: 'note', header: t`Note`, value: (row) => row.note, minWidth: 140, flex: 2, sortable: false, phone: 'none' },
  { key: 'action', header: t`Action Taken`, value: (row) => row.actionTaken, sortable: false, hidden: true, phone: 'none' },
  { key: 'recordedBy', header: t`Recorded By`, value: (row) => row.recordedByName, sortable: false, hidden: true, phone: 'none' },
  {
    key: 'notify',
    header: t`Guardians`,
    value: (row) => (row.notify ? t`Notified` : t`Not notified`),
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
  { value: '7', label: t`Last 7 days` },
  { value: '30', label: t`Last 30 days` },
] as const

function toInput(query: TableQuery, termId: string): View {
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
  const control = useTableQuery()
  const filters = useFilters(control.query.filters.class)
  const { tableProps } = usePagedTable({ document: IncidentsDocument, control, toInput, pageOf, rowId })
  const { actions, dialogs, show } = useIncidentDialogs()
  return (
    <>
      <DataTable
        title={t`INCIDENTS`}
        fileName="incidents"
        columns={columns}
        filters={filters}
        {...tableProps}
        rowName={rowName}
        onOpen={show}
        actions={actions}
        searchLabel={t`3 letters or a roll`}
        empty={{
          text: t`No incidents in this term yet`,
          hint: t`Record good and bad incidents; their points add up over the term. Students and guardians do not see this page, only messages about incidents.`,
          action: record,
        }}
      />
      {dialogs}
    </>
  )
}

const pageOf = (data: IncidentsQuery) => data.incidents
const rowId = (row: Row) => row.id
const rowName = (row: Row) => t({ message: `${row.typeName} of ${row.studentName}`, context: 'an incident of a student' })

/** Returns the filters by class, section, type and time. */
function useFilters(classId: string | undefined): readonly TableFilter<Row>[] {
  const { schoolId } = useActiveSchool()
  const ofSections = useSectionFilters(classId)
  const { data } = useQuery(IncidentTypesDocument, { variables: { schoolId } })
  const types = data?.incidentTypes
  return useMemo(
    () => [
      ...ofSections,
      { key: 'type', label: t`Type`, options: (types ?? []).map(({ id, name }) => ({ value: id, label: name })) },
      { key: 'span', label: t({ message: 'Time', context: 'a span of days' }), none: t`Whole term`, options: spans },
    ],
    [ofSections, types],
  )
}
