import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { paymentModes } from '#shared/paymentModes.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { onceFailedMessage } from '#ui/requestKey.ts'
import { paymentDeletionForm } from '../../payments.schema.ts'
import { DeletePaymentDocument } from './entries.graphql.ts'
import type { EntryRow } from './entryColumns.tsx'
import { Alert } from '#ui/kit/Alert.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'

/** The dialog that deletes a payment: the payment, the consequences, and the reason. */
export function DeletePayment({ payment, onClose }: { payment: EntryRow; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const { id, receiptNumber, studentName, sectionName, mode, state } = payment
  const online = mode === 'ONLINE'
  const command = useCommandForm({
    schema: paymentDeletionForm(online),
    mutation: DeletePaymentDocument,
    defaultValues: { reason: '', refundRef: '' },
    variables: (input, key) => ({ schoolId, input: { ...input, key, id } }),
    success: `Receipt ${receiptNumber} Deleted Successfully!`,
    failure: onceFailedMessage,
    onDone: onClose,
  })
  const money = {
    COLLECTED: online
      ? 'The money is in the bank account: refund it there, and enter the reference of the refund.'
      : 'It will be removed from every total. Give the money back or collect it again.',
    CLEARING: 'The cheque will no longer be listed as clearing. Give it back.',
    FAILED: 'The bank has returned the cheque.',
  }[state]
  return (
    <Dialog title="Delete Payment" onClose={command.saving ? undefined : onClose}>
      <CommandForm command={command} submitLabel="Delete Payment" cancelLabel="Go Back" onCancel={onClose} inDialog destructive>
        <FormWide>
          <Alert kind="warning" icon={false}>
            <strong>
              {showMoney(payment.amount)} · receipt {receiptNumber}
            </strong>
            <br />
            {studentName} {sectionName}, {paymentModes[mode].label} on {showDay(payment.collectedOn)}
          </Alert>
        </FormWide>
        <FormWide>
          {money} {state !== 'FAILED' && 'The fees it paid are pending again. '}The receipt keeps its number and stays under
          Deleted Payments with your name, the time and the reason. This cannot be undone.
        </FormWide>
        <FormWide>
          <TextField name="reason" label="Reason" required autoComplete="off" />
        </FormWide>
        {online && (
          <FormWide>
            <TextField name="refundRef" label="Refund Reference" required autoComplete="off" />
          </FormWide>
        )}
      </CommandForm>
    </Dialog>
  )
}
