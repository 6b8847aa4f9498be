import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { onceFailedMessage, useRequestKey } from '#ui/requestKey.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { DeleteExpenseDocument, type ExpenseRowFragment } from './expenses.graphql.ts'
import { Text } from '#ui/kit/Text.tsx'

/** Asks before an expense is deleted. It leaves lists and totals and is kept in the books. */
export function DeleteExpense({ expense, onClose }: { expense: ExpenseRowFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const withKey = useRequestKey()
  const { categoryName, comment } = expense
  const whatFor = comment ? `${categoryName} (${comment})` : categoryName
  return (
    <ConfirmDialog
      open
      title={t`Delete Expense`}
      confirmLabel={t`Delete Expense`}
      onClose={onClose}
      failureMessage={onceFailedMessage}
      onConfirm={async () => {
        await withKey((key) => sendCommand(DeleteExpenseDocument, { schoolId, input: { key, id: expense.id } }))
        showSuccess(t`Expense Deleted Successfully!`)
      }}
    >
      <Text>
        <Trans>
          Are you sure you want to delete <strong>{showMoney(expense.amount)}</strong> for <strong>{whatFor}</strong>, paid on{' '}
          {showDay(expense.paidOn)}? It will be removed from every list and total, and kept in the books as deleted by you. This
          cannot be reversed.
        </Trans>
      </Text>
    </ConfirmDialog>
  )
}
