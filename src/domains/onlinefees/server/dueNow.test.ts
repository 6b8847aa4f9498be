import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { aPayment } from '#tests/world/fees.ts'
import { addOnlinePayments, beginOrder, onlineGateway, type OnlineSchool } from '#tests/world/onlinePayments.ts'
import { setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import type { GatewayStandIn } from '#development/standIns/gateway.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { lateFeeColumns } from '#domains/fees/server/lateFees.ts'
import { collectPayment } from '#domains/fees/server/payments.commands.ts'
import { createMessageRenderer } from '#domains/messaging/server/messageRenderer.ts'
import { lockMessage } from '#domains/messaging/server/messages.sql.ts'
import type { Call } from '#platform/command.ts'
import { schoolById } from '#platform/school.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { dueOfReminder } from './dueNow.ts'
import { viewFamily } from './family.queries.ts'
import { openPayLink } from './links.ts'
import { previewFeeReminders, sendFeeReminders } from './reminders.commands.ts'

/*
 * Asha and Rohan are siblings. All their fees are overdue, and the category has a late fee: a reminder asks for what
 * their page asks, when it is composed and when it is sent.
 */

let world: TestWorld
let own: OnlineSchool
let standIn: GatewayStandIn
let call: Call

beforeAll(async () => {
  world = await testWorld()
  ;({ standIn, call } = await onlineGateway(world))
  own = await addOnlinePayments(world, world.own, call.services.config.secretKey)
  await setSchool(world, world.own, { senderId: 'OWNSCH', quietFrom: '00:00', quietTo: '00:00' })
  await asOwner(
    world.ownerUrl,
    `insert into message_templates (school_id, kind, channel, dlt_template_id, sms_template_id, text, price, changed_by_name)
     values ($1, 'FEE_REMINDER', 'SMS', '1107161234567890123', '64f0c2a91b7e3d5f60a81c24', 'Rs.{{amount}} for {{student}}: s.in/{{code}}', 20, 'Super Admin')`,
    [world.own.id],
  )
  await world.database.transaction(world.own.id, (db) =>
    db
      .updateTable('feeCategories')
      .set(lateFeeColumns({ kind: 'FLAT', amount: 5000, graceDays: 0, max: null }))
      .where('schoolId', '=', world.own.id)
      .where('id', '=', own.fees.category)
      .execute(),
  )
})
afterAll(async () => {
  await standIn.stop()
  await world.close()
})
beforeEach(() => asOwner(world.ownerUrl, 'truncate messages, online_orders cascade'))

const filter = () => ({ termId: world.own.termId, terms: 'ALL' as const })
const preview = async () => previewFeeReminders(await world.call('admin'), world.own.id, filter())
const send = async () => {
  const { token } = await preview()
  await sendFeeReminders(await world.call('admin'), world.own.id, { ...filter(), token, key: randomUUID() })
}
const due = async () => sumMoney((await viewFamily(call, own.token)).children.map((child) => child.due))
const rupees = (amount: number) => showMoney(amount).replace('₹', '')

/** Renders the only reminder as the sender does. */
async function rendered() {
  const { id: schoolId } = world.own
  const [message] = await asOwner<{ id: number }>(world.ownerUrl, 'select id from messages where school_id = $1', [schoolId])
  const { config } = call.services
  const school = (await schoolById(world.database, schoolId))!
  return world.database.transaction(schoolId, async (db) => {
    const row = (await lockMessage(db, schoolId, Number(message?.id)))!
    const render = createMessageRenderer({ openPayLink: openPayLink(config), dueOfReminder, secrets: config.secrets })
    return render(db, school, row, 'SMS')
  })
}

async function pay(studentId: number, feeIds: readonly number[] | 'ALL') {
  const clerk = await world.call('admin')
  const account = await viewFeeAccount(clerk, world.own.id, { termId: world.own.termId, studentId })
  const paid = account.fees.filter(({ id, pending }) => pending > 0 && (feeIds === 'ALL' || feeIds.includes(id)))
  const amount = sumMoney(paid.flatMap(({ pending, lateFeeDue }) => [pending, lateFeeDue]))
  const seen = paid.map(({ id: feeId, version }) => ({ feeId, version }))
  await collectPayment(clerk, world.own.id, aPayment(world.own, seen, amount, { studentId }))
}

test('asks for late fees too, and leaves out what is being paid online: the sum that the link shows', async () => {
  const before = await due()
  expect((await preview()).sample.map(({ text }) => text)).toEqual([
    `Rs.${rupees(before)} for Asha Patil, Rohan Patil: s.in/••••`,
  ])
  // Three fees of each of the two.
  expect(before).toBe(2 * (330_000 + 3 * 5000))

  await beginOrder(call, own.token, { [world.own.student7A]: [own.fees.library] })
  expect(await due()).toBe(before - 35_000)
  expect((await preview()).sample[0]?.text).toContain(`Rs.${rupees(before - 35_000)} for Asha Patil, Rohan Patil`)
})

test('leaves out a child all of whose fees are being paid, and says so', async () => {
  const { tuitionApr, tuitionMay, library } = own.fees
  await beginOrder(call, own.token, { [world.own.student7A]: [tuitionApr, tuitionMay, library] })
  const { sample, notes, students } = await preview()
  expect(sample[0]?.text).toContain('for Rohan Patil:')
  expect(students).toBe(1)
  expect(notes).toContain('1 student of the list has a payment under way and is left out.')
})

test('a waiting reminder says the new sum after a payment, and is cancelled when nothing is left to ask', async () => {
  await send()
  await pay(world.own.student7A, [own.fees.library])
  const left = await due()
  expect(await rendered()).toMatchObject({ text: `Rs.${rupees(left)} for Asha Patil, Rohan Patil: s.in/${own.code}` })
  const { tuitionApr, tuitionMay, library } = own.fees
  await pay(world.own.student7A, 'ALL')
  await beginOrder(call, own.token, { [world.own.student8A]: [tuitionApr, tuitionMay, library] })
  expect(await rendered()).toEqual({ cancelReason: 'What it asks for was paid in the meantime, or a payment is under way.' })
})
