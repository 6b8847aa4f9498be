import { type Month, schoolYearMonths } from '#domains/fees/months.ts'
import { addDays, addMonths, type Day } from '#shared/dates.ts'
import type { Paise } from '#shared/money.ts'
import { type AskedDemoFee, type ChequeAnswer, type DemoAccount, type DemoPayment, pendingOf } from './books.ts'
import type { At, DemoYear, DemoYears } from './feeYear.ts'
import type { Inventor } from './invent.ts'

/** One family's school year. */
interface FamilyYear {
  account: DemoAccount
  year: DemoYear
  invent: Inventor
  at: At
}

/** Number of months of the current year that have planned payments: April to November. */
const currentMonths = 8
const wholeYear = 12

/**
 * Plans one family's payments of the current year.
 * @param habit below 5: monthly; below 12: quarterly; below 18: irregular large amounts; else hardly any
 */
export function planCurrentYear(account: DemoAccount, habit: number, year: DemoYear, invent: Inventor, at: At): void {
  const family = { account, year, invent, at }
  if (habit < 5) monthly(family, currentMonths)
  else if (habit < 12) quarterly(family, currentMonths)
  else if (habit < 18) irregularly(family, currentMonths)
}

/**
 * Plans one family's payments of the year before. Nearly all have paid everything by the end of March. Some stop in
 * autumn or leave a part; a third of these pay some of it in the current year, together with its first fees.
 */
export function planYearBefore(
  account: DemoAccount,
  habit: number,
  { before, current }: DemoYears,
  invent: Inventor,
  at: At,
): void {
  const fees = account.fees.filter((fee) => fee.termId === before.termId)
  if (fees.length === 0) return
  const family = { account, year: before, invent, at }
  if (habit < 5) monthly(family, wholeYear)
  else if (habit < 12) quarterly(family, wholeYear)
  else if (habit < 19) irregularly(family, wholeYear)
  else quarterly(family, 6)
  const owes = habit >= 12 && (habit === 19 || invent.below(7) === 0)
  if (!owes) pay(family, { place: 11, upTo: wholeYear, from: 18, within: 10 })
  else if (invent.below(3) === 0) {
    const most = (3 + invent.below(8)) * 100_000
    pay({ ...family, year: current }, { place: 2 + invent.below(5), upTo: 2, most, also: fees })
  }
}

function monthly(family: FamilyYear, months: number): void {
  for (const place of places(months)) pay(family, { place, upTo: place + 1 })
}

function quarterly(family: FamilyYear, months: number): void {
  for (const place of places(months).filter((one) => one % 3 === 0)) pay(family, { place, upTo: place + 3 })
}

function irregularly(family: FamilyYear, months: number): void {
  for (const place of places(months).filter(() => family.invent.below(2) === 0))
    pay(family, { place, upTo: wholeYear, most: (2 + family.invent.below(7)) * 100_000 })
}

function places(months: number): number[] {
  return Array.from({ length: months }, (_, place) => place)
}

interface PlannedPayment {
  /** The month of the payment, 0 for April. */
  place: number
  /** Number of months whose fees are paid. One-time fees are paid from the second month on. */
  upTo: number
  most?: Paise
  /** The first day of the month on which it may be, and the number of such days. */
  from?: number
  within?: number
  /** Fees of another year that are paid with them. */
  also?: readonly AskedDemoFee[]
}

function pay({ account, year, invent, at }: FamilyYear, planned: PlannedPayment): void {
  const { place, upTo, most, from = 2, within = 12, also = [] } = planned
  const day = openDay(addDays(addMonths(year.startsOn, place), from - 1 + invent.below(within)))
  const mode = invent.below(100)
  const donation = invent.below(50) === 0 ? (1 + invent.below(5)) * 50_100 : 0
  const cheque = answer(invent)
  const due = account.fees.filter((fee) => {
    if (fee.termId !== year.termId) return false
    return fee.month === null ? upTo >= 2 : schoolYearMonths.indexOf(fee.month as Month) < upTo
  })
  at(day, (books) => {
    const earlier = also.filter((fee) => pendingOf(account, fee) > 0)
    if (also.length > 0 && earlier.length === 0) return
    const paid = { ...(most ? { most } : {}), donation, ...paidBy(mode, cheque) }
    books.take(account, { termId: year.termId, day, fees: [...earlier, ...due], ...paid })
  })
}

/** Returns the bank's answer to a cheque. */
export function answer(invent: Inventor): ChequeAnswer {
  const late = invent.below(9) === 0
  return { after: late ? 45 : 3 + invent.below(3), cleared: invent.below(12) !== 0 }
}

/** Returns how a payment is made, from a number below 100. */
export function paidBy(mode: number, cheque: ChequeAnswer): { mode: DemoPayment['mode']; cheque?: ChequeAnswer } {
  if (mode < 55) return { mode: 'CASH' }
  return mode < 92 ? { mode: 'UPI' } : { mode: 'CHEQUE', cheque }
}

/** Returns the day, or Monday for a Sunday, when the counter is closed. */
function openDay(day: Day): Day {
  return new Date(`${day}T00:00:00Z`).getUTCDay() === 0 ? addDays(day, 1) : day
}
