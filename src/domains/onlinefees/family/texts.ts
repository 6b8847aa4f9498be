import { schoolDay, schoolTime, showMoment } from '#shared/dates.ts'
import type { OrderFragment } from './family.graphql.ts'

const months: Readonly<Record<string, string>> = {
  JAN: 'January',
  FEB: 'February',
  MAR: 'March',
  APR: 'April',
  MAY: 'May',
  JUN: 'June',
  JUL: 'July',
  AUG: 'August',
  SEP: 'September',
  OCT: 'October',
  NOV: 'November',
  DEC: 'December',
}

/** Returns `April`; null for a one-time fee. */
export function monthName(month: string | null): string | null {
  return month === null ? null : (months[month] ?? month)
}

/** Returns `Tuition, April`. */
export function feeName(name: string, month: string | null): string {
  return month === null ? name : `${name}, ${monthName(month)}`
}

/** Returns `10:02` in the school's time zone, with the day if it was not today. */
export function showTime(moment: string, now: Date): string {
  const date = new Date(moment)
  return schoolDay(date) === schoolDay(now) ? schoolTime(date).slice(0, 5) : showMoment(date)
}

/** Returns `Asha and Rohan`. */
export function listNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

export interface ResultMessage {
  title: string
  sentences: readonly string[]
  tone: 'ok' | 'bad' | 'quiet'
}

/**
 * Returns the message of the result page (specification, section 8: Payment result page messages). Where the
 * specification only describes a message, its text is ours.
 */
export function resultMessage(result: string): ResultMessage {
  switch (result) {
    case 'success':
      return { tone: 'ok', title: 'Payment received', sentences: ['Online Fees Successfully Received. Thank you for your time.'] }
    case 'failure':
      return {
        tone: 'bad',
        title: 'Payment failed',
        sentences: [
          'The collection of the fees failed.',
          'If money was deducted from your account, it is refunded within 3-7 business days.',
          'Please start again.',
        ],
      }
    case 'cancel':
      return {
        tone: 'quiet',
        title: 'Payment cancelled',
        sentences: ['The payment was cancelled by the user.', 'Please click the link in the SMS and try again.'],
      }
    case 'mismatch':
      return {
        tone: 'bad',
        title: 'Payment not confirmed',
        sentences: [
          'An error has occurred. Money may have arrived at the school, and the school is looking at it.',
          'Please do not pay these fees again until the school has settled it.',
        ],
      }
    case 'settled':
      return {
        tone: 'quiet',
        title: 'Payment settled by the school',
        sentences: [
          'The amount that arrived was not the amount due. The school has settled it.',
          'The link in the SMS shows what is still due.',
        ],
      }
    case 'unproven':
      return {
        tone: 'quiet',
        title: 'No payment to show',
        sentences: [
          'This address names no payment, so there is no result to show.',
          'Please open the link in the SMS: it shows your receipts and what is still due.',
        ],
      }
    case 'checking':
      return {
        tone: 'quiet',
        title: 'Checking your payment',
        sentences: ['We are asking the bank about your payment.', 'Please do not pay again.'],
      }
    default:
      return {
        tone: 'bad',
        title: 'Payment failed',
        sentences: [
          /^[\w .-]{1,40}$/.test(result)
            ? `The payment gateway reported an error: ${result}.`
            : 'The payment gateway reported an error.',
          'If money was deducted from your account, it is refunded within 3-7 business days.',
          'Please use the link in the SMS again.',
        ],
      }
  }
}

const ownResults = new Set(['success', 'failure', 'cancel', 'mismatch', 'checking', 'settled', 'unproven'])

/**
 * Returns the result to show. The order's state decides, because the address proves nothing. Only a failure may use the
 * gateway's own status from the address. Without an order, the page never claims that money arrived.
 */
export function displayedResult(result: string, order: Pick<OrderFragment, 'state' | 'needsSchool'> | null): string {
  if (order === null) return result === 'success' || result === '' ? 'unproven' : result
  const { state, needsSchool } = order
  if (needsSchool) return 'mismatch'
  if (state === 'MISMATCH') return 'settled'
  if (state === 'FAILURE' && result !== '' && !ownResults.has(result)) return result
  return { CREATED: 'checking', SUCCESS: 'success', FAILURE: 'failure', CANCEL: 'cancel' }[state]
}
