import type { Day } from '#shared/dates.ts'

/** A receipt's number: gapless within a school and an April–March year. */
export interface ReceiptNumber {
  receiptPrefix: string
  /** Such as `2026-27`. */
  receiptYear: string
  receiptNo: number
}

/** The April–March year of a day, `2026-27` (facts of the field: a receipt's year follows its date). */
export function receiptYear(day: Day): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  const start = month >= 4 ? year : year - 1
  return `${start}-${String((start + 1) % 100).padStart(2, '0')}`
}

/** The number as printed: the school's prefix, the year, the running number: `GV/2026-27/123`. */
export function receiptNumber({ receiptPrefix, receiptYear: year, receiptNo }: ReceiptNumber): string {
  return `${receiptPrefix}${year}/${receiptNo}`
}
