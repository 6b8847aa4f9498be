import { useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { failureOf, endsSession } from '#ui/problems.ts'
import { showError, showInfo, showSuccess } from '#ui/snackbars.ts'
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
 * Returns a function that checks an order with the gateway.
 * @param say shows the answer; by default in a snackbar
 * @returns
 *   - `check`: returns the order as it is now; null when that is not known
 *   - `checking`: the id of the order being checked
 */
export function useGatewayCheck(say: (answer: CheckAnswer) => void = showAnswer): {
  check: (order: Order) => Promise<Order | null>
  checking: string | null
} {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const [checking, setChecking] = useState<string | null>(null)

  async function check(order: Order): Promise<Order | null> {
    if (checking !== null) return null
    setChecking(order.id)
    try {
      const variables = { schoolId, input: { id: order.id } }
      const { checkOrder: checked } = await sendCommand(CheckOrderDocument, variables, { alsoChanges: ['fees'] })
      say({ severity: checked.state === 'SUCCESS' ? 'success' : 'info', text: checkResultText(checked) })
      return checked
    } catch (error) {
      if (!endsSession(failureOf(error))) say({ severity: 'error', text: actionErrorText(error) })
      return null
    } finally {
      setChecking(null)
    }
  }

  return { check, checking }
}
