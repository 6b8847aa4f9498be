import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPayment } from '#tests/world/fees.ts'
import { addOnlinePayments, beginOrder, onlineGateway, type OnlineSchool } from '#tests/world/onlinePayments.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import type { Call } from '#platform/command.ts'
import { checkData } from '#platform/dataChecks.ts'
import type { GatewayStandIn } from '#development/standIns/gateway.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { lateFeeColumns } from '#domains/fees/server/lateFees.ts'
import { waiveLateFee } from '#domains/fees/server/lateFees.commands.ts'
import { collectPayment } from '#domains/fees/server/payments.commands.ts'
import type { LateFeeRule } from '#domains/fees/lateFee.rules.ts'
import { viewFamily } from './family.queries.ts'
import { orderOfTxnid, settleOrder } from './settle.ts'

/*
 * All fees of the test world are overdue. The late fee in an order's price stays, whatever becomes of the rule.
 */

let world: TestWorld
let own: OnlineSchool
let standIn: GatewayStandIn
let call: Call

const flat: LateFeeRule = { kind: 'FLAT', amount: 5000, graceDays: 0, max: null }

beforeAll(async () => {
  world = await testWorld()
  ;({ standIn, call } = await onlineGateway(world))
  own = await addOnlinePayments(world, world.own, call.services.config.secretKey)
  await setRule(flat)
})

afterAll(async () => {
  expect((await checkData(world.database)).findings).toEqual([])
  await standIn.stop()
  await world.close()
})

const setRule = (rule: LateFeeRule | null) =>
  world.database.transaction(world.own.id, (db) =>
    db
      .updateTable('feeCategories')
      .set(lateFeeColumns(rule))
      .where('schoolId', '=', world.own.id)
      .where('id', '=', own.fees.category)
      .execute(),
  )

const of = () => ({ termId: world.own.termId, studentId: world.own.student7A })
const row = async (feeId: number) =>
  (await viewFeeAccount(await world.call('fees'), world.own.id, of())).fees.find((fee) => fee.id === feeId)!
const see = async (feeId: number) => [{ feeId, version: (await row(feeId)).version }]

async function pay(txnid: string) {
  await standIn.press(txnid, 'upi')
  return settleOrder(call, (await orderOfTxnid(call, txnid))!, 'CHECK')
}

async function surplus() {
  const rows = await world.database.transaction(world.own.id, (db) =>
    db.selectFrom('onlineSurplus').select('amount').where('schoolId', '=', world.own.id).orderBy('id').execute(),
  )
  return rows.map(({ amount }) => amount)
}

test('an order pays the late fee in its price after the rule has changed', async () => {
  const { library } = own.fees
  const family = await viewFamily(call, own.token)
  expect(family.children[0]?.fees.find((fee) => fee.id === library)).toMatchObject({
    balance: { pending: 30_000 },
    lateFeeDue: 5000,
  })
  const { txnid } = await beginOrder(call, own.token, { [world.own.student7A]: [library] })
  await setRule({ ...flat, amount: 9000 })
  expect(await pay(txnid)).toMatchObject({ state: 'SUCCESS', feesAmount: 35_000 })
  expect(await row(library)).toMatchObject({ collected: 35_000, pending: 0, lateFee: 5000, lateFeeDue: 0, state: 'PAID' })
  expect(await surplus()).toEqual([])
  await setRule(flat)
})

test('a late fee that was waived or paid at the counter meanwhile is surplus', async () => {
  const { tuitionApr, tuitionMay } = own.fees
  const { txnid } = await beginOrder(call, own.token, { [world.own.student7A]: [tuitionApr, tuitionMay] })
  const clerk = await world.call('fees')
  await waiveLateFee(clerk, world.own.id, {
    key: randomUUID(),
    ...of(),
    fees: await see(tuitionApr),
    amount: 2000,
    comment: 'was ill',
  })
  await collectPayment(clerk, world.own.id, aPayment(world.own, await see(tuitionMay), 105_000))
  await setRule(null)
  await pay(txnid)
  expect(await row(tuitionApr)).toMatchObject({ collected: 153_000, pending: 0, lateFee: 3000 })
  expect(await row(tuitionMay)).toMatchObject({ collected: 155_000, pending: 0, lateFee: 5000 })
  expect(await surplus()).toEqual([107_000])
})
