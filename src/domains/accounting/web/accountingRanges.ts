import { t } from '@lingui/core/macro'
import { addDays, type Day, monthStart, schoolYearStart } from '#shared/dates.ts'

/** Days of an export, both ends included. */
export interface Days {
  start: Day
  end: Day
}

/** Returns last month: what an accountant asks for. */
export function lastMonth(today: Day): Days {
  const end = addDays(monthStart(today), -1)
  return { start: monthStart(end), end }
}

/** Returns the most common ranges with their labels. A financial year is the school's receipt year, from April. */
export function accountingRanges(today: Day): readonly (Days & { label: string })[] {
  const yearStart = schoolYearStart(today)
  const yesterday = addDays(today, -1)
  const lastYearEnd = addDays(yearStart, -1)
  return [
    { label: t`Yesterday`, start: yesterday, end: yesterday },
    { label: t`This month`, start: monthStart(today), end: today },
    { label: t`Last month`, ...lastMonth(today) },
    { label: t`This financial year`, start: yearStart, end: today },
    { label: t`Last financial year`, start: schoolYearStart(lastYearEnd), end: lastYearEnd },
  ]
}

/** Returns the range in an address; last month when it has none. Validate it with the `accountingRange` schema. */
export function rangeInAddress(address: URLSearchParams, today: Day): Days {
  const [start, end] = [address.get('start'), address.get('end')]
  return start === null || end === null ? lastMonth(today) : { start, end }
}
