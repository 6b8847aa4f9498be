import { t } from '@lingui/core/macro'
import { schoolDay, schoolTime, showMoment } from '#shared/dates.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import type { OrderFragment } from './family.graphql.ts'

const months: Readonly<Record<string, string>> = {
  JAN: t`January`,
  FEB: t`February`,
  MAR: t`March`,
  APR: t`April`,
  MAY: t`May`,
  JUN: t`June`,
  JUL: t`July`,
  AUG: t`August`,
  SEP: t`September`,
  OCT: t`October`,
  NOV: t`November`,
  DEC: t`December`,
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
      return {
        tone: 'ok',
        title: t`Payment received`,
        sentences: [t`Online Fees Successfully Received. Thank you for your time.`],
      }
    case 'alreadyPaid':
      return { tone: 'quiet', title: t`Already paid`, sentences: [] }
    case 'failure':
      return {
        tone: 'bad',
        title: t`Payment failed`,
        sentences: [
          t`The collection of the fees failed.`,
          t`If money was deducted from your account, it is refunded within 3-7 business days.`,
          t`Please start again.`,
        ],
      }
    case 'cancel':
      return {
        tone: 'quiet',
        title: t`Payment cancelled`,
        sentences: [t`The payment was cancelled by the user.`, t`Please click the link in the SMS and try again.`],
      }
    case 'mismatch':
      return {
        tone: 'bad',
        title: t`Payment not confirmed`,
        sentences: [
          t`An error has occurred. Money may have arrived at the school, and the school is looking at it.`,
          t`Please do not pay these fees again until the school has settled it.`,
        ],
      }
    case 'settled':
      return {
        tone: 'quiet',
        title: t`Payment settled by the school`,
        sentences: [
          t`The amount that arrived was not the amount due. The school has settled it.`,
          t`The link in the SMS shows what is still due.`,
        ],
      }
    case 'unproven':
      return {
        tone: 'quiet',
        title: t`No payment to show`,
        sentences: [
          t`This address names no payment, so there is no result to show.`,
          t`Please open the link in the SMS: it shows your receipts and what is still due.`,
        ],
      }
    case 'checking':
      return {
        tone: 'quiet',
        title: t`Checking your payment`,
        sentences: [t`We are asking the bank about your payment.`, t`Please do not pay again.`],
      }
    default:
      return {
        tone: 'bad',
        title: t`Payment failed`,
        sentences: [
          /^[\w .-]{1,40}$/.test(result)
            ? t`The payment gateway reported an error: ${result}.`
            : t`The payment gateway reported an error.`,
          t`If money was deducted from your account, it is refunded within 3-7 business days.`,
          t`Please use the link in the SMS again.`,
        ],
      }
  }
}

/** Returns what becomes of money whose fees had been paid already, with the service charge that was paid on it. */
export function surplusText({ studentName, amount, charge, settled }: OrderFragment['surplus'][number]): string {
  const all = showMoney(sumMoney([amount, charge]))
  const fees = showMoney(amount)
  if (settled === 'COLLECTED') return t`${fees} for ${studentName}: already paid, so the school has used it for other fees.`
  if (settled === 'REFUNDED') return t`${fees} for ${studentName}: already paid, so the school has given back ${all}.`
  if (charge === 0) return t`${fees} for ${studentName}: already paid, ${fees} will be given back.`
  return t`${fees} for ${studentName}: already paid, ${fees} will be given back, and the service charge of ${showMoney(charge)}: ${all} in all.`
}

const ownResults = new Set(['success', 'failure', 'cancel', 'mismatch', 'checking', 'settled', 'unproven', 'alreadyPaid'])

/**
 * Returns the result to show. The order's state decides, because the address proves nothing. Only a failure may use the
 * gateway's own status from the address. Without an order, the page never claims that money arrived.
 */
export function displayedResult(
  result: string,
  order: Pick<OrderFragment, 'state' | 'needsSchool' | 'surplus' | 'receipts'> | null,
): string {
  if (order === null) return ['success', 'checking', ''].includes(result) ? 'unproven' : result
  const { state, needsSchool, surplus, receipts } = order
  if (needsSchool) return 'mismatch'
  if (state === 'MISMATCH') return 'settled'
  if (state === 'SUCCESS' && surplus.length > 0 && receipts.length === 0) return 'alreadyPaid'
  if (state === 'FAILURE' && result !== '' && !ownResults.has(result)) return result
  return { CREATED: 'checking', SUCCESS: 'success', FAILURE: 'failure', CANCEL: 'cancel' }[state]
}
