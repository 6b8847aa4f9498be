import { type Day, showDay } from '#shared/dates.ts'
import { type Paise, sumMoney } from '#shared/money.ts'
import type { FeesChartQuery } from './dashboard.graphql.ts'

/** The months of a school year in the order of the chart's axis (specification, section 9). */
export const chartMonths = ['APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC', 'JAN', 'FEB', 'MAR'] as const

/** Returns the name of a day's month, such as NOV. */
export function monthOf(day: Day): string {
  return chartMonths[(Number(day.slice(5, 7)) + 8) % 12] ?? ''
}

/** Returns a month of the chart as it is shown: in English its code, `NOV`. */
export function monthLabel(month: string): string {
  const number = (((chartMonths as readonly string[]).indexOf(month) + 3) % 12) + 1
  const firstDay = showDay(`2026-${String(number).padStart(2, '0')}-01`)
  return firstDay.slice('01 '.length, -' 2026'.length).toUpperCase()
}

/** The amounts of one month in paise. */
export interface ChartMonth {
  month: string
  paid: Paise
  pending: Paise
  overdue: Paise
  expected: Paise
}

/** Returns all twelve months in their order, with zeros for a month without fees. */
export function toChartMonths({ months }: Pick<FeesChartQuery['feesChart'], 'months'>): ChartMonth[] {
  return chartMonths.map((month) => {
    const sums = months.find((row) => row.month === month)?.sums ?? { paid: 0, pending: 0, overdue: 0, expected: 0 }
    const { paid, pending, overdue, expected } = sums
    return { month, paid, pending, overdue, expected }
  })
}

/** Adds up the months of a year. */
export function sumMonths(months: readonly ChartMonth[]): Omit<ChartMonth, 'month'> {
  const sum = (part: 'paid' | 'pending' | 'overdue' | 'expected') => sumMoney(months.map((month) => month[part]))
  return { paid: sum('paid'), pending: sum('pending'), overdue: sum('overdue'), expected: sum('expected') }
}
