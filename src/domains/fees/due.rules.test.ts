import { expect, test } from 'vitest'
import { dueDateProblem, dueState, overdueText } from './due.rules.ts'

test.each([
  ['2026-11-04', '2026-11-05', 'OVERDUE'],
  ['2026-11-05', '2026-11-05', 'DUE'],
  ['2026-11-30', '2026-11-01', 'DUE'],
  ['2026-12-01', '2026-11-30', 'LATER'],
  ['2027-11-05', '2026-11-05', 'LATER'],
  ['2025-11-30', '2026-11-05', 'OVERDUE'],
])('what is due on %s is on %s %s', (dueOn, today, state) => {
  expect(dueState(dueOn, today)).toBe(state)
})

test.each([
  ['2026-11-24', 'Overdue 1 day'],
  ['2026-11-05', 'Overdue 20 days'],
  ['2026-09-27', 'Overdue 59 days'],
  ['2026-09-20', 'Overdue 2 months'],
  ['2025-11-20', 'Overdue 12 months'],
])('on 25 November 2026 what was due on %s is: %s', (dueOn, text) => {
  expect(overdueText(dueOn, '2026-11-25')).toBe(text)
})

test('the date of a one-time fee is near its term', () => {
  expect(dueDateProblem(null, '2026-04-01')).toBeNull()
  expect(dueDateProblem('2026-03-15', '2026-04-01')).toBeNull()
  expect(dueDateProblem('2062-06-30', '2026-04-01')).toBe('30 Jun 2062 is far from the term, which starts on 01 Apr 2026')
})
