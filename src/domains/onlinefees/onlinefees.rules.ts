import { addDays, type Day, isDay, monthStart, schoolDay } from '#shared/dates.ts'
import { subtractMoney, type Paise, scaleMoney } from '#shared/money.ts'
import { usualChargePercent } from '#shared/serviceCharge.ts'

/** The states of an online order. CREATED is open. SUCCESS and MISMATCH are final, because the money has arrived. */
export const orderStates = ['CREATED', 'SUCCESS', 'FAILURE', 'CANCEL', 'MISMATCH'] as const
export type OrderState = (typeof orderStates)[number]

/** What the gateway tells of a payment by itself. */
export const noticeKinds = ['REFUND', 'CHARGEBACK'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/**
 * The result in the address of the result page (specification, section 4). `checking` means that it is not known yet.
 */
export type OrderResult = 'success' | 'failure' | 'cancel' | 'mismatch' | 'checking'

export const resultByState: Readonly<Record<OrderState, OrderResult>> = {
  CREATED: 'checking',
  SUCCESS: 'success',
  FAILURE: 'failure',
  CANCEL: 'cancel',
  MISMATCH: 'mismatch',
}

/** The price of fees that are paid online. */
export interface Price {
  fees: Paise
  /** The service charge: a percentage of the fees. */
  charge: Paise
  /** 18% of the charge, so that the parts sum to the whole. */
  gst: Paise
  /** Half-up to the paisa: 1.0236 × the fees with the usual service charge of 2% (specification, section 9). */
  payable: Paise
}

/**
 * Calculates the price of fees paid online.
 * @param percent of the service charge, with two decimals at most; 0 where the school bears it
 */
export function calculatePrice(fees: Paise, percent = usualChargePercent): Price {
  const hundredths = Math.round(percent * 100)
  const payable = scaleMoney(fees, 1_000_000 + hundredths * 118, 1_000_000)
  const charge = scaleMoney(fees, hundredths, 10_000)
  return { fees, charge, gst: subtractMoney(payable, fees, charge), payable }
}

/**
 * Returns the service charge with its GST that goes back with surplus. The charges of several surpluses of one order
 * sum to what its payer has paid above the price of the fees that are booked.
 * @param fees the order's fees, less its surplus so far
 */
export function surplusCharge(fees: Paise, surplus: Paise, percent: number): Paise {
  const chargesOf = (amount: Paise) => subtractMoney(calculatePrice(amount, percent).payable, amount)
  return subtractMoney(chargesOf(fees), chargesOf(subtractMoney(fees, surplus)))
}

/** A transaction's status as the gateway reports it, by callback or when asked. */
export interface GatewayReport {
  status: 'success' | 'failure' | 'pending' | 'notFound'
  /** Amount paid. A success without an amount or a reference is ignored. */
  amount: Paise | null
  reference: string
  /** The finer state behind the status. A success is money only when it is `captured`. */
  unmapped: string
  userCancelled: boolean
}

/**
 * Tells whether a report of success leaves an order undecided: the gateway has authorized, bounced or given back the
 * money, or says a word that is not known.
 */
export function isUncapturedSuccess({ status, unmapped }: Pick<GatewayReport, 'status' | 'unmapped'>): boolean {
  return status === 'success' && unmapped.toLowerCase() !== 'captured'
}

/** Age at which an order unknown to the gateway is cancelled. Before that, its open checkout page may still be paid. */
const cancelAfterMs = 30 * 60_000

/**
 * Maps a gateway report to the order's next state; null keeps the current one.
 * Money that arrived always counts. Without money, a FAILURE or CANCEL order keeps its state.
 * @param age milliseconds since the order was stored
 */
export function nextState(state: OrderState, payable: Paise, report: GatewayReport, age: number): OrderState | null {
  if (state === 'SUCCESS' || state === 'MISMATCH') return null
  if (report.status === 'success') {
    if (isUncapturedSuccess(report) || !report.amount || report.reference === '') return null
    return report.amount === payable ? 'SUCCESS' : 'MISMATCH'
  }
  if (state !== 'CREATED') return null
  if (report.status === 'failure') return report.userCancelled ? 'CANCEL' : 'FAILURE'
  return report.status === 'notFound' && age >= cancelAfterMs ? 'CANCEL' : null
}

/**
 * Days after a failure during which the gateway may still report money. Banks have five days to give back the money of
 * a failed payment, and the gateway compares its books with theirs in this time.
 */
export const changesMindDays = 7

/** Tells whether the gateway may still report money for an order, so that it is worth asking about. */
export function mayStillBePaid({ state, settledAt }: { state: OrderState; settledAt: Date | null }, now: Date): boolean {
  if (state === 'CREATED') return true
  if (state === 'SUCCESS' || state === 'MISMATCH' || settledAt === null) return false
  return now.getTime() - settledAt.getTime() < changesMindDays * 86_400_000
}

/** Minutes after which an open order is checked with the gateway. Later checks run every night. */
export const checkMinutes = [2, 10, 60] as const

/** Returns the time of an order's next timed check, or null when only the nightly check is left. */
export function nextCheck(createdAt: Date, now: Date): Date | null {
  const times = checkMinutes.map((minutes) => new Date(createdAt.getTime() + minutes * 60_000))
  return times.find((time) => time > now) ?? null
}

/**
 * Returns the day on which a family paid: that on which the payment was begun at the gateway, but not before the order
 * and not in the future. It is today when the gateway does not say.
 * @param at when the payment was begun, in the gateway's format and India's time: `2026-03-31 23:50:00`
 */
export function paymentDay(at: string, orderedAt: Date, now: Date): Day {
  const [day, first, last] = [at.slice(0, 10), schoolDay(orderedAt), schoolDay(now)]
  if (!isDay(day) || day > last) return last
  return day < first ? first : day
}

/** Tells whether a day is the school's feesDate (1 to 31). In a shorter month the last day counts as it. */
export function isReminderDay(feesDate: number, day: Day): boolean {
  const last = addDays(monthStart(addDays(monthStart(day), 31)), -1)
  return Number(day.slice(8)) === Math.min(feesDate, Number(last.slice(8)))
}

/** Returns the prefix that names the school in a token or short code (before `-`) and in a txnid (before `Z`). */
export function schoolPrefix(schoolId: number): string {
  return schoolId.toString(36)
}

/** Returns the school id in a token, short code or txnid; null when there is none. */
export function schoolIdIn(text: string, separator: '-' | 'Z'): number | null {
  const at = text.indexOf(separator)
  const part = text.slice(0, at)
  if (at < 1 || !/^[0-9a-z]{1,8}$/.test(part)) return null
  const id = Number.parseInt(part, 36)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export const tokenPattern = /^[0-9a-z]{1,8}-[A-Za-z0-9_-]{22,64}$/
/** Leaves out characters that look alike (0 and O, 1, l and I), because links are typed from paper. */
export const codeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
export const codeLength = 10
export const codePattern = new RegExp(`^[0-9a-z]{1,8}-[${codeAlphabet}]{${codeLength}}$`)
export const txnidPattern = /^[0-9a-z]{1,8}Z[0-9a-z]{16}$/
