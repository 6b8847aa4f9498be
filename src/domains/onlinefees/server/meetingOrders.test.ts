import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from '#tests/refusals.ts'
import {
  addOnlinePayments,
  anOrder,
  beginOrder,
  onlineGateway,
  type OnlineSchool,
  postForm,
} from '#tests/world/onlinePayments.ts'
import { addFeeCategory, addFees, assignFees } from '#tests/world/rows.ts'
import { aPayment } from '#tests/world/fees.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import type { Call } from '#platform/command.ts'
import { checkData } from '#platform/dataChecks.ts'
import type { GatewayStandIn } from '#development/standIns/gateway.ts'
import { schoolDay } from '#shared/dates.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { closeDay } from '#domains/fees/server/cashier.commands.ts'
import { viewCashierDay } from '#domains/fees/server/cashier.queries.ts'
import { addConcessionKind } from '#domains/fees/server/concessionKinds.commands.ts'
import { giveConcessions } from '#domains/fees/server/concessions.commands.ts'
import { updateFeeCategory } from '#domains/fees/server/feeCategories.commands.ts'
import { collectPayment } from '#domains/fees/server/payments.commands.ts'
import type { LateFeeRule } from '#domains/fees/lateFee.rules.ts'
import { createOrder } from './orders.commands.ts'
import { listOrdersToSettle } from './orders.queries.ts'
import { orderOfTxnid, settleOrder } from './settle.ts'
import { settleSurplus } from './surplus.commands.ts'

/*
 * A concession, a late fee rule or the closing of a day that meets a family's online payment, on two connections at
 * once.
 */

let world: TestWorld
let own: OnlineSchool
let standIn: GatewayStandIn
/** Of somebody who is not signed in. */
let call: Call
const today = schoolDay(new Date())
const rounds = [1, 2, 3, 4, 5, 6, 7, 8]

beforeAll(async () => {
  world = await testWorld()
  ;({ standIn, call } = await onlineGateway(world))
  own = await addOnlinePayments(world, world.own, call.services.config.secretKey)
})

afterAll(async () => {
  expect((await checkData(world.database)).findings).toEqual([])
  await standIn.stop()
  await world.close()
})

/** Adds a category with a fee of ₹100.00 that is overdue, for Asha. */
async function newFee() {
  const category = { name: randomUUID(), bankAccountId: own.account }
  const categoryId = await addFeeCategory(world, world.own, category)
  const [feeId = 0] = await addFees(world, world.own, categoryId, [{ name: 'Trip', amount: 10_000, dueOn: '2026-04-01' }])
  await assignFees(world, world.own, categoryId, [world.own.student7A])
  return { ...category, categoryId, feeId }
}

async function row(feeId: number) {
  const { termId, student7A: studentId } = world.own
  const account = await viewFeeAccount(await world.call('fees'), world.own.id, { termId, studentId })
  return account.fees.find(({ id }) => id === feeId)!
}

const orderOf = (feeId: number) => anOrder(call, own.token, { [world.own.student7A]: [feeId] })

async function surplusOf(txnid: string) {
  const admin = { ...(await world.call('admin')), services: call.services }
  return (await listOrdersToSettle(admin, world.own.id, {})).surplus.filter((one) => one.txnid === txnid)
}

test('a concession and an order of its fee at once: one is stored, the other is refused in words, 8 times', async () => {
  const admin = await world.call('admin')
  const outcomes = new Set<string>()
  for (const _ of rounds) {
    const { feeId } = await newFee()
    const rate = { share: 2500, amount: null }
    const usual = { categoryNames: null, forSiblings: false, needsDocument: false }
    const { id: kindId } = await addConcessionKind(admin, world.own.id, { name: randomUUID(), ...rate, ...usual })
    const wanted = await orderOf(feeId)
    const [given, ordered] = await Promise.allSettled([
      giveConcessions(admin, world.own.id, {
        key: randomUUID(),
        termId: world.own.termId,
        studentIds: [world.own.student7A],
        kindId,
        ...rate,
        feeCategoryIds: null,
        feeIds: [feeId],
        startsOn: '2026-04-01',
        endsOn: null,
        reason: 'works here',
      }),
      createOrder(call, own.token, wanted),
    ])
    outcomes.add(`${given.status} ${ordered.status}`)
    if (given.status === 'rejected')
      expect(given.reason).toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('is paying one of these fees online now. Try again in a few minutes'),
      })
    if (ordered.status === 'rejected')
      expect(ordered.reason).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('changed Trip meanwhile') })
    expect((await row(feeId)).concession).toBe(given.status === 'fulfilled' ? 2500 : 0)
  }
  expect(outcomes).not.toContain('fulfilled fulfilled')
  expect(outcomes).not.toContain('rejected rejected')
})

test('a late fee rule that changes while an order of its fee is stored: the order pays what it showed, or is refused, 8 times', async () => {
  const admin = await world.call('admin')
  const flat: LateFeeRule = { kind: 'FLAT', amount: 1000, graceDays: 0, max: null }
  for (const _ of rounds) {
    const { categoryId: id, name, bankAccountId, feeId } = await newFee()
    await updateFeeCategory(admin, world.own.id, { id, name, bankAccountId, lateFee: flat })
    const wanted = await orderOf(feeId)
    const [changed, ordered] = await Promise.allSettled([
      updateFeeCategory(admin, world.own.id, { id, name, bankAccountId, lateFee: { ...flat, amount: 3000 } }),
      createOrder(call, own.token, wanted),
    ])
    expect(changed.status).toBe('fulfilled')
    if (ordered.status === 'rejected') {
      expect(ordered.reason).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('changed Trip meanwhile') })
      continue
    }
    const txnid = ordered.value.fields.find((field) => field.name === 'txnid')?.value ?? ''
    await postForm(ordered.value)
    standIn.settle(txnid, 'captured')
    expect(await settleOrder(call, (await orderOfTxnid(call, txnid))!, 'CHECK')).toMatchObject({
      state: 'SUCCESS',
      feesAmount: 11_000,
    })
    expect(await row(feeId)).toMatchObject({ collected: 11_000, lateFee: 1000, pending: 0, state: 'PAID' })
    expect(await surplusOf(txnid)).toEqual([])
  }
})

test('a day is closed while a family pays online: its money is in nobody’s drawer, and comes after the closing too', async () => {
  const admin = await world.call('admin')
  const notes = { n500: 0, n200: 0, n100: 0, n50: 0, n20: 0, n10: 0, n5: 0, n2: 0, n1: 0 }
  const { feeId } = await newFee()
  const late = await newFee()
  const spare = await newFee()
  const first = await beginOrder(call, own.token, { [world.own.student7A]: [feeId] })
  const second = await beginOrder(call, own.token, { [world.own.student7A]: [late.feeId] })
  for (const { txnid } of [first, second]) await standIn.press(txnid, 'upi')
  const settle = async (txnid: string) => settleOrder(call, (await orderOfTxnid(call, txnid))!, 'CHECK')
  // What the second order pays is taken at the counter before its money comes.
  const { version } = await row(late.feeId)
  const counter = aPayment(world.own, [{ feeId: late.feeId, version }], 10_000)
  await collectPayment(admin, world.own.id, counter)
  const view = await viewCashierDay(admin, world.own.id, { day: today })
  const [closing, settled] = await Promise.all([
    closeDay(admin, world.own.id, {
      key: randomUUID(),
      day: today,
      version: view.version,
      notes: { ...notes, n100: 1 },
      deposit: notes,
      bankAccountId: null,
      reason: '',
    }),
    settle(first.txnid),
  ])
  expect(settled.state).toBe('SUCCESS')
  expect(closing).toMatchObject({ cashIn: 10_000, receipts: [{ mode: 'CASH', amount: 10_000 }] })

  expect((await settle(second.txnid)).state).toBe('SUCCESS')
  const [surplus] = await surplusOf(second.txnid)
  const use = { key: randomUUID(), id: surplus?.id, how: 'COLLECTED' }
  const fees = [{ feeId: spare.feeId, version: (await row(spare.feeId)).version }]
  await settleSurplus({ ...admin, services: call.services }, world.own.id, { ...use, fees })
  expect(await row(spare.feeId)).toMatchObject({ collected: 10_000, pending: 0 })
  expect(await viewCashierDay(admin, world.own.id, { day: today })).toMatchObject({
    cashIn: 10_000,
    receipts: [{ mode: 'CASH' }],
  })
  const donation = [{ feeId: own.fees.donation, version: (await row(own.fees.donation)).version }]
  expect(await refusal(collectPayment(admin, world.own.id, aPayment(world.own, donation, 100)))).toMatchObject({
    code: 'BAD_INPUT',
    problems: [{ path: 'collectedOn' }],
  })
})
