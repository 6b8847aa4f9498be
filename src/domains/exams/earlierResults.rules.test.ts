import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type EarlierResultRow, marksProblems, matchEarlierResults, newResults, parseMarks } from './earlierResults.rules.ts'
import { showMarks } from './scheme.schema.ts'

const term = { name: '2026-27', startsOn: '2026-04-01' }
const student = (id: number, roll: string) => ({
  id,
  name: `Child ${id}`,
  className: '7',
  sectionName: 'A',
  roll,
  registerNo: '',
})
const students = [student(1, '1'), student(2, '2')]

const row = (changes: Partial<EarlierResultRow> = {}): EarlierResultRow => ({
  class: '7',
  section: 'A',
  roll: '1',
  registerNo: '',
  name: '',
  year: '2024-25',
  classThen: '5',
  exam: 'Annual',
  subject: 'Science',
  marks: '72.5',
  outOf: '100',
  grade: 'B1',
  outcome: '',
  ...changes,
})

const match = (...rows: EarlierResultRow[]) => matchEarlierResults(rows, students, term)

test('marks are hundredths or a code', () => {
  expect(['78', '72.5', '72.05', '0', 'ab', ' ML ', '७८'].map(parseMarks)).toEqual([7800, 7250, 7205, 0, 'AB', 'ML', 7800])
  for (const text of ['', '-1', '1.234', '50%', 'A1', '1000000']) expect(parseMarks(text)).toBeNull()
  fc.assert(fc.property(fc.integer({ min: 0, max: 99_999 }), (marks) => parseMarks(showMarks(marks)) === marks))
})

test.each([
  [{}, []],
  [{ marks: '', outOf: '' }, []],
  [{ marks: 'AB', outOf: '', grade: '' }, []],
  [{ marks: '', outOf: '', grade: '' }, [{ path: 'marks', message: 'Marks or a grade' }]],
  [{ marks: '' }, [{ path: 'marks', message: 'Required' }]],
  [{ marks: 'x' }, [{ path: 'marks', message: 'Marks such as 72.5, or AB, ML or EX' }]],
  [{ outOf: '' }, [{ path: 'outOf', message: 'Required' }]],
  [{ outOf: '0' }, [{ path: 'outOf', message: 'Marks such as 80 or 12.5' }]],
  [{ outOf: 'AB' }, [{ path: 'outOf', message: 'Marks such as 80 or 12.5' }]],
  [{ marks: '100.01' }, [{ path: 'marks', message: '100.01 is more than 100' }]],
])('the marks %j', (changes, problems) => {
  expect(marksProblems(row(changes))).toEqual(problems)
})

describe('the rows of a file', () => {
  test('of one exam are one result, with the outcome of whichever row has it', () => {
    const { problems, results } = match(
      row(),
      row({ roll: '2' }),
      row({ subject: 'Hindi', marks: '', outOf: '', grade: 'A', outcome: 'Passed' }),
      row({ subject: 'Science', exam: 'Half-yearly', outcome: 'passed' }),
      row({ subject: 'Art', exam: 'ANNUAL', outcome: 'PASSED' }),
    )
    expect(problems).toEqual([])
    expect(results.map(({ studentId, exam, outcome, subjects }) => [studentId, exam, outcome, subjects.length])).toEqual([
      [1, 'Annual', 'Passed', 3],
      [2, 'Annual', '', 1],
      [1, 'Half-yearly', 'passed', 1],
    ])
    expect(results[0]).toMatchObject({ row: 0, year: 2024, className: '5' })
    expect(results[0]!.subjects.slice(0, 2)).toEqual([
      { subject: 'Science', marks: 7250, outOf: 10_000, grade: 'B1' },
      { subject: 'Hindi', marks: null, outOf: null, grade: 'A' },
    ])
  })

  test('that contradict each other are refused at their cells', () => {
    const { problems } = match(
      row({ outcome: 'Passed' }),
      row({ subject: 'SCIENCE ' }),
      row({ subject: 'Hindi', classThen: '6' }),
      row({ subject: 'Art', outcome: 'Failed' }),
    )
    expect(problems).toEqual([
      { path: 'rows.1.subject', message: 'This student has SCIENCE  of this exam in this file twice' },
      { path: 'rows.2.classThen', message: 'Row 2 has class 5 for the same exam' },
      { path: 'rows.3.outcome', message: 'Another row of this exam has Passed' },
    ])
  })

  test('of unknown students, other names and other years are refused', () => {
    const { problems } = match(
      row({ roll: '9' }),
      row({ name: 'Somebody' }),
      row({ year: '2026-27', exam: 'A' }),
      row({ year: '2005-06', exam: 'B' }),
      row({ year: '2006-07', exam: 'C', name: 'child 1' }),
    )
    expect(problems).toEqual([
      { path: 'rows.0.roll', message: 'No student of 7-A has the roll 9' },
      { path: 'rows.1.name', message: 'The student of this row has another name' },
      { path: 'rows.2.year', message: '2026-27 is not before 2026-27, the current term' },
      { path: 'rows.3.year', message: '2005-06 is more than 20 years ago' },
    ])
  })
})

test('a result that is stored as in the file stays, another one is refused at its first row', () => {
  const { results } = match(row(), row({ subject: 'Hindi' }), row({ roll: '2' }))
  expect(newResults(results, results)).toEqual({ problems: [], added: [] })
  expect(newResults(results, [results[0]!]).added).toEqual([results[1]])
  const { problems } = newResults(results, [{ ...results[1]!, exam: 'annual', outcome: 'Failed' }])
  expect(problems).toEqual([
    {
      path: 'rows.2.exam',
      message: 'This student has another result of Annual 2024-25 already. Delete it on the student’s page first',
    },
  ])
})
