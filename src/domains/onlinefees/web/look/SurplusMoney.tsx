import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link as RouterLink } from '#ui/navigation.tsx'
import { showMoment } from '#shared/dates.ts'
import type { Order } from '../orders/orderTexts.ts'
import { LookList } from './LookList.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { refundSum, surplusFees, settlementText, surplusSource, type Surplus, surplusTitle } from './surplusTexts.ts'
import { UseForFeesDialog } from './UseForFeesDialog.tsx'
import { Button } from '#ui/kit/Button.tsx'

interface SurplusMoneyProps {
  rows: readonly Surplus[]
  /** The orders that have not settled. Surplus of one of them gets a button to its details. */
  orders: readonly Order[]
  onOpen: (order: Order) => void
  reload: () => Promise<unknown>
}

/** Lists money that is booked on no fee, with the actions to note a refund or use it for other fees. */
export function SurplusMoney({ rows, orders, onOpen, reload }: SurplusMoneyProps) {
  const [settling, setSettling] = useState<{ surplus: Surplus; how: 'REFUNDED' | 'COLLECTED' } | null>(null)
  const done = () => {
    setSettling(null)
    void reload()
  }
  const orderOf = (surplus: Surplus) => orders.find((order) => order.id === surplus.orderId)
  const meaningOf = (surplus: Surplus) =>
    surplus.orderState === 'MISMATCH'
      ? t`This arrived for ${surplusFees(surplus)}, but the amount differs from the order. It is on no receipt and on no fee.`
      : t`This arrived for ${surplusFees(surplus)}, which had been paid meanwhile. It is on no receipt and on no fee.`
  return (
    <>
      <LookList
        title={t`Money without a fee`}
        fileName="money-without-a-fee"
        context={
          rows.some((surplus) => surplus.viewerCan.settle.allowed)
            ? t`Refund it at the bank or the gateway and note the reference, or use it for other fees of the student.`
            : t`The office refunds it or uses it for other fees of the student.`
        }
        items={rows.map((surplus) => {
          const may = surplus.viewerCan.settle.allowed
          const button = (label: string, how: 'REFUNDED' | 'COLLECTED') => (
            <Button size="small" onClick={() => setSettling({ surplus, how })}>
              {label}
            </Button>
          )
          const order = orderOf(surplus)
          return {
            key: surplus.id,
            title: surplusTitle(surplus),
            meaning: [meaningOf(surplus), refundSum(surplus)].filter(Boolean).join(' '),
            hint: [t`Arrived ${showMoment(surplus.arrivedAt)}`, surplusSource(surplus), may ? '' : t`The office settles it`]
              .filter(Boolean)
              .join(' · '),
            actions: (
              <>
                {order && (
                  <Button
                    variant="quiet"
                    size="small"
                    onClick={() => onOpen(order)}
                    aria-label={t`Details of the order of ${order.payerName}`}
                  >
                    <Trans>Details</Trans>
                  </Button>
                )}
                {may && button(t`Refunded…`, 'REFUNDED')}
                {may && button(t`Use for other fees…`, 'COLLECTED')}
              </>
            ),
          }
        })}
      />
      {settling?.how === 'REFUNDED' && (
        <RefundDialog surplus={settling.surplus} onDone={done} onClose={() => setSettling(null)} />
      )}
      {settling?.how === 'COLLECTED' && (
        <UseForFeesDialog surplus={settling.surplus} onDone={done} onClose={() => setSettling(null)} />
      )}
    </>
  )
}

/** Lists the surplus settled in the last 30 days, with who settled it and how. */
export function SettledSurplus({ rows }: { rows: readonly Surplus[] }) {
  return (
    <LookList
      title={t`Settled in the last 30 days`}
      fileName="settled-in-the-last-30-days"
      context={t`Money that was booked on no fee, and how it was settled.`}
      items={rows.map((surplus) => ({
        key: surplus.id,
        title: surplusTitle(surplus),
        meaning: settlementText(surplus),
        ...(surplus.settled?.paymentId ? { actions: <ToReceipt surplus={surplus} paymentId={surplus.settled.paymentId} /> } : {}),
        hint: [t`Arrived ${showMoment(surplus.arrivedAt)} for ${surplusFees(surplus)}`, surplusSource(surplus)]
          .filter(Boolean)
          .join(' · '),
      }))}
    />
  )
}

function ToReceipt({ surplus: { settled, studentName }, paymentId }: { surplus: Surplus; paymentId: string }) {
  const name = t`Receipt ${settled?.reference ?? ''} of ${studentName}`
  return (
    <Button variant="quiet" size="small" as={RouterLink} to={`/fees/receipts/${paymentId}`} aria-label={name}>
      <Trans>Receipt</Trans>
    </Button>
  )
}
