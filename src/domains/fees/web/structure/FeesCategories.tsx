import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from '#ui/navigation.tsx'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { actionFailedMessage } from '#ui/requestKey.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { EmptyState } from '#ui/states.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { AssignByFile } from './AssignByFile.tsx'
import { CategoryDialog } from './CategoryDialog.tsx'
import { CategoryStudents } from './CategoryStudents.tsx'
import { DeleteFeeCategoryDocument, type FeeCategoryWithLateFeeFragment } from './feeCategories.graphql.ts'
import { feesFailure } from './feesFailure.ts'
import { categoriesAddress } from './InnerPage.tsx'
import { UploadCategories } from './UploadCategories.tsx'
import { useFeeCategories } from './useFeeCategories.ts'
import { useFeesCan } from '../useFeesCan.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { AddIcon, DeleteIcon, EditIcon, GroupsIcon, UploadFileIcon } from '#ui/kit/icons.ts'

/** A school imports these dues once, when it starts. */
const ImportOpeningDues = lazy(() => import('./ImportOpeningDues.tsx'))

type Row = FeeCategoryWithLateFeeFragment

const columns: readonly Column<Row>[] = [
  { key: 'name', header: t`Name`, value: (row) => row.name, flex: 1.6, minWidth: 160 },
  {
    key: 'account',
    header: t`Bank Account`,
    value: (row) => (row.bankAccount ? `${row.bankAccount.name} · ${row.bankAccount.accNumber}` : ''),
    flex: 2,
    minWidth: 180,
  },
  {
    key: 'classes',
    header: t`Classes`,
    value: classesText,
    flex: 1,
    minWidth: 110,
    phone: 'line',
  },
  { key: 'fees', header: t`Fees`, value: (row) => row.feeCount, numeric: true, flex: 0.5, minWidth: 70 },
  {
    key: 'total',
    header: t`Total`,
    value: (row) => row.fixedTotal,
    money: true,
    render: (row) => showMoney(row.fixedTotal),
    numeric: true,
    flex: 0.9,
    minWidth: 120,
    phone: 'line',
  },
  {
    key: 'students',
    header: t`Students`,
    value: (row) => row.studentCount,
    render: (row) => plural(row.studentCount, { one: '# student', other: '# students' }),
    numeric: true,
    flex: 0.9,
    minWidth: 120,
    phone: 'line',
  },
]

/** Formats the classes that a category is for: "7, 8", "All classes". */
function classesText({ scope, classes }: Row): string {
  if (scope === 'ALL') return t`All classes`
  return scope === 'HAND' ? t`By hand` : classes.map(({ name }) => name).join(', ')
}

const rowId = (row: Row) => row.id
const rowName = (row: Row) => row.name

/** The Fees Categories tab: the list, and its inner pages, each with its own address. */
export default function FeesCategories() {
  const { term, termId } = useActiveSchool()
  const [address] = useSearchParams()
  const [view, category] = [address.get('view'), address.get('category')]
  if (!term) return <EmptyState text={t`This school has no term yet`} hint={t`Add one in the settings. Fees belong to a term.`} />
  // Another term has other categories, so inner pages start again.
  if (view === 'upload') return <UploadCategories key={termId} />
  if (view === 'assign') return <AssignByFile key={termId} />
  if (view === 'dues')
    return (
      <Suspense fallback={<LoadingState />}>
        <ImportOpeningDues />
      </Suspense>
    )
  if (category !== null) return <CategoryStudents key={`${termId} ${category}`} id={category} />
  return <CategoryList />
}

function CategoryList() {
  const navigate = useNavigate()
  const mayAdd = useFeesCan('addCategory')
  const mayImportDues = useFeesCan('importOpeningDues')
  const { categories, error, retry } = useFeeCategories()
  const [open, setOpen] = useState<Row | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Row | null>(null)
  const actions = useMemo<RowAction<Row>[]>(
    () => [
      {
        label: t`Students`,
        icon: GroupsIcon,
        onClick: (row) => navigate(categoriesAddress({ category: row.id })),
        refusalReason: (row) => row.viewerCan.assign.reason,
      },
      {
        label: t`Edit`,
        icon: EditIcon,
        onClick: setOpen,
        hidden: () => !mayAdd,
        refusalReason: (row) => row.viewerCan.update.reason,
      },
      {
        label: t`Delete`,
        icon: DeleteIcon,
        destructive: true,
        onClick: setDeleting,
        hidden: () => !mayAdd,
        refusalReason: (row) => row.viewerCan.delete.reason,
      },
    ],
    [navigate, mayAdd],
  )
  const add = mayAdd && (
    <Button variant="primary" icon={<AddIcon />} onClick={() => setOpen('new')}>
      <Trans>Add Fees Category</Trans>
    </Button>
  )
  return (
    <Stack gap={4}>
      <Row gap={2} justify="end" wrap>
        <Button variant="quiet" icon={<UploadFileIcon />} onClick={() => navigate(categoriesAddress({ view: 'assign' }))}>
          <Trans>Assign Students By CSV</Trans>
        </Button>
        {mayAdd && (
          <Button variant="quiet" icon={<UploadFileIcon />} onClick={() => navigate(categoriesAddress({ view: 'upload' }))}>
            <Trans>Upload Fees Categories</Trans>
          </Button>
        )}
        {mayImportDues && (
          <Button variant="quiet" icon={<UploadFileIcon />} onClick={() => navigate(categoriesAddress({ view: 'dues' }))}>
            <Trans>Import dues from before Shala</Trans>
          </Button>
        )}
        {add}
      </Row>
      <DataTable
        title={t`FEES CATEGORIES`}
        fileName="fees-categories"
        serialNumber
        columns={columns}
        rows={categories}
        error={error}
        onRetry={retry}
        failure={feesFailure}
        rowId={rowId}
        rowName={rowName}
        actions={actions}
        onOpen={(row) => row.viewerCan.assign.allowed && navigate(categoriesAddress({ category: row.id }))}
        empty={{
          text: t`No data found for this term`,
          hint: t`A fees category holds the fees of a group of students, such as Class 7 or Hostel.`,
          action: add,
        }}
      />
      {open !== null && <CategoryDialog category={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
      {deleting && <DeleteCategory category={deleting} onClose={() => setDeleting(null)} />}
    </Stack>
  )
}

/** Asks before a category is deleted, and says what is deleted with it. */
function DeleteCategory({ category, onClose }: { category: Row; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const { id, name, feeCount, studentCount } = category

  async function remove() {
    await sendCommand(DeleteFeeCategoryDocument, { schoolId, id })
    showSuccess(t`${name} has been successfully deleted!`)
  }

  return (
    <ConfirmDialog
      open
      title={t`Delete Fees Category`}
      confirmLabel={t`Delete Fees Category`}
      onConfirm={remove}
      onClose={onClose}
      failureMessage={actionFailedMessage}
    >
      <Text>
        <Trans>
          Are you sure you want to delete <strong>{name}</strong>?
        </Trans>
      </Text>
      <Text>
        {feeCount === 0
          ? t`It has no fees.`
          : plural(feeCount, { one: '# fee is deleted with it.', other: '# fees are deleted with it.' })}{' '}
        {studentCount === 0
          ? t`No student pays it.`
          : plural(studentCount, {
              one: '# student does not pay it any more.',
              other: '# students do not pay it any more.',
            })}{' '}
        <Trans>The students and all receipts stay as they are. This cannot be reversed.</Trans>
      </Text>
    </ConfirmDialog>
  )
}
