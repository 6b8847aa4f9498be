import { type Paise, sumMoney } from '#shared/money.ts'
import type { FeesChartQuery } from './dashboard.graphql.ts'

/** The months of a school's year, as the axis has them (specification, section 9). */
export const chartMonths = ['APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC', 'JAN', 'FEB', 'MAR'] as const

/** What stands on one month's fees; in paise. */
export interface ChartMonth {
  month: string
  paid: Paise
  pending: Paise
  expected: Paise
}

/** All twelve months in their order; one without fees has zeros. */
export function chartOf({ months }: FeesChartQuery['feesChart']): ChartMonth[] {
  return chartMonths.map((month) => {
    const { paid, pending, expected } = months.find((one) => one.month === month)?.sums ?? { paid: 0, pending: 0, expected: 0 }
    return { month, paid, pending, expected }
  })
}

/** The sums of the year's months. */
export function chartTotal(months: readonly ChartMonth[]): Omit<ChartMonth, 'month'> {
  const sum = (part: 'paid' | 'pending' | 'expected') => sumMoney(months.map((month) => month[part]))
  return { paid: sum('paid'), pending: sum('pending'), expected: sum('expected') }
}
