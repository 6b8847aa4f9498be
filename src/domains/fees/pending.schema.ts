import { z } from 'zod'
import { id, text } from '#shared/inputs.ts'
import { month } from './months.schema.ts'
import { ageingGroups } from './pending.rules.ts'

export const pendingSort = z
  .enum(['SECTION', 'NAME', 'REGISTER_NO', 'PHONE', 'PENDING', 'CLEARING'])
  .meta({ graphql: 'PendingSort' })
export type PendingSort = z.output<typeof pendingSort>

export const pendingTerms = z.enum(['TERM', 'EARLIER', 'ALL']).meta({ graphql: 'PendingTerms' })

/**
 * Which due dates count: overdue ones, of these those of up to 30 days, 31 to 60, 61 to 90, or more; all that are due
 * by now; or those of later months.
 */
export const pendingDue = z.enum(['OVERDUE', ...ageingGroups, 'NOW', 'LATER']).meta({ graphql: 'PendingDue' })
export const ageingGroup = z.enum(ageingGroups).meta({ graphql: 'AgeingGroup' })
export type PendingDue = z.output<typeof pendingDue>

/**
 * Filters for pending fees, by student and by fee. The students are those of the term. `due`, `month`,
 * `upTo` and `oneTime` choose the fees; without them all fees count.
 */
export const pendingFilter = z.object({
  termId: id,
  /** Whose fees count: those of the term, which is the default, of the terms before it, or of both. */
  terms: pendingTerms.optional(),
  due: pendingDue.optional(),
  classId: id.optional(),
  sectionId: id.optional(),
  month: month.optional(),
  /** Includes the months of the school year before `month`. */
  upTo: z.boolean().optional(),
  /** Only fees without a month. */
  oneTime: z.boolean().optional(),
  search: text(100).optional(),
  /** Includes disabled students. */
  disabledToo: z.boolean().optional(),
})

/** A page of the students with pending fees. */
export const pendingView = z.object({
  ...pendingFilter.shape,
  sort: pendingSort.optional(),
  descending: z.boolean().optional(),
  page: z.int().min(0).max(100_000).optional(),
  pageSize: z.int().min(1).max(1000).optional(),
})

/** Who has left and owes: all, or those whom a search by name, roll, register number or phone finds. */
export const leftWithDuesView = z.object({ search: text(100).optional() })
