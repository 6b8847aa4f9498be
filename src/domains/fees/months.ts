import { z } from 'zod'
import type { Day } from '#shared/dates.ts'
import { receiptYear } from './receipts.rules.ts'

/** The months a fee can be for, as the calendar has them (specification, section 9). A fee without one is paid one time. */
export const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const
export type Month = (typeof months)[number]

/** The same in the order of a school's year, April to March. */
export const schoolYearMonths: readonly Month[] = [...months.slice(3), ...months.slice(0, 3)]

/** Orders a fee list by the months of the school year: what is paid one time first, then April to March. */
export function compareMonths(one: string | null, other: string | null): number {
  const place = (name: string | null) => (name === null ? -1 : schoolYearMonths.indexOf(name as Month))
  return place(one) - place(other)
}

export const month = z.enum(months, 'Required').meta({ graphql: 'Month' })

/**
 * The months of a term that have begun on a day: all of a past term, none of a coming one. A term's year is read from its name
 * (`2026-27`); one with another name is this school year's if it is the current term, else past.
 */
export function begunMonths(term: { name: string; current: boolean }, today: Day): readonly Month[] {
  const thisYear = receiptYear(today)
  const named = /^\d{4}/.exec(term.name)?.[0]
  const year = named ?? (term.current ? thisYear.slice(0, 4) : '0000')
  if (year !== thisYear.slice(0, 4)) return year < thisYear ? schoolYearMonths : []
  const month = months[Number(today.slice(5, 7)) - 1] ?? 'MAR'
  return schoolYearMonths.slice(0, schoolYearMonths.indexOf(month) + 1)
}
