import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, schoolDay } from './dates.ts'
import { clerkDayProblem, daysOfTerm, firstClerkDay, firstOpenDay } from './moneyDays.ts'

describe('FEES cannot date money outside the term that is being paid, nor before the previous receipt year is closed', () => {
  test.each([
    ['2026-11-22', '2026-27', null],
    ['2026-04-01', '2026-27', null],
    ['2026-03-31', '2026-27', 'closed'],
    ['2001-01-01', '2026-27', 'closed'],
    ['2026-11-21', '2025-26', 'outside the term 2025-26 (01 Apr 2025 to 31 Mar 2026)'],
    ['2026-11-21', '2027-28', 'outside the term'],
    // Arrears and admissions are paid in another year, so today is always allowed.
    ['2026-11-22', '2025-26', null],
    ['2026-11-22', '2027-28', null],
    // A term that is not named after a year has no first and last day.
    ['2026-11-21', 'Monsoon', null],
  ])('%s for %s', (day, term, problem) => {
    const message = clerkDayProblem(day, term, '2026-11-22')
    if (problem === null) expect(message).toBeNull()
    else expect(message).toContain(problem)
  })

  test('a receipt year stays open for 30 days after 31 March', () => {
    expect(firstOpenDay('2027-03-31')).toBe('2026-04-01')
    expect(firstOpenDay('2027-04-01')).toBe('2026-04-01')
    expect(firstOpenDay('2027-04-30')).toBe('2026-04-01')
    expect(firstOpenDay('2027-05-01')).toBe('2027-04-01')
    expect(clerkDayProblem('2027-03-31', '2026-27', '2027-04-30')).toBeNull()
    expect(clerkDayProblem('2027-03-31', '2026-27', '2027-05-01')).toContain('closed')
  })

  test('a term is April to March of the years in its name, or a calendar year', () => {
    expect(daysOfTerm('2026-2027')).toEqual({ first: '2026-04-01', last: '2027-03-31' })
    expect(daysOfTerm('2026')).toEqual({ first: '2026-01-01', last: '2026-12-31' })
    for (const name of ['2026-29', 'Term 1', '', '26-27']) expect(daysOfTerm(name)).toBeNull()
  })

  test('firstClerkDay is the earliest allowed day, so that the date field offers no other', () => {
    const day = fc.date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }).map(schoolDay)
    fc.assert(
      fc.property(day, fc.constantFrom('2026-27', '2030', '2027-28', 'x'), (today, term) => {
        const first = firstClerkDay(term, today)
        expect(clerkDayProblem(first, term, today)).toBeNull()
        expect(clerkDayProblem(addDays(first, -1), term, today)).not.toBeNull()
      }),
    )
  })

  test('today is always allowed, and no allowed day is more than 13 months old', () => {
    const day = fc.date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }).map(schoolDay)
    fc.assert(
      fc.property(day, fc.nat(3000), fc.constantFrom('2026-27', '2030', 'x'), (today, back, term) => {
        expect(clerkDayProblem(today, term, today)).toBeNull()
        if (clerkDayProblem(addDays(today, -back), term, today) === null) expect(back).toBeLessThan(397)
      }),
    )
  })
})
