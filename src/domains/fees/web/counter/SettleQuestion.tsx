import type { InternalRefetchQueriesInclude } from '@apollo/client'
import Typography from '@mui/material/Typography'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { onceFailed } from '#ui/requestKey.ts'
import { saySuccess } from '#ui/snackbars.tsx'
import { type CounterPaymentFragment, SettleChequeDocument } from './collectFees.graphql.ts'
import { sureToContinue } from './counterWords.ts'
import { useBookChange } from './useBookChange.ts'

export type Outcome = 'CLEARED' | 'FAILED'

export interface SettleQuestionProps {
  cheque: Pick<CounterPaymentFragment, 'id' | 'chequeNo' | 'amount' | 'receiptNumber' | 'collectedOn'>
  outcome: Outcome
  reload: () => Promise<unknown>
  /** Lists to be fetched again when it was done. */
  refetch?: InternalRefetchQueriesInclude
  onClose: () => void
}

/** Asks before what the bank has said about a cheque is written. */
export function SettleQuestion({ cheque, outcome, reload, refetch, onClose }: SettleQuestionProps) {
  const { schoolId } = useActiveSchool()
  const settle = useBookChange(SettleChequeDocument, reload, refetch)
  const cleared = outcome === 'CLEARED'
  const word = cleared ? 'Cleared' : 'Failed'

  async function confirm() {
    const done = await settle((key) => ({ schoolId, input: { key, id: cheque.id, outcome } }))
    if (done) saySuccess(`Cheque ${cheque.chequeNo} Marked As ${word}!`)
  }

  return (
    <ConfirmDialog
      open
      title={sureToContinue}
      confirmLabel={word}
      destructive={!cleared}
      failure={onceFailed}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Typography>
        Cheque {cheque.chequeNo} · {showMoney(cheque.amount)} · receipt {cheque.receiptNumber}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>
        {cleared
          ? `The bank has paid: the amount counts as collected on ${showDay(cheque.collectedOn)}.`
          : 'The bank has not paid: what the cheque was for is pending again. The receipt keeps its number.'}{' '}
        This cannot be changed afterwards.
      </Typography>
    </ConfirmDialog>
  )
}
