import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { failureOf, endsSession } from '#ui/problems.ts'
import { showError, showInfo, showSuccess } from '#ui/snackbars.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { CheckOrderDocument } from './orders.graphql.ts'
import { actionErrorText, checkResultText, type Order } from './orderTexts.ts'

/** The message for the result of a gateway check. */
export interface CheckAnswer {
  severity: 'success' | 'info' | 'error'
  text: string
}

/** Shows the answer in a snackbar. */
function showAnswer({ severity, text }: CheckAnswer): void {
  if (severity === 'success') showSuccess(text)
  else if (severity === 'info') showInfo(text)
  else showError(text)
}

/**
 * Returns a function that checks an order with the gateway. The order on screen is updated, and its timeline, the
 * surplus and the counts are refetched.
 * @param say shows the answer; by default in a snackbar
 * @returns `checking` is the id of the order being checked
 */
export function useGatewayCheck(say: (answer: CheckAnswer) => void = showAnswer): {
  check: (order: Order) => Promise<void>
  checking: string | null
} {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()
  const sendCommand = useSendCommand()
  const [checking, setChecking] = useState<string | null>(null)

  async function check(order: Order) {
    if (checking !== null) return
    setChecking(order.id)
    try {
      const data = await sendCommand(
        CheckOrderDocument,
        { schoolId, input: { id: order.id } },
        { refetch: ['OnlineOrderEvents'] },
      )
      const checked = data.checkOrder
      say({ severity: checked.state === 'SUCCESS' ? 'success' : 'info', text: checkResultText(checked) })
      if (checked.state !== order.state) client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'onlineOrdersToSettle' })
    } catch (error) {
      if (!endsSession(failureOf(error))) say({ severity: 'error', text: actionErrorText(error) })
    } finally {
      setChecking(null)
    }
  }

  return { check, checking }
}
