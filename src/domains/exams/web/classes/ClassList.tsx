import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { Link as RouterLink, useNavigate } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { EditIcon } from '#ui/kit/icons.ts'
import { Link } from '#ui/kit/Link.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import { ClassAssessmentsDocument, type ClassAssessmentsQuery } from '../exams.graphql.ts'
import { countSubjects } from './subjectTexts.ts'

type ClassRow = ClassAssessmentsQuery['classAssessments'][number]

const classAddress = (row: ClassRow) => `/exams/classes/${row.classId}`
const rowId = (row: ClassRow) => row.classId
const rowName = (row: ClassRow) => row.className

const subjectsText = (row: ClassRow) => (row.schemeId ? countSubjects(row.subjects) : '')

const columns: readonly Column<ClassRow>[] = [
  {
    key: 'class',
    header: t`Class`,
    value: (row) => row.className,
    render: (row) => (
      <Link as={RouterLink} to={classAddress(row)}>
        {row.className}
      </Link>
    ),
    minWidth: 100,
  },
  {
    key: 'scheme',
    header: t`Scheme`,
    value: (row) => row.schemeName ?? t`Not said yet`,
    render: (row) =>
      row.schemeId && row.schemeName ? (
        <Link as={RouterLink} to={`/exams/schemes/${row.schemeId}`}>
          {row.schemeName}
        </Link>
      ) : (
        <StateChip state="PENDING" label={t`Not said yet`} />
      ),
    flex: 1.6,
    minWidth: 200,
    phone: 'line',
  },
  { key: 'schemeClass', header: t`As class`, value: (row) => row.schemeClass, minWidth: 100, phone: 'none' },
  {
    key: 'subjects',
    header: t`Subjects`,
    value: subjectsText,
    // Rendered, because a text that is not is cut at the end of its line.
    render: subjectsText,
    minWidth: 160,
    phone: 'none',
  },
]

/** The tab Classes: by which scheme each class of the term is assessed. */
export default function ClassList() {
  const { schoolId, termId } = useActiveSchool()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(ClassAssessmentsDocument, {
    variables: { schoolId, termId },
    alsoOf: ['classes'],
    skip: termId === '0',
  })
  const actions = useMemo<RowAction<ClassRow>[]>(
    () => [
      {
        label: (row) => (row.schemeId ? t`Change how it is assessed` : t`Say how it is assessed`),
        icon: EditIcon,
        onClick: (row) => navigate(classAddress(row)),
      },
    ],
    [navigate],
  )
  return (
    <DataTable
      title={t`CLASSES`}
      fileName="assessed-classes"
      columns={columns}
      rows={termId === '0' ? [] : data?.classAssessments}
      error={data ? undefined : error}
      onRetry={() => void refetch()}
      rowId={rowId}
      rowName={rowName}
      actions={actions}
      empty={{
        text: t`No classes in this term yet`,
        hint: t`The classes of the term are listed here, each with the scheme by which it is assessed. Add them on the screen “Classes”.`,
      }}
    />
  )
}
