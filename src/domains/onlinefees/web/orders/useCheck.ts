import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { useActiveSchool } from '../../../../ui/activeSchool.ts'
import { failureOf } from '../../../../ui/problems.ts'
import { sayError, sayInfo, saySuccess } from '../../../../ui/snackbars.tsx'
import { CheckOrderDocument } from './orders.graphql.ts'
import { actionError, checkedWords, type Order } from './orderWords.ts'

/**
 * Asks the gateway what became of an order, and says its answer. The order on screen changes with it; what came of it elsewhere
 * (money to settle, counts) is asked for again.
 * @returns `checking` is the id of the order being asked about
 */
export function useCheck(): { check: (order: Order) => Promise<void>; checking: string | null } {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const [checking, setChecking] = useState<string | null>(null)

  async function check(order: Order) {
    if (checking !== null) return
    setChecking(order.id)
    try {
      const { data } = await client.mutate({
        ...{ mutation: CheckOrderDocument, variables: { schoolId, input: { id: order.id } } },
        // The timeline, where one is open.
        refetchQueries: ['OnlineOrderEvents'],
      })
      const checked = data?.checkOrder
      if (!checked) return
      const say = checked.state === 'SUCCESS' ? saySuccess : sayInfo
      say(checkedWords(checked))
      if (checked.state !== order.state) client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'onlineOrdersToSettle' })
    } catch (error) {
      if (failureOf(error).code !== 'SIGNED_OUT') sayError(actionError(error))
    } finally {
      setChecking(null)
    }
  }

  return { check, checking }
}
