import fc from 'fast-check'
import {
  allocate,
  feeBalance,
  type LineStatus,
  type PayableFee,
  settledStatus,
  newLineStatus,
} from '#domains/fees/account.rules.ts'

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
  }

  delete(payment: number): void {
    this.payments[payment]!.deleted = true
    this.lines = this.lines.filter((line) => line.payment !== payment)
  }

  /** Deletes one of the discounts and write-offs. */
  deleteDiscount(nth: number): boolean {
    const discounts = this.lines.filter((line) => line.payment === null)
    const gone = discounts[nth % (discounts.length || 1)]
    this.lines = this.lines.filter((line) => line !== gone)
    return gone !== undefined
  }

  snapshot = () => this.fees.map((fee) => this.of(fee))
}

/** A random action at the counter. An impossible action changes nothing. */
export const action = fc.record({
  what: fc.constantFrom('CASH', 'CASH', 'CHEQUE', 'CHEQUE', 'DISCOUNT', 'WRITE_OFF', 'clear', 'fail', 'delete', 'deleteDiscount'),
  fees: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 }),
  amount: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 100_000 })),
  which: fc.nat(60),
})
