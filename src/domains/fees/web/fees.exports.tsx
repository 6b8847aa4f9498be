import { schoolDay } from '#shared/dates.ts'
import { formatReceiptNumber, receiptYear } from '../receipts.rules.ts'

/** Returns the first receipt number of this April–March year with a prefix: `GV/2026-27/1`. */
export function exampleReceiptNumber(receiptPrefix: string): string {
  return formatReceiptNumber({ receiptPrefix, receiptYear: receiptYear(schoolDay(new Date())), receiptNo: 1 })
}

/**
 * Returns the address of the fees entries of a range of days, of every term. Days are `YYYY-MM-DD`, both ends included.
 */
export function entriesAddress({ from, to }: { from: string; to: string }): string {
  return `/fees?${new URLSearchParams({ tab: 'entries', 'f.from': from, 'f.to': to, 'f.terms': 'every' })}`
}

/** The address of the cheques that the bank has not cleared yet. */
export const chequesAddress = '/fees?tab=cheques'

/** The address of the list of the clerks of a day, and of the days that are not closed. */
export const cashiersAddress = '/fees?tab=cashiers'

/** The address of the viewer's day: the receipts that were issued today, and the drawer. */
export const myDayAddress = '/fees?tab=mine'
export { accountAddress } from './counter/useCounterAddress.ts'

/** The address of the discounts that wait for an ADMIN. */
export const approvalsAddress = '/fees?tab=approvals'
export { closeDayAddress } from './cashier/cashierAddresses.ts'
