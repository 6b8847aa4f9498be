import fc from 'fast-check'
import { expect, it } from 'vitest'
import { text } from './inputs.ts'

it('takes out what no screen can show and no database holds', () => {
  expect(text().parse(' a\u0000b\tc\n ')).toBe('a b c')
  // Half of a pair, as a program leaves that cuts a text in the middle of an emoji.
  expect(text().parse('Asha \ud83d')).toBe('Asha')
  expect(text().parse('\udc00Asha')).toBe('Asha')
  expect(text().parse('आशा 😀')).toBe('आशा 😀')
})

it('leaves texts every JSON reader takes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (typed) => {
      const taken = text(1000).parse(typed)
      expect(taken.isWellFormed()).toBe(true)
      expect(taken).not.toContain('\u0000')
      expect(text(1000).parse(taken)).toBe(taken)
    }),
  )
  // Single UTF-16 units, so that halves of pairs are among them.
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 50 }), (units) => {
      expect(
        text(1000)
          .parse(String.fromCharCode(...units))
          .isWellFormed(),
      ).toBe(true)
    }),
  )
})
