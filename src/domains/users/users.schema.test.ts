import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { newUserForm, passwordForm, teacherImport, teacherRow, userForm } from './users.schema.ts'

const user = {
  name: 'Asha Patil',
  phone: defaultPhone,
  email: 'asha@school.test',
  role: 'TEACHER',
  limitedToClasses: false,
  classIds: [],
  zoomId: '',
  zoomPassword: '',
  zoomLink: '',
}
const newUser = { ...user, password: '', confirmPassword: '' }

function problems(parsed: { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) {
  return Object.fromEntries((parsed.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]))
}

describe('the user form', () => {
  test('reports every missing required field', () => {
    const empty = { ...user, name: ' ', phone: '', email: ' ', role: '' }
    expect(problems(userForm.safeParse(empty))).toEqual({
      name: 'Required',
      phone: 'Phone should have exactly 10 digits.',
      email: 'Required',
      role: 'Required',
    })
    expect(problems(userForm.safeParse({}))).toMatchObject({ email: 'Required', role: 'Required' })
  })

  test('normalises the name: collapses spaces, adds a space after a dot, and title-cases it', () => {
    expect(userForm.parse({ ...user, name: '  a.b.   PATIL ' }).name).toBe('A. B. Patil')
  })

  test('trims the e-mail and converts it to lower case', () => {
    expect(userForm.parse({ ...user, email: '  Asha.Patil@School.Test ' }).email).toBe('asha.patil@school.test')
    for (const email of ['asha', 'asha@', '@school.test', 'a b@school.test', 'asha@school'])
      expect(problems(userForm.safeParse({ ...user, email }))).toEqual({ email: 'Please enter a valid email' })
  })

  test('accepts exactly ten digits as a phone', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 14 }), (phone) => {
        expect(userForm.safeParse({ ...user, phone }).success).toBe(/^[0-9]{10}$/.test(phone.trim()))
      }),
    )
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{10}$/), (phone) => {
        expect(userForm.parse({ ...user, phone }).phone).toBe(phone)
      }),
    )
  })

  test('accepts only the roles ADMIN, TEACHER, FEES and ATTENDANT', () => {
    for (const role of ['ADMIN', 'TEACHER', 'FEES', 'ATTENDANT']) expect(userForm.safeParse({ ...user, role }).success).toBe(true)
    for (const role of ['SUPERADMIN', 'STUDENT', 'admin', null])
      expect(problems(userForm.safeParse({ ...user, role }))).toEqual({ role: 'Required' })
  })

  test('accepts only http and https links to a meeting', () => {
    expect(userForm.safeParse({ ...user, zoomLink: 'https://zoom.us/j/123?pwd=abc' }).success).toBe(true)
    for (const zoomLink of ['javascript:alert(1)', 'data:text/html,x', 'zoom.us/j/1'])
      expect(problems(userForm.safeParse({ ...user, zoomLink }))).toEqual({ zoomLink: 'A link begins with https://' })
  })
})

describe('a password set by an admin', () => {
  test('has exactly ten characters', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 14 }), (password) => {
        const found = problems(passwordForm.safeParse({ password, confirmPassword: password }))
        expect(found).toEqual(password.length === 10 ? {} : { password: 'Password should have 10 characters.' })
      }),
    )
  })

  test('must be confirmed, in both forms', () => {
    expect(problems(passwordForm.safeParse({ password: '0123456789', confirmPassword: '' }))).toEqual({
      confirmPassword: 'Confirm Password is required',
    })
    expect(problems(passwordForm.safeParse({ password: '0123456789', confirmPassword: '0123456780' }))).toEqual({
      confirmPassword: "Passwords don't match",
    })
    expect(problems(newUserForm.safeParse({ ...newUser, name: '', password: '0123456789', confirmPassword: 'x' }))).toEqual({
      name: 'Required',
      confirmPassword: "Passwords don't match",
    })
  })

  test('is optional for a new user', () => {
    expect(newUserForm.safeParse(newUser).success).toBe(true)
    expect(problems(newUserForm.safeParse({ ...newUser, password: '0123456789' }))).toEqual({
      confirmPassword: 'Confirm Password is required',
    })
    expect(problems(newUserForm.safeParse({ ...newUser, confirmPassword: '0123456789' }))).toEqual({
      confirmPassword: "Passwords don't match",
    })
    expect(problems(newUserForm.safeParse({ ...newUser, password: 'short', confirmPassword: 'short' }))).toEqual({
      password: 'Password should have 10 characters.',
    })
  })
})

describe('an import of teachers', () => {
  const row = { name: 'asha patil', phone: '9876543210', email: 'Asha@School.test' }

  test('normalises every row', () => {
    expect(teacherRow.parse(row)).toEqual({ name: 'Asha Patil', phone: '9876543210', email: 'asha@school.test' })
  })

  test('reports every invalid cell', () => {
    const rows = [row, { name: '', phone: '98765', email: 'asha' }, { ...row, phone: '' }]
    expect(problems(teacherImport.safeParse({ rows }))).toEqual({
      'rows.1.name': 'Required',
      'rows.1.phone': 'Phone should have exactly 10 digits.',
      'rows.1.email': 'Please enter a valid email',
      'rows.2.phone': 'Phone should have exactly 10 digits.',
    })
  })

  test('refuses no rows and more than 50,000', () => {
    expect(teacherImport.safeParse({ rows: [] }).success).toBe(false)
    expect(teacherImport.safeParse({ rows: Array.from({ length: 50_000 }, () => row) }).success).toBe(true)
    expect(teacherImport.safeParse({ rows: Array.from({ length: 50_001 }, () => row) }).success).toBe(false)
  })
})
