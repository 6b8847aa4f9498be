import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sumMoney } from '#shared/money.ts'
import {
  checkMinutes,
  codeShape,
  decide,
  nextCheck,
  orderStates,
  priceOf,
  remindedOn,
  schoolOf,
  schoolPart,
  tokenShape,
  txnidShape,
} from './onlinefees.rules.ts'
import { newCode, newTxnid, newToken, orderOfRef, orderRef } from './server/secrets.ts'

const secretKey = 'a secret key of the tests, long enough'
const ids = fc.integer({ min: 1, max: 2_000_000_000 })
const amounts = fc.integer({ min: 1, max: 1_000_000_000_000 })

describe('the price', () => {
  test.each([
    [100_000, 102_360],
    [123_456, 126_370],
    [1, 1],
  ])('of %i paise is %i', (fees, payable) => {
    expect(priceOf(fees).payable).toBe(payable)
  })

  test('has parts that sum to it, none below nothing, and is floor((paise × 10236 + 5000) / 10000)', () => {
    fc.assert(
      fc.property(amounts, (fees) => {
        const { charge, gst, payable } = priceOf(fees)
        expect(sumMoney([fees, charge, gst])).toBe(payable)
        expect(Math.min(charge, gst)).toBeGreaterThanOrEqual(0)
        expect(BigInt(payable)).toBe((BigInt(fees) * 10_236n + 5000n) / 10_000n)
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('what the gateway says', () => {
  const words = fc.record({
    status: fc.constantFrom('success' as const, 'failure' as const, 'pending' as const, 'notFound' as const),
    amount: fc.option(fc.integer({ min: 0, max: 300 })),
    reference: fc.constantFrom('', '403993715521'),
    userCancelled: fc.boolean(),
  })
  const payable = 100

  test('makes an order SUCCESS for its very amount and number alone, and never undoes that money has come', () => {
    fc.assert(
      fc.property(fc.constantFrom(...orderStates), words, fc.integer({ min: 0, max: 90_000_000 }), (state, word, age) => {
        const next = decide(state, payable, word, age)
        const money = word.status === 'success' && word.reference !== '' && (word.amount ?? 0) > 0
        if (next === 'SUCCESS') expect([money, word.amount]).toEqual([true, payable])
        if (next === 'MISMATCH') expect([money, word.amount === payable]).toEqual([true, false])
        if (state === 'SUCCESS' || state === 'MISMATCH') expect(next).toBeNull()
        else if (money) expect(next).toMatch(/SUCCESS|MISMATCH/)
        else if (state !== 'CREATED') expect(next).toBeNull()
        expect(next).not.toBe('CREATED')
      }),
      { numRuns: 5000 },
    )
  })

  test('ends alike in whatever order and however often it is said, once money has come', () => {
    const failure = { status: 'failure' as const, amount: null, reference: '', userCancelled: false }
    const success = { status: 'success' as const, amount: payable, reference: '1', userCancelled: false }
    fc.assert(
      fc.property(
        fc.shuffledSubarray([failure, failure, success, success, { ...failure, userCancelled: true }], { minLength: 5 }),
        (said) => {
          const end = said.reduce(
            (state, word) => decide(state, payable, word, 0) ?? state,
            'CREATED' as (typeof orderStates)[number],
          )
          expect(end).toBe('SUCCESS')
        },
      ),
    )
  })

  test('gives up a payment the gateway does not know after half an hour, and no earlier', () => {
    const unknown = { status: 'notFound' as const, amount: null, reference: '', userCancelled: false }
    expect(decide('CREATED', payable, unknown, 29 * 60_000)).toBeNull()
    expect(decide('CREATED', payable, unknown, 30 * 60_000)).toBe('CANCEL')
  })
})

test('an order is checked after 2, 10 and 60 minutes, and then at night', () => {
  const created = new Date('2026-11-21T04:30:00Z')
  const after = (minutes: number) => new Date(created.getTime() + minutes * 60_000)
  expect([0, 2, 30].map((minutes) => nextCheck(created, after(minutes)))).toEqual(checkMinutes.map(after))
  expect(nextCheck(created, after(60))).toBeNull()
})

test('tokens, codes and transactions name their school, have their shape, and are never the same', () => {
  fc.assert(
    fc.property(ids, (schoolId) => {
      const token = newToken(secretKey, schoolId).text
      const code = newCode(secretKey, schoolId).text
      const txnid = newTxnid(schoolId)
      expect([tokenShape.test(token), codeShape.test(code), txnidShape.test(txnid), txnid.length <= 25]).toEqual([
        true,
        true,
        true,
        true,
      ])
      expect([schoolOf(token, '-'), schoolOf(code, '-'), schoolOf(txnid, 'Z')]).toEqual([schoolId, schoolId, schoolId])
      expect(newToken(secretKey, schoolId).text).not.toBe(token)
      // A token is no code: the short address never takes one for the other.
      expect(codeShape.test(token)).toBe(false)
    }),
  )
  for (const wrong of ['', '-', 'Z', '0-x', `${schoolPart(2 ** 53)}-x`, 'A1-x', 'a b-x']) expect(schoolOf(wrong, '-')).toBeNull()
})

test('a reference opens its own order for a day, and no other', () => {
  fc.assert(
    fc.property(ids, ids, fc.nat(), (schoolId, orderId, at) => {
      const ref = orderRef(secretKey, schoolId, orderId)
      expect(orderOfRef(secretKey, ref)).toEqual({ schoolId, orderId })
      expect(orderOfRef(secretKey, ref, Date.now() + 25 * 3_600_000)).toBeNull()
      expect(orderOfRef('another secret key, long enough too', ref)).toBeNull()
      const place = at % ref.length
      const changed = `${ref.slice(0, place)}${ref[place] === 'a' ? 'b' : 'a'}${ref.slice(place + 1)}`
      expect(orderOfRef(secretKey, changed)).toBeNull()
    }),
  )
})

test('a school is reminded on its day once in every month, on the last one of a shorter', () => {
  expect([remindedOn(5, '2026-11-05'), remindedOn(5, '2026-11-06'), remindedOn(30, '2027-02-28')]).toEqual([true, false, true])
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 0, max: 11 }),
      fc.integer({ min: 2024, max: 2032 }),
      (feesDate, month, year) => {
        const days = Array.from({ length: new Date(Date.UTC(year, month + 1, 0)).getUTCDate() }, (_, nth) =>
          new Date(Date.UTC(year, month, nth + 1)).toISOString().slice(0, 10),
        )
        const told = days.filter((day) => remindedOn(feesDate, day))
        expect(told).toEqual([days[Math.min(feesDate, days.length) - 1]])
      },
    ),
  )
})
