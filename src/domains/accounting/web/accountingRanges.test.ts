import { expect, test } from 'vitest'
import { accountingRanges, rangeInAddress } from './accountingRanges.ts'

test('the common ranges: months, and financial years from April to March', () => {
  expect(accountingRanges('2026-11-25').map(({ start, end }) => `${start} ${end}`)).toEqual([
    '2026-11-24 2026-11-24',
    '2026-11-01 2026-11-25',
    '2026-10-01 2026-10-31',
    '2026-04-01 2026-11-25',
    '2025-04-01 2026-03-31',
  ])
  expect(
    accountingRanges('2027-03-01')
      .map(({ start, end }) => `${start} ${end}`)
      .slice(2),
  ).toEqual(['2027-02-01 2027-02-28', '2026-04-01 2027-03-01', '2025-04-01 2026-03-31'])
})

test('an address without days opens last month', () => {
  expect(rangeInAddress(new URLSearchParams(), '2026-11-25')).toEqual({ start: '2026-10-01', end: '2026-10-31' })
  const address = new URLSearchParams({ start: '2026-04-01', end: 'soon' })
  expect(rangeInAddress(address, '2026-11-25')).toEqual({ start: '2026-04-01', end: 'soon' })
})
