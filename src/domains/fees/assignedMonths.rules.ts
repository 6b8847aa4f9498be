import { addMonths, countDays, type Day, monthStart } from '#shared/dates.ts'
import type { JoiningMonth } from '#shared/joiningMonth.ts'
import { scaleMoney } from '#shared/money.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { type Month, monthLabel, months as calendarMonths, monthsOfTerm, monthStartInTerm } from './months.ts'

/** The months for which a student pays a category, and what is asked of the first. */
export interface AssignedMonths {
  /** In the order of the term; null for all. */
  months: readonly Month[] | null
  /** The part of the first month that is asked, in thousandths: 500 is half. Null for the whole month. */
  firstPart: number | null
}

/** The whole term. */
export const allMonths: AssignedMonths = { months: null, firstPart: null }

interface AskedFee {
  month: Month | null
  /** The day of a one-time fee's own; null on others. */
  dueOn: Day | null
  amount: number
}

/**
 * Returns whether a student is asked for a fee of a category: for one of a month by its month, for one that is paid
 * once unless it is due after the last month. `fee_is_asked` of the database is the same.
 * @param startsOn the first day of the fee's term
 */
export function isAsked(
  { month, dueOn }: Pick<AskedFee, 'month' | 'dueOn'>,
  { months }: Pick<AssignedMonths, 'months'>,
  startsOn: Day,
): boolean {
  if (months === null) return true
  if (month !== null) return months.includes(month)
  if (dueOn === null) return true
  const last = months.at(-1)
  return last !== undefined && dueOn < addMonths(monthStartInTerm(last, startsOn), 1)
}

/**
 * Returns what is asked for a fee in paise: of the first month a part, in whole rupees. `fee_amount_asked` of the
 * database is the same.
 */
export function askedAmount(
  { month, amount }: Pick<AskedFee, 'month' | 'amount'>,
  { months, firstPart }: AssignedMonths,
): number {
  if (firstPart === null || month === null || month !== months?.[0]) return amount
  return scaleMoney(scaleMoney(amount, firstPart, 1000 * 100), 100, 1)
}

/**
 * Returns the months that a child who joins on a day pays: from the month of the day on, or from the next. A child who
 * was there when the term began pays all.
 *
 * @param startsOn the first day of the term
 */
export function monthsFromDay(joinedOn: Day, startsOn: Day, rule: JoiningMonth): AssignedMonths {
  if (joinedOn <= startsOn) return allMonths
  const month = monthStart(joinedOn)
  // A day before the first month of the term is of that month, and one after its last is of none.
  const ofTerm = monthsOfTerm(startsOn)
  const nth = Math.max(0, monthsBetween(monthStartInTerm(ofTerm[0] as Month, startsOn), month))
  const months = ofTerm.slice(rule === 'NEXT' ? nth + 1 : nth)
  if (rule === 'HALF') return { months, firstPart: 500 }
  const end = addMonths(month, 1)
  if (rule === 'DAYS' && joinedOn > month)
    return { months, firstPart: Math.round((countDays(joinedOn, end) / countDays(month, end)) * 1000) }
  return rule !== 'NEXT' && month <= startsOn ? allMonths : { months, firstPart: null }
}

/**
 * Returns months that end with one, for a child who leaves: later ones are not asked.
 * @param ofTerm the months of the term in its order
 */
export function endingWith({ months, firstPart }: AssignedMonths, last: Month, ofTerm: readonly Month[]): AssignedMonths {
  const kept = (months ?? ofTerm).filter((month) => ofTerm.indexOf(month) <= ofTerm.indexOf(last))
  if (kept.length === ofTerm.length && firstPart === null) return allMonths
  return { months: kept, firstPart: kept.length > 0 ? firstPart : null }
}

/** Returns months in the order of their term, each once, as they are stored; null when they are all. */
export function storedMonths(months: readonly Month[] | null, ofTerm: readonly Month[]): Month[] | null {
  const sorted = ofTerm.filter((month) => months?.includes(month))
  return months === null || sorted.length === ofTerm.length ? null : sorted
}

/** Returns the months as people say them: `Apr–Sep and Nov`; an empty text for all of the term. */
export function showMonths(months: readonly Month[] | null): string {
  if (months === null) return ''
  const runs: Month[][] = []
  for (const month of months) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && (calendarMonths.indexOf(last) + 1) % 12 === calendarMonths.indexOf(month)) run.push(month)
    else runs.push([month])
  }
  return joinWithAnd(
    runs.map((run) => [run[0], ...(run.length > 1 ? [run.at(-1)] : [])].map((month) => monthLabel(month as Month)).join('–')),
  )
}

const monthsBetween = (from: Day, to: Day) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))
