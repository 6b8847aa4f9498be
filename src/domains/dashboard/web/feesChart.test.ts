import { expect, test } from 'vitest'
import { chartMonths, monthOf, toChartMonths, sumMonths } from './feesChart.ts'

test('the chart has all months of a school year in their order, with zeros for months without fees', () => {
  const sums = { paid: 100, pending: 50, clearing: 20, discount: 5, concession: 0, overdue: 30, expected: 175 }
  const chart = toChartMonths({
    id: '1',
    months: [
      { month: 'MAR', sums },
      { month: 'MAY', sums },
    ],
    oneTime: sums,
  })
  expect(chart.map(({ month }) => month)).toEqual([...chartMonths])
  expect(chart[1]).toEqual({ month: 'MAY', paid: 100, pending: 50, overdue: 30, expected: 175 })
  expect(chart[0]).toEqual({ month: 'APR', paid: 0, pending: 0, overdue: 0, expected: 0 })
  expect(sumMonths(chart)).toEqual({ paid: 200, pending: 100, overdue: 60, expected: 350 })
})

test('a day has its month in the order of a school year', () => {
  expect(['2026-04-01', '2026-11-24', '2026-12-31', '2027-01-01', '2027-03-31'].map(monthOf)).toEqual([
    'APR',
    'NOV',
    'DEC',
    'JAN',
    'MAR',
  ])
})
