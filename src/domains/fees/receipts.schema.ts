import { z } from 'zod'
import { id, requestKey, text } from '#shared/inputs.ts'
import { entriesView } from './entries.schema.ts'

export const receiptChoice = z.object({ paymentId: id })

/** A receipt that is given out. The key is made for each print: one that is sent again gives the same paper. */
export const receiptIssue = z.object({ key: requestKey, paymentId: id })

/** As many as a browser lays out for printing within a few seconds. */
export const mostReceipts = 500

/** A part of the receipts of a view, in the order of their numbers. */
export const receiptsView = entriesView.omit({ sort: true, descending: true, page: true }).extend({
  /** The last payment of the part before; the first part has none. */
  afterId: id.optional(),
  pageSize: z.number().int().min(1).max(mostReceipts).optional(),
})

/** A receipt's number as somebody types it, such as `123` or `GV/2026-27/123`. */
export const receiptSearch = z.object({ number: text(60) })
