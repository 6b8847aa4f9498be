import type { Day } from '#shared/dates.ts'

/** Returns the address of a day's page. */
export function dayBookAddress(day: Day): string {
  return `/daybook?${new URLSearchParams({ day })}`
}
