import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { schoolDay } from '#shared/dates.ts'
import { fromNow } from '#tests/moments.ts'
import { categoryInUseReason, monthToDate, rangeProblem } from './expenses.rules.ts'
import { expenseCategoryForm, expenseForm, expenseRange, newExpense } from './expenses.schema.ts'

/** Returns a schema's problems of an input, each as `field: message`. */
function problems(schema: z.ZodObject, input: object) {
  const parsed = schema.safeParse(input)
  return parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
}

const anyDay = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }).map(schoolDay)
const daysFromNow = (days: number) => schoolDay(fromNow(days * 86_400_000))

test('refuses only an end before the start', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (start, end) => {
      expect(rangeProblem({ start, end }) === null).toBe(Date.parse(start) <= Date.parse(end))
      expect(rangeProblem({ start, end: start })).toBeNull()
    }),
  )
})

test('month to date starts on the first of the month and ends on the day', () => {
  expect(monthToDate('2026-11-21')).toEqual({ start: '2026-11-01', end: '2026-11-21' })
  fc.assert(fc.property(anyDay, (today) => void expect(rangeProblem(monthToDate(today))).toBeNull()))
})

test.each([
  [0, null],
  [1, '1 expense is in this category. It can be deleted when none is left.'],
  [1200, '1,200 expenses are in this category. It can be deleted when none is left.'],
])('a category with %i expenses', (expenses, reason) => {
  expect(categoryInUseReason(expenses)).toBe(reason)
})

describe('an expense', () => {
  const expense = { categoryId: '3', amount: 50_000, paidOn: '2026-11-12' }

  test('needs a category, an amount and the day it was paid on; the comment may be left out', () => {
    expect(expenseForm.parse(expense)).toEqual({ ...expense, categoryId: 3 })
    expect(problems(expenseForm, { categoryId: '', amount: '', paidOn: '', comment: '' })).toEqual([
      'categoryId: Required',
      'amount: Required',
      'paidOn: Required',
    ])
  })

  test.each([
    [{ amount: 'five hundred' }, 'amount: An amount such as 1,234.50'],
    [{ amount: 0 }, 'amount: More than zero'],
    [{ amount: -500 }, 'amount: Not less than zero'],
    [{ amount: 0.5 }, 'amount: An amount such as 1,234.50'],
    [{ amount: 1_000_000_000_001 }, 'amount: This is more than can be entered'],
    [{ paidOn: '2026-02-30' }, 'paidOn: Required'],
    [{ paidOn: '1999-12-31' }, 'paidOn: This day is too long ago'],
    [{ paidOn: daysFromNow(1) }, 'paidOn: The paid-on date cannot be in the future'],
    [{ comment: 'x'.repeat(301) }, 'comment: At most 300 characters'],
  ])('%j: %s', (fields, problem) => {
    expect(problems(expenseForm, { ...expense, ...fields })[0]).toBe(problem)
  })

  test('may be paid today, by India’s calendar', () => {
    expect(problems(expenseForm, { ...expense, paidOn: daysFromNow(0) })).toEqual([])
  })

  test('is sent with its term and a key', () => {
    expect(problems(newExpense, expense)).toEqual(['key: This is not a request key', 'termId: Required'])
  })
})

test('a category needs a name', () => {
  expect(problems(expenseCategoryForm, { name: '  ' })).toEqual(['name: Required'])
})

describe('a range', () => {
  test('needs a year, a start and an end', () => {
    expect(problems(expenseRange, { termId: '', start: '', end: 'invalid' })).toEqual([
      'termId: Year Is Required',
      'start: Start Date is Required',
      'end: End Date is Required',
    ])
    expect(problems(expenseRange, { termId: '1', start: '2026-11-02', end: '2026-11-01' })).toEqual([
      'end: End Date cannot precede Start Date',
    ])
    expect(expenseRange.parse({ termId: '7', start: '2026-11-01', end: '2026-11-01' })).toMatchObject({ termId: 7 })
  })
})
