import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { Link as RouterLink, useNavigate } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { Button } from '#ui/kit/Button.tsx'
import { AddIcon, DeleteIcon, EditIcon } from '#ui/kit/icons.ts'
import { Link } from '#ui/kit/Link.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import { type ExamFactsFragment, ExamsDocument } from './dates.graphql.ts'
import { DeleteExamDialog } from './DeleteExamDialog.tsx'
import { changeAddress, examAddress, examDays, examState, newExam } from './examTexts.ts'

const rowId = (row: ExamFactsFragment) => row.id
const rowName = (row: ExamFactsFragment) => row.name

const columns: readonly Column<ExamFactsFragment>[] = [
  {
    key: 'name',
    header: t`Exam`,
    value: (row) => row.name,
    render: (row) => (
      <Link as={RouterLink} to={examAddress(row.id)}>
        {row.name}
      </Link>
    ),
    flex: 1.4,
    minWidth: 180,
  },
  { key: 'days', header: t`Days`, value: examDays, flex: 1.4, minWidth: 215, sortable: false, phone: 'line' },
  {
    key: 'classes',
    header: t`Classes`,
    value: (row) => row.classes.map(({ name }) => name).join(', '),
    minWidth: 120,
    phone: 'none',
  },
  { key: 'papers', header: t`Papers`, value: (row) => row.paperCount, minWidth: 80, phone: 'none' },
  {
    key: 'state',
    header: t`State`,
    value: (row) => examState(row).label,
    render: (row) => <StateChip {...examState(row)} />,
    minWidth: 180,
    phone: 'line',
  },
]

/** The tab Date sheets: the exams of the looked-at term. */
export default function ExamList() {
  const { schoolId, termId, viewer } = useActiveSchool()
  const navigate = useNavigate()
  const [deleted, setDeleted] = useState<ExamFactsFragment | null>(null)
  const { data, error, refetch } = useQuery(ExamsDocument, {
    variables: { schoolId, termId },
    alsoOf: ['classes'],
    skip: termId === '0',
  })
  const isOffice = viewer.role !== 'TEACHER'
  const actions = useMemo<RowAction<ExamFactsFragment>[]>(
    () =>
      isOffice
        ? [
            {
              label: t`Change date sheet`,
              icon: EditIcon,
              onClick: (row) => navigate(changeAddress(row.id)),
              refusalReason: (row) => row.viewerCan.save.reason,
            },
            {
              label: t`Delete exam`,
              icon: DeleteIcon,
              destructive: true,
              onClick: setDeleted,
              refusalReason: (row) => row.viewerCan.delete.reason,
            },
          ]
        : [],
    [navigate, isOffice],
  )
  const add = (
    <Button variant="primary" as={RouterLink} to={examAddress(newExam)} icon={<AddIcon size={18} />}>
      <Trans>Add exam</Trans>
    </Button>
  )
  return (
    <Stack gap={4}>
      {isOffice && termId !== '0' && <Row gap={2}>{add}</Row>}
      <DataTable
        title={t`EXAMS`}
        fileName="exams"
        columns={columns}
        rows={termId === '0' ? [] : data?.exams}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
        rowId={rowId}
        rowName={rowName}
        actions={actions}
        empty={{
          text: t`No exams in this term yet`,
          hint: t`An exam has a date sheet: which class writes which subject on which day. Families see it once it is announced.`,
        }}
      />
      {deleted && <DeleteExamDialog exam={deleted} onClose={() => setDeleted(null)} />}
    </Stack>
  )
}
