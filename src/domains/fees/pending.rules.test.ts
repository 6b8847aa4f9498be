import { expect, test } from 'vitest'
import { formatMonths, monthsUpTo } from './pending.rules.ts'

test('due by the end of a month: the months of the school year up to it', () => {
  expect(monthsUpTo('APR')).toEqual(['APR'])
  expect(monthsUpTo('JUN')).toEqual(['APR', 'MAY', 'JUN'])
  expect(monthsUpTo('MAR')).toHaveLength(12)
})

test.each([
  [[], false, ''],
  [[], true, 'One time'],
  [['OCT'], false, 'OCT'],
  [['MAY', 'APR'], false, 'APR, MAY'],
  [['APR', 'MAY', 'JUN', 'OCT'], true, 'APR–JUN, OCT, One time'],
  [['DEC', 'JAN', 'FEB', 'MAR'], false, 'DEC–MAR'],
] as const)('%j, one time %s, is written %j', (months, oneTime, text) => {
  expect(formatMonths(months, oneTime)).toBe(text)
})
