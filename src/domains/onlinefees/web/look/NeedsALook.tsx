import { useQuery } from '@apollo/client/react'
import Box from '@mui/material/Box'
import { useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { feesFailure } from '#domains/fees/web/feeTables.exports.tsx'
import { OrderDialog } from '../orders/OrderDialog.tsx'
import type { Order } from '../orders/orderWords.ts'
import { OnlineOrdersToSettleDocument } from './look.graphql.ts'
import { openOf } from './openOf.ts'
import { StuckOrders } from './StuckOrders.tsx'
import { SettledSurplus, SurplusMoney } from './SurplusMoney.tsx'

/** The tab Needs a look: orders of which nobody knows what became of them, and money that stands on no fee. */
export function NeedsALook() {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(OnlineOrdersToSettleDocument, { variables: { schoolId } })
  const [opened, setOpened] = useState<Order | null>(null)
  const found = data?.onlineOrdersToSettle
  if (!found) return error ? <ErrorState error={error} onRetry={() => void refetch()} failure={feesFailure} /> : <LoadingState />
  const { stuck, money } = openOf(found)
  const settled = found.surplus.filter((surplus) => surplus.settled !== null)
  const reload = () => refetch().catch(() => undefined)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3, minWidth: 0 }}>
      {stuck.length + money.length === 0 && (
        <EmptyState
          text="Nothing needs a look"
          hint="Every order is settled, and all money that came in stands on a fee. What does not settle by itself is listed here."
        />
      )}
      {money.length > 0 && <SurplusMoney rows={money} orders={found.stuck} onOpen={setOpened} reload={reload} />}
      {stuck.length > 0 && <StuckOrders orders={stuck} onOpen={setOpened} />}
      {settled.length > 0 && <SettledSurplus rows={settled} />}
      {opened && <OrderDialog order={opened} onClose={() => setOpened(null)} />}
    </Box>
  )
}
