import { expect, test } from 'vitest'
import { certificateStudentFields, fieldText, studentCardFields } from './studentFields.exports.ts'
import { fieldGroups, listedFields, exportableFields, studentFieldNames } from './students.fields.ts'

test('every plain field is in one group of the form', () => {
  expect(fieldGroups.flatMap((group) => group.fields).sort()).toEqual([...studentFieldNames].sort())
  for (const { title, fields } of fieldGroups) expect(fields.length, title).toBeGreaterThan(0)
})

test('the list of students, which teachers see too, has nothing sensitive', () => {
  expect(listedFields.filter((field) => !exportableFields.includes(field))).toEqual([])
})

test('no two fields of an ID card share a name', () => {
  expect(new Set(studentCardFields.map(({ name }) => name)).size).toBe(studentCardFields.length)
})

test('a field is written as text, whatever its kind', () => {
  const student = { caste: null, birthdate: '2014-06-03', orphan: true, phones: ['9876543211', '9876543212'], dist: 'Pune' }
  const text = (field: (typeof studentFieldNames)[number]) => fieldText(student, field, (day) => `on ${day}`)
  expect(['caste', 'birthdate', 'orphan', 'phones', 'dist', 'taluka'].map((field) => text(field as 'caste'))).toEqual([
    '',
    'on 2014-06-03',
    'Yes',
    '9876543211, 9876543212',
    'Pune',
    '',
  ])
  for (const { field } of [...studentCardFields, ...certificateStudentFields]) expect(typeof text(field)).toBe('string')
})
