import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AssignmentRow,
  bankAccountProblem,
  categoryImportProblems,
  chartPageSize,
  feesToAdd,
  matchAssignments,
  slugOf,
} from './fees.rules.ts'
import { feeCategoryForm, feeCategoryFormFor, feeForm, feeUpdate, monthlyFeeForm, oneTimeFeeForm } from './fees.schema.ts'
import { months, schoolYearMonths } from './months.ts'
import { type MatchableStudent, nameKey } from '#shared/studentFinder.ts'

describe('the slug of a fee', () => {
  test.each([
    ['Tuition Fee', 'tuition-fee'],
    ['  Bus & Van (2nd term) ', 'bus-van-2nd-term'],
    ['शिक्षण शुल्क', 'शिक्षण-शुल्क'],
    ['प्रयोगशाळा – १', 'प्रयोगशाळा-१'],
    ['***', 'fee'],
  ])('of %s is %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  test('has only letters, marks, digits and single hyphens, and is its own slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const slug = slugOf(name)
        expect(slug).toMatch(/^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u)
        expect(slugOf(slug)).toBe(slug)
      }),
    )
  })

  test('ignores case and spacing', () => {
    const word = fc.stringMatching(/^[A-Za-z\u0905-\u0939]{1,8}$/)
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const [one, other] = [words.join(' '), `  ${words.join('   ').toUpperCase()} `]
        expect(slugOf(other)).toBe(slugOf(one))
        expect(nameKey(other)).toBe(nameKey(one))
      }),
    )
  })
})

describe('fees to add', () => {
  test('are one per category and month, in school-year order, after the category’s existing fees', () => {
    expect(
      feesToAdd(
        [
          { id: 1, lastSr: 0 },
          { id: 2, lastSr: 7 },
        ],
        ['JAN', 'APR', 'DEC'],
      ),
    ).toEqual([
      { feeCategoryId: 1, month: 'APR', sr: 1 },
      { feeCategoryId: 1, month: 'DEC', sr: 2 },
      { feeCategoryId: 1, month: 'JAN', sr: 3 },
      { feeCategoryId: 2, month: 'APR', sr: 8 },
      { feeCategoryId: 2, month: 'DEC', sr: 9 },
      { feeCategoryId: 2, month: 'JAN', sr: 10 },
    ])
    expect(feesToAdd([{ id: 1, lastSr: 4 }], [])).toEqual([{ feeCategoryId: 1, month: null, sr: 5 }])
  })

  test('have unique sr within a category, and each month once', () => {
    const categories = fc.uniqueArray(fc.record({ id: fc.nat(), lastSr: fc.nat(500) }), {
      selector: (category) => category.id,
      minLength: 1,
    })
    fc.assert(
      fc.property(categories, fc.array(fc.constantFrom(...months)), (chosen, wanted) => {
        const fees = feesToAdd(chosen, wanted)
        const each = new Set(wanted).size || 1
        expect(fees).toHaveLength(chosen.length * each)
        for (const { id, lastSr } of chosen) {
          const own = fees.filter((fee) => fee.feeCategoryId === id)
          expect(own.map((fee) => fee.sr)).toEqual(Array.from({ length: each }, (_, place) => lastSr + place + 1))
          expect(new Set(own.map((fee) => fee.month)).size).toBe(each)
        }
      }),
    )
  })

  test('the school year has every month once, April first', () => {
    expect(schoolYearMonths).toEqual(['APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC', 'JAN', 'FEB', 'MAR'])
    expect(new Set(schoolYearMonths)).toEqual(new Set(months))
  })
})

test.each([
  [0, 20],
  [20, 20],
  [21, 50],
  [50, 50],
  [51, 100],
  [4000, 100],
])('a chart table of %i rows has pages of %i', (rows, size) => {
  expect(chartPageSize(rows)).toBe(size)
})

describe('inputs', () => {
  const problems = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
    result.error?.issues.map((issue) => [issue.path.join('.'), issue.message])

  test('a bank account is required only when the school has online fees', () => {
    expect(bankAccountProblem(true, null)).toBe('Bank Account Is Required')
    expect(bankAccountProblem(true, 4)).toBeNull()
    expect(bankAccountProblem(false, null)).toBeNull()
    const category = { termId: '1', name: ' General  Fees ', bankAccountId: '' }
    expect(feeCategoryFormFor(feeCategoryForm, false).parse(category)).toEqual({
      termId: 1,
      name: 'General Fees',
      bankAccountId: null,
    })
    expect(problems(feeCategoryFormFor(feeCategoryForm, true).safeParse(category))).toEqual([
      ['bankAccountId', 'Bank Account Is Required'],
    ])
    expect(problems(feeCategoryForm.safeParse({ ...category, name: ' ' }))).toEqual([['name', 'Required']])
  })

  test('a fee needs a name, its kind and a category; its amount defaults to 0', () => {
    expect(problems(feeForm.safeParse({ name: '', feeCategoryIds: [], months: [] }))).toEqual([
      ['feeCategoryIds', 'Select Applicable Fees Categories'],
      ['name', 'Required'],
      ['fixedAmount', 'Required'],
    ])
    const fee = { name: 'Library', feeCategoryIds: ['1'], fixedAmount: true, months: [] }
    expect(oneTimeFeeForm.parse(fee)).toMatchObject({ amount: 0, months: [] })
    expect(oneTimeFeeForm.parse({ ...fee, amount: '', months: ['JUN'] })).toMatchObject({ amount: 0, months: ['JUN'] })
    expect(problems(feeForm.safeParse({ ...fee, amount: 'ten' }))).toEqual([['amount', 'An amount such as 1,234.50']])
    expect(problems(monthlyFeeForm.safeParse(fee))).toEqual([['months', 'Select at least one month']])
  })

  test('a change needs an amount; the month is optional', () => {
    const seen = { name: 'Library', amount: 50_000, month: null, dueOn: null, fixedAmount: true }
    const fee = { id: '3', name: 'Library', month: '', seen }
    expect(problems(feeUpdate.safeParse({ ...fee, amount: '' }))).toEqual([['amount', 'Amount is required']])
    expect(feeUpdate.parse({ ...fee, amount: 0 })).toEqual({ id: 3, name: 'Library', amount: 0, month: null, dueOn: null, seen })
  })
})

describe('a file of categories', () => {
  const ground = { names: ['General'], accountIds: new Set(['7']), onlineFees: true }

  test('reports existing names, duplicates, and missing or unknown accounts', () => {
    const rows = [
      { name: 'general', bankAccountId: '7' },
      { name: 'RTE', bankAccountId: '8' },
      { name: 'rte', bankAccountId: '' },
      { name: 'Bus', bankAccountId: '7' },
    ]
    expect(categoryImportProblems(rows, ground)).toEqual([
      { path: 'rows.0.name', message: 'A fees category with this name exists already' },
      { path: 'rows.1.bankAccountId', message: 'Bank account id does not match.' },
      { path: 'rows.2.name', message: 'This name is in the file twice' },
      { path: 'rows.2.bankAccountId', message: 'Bank Account Is Required' },
    ])
  })

  test('without online fees an account is optional, but must exist when given', () => {
    const rows = [
      { name: 'RTE', bankAccountId: '' },
      { name: 'Bus', bankAccountId: '8' },
    ]
    expect(categoryImportProblems(rows, { ...ground, onlineFees: false })).toEqual([
      { path: 'rows.1.bankAccountId', message: 'Bank account id does not match.' },
    ])
  })
})

describe('a file of assignments', () => {
  const student = (id: number, more: Partial<MatchableStudent> = {}): MatchableStudent => ({
    id,
    className: '7',
    sectionName: 'A',
    roll: String(id),
    registerNo: `R${id}`,
    ...more,
  })
  const ground = {
    students: [
      student(1),
      student(2),
      student(3, { roll: '2', sectionName: 'B' }),
      student(4, { roll: '9', registerNo: '' }),
      student(5, { roll: '09', registerNo: '' }),
      student(6, { registerNo: 'R2', sectionName: 'B' }),
    ],
    categories: [
      { id: 10, name: 'General' },
      { id: 11, name: 'RTE' },
    ],
  }
  const row = (more: Partial<AssignmentRow>): AssignmentRow => ({
    class: '',
    section: '',
    roll: '',
    registerNo: '',
    feeCategory: 'general',
    ...more,
  })

  test('matches by register no. first, otherwise by class, section and roll', () => {
    const rows = [
      row({ registerNo: 'r1', class: 'nonsense', roll: '77' }),
      row({ class: '7', section: 'b', roll: '02', feeCategory: 'RTE' }),
      row({ registerNo: 'R1' }),
    ]
    expect(matchAssignments(rows, ground)).toEqual({
      problems: [],
      pairs: [
        { studentId: 1, feeCategoryId: 10 },
        { studentId: 3, feeCategoryId: 11 },
      ],
    })
  })

  test('reports unknown students, ambiguous students and missing fields', () => {
    const rows = [
      row({ registerNo: 'R9' }),
      row({ registerNo: 'R2' }),
      row({ class: '7', section: 'A', roll: '9' }),
      row({ class: '7', section: 'A', roll: '33' }),
      row({ class: '8', section: 'A', roll: '1' }),
      row({ class: '7' }),
      row({ registerNo: 'R1', feeCategory: 'Bus' }),
    ]
    expect(matchAssignments(rows, ground)).toEqual({
      pairs: [],
      problems: [
        { path: 'rows.0.registerNo', message: 'No student has the register no. R9' },
        { path: 'rows.1.registerNo', message: '2 students have the register no. R2' },
        { path: 'rows.2.roll', message: '2 students of 7-A have the roll 9: give the register no.' },
        { path: 'rows.3.roll', message: 'No student of 7-A has the roll 33' },
        { path: 'rows.4.class', message: '8 or A does not match any class. Please check again!' },
        { path: 'rows.5.section', message: 'Required' },
        { path: 'rows.5.roll', message: 'Required' },
        { path: 'rows.6.feeCategory', message: 'Bus is no fees category of this term' },
      ],
    })
  })

  test('a valid row yields its own student, whatever the other rows are', () => {
    const rows = fc.array(
      fc.record({
        class: fc.constantFrom('', '7', '8'),
        section: fc.constantFrom('', 'A', 'B'),
        roll: fc.constantFrom('', '1', '2', '09'),
        registerNo: fc.constantFrom('', 'R1', 'R2', 'R3', 'X'),
        feeCategory: fc.constantFrom('General', 'RTE', 'Bus'),
      }),
    )
    fc.assert(
      fc.property(rows, (given) => {
        const { problems, pairs } = matchAssignments(given, ground)
        const refused = new Set(problems.map((problem) => Number(problem.path.split('.')[1])))
        given.forEach((one, place) => {
          const alone = matchAssignments([one], ground)
          expect(alone.problems.length > 0).toBe(refused.has(place))
          for (const pair of alone.pairs) expect(pairs).toContainEqual(pair)
        })
        expect(new Set(pairs.map((pair) => `${pair.studentId} ${pair.feeCategoryId}`)).size).toBe(pairs.length)
      }),
    )
  })
})
