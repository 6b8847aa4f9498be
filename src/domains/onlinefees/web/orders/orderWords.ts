import { showMoment } from '#shared/dates.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { failureOf, genericMessage } from '#ui/problems.ts'
import type { OrderState } from '../../onlinefees.rules.ts'
import type { OnlineOrderFactsFragment } from './orders.graphql.ts'

export type Order = OnlineOrderFactsFragment

/** What the state of an order is called. */
export const stateLabels: Readonly<Record<OrderState, string>> = {
  CREATED: 'Under way',
  SUCCESS: 'SUCCESS',
  FAILURE: 'FAILURE',
  CANCEL: 'CANCEL',
  MISMATCH: 'MISMATCH',
}

/** The children an order pays for, each once. */
export function childrenOf(order: Pick<Order, 'fees'>): string[] {
  return [...new Set(order.fees.map((fee) => fee.studentName))]
}

/** What an order's state means for the money and for whoever looks at it. */
export function meaningOf(order: Order): string {
  const { state, payable, nextCheckAt, needsSchool } = order
  if (needsSchool && state !== 'MISMATCH')
    return 'Somebody called with a wrong signature for this order, so money may have arrived that nobody knows of. Its fees cannot be paid online until the gateway has decided or you have asked it here.'
  switch (state) {
    case 'CREATED':
      return nextCheckAt === null
        ? 'The payer went to the gateway and nobody has said yet what came of it. It is asked every night; ask now, or wait. Its fees cannot be paid online meanwhile.'
        : `The payer went to the gateway and nobody has said yet what came of it. The gateway is asked again at ${showMoment(nextCheckAt)}. Its fees cannot be paid online meanwhile.`
    case 'SUCCESS':
      return sumMoney(order.payments.map((payment) => payment.amount)) < order.feesAmount
        ? 'The money has arrived, and not all of it is on a receipt: what found its fee paid meanwhile is under Needs a look.'
        : 'The money has arrived and the payer has the receipt.'
    case 'FAILURE':
      return 'The payment failed. What the bank took goes back to the payer by itself within 3-7 business days.'
    case 'CANCEL':
      return 'The payer left the gateway without paying. Nothing was taken.'
    case 'MISMATCH':
      return `Money arrived, but not the ${showMoney(payable)} that were asked for. ${needsSchool ? 'It stands on no fee, and these fees cannot be paid online, until the office has settled it.' : 'The office has settled it.'}`
  }
}

/** Whether the money is there: the gateway has nothing more to say. */
export function isFinal({ state }: Pick<Order, 'state'>): boolean {
  return state === 'SUCCESS' || state === 'MISMATCH'
}

/** What came of asking the gateway, as the answer to the button. */
export function checkedWords(order: Order): string {
  switch (order.state) {
    case 'CREATED':
      return 'The gateway knows of no money yet. The order stays under way.'
    case 'SUCCESS':
      return 'The gateway has the money: the fees are paid, the receipt is made.'
    case 'FAILURE':
      return 'The gateway says that the payment failed.'
    case 'CANCEL':
      return 'The gateway says that the payer left without paying.'
    case 'MISMATCH':
      return 'The gateway has money, but not the amount that was asked for.'
  }
}

/** What a failure of something without a field to blame is called (specification, section 8). */
export function actionError(error: unknown): string {
  return `Action Failed. Heres the error: ${genericMessage(failureOf(error))}`
}

/** The same of what the server said. */
export function actionFailure(message: string): string {
  return `Action Failed. Heres the error: ${message}`
}
