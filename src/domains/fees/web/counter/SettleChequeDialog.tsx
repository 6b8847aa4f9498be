import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { onceFailedMessage } from '#ui/requestKey.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { clearedByMistake, failedByMistake } from '../../instruments.rules.ts'
import { type CounterPaymentFragment, SettleChequeDocument } from './collectFees.graphql.ts'
import { confirmTitle } from './counterMessages.ts'
import { useAccountMutation } from './useAccountMutation.ts'
import styles from './SettleChequeDialog.module.css'
import { Text } from '#ui/kit/Text.tsx'

export type ChequeOutcome = 'CLEARED' | 'FAILED'

export interface SettleChequeDialogProps {
  cheque: Pick<CounterPaymentFragment, 'id' | 'mode' | 'chequeNo' | 'amount' | 'receiptNumber' | 'collectedOn'>
  outcome: ChequeOutcome
  reload: () => Promise<unknown>
  onClose: () => void
}

/** Asks before the bank's answer on a cheque or demand draft is recorded. */
export function SettleChequeDialog({ cheque, outcome, reload, onClose }: SettleChequeDialogProps) {
  const { schoolId } = useActiveSchool()
  const settle = useAccountMutation(SettleChequeDocument, reload)
  const cleared = outcome === 'CLEARED'

  async function confirm() {
    const done = await settle((key) => ({ schoolId, input: { key, id: cheque.id, outcome } }))
    if (!done) return
    const { chequeNo } = cheque
    if (cheque.mode === 'DD')
      showSuccess(cleared ? t`Demand draft ${chequeNo} Marked As Cleared!` : t`Demand draft ${chequeNo} Marked As Failed!`)
    else showSuccess(cleared ? t`Cheque ${chequeNo} Marked As Cleared!` : t`Cheque ${chequeNo} Marked As Failed!`)
  }

  return (
    <ConfirmDialog
      open
      title={confirmTitle}
      confirmLabel={cleared ? t`Cleared` : t({ message: 'Failed', context: 'a cheque' })}
      destructive={!cleared}
      failureMessage={onceFailedMessage}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>
        {cheque.mode === 'DD' ? (
          <Trans>
            Demand draft {cheque.chequeNo} · {showMoney(cheque.amount)} · receipt {cheque.receiptNumber}
          </Trans>
        ) : (
          <Trans>
            Cheque {cheque.chequeNo} · {showMoney(cheque.amount)} · receipt {cheque.receiptNumber}
          </Trans>
        )}
      </Text>
      <Text className={styles.hint}>
        {cleared ? (
          <Trans>The bank has paid: the amount counts as collected on {showDay(cheque.collectedOn)}.</Trans>
        ) : (
          <Trans>The bank has not paid: the fees on this cheque are pending again. The receipt keeps its number.</Trans>
        )}
      </Text>
      <Text className={styles.hint}>{cleared ? clearedByMistake() : failedByMistake()}</Text>
    </ConfirmDialog>
  )
}
