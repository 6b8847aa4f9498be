import { addDays, type Day, monthStart } from '#shared/dates.ts'
import { subtractMoney, type Paise, scaleMoney } from '#shared/money.ts'

/** An online payment under way: CREATED until it is known what became of it. SUCCESS and MISMATCH are final: the money is there. */
export const orderStates = ['CREATED', 'SUCCESS', 'FAILURE', 'CANCEL', 'MISMATCH'] as const
export type OrderState = (typeof orderStates)[number]

/** What the result page is told (specification, section 4); `checking` while nobody knows yet. */
export type OrderResult = 'success' | 'failure' | 'cancel' | 'mismatch' | 'checking'

export const resultOf: Readonly<Record<OrderState, OrderResult>> = {
  CREATED: 'checking',
  SUCCESS: 'success',
  FAILURE: 'failure',
  CANCEL: 'cancel',
  MISMATCH: 'mismatch',
}

/** What a guardian pays for fees. */
export interface Price {
  fees: Paise
  /** 2% of the fees. */
  charge: Paise
  /** 18% of the charge, so that the parts sum to the whole. */
  gst: Paise
  /** 1.0236 × the fees, half-up to the paisa (specification, section 9). */
  payable: Paise
}

/** The price of fees paid online. */
export function priceOf(fees: Paise): Price {
  const payable = scaleMoney(fees, 10_236, 10_000)
  const charge = scaleMoney(fees, 200, 10_000)
  return { fees, charge, gst: subtractMoney(payable, fees, charge), payable }
}

/** What the gateway says of a transaction, as far as it decides about an order. */
export interface GatewayWord {
  status: 'success' | 'failure' | 'pending' | 'notFound'
  /** What was paid; a success without an amount, or without the gateway's own number, decides nothing. */
  amount: Paise | null
  reference: string
  userCancelled: boolean
}

/** Until a transaction the gateway does not know is given up: a checkout page that was opened may still be paid. */
const patience = 30 * 60_000

/**
 * What the gateway's word makes of an order that is CREATED, FAILURE or CANCEL: its new state, or null where it stays.
 * Money that moved always counts; without money, an order that has failed or was cancelled stays so.
 * @param age milliseconds since the order was stored
 */
export function decide(state: OrderState, payable: Paise, word: GatewayWord, age: number): OrderState | null {
  if (state === 'SUCCESS' || state === 'MISMATCH') return null
  if (word.status === 'success') {
    if (!word.amount || word.reference === '') return null
    return word.amount === payable ? 'SUCCESS' : 'MISMATCH'
  }
  if (state !== 'CREATED') return null
  if (word.status === 'failure') return word.userCancelled ? 'CANCEL' : 'FAILURE'
  return word.status === 'notFound' && age >= patience ? 'CANCEL' : null
}

/** Minutes after which an order that nobody called back about is checked; then every night. */
export const checkMinutes = [2, 10, 60] as const

/** When an order is checked next by itself; null when that is the night's. */
export function nextCheck(createdAt: Date, now: Date): Date | null {
  const times = checkMinutes.map((minutes) => new Date(createdAt.getTime() + minutes * 60_000))
  return times.find((time) => time > now) ?? null
}

/** Whether a day is a school's feesDate, 1 to 30; in a shorter month that is its last day. */
export function remindedOn(feesDate: number, day: Day): boolean {
  const last = addDays(monthStart(addDays(monthStart(day), 31)), -1)
  return Number(day.slice(8)) === Math.min(feesDate, Number(last.slice(8)))
}

/** A text of the address of a school: what stands before the `-` of a token or short code, or the `Z` of a txnid. */
export function schoolPart(schoolId: number): string {
  return schoolId.toString(36)
}

/** The school of a token, code or txnid; null where it has none. */
export function schoolOf(text: string, separator: '-' | 'Z'): number | null {
  const at = text.indexOf(separator)
  const part = text.slice(0, at)
  if (at < 1 || !/^[0-9a-z]{1,8}$/.test(part)) return null
  const id = Number.parseInt(part, 36)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export const tokenShape = /^[0-9a-z]{1,8}-[A-Za-z0-9_-]{22,64}$/
/** Without characters that are taken for others when a link is typed from paper. */
export const codeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
export const codeLength = 10
export const codeShape = new RegExp(`^[0-9a-z]{1,8}-[${codeAlphabet}]{${codeLength}}$`)
export const txnidShape = /^[0-9a-z]{1,8}Z[0-9a-z]{16}$/
