import { useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { AccountSection } from './AccountSection.tsx'
import type { CounterPaymentFragment } from './collectFees.graphql.ts'
import { type ChequeOutcome, SettleChequeDialog } from './SettleChequeDialog.tsx'
import { Button } from '#ui/kit/Button.tsx'

export interface ClearingChequesProps {
  payments: readonly CounterPaymentFragment[]
  reload: () => Promise<unknown>
  onReceipt: (paymentId: string) => void
}

/** The cheques the bank has not cleared yet, with the buttons Cleared and Failed. */
export function ClearingCheques({ payments, reload, onReceipt }: ClearingChequesProps) {
  const [settling, setSettling] = useState<{ cheque: CounterPaymentFragment; outcome: ChequeOutcome } | null>(null)
  const cheques = payments.filter((payment) => payment.state === 'CLEARING')
  const settle = (cheque: CounterPaymentFragment, outcome: ChequeOutcome) => () => setSettling({ cheque, outcome })
  return (
    <>
      {cheques.length > 0 && (
        <AccountSection
          title="Clearing cheques"
          items={cheques.map((cheque) => ({
            key: cheque.id,
            text: `${cheque.chequeNo} · ${showMoney(cheque.amount)} · ${showDay(cheque.collectedOn)}`,
            receipt: { number: cheque.receiptNumber, onOpen: () => onReceipt(cheque.id) },
            actions: cheque.viewerCan.settleCheque.allowed && (
              <>
                <Button size="small" onClick={settle(cheque, 'CLEARED')}>
                  Cleared
                </Button>
                <Button size="small" danger onClick={settle(cheque, 'FAILED')}>
                  Failed
                </Button>
              </>
            ),
          }))}
        />
      )}
      {settling && <SettleChequeDialog {...settling} reload={reload} onClose={() => setSettling(null)} />}
    </>
  )
}
