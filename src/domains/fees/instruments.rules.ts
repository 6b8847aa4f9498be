import { addMonths, type Day, showDay } from '#shared/dates.ts'
import type { CounterMode } from '#shared/paymentModes.ts'
import { t } from '#shared/texts.ts'

/** Banks pay cheques and demand drafts for three months from their date (Reserve Bank of India, since 1 April 2012). */
const validMonths = 3

/** The latest date of a post-dated cheque, in months after it is taken: the fees of a year, and no mistyped year. */
const postDatedMonths = 12

/**
 * Returns why a cheque or demand draft with a date cannot be taken on a day; null where it can. A cheque may be
 * post-dated: it is CLEARING, in no sum of money, and is not marked as cleared before its date. A demand draft is paid
 * for when it is made, so it has no later date.
 */
export function instrumentDateProblem({
  mode,
  instrumentOn,
  collectedOn,
}: {
  mode: CounterMode
  instrumentOn?: Day | undefined
  collectedOn: Day
}): string | null {
  if (!instrumentOn || (mode !== 'CHEQUE' && mode !== 'DD')) return null
  const lastDay = addMonths(instrumentOn, validMonths)
  if (collectedOn > lastDay)
    return mode === 'DD'
      ? t`This demand draft is stale: banks paid it until ${showDay(lastDay)}`
      : t`This cheque is stale: banks paid it until ${showDay(lastDay)}`
  if (mode === 'DD') return instrumentOn > collectedOn ? t`A demand draft cannot be dated after the day it is taken` : null
  return instrumentOn > addMonths(collectedOn, postDatedMonths) ? t`A cheque may be post-dated by a year at most` : null
}

/** Returns why a cheque cannot be marked as cleared today: it is post-dated. Null where it can. */
export function clearingProblem(instrumentOn: Day | null, today: Day): string | null {
  return instrumentOn !== null && instrumentOn > today
    ? t`This cheque is dated ${showDay(instrumentOn)}. The bank does not pay it earlier.`
    : null
}

/** Says how a cheque or demand draft that was marked as cleared by mistake is put right. The mark itself is final. */
export function clearedByMistake(): string {
  return t`If that is a mistake, an admin deletes the payment with the reason: its fees are pending again. If the bank has not answered yet, enter the payment again.`
}

/** Says how a cheque or demand draft that was marked as failed by mistake is put right. The mark itself is final. */
export function failedByMistake(): string {
  return t`If that is a mistake, enter the payment again: its fees are pending.`
}
