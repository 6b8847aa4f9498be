import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { failureOf, endsSession } from '#ui/problems.ts'
import { showError, showInfo, showSuccess } from '#ui/snackbars.tsx'
import { CheckOrderDocument } from './orders.graphql.ts'
import { actionError, checkedWords, type Order } from './orderWords.ts'

/** What came of asking the gateway, in words. */
export interface CheckAnswer {
  severity: 'success' | 'info' | 'error'
  text: string
}

/** Says an answer at the bottom of the page. */
function sayAnswer({ severity, text }: CheckAnswer): void {
  if (severity === 'success') showSuccess(text)
  else if (severity === 'info') showInfo(text)
  else showError(text)
}

/**
 * Asks the gateway what became of an order, and passes its answer on. The order on screen changes with it; what came of it
 * elsewhere (timeline, money to settle, counts) is asked for again.
 * @param say shows the answer; by default in a snackbar
 * @returns `checking` is the id of the order being asked about
 */
export function useCheck(say: (answer: CheckAnswer) => void = sayAnswer): {
  check: (order: Order) => Promise<void>
  checking: string | null
} {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const [checking, setChecking] = useState<string | null>(null)

  async function check(order: Order) {
    if (checking !== null) return
    setChecking(order.id)
    try {
      const { data } = await client.mutate({
        mutation: CheckOrderDocument,
        variables: { schoolId, input: { id: order.id } },
        refetchQueries: ['OnlineOrderEvents'],
      })
      const checked = data?.checkOrder
      if (!checked) return
      say({ severity: checked.state === 'SUCCESS' ? 'success' : 'info', text: checkedWords(checked) })
      if (checked.state !== order.state) client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'onlineOrdersToSettle' })
    } catch (error) {
      if (!endsSession(failureOf(error))) say({ severity: 'error', text: actionError(error) })
    } finally {
      setChecking(null)
    }
  }

  return { check, checking }
}
