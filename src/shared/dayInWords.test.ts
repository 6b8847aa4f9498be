import { expect, test } from 'vitest'
import { dayInWords } from './dayInWords.ts'

test.each([
  ['2015-06-03', 'Third June Two Thousand Fifteen'],
  ['2012-02-29', 'Twenty Ninth February Two Thousand Twelve'],
  ['1999-12-31', 'Thirty First December One Thousand Nine Hundred Ninety Nine'],
  ['2000-01-20', 'Twentieth January Two Thousand'],
  ['2024-08-21', 'Twenty First August Two Thousand Twenty Four'],
  ['2015-02-30', ''],
  ['', ''],
])('%s is %j in words', (day, words) => {
  expect(dayInWords(day)).toBe(words)
})

test('every day of a leap year has its own words', () => {
  const days = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10))
  const words = new Set(days.map((day) => dayInWords(day)))
  expect(words.size).toBe(366)
  expect([...words].filter((each) => !/^[A-Z][a-z]+( [A-Z][a-z]+)+$/.test(each))).toEqual([])
})
