import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import type { CounterPaymentFragment } from './collectFees.graphql.ts'
import { type ChequeOutcome, SettleChequeDialog } from './SettleChequeDialog.tsx'
import styles from './ClearingCheques.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { ClockIcon } from '#ui/kit/icons.ts'
import { Link } from '#ui/kit/Link.tsx'

export interface ClearingChequesProps {
  payments: readonly CounterPaymentFragment[]
  reload: () => Promise<unknown>
  onReceipt: (paymentId: string) => void
}

/**
 * The cheques and demand drafts that the bank has not cleared yet, each a line above the fees, with the buttons Cleared
 * and Failed.
 */
export function ClearingCheques({ payments, reload, onReceipt }: ClearingChequesProps) {
  const [settling, setSettling] = useState<{ cheque: CounterPaymentFragment; outcome: ChequeOutcome } | null>(null)
  const cheques = payments.filter((payment) => payment.state === 'CLEARING')
  const settle = (cheque: CounterPaymentFragment, outcome: ChequeOutcome) => () => setSettling({ cheque, outcome })
  return (
    <>
      {cheques.length > 0 && (
        <ul aria-label={t`Clearing cheques`} className={styles.list}>
          {cheques.map((cheque) => (
            <li key={cheque.id} className={styles.cheque}>
              <ClockIcon size={18} aria-hidden className={styles.icon} />
              <span className={styles.text}>
                {cheque.mode === 'DD' ? (
                  <Trans>
                    Demand draft {cheque.reference} of {showMoney(cheque.amount)}, taken on {showDay(cheque.collectedOn)}, is not
                    cleared yet.
                  </Trans>
                ) : (
                  <Trans>
                    Cheque {cheque.reference} of {showMoney(cheque.amount)}, taken on {showDay(cheque.collectedOn)}, is not
                    cleared yet.
                  </Trans>
                )}{' '}
                <Link
                  as="button"
                  onClick={() => onReceipt(cheque.id)}
                  aria-label={t`Receipt ${cheque.receiptNumber}`}
                  className={styles.receipt}
                >
                  {cheque.receiptNumber}
                </Link>
              </span>
              {cheque.viewerCan.settleCheque.allowed && (
                <span className={styles.actions}>
                  <Button size="small" onClick={settle(cheque, 'CLEARED')}>
                    <Trans>Cleared</Trans>
                  </Button>
                  <Button size="small" danger onClick={settle(cheque, 'FAILED')}>
                    <Trans context="a cheque">Failed</Trans>
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {settling && <SettleChequeDialog {...settling} reload={reload} onClose={() => setSettling(null)} />}
    </>
  )
}
