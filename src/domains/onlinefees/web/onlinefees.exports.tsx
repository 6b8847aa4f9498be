import { useQuery } from '@apollo/client/react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { OrdersToSettleCountDocument } from './look/look.graphql.ts'
import { openOf } from './look/openOf.ts'

/** What needs a look, for a page that leads there. */
export interface ToLookAt {
  count: number
  to: string
}

/** How many online payments need a look; undefined until it is known, null where the viewer does not look after them. */
export function useToLookAt(): ToLookAt | null | undefined {
  const { schoolId, school, viewer } = useActiveSchool()
  const skip = !school.flags.onlineFees || viewer.classIds !== null
  const { data, error } = useQuery(OrdersToSettleCountDocument, { variables: { schoolId }, skip })
  if (!data) return skip || error ? null : undefined
  const { stuck, money } = openOf(data.onlineOrdersToSettle)
  return { count: stuck.length + money.length, to: '/onlinepayments?tab=look' }
}
