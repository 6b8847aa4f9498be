import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verhoeffDigit } from '#shared/aadhaar.ts'
import { fieldGroups, studentFieldNames } from './students.fields.ts'
import { studentForm } from './students.schema.ts'
import { editRow, importRow } from './studentFiles.schema.ts'

const form = { termId: '1', name: ' asha  PATIL', phone: '9876543210', section: '3:4', roll: '12' }
const line = { roll: '1', class: '7', section: 'A', name: 'asha patil', phone: '9876543210' }
const edit = { action: 'u', id: '5', term: '2026-27', roll: '1', class: '7', section: 'A', name: '' }

function problems(
  schema: { safeParse(value: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } } },
  value: object,
) {
  return (schema.safeParse(value).error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`)
}

describe('the student form', () => {
  test('normalises the name and leaves missing fields out', () => {
    expect(studentForm.parse(form)).toEqual({ ...form, termId: 1, name: 'Asha Patil' })
  })

  test('reports each invalid field', () => {
    expect(
      problems(studentForm, {
        termId: '1',
        name: ' ',
        phone: '98765',
        section: '3',
        roll: '',
        loginEmail: 'x',
        birthdate: '2199-01-01',
        aaparId: '12',
        aadharNumber: '234567890123',
        phones: '123',
        dateOfAdmission: '31/02/2020',
        gender: 'X',
      }).sort(),
    ).toEqual([
      'aadharNumber: This is not a valid Aadhaar number. Please check its 12 digits.',
      'aaparId: An APAAR id has exactly 12 digits',
      'birthdate: This day lies in the future',
      'dateOfAdmission: Please enter a date as DD/MM/YYYY',
      'gender: Gender is MALE, FEMALE, OTHER or BLANK',
      'loginEmail: Please enter a valid email',
      'name: Required',
      'phone: Phone should have exactly 10 digits.',
      'phones: Each phone should have exactly 10 digits.',
      'roll: Required',
      'section: Required',
    ])
  })

  test('accepts Aadhaar and APAAR as people write them, and never refuses a PEN or SARAL id for its length', () => {
    const digits = '23456789012'
    const number = digits + verhoeffDigit(digits)
    const typed = `${number.slice(0, 4)} ${number.slice(4, 8)} ${number.slice(8)}`
    const parsed = studentForm.parse({ ...form, aadharNumber: typed, aaparId: '1234 5678 9012', penNumber: '1', saralId: '2' })
    expect(parsed).toMatchObject({ aadharNumber: number, aaparId: '123456789012', penNumber: '1', saralId: '2' })
    expect(studentForm.parse({ ...form, aadharNumber: 'XXXX XXXX 1234' }).aadharNumber).toBe('XXXX XXXX 1234')
  })

  test('shows every plain field in exactly one group', () => {
    const shown = fieldGroups.flatMap((group): readonly string[] => group.fields)
    expect([...shown].sort()).toEqual([...studentFieldNames].sort())
  })
})

describe('importRow', () => {
  test('parses cells as people write them, and is idempotent', () => {
    const cells = { birthdate: '1/6/2015', gender: 'f', orphan: 'no', aapar: 'TRUE', phones: '9876543211;9876543212' }
    const once = importRow.parse({ ...line, ...cells })
    expect(once).toMatchObject({
      name: 'Asha Patil',
      birthdate: '2015-06-01',
      gender: 'FEMALE',
      orphan: 'No',
      aapar: 'Yes',
      phones: '9876543211, 9876543212',
    })
    expect(importRow.parse(once)).toEqual(once)
  })

  test('reports every blank required cell', () => {
    expect(problems(importRow, { roll: '', class: '7', section: 'A', name: '', phone: '' }).sort()).toEqual([
      'name: Required',
      'phone: Phone should have exactly 10 digits.',
      'roll: Required',
    ])
    expect(problems(importRow, { ...line, birthdate: '31/02/2015' })).toEqual(['birthdate: Please write the date as DD/MM/YYYY'])
  })

  test('handles any text in any cell, and parses its own output to itself', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom('Yes', 'no', 'M', '01/02/2010', '9876543210', 'आशा पाटील', ''),
    )
    const keys = Object.keys(importRow.shape)
    fc.assert(
      fc.property(fc.tuple(...keys.map(() => cell)), (values) => {
        const parsed = importRow.safeParse(Object.fromEntries(keys.map((key, index) => [key, values[index]])))
        if (parsed.success) expect(importRow.parse(parsed.data)).toEqual(parsed.data)
      }),
    )
  })
})

describe('editRow', () => {
  test('reports missing cells with the specified messages', () => {
    expect(problems(editRow, { action: 'U', id: '', term: '', roll: '', class: '', section: '', name: '' }).sort()).toEqual([
      'class: does not have a valid class section',
      'id: does not have an id',
      'roll: does not have a roll number',
      'section: does not have a valid class section',
      'term: does not have a term',
    ])
  })

  test('accepts only U, A and D, in any case; A needs a name and no id', () => {
    expect(editRow.parse(edit).action).toBe('U')
    expect(problems(editRow, { ...edit, action: 'X' })).toEqual(['action: Action is U, A or D'])
    expect(problems(editRow, { ...edit, action: 'A', id: '' })).toEqual(['name: Required'])
    expect(problems(editRow, { ...edit, action: 'a', id: '', name: 'x' })).toEqual([])
  })

  test.each([
    ['98765', '1234567890'],
    ['', ''],
    ['9876543210', '9876543210'],
  ])('a phone %j becomes %j', (typed, stored) => {
    expect(editRow.parse({ ...edit, phone: typed }).phone).toBe(stored)
  })

  test('accepts a language by its code and its names', () => {
    for (const [cell, language] of [
      ['', ''],
      ['mr', 'mr'],
      ['Marathi', 'mr'],
      [' मराठी ', 'mr'],
      ['HINDI', 'hi'],
      ['english', 'en'],
    ])
      expect([cell, editRow.parse({ ...edit, language: cell }).language]).toEqual([cell, language])
    expect(problems(editRow, { ...edit, language: 'Gujarati' })).toEqual([
      'language: The language is one of English, Hindi, Marathi',
    ])
  })

  test('accepts one of four genders', () => {
    expect(problems(editRow, { ...edit, gender: 'X' })).toEqual(['gender: Gender is MALE, FEMALE, OTHER or BLANK'])
    expect(editRow.parse({ ...edit, gender: 'blank' }).gender).toBe('BLANK')
  })
})
