import Button from '@mui/material/Button'
import { useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { AccountPart } from './AccountPart.tsx'
import type { CounterPaymentFragment } from './collectFees.graphql.ts'
import { type Outcome, SettleQuestion } from './SettleQuestion.tsx'

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
