import { useApolloClient } from '@apollo/client/react'
import Typography from '@mui/material/Typography'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { onceFailed, useRequestKey } from '#ui/requestKey.ts'
import { saySuccess } from '#ui/snackbars.tsx'
import {
  DeleteExpenseDocument,
  ExpenseCategoriesDocument,
  type ExpenseRowFragment,
  ExpensesDocument,
} from './expenses.graphql.ts'

/** Asks before an expense leaves the lists and totals; it is kept in the books as deleted. */
export function DeleteExpense({ expense, onClose }: { expense: ExpenseRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const withKey = useRequestKey()
  return (
    <ConfirmDialog
      open
      title="Delete Expense"
      confirmLabel="Delete Expense"
      onClose={onClose}
      failure={onceFailed}
      onConfirm={async () => {
        await withKey((key) =>
          client.mutate({
            mutation: DeleteExpenseDocument,
            variables: { schoolId, input: { key, id: expense.id } },
            refetchQueries: [ExpensesDocument, ExpenseCategoriesDocument],
            awaitRefetchQueries: true,
          }),
        )
        saySuccess('Expense Deleted Successfully!')
      }}
    >
      <Typography>
        Are you sure you want to delete <strong>{showMoney(expense.amount)}</strong> for <strong>{expense.categoryName}</strong>
        {expense.comment && ` (${expense.comment})`}, paid on {showDay(expense.paidOn)}? It leaves every list and total, and is
        kept in the books as deleted by you. This cannot be reversed.
      </Typography>
    </ConfirmDialog>
  )
}
