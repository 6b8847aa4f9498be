import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { addTestFees, aPayment, type TestFees } from '#tests/world/fees.ts'
import { refusal } from '#tests/refusals.ts'
import { setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { checkData } from '#platform/dataChecks.ts'
import { viewFeeAccount } from './account.queries.ts'
import { approveDiscount, listDiscountRequests, refuseDiscount, withdrawDiscount } from './discountRequests.commands.ts'
import { giveDiscount } from './discounts.commands.ts'
import { collectPayment } from './payments.commands.ts'

/*
 * FEES gives up to ₹200 a term alone, which is less than 10 % of it. Asha pays ₹1,500 for April and May each and ₹300
 * once.
 */

let world: TestWorld
let fees: TestFees

beforeAll(async () => {
  world = await testWorld()
  await setSchool(world, world.own, { discountLimitShare: 1000, discountLimitAmount: 20_000 })
  await asOwner(world.ownerUrl, 'insert into device_tokens (subject, endpoint, p256dh, auth) values ($1, $2, $3, $4)', [
    world.own.subjects.admin,
    'https://push.example/1',
    'k'.repeat(87),
    'a'.repeat(22),
  ])
})

beforeEach(async () => {
  fees = await addTestFees(world, world.own)
})

afterEach(async () => {
  expect((await checkData(world.database)).findings).toEqual([])
  await asOwner(
    world.ownerUrl,
    `truncate collected_lines, payments, receipt_counters, receipt_issues, discount_requests, student_fee_categories, fees, fee_categories,
      request_keys, messages cascade`,
  )
})

afterAll(() => world.close())

async function account() {
  return viewFeeAccount(await world.call('fees'), world.own.id, { termId: world.own.termId, studentId: world.own.student7A })
}

async function see(...feeIds: number[]) {
  const { fees: rows } = await account()
  return rows.filter((fee) => feeIds.includes(fee.id)).map((fee) => ({ feeId: fee.id, version: fee.version }))
}

async function discount(amount: number, feeIds: number[], { who = 'fees', ...more }: { who?: Who; key?: string } = {}) {
  return giveDiscount(await world.call(who), world.own.id, {
    key: randomUUID(),
    termId: world.own.termId,
    studentId: world.own.student7A,
    fees: await see(...feeIds),
    amount,
    comment: 'mother is ill',
    ...more,
  })
}

const waiting = async (who: Who = 'admin') => listDiscountRequests(await world.call(who), world.own.id, {})
const decide = async (id: number, who: Who = 'admin') =>
  approveDiscount(await world.call(who), world.own.id, { key: randomUUID(), id })

describe('a discount above the limit', () => {
  test('waits without changing the account, and the ADMINs are told', async () => {
    const key = randomUUID()
    for (let times = 0; times < 2; times++)
      expect(await discount(20_001, [fees.tuitionApr], { key })).toMatchObject({ waits: true })
    expect((await account()).total).toMatchObject({ discount: 0, pending: 330_000 })
    expect((await account()).discountRequests).toMatchObject([{ state: 'WAITING', amount: 20_001, reason: 'mother is ill' }])
    expect(await waiting()).toMatchObject([{ feesAmount: 150_000, createdByName: 'fees of Own School' }])
    const [messages] = await world.database.read(world.own.id, [
      world.database.kysely.selectFrom('messages').select(['kind', 'subject', 'state']).where('schoolId', '=', world.own.id),
    ] as const)
    expect(messages).toEqual([{ kind: 'APPROVAL', subject: world.own.subjects.admin, state: 'QUEUED' }])
    expect(await refusal(discount(20_001, [fees.tuitionApr]))).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'fees' }] })
  })

  test('is given at once up to the limit, counting earlier discounts, and by an ADMIN without one', async () => {
    expect(await discount(20_000, [fees.tuitionApr])).toMatchObject({ waits: false })
    expect(await discount(1, [fees.tuitionApr])).toMatchObject({ waits: true })
    expect(await discount(20_001, [fees.tuitionMay], { who: 'admin' })).toMatchObject({ waits: false })
    expect((await account()).total.discount).toBe(40_001)
  })

  test('is approved once by two at once, on the fees as they are', async () => {
    await discount(100_000, [fees.tuitionApr, fees.library])
    const [request] = await waiting()
    const both = await Promise.allSettled([decide(request!.id), decide(request!.id, 'superadmin')])
    expect(both.filter((one) => one.status === 'fulfilled').length).toBe(1)
    const [told] = both.filter((one) => one.status === 'rejected')
    expect(told?.reason).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('approved by') })
    expect((await account()).discounts.map((line) => [line.feeId, line.amount, line.comment])).toEqual([
      [fees.tuitionApr, 100_000, 'mother is ill'],
    ])
    expect(await waiting()).toEqual([])
    expect((await account()).discountRequests).toEqual([])
  })

  test('and a payment of the whole fee at once: one of both, three times, and the request stays waiting', async () => {
    for (const feeId of [fees.tuitionApr, fees.tuitionMay, fees.library]) {
      const { pending } = (await account()).fees.find(({ id }) => id === feeId)!
      await discount(pending, [feeId])
      const [request] = (await waiting()).slice(-1)
      // What the clerk sees is of before the approval.
      const [call, seen] = [await world.call('fees'), await see(feeId)]
      const [approved, paid] = await Promise.allSettled([
        decide(request!.id),
        collectPayment(call, world.own.id, aPayment(world.own, seen, pending)),
      ])
      expect([approved.status, paid.status].sort()).toEqual(['fulfilled', 'rejected'])
      const refused = [approved, paid].find((outcome) => outcome.status === 'rejected')
      expect(refused?.reason).toMatchObject({ code: 'CONFLICT' })
      expect((await waiting()).some(({ id }) => id === request!.id)).toBe(paid.status === 'fulfilled')
    }
  })

  test('stays waiting when the fees cannot take it any more, until it is refused with a reason', async () => {
    await discount(30_000, [fees.library])
    const [request] = await waiting()
    await collectPayment(await world.call('fees'), world.own.id, aPayment(world.own, await see(fees.library), 10_000))
    expect(await refusal(decide(request!.id))).toMatchObject({
      code: 'CONFLICT',
      message:
        'Only ₹200.00 of these fees is pending now, less than the discount of ₹300.00. The request stays waiting: refuse it.',
    })
    const refuse = async (reason: string) =>
      refuseDiscount(await world.call('admin'), world.own.id, { key: randomUUID(), id: request!.id, reason })
    expect(await refusal(refuse(' '))).toMatchObject({ problems: [{ path: 'reason' }] })
    expect(await refuse('paid already')).toMatchObject({ state: 'REFUSED', decidedByName: 'admin of Own School' })
    expect((await account()).discountRequests).toMatchObject([{ state: 'REFUSED', decisionReason: 'paid already' }])
    expect((await refusal(refuse('again'))).code).toBe('CONFLICT')
  })

  test('is withdrawn by whoever asked for it, and decided by the office for the students it may see', async () => {
    await discount(30_000, [fees.library])
    const [request] = await waiting()
    const withdraw = async (who: Who) =>
      withdrawDiscount(await world.call(who), world.own.id, { key: randomUUID(), id: request!.id })
    expect((await refusal(withdraw('admin'))).code).toBe('FORBIDDEN')
    for (const who of ['fees', 'teacher'] as const) expect((await refusal(decide(request!.id, who))).code).toBe('FORBIDDEN')
    expect((await refusal(waiting('fees'))).code).toBe('FORBIDDEN')
    const stranger = approveDiscount(await world.call('admin', world.other), world.other.id, {
      key: randomUUID(),
      id: request!.id,
    })
    expect((await refusal(stranger)).code).toBe('NOT_FOUND')
    expect(await waiting('limitedAdmin')).toHaveLength(1)
    expect(await withdraw('fees')).toMatchObject({ state: 'WITHDRAWN' })
    expect(await waiting()).toEqual([])
  })
})
