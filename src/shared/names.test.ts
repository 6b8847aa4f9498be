import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#tests/properties.ts'
import { normalizeStudentName, normalizeUserName } from './names.ts'

describe('names', () => {
  test.each([
    ['  asha   PATIL ', 'Asha Patil'],
    ['a.b.patil', 'A. B. Patil'],
    ['A. B.  PATIL', 'A. B. Patil'],
    ['dr.meera joshi jr.', 'Dr. Meera Joshi Jr.'],
    ["anne-marie d'souza", "Anne-Marie D'Souza"],
    ['आशा   पाटील', 'आशा पाटील'],
    ['श्री.विठ्ठल क्षीरसागर', 'श्री. विठ्ठल क्षीरसागर'],
    ['', ''],
  ])('a user %j is written %j', (typed, written) => {
    expect(normalizeUserName(typed)).toBe(written)
  })

  test('a student keeps the dots as typed', () => {
    expect(normalizeStudentName('s.r.  KULKARNI')).toBe('S.R. Kulkarni')
  })

  test('a joiner inside a Devanagari word survives', () => {
    expect(normalizeStudentName('शर्\u200dमा')).toBe('शर्\u200dमा')
  })

  test.each([
    ['userName', normalizeUserName],
    ['studentName', normalizeStudentName],
  ])('%s is idempotent for any text', (_, normalise) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = normalise(text)
        expect(normalise(once)).toBe(once)
      }),
      { numRuns: runs(2000) },
    )
  })
})
