import Button from '@mui/material/Button'
import { showMoment } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { childrenOf, isFinal, meaningOf, type Order, stateLabels } from '../orders/orderWords.ts'
import { useCheck } from '../orders/useCheck.ts'
import { LookList } from './LookList.tsx'

/** Orders that have not settled by themselves, each with what that means and the way to ask the gateway. */
export function StuckOrders({ orders, onOpen }: { orders: readonly Order[]; onOpen: (order: Order) => void }) {
  const { check, checking } = useCheck()
  return (
    <LookList
      title="Orders that have not settled"
      context="They settle by themselves as soon as the gateway answers; it can be asked now."
      items={orders.map((order) => ({
        key: order.id,
        title: `${showMoney(order.payable)} · ${order.payerName}`,
        state: { state: order.state, label: stateLabels[order.state] },
        meaning: meaningOf(order),
        hint: `${showMoment(order.createdAt)} · for ${childrenOf(order).join(', ')} · ${order.payerPhone} · ${order.txnid}`,
        actions: (
          <>
            <Button size="small" onClick={() => onOpen(order)} aria-label={`Details of the order of ${order.payerName}`}>
              Details
            </Button>
            {order.viewerCan.check.allowed && !isFinal(order) && (
              <Button size="small" variant="outlined" loading={checking === order.id} onClick={() => void check(order)}>
                Check with the gateway now
              </Button>
            )}
          </>
        ),
      }))}
    />
  )
}
