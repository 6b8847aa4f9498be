import {
  type ClosedDays,
  type CountedDrawer,
  countDrawer,
  expectedCash,
  isDayClosed,
  type NoteCounts,
} from '#domains/fees/cashier.rules.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { subtractMoney, sumMoney } from '#shared/money.ts'

/** A payment that a clerk took. */
export interface BookPayment {
  amount: number
  mode: 'CASH' | 'UPI' | 'CHEQUE'
  state: 'COLLECTED' | 'CLEARING' | 'FAILED'
  deleted: boolean
  receipt: number
  bookedOn: Day
  /** Which clerk's drawer it is in. */
  clerk: number
}

/** Money that a clerk gave back. */
export interface BookRefund {
  /** One of its fees, which are all of one term. */
  feeId: number
  amount: number
  mode: 'CASH' | 'UPI'
  cancelled: boolean
  bookedOn: Day
}

/** A closing in force, with the money that it counted. */
interface Closing extends CountedDrawer {
  day: Day
  opening: number
  cashIn: number
  cashOut: number
  expected: number
  receipts: readonly BookPayment[]
  refunds: readonly BookRefund[]
  /** Receipts of earlier closings that were deleted since. */
  gone: readonly BookPayment[]
  /** Refunds of earlier closings that were cancelled since. */
  back: readonly BookRefund[]
}

/** The notes of a count. */
export interface Count {
  notes: NoteCounts
  deposit: NoteCounts
}

/** Returns the cash among money. */
export const cashOf = (money: readonly { mode: string; amount: number }[]) =>
  sumMoney(money.filter(({ mode }) => mode === 'CASH').map(({ amount }) => amount))

/** The drawer of one clerk, computed by the rules alone. What is deleted or cancelled is so today. */
export class Drawer {
  readonly payments: BookPayment[] = []
  readonly refunds: BookRefund[] = []
  /** In force, by day. */
  readonly closings: Closing[] = []
  /** Days with money, also where it is gone again. */
  private readonly days = new Set<Day>()
  readonly today: Day

  constructor(today: Day) {
    this.today = today
  }

  get closedDays(): ClosedDays {
    return { closedFrom: this.closings[0]?.day ?? null, closedUntil: this.closings.at(-1)?.day ?? null }
  }

  isClosed = (day: Day) => isDayClosed(day, this.closedDays)

  /** Returns the day on which money of a day is booked when it is moved to another student. */
  dayOfMoved = (day: Day) => (this.isClosed(day) ? this.today : day)

  /** Notes that there is money on a day, unless it is closed. */
  open(day: Day): boolean {
    if (this.isClosed(day)) return false
    this.days.add(day)
    return true
  }

  /** Returns the first day with money after the last closed one. */
  firstOpenDay(): Day | undefined {
    const { closedUntil } = this.closedDays
    return [...this.days].filter((day) => closedUntil === null || day > closedUntil).sort()[0]
  }

  /** Returns what the drawer should hold on a day. */
  facts(day: Day) {
    const receipts = this.payments.filter((payment) => payment.bookedOn === day && !payment.deleted && payment.state !== 'FAILED')
    const refunds = this.refunds.filter((refund) => refund.bookedOn === day && !refund.cancelled)
    const isToday = day >= this.today
    const gone = this.payments.filter(
      (payment) => isToday && payment.deleted && this.counts('receipts', payment) && !this.counts('gone', payment),
    )
    const back = this.refunds.filter(
      (refund) => isToday && refund.cancelled && this.counts('refunds', refund) && !this.counts('back', refund),
    )
    const cash = {
      opening: this.closings.at(-1)?.carried ?? 0,
      cashIn: cashOf(receipts),
      cashOut: subtractMoney(sumMoney([cashOf(refunds), cashOf(gone)]), cashOf(back)),
    }
    return { ...cash, expected: expectedCash(cash), receipts, refunds, gone, back }
  }

  private counts<List extends 'receipts' | 'refunds' | 'gone' | 'back'>(list: List, money: Closing[List][number]): boolean {
    return this.closings.some((closing) => (closing[list] as readonly unknown[]).includes(money))
  }

  /**
   * Closes a day: no earlier one, and only when all days with money before it are closed.
   * @param started the first day that anybody in the school has closed
   */
  close(day: Day, started: Day | null, { notes, deposit }: Count): Closing | null {
    const last = this.closedDays.closedUntil
    if (last !== null && day <= last) return null
    const after = last ?? (started === null ? null : addDays(started, -1))
    if (after !== null && [...this.days].some((open) => open > after && open < day)) return null
    const facts = this.facts(day)
    const closing = { day, ...facts, ...countDrawer(facts.expected, notes, deposit) }
    this.closings.push(closing)
    return closing
  }

  /** Opens a day again, if it is the last closed one. */
  reopen(day: Day): boolean {
    if (this.closings.at(-1)?.day !== day) return false
    this.closings.pop()
    return true
  }

  /** Returns the cash of all money in the drawer since its first closed day. */
  cashSince(from: Day): number {
    const taken = this.payments.filter(({ bookedOn, deleted }) => bookedOn >= from && !deleted)
    const given = this.refunds.filter(({ bookedOn, cancelled }) => bookedOn >= from && !cancelled)
    return subtractMoney(cashOf(taken), cashOf(given))
  }
}

/** The drawers of a school's clerks. */
export class Drawers {
  readonly all: readonly Drawer[]
  /** The first day that others in the school have closed. */
  private readonly startedOn: Day | null

  constructor(clerks: number, today: Day, startedOn: Day | null = null) {
    this.all = Array.from({ length: clerks }, () => new Drawer(today))
    this.startedOn = startedOn
  }

  /** Returns the drawer of one of the clerks. */
  of(clerk: number): Drawer {
    return this.all[clerk % this.all.length]!
  }

  /** Returns the first day that anybody in the school has closed. */
  started(): Day | null {
    const days = [this.startedOn, ...this.all.map((drawer) => drawer.closedDays.closedFrom)].filter((day) => day !== null)
    return days.sort()[0] ?? null
  }
}

/** Returns a random day to close: the first one with money, a given one, or today, which is never the first. */
export function closingDay(drawer: Drawer, which: number, day: Day): Day {
  if (which % 4 === 0 && drawer.closings.length > 0) return drawer.today
  return which % 3 ? (drawer.firstOpenDay() ?? day) : day
}

/** Returns a random count of a drawer. */
export function countOf({ amount, which }: { amount: number; which: number }): Count {
  const notes = { 500: amount % 41, 20: which, 1: amount % 7 }
  return { notes, deposit: { 500: Math.floor((amount % 41) / 2), 1: which % 2 ? notes[1] : 0 } }
}
