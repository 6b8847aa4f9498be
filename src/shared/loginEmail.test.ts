import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { loginEmail, loginFormatProblem, loginPlaceholders, type LoginStudent } from './loginEmail.ts'

const asha: LoginStudent = {
  id: 41,
  name: 'Asha Ramesh Patil',
  firstName: '',
  surname: '',
  roll: '12',
  registerNo: 'GR/1021',
  phone: '9876543210',
  className: '7',
  sectionName: 'B',
}

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', 'आशा', 'José', "O'Brien", '{id}', '@evil.test'),
)
const anyStudent: fc.Arbitrary<LoginStudent> = fc.record({
  id: fc.nat(),
  name: anyText,
  firstName: anyText,
  surname: anyText,
  roll: anyText,
  registerNo: anyText,
  phone: anyText,
  className: anyText,
  sectionName: anyText,
})
const anyFormat = fc
  .tuple(
    fc.array(fc.constantFrom(...loginPlaceholders.map((name) => `{${name}}`), 'student', 'a', '2026'), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.constantFrom('.', '_', '-', ''),
    fc.constantFrom('school.in', 'students.zp-pune.edu.in'),
  )
  .map(([parts, between, host]) => `${parts.join(between)}@${host}`)

describe('the student login address', () => {
  test.each([
    ['{first_name}.{roll}@school.in', 'asha.12@school.in'],
    ['{First_Name}{Surname}@School.IN', 'ashapatil@school.in'],
    ['{register_no}@school.in', 'gr1021@school.in'],
    ['{class}{section}-{name}@school.in', '7b-asharameshpatil@school.in'],
    ['s{id}@school.in', 's41@school.in'],
    ['{phone}@school.in', '9876543210@school.in'],
  ])('%s gives %s', (format, address) => {
    expect(loginEmail(format, asha)).toBe(address)
  })

  test('the fields first name and surname are used before the words of the name', () => {
    expect(loginEmail('{first_name}.{surname}@school.in', { ...asha, firstName: 'Aşa', surname: 'de Patil' })).toBe(
      'asa.depatil@school.in',
    )
  })

  test('an unknown value gives no address rather than a shared one', () => {
    expect(loginEmail('{phone}@school.in', { ...asha, phone: '1234567890' })).toBeNull()
    expect(loginEmail('{surname}@school.in', { ...asha, name: 'Asha' })).toBeNull()
    expect(loginEmail('{first_name}.{roll}@school.in', { ...asha, name: 'आशा पाटील' })).toBeNull()
    expect(loginEmail('{name}@school.in', { ...asha, name: 'a'.repeat(65) })).toBeNull()
  })

  test.each([
    ['', /mail address with placeholders/],
    ['{roll}', /mail address with placeholders/],
    ['{roll}@a.in@b.in', /mail address with placeholders/],
    ['{rol}@school.in', /\{rol\} is not a placeholder/],
    ['student@school.in', /same address/],
    ['{first name}@school.in', /\{first name\} is not a placeholder/],
    ['.{roll}@school.in', /Before the @/],
    ['{roll}..{id}@school.in', /Before the @/],
    ['{roll}{@school.in', /Before the @/],
    ['{roll} {id}@school.in', /Before the @/],
    ['{roll}@{section}.in', /After the @/],
    ['{roll}@school', /After the @/],
  ])('%j is refused', (format, words) => {
    expect(loginFormatProblem(format)).toMatch(words)
    expect(loginEmail(format, asha)).toBeNull()
  })

  test("is null or a valid lower-case address at the format's domain", () => {
    fc.assert(
      fc.property(anyFormat, anyStudent, (format, student) => {
        const made = loginEmail(format, student)
        if (made === null) return
        expect(z.email().safeParse(made).success).toBe(true)
        expect(made).toBe(made.toLowerCase())
        expect(made.split('@')[1]).toBe(format.split('@')[1])
        expect(made).not.toMatch(/[{}]/)
      }),
    )
  })

  test('is the same for the same student, and unique when the format contains {id}', () => {
    fc.assert(
      fc.property(anyStudent, fc.nat(), (student, other) => {
        const format = 's-{id}@school.in'
        expect(loginEmail(format, student)).toBe(loginEmail(format, { ...student, id: String(student.id) }))
        fc.pre(other !== student.id)
        expect(loginEmail(format, student)).not.toBe(loginEmail(format, { ...student, id: other }))
      }),
    )
  })

  test('no format makes it throw', () => {
    fc.assert(
      fc.property(anyText, anyStudent, (format, student) => {
        const problem = loginFormatProblem(format)
        if (problem !== null) expect(loginEmail(format, student)).toBeNull()
      }),
    )
  })
})
