import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sumMoney } from '#shared/money.ts'
import { fromNow } from '#tests/moments.ts'
import { runs } from '#tests/properties.ts'
import {
  checkMinutes,
  codePattern,
  nextState,
  nextCheck,
  paymentDay,
  orderStates,
  calculatePrice,
  isReminderDay,
  schoolIdIn,
  surplusCharge,
  schoolPrefix,
  tokenPattern,
  txnidPattern,
} from './onlinefees.rules.ts'
import { createCode, createTxnid, createToken, verifyOrderRef, createOrderRef } from './server/secrets.ts'

const secretKey = 'a secret key of the tests, long enough'
const ids = fc.integer({ min: 1, max: 2_000_000_000 })
const amounts = fc.integer({ min: 1, max: 1_000_000_000_000 })

describe('the price', () => {
  test.each([
    [100_000, 102_360],
    [123_456, 126_370],
    [1, 1],
  ])('of %i paise is %i', (fees, payable) => {
    expect(calculatePrice(fees).payable).toBe(payable)
  })

  test('has parts that sum to it, none negative, and is floor((paise × 10236 + 5000) / 10000)', () => {
    fc.assert(
      fc.property(amounts, (fees) => {
        const { charge, gst, payable } = calculatePrice(fees)
        expect(sumMoney([fees, charge, gst])).toBe(payable)
        expect(Math.min(charge, gst)).toBeGreaterThanOrEqual(0)
        expect(BigInt(payable)).toBe((BigInt(fees) * 10_236n + 5000n) / 10_000n)
      }),
      { numRuns: runs(10_000) },
    )
  })

  test('has the percentage of the school, and no charge and no GST where the school bears it', () => {
    expect(calculatePrice(100_000, 1.75)).toEqual({ fees: 100_000, charge: 1750, gst: 315, payable: 102_065 })
    expect(calculatePrice(100_000, 0)).toEqual({ fees: 100_000, charge: 0, gst: 0, payable: 100_000 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 1000 }), (fees, hundredths) => {
        const { charge, gst, payable } = calculatePrice(fees, hundredths / 100)
        expect(sumMoney([fees, charge, gst])).toBe(payable)
        expect(Math.min(charge, gst)).toBeGreaterThanOrEqual(0)
        expect(BigInt(payable)).toBe((BigInt(fees) * (1_000_000n + BigInt(hundredths) * 118n) + 500_000n) / 1_000_000n)
      }),
      { numRuns: runs(10_000) },
    )
  })
})

test('the service charge of surplus goes back: the payer is left with the price of what is booked', () => {
  expect(surplusCharge(100_000, 100_000, 2)).toBe(2360)
  expect(surplusCharge(100_000, 100_000, 0)).toBe(0)
  fc.assert(
    fc.property(
      fc.array(amounts, { minLength: 1, maxLength: 5 }),
      amounts,
      fc.integer({ min: 0, max: 1000 }),
      (parts, booked, hundredths) => {
        const percent = hundredths / 100
        const fees = sumMoney([booked, ...parts])
        let kept = fees
        const charges = parts.map((part) => {
          const charge = surplusCharge(kept, part, percent)
          kept -= part
          return charge
        })
        expect(Math.min(...charges)).toBeGreaterThanOrEqual(0)
        const back = sumMoney([...parts, ...charges])
        expect(calculatePrice(fees, percent).payable - back).toBe(calculatePrice(booked, percent).payable)
      },
    ),
    { numRuns: runs(2000) },
  )
})

describe('a gateway report', () => {
  const reports = fc.record({
    status: fc.constantFrom('success' as const, 'failure' as const, 'pending' as const, 'notFound' as const),
    amount: fc.option(fc.integer({ min: 0, max: 300 })),
    reference: fc.constantFrom('', '403993715521'),
    unmapped: fc.constantFrom('captured', 'auth', 'bounced', 'autoRefund', 'somethingNew', ''),
    userCancelled: fc.boolean(),
  })
  const payable = 100

  test('makes an order SUCCESS only with the exact amount, captured and with a reference, and never undoes arrived money', () => {
    fc.assert(
      fc.property(fc.constantFrom(...orderStates), reports, fc.integer({ min: 0, max: 90_000_000 }), (state, report, age) => {
        const next = nextState(state, payable, report, age)
        const captured = report.status === 'success' && report.unmapped === 'captured'
        const money = captured && report.reference !== '' && (report.amount ?? 0) > 0
        if (next === 'SUCCESS') expect([money, report.amount]).toEqual([true, payable])
        if (next === 'MISMATCH') expect([money, report.amount === payable]).toEqual([true, false])
        if (state === 'SUCCESS' || state === 'MISMATCH') expect(next).toBeNull()
        else if (money) expect(next).toMatch(/SUCCESS|MISMATCH/)
        else if (state !== 'CREATED') expect(next).toBeNull()
        expect(next).not.toBe('CREATED')
      }),
      { numRuns: runs(5000) },
    )
  })

  test('leads to the same end in any order and however often it arrives, once money has arrived', () => {
    const failure = { status: 'failure' as const, amount: null, reference: '', unmapped: 'failed', userCancelled: false }
    const success = { status: 'success' as const, amount: payable, reference: '1', unmapped: 'captured', userCancelled: false }
    fc.assert(
      fc.property(
        fc.shuffledSubarray([failure, failure, success, success, { ...failure, userCancelled: true }], { minLength: 5 }),
        (sequence) => {
          const end = sequence.reduce(
            (state, report) => nextState(state, payable, report, 0) ?? state,
            'CREATED' as (typeof orderStates)[number],
          )
          expect(end).toBe('SUCCESS')
        },
      ),
    )
  })

  test('cancels an order unknown to the gateway after half an hour, and no earlier', () => {
    const unknown = { status: 'notFound' as const, amount: null, reference: '', unmapped: '', userCancelled: false }
    expect(nextState('CREATED', payable, unknown, 29 * 60_000)).toBeNull()
    expect(nextState('CREATED', payable, unknown, 30 * 60_000)).toBe('CANCEL')
  })
})

test('a payment is of the day on which it was begun at the gateway, from the order’s day to today', () => {
  const ordered = new Date('2026-03-31T23:45:00+05:30')
  const now = new Date('2026-04-02T00:01:00+05:30')
  for (const [at, day] of [
    ['2026-03-31 23:50:00', '2026-03-31'],
    ['2026-04-01 00:01:00', '2026-04-01'],
    ['2026-03-01 10:00:00', '2026-03-31'],
    ['2026-05-01 10:00:00', '2026-04-02'],
    ['', '2026-04-02'],
    ['31-03-2026', '2026-04-02'],
    ['2026-02-30 10:00:00', '2026-04-02'],
  ] as const)
    expect(paymentDay(at, ordered, now)).toBe(day)
})

test('an order is checked after 2, 10 and 60 minutes, and then at night', () => {
  const created = new Date('2026-11-21T04:30:00Z')
  const after = (minutes: number) => new Date(created.getTime() + minutes * 60_000)
  expect([0, 2, 30].map((minutes) => nextCheck(created, after(minutes)))).toEqual(checkMinutes.map(after))
  expect(nextCheck(created, after(60))).toBeNull()
})

test('tokens, codes and txnids contain their school, match their pattern, and are unique', () => {
  fc.assert(
    fc.property(ids, (schoolId) => {
      const token = createToken(secretKey, schoolId).text
      const code = createCode(secretKey, schoolId).text
      const txnid = createTxnid(schoolId)
      expect([tokenPattern.test(token), codePattern.test(code), txnidPattern.test(txnid), txnid.length <= 25]).toEqual([
        true,
        true,
        true,
        true,
      ])
      expect([schoolIdIn(token, '-'), schoolIdIn(code, '-'), schoolIdIn(txnid, 'Z')]).toEqual([schoolId, schoolId, schoolId])
      expect(createToken(secretKey, schoolId).text).not.toBe(token)
      // A token never matches the pattern of a short code.
      expect(codePattern.test(token)).toBe(false)
    }),
  )
  for (const wrong of ['', '-', 'Z', '0-x', `${schoolPrefix(2 ** 53)}-x`, 'A1-x', 'a b-x'])
    expect(schoolIdIn(wrong, '-')).toBeNull()
})

test('a reference opens its own order for a day, and no other', () => {
  fc.assert(
    fc.property(ids, ids, fc.nat(), (schoolId, orderId, at) => {
      const ref = createOrderRef(secretKey, schoolId, orderId)
      expect(verifyOrderRef(secretKey, ref)).toEqual({ schoolId, orderId })
      expect(verifyOrderRef(secretKey, ref, fromNow(25 * 3_600_000).getTime())).toBeNull()
      expect(verifyOrderRef('another secret key, long enough too', ref)).toBeNull()
      const place = at % ref.length
      const changed = `${ref.slice(0, place)}${ref[place] === 'a' ? 'b' : 'a'}${ref.slice(place + 1)}`
      expect(verifyOrderRef(secretKey, changed)).toBeNull()
    }),
  )
})

test('a school has one reminder day in every month, the last day of a shorter month', () => {
  expect([isReminderDay(5, '2026-11-05'), isReminderDay(5, '2026-11-06'), isReminderDay(30, '2027-02-28')]).toEqual([
    true,
    false,
    true,
  ])
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 0, max: 11 }),
      fc.integer({ min: 2024, max: 2032 }),
      (feesDate, month, year) => {
        const days = Array.from({ length: new Date(Date.UTC(year, month + 1, 0)).getUTCDate() }, (_, nth) =>
          new Date(Date.UTC(year, month, nth + 1)).toISOString().slice(0, 10),
        )
        const reminderDays = days.filter((day) => isReminderDay(feesDate, day))
        expect(reminderDays).toEqual([days[Math.min(feesDate, days.length) - 1]])
      },
    ),
  )
})
