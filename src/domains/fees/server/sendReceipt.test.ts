import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { addTestFees, aPayment, type TestFees } from '#tests/world/fees.ts'
import { setSchool } from '#tests/world/rows.ts'
import { refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { checkData } from '#platform/dataChecks.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { schoolById } from '#platform/school.ts'
import { createMessageRenderer } from '#domains/messaging/server/messageRenderer.ts'
import { lockMessage } from '#domains/messaging/server/messages.sql.ts'
import { viewFeeAccount } from './account.queries.ts'
import { collectPayment, deletePayment } from './payments.commands.ts'
import { sendReceipt } from './sendReceipt.commands.ts'

let world: TestWorld
let fees: TestFees

beforeAll(async () => {
  world = await testWorld()
  fees = await addTestFees(world, world.own)
})
afterAll(() => world.close())

const asOwnerOf = <Row extends object>(statement: string, ...values: unknown[]) => asOwner<Row>(world.ownerUrl, statement, values)
const set = (values: Parameters<typeof setSchool>[2]) => setSchool(world, world.own, values)

beforeEach(async () => {
  await asOwnerOf('delete from messages where school_id = $1', world.own.id)
  await asOwnerOf('delete from message_templates where school_id = $1', world.own.id)
  await set({ senderId: 'OWNSCH', whatsapp: true, smsDisabled: false, quietFrom: '00:00', quietTo: '00:00' })
  await asOwnerOf("update students set phone = '9800000001', email = '' where school_id = $1", world.own.id)
})

async function addTemplates(): Promise<void> {
  const text = 'Received {{amount}} from {{student}} by {{mode}}, receipt {{receipt}} of {{day}}. {{school}}'
  const common = { schoolId: world.own.id, kind: 'RECEIPT', text, price: 12, changedByName: 'Super Admin' }
  await world.database.transaction(world.own.id, (db) =>
    db
      .insertInto('messageTemplates')
      .values([
        { ...common, channel: 'WHATSAPP', whatsappName: 'receipt' },
        { ...common, channel: 'SMS', dltTemplateId: '1107161234567890123', smsTemplateId: '64f0c2a91b7e3d5f60a81c24' },
      ])
      .execute(),
  )
}

async function pay() {
  const call = await world.call('fees')
  const account = await viewFeeAccount(call, world.own.id, { termId: world.own.termId, studentId: world.own.student7A })
  const seen = account.fees.filter((fee) => fee.id === fees.donation).map(({ id, version }) => ({ feeId: id, version }))
  return collectPayment(call, world.own.id, aPayment(world.own, seen, 50_050))
}

const send = async (id: number, key: string = randomUUID(), who: Who = 'fees') =>
  sendReceipt(await world.call(who), world.own.id, { id, key })

const messages = () =>
  asOwnerOf<{ id: number; event: string; state: string; channels: string[]; params: Record<string, string> }>(
    "select id::int, event, state, channels, params from messages where school_id = $1 and kind = 'RECEIPT' order by id",
    world.own.id,
  )

test('sends the receipt by WhatsApp, then SMS, though receipts do not go out by themselves', async () => {
  await addTemplates()
  const { id } = await pay()
  expect(await messages()).toEqual([])
  expect(await send(id)).toEqual({ by: 'WhatsApp', to: '9800000001' })
  const [message] = await messages()
  expect(message).toMatchObject({
    state: 'QUEUED',
    channels: ['WHATSAPP', 'SMS'],
    params: { student: 'Asha Patil', amount: '500.50', mode: 'CASH', sentBy: 'fees of Own School' },
  })
  // The sender does not take the kind's switch for a reason to cancel it.
  const { secrets } = (await world.call('admin')).services.config
  const school = await schoolById(world.database, world.own.id)
  const rendered = await world.database.transaction(world.own.id, async (db) => {
    const row = await lockMessage(db, world.own.id, message?.id ?? 0)
    if (!row || !school) throw new Error('The message is gone.')
    return createMessageRenderer({ openPayLink: () => Promise.resolve(null), dueOfReminder: () => Promise.resolve(0), secrets })(
      db,
      school,
      row,
      'WHATSAPP',
    )
  })
  expect(rendered).toMatchObject({ text: expect.stringContaining('Received 500.50 from Asha Patil by cash') })
})

test('each press is one message, however often its request arrives, and the next one waits two minutes', async () => {
  await addTemplates()
  const { id } = await pay()
  const key = randomUUID()
  const answers = await Promise.all([send(id, key), send(id, key), send(id, key)])
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await messages()).toHaveLength(1)
  expect(await refusal(send(id))).toMatchObject({
    code: 'CONFLICT',
    message: 'This receipt was sent a moment ago. It can be sent again after two minutes.',
  })
  await asOwnerOf("update messages set queued_at = now() - interval '3 minutes' where school_id = $1", world.own.id)
  await send(id)
  expect(await messages()).toHaveLength(2)
})

test('says why it cannot be sent', async () => {
  const { id } = await pay()
  const reason = async () => (await refusal(send(id))).message
  const noEmail = 'The family has no e-mail address'
  expect(await reason()).toBe(
    `The receipt cannot be sent. No WhatsApp template is registered. No SMS template is registered. ${noEmail}.`,
  )
  await addTemplates()
  await set({ whatsapp: false, smsDisabled: true })
  expect(await reason()).toBe(
    `The receipt cannot be sent. WhatsApp is switched off for this school. SMS is switched off for this school. ${noEmail}.`,
  )
  await set({ whatsapp: true, smsDisabled: false })
  await asOwnerOf('update students set phone = $2 where school_id = $1', world.own.id, defaultPhone)
  expect(await reason()).toBe(`The receipt cannot be sent. The family has no phone number. ${noEmail}.`)
  await asOwnerOf("update students set email = 'family@example.test' where school_id = $1", world.own.id)
  expect(await send(id)).toEqual({ by: 'e-mail', to: 'family@example.test' })
  await set({ feesModule: false })
  expect((await refusal(send(id))).code).toBe('DISABLED_MODULE')
  await set({ feesModule: true })
})

test('a deleted payment takes its messages back, and a void receipt is not sent', async () => {
  await addTemplates()
  const { id } = await pay()
  await send(id)
  await deletePayment(await world.call('admin'), world.own.id, { key: randomUUID(), id, reason: 'entered twice' })
  expect((await messages()).map(({ state }) => state)).toEqual(['CANCELLED'])
  expect(await refusal(send(id))).toMatchObject({ code: 'CONFLICT', message: 'This receipt is void, so it is not sent.' })
  expect((await checkData(world.database)).findings).toEqual([])
})

test('another school and a teacher learn nothing', async () => {
  const { id } = await pay()
  const foreign = await world.call('admin', world.other)
  expect((await refusal(sendReceipt(foreign, world.other.id, { id, key: randomUUID() }))).code).toBe('NOT_FOUND')
  expect((await refusal(send(id, randomUUID(), 'teacher'))).code).toBe('FORBIDDEN')
})
