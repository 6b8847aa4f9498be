import fc from 'fast-check'
import { concessionAmounts, type ConcessionGrant, type ConcessionRate } from '#domains/fees/concession.rules.ts'
import {
  allocate,
  type Balance,
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
import { type BookPayment, type BookRefund, Drawers } from './drawers.ts'

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

/** Money that is taken. */
type Taken = Omit<BookPayment, 'deleted' | 'receipt'>

/** A student's account, computed by the rules alone. */
export class Books {
  readonly fees: readonly PayableFee[]
  readonly payments: BookPayment[] = []
  readonly refunds: BookRefund[] = []
  lines: BookLine[] = []
  /** Lines are numbered as they come. */
  private lastLine = 0
  readonly concessions: ConcessionGrant[] = []

  /** The late fee rules by fee. */
  private readonly rules: ReadonlyMap<number, LateFeeRule>
  private readonly drawers: Drawers

  constructor(fees: readonly PayableFee[], rules: ReadonlyMap<number, LateFeeRule>, drawers: Drawers) {
    this.fees = fees
    this.rules = rules
    this.drawers = drawers
  }

  /** Returns the late fee that money of a day pays on top. */
  lateFeeOf(fee: PayableFee, day: Day): number {
    const before = lateFeeBefore(fee, this.lines)
    return lateFee(fee, this.rules.get(fee.id) ?? null, { pending: this.of(fee).pending, before }, day)
  }

  of = (fee: PayableFee) => feeBalance(fee, this.lines)

  /** Takes a discount or a write-off off the fees, each of which has something pending. */
  reduce(status: 'DISCOUNT' | 'WRITE_OFF', feeIds: readonly number[], amount: number): boolean {
    const selected = this.fees.filter((fee) => feeIds.includes(fee.id) && fee.fixedAmount)
    if (selected.some((fee) => this.of(fee).pending <= 0)) return false
    const shares = allocate(
      selected.map((fee) => ({ fee, pending: this.of(fee).pending })),
      amount,
    )
    for (const share of shares ?? [])
      this.addLine({ feeId: share.feeId, amount: share.amount, status, payment: null, refund: null })
    return shares !== null
  }

  /**
   * Takes money on a day of a clerk that is not closed.
   * @param day the day of its late fees
   */
  take(feeIds: readonly number[], money: Taken, day = money.bookedOn): boolean {
    const { state, amount, bookedOn } = money
    const drawer = this.drawers.of(money.clerk)
    const selected = this.fees.filter((fee) => feeIds.includes(fee.id))
    const lateFees = new Map(selected.map((fee) => [fee.id, this.lateFeeOf(fee, day)]))
    const shares = allocate(
      selected.map((fee) => ({ fee, pending: sumMoney([this.of(fee).pending, lateFees.get(fee.id) ?? 0]) })),
      amount,
    )
    if (!shares || !drawer.open(bookedOn)) return false
    const payment = this.payments.length
    for (const share of shares) {
      const status = newLineStatus(state === 'CLEARING', share.pending)
      this.addLine({ feeId: share.feeId, amount: share.amount, status, payment, refund: null })
    }
    for (const share of shares) {
      const late = lateFeePart(share.amount, lateFees.get(share.feeId) ?? 0)
      if (late > 0)
        this.addLine({ feeId: share.feeId, amount: -late, status: 'LATE_FEE', payment: null, refund: null, lateFeeOf: payment })
    }
    const taken = { ...money, deleted: false, receipt: payment + 1 }
    this.payments.push(taken)
    drawer.payments.push(taken)
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

  /**
   * Gives money back, not before it came. Unless it is asked for again, the same amounts are written off.
   * @param refund its clerk's day is open, where it is cash
   */
  giveBack(
    feeIds: readonly number[],
    refund: Omit<BookRefund, 'cancelled' | 'feeId'> & { askAgain: boolean; clerk: number },
  ): boolean {
    const { askAgain, clerk, ...money } = refund
    const shares = splitRefund(
      refundableFees(
        this.fees.filter((fee) => feeIds.includes(fee.id)),
        this.lines,
      ),
      money.amount,
    )
    if (!shares || this.lastPaidOn(shares.map(({ fee }) => fee.id)) > money.bookedOn) return false
    if (money.mode === 'CASH' && !this.drawers.of(clerk).open(money.bookedOn)) return false
    const of = { payment: null, refund: this.refunds.length }
    for (const share of shares) this.addLine({ feeId: share.fee.id, amount: -share.amount, status: 'REFUND', ...of })
    for (const { fee, amount: share } of shares)
      if (!askAgain && fee.fixedAmount) this.addLine({ feeId: fee.id, amount: share, status: 'WRITE_OFF', ...of })
    const given = { ...money, feeId: shares[0]!.fee.id, cancelled: false }
    this.refunds.push(given)
    if (money.mode === 'CASH') this.drawers.of(clerk).refunds.push(given)
    this.follow()
    return true
  }

  /** Returns the day of the last money on fees; '' without any. */
  lastPaidOn(feeIds: readonly number[]): Day {
    const paid = this.lines.filter(({ feeId, status }) => feeIds.includes(feeId) && (status === 'PAID' || status === 'PART_PAID'))
    return paid.map(({ payment }) => this.payments[payment!]!.bookedOn).reduce((last, day) => (day > last ? day : last), '')
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
    const { deleted: _deleted, receipt: _receipt, ...taken } = this.payments[payment]!
    if (taken.state === 'FAILED' || !this.canGo(payment)) return false
    const bookedOn = this.drawers.of(taken.clerk).dayOfMoved(taken.bookedOn)
    return to.take(feeIds, { ...taken, bookedOn }, taken.bookedOn) && this.delete(payment)
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
    if (this.concessions.length === 0) return
    this.lines = this.lines.filter((line) => line.status !== 'CONCESSION')
    for (const fee of this.fees) {
      const live = this.lines.filter((line) => line.feeId === fee.id && line.status !== 'FAILED')
      const other = sumMoney(live.map((line) => line.amount))
      for (const amount of concessionAmounts({ ...fee, feeCategoryId: 0 }, this.concessions, other).values())
        this.addLine({ feeId: fee.id, amount, status: 'CONCESSION', payment: null, refund: null })
    }
  }

  snapshot(): Balance[] {
    const lines = Map.groupBy(this.lines, (line) => line.feeId)
    return this.fees.map((fee) => feeBalance(fee, lines.get(fee.id) ?? []))
  }
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

interface RandomAction {
  amount: number
  which: number
}

/** Returns the money of a random action, taken by one of two clerks. */
export function takenOf(mode: Taken['mode'], { amount }: RandomAction, bookedOn: Day): Taken {
  return { amount, mode, state: mode === 'CHEQUE' ? 'CLEARING' : 'COLLECTED', bookedOn, clerk: amount % 2 }
}

/** Returns the refund of a random action, mostly of money that is there and not before it came. */
export function refundOf(books: Books, { amount, which, fees }: RandomAction & { fees: readonly number[] }, day: Day) {
  const there = sumMoney(books.fees.filter((fee) => fees.includes(fee.id)).map((fee) => books.of(fee).collected))
  const paid = books.lastPaidOn(fees)
  return {
    amount: which % 5 && there > 0 ? 1 + (amount % there) : amount,
    mode: which % 3 ? ('CASH' as const) : ('UPI' as const),
    bookedOn: which % 4 && paid > day ? paid : day,
    clerk: amount % 2,
    askAgain: which % 2 === 0,
  }
}

/** A random action at the counter. An impossible action changes nothing. */
export const action = fc.record({
  what: fc.constantFrom(
    'CASH',
    'CASH',
    'CASH',
    'CASH',
    'UPI',
    'CHEQUE',
    'CHEQUE',
    'DISCOUNT',
    'WRITE_OFF',
    'clear',
    'fail',
    'delete',
    'delete',
    'deleteDiscount',
    'giveBack',
    'giveBack',
    'giveBack',
    'cancelRefund',
    'cancelRefund',
    'move',
    'move',
    'give',
    'takeBack',
    'owe',
    'waive',
    'undoWaiver',
    'close',
    'close',
    'close',
    'close',
    'reopen',
  ),
  // The last is a fee of dues from before Shala.
  fees: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
  amount: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 100_000 })),
  which: fc.nat(60),
})
