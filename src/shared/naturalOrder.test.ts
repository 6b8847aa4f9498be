import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { runs } from '#tests/properties.ts'
import { languages } from './languages.ts'
import { compareNaturally, sortFor } from './naturalOrder.ts'

afterEach(() => sortFor(() => 'en'))

const names = fc.string({ unit: fc.constantFrom(...'0129abzABZ'), maxLength: 6 })

test.each(languages)('plain names have the order of the collator of %s', (language) => {
  const collator = new Intl.Collator(language === 'en' ? 'en-IN' : language, { numeric: true, sensitivity: 'base' })
  sortFor(() => language)
  fc.assert(
    fc.property(names, names, (a, b) => {
      expect(Math.sign(compareNaturally(a, b))).toBe(collator.compare(a, b))
    }),
    { numRuns: runs(2000) },
  )
})

test('numbers are compared as numbers, and every script has its place', () => {
  expect(['10', 'Jr KG', '2', 'पहिली', '9', 'a', 'B'].toSorted(compareNaturally)).toEqual([
    '2',
    '9',
    '10',
    'a',
    'B',
    'Jr KG',
    'पहिली',
  ])
})

test.each([
  ['en', ['Asha Patil', 'Zoya Khan', 'अनिल काळे', 'आशा पाटील', 'क्षमा', 'ज्ञानेश्वर', 'ळकर', 'हेमा']],
  ['hi', ['अनिल काळे', 'आशा पाटील', 'क्षमा', 'ज्ञानेश्वर', 'ळकर', 'हेमा', 'Asha Patil', 'Zoya Khan']],
  ['mr', ['अनिल काळे', 'आशा पाटील', 'हेमा', 'ळकर', 'क्षमा', 'ज्ञानेश्वर', 'Asha Patil', 'Zoya Khan']],
] as const)('a reader of %s has the own alphabet', (language, sorted) => {
  sortFor(() => language)
  expect(sorted.toReversed().toSorted(compareNaturally)).toEqual(sorted)
})
