import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { feesFailure } from '#domains/fees/web/feeTables.exports.tsx'
import { OrderDialog } from '../orders/OrderDialog.tsx'
import type { Order } from '../orders/orderTexts.ts'
import { OnlineOrdersToSettleDocument } from './look.graphql.ts'
import { unsettledItems } from './unsettledItems.ts'
import { GatewayNotices } from './GatewayNotices.tsx'
import { StuckOrders } from './StuckOrders.tsx'
import { SettledSurplus, SurplusMoney } from './SurplusMoney.tsx'
import { Stack } from '#ui/kit/Stack.tsx'

/** The tab Needs a look: undecided orders, money that is booked on no fee, refunds and chargebacks at the gateway. */
export function NeedsALook() {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(OnlineOrdersToSettleDocument, { variables: { schoolId } })
  const [opened, setOpened] = useState<Order | null>(null)
  const items = data?.onlineOrdersToSettle
  if (!items) return error ? <ErrorState error={error} onRetry={() => void refetch()} failure={feesFailure} /> : <LoadingState />
  const { stuck, money } = unsettledItems(items)
  const settled = items.surplus.filter((surplus) => surplus.settled !== null)
  const reload = () => refetch().catch(() => undefined)
  return (
    <Stack gap={5}>
      {stuck.length + money.length + items.notices.length === 0 && (
        <EmptyState
          text={t`Nothing needs a look`}
          hint={t`Every order is settled, and all money is booked on fees. Orders that do not settle by themselves are listed here.`}
        />
      )}
      {money.length > 0 && <SurplusMoney rows={money} orders={items.stuck} onOpen={setOpened} reload={reload} />}
      {stuck.length > 0 && <StuckOrders orders={stuck} onOpen={setOpened} />}
      {items.notices.length > 0 && <GatewayNotices rows={items.notices} />}
      {settled.length > 0 && <SettledSurplus rows={settled} />}
      {opened && <OrderDialog order={opened} onClose={() => setOpened(null)} />}
    </Stack>
  )
}
