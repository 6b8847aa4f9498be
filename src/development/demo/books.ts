import {
  allocate,
  type AssignedFee,
  feeBalance,
  type LineStatus,
  settledStatus,
  newLineStatus,
} from '#domains/fees/account.rules.ts'
import { type Day, addDays } from '#shared/dates.ts'
import { minMoney, type Paise, sumMoney } from '#shared/money.ts'
import { type CounterMode, counterModes } from '#shared/paymentModes.ts'

/** A fee that is asked of students. */
export interface AskedDemoFee extends AssignedFee {
  name: string
  month: string | null
  /** The account its category's money goes to. */
  bankAccountId: number | null
}

/** A student of the demo with what she is asked for, in the order in which she pays it. */
export interface DemoAccount {
  studentId: number
  fees: readonly AskedDemoFee[]
  lines: DemoLine[]
}

export interface DemoLine {
  feeId: number
  fee: AskedDemoFee
  amount: Paise
  status: LineStatus
}

/** What is taken back, with the payment's lines. */
export interface DemoDeletion {
  on: Day
  reason: string
}

export interface DemoPayment {
  account: DemoAccount
  day: Day
  mode: CounterMode
  amount: Paise
  state: 'COLLECTED' | 'CLEARING' | 'FAILED'
  settledOn: Day | null
  deleted: DemoDeletion | null
  lines: DemoLine[]
}

export interface DemoDiscount extends DemoLine {
  account: DemoAccount
  day: Day
  comment: string
}

/** The days a bank takes, and what it answers. */
export interface ChequeAnswer {
  after: number
  cleared: boolean
}

/** What is pending of a fee of an account. */
export function pendingOf(account: DemoAccount, fee: AskedDemoFee): Paise {
  return feeBalance(fee, account.lines).pending
}

/**
 * The books of a demo school, kept day by day by the rules of the counter: what is taken, given, settled and deleted
 * must come in the order of its days.
 */
export class DemoBooks {
  readonly payments: DemoPayment[] = []
  readonly discounts: DemoDiscount[] = []
  readonly #cheques: { payment: DemoPayment; due: Day; cleared: boolean }[] = []

  /**
   * Takes up to `most` for these fees, with a donation on top where one is given; undefined when nothing of them is
   * pending.
   */
  take(
    account: DemoAccount,
    taken: {
      day: Day
      mode: DemoPayment['mode']
      fees: readonly AskedDemoFee[]
      most?: Paise
      donation?: Paise
      cheque?: ChequeAnswer
    },
  ): DemoPayment | undefined {
    const { day, mode, donation = 0 } = taken
    const { clearsLater } = counterModes[mode]
    const fixed = taken.fees.filter((fee) => fee.fixedAmount)
    const pending = sumMoney(fixed.map((fee) => pendingOf(account, fee)))
    const open = donation > 0 ? account.fees.filter((fee) => !fee.fixedAmount) : []
    const amount = open.length > 0 ? sumMoney([pending, donation]) : minMoney(pending, taken.most ?? pending)
    if (amount === 0) return undefined
    const asked = [...fixed, ...open].map((fee) => ({ fee, pending: pendingOf(account, fee) }))
    const byId = new Map(asked.map(({ fee }) => [fee.id, fee]))
    const lines = (allocate(asked, amount) ?? []).flatMap((share): DemoLine[] => {
      const fee = byId.get(share.feeId)
      return fee ? [{ feeId: fee.id, fee, amount: share.amount, status: newLineStatus(clearsLater, share.pending) }] : []
    })
    account.lines.push(...lines)
    const state = clearsLater ? 'CLEARING' : 'COLLECTED'
    const payment: DemoPayment = { account, day, mode, amount, state, settledOn: null, deleted: null, lines }
    this.payments.push(payment)
    if (taken.cheque) this.#cheques.push({ payment, due: addDays(day, taken.cheque.after), cleared: taken.cheque.cleared })
    return payment
  }

  /** Reduces a fee, by no more than what is pending of it. */
  reduce(account: DemoAccount, given: { day: Day; fee: AskedDemoFee; amount: Paise; comment: string }): void {
    const { fee, day, comment } = given
    const amount = minMoney(given.amount, pendingOf(account, fee))
    if (amount === 0) return
    const line: DemoLine = { feeId: fee.id, fee, amount, status: 'DISCOUNT' }
    account.lines.push(line)
    this.discounts.push({ ...line, account, day, comment })
  }

  /** Takes a payment back. */
  remove(payment: DemoPayment, deletion: DemoDeletion): void {
    payment.deleted = deletion
    payment.account.lines = payment.account.lines.filter((line) => !payment.lines.includes(line))
  }

  /** What the bank has answered until a day, that day included. */
  settle(until: Day): void {
    const due = this.#cheques.filter((cheque) => cheque.due <= until).sort((a, b) => (a.due < b.due ? -1 : 1))
    for (const cheque of due) {
      this.#cheques.splice(this.#cheques.indexOf(cheque), 1)
      const { payment, cleared } = cheque
      payment.state = cleared ? 'COLLECTED' : 'FAILED'
      payment.settledOn = cheque.due
      for (const line of payment.lines) line.status = settledStatus(cleared, line.fee, payment.account.lines)
    }
  }
}
