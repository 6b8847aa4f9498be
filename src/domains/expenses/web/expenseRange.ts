import type { Day } from '#shared/dates.ts'

/** The range of expenses in the address; `termId` is its Year. */
export interface ExpenseRange {
  termId: string
  start: Day
  end: Day
}

/** Returns the address that shows the expenses of a range, of one category where its name is given. */
export function entriesAddress({ termId, start, end }: ExpenseRange, category?: string): string {
  const filter = category === undefined ? undefined : { 'f.category': category }
  return `/expenses?${new URLSearchParams({ tab: 'view', year: termId, start, end, ...filter })}`
}

/** Reads the range from an address. Validate it with the `expenseRange` schema. */
export function readRange(address: URLSearchParams): ExpenseRange {
  return { termId: address.get('year') ?? '', start: address.get('start') ?? '', end: address.get('end') ?? '' }
}
