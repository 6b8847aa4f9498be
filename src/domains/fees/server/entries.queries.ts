import { z } from 'zod'
import { query } from '#platform/command.ts'
import type { Db, Read } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { schoolDay } from '#shared/dates.ts'
import { receiptOf } from '../entries.rules.ts'
import { chequesView, clerksOf, deletedView, entriesView, ownReceiptsView } from '../entries.schema.ts'
import { receiptSearch } from '../receipts.schema.ts'
import { clerks, correctors, deletedPage, deletedSums, entryPage, entrySums, receiptsByNumber } from './entries.sql.ts'
import { paymentActions } from './fees.permissions.ts'
import type { Payment } from './payments.sql.ts'

/** A page of payments with the sums of the whole view. Failed cheques are rows and in no sum, clearing ones in `clearing` alone. */
export interface Entries {
  rows: Payment[]
  total: number
  collected: number
  clearing: number
  receipts: number
  /** The latest payment of the whole view, null where it has none. */
  lastId: number | null
}

/** The payments of a term, or of every term, that are not deleted. */
export const listEntries = query({
  action: paymentActions.list,
  input: entriesView,
  run: ({ db, read, viewer, schoolId, input }) => pageOf(db, read, schoolId, viewer, input),
})

/** The payments that the viewer has taken today, of every term: booked on this day, or entered on it for another. */
export const listOwnReceipts = query({
  action: paymentActions.listOwn,
  input: ownReceiptsView,
  run: ({ db, read, viewer, schoolId, input }) =>
    pageOf(db, read, schoolId, viewer, { ...input, takenBy: { subject: viewer.subject, day: schoolDay(new Date()) } }),
})

/** The cheques that the bank has not answered yet, of every term. */
export const listCheques = query({
  action: paymentActions.listCheques,
  input: chequesView,
  run: ({ db, read, viewer, schoolId, input }) => pageOf(db, read, schoolId, viewer, { ...input, state: 'CLEARING' }),
})

async function pageOf(
  db: Db,
  read: Read,
  schoolId: number,
  viewer: Viewer,
  view: Parameters<typeof entryPage>[3],
): Promise<Entries> {
  const [rows, [sums]] = await read(entryPage(db, schoolId, viewer, view), entrySums(db, schoolId, viewer, view))
  return { rows, ...(sums ?? { total: 0, collected: 0, clearing: 0, receipts: 0, lastId: null }) }
}

/** The names of those who may correct a receipt, for a clerk who may not. */
export const listCorrectors = query({
  action: paymentActions.listOwn,
  input: z.object({}),
  run: async ({ db, read, schoolId }) => (await read(correctors(db, schoolId)))[0].map(({ name }) => name),
})

/** A page of deleted payments, with how many and how much the whole view has. */
export interface DeletedPayments {
  rows: Payment[]
  total: number
  amount: number
}

/** The payments of a term that were deleted: their receipts keep their numbers. */
export const listDeletedPayments = query({
  action: paymentActions.listDeleted,
  input: deletedView,
  run: async ({ db, read, viewer, schoolId, input }): Promise<DeletedPayments> => {
    const [rows, [sums]] = await read(deletedPage(db, schoolId, viewer, input), deletedSums(db, schoolId, viewer, input))
    return { rows, ...(sums ?? { total: 0, amount: 0 }) }
  },
})

/** Who has taken money in a term: a SUPERADMIN, and who does not work here any more, too. */
export const listClerks = query({
  action: paymentActions.list,
  input: clerksOf,
  run: async ({ db, read, viewer, schoolId, input }) => (await read(clerks(db, schoolId, viewer, input.termId)))[0],
})

/** The receipts that have a number, of all years and deleted ones too; none for what is no number. At most ten. */
export const findReceipts = query({
  action: paymentActions.viewReceipt,
  input: receiptSearch,
  run: async ({ db, read, viewer, schoolId, input }): Promise<Payment[]> => {
    const number = receiptOf(input.number)
    return number === null ? [] : (await read(receiptsByNumber(db, schoolId, viewer, number)))[0]
  },
})
