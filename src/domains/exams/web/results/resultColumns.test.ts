import { expect, test } from 'vitest'
import { resultColumns, type StudentRow } from './resultColumns.tsx'

const subjects = ['Hindi', 'Science'].map((name, index) => ({ id: String(index + 1), name, kind: 'COUNTED' as const }))

const student = (outcome: StudentRow['outcome'], missing: string[] = []) =>
  ({
    outcome,
    missing,
    shortfalls: [],
    reexamined: [],
    grace: [],
    replaced: [],
    subjects: subjects.map(({ name }) => ({ subject: name, state: 'MARKED', mark: null })),
  }) as unknown as StudentRow

const keys = (...students: StudentRow[]) => resultColumns({ subjects, students }).map(({ key }) => key)

test('total, rank and result come before the subjects, which may be many', () => {
  const total = ['roll', 'name', 'total', 'share', 'grade', 'rank']
  expect(keys(student('PASS'))).toEqual([...total, 'outcome', 'subject1', 'subject2'])
  // In a part only a student with missing marks has a result.
  expect(keys(student(null))).toEqual([...total, 'subject1', 'subject2'])
  expect(keys(student(null), student('INCOMPLETE', ['Hindi']))).toContain('outcome')
})
