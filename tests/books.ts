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
import { addDays, type Day } from '#shared/dates.ts'
import { sumMoney } from '#shared/money.ts'

/** A student's account, computed by the rules alone. */
export class Books {
  readonly fees: readonly PayableFee[]
  readonly payments: {
    amount: number
    mode: 'CASH' | 'CHEQUE'
    state: 'COLLECTED' | 'CLEARING' | 'FAILED'
    deleted: boolean
    receipt: number
  }[] = []
  lines: { feeId: number; amount: number; status: LineStatus; payment: number | null }[] = []
  readonly concessions: ConcessionGrant[] = []

  constructor(fees: readonly PayableFee[]) {
    this.fees = fees
  }

  of = (fee: PayableFee) => feeBalance(fee, this.lines)

  take(mode: 'CASH' | 'CHEQUE' | 'DISCOUNT' | 'WRITE_OFF', feeIds: readonly number[], amount: number): boolean {
    const isMoney = mode === 'CASH' || mode === 'CHEQUE'
    const selected = this.fees.filter((fee) => feeIds.includes(fee.id) && (isMoney || fee.fixedAmount))
    const shares = allocate(
      selected.map((fee) => ({ fee, pending: this.of(fee).pending })),
      amount,
    )
    if (!shares) return false
    const payment = isMoney ? this.payments.length : null
    for (const share of shares) {
      const status = isMoney ? newLineStatus(mode === 'CHEQUE', share.pending) : mode
      this.lines.push({ feeId: share.feeId, amount: share.amount, status, payment })
    }
    if (isMoney) {
      const state = mode === 'CHEQUE' ? 'CLEARING' : 'COLLECTED'
      this.payments.push({ amount, mode, state, deleted: false, receipt: this.payments.length + 1 })
    }
    return true
  }

  settle(payment: number, cleared: boolean): void {
    const before = [...this.lines]
    this.lines = this.lines.map((line) =>
      line.payment === payment
        ? { ...line, status: settledStatus(cleared, this.fees.find((fee) => fee.id === line.feeId)!, before) }
        : line,
    )
    this.payments[payment]!.state = cleared ? 'COLLECTED' : 'FAILED'
    this.follow()
  }

  delete(payment: number): void {
    this.payments[payment]!.deleted = true
    this.lines = this.lines.filter((line) => line.payment !== payment)
    this.follow()
  }

  /** Deletes one of the discounts and write-offs. */
  deleteDiscount(nth: number): boolean {
    const discounts = this.lines.filter((line) => line.payment === null && line.status !== 'CONCESSION')
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
        this.lines.push({ feeId: fee.id, amount, status: 'CONCESSION', payment: null })
    }
  }

  snapshot = () => this.fees.map((fee) => this.of(fee))
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
    'give',
    'takeBack',
  ),
  fees: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 }),
  amount: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 100_000 })),
  which: fc.nat(60),
})
