import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { onceFailedMessage } from '#ui/requestKey.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { type CounterPaymentFragment, SettleChequeDocument } from './collectFees.graphql.ts'
import { confirmTitle } from './counterMessages.ts'
import { useAccountMutation } from './useAccountMutation.ts'
import styles from './SettleChequeDialog.module.css'
import { Text } from '#ui/kit/Text.tsx'

export type ChequeOutcome = 'CLEARED' | 'FAILED'

export interface SettleChequeDialogProps {
  cheque: Pick<CounterPaymentFragment, 'id' | 'chequeNo' | 'amount' | 'receiptNumber' | 'collectedOn'>
  outcome: ChequeOutcome
  reload: () => Promise<unknown>
  onClose: () => void
}

/** Asks before the bank's answer on a cheque is recorded. */
export function SettleChequeDialog({ cheque, outcome, reload, onClose }: SettleChequeDialogProps) {
  const { schoolId } = useActiveSchool()
  const settle = useAccountMutation(SettleChequeDocument, reload)
  const cleared = outcome === 'CLEARED'
  const word = cleared ? 'Cleared' : 'Failed'

  async function confirm() {
    const done = await settle((key) => ({ schoolId, input: { key, id: cheque.id, outcome } }))
    if (done) showSuccess(`Cheque ${cheque.chequeNo} Marked As ${word}!`)
  }

  return (
    <ConfirmDialog
      open
      title={confirmTitle}
      confirmLabel={word}
      destructive={!cleared}
      failureMessage={onceFailedMessage}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>
        Cheque {cheque.chequeNo} · {showMoney(cheque.amount)} · receipt {cheque.receiptNumber}
      </Text>
      <Text className={styles.hint}>
        {cleared
          ? `The bank has paid: the amount counts as collected on ${showDay(cheque.collectedOn)}.`
          : 'The bank has not paid: the fees on this cheque are pending again. The receipt keeps its number.'}{' '}
        This cannot be changed afterwards.
      </Text>
    </ConfirmDialog>
  )
}
