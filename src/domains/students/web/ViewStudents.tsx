import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from '#ui/navigation.tsx'
import { showDay } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column, RowAction, TableFilter } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { usePagedTable } from '#ui/DataTable/usePagedTable.ts'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { StateChip } from '#ui/StateChip.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { useSectionFilters } from '#domains/classes/web/classes.exports.tsx'
import { studentListInput } from './studentListInput.ts'
import { fieldText } from '../studentFields.exports.ts'
import { listedFields, studentFields } from '../students.fields.ts'
import { SetStudentDisabledDocument } from './studentDisabled.graphql.ts'
import { StudentsDocument, type StudentsQuery } from './openingStudents.graphql.ts'
import { Button } from '#ui/kit/Button.tsx'
import { BlockIcon, EditIcon } from '#ui/kit/icons.ts'
import { PersonName } from '#ui/kit/Avatar.tsx'
import { later } from '#ui/kit/later.tsx'

// Loaded when opened.
const EditStudent = later(async () => ({ default: (await import('./EditStudent.tsx')).EditStudent }))

type Row = StudentsQuery['students']['rows'][number]

const stateLabels = { ENABLED: t`Enabled`, DISABLED: t`Disabled` } as const
const stateOf = ({ student }: Row) => (student.disabled ? 'DISABLED' : 'ENABLED')

const genderLabels = { MALE: t`Male`, FEMALE: t`Female`, OTHER: t`Other`, BLANK: '' }

const columns: readonly Column<Row>[] = [
  {
    key: 'section',
    header: t`Class`,
    value: (row) => `${row.className}-${row.sectionName}`,
    flex: 0.5,
    minWidth: 80,
    phone: 'line',
  },
  {
    key: 'roll',
    header: t`Roll`,
    value: (row) => row.roll,
    flex: 0.4,
    minWidth: 70,
    phone: 'line',
    phoneText: (row) => t`roll ${row.roll}`,
  },
  {
    key: 'name',
    header: t`Name`,
    value: (row) => row.student.name,
    render: (row) => <PersonName name={row.student.name} />,
    flex: 1.6,
    minWidth: 180,
    phone: 'title',
  },
  { key: 'registerNo', header: t`Register no.`, value: (row) => row.student.registerNo, flex: 0.8, minWidth: 120, phone: 'none' },
  { key: 'phone', header: t`Phone`, value: (row) => row.student.phone, flex: 0.8, minWidth: 120, phone: 'none' },
  {
    key: 'enabled',
    header: t`Enabled`,
    value: (row) => stateLabels[stateOf(row)],
    render: (row) => <StateChip state={stateOf(row)} label={stateLabels[stateOf(row)]} />,
    flex: 0.6,
    sortable: false,
    phone: 'none',
  },
  {
    key: 'gender',
    header: t`Gender`,
    value: (row) => genderLabels[row.student.gender],
    hidden: true,
    sortable: false,
    phone: 'none',
  },
  ...listedFields.map(
    (field): Column<Row> => ({
      key: field,
      header: studentFields[field].label,
      value: (row) => fieldText(row.student, field, showDay),
      hidden: true,
      sortable: false,
      phone: 'none',
    }),
  ),
  {
    key: 'loginEmail',
    header: t`Login email`,
    value: (row) => row.student.loginEmail,
    hidden: true,
    sortable: false,
    minWidth: 200,
    phone: 'none',
  },
]

/** The tab View Students: paged, sorted and searched by the server. */
export function ViewStudents() {
  const { schoolId } = useActiveSchool()
  const navigate = useNavigate()
  const control = useTableQuery()
  const filters = useFilters(control.query.filters.class)
  const { tableProps } = usePagedTable({ document: StudentsDocument, control, toInput: studentListInput, pageOf, rowId })
  const [editing, setEditing] = useState<string | null>(null)
  const [setDisabled] = useCommand(SetStudentDisabledDocument, { success: t`Student Updated Successfully!` })

  const actions = useMemo<RowAction<Row>[]>(
    () => [
      {
        label: t`Edit Student`,
        icon: EditIcon,
        onClick: (row) => setEditing(row.student.id),
        refusalReason: (row) => row.student.viewerCan.update.reason,
      },
      {
        label: (row) => (row.student.disabled ? t`Enable Student` : t`Disable Student`),
        icon: BlockIcon,
        onClick: ({ student }) => void setDisabled({ schoolId, input: { id: student.id, disabled: !student.disabled } }),
        refusalReason: (row) => row.student.viewerCan.setDisabled.reason,
      },
    ],
    [schoolId, setDisabled],
  )

  return (
    <>
      <DataTable
        title={t`STUDENTS`}
        fileName="students"
        serialNumber
        columns={columns}
        filters={filters}
        {...tableProps}
        rowName={rowName}
        isDisabled={isDisabled}
        onOpen={(row) => navigate(`/students/${row.student.id}`)}
        actions={actions}
        searchLabel={t`3 letters or a roll`}
        empty={{
          text: t`No students in this term yet`,
          hint: t`Add classes and sections first, then students one by one or all at once from a file.`,
          action: (
            <Button variant="primary" as={Link} to="/students?tab=bulk">
              <Trans>Bulk Add</Trans>
            </Button>
          ),
        }}
      />
      {editing !== null && <EditStudent id={editing} onClose={() => setEditing(null)} />}
    </>
  )
}

const pageOf = (data: StudentsQuery) => data.students
const rowId = (row: Row) => row.id
const rowName = (row: Row) => row.student.name
const isDisabled = (row: Row) => row.student.disabled

/** The filters by class, section and state. */
function useFilters(classId: string | undefined): readonly TableFilter<Row>[] {
  const sectionFilters = useSectionFilters(classId)
  return useMemo(
    () => [
      ...sectionFilters,
      { key: 'state', label: t`Enabled`, options: Object.entries(stateLabels).map(([value, label]) => ({ value, label })) },
    ],
    [sectionFilters],
  )
}
