import fc from 'fast-check'
import { concessionAmounts, type ConcessionGrant, type ConcessionRate } from '#domains/fees/concession.rules.ts'
import {
  allocate,
  feeBalance,
  type LineStatus,
  type PayableFee,
  settledStatus,
  newLineStatus,
} from '#domains/fees/account.rules.ts'
import { lateFee, lateFeeBefore, lateFeePart, type LateFeeRule } from '#domains/fees/lateFee.rules.ts'
import { refundableFees, refundedFee, splitRefund } from '#domains/fees/refunds.rules.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { sumMoney } from '#shared/money.ts'

interface BookLine {
  id: number
  feeId: number
  amount: number
  status: LineStatus
  payment: number | null
  refund: number | null
  /** The payment that a late fee was paid by. */
  lateFeeOf?: number | null
  waived?: number
}

/** A student's account, computed by the rules alone. */
export class Books {
  readonly fees: readonly PayableFee[]
  readonly payments: {
    amount: number
    mode: 'CASH' | 'CHEQUE'
    state: 'COLLECTED' | 'CLEARING' | 'FAILED'
    deleted: boolean
    receipt: number
    day: Day
  }[] = []
  readonly refunds: { amount: number; cancelled: boolean }[] = []
  lines: BookLine[] = []
  /** Lines are numbered as they come. */
  private lastLine = 0
  readonly concessions: ConcessionGrant[] = []

  /** The late fee rules by fee. */
  private readonly rules: ReadonlyMap<number, LateFeeRule>

  constructor(fees: readonly PayableFee[], rules: ReadonlyMap<number, LateFeeRule> = new Map()) {
    this.fees = fees
    this.rules = rules
  }

  /** Returns the late fee that money of a day pays on top. */
  lateFeeOf(fee: PayableFee, day: Day): number {
    const before = lateFeeBefore(fee, this.lines)
    return lateFee(fee, this.rules.get(fee.id) ?? null, { pending: this.of(fee).pending, before }, day)
  }

  of = (fee: PayableFee) => feeBalance(fee, this.lines)

  take(mode: 'CASH' | 'CHEQUE' | 'DISCOUNT' | 'WRITE_OFF', feeIds: readonly number[], amount: number, day: Day): boolean {
    const isMoney = mode === 'CASH' || mode === 'CHEQUE'
    const selected = this.fees.filter((fee) => feeIds.includes(fee.id) && (isMoney || fee.fixedAmount))
    const lateFees = new Map(selected.map((fee) => [fee.id, isMoney ? this.lateFeeOf(fee, day) : 0]))
    const shares = allocate(
      selected.map((fee) => ({ fee, pending: sumMoney([this.of(fee).pending, lateFees.get(fee.id) ?? 0]) })),
      amount,
    )
    if (!shares) return false
    const payment = isMoney ? this.payments.length : null
    for (const share of shares) {
      const status = isMoney ? newLineStatus(mode === 'CHEQUE', share.pending) : mode
      this.addLine({ feeId: share.feeId, amount: share.amount, status, payment, refund: null })
    }
    for (const share of shares) {
      const late = lateFeePart(share.amount, lateFees.get(share.feeId) ?? 0)
      if (late > 0)
        this.addLine({ feeId: share.feeId, amount: -late, status: 'LATE_FEE', payment: null, refund: null, lateFeeOf: payment })
    }
    if (isMoney) {
      const state = mode === 'CHEQUE' ? 'CLEARING' : 'COLLECTED'
      this.payments.push({ amount, mode, state, deleted: false, receipt: this.payments.length + 1, day })
    }
    return true
  }

  private addLine(line: Omit<Books['lines'][number], 'id'>): void {
    this.lastLine++
    this.lines.push({ id: this.lastLine, ...line })
  }

  /** Brings what is owed on a fee from before Shala, or corrects it: never to less than what reduces it. */
  owe(feeId: number, amount: number): boolean {
    const others = this.lines.filter((line) => line.feeId === feeId && !['OPENING', 'FAILED'].includes(line.status))
    if (amount < sumMoney(others.map((line) => line.amount))) return false
    this.lines = this.lines.filter((line) => line.feeId !== feeId || line.status !== 'OPENING')
    this.addLine({ feeId, amount: -amount, status: 'OPENING', payment: null, refund: null })
    return true
  }

  /** Waives late fees up to a day, the earliest due date first. */
  waive(feeIds: readonly number[], amount: number, day: Day): boolean {
    const selected = this.fees.filter((fee) => feeIds.includes(fee.id) && fee.fixedAmount)
    const shares = allocate(
      selected.map((fee) => ({ fee, pending: this.lateFeeOf(fee, day) })),
      amount,
    )
    if (!shares) return false
    for (const share of shares)
      this.addLine({ feeId: share.feeId, amount: 0, status: 'LATE_FEE', payment: null, refund: null, waived: share.amount })
    return true
  }

  /** Undoes one of the waivers. */
  undoWaiver(nth: number): boolean {
    const waivers = this.lines.filter((line) => line.waived !== undefined)
    const gone = waivers[nth % (waivers.length || 1)]
    this.lines = this.lines.filter((line) => line !== gone)
    return gone !== undefined
  }

  /** Gives money back. Unless it is asked for again, the same amounts are written off. */
  giveBack(feeIds: readonly number[], amount: number, askAgain: boolean): boolean {
    const shares = splitRefund(
      refundableFees(
        this.fees.filter((fee) => feeIds.includes(fee.id)),
        this.lines,
      ),
      amount,
    )
    if (!shares) return false
    const of = { payment: null, refund: this.refunds.length }
    for (const share of shares) this.addLine({ feeId: share.fee.id, amount: -share.amount, status: 'REFUND', ...of })
    for (const { fee, amount: share } of shares)
      if (!askAgain && fee.fixedAmount) this.addLine({ feeId: fee.id, amount: share, status: 'WRITE_OFF', ...of })
    this.refunds.push({ amount, cancelled: false })
    this.follow()
    return true
  }

  /** Cancels a refund, where its fees have room for the money. */
  cancelRefund(refund: number): boolean {
    const lines = this.lines.filter((line) => line.refund !== refund)
    if (this.fees.some((fee) => feeBalance(fee, lines).pending < 0)) return false
    this.lines = lines
    this.refunds[refund]!.cancelled = true
    return true
  }

  /** Moves a payment to the account of another student, where it pays these fees. */
  move(payment: number, to: Books, feeIds: readonly number[]): boolean {
    const { amount, mode, state, day } = this.payments[payment]!
    if (state === 'FAILED' || !this.canGo(payment)) return false
    if (!to.take(state === 'CLEARING' ? 'CHEQUE' : 'CASH', feeIds, amount, day)) return false
    to.payments.at(-1)!.mode = mode
    return this.delete(payment)
  }

  settle(payment: number, cleared: boolean): void {
    const before = [...this.lines]
    this.lines = this.lines.map((line) =>
      line.payment === payment
        ? { ...line, status: settledStatus(cleared, this.fees.find((fee) => fee.id === line.feeId)!, before) }
        : line,
    )
    if (!cleared) this.lines = this.lines.filter((line) => line.lateFeeOf !== payment)
    this.payments[payment]!.state = cleared ? 'COLLECTED' : 'FAILED'
    this.follow()
  }

  /** Deletes a payment, unless its money was given back. */
  delete(payment: number): boolean {
    if (!this.canGo(payment)) return false
    this.payments[payment]!.deleted = true
    this.lines = this.lines.filter((line) => line.payment !== payment && line.lateFeeOf !== payment)
    this.follow()
    return true
  }

  /** Returns whether what others paid covers what was given back. */
  private canGo(payment: number): boolean {
    if (this.payments[payment]!.state !== 'COLLECTED') return true
    const paid = this.lines.filter((line) => line.payment === payment)
    const shares = paid.map((line) => ({ fee: this.fees.find((fee) => fee.id === line.feeId)!, amount: line.amount }))
    return refundedFee(shares, this.lines) === undefined
  }

  /** Deletes one of the discounts and write-offs. */
  deleteDiscount(nth: number): boolean {
    const discounts = this.lines.filter((line) => line.status === 'DISCOUNT' || line.status === 'WRITE_OFF')
    const gone = discounts[nth % (discounts.length || 1)]
    this.lines = this.lines.filter((line) => line !== gone)
    this.follow()
    return gone !== undefined
  }

  /** Gives a concession on some fees from a day on. */
  give(feeIds: readonly number[], rate: ConcessionRate, startsOn: Day): void {
    const scope = { feeCategoryIds: null, feeIds: [...feeIds], startsOn, endsOn: null, endedOn: null }
    this.concessions.push({ id: this.concessions.length + 1, ...rate, ...scope })
    this.follow()
  }

  /** Takes a concession back as a whole. */
  takeBack(nth: number): void {
    const concession = this.concessions[nth]!
    concession.endedOn = addDays(concession.startsOn, -1)
    this.follow()
  }

  /** Brings the lines of concessions up to date. */
  private follow(): void {
    this.lines = this.lines.filter((line) => line.status !== 'CONCESSION')
    for (const fee of this.fees) {
      const live = this.lines.filter((line) => line.feeId === fee.id && line.status !== 'FAILED')
      const other = sumMoney(live.map((line) => line.amount))
      for (const amount of concessionAmounts({ ...fee, feeCategoryId: 0 }, this.concessions, other).values())
        this.addLine({ feeId: fee.id, amount, status: 'CONCESSION', payment: null, refund: null })
    }
  }

  snapshot = () => this.fees.map((fee) => this.of(fee))
}

/** Returns a random late fee rule, or null for none. */
export function ruleOf(nth: number): LateFeeRule | null {
  if (nth % 3 === 0) return null
  const amount = 1 + (nth % 500)
  return nth % 3 === 1
    ? { kind: 'FLAT', amount, graceDays: nth % 7, max: null }
    : { kind: 'BY_DAY', amount, graceDays: nth % 7, max: amount * 9 }
}

/** Returns a random concession's rate: a share, or an amount. */
export function rateOf({ amount, which }: { amount: number; which: number }): ConcessionRate {
  return which % 2 ? { share: (amount % 10_000) + 1, amount: null } : { share: null, amount }
}

/** A random action at the counter. An impossible action changes nothing. */
export const action = fc.record({
  what: fc.constantFrom(
    'CASH',
    'CASH',
    'CHEQUE',
    'CHEQUE',
    'DISCOUNT',
    'WRITE_OFF',
    'clear',
    'fail',
    'delete',
    'deleteDiscount',
    'giveBack',
    'giveBack',
    'cancelRefund',
    'move',
    'give',
    'takeBack',
    'owe',
    'waive',
    'undoWaiver',
  ),
  // The last is a fee of dues from before Shala.
  fees: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  amount: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 100_000 })),
  which: fc.nat(60),
})
