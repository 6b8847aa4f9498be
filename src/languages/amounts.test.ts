import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountInWords } from '#shared/amountInWords.ts'

describe.each(['hi', 'mr'] as const)('amounts in %s', (language) => {
  // Written out by hand: the amount in paise, a tab, the words.
  const examples = readFileSync(join(import.meta.dirname, language, 'amounts.examples.tsv'), 'utf8')
    .trim()
    .split('\n')

  test('are those of 200 examples', () => {
    expect(examples).toHaveLength(200)
    expect(examples.map((line) => `${line.split('\t')[0]}\t${amountInWords(Number(line.split('\t')[0]), language)}`)).toEqual(
      examples,
    )
  })

  test('differ for different amounts', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000_000_000 })
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        fc.pre(one !== other)
        expect(amountInWords(one, language)).not.toBe(amountInWords(other, language))
      }),
    )
  })

  test('have no joiners and one space between words', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (paise) => {
        expect(amountInWords(paise, language)).toMatch(/^[\u0900-\u097f]+( [\u0900-\u097f]+)*$/)
      }),
    )
  })
})
