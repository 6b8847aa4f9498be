import type { Day } from '#shared/dates.ts'

/** The range of expenses on screen, kept in the address; `termId` is its Year. */
export interface AskedRange {
  termId: string
  start: Day
  end: Day
}

/** Where the expenses of a range are shown. */
export function entriesAddress({ termId, start, end }: AskedRange): string {
  return `/expenses?${new URLSearchParams({ tab: 'view', year: termId, start, end })}`
}

/** What an address asks for; the schema says whether it is a range. */
export function rangeIn(address: URLSearchParams): AskedRange {
  return { termId: address.get('year') ?? '', start: address.get('start') ?? '', end: address.get('end') ?? '' }
}
