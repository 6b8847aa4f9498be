import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { CommandForm, FormWide } from '#ui/forms/CommandForm.tsx'
import { TextField } from '#ui/forms/TextField.tsx'
import { useCommandForm } from '#ui/forms/useCommandForm.ts'
import { onceFailedMessage } from '#ui/requestKey.ts'
import { refundCancellationForm } from '../../refunds.schema.ts'
import { CancelRefundDocument, type VoucherPaperFragment } from './refunds.graphql.ts'
import { Dialog } from '#ui/kit/Dialog.tsx'

/** The dialog that asks for a reason and cancels a refund. */
export function CancelRefund({ voucher, onClose }: { voucher: VoucherPaperFragment; onClose: () => void }) {
  const { schoolId } = useActiveSchool()
  const { id, refundNumber, amount, studentName } = voucher
  const command = useCommandForm({
    schema: refundCancellationForm,
    mutation: CancelRefundDocument,
    defaultValues: { reason: '' },
    variables: (input, key) => ({ schoolId, input: { ...input, key, id } }),
    success: t`Voucher ${refundNumber} is cancelled.`,
    failure: onceFailedMessage,
    onDone: onClose,
  })
  return (
    <Dialog title={t`Cancel Voucher`} onClose={command.saving ? undefined : onClose}>
      <CommandForm
        command={command}
        submitLabel={t`Cancel Voucher`}
        cancelLabel={t`Go Back`}
        onCancel={onClose}
        inDialog
        destructive
      >
        <FormWide>
          <Trans>
            {showMoney(amount)} of {studentName} counts as collected again. The voucher keeps its number, with your name, the time
            and the reason. This cannot be undone.
          </Trans>
        </FormWide>
        <FormWide>
          <TextField name="reason" label={t`Reason`} required autoComplete="off" />
        </FormWide>
      </CommandForm>
    </Dialog>
  )
}
