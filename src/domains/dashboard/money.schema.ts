import { z } from 'zod'
import { id, text } from '#shared/inputs.ts'
import { month } from '#domains/fees/schemas.exports.ts'

/** The term of the page of money. */
export const moneyView = z.object({ termId: id })

export const studentMoneySort = z
  .enum(['SECTION', 'NAME', 'EXPECTED', 'PAID', 'CONCEDED', 'WRITTEN_OFF', 'PENDING', 'OVERDUE'])
  .meta({ graphql: 'StudentMoneySort' })
export type StudentMoneySort = z.output<typeof studentMoneySort>

/** A page of the students of a term with the sums of their fees: of one class, of one month, or of all. */
export const studentMoneyView = z.object({
  termId: id,
  classId: id.optional(),
  sectionId: id.optional(),
  month: month.optional(),
  /** Only fees without a month. */
  oneTime: z.boolean().optional(),
  search: text(100).optional(),
  sort: studentMoneySort.optional(),
  descending: z.boolean().optional(),
  page: z.int().min(0).max(100_000).optional(),
  pageSize: z.int().min(1).max(1000).optional(),
})
