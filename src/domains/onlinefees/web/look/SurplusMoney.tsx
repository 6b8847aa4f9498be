import Button from '@mui/material/Button'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { showMoment } from '#shared/dates.ts'
import type { Order } from '../orders/orderWords.ts'
import { LookList } from './LookList.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { feesOf, settledWords, sourceOf, type Surplus, surplusTitle } from './surplusWords.ts'
import { UseForFees } from './UseForFees.tsx'

interface SurplusMoneyProps {
  rows: readonly Surplus[]
  /** Those that have not settled; money of one of them leads to it. */
  orders: readonly Order[]
  onOpen: (order: Order) => void
  reload: () => Promise<unknown>
}

/** Money that arrived and stands on no fee: it is given back, or used for other fees. */
export function SurplusMoney({ rows, orders, onOpen, reload }: SurplusMoneyProps) {
  const [settling, setSettling] = useState<{ surplus: Surplus; how: 'REFUNDED' | 'COLLECTED' } | null>(null)
  const done = () => {
    setSettling(null)
    void reload()
  }
  const orderOf = (surplus: Surplus) => orders.find((order) => order.id === surplus.orderId)
  const meaningOf = (surplus: Surplus) =>
    surplus.orderState === 'MISMATCH'
      ? `This arrived for ${feesOf(surplus)}, but it is not the amount that was asked for. It is on no receipt and on no fee.`
      : `This arrived for ${feesOf(surplus)}, which had been paid meanwhile. It is on no receipt and on no fee.`
  return (
    <>
      <LookList
        title="Money without a fee"
        context={
          rows.some((surplus) => surplus.viewerCan.settle.allowed)
            ? 'Give it back at the bank or the gateway and note the reference, or use it for other fees of the student.'
            : 'The office gives it back or uses it for other fees of the student.'
        }
        items={rows.map((surplus) => {
          const may = surplus.viewerCan.settle.allowed
          const button = (label: string, how: 'REFUNDED' | 'COLLECTED') => (
            <Button size="small" variant="outlined" onClick={() => setSettling({ surplus, how })}>
              {label}
            </Button>
          )
          const order = orderOf(surplus)
          return {
            key: surplus.id,
            title: surplusTitle(surplus),
            meaning: meaningOf(surplus),
            hint: [`Arrived ${showMoment(surplus.arrivedAt)}`, sourceOf(surplus), may ? '' : 'The office settles it']
              .filter(Boolean)
              .join(' · '),
            actions: (
              <>
                {order && (
                  <Button size="small" onClick={() => onOpen(order)} aria-label={`Details of the order of ${order.payerName}`}>
                    Details
                  </Button>
                )}
                {may && button('Refunded…', 'REFUNDED')}
                {may && button('Use for other fees…', 'COLLECTED')}
              </>
            ),
          }
        })}
      />
      {settling?.how === 'REFUNDED' && (
        <RefundDialog surplus={settling.surplus} onDone={done} onClose={() => setSettling(null)} />
      )}
      {settling?.how === 'COLLECTED' && <UseForFees surplus={settling.surplus} onDone={done} onClose={() => setSettling(null)} />}
    </>
  )
}

/** What was settled lately, by whom and how. */
export function SettledSurplus({ rows }: { rows: readonly Surplus[] }) {
  return (
    <LookList
      title="Settled in the last 30 days"
      context="Money that stood on no fee, and what was done with it."
      items={rows.map((surplus) => ({
        key: surplus.id,
        title: surplusTitle(surplus),
        meaning: settledWords(surplus),
        ...(surplus.settled?.paymentId ? { actions: <ToReceipt surplus={surplus} paymentId={surplus.settled.paymentId} /> } : {}),
        hint: [`Arrived ${showMoment(surplus.arrivedAt)} for ${feesOf(surplus)}`, sourceOf(surplus)].filter(Boolean).join(' · '),
      }))}
    />
  )
}

function ToReceipt({ surplus: { settled, studentName }, paymentId }: { surplus: Surplus; paymentId: string }) {
  const name = `Receipt ${settled?.reference ?? ''} of ${studentName}`
  return (
    <Button size="small" component={RouterLink} to={`/fees/receipts/${paymentId}`} aria-label={name}>
      Receipt
    </Button>
  )
}
