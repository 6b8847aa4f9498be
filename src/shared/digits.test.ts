import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDay } from './dates.ts'
import { withLatinDigits } from './digits.ts'
import { parseMoney } from './money.ts'
import { normalizePhone } from './phones.ts'

test.each([
  ['९८२२०१२३४५', '9822012345'],
  ['₹१,२३४.५०', '₹1,234.50'],
  ['૦૧૨૩૪૫૬૭૮૯', '0123456789'],
  ['০১২৩৪৫৬৭৮৯ ੦੧੨੩੪੫੬੭੮੯ ௦௧௨௩௪௫௬௭௮௯ ౦౧౨౩౪౫౬౭౮౯ ೦೧೨೩೪೫೬೭೮೯', '0123456789 0123456789 0123456789 0123456789 0123456789'],
  ['७-ब', '7-ब'],
])('%s is %s', (typed, latin) => {
  expect(withLatinDigits(typed)).toBe(latin)
})

test('phones, amounts and days are understood in Devanagari digits', () => {
  expect(normalizePhone('+९१ ९८२२० १२३४५')).toBe('9822012345')
  expect(parseMoney('१,२३४.५०')).toBe(123_450)
  expect(parseDay('०५/११/२०२६')).toBe('2026-11-05')
})

test('every amount is read alike in both digits', () => {
  const devanagari = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x966 + Number(digit)))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (paise) => {
      const typed = (paise / 100).toFixed(2)
      expect(parseMoney(devanagari(typed))).toBe(parseMoney(typed))
    }),
  )
})
