import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { refusal } from '#tests/refusals.ts'
import { addTestFees, aPayment, type TestFees } from '#tests/world/fees.ts'
import { addFeeCategory, addFees, assignFees, enrol, nameTermAfterToday, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { addTermWithSection } from '#tests/world/yearEnd.ts'
import { checkData } from '#platform/dataChecks.ts'
import { addDays, schoolDay, showDay } from '#shared/dates.ts'
import { sumMoney } from '#shared/money.ts'
import { viewFeeAccount } from './account.queries.ts'
import { addConcessionKind } from './concessionKinds.commands.ts'
import { giveConcessions } from './concessions.commands.ts'
import { approveDiscount, listDiscountRequests } from './discountRequests.commands.ts'
import { deleteDiscounts, giveDiscount, writeOff } from './discounts.commands.ts'
import { waiveLateFee } from './lateFees.commands.ts'
import { collectPayment, previewPayment } from './payments.commands.ts'

/* Asha pays ₹1,500 for April and May each and ₹300 once: FEES discounts and waives 10 % of ₹3,300 alone. */

let world: TestWorld
let fees: TestFees
let termName: string
const most = 33_000

beforeAll(async () => {
  world = await testWorld()
  termName = await nameTermAfterToday(world, world.own)
})

beforeEach(async () => {
  await setSchool(world, world.own, { discountLimitShare: 1000, discountLimitAmount: null })
  fees = await addTestFees(world, world.own)
})

afterEach(async () => {
  expect((await checkData(world.database)).findings).toEqual([])
  await asOwner(
    world.ownerUrl,
    `truncate collected_lines, payments, receipt_counters, receipt_issues, discount_requests, concessions, student_fee_categories, fees,
      fee_categories, request_keys, messages cascade`,
  )
})

afterAll(() => world.close())

const of = () => ({ termId: world.own.termId, studentId: world.own.student7A })
const account = async (who: Who = 'fees') => viewFeeAccount(await world.call(who), world.own.id, of())

async function see(...feeIds: number[]) {
  const { fees: rows, previousDues } = await account()
  return [...rows, ...previousDues.flatMap((dues) => dues.fees)]
    .filter((fee) => feeIds.includes(fee.id))
    .map((fee) => ({ feeId: fee.id, version: fee.version }))
}

async function reduction(amount: number, feeIds: number[]) {
  return { key: randomUUID(), ...of(), fees: await see(...feeIds), amount, comment: 'mother is ill' }
}

async function discount(amount: number, feeIds: number[], who: Who = 'fees') {
  return giveDiscount(await world.call(who), world.own.id, await reduction(amount, feeIds))
}

async function pay(amount: number, feeIds: number[]) {
  return collectPayment(await world.call('fees'), world.own.id, aPayment(world.own, await see(...feeIds), amount))
}

async function reverse(ids: number[]) {
  return deleteDiscounts(await world.call('fees'), world.own.id, { key: randomUUID(), ...of(), ids, reason: 'a mistake' })
}

/** So that a discount on the same fees can be asked for again. */
const forgetRequests = async () => asOwner(world.ownerUrl, 'truncate discount_requests cascade')

const given = async () => (await account()).total.discount

describe('the limit is of all discounts and waivers of a student in the term', () => {
  test('fees that are paid are no part of a discount or a write-off', async () => {
    await pay(300_000, [fees.tuitionApr, fees.tuitionMay])
    const padded = [fees.tuitionApr, fees.tuitionMay, fees.library]
    const message = 'Nothing is pending on Tuition (APR), Tuition (MAY). Leave out fees that are paid'
    const problem = { code: 'BAD_INPUT', problems: [{ path: 'fees', message }] }
    expect(await refusal(discount(30_000, padded))).toMatchObject(problem)
    expect(await refusal(discount(30_000, padded, 'admin'))).toMatchObject(problem)
    const writingOff = writeOff(await world.call('admin'), world.own.id, await reduction(30_000, padded))
    expect(await refusal(writingOff)).toMatchObject(problem)
    expect(await given()).toBe(0)
  })

  test('it is not passed by one fee after the other, nor by the same one again', async () => {
    expect(await discount(15_000, [fees.tuitionApr])).toMatchObject({ waits: false, limit: null })
    expect(await discount(15_000, [fees.tuitionMay])).toMatchObject({ waits: false })
    expect(await discount(3_001, [fees.library])).toMatchObject({
      waits: true,
      limit: `Discounts and waivers in ${termName}: ₹300.00 so far, at most ₹330.00 without an admin’s approval.`,
    })
    expect(await discount(3_000, [fees.tuitionMay])).toMatchObject({ waits: false })
    expect(await discount(1, [fees.tuitionApr])).toMatchObject({ waits: true })
    expect(await given()).toBe(most)
  })

  test('a limit by amount is of the term too', async () => {
    await setSchool(world, world.own, { discountLimitShare: null, discountLimitAmount: 20_000 })
    expect(await discount(20_000, [fees.tuitionApr])).toMatchObject({ waits: false })
    expect(await discount(20_000, [fees.tuitionMay])).toMatchObject({ waits: true })
    expect(await given()).toBe(20_000)
  })

  test('what an ADMIN gave or approved counts, and what was deleted does not', async () => {
    await discount(most, [fees.tuitionApr], 'admin')
    expect(await discount(1, [fees.tuitionMay])).toMatchObject({ waits: true })
    const [request] = await listDiscountRequests(await world.call('admin'), world.own.id, {})
    await approveDiscount(await world.call('admin'), world.own.id, { key: randomUUID(), id: request!.id })
    await reverse((await account()).discounts.filter(({ amount }) => amount === most).map(({ id }) => id))
    expect(await discount(most, [fees.tuitionMay])).toMatchObject({ waits: true })
    expect(await discount(most - 1, [fees.tuitionApr])).toMatchObject({ waits: false })
    expect(await given()).toBe(most)
  })

  test('a concession takes off what the term asks', async () => {
    const call = await world.call('admin')
    const half = { share: 5000, amount: null }
    const kind = { name: 'Staff child', ...half, categoryNames: null, forSiblings: false, needsDocument: false }
    const { id } = await addConcessionKind(call, world.own.id, kind)
    await giveConcessions(call, world.own.id, {
      key: randomUUID(),
      termId: world.own.termId,
      studentIds: [world.own.student7A],
      kindId: id,
      ...half,
      feeCategoryIds: null,
      feeIds: null,
      startsOn: '2026-04-01',
      endsOn: null,
      reason: 'the mother teaches here',
    })
    expect((await account()).total).toMatchObject({ concession: 165_000 })
    expect(await discount(16_501, [fees.tuitionApr])).toMatchObject({ waits: true })
    expect(await discount(16_500, [fees.tuitionMay])).toMatchObject({ waits: false })
  })

  test('a fee of an earlier term counts in its own term', async () => {
    const place = await addTermWithSection(world, world.own, { name: '2024-25', past: true }, '6')
    await enrol(world, place, place.sectionId, [{ studentId: world.own.student7A }])
    const category = await addFeeCategory(world, place, { name: 'School fees' })
    const [tuition = 0] = await addFees(world, place, category, [{ name: 'Tuition', amount: 100_000 }])
    await assignFees(world, place, category, [world.own.student7A])
    expect(await discount(10_001, [tuition])).toMatchObject({ waits: true, limit: expect.stringContaining('2024-25: ₹0.00') })
    await forgetRequests()
    // 10 % of either term on one selection, and no more of either.
    expect(await discount(most + 10_000, [tuition, fees.library, fees.tuitionApr])).toMatchObject({ waits: true })
    await forgetRequests()
    expect(await discount(10_000, [tuition])).toMatchObject({ waits: false })
    expect(await discount(most, [fees.tuitionMay])).toMatchObject({ waits: false })
    expect(await discount(1, [tuition])).toMatchObject({ waits: true })
  })

  test('a late fee that FEES waives counts; above the limit an ADMIN waives it', async () => {
    await asOwner(world.ownerUrl, `update fee_categories set late_fee_kind = 'FLAT', late_fee_amount = 20000, late_fee_grace = 0`)
    await asOwner(world.ownerUrl, `update fees set due_on = $1 where id = $2`, [addDays(schoolDay(new Date()), -9), fees.library])
    const waive = async (amount: number, feeId: number, who: Who = 'fees') =>
      waiveLateFee(await world.call(who), world.own.id, await reduction(amount, [feeId]))
    await waive(20_000, fees.library)
    expect(await discount(13_001, [fees.tuitionMay])).toMatchObject({ waits: true })
    expect(await discount(10_000, [fees.tuitionMay])).toMatchObject({ waits: false })
    const message = `Discounts and waivers in ${termName}: ₹300.00 so far, at most ₹330.00 without an admin’s approval. Ask an admin to waive this late fee.`
    expect(await refusal(waive(3_001, fees.tuitionApr))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'amount', message }],
    })
    await waive(3_000, fees.tuitionApr)
    await waive(17_000, fees.tuitionApr, 'admin')
  })

  test('a late fee is given up by a waiver, and not by settling its fee with a discount or on an earlier day', async () => {
    await setSchool(world, world.own, { discountLimitShare: null, discountLimitAmount: 60_000 })
    const yesterday = addDays(schoolDay(new Date()), -1)
    await asOwner(world.ownerUrl, `update fee_categories set late_fee_kind = 'FLAT', late_fee_amount = 20000, late_fee_grace = 0`)
    await asOwner(world.ownerUrl, `update fees set due_on = $1 where id = $2`, [yesterday, fees.library])
    const payYesterday = async (amount: number, who: Who) =>
      collectPayment(
        await world.call(who),
        world.own.id,
        aPayment(world.own, await see(fees.library), amount, { collectedOn: yesterday }),
      )
    const settling = 'Nothing of these fees would be left, and they have a late fee of ₹200.00. Waive or collect it first'
    expect(await refusal(discount(30_000, [fees.library]))).toMatchObject({ problems: [{ path: 'fees', message: settling }] })
    const earlier = `The late fee of ${showDay(yesterday)} is ₹200.00 less than that of today. Enter today and waive it, or ask an admin to enter this day.`
    expect(await refusal(payYesterday(30_000, 'fees'))).toMatchObject({ problems: [{ path: 'collectedOn', message: earlier }] })
    const asked = { ...of(), fees: await see(fees.library), amount: 30_000, kind: 'PAYMENT', collectedOn: yesterday }
    const preview = previewPayment(await world.call('fees'), world.own.id, asked)
    expect(await refusal(preview)).toMatchObject({ problems: [{ path: 'collectedOn', message: earlier }] })
    expect((await previewPayment(await world.call('admin'), world.own.id, asked)).lines).toHaveLength(1)
    await payYesterday(10_000, 'fees')
    expect(await refusal(payYesterday(20_000, 'fees'))).toMatchObject({ problems: [{ path: 'collectedOn' }] })
    expect(await refusal(discount(20_000, [fees.library]))).toMatchObject({ problems: [{ path: 'fees' }] })
    await waiveLateFee(await world.call('fees'), world.own.id, await reduction(20_000, [fees.library]))
    expect(await discount(5_000, [fees.library])).toMatchObject({ waits: false })
    await payYesterday(15_000, 'fees')
  })

  test('the counter shows a clerk the limit and what is used of it, and an ADMIN nothing', async () => {
    await discount(10_000, [fees.tuitionApr])
    expect((await account()).discountLimit).toBe(
      `Discounts and waivers in ${termName}: ₹100.00 so far, at most ₹330.00 without an admin’s approval.`,
    )
    expect((await account('admin')).discountLimit).toBeNull()
    await setSchool(world, world.own, { discountLimitShare: null })
    expect((await account()).discountLimit).toBeNull()
  })

  test('two at once do not pass it together, 20 times', async () => {
    for (let round = 0; round < 20; round++) {
      const [call, one, other] = [
        await world.call('fees'),
        await reduction(20_000, [fees.tuitionApr]),
        await reduction(20_000, [fees.tuitionMay]),
      ]
      const both = await Promise.all([giveDiscount(call, world.own.id, one), giveDiscount(call, world.own.id, other)])
      expect(both.filter(({ waits }) => waits)).toHaveLength(1)
      expect(await given()).toBe(20_000)
      await reverse((await account()).discounts.map(({ id }) => id))
      await forgetRequests()
    }
  })

  test('a discount and a waiver at once do not pass it together, 10 times', async () => {
    await asOwner(world.ownerUrl, `update fee_categories set late_fee_kind = 'FLAT', late_fee_amount = 20000, late_fee_grace = 0`)
    for (let round = 0; round < 10; round++) {
      const [call, one, other] = [
        await world.call('fees'),
        await reduction(20_000, [fees.tuitionMay]),
        await reduction(20_000, [fees.tuitionApr]),
      ]
      const [discounted, waived] = await Promise.allSettled([
        giveDiscount(call, world.own.id, one),
        waiveLateFee(call, world.own.id, other),
      ])
      expect(discounted.status).toBe('fulfilled')
      const { discounts, waivers } = await account()
      expect([...discounts, ...waivers]).toHaveLength(1)
      expect(waivers).toHaveLength(waived.status === 'fulfilled' ? 1 : 0)
      await asOwner(world.ownerUrl, 'truncate collected_lines, discount_requests cascade')
    }
  })

  test('only roles of the counter give a discount, and another school has no such student', async () => {
    const input = await reduction(1, [fees.tuitionApr])
    for (const who of ['teacher', 'attendant', 'student'] as const)
      expect((await refusal(giveDiscount(await world.call(who), world.own.id, input))).code).toBe('FORBIDDEN')
    const stranger = await world.call('fees', world.other)
    expect((await refusal(giveDiscount(stranger, world.other.id, input))).code).toBe('NOT_FOUND')
    expect((await refusal(giveDiscount(stranger, world.own.id, input))).code).toBe('NOT_FOUND')
  })

  test('whatever FEES gives, pays and reverses in whatever order, is never more without approval', async () => {
    const feeNames = ['tuitionApr', 'tuitionMay', 'library'] as const
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('discount' as const),
          amount: fc.constantFrom(1, 5_000, 15_000, 20_000, 30_000, 33_000),
          on: fc.subarray([...feeNames], { minLength: 1 }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('pay' as const), on: fc.constantFrom(...feeNames) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('reverse' as const), nth: fc.nat({ max: 5 }) }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
        await asOwner(
          world.ownerUrl,
          'truncate collected_lines, payments, receipt_counters, discount_requests, request_keys cascade',
        )
        for (const one of steps) {
          const { fees: rows, discounts } = await account()
          const pendingOf = (names: readonly (typeof feeNames)[number][]) =>
            sumMoney(rows.filter(({ id }) => names.some((name) => fees[name] === id)).map(({ pending }) => pending))
          if (one.kind === 'pay') {
            if (pendingOf([one.on]) > 0) await pay(pendingOf([one.on]), [fees[one.on]])
          } else if (one.kind === 'reverse') {
            const line = discounts[one.nth % discounts.length]
            if (line) await reverse([line.id])
          } else {
            // A selection with a paid fee is refused, and so is more than what is pending, or a second request.
            const feeIds = one.on.map((name) => fees[name])
            await discount(one.amount, feeIds).catch(() => undefined)
          }
          expect(await given()).toBeLessThanOrEqual(most)
        }
      }),
      {
        numRuns: 25,
        // The whole discount goes to the fee that is due first, so each selection has room for more.
        examples: [
          [
            [
              { kind: 'discount', amount: 30_000, on: ['tuitionApr', 'tuitionMay'] },
              { kind: 'discount', amount: 15_000, on: ['tuitionMay', 'library'] },
            ],
          ],
        ],
      },
    )
  })
})
