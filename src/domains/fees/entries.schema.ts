import { z } from 'zod'
import { day, id, text } from '#shared/inputs.ts'
import { paymentMode, paymentState } from './payments.schema.ts'

const page = {
  search: text(100).optional(),
  descending: z.boolean().optional(),
  /** Counts from 0. */
  page: z.number().int().min(0).max(1_000_000).optional(),
  pageSize: z.number().int().min(1).max(1000).optional(),
}

export const entrySorts = ['DATE', 'RECEIPT', 'STUDENT', 'SECTION', 'AMOUNT'] as const
export type EntrySort = (typeof entrySorts)[number]

/** Which payments that are not deleted, of a term or of every term: by the day they are booked on, from and to included. */
export const entriesView = z.object({
  termId: id.optional(),
  from: day().optional(),
  to: day().optional(),
  mode: paymentMode.optional(),
  state: paymentState.optional(),
  /** The account of who took the money. */
  clerk: z.uuid('This is not an account').optional(),
  /** Of students who sit in it now. */
  sectionId: id.optional(),
  /** Leaves out what was taken after this payment: so that pages that are read one after the other are of one list. */
  upToId: id.optional(),
  sort: z.enum(entrySorts).meta({ graphql: 'EntrySort' }).optional(),
  ...page,
})

const { upToId, sort } = entriesView.shape

/** Which of the payments that the viewer has taken today, of every term. */
export const ownReceiptsView = z.object({ upToId, sort, ...page })

/** Which of the cheques that the bank has not answered yet, of every term. */
export const chequesView = z.object({ upToId, sort, ...page })

/** Which deleted payments of a term: by the day they were deleted on, from and to included. The last deleted comes first. */
export const deletedView = z.object({ termId: id, from: day().optional(), to: day().optional(), ...page })

export const clerksOf = z.object({ termId: id.optional() })
