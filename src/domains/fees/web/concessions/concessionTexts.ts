import { t } from '@lingui/core/macro'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { showPercent } from '#shared/percent.ts'
import type { ConcessionFactsFragment } from '../counter/collectFees.graphql.ts'

type Rate = Pick<ConcessionFactsFragment, 'share' | 'amount'>

/** Returns how much a concession takes off each fee: `25 %` or `₹500.00 a fee`. */
export function rateText({ share, amount }: Rate): string {
  return share === null ? t`${showMoney(amount ?? 0)} a fee` : showPercent(share)
}

/** Returns which fees a concession is for. */
export function scopeText({
  categoryNames,
  feeTitles = null,
}: Pick<ConcessionFactsFragment, 'categoryNames'> & { feeTitles?: readonly string[] | null }): string {
  return (categoryNames ?? feeTitles)?.join(', ') ?? t`All fees`
}

/** Returns from when to when a concession is given, as it was ended. */
export function daysText({
  startsOn,
  endsOn,
  endedOn,
}: Pick<ConcessionFactsFragment, 'startsOn' | 'endsOn' | 'endedOn'>): string {
  const last = endedOn ?? endsOn
  if (endedOn !== null && endedOn < startsOn) return t`Taken back`
  return last === null ? t`From ${showDay(startsOn)}` : t`${showDay(startsOn)} to ${showDay(last)}`
}
