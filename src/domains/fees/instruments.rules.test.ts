import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths } from '#shared/dates.ts'
import { clearingProblem, instrumentDateProblem } from './instruments.rules.ts'

const problem = (mode: 'CHEQUE' | 'DD' | 'CASH', instrumentOn: string | undefined, collectedOn = '2026-11-25') =>
  instrumentDateProblem({ mode, instrumentOn, collectedOn })

test.each([
  ['CHEQUE', '2026-08-25', null],
  ['CHEQUE', '2026-08-24', 'This cheque is stale: banks paid it until 24 Nov 2026'],
  ['CHEQUE', '2027-11-25', null],
  ['CHEQUE', '2027-11-26', 'A cheque may be post-dated by a year at most'],
  ['DD', '2026-08-25', null],
  ['DD', '2026-08-24', 'This demand draft is stale: banks paid it until 24 Nov 2026'],
  ['DD', '2026-11-25', null],
  ['DD', '2026-11-26', 'A demand draft cannot be dated after the day it is taken'],
  ['CHEQUE', undefined, null],
  ['CASH', '2020-01-01', null],
] as const)('%s of %s, taken on 25 November 2026: %s', (mode, instrumentOn, message) => {
  expect(problem(mode, instrumentOn)).toBe(message)
})

test('three months end on the last of a shorter month', () => {
  expect(problem('CHEQUE', '2025-11-30', '2026-02-28')).toBeNull()
  expect(problem('CHEQUE', '2025-11-30', '2026-03-01')).toContain('stale')
})

test('a cheque is good for one stretch of days around the day it is taken, and a draft until that day', () => {
  fc.assert(
    fc.property(fc.integer({ min: -500, max: 500 }), fc.integer({ min: 0, max: 4000 }), (ago, start) => {
      const collectedOn = addDays('2020-01-01', start)
      const dated = addDays(collectedOn, ago)
      const cheque = problem('CHEQUE', dated, collectedOn)
      expect(cheque === null).toBe(addMonths(dated, 3) >= collectedOn && dated <= addMonths(collectedOn, 12))
      expect(problem('DD', dated, collectedOn) === null).toBe(cheque === null && ago <= 0)
    }),
  )
})

test('a cheque clears on its date at the earliest', () => {
  expect(clearingProblem(null, '2026-11-25')).toBeNull()
  expect(clearingProblem('2026-11-25', '2026-11-25')).toBeNull()
  expect(clearingProblem('2026-11-26', '2026-11-25')).toBe('This cheque is dated 26 Nov 2026. The bank does not pay it earlier.')
})
