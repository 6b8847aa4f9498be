import { showMoment } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { feeTitle } from '#domains/fees/web/feeTables.exports.tsx'
import type { SurplusFactsFragment } from './look.graphql.ts'

export type Surplus = SurplusFactsFragment

/** `₹1,500.00 · Asha Patil 7-B`. */
export function surplusTitle({ amount, studentName, sectionName }: Surplus): string {
  return `${showMoney(amount)} · ${studentName} ${sectionName}`
}

/** The fees it came for. */
export function feesOf({ fees }: Surplus): string {
  return fees.map((fee) => feeTitle({ name: fee.feeName, month: fee.month })).join(', ')
}

/** Where it can be found at the gateway. */
export function sourceOf({ payerName, payerPhone, gatewayReference, txnid }: Surplus): string {
  return [`from ${payerName}, ${payerPhone}`, gatewayReference && `gateway reference ${gatewayReference}`, txnid]
    .filter(Boolean)
    .join(' · ')
}

/** What was done with it. */
export function settledWords({ settled }: Surplus): string {
  if (!settled) return ''
  const { how, reference, byName, at } = settled
  const what = how === 'REFUNDED' ? `Refunded, reference ${reference}` : `Used for other fees, receipt ${reference}`
  return `${what}, by ${byName} on ${showMoment(at)}.`
}
