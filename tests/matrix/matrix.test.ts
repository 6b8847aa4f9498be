import { describe, expect, test } from 'vitest'
import { schema } from '#app/schema.ts'
import type { Canary } from './canaries.ts'
import { type Cell, mustMatch } from './cells.ts'
import { doors, mustBeAll } from './doors/all.ts'
import { expectations } from './expectations.ts'
import { FieldCheck } from './fields.ts'

/** The matrix itself is `npm run matrix`; this checks that it cannot pass by omission. */
describe('the matrix', () => {
  test('every operation has an expectation, and a new one fails the run', () => {
    expect(() => mustMatch(schema, expectations)).not.toThrow()
    const { students: _, ...less } = expectations
    expect(() => mustMatch(schema, less)).toThrow('students')
    expect(() => mustMatch(schema, { ...expectations, passports: { who: [] } })).toThrow('passports')
  })

  test('every operation of an ADMIN limited to classes has a row out of class, or a reason why not', () => {
    const { outOfClass: _, ...updateStudent } = {
      outOfClass: undefined,
      ...expectations.updateStudent,
      who: ['limitedAdmin'] as const,
    }
    expect(() => mustMatch(schema, { ...expectations, updateStudent })).toThrow('updateStudent')
  })

  test('a route without an expectation fails the run', () => {
    const routes = Object.keys(doors)
    expect(() => mustBeAll([...routes, 'HEAD /'], doors)).not.toThrow()
    expect(() => mustBeAll([...routes, 'GET /students.csv'], doors)).toThrow('GET /students.csv')
    expect(() => mustBeAll(routes.slice(1), doors)).toThrow(routes[0])
  })

  const aadhaar: Canary = { kind: 'student.aadhaar', school: 'own', place: 7, texts: ['712345678901'] }
  const answered = (given: Partial<Cell>): Cell => ({
    operation: 'students',
    who: 'admin',
    target: 'own',
    expected: 'ok',
    actual: 'ok',
    text: '{"x":"712345678901"}',
    ...given,
  })
  const leaks = (canary: Canary, cell: Partial<Cell>) => {
    const fields = new FieldCheck([canary])
    fields.look(answered(cell))
    return fields.result().wrong.filter((line) => !line.startsWith('Nothing of'))
  }

  test('a canary is a violation wherever no rule allows it', () => {
    expect(leaks(aadhaar, {})).toEqual(['students as admin on own answers student.aadhaar of the own school, class 7'])
    expect(leaks(aadhaar, { operation: 'revealAadhaar' })).toEqual([])
    expect(leaks(aadhaar, { operation: 'revealAadhaar', target: 'other' })).toHaveLength(1)
    expect(leaks({ ...aadhaar, school: 'other' }, { operation: 'revealAadhaar' })).toHaveLength(1)
    expect(leaks({ ...aadhaar, place: 8 }, { operation: 'revealAadhaar', who: 'limitedAdmin' })).toHaveLength(1)
    expect(leaks({ ...aadhaar, kind: 'bank.keySecret' }, { who: 'superadmin' })).toHaveLength(1)
  })

  test('an unused rule is a violation, and so is a canary in the response of a route', () => {
    const fields = new FieldCheck([aadhaar])
    fields.lookAtDoor('GET /certificate/*', 'No. 712345678901')
    const { wrong } = fields.result()
    expect(wrong[0]).toBe('GET /certificate/* answers student.aadhaar of the own school, class 7')
    expect(wrong).toContainEqual(expect.stringContaining('revealAadhaar, which is allowed'))
  })
})
