import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { aPayment } from '#tests/world/fees.ts'
import { addOnlinePayments, beginOrder, onlineGateway, type OnlineSchool } from '#tests/world/onlinePayments.ts'
import { setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import type { Call } from '#platform/command.ts'
import { checkData } from '#platform/dataChecks.ts'
import type { GatewayStandIn } from '#development/standIns/gateway.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { settleCheque } from '#domains/fees/server/cheques.commands.ts'
import { collectPayment, deletePayment } from '#domains/fees/server/payments.commands.ts'
import { saveKind } from '#domains/messaging/server/templates.commands.ts'
import { orderOfTxnid, settleOrder } from './settle.ts'

let world: TestWorld
let own: OnlineSchool
let standIn: GatewayStandIn
let call: Call

beforeAll(async () => {
  world = await testWorld()
  ;({ standIn, call } = await onlineGateway(world))
  own = await addOnlinePayments(world, world.own, call.services.config.secretKey)
  await setSchool(world, world.own, { receiptPrefix: 'OWN/', manySchoolNames: true })
})
afterAll(async () => {
  await standIn.stop()
  await world.close()
})

const send = async (enabled: boolean) =>
  saveKind(await world.call('admin'), world.own.id, { kind: 'RECEIPT', enabled, channels: [] })

async function pays(feeId: number, amount: number, more: Record<string, unknown> = {}) {
  const clerk = await world.call('fees')
  const { fees } = await viewFeeAccount(clerk, world.own.id, { termId: world.own.termId, studentId: world.own.student7A })
  const seen = [{ feeId, version: fees.find((fee) => fee.id === feeId)?.version ?? '' }]
  return collectPayment(clerk, world.own.id, aPayment(world.own, seen, amount, more))
}

interface Told {
  event: string
  state: string
  phone: string
  channels: string
  student: number
  params: Record<string, string>
}
const told = () =>
  asOwner<Told>(
    world.ownerUrl,
    `select m.event, m.state, m.phone, m.channels::text, m.params, s.student_id::int as student from messages m
     join message_students s on s.school_id = m.school_id and s.message_id = m.id
     where m.school_id = $1 and m.kind = 'RECEIPT' order by m.event::int`,
    [world.own.id],
  )

/** What should have been told, by the payments themselves. */
const payments = () =>
  asOwner<{ event: string; amount: string; receipt: string; student: number }>(
    world.ownerUrl,
    `select id::text as event, to_char(amount / 100.0, 'FM9,99,990.00') as amount, student_id::int as student,
       receipt_prefix || receipt_year || '/' || receipt_no as receipt
     from payments where school_id = $1 and state <> 'FAILED' and deleted_at is null and created_at >= (
       select changed_at from message_kinds where school_id = $1 and kind = 'RECEIPT') order by id`,
    [world.own.id],
  )

test('queues one receipt message per payment, at the counter and online, if the school has them on and the payment is not deleted', async () => {
  await pays(own.fees.tuitionApr, 1000)
  expect(await told()).toEqual([])
  await send(true)
  const cash = await pays(own.fees.tuitionApr, 50_050)
  const cheque = await pays(own.fees.tuitionMay, 10_000, { mode: 'CHEQUE', chequeNo: '004512' })
  const wrong = await pays(own.fees.tuitionMay, 20_000)
  expect((await told()).map(({ event, state }) => [Number(event), state])).toEqual(
    [cash, cheque, wrong].map(({ id }) => [id, 'QUEUED']),
  )
  await deletePayment(await world.call('admin'), world.own.id, { key: randomUUID(), id: wrong.id, reason: 'entered twice' })
  await settleCheque(await world.call('fees'), world.own.id, { key: randomUUID(), id: cheque.id, outcome: 'FAILED' })

  const { student7A, student8A } = world.own
  const { txnid } = await beginOrder(call, own.token, { [student7A]: [own.fees.library], [student8A]: [own.fees.library] })
  await standIn.press(txnid, 'upi')
  const order = (await orderOfTxnid(call, txnid))!
  await Promise.all([settleOrder(call, order, 'CHECK'), settleOrder(call, order, 'RETURN'), settleOrder(call, order, 'WEBHOOK')])

  const all = await told()
  expect(all.filter(({ state }) => state === 'CANCELLED').map(({ event }) => Number(event))).toEqual([cheque.id, wrong.id])
  const waiting = all.filter(({ state }) => state === 'QUEUED')
  expect(
    waiting.map(({ event, params, student }) => ({ event, amount: params.amount, receipt: params.receipt, student })),
  ).toEqual(await payments())
  expect(waiting.map(({ params }) => params.mode)).toEqual(['CASH', 'ONLINE', 'ONLINE'])
  expect(waiting[0]).toMatchObject({
    phone: '9876543210',
    channels: '{WHATSAPP,SMS,EMAIL}',
    student: student7A,
    params: { student: 'Asha Patil', section: '7-A', school: 'Own School', amount: '500.50' },
  })
  await send(false)
  await pays(own.fees.tuitionApr, 1000)
  expect(await told()).toHaveLength(5)
  expect((await checkData(world.database)).findings).toEqual([])
})
