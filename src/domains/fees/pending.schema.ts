import { z } from 'zod'
import { id, text } from '#shared/inputs.ts'
import { month } from './months.ts'

export const pendingSort = z
  .enum(['SECTION', 'NAME', 'REGISTER_NO', 'PHONE', 'PENDING', 'CLEARING'])
  .meta({ graphql: 'PendingSort' })
export type PendingSort = z.output<typeof pendingSort>

/** Whose and which pending fees: of one month, with those before it, or the one-time fees; without any of them all. */
export const pendingFilter = z.object({
  termId: id,
  classId: id.optional(),
  sectionId: id.optional(),
  month: month.optional(),
  /** The months of the school's year before `month` too. */
  upTo: z.boolean().optional(),
  /** The fees without a month, and no others. */
  oneTime: z.boolean().optional(),
  search: text(100).optional(),
  /** Students that are disabled are left out otherwise. */
  disabledToo: z.boolean().optional(),
})

/** One page of the students with pending fees. */
export const pendingView = z.object({
  ...pendingFilter.shape,
  sort: pendingSort.optional(),
  descending: z.boolean().optional(),
  page: z.int().min(0).max(100_000).optional(),
  pageSize: z.int().min(1).max(1000).optional(),
})
