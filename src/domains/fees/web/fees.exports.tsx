import { schoolDay } from '#shared/dates.ts'
import { receiptNumber, receiptYear } from '../receipts.rules.ts'

/** The first receipt number of today's April–March year with a prefix: `GV/2026-27/1`. */
export function exampleReceiptNumber(receiptPrefix: string): string {
  return receiptNumber({ receiptPrefix, receiptYear: receiptYear(schoolDay(new Date())), receiptNo: 1 })
}

/** Where the fees entries of some days are listed, of every term. Days are `YYYY-MM-DD`, both included. */
export function entriesAddress({ from, to }: { from: string; to: string }): string {
  return `/fees?${new URLSearchParams({ tab: 'entries', 'f.from': from, 'f.to': to, 'f.terms': 'every' })}`
}

/** Where the cheques that the bank has not answered yet are listed. */
export const chequesAddress = '/fees?tab=cheques'

/** Where the receipts are listed that the viewer has written today. */
export const ownReceiptsAddress = '/fees?tab=mine'
export { accountAddress } from './counter/useCounterAddress.ts'
