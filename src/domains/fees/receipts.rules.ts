import { type Day, schoolYearStart } from '#shared/dates.ts'
import { showSchoolYear } from '#shared/schoolYears.ts'

/** A receipt's number: gapless within a school and an April–March year. */
export interface ReceiptNumber {
  receiptPrefix: string
  /** Such as `2026-27`. */
  receiptYear: string
  receiptNo: number
}

/** Returns the April–March year of a day, such as `2026-27`. A receipt belongs to the year of its booking day. */
export function receiptYear(day: Day): string {
  return showSchoolYear(Number(schoolYearStart(day).slice(0, 4)))
}

/** Returns a receipt number as printed: the school's prefix, the year and the running number, `GV/2026-27/123`. */
export function formatReceiptNumber({ receiptPrefix, receiptYear: year, receiptNo }: ReceiptNumber): string {
  return `${receiptPrefix}${year}/${receiptNo}`
}
