import { describe, expect, test } from 'vitest'
import {
  checkScoreFile,
  checkScoreRow,
  compareFile,
  type ScoreFile,
  scoreFileColumns,
  scoreFileTemplate,
  scoreRowInput,
} from './scoreFile.ts'

const sheet = (subjectId: string, subjectName: string): ScoreFile['sheets'][number] => ({
  subjectId,
  subjectName,
  columns: [
    { component: 'Periodic test', test: 1, tests: 1, highestMarks: 1000 },
    { component: 'Notebook', test: 1, tests: 1, highestMarks: 500 },
  ],
  grades: [],
  scores: [{ studentId: '1', component: 'Periodic test', test: 1, value: '7', changedByName: 'Ramesh Kale' }],
  viewerCan: { enter: { allowed: true, reason: null } },
})

const file: ScoreFile = {
  className: '7',
  sectionName: 'B',
  termName: '2026-27',
  part: 'Term 1',
  students: [
    { studentId: '1', name: 'Asha Patil', roll: '1', registerNo: 'R-1' },
    { studentId: '2', name: 'Dev Joshi', roll: '2', registerNo: '' },
    { studentId: '3', name: 'Dev Rane', roll: '12', registerNo: 'R-3' },
    { studentId: '4', name: 'Dev Rane', roll: '13', registerNo: 'R-4' },
  ],
  sheets: [sheet('9', 'Science')],
}
const check = checkScoreRow(file)

test('the template has the students with the marks that stand', () => {
  const { columns, example } = scoreFileTemplate(file)
  expect(columns).toEqual(['Register No', 'Roll', 'Name', 'Periodic test', 'Notebook'])
  expect(example.slice(0, 2)).toEqual([
    ['R-1', '1', 'Asha Patil', '7', ''],
    ['', '2', 'Dev Joshi', '', ''],
  ])
})

test('a file of several subjects names them in its columns', () => {
  const several = { ...file, sheets: [sheet('9', 'Science'), sheet('10', 'Hindi')] }
  expect(scoreFileColumns(several).map(({ label }) => label)).toContain('Hindi: Notebook')
})

describe('a row', () => {
  test.each([
    [{ registerNo: 'r-1' }, []],
    [{ roll: '02' }, []],
    [{ name: 'dev  joshi' }, []],
    [{ roll: '9' }, [{ key: 'roll', message: 'No student of 7-B has the roll 9' }]],
    [{ registerNo: 'R-9', roll: '1' }, [{ key: 'registerNo', message: 'No student of 7-B has the register no. R-9' }]],
    [{ name: 'Nobody' }, [{ key: 'name', message: 'No student of 7-B is called Nobody' }]],
    [{ name: 'Dev Rane' }, [{ key: 'name', message: '2 students of 7-B have this: give the register no.' }]],
    [{ roll: '1', name: 'Dev Joshi' }, [{ key: 'name', message: 'The student of this row has another name' }]],
    [{}, [{ key: 'roll', message: 'Say whose marks these are: register no., roll or name' }]],
    [{ roll: '1', c0: '11' }, [{ key: 'c0', message: 'At most 10 marks' }]],
    [{ roll: '1', c0: 'AB', c1: '5' }, []],
    [
      { roll: '1', c0: 'Absent' },
      [{ key: 'c0', message: '“Absent” is no code. Write AB for absent, ML for medical leave, EX for exempt' }],
    ],
    [{ roll: '1', c1: '4,5' }, [{ key: 'c1', message: 'Enter marks such as 17 or 17.5, or AB, ML or EX' }]],
  ])('%j', (row, problems) => {
    expect(check(row)).toEqual(problems)
  })

  test('of a student who stands in another row is refused, also under another number', () => {
    expect(checkScoreFile(file)([{ roll: '1' }, { roll: '2' }, { registerNo: 'R-1' }])).toEqual([
      { index: 2, key: 'registerNo', message: 'This student stands in row 2 too' },
    ])
  })
})

test('what differs from what stands is sent only if the file is to win', () => {
  const rows = [
    { roll: '1', c0: '8', c1: '4' },
    { roll: '2', c0: '6.5', c1: '' },
  ]
  const { added, differences } = compareFile(file, rows)
  expect(added).toBe(2)
  expect(differences).toEqual([
    { key: '1 c0', student: 'Asha Patil', label: 'Periodic test', stored: '7', storedBy: 'Ramesh Kale', value: '8' },
  ])
  expect(scoreRowInput(file, () => false)(rows[0]!)).toMatchObject({ seen: ['7', ''], values: ['', '4'] })
  expect(scoreRowInput(file, (key) => key === '1 c0')(rows[0]!)).toMatchObject({ seen: ['7', ''], values: ['8', '4'] })
  expect(compareFile(file, [{ roll: '1', c0: '7' }])).toEqual({ added: 0, differences: [] })
})
