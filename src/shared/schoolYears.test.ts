import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSchoolYear, schoolYearProblem, showSchoolYear } from './schoolYears.ts'

test('a school year is written as 2024-25 or 2024-2025, also in Indian digits', () => {
  for (const text of ['2024-25', '2024-2025', ' 2024 – 25 ', '2024/25', '२०२४-२५']) expect(parseSchoolYear(text)).toBe(2024)
  for (const text of ['', '2024', '2024-26', '2024-24', '24-25', '2024-025', '2024-20255', 'last year'])
    expect(parseSchoolYear(text)).toBeNull()
  expect(parseSchoolYear('1999-00')).toBe(1999)
  expect(schoolYearProblem('')).toBe('Required')
  expect(schoolYearProblem('2024-27')).toBe('A term such as 2024-25')
  fc.assert(fc.property(fc.integer({ min: 1000, max: 9998 }), (year) => parseSchoolYear(showSchoolYear(year)) === year))
})
