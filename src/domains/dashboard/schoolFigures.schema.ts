import { z } from 'zod'
import { text } from '#shared/inputs.ts'

/** The columns by which schools are compared. */
export const schoolSorts = [
  'NAME',
  'STUDENTS',
  'ATTENDANCE',
  'COLLECTED_TODAY',
  'COLLECTED_TERM',
  'OVERDUE',
  'OPEN_DAYS',
] as const
export const schoolSort = z.enum(schoolSorts).meta({ graphql: 'SchoolSort' })

/** A page of the schools side by side. */
export const schoolsComparison = z.object({
  search: text(100).optional(),
  sort: schoolSort.optional(),
  descending: z.boolean().optional(),
  page: z.int().min(0).max(100_000).optional(),
  pageSize: z.int().min(1).max(1000).optional(),
})
