import assert from 'node:assert/strict'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { subtractMoney, sumMoney } from '#shared/money.ts'
import { runs } from '#tests/properties.ts'
import {
  concessionAmounts,
  type ConcessionGrant,
  type CoverableFee,
  coversFee,
  fullConcession,
  sharedFee,
} from './concession.rules.ts'

const fee = (more: Partial<CoverableFee> = {}): CoverableFee => ({
  id: 1,
  feeCategoryId: 7,
  dueOn: '2026-06-10',
  amount: 150_000,
  fixedAmount: true,
  ...more,
})

const grant = (more: Partial<ConcessionGrant> = {}): ConcessionGrant => ({
  id: 1,
  share: 2500,
  amount: null,
  feeCategoryIds: null,
  feeIds: null,
  startsOn: '2026-06-15',
  endsOn: null,
  endedOn: null,
  ...more,
})

test.each<[covered: boolean, why: string, grant: Partial<ConcessionGrant>, fee: Partial<CoverableFee>]>([
  [true, 'the month in which it starts counts as a whole', {}, {}],
  [false, 'a fee of the month before', {}, { dueOn: '2026-05-31' }],
  [true, 'a fee of the next year', {}, { dueOn: '2027-03-05' }],
  [true, 'the month in which it ends counts as a whole', { endsOn: '2026-08-01' }, { dueOn: '2026-08-31' }],
  [false, 'a fee due after it ends', { endsOn: '2026-08-31' }, { dueOn: '2026-09-01' }],
  [false, 'a fee due after it was ended', { endsOn: '2027-03-31', endedOn: '2026-07-02' }, { dueOn: '2026-08-05' }],
  [true, 'its last day, where it was ended later', { endsOn: '2026-07-02', endedOn: '2026-12-01' }, { dueOn: '2026-07-31' }],
  [false, 'taken back as a whole', { endedOn: '2026-06-14' }, {}],
  [true, 'a fee of its categories', { feeCategoryIds: [6, 7] }, {}],
  [false, 'a fee of another category', { feeCategoryIds: [6] }, {}],
  [true, 'one of its fees', { feeIds: [1] }, {}],
  [false, 'another fee', { feeIds: [2] }, {}],
  [false, 'a fee that is not fixed', {}, { fixedAmount: false, amount: 0 }],
])('covers: %s, %s', (covered, _, given, of) => {
  expect(coversFee(grant(given), fee(of))).toBe(covered)
})

test('a share is rounded to whole paise, half a paisa up, and an amount is never more than the fee', () => {
  expect(fullConcession({ share: 2500, amount: null }, { amount: 150_000 })).toBe(37_500)
  expect(fullConcession({ share: 3333, amount: null }, { amount: 150 })).toBe(50)
  expect(fullConcession({ share: 5000, amount: null }, { amount: 33 })).toBe(17)
  expect(fullConcession({ share: null, amount: 200_000 }, { amount: 150_000 })).toBe(150_000)
})

test('what is paid stays paid, and the first concession comes first', () => {
  const both = [grant({ id: 2, share: 5000 }), grant({ id: 1, share: null, amount: 100_000 })]
  expect([...concessionAmounts(fee(), both, 0)]).toEqual([
    [1, 100_000],
    [2, 50_000],
  ])
  expect([...concessionAmounts(fee(), both, 120_000)]).toEqual([[1, 30_000]])
  expect([...concessionAmounts(fee(), both, 150_000)]).toEqual([])
  expect(sharedFee(grant(), grant({ feeIds: [3] }), [fee(), fee({ id: 3 })])?.id).toBe(3)
  expect(sharedFee(grant({ endsOn: '2026-07-31' }), grant({ startsOn: '2026-08-01' }), [fee()])).toBeUndefined()
})

const days = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-04-01', days))
const grants = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 9 }),
    rate: fc.oneof(
      fc.record({ share: fc.integer({ min: 1, max: 10_000 }), amount: fc.constant(null) }),
      fc.record({ share: fc.constant(null), amount: fc.integer({ min: 1, max: 300_000 }) }),
    ),
    feeCategoryIds: fc.constantFrom(null, [7], [8]),
    startsOn: days,
    endsOn: fc.option(days),
    endedOn: fc.option(days),
  }),
  { maxLength: 5 },
)

test('concessions never take more than is left, none takes more than its rate, and all take what they can', () => {
  fc.assert(
    fc.property(
      grants,
      fc.integer({ min: 0, max: 200_000 }),
      fc.integer({ min: 0, max: 200_000 }),
      days,
      (some, amount, paid, dueOn) => {
        const own = some.map(({ rate, ...one }, index) => grant({ ...one, ...rate, id: index + 1 }))
        const of = fee({ amount, dueOn })
        const other = Math.min(paid, amount)
        const taken = concessionAmounts(of, own, other)
        const left = subtractMoney(amount, other, ...taken.values())
        assert.ok(left >= 0)
        for (const one of own) {
          const part = taken.get(one.id) ?? 0
          assert.ok(part >= 0 && part <= fullConcession(one, of))
          if (!coversFee(one, of)) assert.equal(part, 0)
          else if (left > 0) assert.equal(part, fullConcession(one, of))
        }
        assert.deepEqual([...concessionAmounts(of, [...own].reverse(), other)], [...taken])
        assert.ok(sumMoney([...taken.values()]) <= amount)
      },
    ),
    { numRuns: runs(5000) },
  )
})
