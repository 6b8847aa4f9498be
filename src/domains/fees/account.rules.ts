import type { Day } from '#shared/dates.ts'
import { subtractMoney, minMoney, type Paise, sumMoney } from '#shared/money.ts'
import { t } from '#shared/texts.ts'

/**
 * The states of a collected line (specification, section 4, with WRITE_OFF, CONCESSION, REFUND, OPENING and LATE_FEE).
 * CLEARING may become PAID, PART_PAID or FAILED. All others are final. REFUND, OPENING and LATE_FEE lines are below
 * zero; the LATE_FEE line of a waiver is 0.
 */
export const lineStatuses = [
  'PAID',
  'PART_PAID',
  'CLEARING',
  'FAILED',
  'DISCOUNT',
  'WRITE_OFF',
  'CONCESSION',
  'REFUND',
  'OPENING',
  'LATE_FEE',
] as const
export type LineStatus = (typeof lineStatuses)[number]

/** The parts of a balance, each with the states of the lines that it sums. All lines change what is pending. */
export const balanceStatuses = {
  collected: ['PAID', 'PART_PAID', 'REFUND'],
  clearing: ['CLEARING'],
  discount: ['DISCOUNT'],
  concession: ['CONCESSION'],
  writtenOff: ['WRITE_OFF'],
} as const satisfies Record<string, readonly LineStatus[]>

/** The state of a whole fee. PENDING means that nothing was collected yet. */
export const feeStates = ['PAID', 'PART_PAID', 'CLEARING', 'DISCOUNT', 'CONCESSION', 'WRITE_OFF', 'REFUND', 'PENDING'] as const
export type FeeState = (typeof feeStates)[number]

/** A fee that one student has to pay. A fee that is not fixed has the amount 0 and is never pending. */
export interface AssignedFee {
  id: number
  sr: number
  amount: Paise
  fixedAmount: boolean
}

/** A fee that a payment can be taken for. */
export interface PayableFee extends AssignedFee {
  /** The day by which it is to be paid. */
  dueOn: Day
}

/** A collected line that is not deleted. */
export interface UndeletedLine {
  feeId: number
  amount: Paise
  status: LineStatus
}

/** The sums of one student on one fee. */
export interface Balance {
  /** Money received and not given back: PAID and PART_PAID, less REFUND. */
  collected: Paise
  /** Cheques the bank has not cleared yet. They reduce what is pending and are not collected. */
  clearing: Paise
  discount: Paise
  /** What the student's concessions take off. */
  concession: Paise
  /** What the school has given up. */
  writtenOff: Paise
  /** The late fee in what was collected or clears: it is asked on top of the fee. */
  lateFee: Paise
  pending: Paise
}

/** Error when the selected fees cannot take the whole amount (specification, section 5). */
export const amountExceedsFees = () => t`The collecting amount is greater than the total of fees collected`
export const noFeesSelected = () => t`No Fees Selected`
export const noDiscountOnNonFixed = () => t`Non Fixed Amounts Can Not Be Given Discount.`
export const noWriteOffOnNonFixed = () => t`A fee that is not fixed cannot be written off`

/**
 * Returns what is asked of the student for a fixed fee: its amount, and the dues from before Shala that OPENING lines
 * add to it.
 */
export function askedAmount(fee: AssignedFee, lines: readonly UndeletedLine[]): Paise {
  const opening = lines.filter((line) => line.feeId === fee.id && line.status === 'OPENING')
  return subtractMoney(fee.amount, ...opening.map((line) => line.amount))
}

/**
 * Returns the balance of a fee from all lines that are not deleted. Pending is what is asked (`askedAmount`) less the
 * PAID, PART_PAID, DISCOUNT, CONCESSION, WRITE_OFF and CLEARING lines; REFUND and LATE_FEE lines raise it. Lines of
 * other fees are
 * ignored.
 */
export function feeBalance(fee: AssignedFee, lines: readonly UndeletedLine[]): Balance {
  const own = lines.filter((line) => line.feeId === fee.id)
  const sum = (statuses: readonly LineStatus[]) =>
    sumMoney(own.filter((line) => statuses.includes(line.status)).map((line) => line.amount))
  const [collected, clearing] = [sum(balanceStatuses.collected), sum(balanceStatuses.clearing)]
  const [discount, concession] = [sum(balanceStatuses.discount), sum(balanceStatuses.concession)]
  const writtenOff = sum(balanceStatuses.writtenOff)
  const lateFee = subtractMoney(0, sum(['LATE_FEE']))
  const asked = sumMoney([askedAmount(fee, own), lateFee])
  const pending = fee.fixedAmount ? subtractMoney(asked, collected, clearing, discount, concession, writtenOff) : 0
  return { collected, clearing, discount, concession, writtenOff, lateFee, pending }
}

/** Sums the balances of fees. */
export function sumBalances(balances: readonly Balance[]): Balance {
  const sum = (part: keyof Balance) => sumMoney(balances.map((balance) => balance[part]))
  return {
    collected: sum('collected'),
    clearing: sum('clearing'),
    discount: sum('discount'),
    concession: sum('concession'),
    writtenOff: sum('writtenOff'),
    lateFee: sum('lateFee'),
    pending: sum('pending'),
  }
}

/**
 * Returns the state of a fee from its balance and the lines on it. A due that was written off because its money was
 * given back is REFUND: the school gave nothing up.
 */
export function feeState(
  { collected, clearing, discount, concession, writtenOff, pending }: Balance,
  lines: readonly { status: LineStatus; refundId: number | null }[],
): FeeState {
  const reduced = sumMoney([collected, discount, concession, writtenOff])
  if (sumMoney([reduced, clearing]) === 0) return 'PENDING'
  if (pending > 0) return reduced > 0 ? 'PART_PAID' : 'CLEARING'
  if (clearing > 0) return 'CLEARING'
  const givenUp = lines.filter(({ status }) => status === 'WRITE_OFF')
  if (writtenOff > 0) return givenUp.length > 0 && givenUp.every(({ refundId }) => refundId !== null) ? 'REFUND' : 'WRITE_OFF'
  if (collected > 0) return 'PAID'
  return discount > 0 ? 'DISCOUNT' : 'CONCESSION'
}

/**
 * Returns a fee's version: a short text that changes with the amount, with the late fee of the day, and with every line
 * that is added or removed. When two clerks take the same fee at once, the second one gets a conflict.
 */
export function feeVersion(fee: AssignedFee, lines: readonly (UndeletedLine & { id: number })[], lateFeeDue: Paise = 0): string {
  const own = lines.filter((line) => line.feeId === fee.id && line.status !== 'FAILED')
  const last = Math.max(0, ...own.map((line) => line.id))
  const version = `${fee.fixedAmount ? fee.amount : 'open'}:${sumMoney(own.map((line) => line.amount))}:${own.length}:${last}`
  return lateFeeDue > 0 ? `${version}:${lateFeeDue}` : version
}

/** The part of an amount that goes to one fee. */
export interface Share {
  feeId: number
  amount: Paise
  /** Amount still pending on the fee afterwards. */
  pending: Paise
}

/**
 * Compares fees in the order in which they are paid and printed: fixed fees by their due date, then by the fee's order,
 * and fees that are not fixed last.
 */
export function compareFees(a: Omit<PayableFee, 'amount'>, b: Omit<PayableFee, 'amount'>): number {
  if (a.fixedAmount !== b.fixedAmount) return a.fixedAmount ? -1 : 1
  if (a.dueOn !== b.dueOn) return a.dueOn < b.dueOn ? -1 : 1
  return a.sr - b.sr || a.id - b.id
}

/**
 * Splits an amount over fees, the earliest due date first (`compareFees`). Fixed fees never get more than is pending.
 * The first fee that is not fixed takes the whole remainder. Fees that get nothing are left out. The shares sum to the
 * amount.
 * @returns null when the fees cannot take the whole amount
 */
export function allocate(fees: readonly { fee: PayableFee; pending: Paise }[], amount: Paise): Share[] | null {
  const shares: Share[] = []
  const inOrder = [...fees].sort((a, b) => compareFees(a.fee, b.fee))
  let left = amount
  for (const { fee, pending } of inOrder.filter(({ fee }) => fee.fixedAmount)) {
    const share = minMoney(pending, left)
    if (share <= 0) continue
    shares.push({ feeId: fee.id, amount: share, pending: subtractMoney(pending, share) })
    left = subtractMoney(left, share)
  }
  if (left === 0) return shares
  const open = inOrder.find(({ fee }) => !fee.fixedAmount)
  return open ? [...shares, { feeId: open.fee.id, amount: left, pending: 0 }] : null
}

/**
 * Returns the status of a new line: CLEARING for a cheque. Other money is PAID when nothing is left pending on its fee,
 * otherwise PART_PAID.
 */
export function newLineStatus(cheque: boolean, pending: Paise): LineStatus {
  return cheque ? 'CLEARING' : paidStatus(pending)
}

/**
 * Returns the status of a cheque's line after the bank's answer.
 * @param lines all lines of the account that are not deleted, including the cheque's own
 */
export function settledStatus(cleared: boolean, fee: AssignedFee, lines: readonly UndeletedLine[]): LineStatus {
  return cleared ? paidStatus(feeBalance(fee, lines).pending) : 'FAILED'
}

function paidStatus(pending: Paise): 'PAID' | 'PART_PAID' {
  return pending === 0 ? 'PAID' : 'PART_PAID'
}
