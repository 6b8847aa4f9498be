import { countDays, type Day } from '#shared/dates.ts'
import { minMoney, type Paise, scaleMoney, subtractMoney, sumMoney } from '#shared/money.ts'
import { t } from '#shared/texts.ts'
import type { AssignedFee, UndeletedLine } from './account.rules.ts'

export const lateFeeKinds = ['FLAT', 'BY_DAY'] as const
export type LateFeeKind = (typeof lateFeeKinds)[number]

/** The late fee rule of a fee category. */
export interface LateFeeRule {
  /** FLAT: once for each fee. BY_DAY: for each day after the grace, up to `max`. */
  kind: LateFeeKind
  amount: Paise
  /** Number of days after the due date on which nothing is asked yet. */
  graceDays: number
  /** The highest late fee on one fee; null for FLAT. */
  max: Paise | null
}

/** Error when a waiver is above the late fees of its fees. */
export const amountExceedsLateFees = () => t`This is more than the late fee`

/** A line as far as late fees depend on it; `waived` is on the lines of waivers only. */
export type LateFeeLine = UndeletedLine & { waived?: Paise | null }

/** Returns the late fee that was paid or waived on a fee already. Lines of other fees are ignored. */
export function lateFeeBefore(fee: Pick<AssignedFee, 'id'>, lines: readonly LateFeeLine[]): Paise {
  return sumMoney(
    lines
      .filter((line) => line.feeId === fee.id && line.status === 'LATE_FEE')
      .map(({ amount, waived }) => subtractMoney(waived ?? 0, amount)),
  )
}

/**
 * Returns the late fee that a student has to pay on top of what is pending on a fee, if money is taken on a day. It is
 * 0 while nothing is pending, so also where cheques that clear cover the fee.
 * @param pending what is pending on the fee
 * @param before what was paid or waived of its late fee, see {@link lateFeeBefore}
 */
export function lateFee(
  fee: Pick<AssignedFee, 'fixedAmount'> & { dueOn: Day },
  rule: LateFeeRule | null,
  { pending, before }: { pending: Paise; before: Paise },
  day: Day,
): Paise {
  if (rule === null || !fee.fixedAmount || pending <= 0) return 0
  const days = countDays(fee.dueOn, day) - rule.graceDays
  if (days <= 0) return 0
  return Math.max(0, subtractMoney(fullLateFee(rule, days), before))
}

/** The last day of a late fee by day, 24 years on: the largest amount times it is still an exact number. */
const lastDay = 9000

function fullLateFee({ kind, amount, max }: LateFeeRule, days: number): Paise {
  if (kind === 'FLAT') return amount
  const sum = scaleMoney(amount, Math.min(days, lastDay), 1)
  return max === null ? sum : minMoney(sum, max)
}

/** Returns the part of a payment's share of a fee that pays the fee's late fee, which is paid first. */
export function lateFeePart(share: Paise, due: Paise): Paise {
  return minMoney(share, due)
}
