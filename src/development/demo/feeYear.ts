import { addDays, addMonths, type Day } from '#shared/dates.ts'
import { type DemoAccount, DemoBooks, pendingOf } from './books.ts'
import { answer, paidBy, planCurrentYear, planYearBefore } from './habits.ts'
import type { Inventor } from './invent.ts'
import { oneOffs } from './oneOffs.ts'

/** A school year whose payments are planned. */
export interface DemoYear {
  termId: number
  /** The first of April. */
  startsOn: Day
}

/** The year before the current one, and the current one. */
export interface DemoYears {
  before: DemoYear
  current: DemoYear
}

/** An action at the counter on a day. */
type Happening = (books: DemoBooks) => void
/** Plans an action. */
export type At = (day: Day, happening: Happening) => void

/** Number of days before today that have generated payments. */
const recentDays = 40

/**
 * Returns a school's books for two school years: payments on fixed days that are not in the future, and payments of
 * today and the days before, so that every screen shows something.
 */
export function feeYears(accounts: readonly DemoAccount[], years: DemoYears, today: Day, invent: Inventor): DemoBooks {
  const plan = new Map<Day, Happening[]>()
  const at = (day: Day, happening: Happening) => plan.set(day, [...(plan.get(day) ?? []), happening])
  for (const account of accounts) {
    const habit = invent.below(20)
    planYearBefore(account, habit, years, invent, at)
    planCurrentYear(account, habit, years.current, invent, at)
  }
  discounts(accounts, years.current, invent, at)
  for (let ago = recentDays; ago >= 0; ago -= 1) recent(accounts, years.current, { today, ago }, invent, at)
  mistake(addDays(addMonths(years.current.startsOn, 4), 11), at)
  mistake(addDays(today, -1), at)
  oneOffs(accounts, years, at)

  const books = new DemoBooks()
  for (const day of [...plan.keys()].filter((key) => key <= today).sort()) {
    books.settle(addDays(day, -1))
    for (const happens of plan.get(day) ?? []) happens(books)
  }
  books.settle(today)
  return books
}

/** Plans the payments of a recent day: many in the last two weeks, none on Sundays before yesterday. */
function recent(
  accounts: readonly DemoAccount[],
  { termId }: DemoYear,
  { today, ago }: { today: Day; ago: number },
  invent: Inventor,
  at: At,
): void {
  const day = addDays(today, -ago)
  const sunday = new Date(`${day}T00:00:00Z`).getUTCDay() === 0
  if (sunday && ago > 1) return
  const count = ago < 14 ? Math.ceil(accounts.length / 80) + invent.below(5) : 1 + invent.below(3)
  for (let number = 0; number < count; number += 1) {
    const [from, mode, several, cheque] = [invent.below(accounts.length), invent.below(100), 1 + invent.below(3), answer(invent)]
    const most = invent.below(4) === 0 ? (1 + invent.below(3)) * 50_025 : undefined
    // The first three payments of today and yesterday use three modes, so that no part of the day book is empty.
    const way = ago <= 1 && number < 3 ? [0, 70, 95][number] : undefined
    at(day, (books) => {
      const account = nextWhoOwes(accounts, from)
      const fees = account?.fees.filter((fee) => pendingOf(account, fee) > 0).slice(0, several)
      if (account && fees) books.take(account, { termId, day, fees, ...(most ? { most } : {}), ...paidBy(way ?? mode, cheque) })
    })
  }
  if (ago <= 1)
    at(day, (books) => {
      const account = nextWhoOwes(accounts, accounts.length >> (ago + 1))
      const fee = account?.fees.find((one) => one.termId === termId && pendingOf(account, one) > 0)
      if (account && fee)
        books.reduce(account, { status: 'DISCOUNT', day, fee, amount: 25_000, comment: 'Two children in the school' })
    })
}

/** Plans discounts on recent fees for one family in thirty. */
function discounts(accounts: readonly DemoAccount[], { termId, startsOn }: DemoYear, invent: Inventor, at: At): void {
  const day = addDays(startsOn, 19)
  accounts.forEach((account, place) => {
    if (place % 30 !== 7) return
    const comment = invent.pick(['Two children in the school', 'Father is ill', 'Won the science olympiad'])
    at(day, (books) => {
      for (const fee of account.fees.filter((one) => one.termId === termId && (one.month === 'FEB' || one.month === 'MAR')))
        books.reduce(account, { status: 'DISCOUNT', day, fee, amount: 50_000, comment })
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
