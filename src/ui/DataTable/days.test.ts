import { expect, test } from 'vitest'
import { dayChoices, parseDays } from './days.ts'

test('common ranges of days', () => {
  const today = '2026-11-21'
  expect(dayChoices(today).map(({ days }) => days)).toEqual([
    { from: today, to: today },
    { from: '2026-11-20', to: '2026-11-20' },
    { from: '2026-11-16', to: today },
    { from: '2026-11-01', to: today },
    {},
  ])
})

test('invalid days are ignored', () => {
  expect(parseDays({ from: '2026-02-30', to: '2026-11-21', mode: 'UPI' })).toEqual({ to: '2026-11-21' })
})
