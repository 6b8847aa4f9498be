import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lines, requiredText, text } from './inputs.ts'

it('replaces characters that cannot be shown or stored', () => {
  expect(text().parse(' a\u0000b\tc\n ')).toBe('a b c')
  // An unpaired surrogate, left by a program that cuts a text in the middle of an emoji.
  expect(text().parse('Asha \ud83d')).toBe('Asha')
  expect(text().parse('\udc00Asha')).toBe('Asha')
  expect(text().parse('आशा 😀')).toBe('आशा 😀')
})

it('returns well-formed text that every JSON parser accepts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (typed) => {
      const taken = text(1000).parse(typed)
      expect(taken.isWellFormed()).toBe(true)
      expect(taken).not.toContain('\u0000')
      expect(text(1000).parse(taken)).toBe(taken)
    }),
  )
  // Single UTF-16 units, so that unpaired surrogates occur.
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

describe('invisible characters', () => {
  const invisible = [
    '\u200b',
    '\u2063',
    '\u00ad',
    '\u3164',
    '\uffa0',
    '\u2800',
    '\u115f',
    '\ufeff',
    '\u200e',
    '\u034f',
    '\ufe0f',
    '\u{e0041}',
  ]

  it.each(invisible)('%j alone is not a name, and is removed from a name', (character) => {
    expect(requiredText().safeParse(character.repeat(3)).error?.issues[0]?.message).toBe('Required')
    expect(requiredText().safeParse(` ${character} \u200d\u200c`).success).toBe(false)
    expect(text().parse(`As${character}ha`)).toBe('Asha')
    expect(lines().parse(`${character}One\n${character}two`)).toBe('One\ntwo')
  })

  it('are kept where they shape letters and emoji', () => {
    for (const name of [
      'सूर्\u200dया',
      'क्\u200cष',
      'ന്\u200dറ',
      'می\u200cخواهم',
      '👩\u200d👩\u200d👧',
      '❤\ufe0f',
      '👍🏽\u200d♂\ufe0f',
    ])
      expect(text().parse(name)).toBe(name)
    // A joiner at the end of a name has nothing to join.
    expect(text().parse('आशा\u200d')).toBe('आशा')
    expect(text().parse('As\u200dha')).toBe('Asha')
  })
})
