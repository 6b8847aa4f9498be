import type { Day } from '#shared/dates.ts'

/** No student is older, in years. */
const oldest = 40

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1

/**
 * Returns the dates of birth with a birthday on a day, newest first. Who was born on 29 February has it on the 28th in
 * other years.
 */
export function birthdaysOn(day: Day): Day[] {
  const year = Number(day.slice(0, 4))
  const date = day.slice(4)
  const alsoLeapDay = date === '-02-28' && !isLeap(year)
  return Array.from({ length: oldest }, (_, back) => year - back).flatMap((born) => [
    ...(date === '-02-29' && !isLeap(born) ? [] : [`${born}${date}`]),
    ...(alsoLeapDay && isLeap(born) ? [`${born}-02-29`] : []),
  ])
}
