import { expect, test } from 'vitest'
import { type MissingSheet, remindedTeachers, sheetsWithoutTeacher } from './remindedTeachers.ts'

const teacher = (userId: string, name: string, hasDevice = true) => ({ userId, name, phone: '', hasDevice })
const sheet = (title: string, teachers: MissingSheet['teachers'], askedAt: string | null = null): MissingSheet => ({
  sectionId: '1',
  subjectId: title,
  title,
  missing: 4,
  teachers,
  askedAt,
  askedByName: askedAt && 'Head',
})
const [meera, ravi, usha] = [teacher('1', 'Meera'), teacher('2', 'Ravi', false), teacher('3', 'Usha')]

test('teachers have all their sheets; those who get a notification come first', () => {
  const sheets = [
    sheet('7-B Science', [usha, ravi]),
    sheet('7-B Hindi', [meera], '2026-11-26T10:00:00Z'),
    sheet('7-C Science', [usha], '2026-11-26T10:00:00Z'),
    sheet('7-D Art', []),
  ]
  expect(
    remindedTeachers(sheets).map(({ name, sheets: own, isReminded, isAsked }) => [name, own.length, isReminded, isAsked]),
  ).toEqual([
    ['Usha', 2, true, false],
    ['Meera', 1, false, true],
    ['Ravi', 1, false, false],
  ])
  expect(sheetsWithoutTeacher(sheets).map(({ title }) => title)).toEqual(['7-D Art'])
})
