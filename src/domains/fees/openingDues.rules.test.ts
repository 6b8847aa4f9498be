import { describe, expect, test } from 'vitest'
import { changedDues, matchOpeningDues, type OpeningDuesRow, owedAmountProblem, schoolYearEnd } from './openingDues.rules.ts'

test('the dues of a school year were to be paid by its last day', () => {
  expect(schoolYearEnd(2024)).toBe('2025-03-31')
})

test.each([
  ['4500', null],
  ['₹1,234.50', null],
  ['', 'Required'],
  ['0', 'More than zero'],
  ['-20', 'More than zero'],
  ['12.345', 'An amount such as 1,234.50, with two decimals at most'],
  ['much', 'An amount such as 1,234.50, with two decimals at most'],
  ['10000000001', 'This is more than can be entered'],
])('an amount %s', (text, problem) => expect(owedAmountProblem(text)).toBe(problem))

describe('the rows of a file', () => {
  const students = [
    { id: 1, name: 'Asha Patil', className: '7', sectionName: 'A', roll: '1', registerNo: 'R-1' },
    { id: 2, name: 'Kiran More', className: '7', sectionName: 'A', roll: '2', registerNo: '' },
  ]
  const row = (more: Partial<OpeningDuesRow>): OpeningDuesRow => ({
    class: '',
    section: '',
    roll: '',
    registerNo: 'R-1',
    name: '',
    amount: '450',
    year: '2024-25',
    note: '',
    ...more,
  })
  const match = (...rows: OpeningDuesRow[]) => matchOpeningDues(rows, students, { name: '2026-27', startsOn: '2026-06-15' })

  test('name a student by register no., or by class, section and roll', () => {
    const second = row({ registerNo: '', class: '7', section: 'a', roll: '02', year: '2025-26', amount: '1,000.50', note: 'bus' })
    expect(match(row({ name: 'asha  PATIL' }), second)).toEqual({
      problems: [],
      dues: [
        { row: 0, studentId: 1, year: 2024, amount: 45_000, note: '' },
        { row: 1, studentId: 2, year: 2025, amount: 100_050, note: 'bus' },
      ],
    })
  })

  test.each([
    [{ registerNo: 'R-9' }, 'registerNo', 'No student has the register no. R-9'],
    [{ registerNo: '', class: '7', section: 'A', roll: '9' }, 'roll', 'No student of 7-A has the roll 9'],
    [{ name: 'Rohan Patil' }, 'name', 'The student of this row has another name'],
    [{ year: '2026-27' }, 'year', '2026-27 is not before 2026-27, the current term'],
    [{ year: '2027-28' }, 'year', '2027-28 is not before 2026-27, the current term'],
    [{ year: '2005-06' }, 'year', '2005-06 is more than 20 years ago'],
  ])('%o is refused', (more, key, message) => {
    expect(match(row(more)).problems).toEqual([{ path: `rows.0.${key}`, message }])
  })

  test('have a student and year once', () => {
    const { problems } = match(row({}), row({ year: '2025-26' }), row({ amount: '20' }))
    expect(problems).toEqual([{ path: 'rows.2.year', message: 'This student has dues of 2024-25 in this file twice' }])
  })
})

describe('what is stored', () => {
  const stored = { lineId: 7, feeId: 3, studentId: 1, year: 2024, amount: 45_000, note: '', reduced: 20_000 }
  const due = { row: 4, studentId: 1, year: 2024, amount: 45_000, note: '' }

  test('stays when the file says the same, and is corrected when it says another amount or note', () => {
    expect(changedDues([due], [stored])).toEqual({ problems: [], changes: [] })
    for (const more of [{ amount: 50_000 }, { amount: 20_000 }, { note: 'bus' }])
      expect(changedDues([{ ...due, ...more }], [stored])).toEqual({
        problems: [],
        changes: [{ due: { ...due, ...more }, before: stored }],
      })
    expect(changedDues([{ ...due, year: 2025 }], [stored]).changes).toEqual([{ due: { ...due, year: 2025 }, before: undefined }])
  })

  test('is never corrected to less than what is paid', () => {
    const { problems } = changedDues([{ ...due, amount: 19_999 }], [stored])
    expect(problems).toEqual([
      {
        path: 'rows.4.amount',
        message: '₹200.00 of these dues is paid, discounted or written off already. The amount cannot be lower',
      },
    ])
  })
})
