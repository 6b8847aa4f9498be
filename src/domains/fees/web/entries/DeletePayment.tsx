import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
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
    success: t`Receipt ${receiptNumber} Deleted Successfully!`,
    failure: onceFailedMessage,
    onDone: onClose,
  })
  const money = {
    COLLECTED: online
      ? t`The money is in the bank account: refund it there, and enter the reference of the refund.`
      : t`It will be removed from every total. Give the money back or collect it again.`,
    CLEARING: t`The cheque will no longer be listed as clearing. Give it back.`,
    FAILED: t`The bank has returned the cheque.`,
  }[state]
  return (
    <Dialog title={t`Delete Payment`} onClose={command.saving ? undefined : onClose}>
      <CommandForm
        command={command}
        submitLabel={t`Delete Payment`}
        cancelLabel={t`Go Back`}
        onCancel={onClose}
        inDialog
        destructive
      >
        <FormWide>
          <Alert kind="warning" icon={false}>
            <Trans>
              <strong>
                {showMoney(payment.amount)} · receipt {receiptNumber}
              </strong>
              <br />
              {studentName} {sectionName}, {paymentModes[mode].label} on {showDay(payment.collectedOn)}
            </Trans>
          </Alert>
        </FormWide>
        <FormWide>
          {money} {state !== 'FAILED' && <Trans>The fees it paid are pending again.</Trans>}{' '}
          <Trans>
            The receipt keeps its number and stays under “Deleted Payments” with your name, the time and the reason. This cannot
            be undone.
          </Trans>
        </FormWide>
        <FormWide>
          <TextField name="reason" label={t`Reason`} required autoComplete="off" />
        </FormWide>
        {online && (
          <FormWide>
            <TextField name="refundRef" label={t`Refund Reference`} required autoComplete="off" />
          </FormWide>
        )}
      </CommandForm>
    </Dialog>
  )
}
