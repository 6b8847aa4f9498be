import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { addOnlinePayments, beginOrder, onlineGateway, type OnlineSchool } from '#tests/world/onlinePayments.ts'
import { somebodyWaits } from '#tests/lockWaiters.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import type { Call } from '#platform/command.ts'
import { checkData } from '#platform/dataChecks.ts'
import type { GatewayStandIn } from '#development/standIns/gateway.ts'
import { addDays, schoolDay, schoolYearStart, writeDay, writeMoment } from '#shared/dates.ts'
import { receiptYear } from '#domains/fees/receipts.rules.ts'
import { lockAccount } from '#domains/fees/server/accountLocks.ts'
import { onlineClerk } from '#domains/fees/server/online.exports.ts'
import { takeReceiptNo } from '#domains/fees/server/payments.sql.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { receiptDocument } from '#domains/fees/server/receiptDocument.ts'
import { listOrderEvents } from './orders.queries.ts'
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

test('a payment of 31 March that is booked after midnight has a receipt of the old year, which says both days', async () => {
  const { id: schoolId, student7A } = world.own
  const today = schoolDay(new Date())
  const lastDay = addDays(schoolYearStart(today), -1)
  const { txnid } = await beginOrder(call, own.token, { [student7A]: [own.fees.tuitionApr] })
  await standIn.press(txnid, 'upi')
  await asOwner(world.ownerUrl, 'update online_orders set created_at = $1 where txnid = $2', [`${lastDay}T23:45:00+05:30`, txnid])
  const payu = call.services.payu!
  const paidLate: typeof payu = {
    ...payu,
    verify: async (...asked) =>
      new Map([...(await payu.verify(...asked))].map(([id, report]) => [id, { ...report, at: `${lastDay} 23:50:00` }])),
  }
  const order = (await orderOfTxnid(call, txnid))!
  await settleOrder({ ...call, services: { ...call.services, payu: paidLate } }, order, 'CHECK')
  const { payments } = await viewFeeAccount(await world.call('fees'), schoolId, {
    termId: world.own.termId,
    studentId: student7A,
  })
  const payment = payments.find(({ orderId }) => orderId === order.id)!
  expect([payment.collectedOn, payment.receiptYear, schoolDay(payment.createdAt)]).toEqual([lastDay, receiptYear(lastDay), today])
  const paper = await receiptDocument.make(await world.call('fees'), schoolId, { key: randomUUID(), paymentId: payment.id })
  expect(paper.body).toContain(writeDay(lastDay))
  expect(paper.body).toContain(writeMoment(payment.createdAt))
  const events = await listOrderEvents(await world.call('admin'), schoolId, { id: order.id })
  expect(events.at(-1)!.text).toContain(`paid on ${writeDay(lastDay)}`)
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
