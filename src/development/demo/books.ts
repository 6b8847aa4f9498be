import {
  allocate,
  feeBalance,
  type LineStatus,
  settledStatus,
  newLineStatus,
  type PayableFee,
} from '#domains/fees/account.rules.ts'
import { lateFee, lateFeeBefore, lateFeePart, type LateFeeRule } from '#domains/fees/lateFee.rules.ts'
import { type Day, addDays } from '#shared/dates.ts'
import { minMoney, type Paise, sumMoney } from '#shared/money.ts'
import { type CounterMode, counterModes } from '#shared/paymentModes.ts'

/** A fee that is assigned to students. */
export interface AskedDemoFee extends PayableFee {
  termId: number
  feeCategoryId: number
  name: string
  month: string | null
  /** The bank account of the fee's category. */
  bankAccountId: number | null
  /** The late fee rule of the fee's category. */
  lateFee: LateFeeRule | null
}

/** A student of the demo with the assigned fees of all terms, in the order in which they are paid. */
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
  /** What was waived of a late fee. */
  waived: Paise | null
}

/** A deleted payment's lines, with the reason. */
export interface DemoDeletion {
  on: Day
  reason: string
}

export interface DemoPayment {
  account: DemoAccount
  /** The term whose account was open at the counter. */
  termId: number
  day: Day
  mode: CounterMode
  amount: Paise
  state: 'COLLECTED' | 'CLEARING' | 'FAILED'
  settledOn: Day | null
  deleted: DemoDeletion | null
  lines: DemoLine[]
  /** The part of the lines that paid late fees, below zero. */
  lateFees: DemoLine[]
}

/** A discount, a write-off or a waived late fee. */
export interface DemoReduction extends DemoLine {
  account: DemoAccount
  day: Day
  comment: string
}

/** Money that was given back and is not asked for again. */
export interface DemoRefund {
  account: DemoAccount
  termId: number
  day: Day
  reason: string
  amount: Paise
  lines: DemoLine[]
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

/** Returns the late fee that an account has to pay for a fee on a day. */
export function lateFeeOf(account: DemoAccount, fee: AskedDemoFee, day: Day): Paise {
  return lateFee(fee, fee.lateFee, { pending: pendingOf(account, fee), before: lateFeeBefore(fee, account.lines) }, day)
}

const line = (fee: AskedDemoFee, status: LineStatus, amount: Paise, waived: Paise | null = null): DemoLine => ({
  feeId: fee.id,
  fee,
  amount,
  status,
  waived,
})

/**
 * The books of a demo school, kept by the rules of the counter. Payments, reductions, refunds, settlements and
 * deletions must be added in the order of their days.
 */
export class DemoBooks {
  readonly payments: DemoPayment[] = []
  readonly reductions: DemoReduction[] = []
  readonly refunds: DemoRefund[] = []
  readonly #cheques: { payment: DemoPayment; due: Day; cleared: boolean }[] = []

  /**
   * Collects up to `most` for these fees with their late fees, and a donation if given. Returns undefined if nothing is
   * pending.
   */
  take(
    account: DemoAccount,
    taken: {
      termId: number
      day: Day
      mode: DemoPayment['mode']
      fees: readonly AskedDemoFee[]
      most?: Paise
      donation?: Paise
      cheque?: ChequeAnswer
    },
  ): DemoPayment | undefined {
    const { termId, day, mode, donation = 0 } = taken
    const { clearsLater } = counterModes[mode]
    const late = new Map(taken.fees.map((fee) => [fee.id, lateFeeOf(account, fee, day)]))
    const toPay = (fee: AskedDemoFee) => sumMoney([pendingOf(account, fee), late.get(fee.id) ?? 0])
    const fixed = taken.fees.filter((fee) => fee.fixedAmount)
    const pending = sumMoney(fixed.map(toPay))
    if (pending === 0) return undefined
    const open = donation > 0 ? account.fees.filter((fee) => fee.termId === termId && !fee.fixedAmount) : []
    const amount = open.length > 0 ? sumMoney([pending, donation]) : minMoney(pending, taken.most ?? pending)
    const asked = [...fixed, ...open].map((fee) => ({ fee, pending: toPay(fee) }))
    const byId = new Map(asked.map(({ fee }) => [fee.id, fee]))
    const shares = (allocate(asked, amount) ?? []).flatMap((share) => {
      const fee = byId.get(share.feeId)
      return fee ? [{ ...share, fee }] : []
    })
    const lines = shares.map((share) => line(share.fee, newLineStatus(clearsLater, share.pending), share.amount))
    const lateFees = shares.flatMap((share) => {
      const part = lateFeePart(share.amount, late.get(share.feeId) ?? 0)
      return part > 0 ? [line(share.fee, 'LATE_FEE', -part)] : []
    })
    account.lines.push(...lines, ...lateFees)
    const state = clearsLater ? 'CLEARING' : 'COLLECTED'
    const payment: DemoPayment = { account, termId, day, mode, amount, state, settledOn: null, deleted: null, lines, lateFees }
    this.payments.push(payment)
    if (taken.cheque) this.#cheques.push({ payment, due: addDays(day, taken.cheque.after), cleared: taken.cheque.cleared })
    return payment
  }

  /** Takes a discount or a write-off off a fee, at most what is pending. */
  reduce(
    account: DemoAccount,
    given: { status: 'DISCOUNT' | 'WRITE_OFF'; day: Day; fee: AskedDemoFee; amount: Paise; comment: string },
  ): void {
    const { status, fee, day, comment } = given
    const amount = minMoney(given.amount, pendingOf(account, fee))
    if (amount > 0) this.#reduce(account, line(fee, status, amount), day, comment)
  }

  /** Waives the late fee of a fee. */
  waive(account: DemoAccount, { fee, day, comment }: { fee: AskedDemoFee; day: Day; comment: string }): void {
    this.#reduce(account, line(fee, 'LATE_FEE', 0, lateFeeOf(account, fee, day)), day, comment)
  }

  #reduce(account: DemoAccount, reduction: DemoLine, day: Day, comment: string): void {
    account.lines.push(reduction)
    this.reductions.push({ ...reduction, account, day, comment })
  }

  /** Gives back all that was paid on fees of one term, and writes the same amounts off. */
  giveBack(account: DemoAccount, given: { fees: readonly AskedDemoFee[]; termId: number; day: Day; reason: string }): void {
    const { fees, termId, day, reason } = given
    const paid = fees.map((fee) => ({ fee, amount: feeBalance(fee, account.lines).collected }))
    const lines = [
      ...paid.map(({ fee, amount }) => line(fee, 'REFUND', -amount)),
      ...paid.map(({ fee, amount }) => line(fee, 'WRITE_OFF', amount)),
    ]
    account.lines.push(...lines)
    this.refunds.push({ account, termId, day, reason, amount: sumMoney(paid.map(({ amount }) => amount)), lines })
  }

  /** Deletes a payment. */
  remove(payment: DemoPayment, deletion: DemoDeletion): void {
    payment.deleted = deletion
    forget(payment.account, [...payment.lines, ...payment.lateFees])
  }

  /** Settles the cheques that the bank has answered up to and including a day. */
  settle(until: Day): void {
    const due = this.#cheques.filter((cheque) => cheque.due <= until).sort((a, b) => (a.due < b.due ? -1 : 1))
    for (const cheque of due) {
      this.#cheques.splice(this.#cheques.indexOf(cheque), 1)
      const { payment, cleared } = cheque
      payment.state = cleared ? 'COLLECTED' : 'FAILED'
      payment.settledOn = cheque.due
      if (!cleared) forget(payment.account, payment.lateFees)
      for (const paid of payment.lines) paid.status = settledStatus(cleared, paid.fee, payment.account.lines)
    }
  }
}

function forget(account: DemoAccount, lines: readonly DemoLine[]): void {
  account.lines = account.lines.filter((own) => !lines.includes(own))
}
