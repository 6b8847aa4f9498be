import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTestFees, aPayment, type TestFees } from '#tests/world/fees.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import { checkData } from '#platform/dataChecks.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { viewFeeAccount } from './account.queries.ts'
import { closeDay } from './cashier.commands.ts'
import { viewCashierDay } from './cashier.queries.ts'
import { movePayment } from './movePayment.commands.ts'
import { collectPayment } from './payments.commands.ts'
import { cancelRefund, giveBack } from './refunds.commands.ts'

let world: TestWorld
let fees: TestFees
const today = schoolDay(new Date())
const yesterday = addDays(today, -1)

beforeAll(async () => {
  world = await testWorld()
  fees = await addTestFees(world, world.own)
})

afterAll(() => world.close())

const call = () => world.call('admin')
const viewDay = async (day: string) => viewCashierDay(await call(), world.own.id, { day })

async function seen(studentId = world.own.student7A) {
  const account = await viewFeeAccount(await call(), world.own.id, { termId: world.own.termId, studentId })
  const fee = account.fees.find(({ id }) => id === fees.donation)
  return [{ feeId: fees.donation, version: fee?.version ?? '' }]
}

const giveCash = async (amount: number, refundedOn: string) =>
  giveBack(await call(), world.own.id, {
    key: randomUUID(),
    termId: world.own.termId,
    studentId: world.own.student7A,
    fees: await seen(),
    amount,
    mode: 'CASH',
    reason: 'leaves the school',
    refundedOn,
    askAgain: true,
  })

const none = { n500: 0, n200: 0, n100: 0, n50: 0, n20: 0, n10: 0, n5: 0, n2: 0, n1: 0 }
async function close(day: string, notes: object) {
  const { version } = await viewDay(day)
  const counted = { version, notes: { ...none, ...notes }, deposit: none, bankAccountId: null, reason: '' }
  return closeDay(await call(), world.own.id, { key: randomUUID(), day, ...counted })
}

test('cash that is given back or moved is counted in the drawer of its clerk, once, and not on a closed day', async () => {
  const paid = await collectPayment(
    await call(),
    world.own.id,
    aPayment(world.own, await seen(), 50_000, { collectedOn: yesterday }),
  )
  const other = await collectPayment(
    await call(),
    world.own.id,
    aPayment(world.own, await seen(), 30_000, { collectedOn: yesterday }),
  )
  const refund = await giveCash(20_000, yesterday)
  expect(await viewDay(yesterday)).toMatchObject({ cashIn: 80_000, cashOut: 20_000, expected: 60_000 })
  const closing = await close(yesterday, { n500: 1, n100: 1 })
  expect(closing.outflows).toMatchObject([{ kind: 'REFUND', refundId: refund.id, amount: 20_000 }])
  expect(await refusal(giveCash(10_000, yesterday))).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'refundedOn' }] })

  await cancelRefund(await call(), world.own.id, { key: randomUUID(), id: refund.id, reason: 'stays at the school' })
  expect(await viewDay(today)).toMatchObject({
    opening: 60_000,
    cashOut: -20_000,
    expected: 80_000,
    outflows: [{ kind: 'CANCELLED', amount: -20_000 }],
  })

  const moved = await movePayment(await call(), world.own.id, {
    key: randomUUID(),
    id: other.id,
    studentId: world.own.student8A,
    fees: await seen(world.own.student8A),
    reason: 'Rohan paid',
  })
  expect(moved.collectedOn).toBe(today)
  expect(await viewDay(today)).toMatchObject({ cashIn: 30_000, cashOut: 10_000, expected: 80_000 })
  await close(today, { n500: 1, n100: 3 })
  expect(paid.collectedOn).toBe(yesterday)
  expect((await checkData(world.database)).findings).toEqual([])
})
