import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { showDay } from '../../../../shared/dates.ts'
import { showMoney } from '../../../../shared/money.ts'
import { useActiveSchool } from '../../../../ui/activeSchool.ts'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { saySuccess } from '../../../../ui/snackbars.tsx'
import { AccountPart } from './AccountPart.tsx'
import { type CounterPaymentFragment, SettleChequeDocument } from './collectFees.graphql.ts'
import { failedWords, sureToContinue } from './counterWords.ts'
import { useBookChange } from './useBookChange.ts'

type Outcome = 'CLEARED' | 'FAILED'

export interface ClearingChequesProps {
  payments: readonly CounterPaymentFragment[]
  reload: () => Promise<unknown>
  onReceipt: (paymentId: string) => void
}

/** The cheques the bank has not answered yet, and its two answers. */
export function ClearingCheques({ payments, reload, onReceipt }: ClearingChequesProps) {
  const [asked, setAsked] = useState<{ cheque: CounterPaymentFragment; outcome: Outcome } | null>(null)
  const cheques = payments.filter((payment) => payment.state === 'CLEARING')
  const ask = (cheque: CounterPaymentFragment, outcome: Outcome) => () => setAsked({ cheque, outcome })
  return (
    <>
      {cheques.length > 0 && (
        <AccountPart
          title="Clearing cheques"
          items={cheques.map((cheque) => ({
            key: cheque.id,
            text: `${cheque.chequeNo} · ${showMoney(cheque.amount)} · ${showDay(cheque.collectedOn)}`,
            receipt: { number: cheque.receiptNumber, onOpen: () => onReceipt(cheque.id) },
            actions: cheque.viewerCan.settleCheque.allowed && (
              <>
                <Button size="small" variant="outlined" color="success" onClick={ask(cheque, 'CLEARED')}>
                  Cleared
                </Button>
                <Button size="small" variant="outlined" color="error" onClick={ask(cheque, 'FAILED')}>
                  Failed
                </Button>
              </>
            ),
          }))}
        />
      )}
      {asked && <SettleQuestion {...asked} reload={reload} onClose={() => setAsked(null)} />}
    </>
  )
}

interface SettleQuestionProps {
  cheque: CounterPaymentFragment
  outcome: Outcome
  reload: () => Promise<unknown>
  onClose: () => void
}

function SettleQuestion({ cheque, outcome, reload, onClose }: SettleQuestionProps) {
  const { schoolId } = useActiveSchool()
  const settle = useBookChange(SettleChequeDocument, reload)
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
      failure={(_, failure) => failedWords(failure)}
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
