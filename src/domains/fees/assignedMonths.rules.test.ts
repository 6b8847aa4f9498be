import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { joiningMonths } from '#shared/joiningMonth.ts'
import { allMonths, askedAmount, endingWith, isAsked, monthsFromDay, showMonths, storedMonths } from './assignedMonths.rules.ts'
import { type Month, monthsOfTerm, schoolYearMonths } from './months.ts'

const fromAugust = schoolYearMonths.slice(4)

describe('a child who joins a term that began on 1 April 2026', () => {
  test.each([
    ['2026-08-20', 'WHOLE', { months: fromAugust, firstPart: null }],
    ['2026-08-20', 'HALF', { months: fromAugust, firstPart: 500 }],
    ['2026-08-20', 'DAYS', { months: fromAugust, firstPart: 387 }],
    ['2026-08-20', 'NEXT', { months: schoolYearMonths.slice(5), firstPart: null }],
    ['2026-08-01', 'DAYS', { months: fromAugust, firstPart: null }],
    ['2027-02-28', 'DAYS', { months: ['FEB', 'MAR'], firstPart: 36 }],
    ['2027-03-31', 'NEXT', { months: [], firstPart: null }],
    ['2026-04-20', 'WHOLE', allMonths],
    ['2026-04-20', 'HALF', { months: schoolYearMonths, firstPart: 500 }],
    ['2026-04-01', 'HALF', allMonths],
    ['2023-06-10', 'NEXT', allMonths],
  ] as const)('on %s, %s', (day, rule, expected) => {
    expect(monthsFromDay(day, '2026-04-01', rule)).toEqual(expected)
  })
})

test('who comes a few days after the start of a term in June pays all of it', () => {
  expect(monthsFromDay('2026-06-20', '2026-06-15', 'WHOLE')).toEqual(allMonths)
  expect(monthsFromDay('2026-07-02', '2026-06-15', 'WHOLE').months?.[0]).toBe('JUL')
  expect(monthsFromDay('2027-03-02', '2026-06-15', 'WHOLE').months).toEqual(['MAR', 'APR', 'MAY'])
  expect(monthsFromDay('2027-06-20', '2026-06-15', 'WHOLE').months).toEqual([])
})

test('of a term from 15 June, April and May are the last months', () => {
  const ofTerm = monthsOfTerm('2026-06-15')
  expect(endingWith(allMonths, 'FEB', ofTerm).months).toEqual(ofTerm.slice(0, 9))
  expect(endingWith(allMonths, 'MAY', ofTerm)).toEqual(allMonths)
  expect(showMonths(storedMonths(['APR', 'MAR', 'MAY'], ofTerm))).toBe('Mar–May')
  const fromAugust = { months: ofTerm.slice(2) }
  expect(isAsked({ month: null, dueOn: '2027-04-10' }, fromAugust, '2026-06-15')).toBe(true)
  expect(isAsked({ month: null, dueOn: '2027-04-10' }, { months: ofTerm.slice(0, 9) }, '2026-06-15')).toBe(false)
  expect(isAsked({ month: null, dueOn: '2026-06-20' }, { months: ofTerm.slice(0, 9) }, '2026-06-15')).toBe(true)
})

test('who comes before a term that begins on 20 March pays all of it', () => {
  expect(monthsFromDay('2026-03-25', '2026-03-20', 'WHOLE')).toEqual(allMonths)
})

test('who joins later never pays more, and never a part of more than one month', () => {
  fc.assert(
    fc.property(fc.nat(364), fc.nat(30), fc.constantFrom(...joiningMonths), fc.nat(10_000_00), (days, more, rule, amount) => {
      const total = (day: string) => {
        const months = monthsFromDay(day, '2026-04-01', rule)
        return schoolYearMonths
          .filter((month) => isAsked({ month, dueOn: null }, months, '2026-04-01'))
          .reduce((sum, month) => sum + askedAmount({ month, amount }, months), 0)
      }
      const day = addDays('2026-04-01', days)
      const later = addDays(day, more) > '2027-03-31' ? '2027-03-31' : addDays(day, more)
      // A part is rounded to the rupee.
      expect(total(later)).toBeLessThanOrEqual(total(day) + 100)
    }),
  )
})

test.each([
  ['20 August', '2026-08-20', true],
  ['after the last month', '2027-02-01', false],
  ['before the first month', '2026-05-01', true],
  ['of the start of the term', null, true],
] as const)('a fee that is paid once, %s, is asked of who pays from June to December: %s', (_, dueOn, asked) => {
  const months = schoolYearMonths.slice(2, 9)
  expect(isAsked({ month: null, dueOn }, { months }, '2026-04-01')).toBe(asked)
})

test('a part is in whole rupees', () => {
  const half = { months: fromAugust, firstPart: 500 }
  expect(askedAmount({ month: 'AUG', amount: 150_100 }, half)).toBe(75_100)
  expect(askedAmount({ month: 'SEP', amount: 150_100 }, half)).toBe(150_100)
  expect(askedAmount({ month: null, amount: 150_100 }, half)).toBe(150_100)
})

test('a child who leaves pays up to the last month, and what comes later is not asked', () => {
  expect(endingWith(allMonths, 'OCT', schoolYearMonths).months).toEqual(schoolYearMonths.slice(0, 7))
  expect(endingWith({ months: fromAugust, firstPart: 387 }, 'OCT', schoolYearMonths)).toEqual({
    months: ['AUG', 'SEP', 'OCT'],
    firstPart: 387,
  })
  expect(endingWith({ months: fromAugust, firstPart: 387 }, 'JUN', schoolYearMonths)).toEqual({ months: [], firstPart: null })
  expect(endingWith(allMonths, 'MAR', schoolYearMonths)).toEqual(allMonths)
})

test.each([
  [null, null, ''],
  [[...schoolYearMonths], null, ''],
  [['SEP', 'APR', 'MAY', 'APR'], ['APR', 'MAY', 'SEP'], 'Apr–May and Sep'],
  [['JAN', 'OCT', 'NOV', 'DEC', 'FEB', 'MAR'], ['OCT', 'NOV', 'DEC', 'JAN', 'FEB', 'MAR'], 'Oct–Mar'],
  [[], [], ''],
] as [Month[] | null, Month[] | null, string][])('%j are stored as %j and shown as "%s"', (given, stored, shown) => {
  expect(storedMonths(given, schoolYearMonths)).toEqual(stored)
  expect(showMonths(storedMonths(given, schoolYearMonths))).toBe(shown)
})
