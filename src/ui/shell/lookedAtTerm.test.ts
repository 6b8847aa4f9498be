import { describe, expect, test } from 'vitest'
import { lookedAtTerm, termDependentsText } from './lookedAtTerm.ts'

const terms = [
  { id: '1', name: '2025-26', current: false },
  { id: '2', name: '2026-27', current: true },
]

describe('the term that is looked at', () => {
  test('is the current term until another is chosen', () => {
    expect(lookedAtTerm('ADMIN', terms, null)?.id).toBe('2')
    expect(lookedAtTerm('ADMIN', terms, '1')?.id).toBe('1')
    expect(lookedAtTerm('ADMIN', terms, '99')?.id).toBe('2')
    expect(lookedAtTerm('ADMIN', [], null)).toBeNull()
  })

  test('a student has no selection and always sees the current term', () => {
    expect(termDependentsText('STUDENT')).toBeNull()
    expect(lookedAtTerm('STUDENT', terms, '1')?.id).toBe('2')
  })

  test('the selection names what depends on it, for each role', () => {
    expect(termDependentsText('ADMIN')).toBe('Students, classes, reports and fees')
    expect(termDependentsText('FEES')).toBe('Fees and expenses')
    expect(termDependentsText('TEACHER')).toBe('Attendance')
  })
})
