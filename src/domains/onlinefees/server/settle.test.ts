import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOnlinePayments, beginOrder, onlineGateway, type OnlineSchool } from '#tests/world/onlinePayments.ts'
import { somebodyWaits } from '#tests/lockWaiters.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import type { Call } from '#platform/command.ts'
import { checkData } from '#platform/dataChecks.ts'
import type { GatewayStandIn } from '#development/standIns/gateway.ts'
import { schoolDay } from '#shared/dates.ts'
import { receiptYear } from '#domains/fees/receipts.rules.ts'
import { lockAccount } from '#domains/fees/server/accountLocks.ts'
import { onlineClerk } from '#domains/fees/server/online.exports.ts'
import { takeReceiptNo } from '#domains/fees/server/payments.sql.ts'
import { orderOfTxnid, settleOrder } from './settle.ts'

let world: TestWorld
let own: OnlineSchool
let standIn: GatewayStandIn
let call: Call

beforeAll(async () => {
  world = await testWorld()
  ;({ standIn, call } = await onlineGateway(world))
  own = await addOnlinePayments(world, world.own, call.services.config.secretKey)
})

afterAll(async () => {
  await standIn.stop()
  await world.close()
})

test('settling locks all children before it takes a receipt number, so that it cannot deadlock with a clerk', async () => {
  const { id: schoolId, termId, student7A, student8A } = world.own
  const { txnid } = await beginOrder(call, own.token, { [student7A]: [own.fees.library], [student8A]: [own.fees.library] })
  await standIn.press(txnid, 'upi')
  const order = (await orderOfTxnid(call, txnid))!
  let settled: Promise<string> | undefined
  const clerk = world.database.transaction(schoolId, async (db) => {
    await lockAccount(db, onlineClerk(schoolId), { schoolId, termId, studentId: student8A })
    settled = settleOrder(call, order, 'CHECK').then(({ state }) => state)
    settled.catch(() => undefined)
    await somebodyWaits(world.ownerUrl)
    await db.executeQuery(takeReceiptNo(db, schoolId, receiptYear(schoolDay(new Date()))))
    throw new Error('The clerk has thought better of it.')
  })
  await expect(clerk).rejects.toThrow('The clerk has thought better of it.')
  expect(await settled).toBe('SUCCESS')
  expect((await checkData(world.database)).findings).toEqual([])
})
