import { z } from 'zod'
import { query } from '#platform/command.ts'
import type { Db, Read } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { schoolDay } from '#shared/dates.ts'
import { parseReceiptNumber } from '../entries.rules.ts'
import { chequesView, clerksView, deletedView, entriesView, ownReceiptsView } from '../entries.schema.ts'
import { receiptSearch } from '../receipts.schema.ts'
import { clerks, correctors, deletedPage, deletedSums, entryPage, entrySums, receiptsByNumber } from './entries.sql.ts'
import { paymentActions } from './fees.permissions.ts'
import type { Entry, Payment } from './payments.sql.ts'

/**
 * A page of payments with the sums of the whole list. Failed cheques are listed and in no sum; clearing cheques are
 * only in `clearing`.
 */
export interface Entries {
  rows: Entry[]
  total: number
  collected: number
  clearing: number
  receipts: number
  /** The latest payment of the whole list; null when it is empty. */
  lastId: number | null
}

/** Lists the payments of a term, or of all terms, that are not deleted. */
export const listEntries = query({
  action: paymentActions.list,
  input: entriesView,
  run: ({ db, read, viewer, schoolId, input }) => readEntries(db, read, schoolId, viewer, input),
})

/** Lists the payments the viewer took today, of every term: booked for today, or entered today for another day. */
export const listOwnReceipts = query({
  action: paymentActions.listOwn,
  input: ownReceiptsView,
  run: ({ db, read, viewer, schoolId, input }) =>
    readEntries(db, read, schoolId, viewer, { ...input, takenBy: { subject: viewer.subject, day: schoolDay(new Date()) } }),
})

/** Lists the cheques of every term that the bank has not cleared yet. */
export const listCheques = query({
  action: paymentActions.listCheques,
  input: chequesView,
  run: ({ db, read, viewer, schoolId, input }) => readEntries(db, read, schoolId, viewer, { ...input, state: 'CLEARING' }),
})

async function readEntries(
  db: Db,
  read: Read,
  schoolId: number,
  viewer: Viewer,
  view: Parameters<typeof entryPage>[3],
): Promise<Entries> {
  const [rows, [sums]] = await read(entryPage(db, schoolId, viewer, view), entrySums(db, schoolId, viewer, view))
  return { rows, ...(sums ?? { total: 0, collected: 0, clearing: 0, receipts: 0, lastId: null }) }
}

/** Lists the names of those who may correct a receipt, for a clerk who may not. */
export const listCorrectors = query({
  action: paymentActions.listOwn,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => (await read(correctors(db, schoolId)))[0].map(({ name }) => name),
})

/** A page of deleted payments, with the count and sum of the whole list. */
export interface DeletedPayments {
  rows: Entry[]
  total: number
  amount: number
}

/** Lists the deleted payments of a term. Their receipts keep their numbers. */
export const listDeletedPayments = query({
  action: paymentActions.listDeleted,
  input: deletedView,
  run: async ({ db, read, viewer, schoolId, input }): Promise<DeletedPayments> => {
    const [rows, [sums]] = await read(deletedPage(db, schoolId, viewer, input), deletedSums(db, schoolId, viewer, input))
    return { rows, ...(sums ?? { total: 0, amount: 0 }) }
  },
})

/** Lists everybody who took money in a term, including SUPERADMINs and people who have left. */
export const listClerks = query({
  action: paymentActions.list,
  input: clerksView,
  run: async ({ db, read, viewer, schoolId, input }) => (await read(clerks(db, schoolId, viewer, input.termId)))[0],
})

/**
 * Finds receipts by number, of all years and including deleted ones; at most ten. Returns none when the text is not a
 * receipt number.
 */
export const findReceipts = query({
  action: paymentActions.viewReceipt,
  input: receiptSearch,
  run: async ({ db, read, viewer, schoolId, input }): Promise<Payment[]> => {
    const number = parseReceiptNumber(input.number)
    return number === null ? [] : (await read(receiptsByNumber(db, schoolId, viewer, number)))[0]
  },
})
