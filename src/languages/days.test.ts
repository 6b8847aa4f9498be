import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { dayInWords } from '#shared/dayInWords.ts'

/** Every day that the product knows. */
const days: string[] = []
for (let day = '1900-01-01'; day <= '2199-12-31'; day = addDays(day, 1)) days.push(day)

describe.each(['hi', 'mr'] as const)('days in %s', (language) => {
  // Written out by hand: the day, a tab, the words.
  const examples = readFileSync(join(import.meta.dirname, language, 'days.examples.tsv'), 'utf8')
    .trim()
    .split('\n')

  test('are those of 30 examples, with every month', () => {
    expect(examples).toHaveLength(30)
    const given = examples.map((line) => line.split('\t')[0] ?? '')
    expect(given.map((day) => `${day}\t${dayInWords(day, language)}`)).toEqual(examples)
    expect(new Set(given.map((day) => day.slice(5, 7))).size).toBe(12)
  })

  test('differ for different days, and are letters with one space between words', () => {
    const words = new Set(days.map((day) => dayInWords(day, language)))
    expect(words.size).toBe(days.length)
    expect([...words].filter((each) => !/^[\u0900-\u097f]+( [\u0900-\u097f]+){2,}$/.test(each))).toEqual([])
  })

  test('are nothing for a text that is no day', () => {
    expect([dayInWords('2015-02-30', language), dayInWords('', language)]).toEqual(['', ''])
  })
})
