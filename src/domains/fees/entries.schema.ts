import { z } from 'zod'
import { day, id, text } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'
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

/**
 * Filters for payments that are not deleted, of one term or, without `termId`, of all terms. `from` and `to` are
 * inclusive and compare the booking day.
 */
export const entriesView = z.object({
  termId: id.optional(),
  from: day().optional(),
  to: day().optional(),
  mode: paymentMode.optional(),
  state: paymentState.optional(),
  /** The sign-in account of the clerk who took the money. */
  clerk: z.uuid({ error: () => t`This is not an account` }).optional(),
  /** Payments of students who are in this section now. */
  sectionId: id.optional(),
  /** Leaves out later payments, so that pages loaded one after the other belong to one list. */
  upToId: id.optional(),
  sort: z.enum(entrySorts).meta({ graphql: 'EntrySort' }).optional(),
  ...page,
})

const { upToId, sort } = entriesView.shape

/** Filters for the payments that the viewer took today, of every term. */
export const ownReceiptsView = z.object({ upToId, sort, ...page })

/** Filters for the cheques of every term that the bank has not cleared yet. */
export const chequesView = z.object({ upToId, sort, ...page })

/**
 * Filters for the deleted payments of a term. `from` and `to` are inclusive and compare the day of deletion. The last
 * deleted payment comes first.
 */
export const deletedView = z.object({ termId: id, from: day().optional(), to: day().optional(), ...page })

export const clerksView = z.object({ termId: id.optional() })
