import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addClerk, addTestFees, aPayment, type TestFees } from '#tests/world/fees.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import type { Call } from '#platform/command.ts'
import { checkData } from '#platform/dataChecks.ts'
import { addDays, schoolDay, showDay } from '#shared/dates.ts'
import { viewFeeAccount } from './account.queries.ts'
import { closeDay, reopenDay } from './cashier.commands.ts'
import { viewCashierDay } from './cashier.queries.ts'
import { movePayment } from './movePayment.commands.ts'
import { collectPayment, deletePayment } from './payments.commands.ts'
import { cancelRefund, giveBack } from './refunds.commands.ts'

/* Each test has clerks of its own, whose drawers are empty. */

let world: TestWorld
let fees: TestFees
const today = schoolDay(new Date())
const daysAgo = (days: number) => addDays(today, -days)
const yesterday = daysAgo(1)

beforeAll(async () => {
  world = await testWorld()
  fees = await addTestFees(world, world.own)
})

afterEach(async () => {
  expect((await checkData(world.database)).findings).toEqual([])
  // Money is given back on the day of the last payment at the earliest.
  const head = await world.call('admin')
  const { payments, refunds } = await viewFeeAccount(head, world.own.id, of())
  for (const { id, cancelledAt } of refunds)
    if (!cancelledAt) await cancelRefund(head, world.own.id, { key: randomUUID(), id, reason: 'clean account' })
  for (const { id } of payments) await deletePayment(head, world.own.id, { key: randomUUID(), id, reason: 'clean account' })
})

afterAll(() => world.close())

const of = (studentId = world.own.student7A) => ({ termId: world.own.termId, studentId })

async function seen(clerk: Call, studentId?: number) {
  const account = await viewFeeAccount(clerk, world.own.id, of(studentId))
  const fee = account.fees.find(({ id }) => id === fees.donation)
  return [{ feeId: fees.donation, version: fee?.version ?? '' }]
}

const take = async (clerk: Call, amount: number, collectedOn: string) =>
  collectPayment(clerk, world.own.id, aPayment(world.own, await seen(clerk), amount, { collectedOn }))

const giveCash = async (clerk: Call, amount: number, refundedOn: string) =>
  giveBack(clerk, world.own.id, {
    key: randomUUID(),
    ...of(),
    fees: await seen(clerk),
    amount,
    mode: 'CASH',
    reason: 'leaves the school',
    refundedOn,
    askAgain: true,
  })

async function move(id: number) {
  const head = await world.call('admin')
  const { student8A: studentId } = world.own
  const moved = { key: randomUUID(), id, studentId, fees: await seen(head, studentId), reason: 'Rohan paid' }
  return movePayment(head, world.own.id, moved)
}

const viewDay = (clerk: Call, day: string) => viewCashierDay(clerk, world.own.id, { day })

const none = { n500: 0, n200: 0, n100: 0, n50: 0, n20: 0, n10: 0, n5: 0, n2: 0, n1: 0 }
async function close(clerk: Call, day: string, notes: object, more: { version?: string; reason?: string } = {}) {
  const { version } = await viewDay(clerk, day)
  const counted = { version, notes: { ...none, ...notes }, deposit: none, bankAccountId: null, reason: '' }
  return closeDay(clerk, world.own.id, { key: randomUUID(), day, ...counted, ...more })
}

test('cash that is given back or moved is counted in the drawer of its clerk, once, and not on a closed day', async () => {
  const clerk = await addClerk(world)
  const paid = await take(clerk, 50_000, yesterday)
  const other = await take(clerk, 30_000, yesterday)
  const refund = await giveCash(clerk, 20_000, yesterday)
  expect(await viewDay(clerk, yesterday)).toMatchObject({ cashIn: 80_000, cashOut: 20_000, expected: 60_000 })
  const closing = await close(clerk, yesterday, { n500: 1, n100: 1 })
  expect(closing.outflows).toMatchObject([{ kind: 'REFUND', refundId: refund.id, amount: 20_000 }])
  expect(await refusal(giveCash(clerk, 10_000, yesterday))).toMatchObject({
    code: 'BAD_INPUT',
    problems: [{ path: 'refundedOn' }],
  })

  await cancelRefund(clerk, world.own.id, { key: randomUUID(), id: refund.id, reason: 'stays at the school' })
  expect(await viewDay(clerk, today)).toMatchObject({
    opening: 60_000,
    cashOut: -20_000,
    expected: 80_000,
    outflows: [{ kind: 'CANCELLED', amount: -20_000 }],
  })

  const moved = await move(other.id)
  expect(moved.collectedOn).toBe(today)
  expect(await viewDay(clerk, today)).toMatchObject({ cashIn: 30_000, cashOut: 10_000, expected: 80_000 })
  await close(clerk, today, { n500: 1, n100: 3 })
  expect(paid.collectedOn).toBe(yesterday)
})

test('a payment of a closed day is not moved into a day that is closed too, in words', async () => {
  const clerk = await addClerk(world, 'Sunita Rao')
  const { id } = await take(clerk, 10_000, yesterday)
  await close(clerk, yesterday, { n100: 1 })
  const last = await close(clerk, today, { n100: 1 })
  expect(await refusal(move(id))).toMatchObject({
    code: 'CONFLICT',
    message: `This money is in the drawer of Sunita Rao, whose ${showDay(today)} is closed too. Open that day again, or move the payment to the other student tomorrow. Nothing was saved.`,
  })
  await reopenDay(await world.call('admin'), world.own.id, { key: randomUUID(), id: last.id, reason: 'a namesake' })
  expect(await move(id)).toMatchObject({ collectedOn: today, createdByName: 'Sunita Rao' })
})

describe('two at once', () => {
  const days = Array.from({ length: 15 }, (_, round) => daysAgo(15 - round))

  test('closing while cash is given back, 15 times: the refund is in the closing or refused', async () => {
    const clerk = await addClerk(world)
    for (const day of days) {
      await take(clerk, 100, day)
      const { version } = await viewDay(clerk, day)
      const reason = 'not counted'
      const [given, closed] = await Promise.allSettled([giveCash(clerk, 40, day), close(clerk, day, {}, { version, reason })])
      expect([given.status, closed.status].sort()).toEqual(['fulfilled', 'rejected'])
      if (given.status === 'rejected') expect(given.reason).toMatchObject({ problems: [{ path: 'refundedOn' }] })
      if (closed.status === 'fulfilled') expect(closed.value).toMatchObject({ cashIn: 100, cashOut: 0 })
      else {
        expect(closed.reason).toMatchObject({ code: 'CONFLICT' })
        expect(await close(clerk, day, {}, { reason })).toMatchObject({ cashIn: 100, cashOut: 40 })
      }
    }
  })

  test('closing while a payment is moved, 15 times: it is moved on its day before the closing, or today after it', async () => {
    const clerk = await addClerk(world)
    for (const day of days) {
      const { id } = await take(clerk, 100, day)
      const { version } = await viewDay(clerk, day)
      const reason = 'not counted'
      const [moved, closed] = await Promise.allSettled([move(id), close(clerk, day, {}, { version, reason })])
      if (moved.status === 'rejected') throw moved.reason
      expect(moved.value.collectedOn).toBe(closed.status === 'fulfilled' ? today : day)
      if (closed.status === 'rejected') expect(closed.reason).toMatchObject({ code: 'CONFLICT' })
      const closing = closed.status === 'fulfilled' ? closed.value : await close(clerk, day, {}, { reason })
      const counted = closed.status === 'fulfilled' ? id : moved.value.id
      expect(closing.receipts.map(({ paymentId }) => paymentId)).toEqual([counted])
    }
  })

  test('of two who open a day again one is told that it is open', async () => {
    const [clerk, head] = [await addClerk(world), await world.call('admin')]
    await take(clerk, 100, yesterday)
    const { id } = await close(clerk, yesterday, { n1: 1 })
    const again = () => reopenDay(head, world.own.id, { key: randomUUID(), id, reason: 'a receipt was forgotten' })
    const both = await Promise.allSettled([again(), again()])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'CONFLICT', message: `admin of Own School has opened ${showDay(yesterday)} again already.` },
    })
  })
})
