import { expect, test } from 'vitest'
import { examDays } from './examTexts.ts'

test.each([
  ['2026-09-14', '2026-09-24', '14 to 24 Sep 2026'],
  ['2026-11-28', '2026-12-05', '28 Nov 2026 to 05 Dec 2026'],
  ['2026-12-05', '2027-12-05', '05 Dec 2026 to 05 Dec 2027'],
  ['2026-12-05', '2026-12-05', '05 Dec 2026'],
  [null, null, 'No papers yet'],
])('an exam from %s to %s is: %s', (firstDay, lastDay, text) => {
  expect(examDays({ firstDay, lastDay })).toBe(text)
})
