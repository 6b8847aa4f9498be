import fc from 'fast-check'
import { expect, test } from 'vitest'
import { truncateCodePoints, toStorableText } from './storableText.ts'

test('a truncated text has whole characters, and no more than the limit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(30), (text, most) => {
      const found = truncateCodePoints(text, most)
      expect(found).toBe([...toStorableText(text)].slice(0, most).join(''))
      expect(found.isWellFormed() && !found.includes('\u0000')).toBe(true)
    }),
  )
  expect(truncateCodePoints(`${'a'.repeat(99)}😀b`, 100)).toBe(`${'a'.repeat(99)}😀`)
  expect(toStorableText('a\u0000\ud83d!')).toBe('a\uFFFD\uFFFD!')
})
