import { useQuery } from '#ui/data/useQuery.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { OrdersToSettleCountDocument } from './look/openingOrders.graphql.ts'
import { unsettledItems } from './look/unsettledItems.ts'

/** The number of online payments that need a person, and the address of their list. */
export interface UnsettledPayments {
  count: number
  to: string
}

/** Counts the online payments that need a person. Undefined while loading; null if the viewer does not manage them. */
export function useUnsettledPayments(): UnsettledPayments | null | undefined {
  const { schoolId, school, viewer } = useActiveSchool()
  const skip = !school.flags.onlineFees || viewer.classIds !== null
  const { data, error } = useQuery(OrdersToSettleCountDocument, { variables: { schoolId }, skip })
  if (!data) return skip || error ? null : undefined
  const { stuck, money } = unsettledItems(data.onlineOrdersToSettle)
  return { count: stuck.length + money.length, to: '/onlinepayments?tab=look' }
}
