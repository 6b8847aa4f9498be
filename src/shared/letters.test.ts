import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstLetters, keepable } from './letters.ts'

test('the first letters of any text are whole, and no more than were asked for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(30), (text, most) => {
      const found = firstLetters(text, most)
      expect(found).toBe([...keepable(text)].slice(0, most).join(''))
      expect(found.isWellFormed() && !found.includes('\u0000')).toBe(true)
    }),
  )
  expect(firstLetters(`${'a'.repeat(99)}😀b`, 100)).toBe(`${'a'.repeat(99)}😀`)
  expect(keepable('a\u0000\ud83d!')).toBe('a\uFFFD\uFFFD!')
})
