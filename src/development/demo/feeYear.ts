import { type Month, schoolYearMonths } from '#domains/fees/months.ts'
import { addDays, addMonths, type Day } from '#shared/dates.ts'
import type { Paise } from '#shared/money.ts'
import { type ChequeAnswer, type DemoAccount, DemoBooks, type DemoPayment, pendingOf } from './books.ts'
import type { Inventor } from './invent.ts'

/** An action at the counter on a day. */
type Happening = (books: DemoBooks) => void

/** The months of the fixed history, as numbers in the calendar. */
const historyMonths = [4, 5, 6, 7, 8, 9, 10, 11]
/** Number of days before today that have generated payments. */
const recentDays = 40

/**
 * Returns a school's books for the fee year: payments on fixed days from April to November 2026 that are not in the
 * future, and payments of today and the days before, so that every screen shows something.
 */
export function feeYear(accounts: readonly DemoAccount[], today: Day, invent: Inventor): DemoBooks {
  const plan = new Map<Day, Happening[]>()
  const at = (day: Day, happening: Happening) => plan.set(day, [...(plan.get(day) ?? []), happening])
  accounts.forEach((account) => history(account, invent, at))
  discounts(accounts, invent, at)
  for (let before = recentDays; before >= 0; before -= 1) recent(accounts, addDays(today, -before), before, invent, at)
  mistake('2026-08-12', at)
  mistake(addDays(today, -1), at)

  const books = new DemoBooks()
  for (const day of [...plan.keys()].filter((key) => key <= today).sort()) {
    books.settle(addDays(day, -1))
    for (const happens of plan.get(day) ?? []) happens(books)
  }
  books.settle(today)
  return books
}

type At = (day: Day, happening: Happening) => void

/** Plans one family's payments: monthly, quarterly, irregular large amounts, or hardly any. */
function history(account: DemoAccount, invent: Inventor, at: At): void {
  const habit = invent.below(20)
  const pays = (month: number, upTo: number, most?: Paise) => {
    const day = schoolDayIn(month, 2 + invent.below(12))
    const mode = invent.below(100)
    const donation = invent.below(50) === 0 ? (1 + invent.below(5)) * 50_100 : 0
    const cheque = answer(invent)
    at(day, (books) => {
      const fees = account.fees.filter((fee) =>
        fee.month === null ? upTo >= 2 : schoolYearMonths.indexOf(fee.month as Month) < upTo,
      )
      books.take(account, { day, fees, ...(most ? { most } : {}), donation, ...paidBy(mode, cheque) })
    })
  }
  if (habit < 5) for (const month of historyMonths) pays(month, month - 3)
  else if (habit < 12) for (const month of [4, 7, 10]) pays(month, month - 1)
  else if (habit < 18)
    for (const month of historyMonths.filter(() => invent.below(2) === 0)) pays(month, 12, (2 + invent.below(7)) * 50_000)
}

/** Plans the payments of a recent day: many in the last two weeks, none on Sundays before yesterday. */
function recent(accounts: readonly DemoAccount[], day: Day, before: number, invent: Inventor, at: At): void {
  const sunday = new Date(`${day}T00:00:00Z`).getUTCDay() === 0
  if (sunday && before > 1) return
  const count = before < 14 ? Math.ceil(accounts.length / 80) + invent.below(5) : 1 + invent.below(3)
  for (let number = 0; number < count; number += 1) {
    const [from, mode, several, cheque] = [invent.below(accounts.length), invent.below(100), 1 + invent.below(3), answer(invent)]
    const most = invent.below(4) === 0 ? (1 + invent.below(3)) * 50_025 : undefined
    // The first three payments of today and yesterday use three modes, so that no part of the day book is empty.
    const way = before <= 1 && number < 3 ? [0, 70, 95][number] : undefined
    at(day, (books) => {
      const account = nextWhoOwes(accounts, from)
      const fees = account?.fees.filter((fee) => pendingOf(account, fee) > 0).slice(0, several)
      if (account && fees) books.take(account, { day, fees, ...(most ? { most } : {}), ...paidBy(way ?? mode, cheque) })
    })
  }
  if (before <= 1)
    at(day, (books) => {
      const account = nextWhoOwes(accounts, accounts.length >> (before + 1))
      const fee = account?.fees.find((one) => pendingOf(account, one) > 0)
      if (account && fee) books.reduce(account, { day, fee, amount: 25_000, comment: 'Sibling concession' })
    })
}

/** Plans discounts on recent fees for one family in thirty. */
function discounts(accounts: readonly DemoAccount[], invent: Inventor, at: At): void {
  const day = '2026-04-20'
  accounts.forEach((account, place) => {
    if (place % 30 !== 7) return
    const comment = invent.pick(['Sibling concession', 'Ward of staff', 'Merit scholarship'])
    at(day, (books) => {
      for (const fee of account.fees.filter((one) => one.month === 'FEB' || one.month === 'MAR'))
        books.reduce(account, { day, fee, amount: 50_000, comment })
    })
  })
}

/** Deletes the day's first cash payment, which was entered for the wrong child. */
function mistake(day: Day, at: At): void {
  at(day, (books) => {
    const wrong = books.payments.find((payment) => payment.day === day && payment.mode === 'CASH')
    if (wrong) books.remove(wrong, { on: day, reason: 'Entered for the wrong child' })
  })
}

function nextWhoOwes(accounts: readonly DemoAccount[], from: number): DemoAccount | undefined {
  const owes = (account: DemoAccount) => account.fees.some((fee) => pendingOf(account, fee) > 0)
  return accounts.slice(from).find(owes) ?? accounts.find(owes)
}

function answer(invent: Inventor): ChequeAnswer {
  const late = invent.below(9) === 0
  return { after: late ? 45 : 3 + invent.below(3), cleared: invent.below(12) !== 0 }
}

function paidBy(mode: number, cheque: ChequeAnswer): { mode: DemoPayment['mode']; cheque?: ChequeAnswer } {
  if (mode < 55) return { mode: 'CASH' }
  return mode < 92 ? { mode: 'UPI' } : { mode: 'CHEQUE', cheque }
}

/** Returns a day of 2026 on which the counter is open; a Sunday becomes Monday. */
function schoolDayIn(month: number, date: number): Day {
  const day = `2026-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
  return new Date(`${day}T00:00:00Z`).getUTCDay() === 0 ? addDays(day, 1) : day
}

/** The day by which one-time fees are to be paid. */
export const oneTimeDueOn: Day = '2026-06-30'

/** Returns the due date of a fee: the schools' fee date, the 5th, of its month. */
export function dueOnOf(month: string | null): Day {
  if (month === null) return oneTimeDueOn
  const place = schoolYearMonths.indexOf(month as Month)
  return addMonths('2026-04-05', place)
}
