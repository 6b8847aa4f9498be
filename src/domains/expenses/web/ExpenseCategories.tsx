import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useMemo, useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { CommandForm } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { actionFailedMessage } from '#ui/requestKey.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { expenseCategoryForm } from '../expenses.schema.ts'
import {
  AddExpenseCategoryDocument,
  DeleteExpenseCategoryDocument,
  ExpenseCategoriesDocument,
  type ExpenseCategoryRowFragment,
} from './expenses.graphql.ts'
import styles from './ExpenseCategories.module.css'
import { Text } from '#ui/kit/Text.tsx'
import { DeleteIcon } from '#ui/kit/icons.ts'

type Row = ExpenseCategoryRowFragment

const columns: readonly Column<Row>[] = [
  { key: 'name', header: t`Category`, value: (row) => row.name, flex: 2, minWidth: 160 },
  {
    key: 'expenses',
    header: t`Expenses`,
    value: (row) => row.expenses,
    render: (row) => plural(row.expenses, { one: '# expense', other: '# expenses' }),
    numeric: true,
    phone: 'line',
  },
]

const rowId = (row: Row) => row.id
const rowName = (row: Row) => row.name

/** The Expense Categories tab: the categories that expenses are grouped by. A category cannot be changed. */
export default function ExpenseCategories({ mayAdd, mayDelete }: { mayAdd: boolean; mayDelete: boolean }) {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(ExpenseCategoriesDocument, { variables: { schoolId } })
  const [deleting, setDeleting] = useState<Row | null>(null)
  const actions = useMemo<RowAction<Row>[]>(
    () => [
      {
        label: t`Delete Category`,
        icon: DeleteIcon,
        destructive: true,
        onClick: setDeleting,
        refusalReason: (row) => row.viewerCan.delete.reason,
      },
    ],
    [],
  )
  return (
    <div className={styles.column}>
      {mayAdd && <AddCategory />}
      <DataTable
        title={t`EXPENSE CATEGORIES`}
        fileName="expense-categories"
        serialNumber
        columns={columns}
        rows={data?.expenseCategories}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
        rowId={rowId}
        rowName={rowName}
        {...(mayDelete ? { actions } : {})}
        empty={{
          text: t`No expense categories yet`,
          hint: t`Group expenses by categories such as Stationery, Repairs or Electricity. Add the first one above.`,
        }}
      />
      {deleting && <DeleteCategory category={deleting} onClose={() => setDeleting(null)} />}
    </div>
  )
}

function AddCategory() {
  const command = useCommandForm({
    schema: expenseCategoryForm,
    mutation: AddExpenseCategoryDocument,
    defaultValues: { name: '' },
    success: ({ addExpenseCategory }) => t`${addExpenseCategory.name} has been added successfully!`,
    failure: (message) => t`The category has not been added. ${message}`,
    resetOnSuccess: 'name',
  })
  return (
    <CommandForm command={command} submitLabel={t`Add Category`}>
      <TextField
        name="name"
        label={t`Category`}
        required
        autoComplete="off"
        hint={t`Such as Stationery. Its name cannot be changed later.`}
      />
    </CommandForm>
  )
}

function DeleteCategory({ category, onClose }: { category: Row; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  return (
    <ConfirmDialog
      open
      title={t`Delete Category`}
      confirmLabel={t`Delete Category`}
      onClose={onClose}
      failureMessage={actionFailedMessage}
      onConfirm={async () => {
        await sendCommand(DeleteExpenseCategoryDocument, { schoolId, id: category.id })
        showSuccess(t`${category.name} has been successfully deleted!`)
      }}
    >
      <Text>
        <Trans>
          Are you sure you want to delete the category <strong>{category.name}</strong>? No expense is in it. This cannot be
          reversed.
        </Trans>
      </Text>
    </ConfirmDialog>
  )
}
