import { z } from 'zod'
import { id, requestKey, text } from '#shared/inputs.ts'
import { receiptLanguages } from '#shared/receiptLanguages.schema.ts'
import { entriesView } from './entries.schema.ts'

/** The languages of the paper; the school's where none are asked for. */
const languages = receiptLanguages.optional()

export const receiptChoice = z.object({ paymentId: id, languages })

/**
 * A request to issue a receipt. Each print makes a new key; a repeated request with the same key returns the same
 * paper.
 */
export const receiptIssue = z.object({ key: requestKey, paymentId: id, languages })

/** A request to send a receipt by message. Each press makes a new key. */
export const receiptSending = z.object({ key: requestKey, id })

/** Maximum number of receipts per part: a browser lays these out within a few seconds. */
export const maxReceiptsPerPart = 500

/** One part of the receipts of a list, in the order of their numbers. */
export const receiptsView = entriesView.omit({ sort: true, descending: true, page: true }).extend({
  /** The last payment of the previous part; the first part has none. */
  afterId: id.optional(),
  pageSize: z.number().int().min(1).max(maxReceiptsPerPart).optional(),
})

/** A receipt number as typed, such as `123` or `GV/2026-27/123`. */
export const receiptSearch = z.object({ number: text(60) })
