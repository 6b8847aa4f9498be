import { t } from '@lingui/core/macro'
import { showMoment } from '#shared/dates.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { failureOf, genericMessage } from '#ui/problems.ts'
import type { OrderState } from '../../onlinefees.rules.ts'
import type { OnlineOrderFactsFragment } from './orders.graphql.ts'

export type Order = OnlineOrderFactsFragment

/** The labels of the order states. */
export const stateLabels: Readonly<Record<OrderState, string>> = {
  CREATED: t`Under way`,
  SUCCESS: t`Paid`,
  FAILURE: t`Failed`,
  CANCEL: t`Cancelled`,
  MISMATCH: t`Amount differs`,
}

/** Returns the names of the children that an order pays for, without duplicates. */
export function orderChildren(order: Pick<Order, 'fees'>): string[] {
  return [...new Set(order.fees.map((fee) => fee.studentName))]
}

/** Explains to staff what an order's state means. */
export function stateMeaning(order: Order): string {
  const { state, payable, nextCheckAt, needsSchool } = order
  if (needsSchool && state !== 'MISMATCH')
    return t`A callback with a wrong signature came for this order, so money may have arrived unnoticed. Its fees cannot be paid online until the gateway has decided or you have checked with the gateway here.`
  switch (state) {
    case 'CREATED':
      return nextCheckAt === null
        ? t`The payer went to the gateway and the result is not known yet. The order is checked every night; you can also check it now. Its fees cannot be paid online meanwhile.`
        : t`The payer went to the gateway and the result is not known yet. The order is checked again at ${showMoment(nextCheckAt)}. Its fees cannot be paid online meanwhile.`
    case 'SUCCESS':
      return sumMoney(order.payments.map((payment) => payment.amount)) < order.feesAmount
        ? t`The money has arrived, but not all of it is on a receipt. Money whose fee had been paid meanwhile is under “Needs a look”.`
        : t`The money has arrived and the payer has the receipt.`
    case 'FAILURE':
      return t`The payment failed. What the bank took goes back to the payer by itself within 3-7 business days.`
    case 'CANCEL':
      return t`The payer left the gateway without paying. Nothing was taken.`
    case 'MISMATCH':
      return needsSchool
        ? t`Money arrived, but not the amount of ${showMoney(payable)} that was due. Until the office has settled it, it is booked on no fee and these fees cannot be paid online.`
        : t`Money arrived, but not the amount of ${showMoney(payable)} that was due. The office has settled it.`
  }
}

/** Tells whether the money has arrived, so that no check can change the order. */
export function isFinal({ state }: Pick<Order, 'state'>): boolean {
  return state === 'SUCCESS' || state === 'MISMATCH'
}

/** Returns the message for the result of a gateway check. */
export function checkResultText(order: Order): string {
  switch (order.state) {
    case 'CREATED':
      return t`The gateway knows of no money yet. The order stays under way.`
    case 'SUCCESS':
      return t`The gateway has the money: the fees are paid, the receipt is made.`
    case 'FAILURE':
      return t`The gateway says that the payment failed.`
    case 'CANCEL':
      return t`The gateway says that the payer left without paying.`
    case 'MISMATCH':
      return t`The gateway has money, but the amount differs from the order.`
  }
}

/** Returns the message for a failed action that belongs to no field (specification, section 8). */
export function actionErrorText(error: unknown): string {
  return t`Action Failed. Here’s the error: ${genericMessage(failureOf(error))}`
}

/** Returns the same message with the server's text. */
export function actionFailureText(message: string): string {
  return t`Action Failed. Here’s the error: ${message}`
}
