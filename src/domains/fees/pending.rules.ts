import { type Month, schoolYearMonths } from './months.ts'

/** The months of a school's year until one, itself included: what is due by its end. */
export function monthsUpTo(month: Month): Month[] {
  return schoolYearMonths.slice(0, schoolYearMonths.indexOf(month) + 1)
}

/**
 * Months in the order of the school's year as a short text, such as `APR–JUN, OCT, One time`: months that follow each other are
 * one stretch.
 */
export function monthsText(months: readonly Month[], oneTime: boolean): string {
  const places = months.map((month) => schoolYearMonths.indexOf(month)).sort((a, b) => a - b)
  const stretches: { first: number; last: number }[] = []
  for (const place of places) {
    const stretch = stretches.at(-1)
    if (stretch && place <= stretch.last + 1) stretch.last = place
    else stretches.push({ first: place, last: place })
  }
  const words = stretches.flatMap(({ first, last }) => {
    const names = schoolYearMonths.slice(first, last + 1)
    return names.length < 3 ? names : [`${names[0]}–${names.at(-1)}`]
  })
  return [...words, ...(oneTime ? ['One time'] : [])].join(', ')
}
