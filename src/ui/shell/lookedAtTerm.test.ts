import { describe, expect, test } from 'vitest'
import { lookedAtTerm, termFollowers } from './lookedAtTerm.ts'

const terms = [
  { id: '1', name: '2025-26', current: false },
  { id: '2', name: '2026-27', current: true },
]

describe('the term that is looked at', () => {
  test('is the current one until another is chosen', () => {
    expect(lookedAtTerm('ADMIN', terms, null)?.id).toBe('2')
    expect(lookedAtTerm('ADMIN', terms, '1')?.id).toBe('1')
    expect(lookedAtTerm('ADMIN', terms, '99')?.id).toBe('2')
    expect(lookedAtTerm('ADMIN', [], null)).toBeNull()
  })

  test('a student has no selection and always sees the current one', () => {
    expect(termFollowers('STUDENT')).toBeNull()
    expect(lookedAtTerm('STUDENT', terms, '1')?.id).toBe('2')
  })

  test('the selection says what follows it, for each role in its own words', () => {
    expect(termFollowers('ADMIN')).toBe('Students, classes, reports and fees')
    expect(termFollowers('FEES')).toBe('Fees and expenses')
    expect(termFollowers('TEACHER')).toBe('Attendance')
  })
})
