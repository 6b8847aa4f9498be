import { addDays, type Day, monthStart, weekStart } from '#shared/dates.ts'
import { type Paise, sumMoney } from '#shared/money.ts'

/** A range of days, both ends included. */
export interface DayRange {
  from: Day
  to: Day
}

/** The four cards of the specification, section 2. */
export const cardNames = ['TODAY', 'YESTERDAY', 'WEEK', 'MONTH'] as const
export type CardName = (typeof cardNames)[number]

/**
 * A card with the days it sums up, and the same number of days one day, week or month earlier, which it shows for
 * comparison.
 */
export interface Card {
  name: CardName
  span: DayRange
  before: DayRange
}

/**
 * Returns the cards of a day. A week starts on Monday. Weeks and months end on the day and are compared with as many
 * days.
 */
export function cardsForDay(today: Day): Card[] {
  const yesterday = addDays(today, -1)
  const monday = weekStart(today)
  return [
    { name: 'TODAY', span: { from: today, to: today }, before: { from: yesterday, to: yesterday } },
    {
      name: 'YESTERDAY',
      span: { from: yesterday, to: yesterday },
      before: { from: addDays(yesterday, -1), to: addDays(yesterday, -1) },
    },
    { name: 'WEEK', span: { from: monday, to: today }, before: { from: addDays(monday, -7), to: addDays(today, -7) } },
    { name: 'MONTH', span: { from: monthStart(today), to: today }, before: sameDaysOfLastMonth(today) },
  ]
}

/** Returns the days of last month up to the same date, or to its last day when it is shorter. */
function sameDaysOfLastMonth(today: Day): DayRange {
  const last = addDays(monthStart(today), -1)
  const from = monthStart(last)
  const sameDate = `${from.slice(0, 8)}${today.slice(8)}`
  return { from, to: sameDate < last ? sameDate : last }
}

/** Returns the range of days that contains all cards of a day. */
export function rangeOfCards(today: Day): DayRange {
  const from = cardsForDay(today)
    .flatMap(({ span, before }) => [span.from, before.from])
    .sort()[0]
  return { from: from ?? today, to: today }
}

/** Adds up the money collected in a range of days. */
export function sumCollected({ from, to }: DayRange, days: readonly { collectedOn: Day; collected: Paise }[]): Paise {
  return sumMoney(days.filter((day) => day.collectedOn >= from && day.collectedOn <= to).map((day) => day.collected))
}

/** Sums of the fees of one month, or of the one-time fees. */
export interface FeeSums {
  paid: Paise
  clearing: Paise
  discount: Paise
  concession: Paise
  /** What was given up. It is not expected any more. */
  writtenOff: Paise
  pending: Paise
  /** What of pending has passed its due date. */
  overdue: Paise
}

/** Returns the amount expected: paid, pending, clearing, discount and concession. */
export function sumExpected({ paid, pending, clearing, discount, concession }: FeeSums): Paise {
  return sumMoney([paid, pending, clearing, discount, concession])
}

export const noFeeSums: FeeSums = {
  paid: 0,
  clearing: 0,
  discount: 0,
  concession: 0,
  writtenOff: 0,
  pending: 0,
  overdue: 0,
}

/** Sums of the fees of a month. */
export interface FeeMonth extends FeeSums {
  /** null for one-time fees. */
  month: string | null
}

/** Adds up the sums of the classes by month. */
export function sumMonths(rows: readonly FeeMonth[]): FeeMonth[] {
  return [...Map.groupBy(rows, ({ month }) => month)].map(([month, ofMonth]) => ({ month, ...addFeeSums(ofMonth) }))
}

/** Adds up the sums of several months, classes or students. */
export function addFeeSums(rows: readonly FeeSums[]): FeeSums {
  const sum = (part: keyof FeeSums) => sumMoney(rows.map((row) => row[part]))
  return {
    paid: sum('paid'),
    clearing: sum('clearing'),
    discount: sum('discount'),
    concession: sum('concession'),
    writtenOff: sum('writtenOff'),
    pending: sum('pending'),
    overdue: sum('overdue'),
  }
}
