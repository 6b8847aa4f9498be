import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#tests/properties.ts'
import { paise } from './inputs.ts'
import { amountInWords } from './amountInWords.ts'

test.each([
  [0, 'Rupees Zero Only'],
  [1, 'One Paisa Only'],
  [50, 'Fifty Paise Only'],
  [100, 'Rupees One Only'],
  [10_500, 'Rupees One Hundred Five Only'],
  [170_000, 'Rupees One Thousand Seven Hundred Only'],
  [12_345_050, 'Rupees One Lakh Twenty Three Thousand Four Hundred Fifty and Fifty Paise Only'],
  [1_000_000_000, 'Rupees One Crore Only'],
  [
    1_234_567_890_199,
    'Rupees One Thousand Two Hundred Thirty Four Crore Fifty Six Lakh Seventy Eight Thousand Nine Hundred One and Ninety Nine Paise Only',
  ],
  [Number.MAX_SAFE_INTEGER, expect.stringMatching(/^Rupees Ninety Lakh Seven Thousand .* Crore .* and Ninety One Paise Only$/)],
])('%i paise', (amount, words) => {
  expect(amountInWords(amount)).toEqual(words)
})

test.each([-1, 0.5, Number.NaN, 2 ** 53])('%d is no amount', (amount) => {
  expect(() => amountInWords(amount)).toThrow(RangeError)
})

/** Parses words by their meaning, independently of how they are made. */
function read(words: string): bigint {
  const small =
    'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
      ' ',
    )
  const tens = '- - Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ')
  const scales: Record<string, bigint> = { Hundred: 100n, Thousand: 1000n, Lakh: 100_000n, Crore: 10_000_000n }
  let total = 0n
  let group = 0n
  for (const word of words.split(' ')) {
    const scale = scales[word]
    if (scale === undefined) group += BigInt(small.indexOf(word) >= 0 ? small.indexOf(word) : 10 * tens.indexOf(word))
    else if (scale === 100n) group *= 100n
    else if (scale === 10_000_000n) {
      total = (total + group) * scale
      group = 0n
    } else {
      total += group * scale
      group = 0n
    }
  }
  return total + group
}

test('every amount that can be entered has words that say the same amount', () => {
  const most = 1_000_000_000_000
  expect(paise().safeParse(most).success && !paise().safeParse(most + 1).success).toBe(true)
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: 1_000_000 })), (amount) => {
      const match = /^(?:Rupees (.+?))?(?:(?: and |^)?([A-Z][a-z]+(?: [A-Z][a-z]+)?) Pais[ae])? Only$/.exec(amountInWords(amount))
      expect(match).not.toBeNull()
      const [rupees, left] = [read(match?.[1] ?? 'Zero'), read(match?.[2] ?? 'Zero')]
      expect(rupees * 100n + left).toBe(BigInt(amount))
    }),
    { numRuns: runs(3000) },
  )
})
