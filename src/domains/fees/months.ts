import { z } from 'zod'

/** The months a fee can be for, as the calendar has them (specification, section 9). A fee without one is paid one time. */
export const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const
export type Month = (typeof months)[number]

/** The same in the order of a school's year, April to March. */
export const schoolYearMonths: readonly Month[] = [...months.slice(3), ...months.slice(0, 3)]

export const month = z.enum(months, 'Required').meta({ graphql: 'Month' })
