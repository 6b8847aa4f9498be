import { schoolDay } from '../../../shared/dates.ts'
import { receiptNumber, receiptYear } from '../receipts.rules.ts'

/** The first receipt number of today's April–March year with a prefix: `GV/2026-27/1`. */
export function exampleReceiptNumber(receiptPrefix: string): string {
  return receiptNumber({ receiptPrefix, receiptYear: receiptYear(schoolDay(new Date())), receiptNo: 1 })
}

/** Where the fees entries of some days, or in a state, are listed. Days are `YYYY-MM-DD`, both included. */
export function entriesAddress(view: { from?: string; to?: string; state?: 'CLEARING' }): string {
  const filters = Object.entries(view).map(([key, value]) => [`f.${key}`, value])
  return `/fees?${new URLSearchParams([['tab', 'entries'], ...filters])}`
}
export { accountAddress } from './counter/useCounterAddress.ts'
