import type { Day } from '#shared/dates.ts'

/** Returns the address where a day is closed: the viewer's own of today, unless a day or another clerk is named. */
export function closeDayAddress({ day, clerk }: { day?: Day; clerk?: string } = {}): string {
  const address = new URLSearchParams({ ...(day ? { day } : {}), ...(clerk ? { clerk } : {}) })
  return address.size === 0 ? '/fees/close-day' : `/fees/close-day?${address}`
}

/** Returns the address of a closing sheet. */
export const closingAddress = (id: string) => `/fees/closings/${id}`
