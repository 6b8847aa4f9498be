import { addDays, type Day, monthStart, weekStart } from '#shared/dates.ts'
import { type Paise, sumMoney } from '#shared/money.ts'

/** Days of the calendar, both included. */
export interface Span {
  from: Day
  to: Day
}

/** The four cards of the specification, section 2. */
export const cardNames = ['TODAY', 'YESTERDAY', 'WEEK', 'MONTH'] as const
export type CardName = (typeof cardNames)[number]

/** What a card sums, and what is quietly beside it: the same number of days, one day, week or month earlier. */
export interface Card {
  name: CardName
  span: Span
  before: Span
}

/** The cards of a day. A week starts on Monday; weeks and months go as far as the day, and are held against as many days. */
export function cardsOf(today: Day): Card[] {
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

/** From the first of last month to the same date, or to its last day where it has no such date. */
function sameDaysOfLastMonth(today: Day): Span {
  const last = addDays(monthStart(today), -1)
  const from = monthStart(last)
  const sameDate = `${from.slice(0, 8)}${today.slice(8)}`
  return { from, to: sameDate < last ? sameDate : last }
}

/** The days that all cards of a day are made of. */
export function daysOfCards(today: Day): Span {
  const from = cardsOf(today)
    .flatMap(({ span, before }) => [span.from, before.from])
    .sort()[0]
  return { from: from ?? today, to: today }
}

/** What was collected in a span. */
export function collectedIn({ from, to }: Span, days: readonly { collectedOn: Day; collected: Paise }[]): Paise {
  return sumMoney(days.filter((day) => day.collectedOn >= from && day.collectedOn <= to).map((day) => day.collected))
}

/** What stands on the fees of one month, or on those without one. */
export interface FeeSums {
  paid: Paise
  clearing: Paise
  discount: Paise
  pending: Paise
}

/** What was expected of these fees: what has come, may come, was given and is still asked. */
export function expected({ paid, pending, clearing, discount }: FeeSums): Paise {
  return sumMoney([paid, pending, clearing, discount])
}
