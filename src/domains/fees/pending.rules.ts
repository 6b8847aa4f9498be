import { t } from '#shared/texts.ts'
import { type Month, schoolYearMonths, showMonth } from './months.ts'

/** Returns the months of the school year up to and including a month: what is due by its end. */
export function monthsUpTo(month: Month): Month[] {
  return schoolYearMonths.slice(0, schoolYearMonths.indexOf(month) + 1)
}

/**
 * Formats months in school-year order, such as `APR–JUN, OCT, One time`. Three or more consecutive months become a
 * range.
 */
export function formatMonths(months: readonly Month[], oneTime: boolean): string {
  const indexes = months.map((month) => schoolYearMonths.indexOf(month)).sort((a, b) => a - b)
  const ranges: { first: number; last: number }[] = []
  for (const index of indexes) {
    const range = ranges.at(-1)
    if (range && index <= range.last + 1) range.last = index
    else ranges.push({ first: index, last: index })
  }
  const parts = ranges.flatMap(({ first, last }) => {
    const names = schoolYearMonths.slice(first, last + 1).map(showMonth)
    return names.length < 3 ? names : [`${names[0]}–${names.at(-1)}`]
  })
  return [...parts, ...(oneTime ? [t`One time`] : [])].join(', ')
}
