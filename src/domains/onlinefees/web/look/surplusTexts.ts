import { t } from '@lingui/core/macro'
import { showMoment } from '#shared/dates.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { feeTitle } from '#domains/fees/web/feeTables.exports.tsx'
import type { SurplusFactsFragment } from './look.graphql.ts'

export type Surplus = SurplusFactsFragment

/** Returns `₹1,500.00 · Asha Patil 7-B`. */
export function surplusTitle({ amount, studentName, sectionName }: Surplus): string {
  return `${showMoney(amount)} · ${studentName} ${sectionName}`
}

/** Returns what the payer gets back in all where a service charge was paid with the surplus; '' where none was. */
export function refundSum({ amount, charge }: Pick<Surplus, 'amount' | 'charge'>): string {
  if (charge === 0) return ''
  return t`With its service charge of ${showMoney(charge)} a refund is ${showMoney(sumMoney([amount, charge]))}.`
}

/** Returns the names of the fees that the money was paid for. */
export function surplusFees({ fees }: Surplus): string {
  return fees.map((fee) => feeTitle({ name: fee.feeName, month: fee.month })).join(', ')
}

/** Returns the payer and the references by which the gateway finds the money. */
export function surplusSource({ payerName, payerPhone, gatewayReference, txnid }: Surplus): string {
  return [t`from ${payerName}, ${payerPhone}`, gatewayReference && t`gateway reference ${gatewayReference}`, txnid]
    .filter(Boolean)
    .join(' · ')
}

/** Returns how the surplus was settled, by whom and when. */
export function settlementText({ settled }: Surplus): string {
  if (!settled) return ''
  const { how, reference, byName, at } = settled
  const time = showMoment(at)
  return how === 'REFUNDED'
    ? t`Refunded, reference ${reference}, by ${byName} on ${time}.`
    : t`Used for other fees, receipt ${reference}, by ${byName} on ${time}.`
}
