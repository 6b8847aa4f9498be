import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { showMoment } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { orderChildren, isFinal, stateMeaning, type Order, stateLabels } from '../orders/orderTexts.ts'
import { useGatewayCheck } from '../orders/useGatewayCheck.ts'
import { LookList } from './LookList.tsx'
import { Button } from '#ui/kit/Button.tsx'

/** Lists orders that have not settled by themselves, each with its meaning and a button to check with the gateway. */
export function StuckOrders({ orders, onOpen }: { orders: readonly Order[]; onOpen: (order: Order) => void }) {
  const { check, checking } = useGatewayCheck()
  return (
    <LookList
      title={t`Orders that have not settled`}
      fileName="orders-that-have-not-settled"
      context={t`They settle by themselves as soon as the gateway answers. You can check with the gateway now.`}
      items={orders.map((order) => ({
        key: order.id,
        title: `${showMoney(order.payable)} · ${order.payerName}`,
        state: { state: order.state, label: stateLabels[order.state] },
        meaning: stateMeaning(order),
        hint: t`${showMoment(order.createdAt)} · for ${orderChildren(order).join(', ')} · ${order.payerPhone} · ${order.txnid}`,
        actions: (
          <>
            <Button
              variant="quiet"
              size="small"
              onClick={() => onOpen(order)}
              aria-label={t`Details of the order of ${order.payerName}`}
            >
              <Trans>Details</Trans>
            </Button>
            {order.viewerCan.check.allowed && !isFinal(order) && (
              <Button size="small" loading={checking === order.id} onClick={() => void check(order)}>
                <Trans>Check with the gateway now</Trans>
              </Button>
            )}
          </>
        ),
      }))}
    />
  )
}
