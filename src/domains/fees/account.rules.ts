import { lessMoney, minMoney, type Paise, sumMoney } from '#shared/money.ts'

/** The states of a collected line (specification, section 4). CLEARING may become PAID, PART_PAID or FAILED; all others are final. */
export const lineStatuses = ['PAID', 'PART_PAID', 'CLEARING', 'FAILED', 'DISCOUNT'] as const
export type LineStatus = (typeof lineStatuses)[number]

/** What a fee is as a whole; PENDING is nothing collected yet. */
export const feeStates = ['PAID', 'PART_PAID', 'CLEARING', 'DISCOUNT', 'PENDING'] as const
export type FeeState = (typeof feeStates)[number]

/** What is asked of one student by one fee. A fee that is not fixed has the amount 0 and is never pending. */
export interface AskedFee {
  id: number
  sr: number
  amount: Paise
  fixedAmount: boolean
}

/** A collected line that is not deleted. */
export interface StandingLine {
  feeId: number
  amount: Paise
  status: LineStatus
}

/** How one student stands with one fee. */
export interface Balance {
  /** Money that is there: PAID and PART_PAID. */
  collected: Paise
  /** Cheques the bank has not answered yet: they are reserved, and not collected. */
  clearing: Paise
  discount: Paise
  pending: Paise
}

/** Said when what was selected does not take the whole amount (specification, section 5). */
export const tooMuch = 'The collecting amount is greater than the total of fees collected'
export const noFeesSelected = 'No Fees Selected'
export const noDiscountOnNonFixed = 'Non Fixed Amounts Can Not Be Given Discount.'

/**
 * How a student stands with a fee, from all of its lines that are not deleted: pending is the amount without the lines in
 * PAID, PART_PAID, DISCOUNT and CLEARING. Lines of other fees are left out.
 */
export function balance(fee: AskedFee, lines: readonly StandingLine[]): Balance {
  const sum = (...statuses: LineStatus[]) =>
    sumMoney(lines.filter((line) => line.feeId === fee.id && statuses.includes(line.status)).map((line) => line.amount))
  const [collected, clearing, discount] = [sum('PAID', 'PART_PAID'), sum('CLEARING'), sum('DISCOUNT')]
  const pending = fee.fixedAmount ? lessMoney(fee.amount, collected, clearing, discount) : 0
  return { collected, clearing, discount, pending }
}

/** The one word for a balance. */
export function feeState({ collected, clearing, discount, pending }: Balance): FeeState {
  if (sumMoney([collected, clearing, discount]) === 0) return 'PENDING'
  if (pending > 0) return collected > 0 || discount > 0 ? 'PART_PAID' : 'CLEARING'
  if (clearing > 0) return 'CLEARING'
  return collected > 0 ? 'PAID' : 'DISCOUNT'
}

/**
 * What a clerk has seen of a fee, as a short text: it changes with the amount and with every line that comes or goes, so that of
 * two clerks who take the same fee at the same time the second is told.
 */
export function version(fee: AskedFee, lines: readonly (StandingLine & { id: number })[]): string {
  const own = lines.filter((line) => line.feeId === fee.id && line.status !== 'FAILED')
  const last = Math.max(0, ...own.map((line) => line.id))
  return `${fee.fixedAmount ? fee.amount : 'open'}:${sumMoney(own.map((line) => line.amount))}:${own.length}:${last}`
}

/** The part of an amount that goes to one fee. */
export interface Share {
  feeId: number
  amount: Paise
  /** What is still pending on the fee afterwards. */
  pending: Paise
}

/**
 * Splits an amount over fees: by (sr, id), fixed fees first and never above what is pending; the first fee that is not fixed
 * takes the whole remainder; fees that get nothing are left out. The shares sum to the amount.
 * @returns null when the fees cannot take all of it
 */
export function allocate(fees: readonly { fee: AskedFee; pending: Paise }[], amount: Paise): Share[] | null {
  const shares: Share[] = []
  const inOrder = [...fees].sort((a, b) => a.fee.sr - b.fee.sr || a.fee.id - b.fee.id)
  let left = amount
  for (const { fee, pending } of inOrder.filter((one) => one.fee.fixedAmount)) {
    const share = minMoney(pending, left)
    if (share <= 0) continue
    shares.push({ feeId: fee.id, amount: share, pending: lessMoney(pending, share) })
    left = lessMoney(left, share)
  }
  if (left === 0) return shares
  const open = inOrder.find((one) => !one.fee.fixedAmount)
  return open ? [...shares, { feeId: open.fee.id, amount: left, pending: 0 }] : null
}

/** The state of a new line: a cheque's is CLEARING, other money's is PAID when it leaves nothing pending on its fee. */
export function takenStatus(cheque: boolean, pending: Paise): LineStatus {
  return cheque ? 'CLEARING' : paidStatus(pending)
}

/** The state of a cheque's line once the bank has answered; `standing` are all lines of the account, with the cheque's own. */
export function settledStatus(cleared: boolean, fee: AskedFee, standing: readonly StandingLine[]): LineStatus {
  return cleared ? paidStatus(balance(fee, standing).pending) : 'FAILED'
}

function paidStatus(pending: Paise): 'PAID' | 'PART_PAID' {
  return pending === 0 ? 'PAID' : 'PART_PAID'
}
