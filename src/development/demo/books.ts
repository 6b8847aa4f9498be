import {
  allocate,
  feeBalance,
  type LineStatus,
  settledStatus,
  newLineStatus,
  type PayableFee,
} from '#domains/fees/account.rules.ts'
import { type Day, addDays } from '#shared/dates.ts'
import { minMoney, type Paise, sumMoney } from '#shared/money.ts'
import { type CounterMode, counterModes } from '#shared/paymentModes.ts'

/** A fee that is assigned to students. */
export interface AskedDemoFee extends PayableFee {
  name: string
  month: string | null
  /** The bank account of the fee's category. */
  bankAccountId: number | null
}

/** A student of the demo with the assigned fees, in the order in which they are paid. */
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

/** A deleted payment's lines, with the reason. */
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

/** The bank's answer to a cheque, and the days it takes. */
export interface ChequeAnswer {
  after: number
  cleared: boolean
}

/** Returns what is pending for a fee of an account. */
export function pendingOf(account: DemoAccount, fee: AskedDemoFee): Paise {
  return feeBalance(fee, account.lines).pending
}

/**
 * The books of a demo school, kept by the rules of the counter. Payments, discounts, settlements and deletions must be
 * added in the order of their days.
 */
export class DemoBooks {
  readonly payments: DemoPayment[] = []
  readonly discounts: DemoDiscount[] = []
  readonly #cheques: { payment: DemoPayment; due: Day; cleared: boolean }[] = []

  /**
   * Collects up to `most` for these fees, and a donation if given. Returns undefined if nothing is pending.
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

  /** Gives a discount on a fee, at most what is pending. */
  reduce(account: DemoAccount, given: { day: Day; fee: AskedDemoFee; amount: Paise; comment: string }): void {
    const { fee, day, comment } = given
    const amount = minMoney(given.amount, pendingOf(account, fee))
    if (amount === 0) return
    const line: DemoLine = { feeId: fee.id, fee, amount, status: 'DISCOUNT' }
    account.lines.push(line)
    this.discounts.push({ ...line, account, day, comment })
  }

  /** Deletes a payment. */
  remove(payment: DemoPayment, deletion: DemoDeletion): void {
    payment.deleted = deletion
    payment.account.lines = payment.account.lines.filter((line) => !payment.lines.includes(line))
  }

  /** Settles the cheques that the bank has answered up to and including a day. */
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
