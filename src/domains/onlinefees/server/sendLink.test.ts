import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { addOnlinePayments, type OnlineSchool } from '#tests/world/onlinePayments.ts'
import { setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import { createMessageRenderer } from '#domains/messaging/server/messageRenderer.ts'
import { lockMessage } from '#domains/messaging/server/messages.sql.ts'
import { schoolById } from '#platform/school.ts'
import { dueOfReminder } from './dueNow.ts'
import { openPayLink } from './links.ts'
import { previewPayLink, sendPayLink } from './sendLink.commands.ts'

let world: TestWorld
let online: OnlineSchool
const silently = <Row extends object>(statement: string, ...values: unknown[]) => asOwner<Row>(world.ownerUrl, statement, values)

beforeAll(async () => {
  world = await testWorld()
  const { secretKey } = (await world.call('admin')).services.config
  online = await addOnlinePayments(world, world.own, secretKey)
  await set({ senderId: 'OWNSCH', whatsapp: true, quietFrom: '00:00', quietTo: '00:00' })
  await addTemplate('PAY_LINK', 'WHATSAPP', 'Pay {{amount}} for {{student}}: {{link}} {{school}}', 12)
  await addTemplate('FEE_REMINDER', 'SMS', 'Dear parent, Rs.{{amount}} for {{student}} {{code}} {{school}}', 18)
})
afterAll(() => world.close())
beforeEach(() => silently("delete from messages where kind = 'PAY_LINK'"))

const set = (values: Parameters<typeof setSchool>[2]) => setSchool(world, world.own, values)

async function addTemplate(kind: string, channel: 'WHATSAPP' | 'SMS', text: string, price: number): Promise<void> {
  const ids =
    channel === 'SMS'
      ? { dltTemplateId: '1107161234567890123', smsTemplateId: '64f0c2a91b7e3d5f60a81c24' }
      : { whatsappName: 'pay' }
  await world.database.transaction(world.own.id, (db) =>
    db
      .insertInto('messageTemplates')
      .values({ schoolId: world.own.id, kind, channel, text, price, changedByName: 'Super Admin', ...ids })
      .execute(),
  )
}

const preview = async (who: Who = 'fees') => previewPayLink(await world.call(who), world.own.id, { id: online.linkId })
const send = async (channel: string, who: Who = 'fees', key: string = randomUUID()) =>
  sendPayLink(await world.call(who), world.own.id, { id: online.linkId, channel, key })

interface Stored {
  id: number
  state: string
  phone: string
  channels: string[]
  params: Record<string, string>
  text: string
  waits: boolean
}
const messages = () =>
  silently<Stored>(
    `select m.id, m.state, m.phone, m.channels, m.params, m.text,
       exists (select from message_queue q where q.message_id = m.id and q.due_at <= now()) as waits
     from messages m where m.school_id = $1 and m.kind = 'PAY_LINK' order by m.id`,
    world.own.id,
  )

describe('sending a pay link from the counter by WhatsApp or SMS', () => {
  test('previews the recipient, the text and the cost', async () => {
    const seen = await preview()
    expect(seen.phone).toBe('9876543210')
    expect(seen.children.map((child) => child.name)).toEqual(['Asha Patil', 'Rohan Patil'])
    expect(seen.problem).toBeNull()
    expect(seen.quietNow).toBeNull()
    expect(seen.ways.map(({ channel, problem, cost }) => [channel, problem, cost])).toEqual([
      ['WHATSAPP', null, 12],
      ['SMS', null, 18],
    ])
    // 2 × (two months and one time).
    expect(seen.ways[0]?.text).toBe('Pay 6,600.00 for Asha Patil, Rohan Patil: …/•••• Own School')
    expect(JSON.stringify(seen)).not.toContain(online.code)
  })

  test('is allowed to FEES and is in the message ledger without the secret of the link', async () => {
    const after = await send('WHATSAPP')
    expect(after.sent.map(({ channel, state, byName }) => [channel, state, byName])).toEqual([
      ['WHATSAPP', 'QUEUED', 'fees of Own School'],
    ])
    const [message, ...more] = await messages()
    expect(more).toEqual([])
    expect(message).toMatchObject({ state: 'QUEUED', phone: '9876543210', channels: ['WHATSAPP'], waits: true })
    expect(message?.params.guardianLink).toBe(String(online.linkId))
    expect(JSON.stringify(message)).not.toContain(online.code)
    const about = await silently<{ students: number }>(
      'select count(*)::int as students from message_students where message_id = $1',
      message?.id,
    )
    expect(about).toEqual([{ students: 2 }])
  })

  test('gives the provider a link to the family’s page, with the reminder’s text if the school has no other', async () => {
    await send('SMS')
    const [message] = await messages()
    const { own, database } = world
    const { config } = (await world.call('admin')).services
    const school = await schoolById(database, own.id)
    const said = await database.transaction(own.id, async (db) => {
      const row = await lockMessage(db, own.id, message?.id ?? 0)
      if (!row || !school) throw new Error('The message is gone.')
      return createMessageRenderer({ openPayLink: openPayLink(config), dueOfReminder, secrets: config.secrets })(
        db,
        school,
        row,
        'SMS',
      )
    })
    expect(said).toMatchObject({
      text: `Dear parent, Rs.6,600.00 for Asha Patil, Rohan Patil ${online.code} Own School`,
      kept: 'Dear parent, Rs.6,600.00 for Asha Patil, Rohan Patil •••• Own School',
    })
  })

  test('works in quiet hours too, and the screen is told about them', async () => {
    await set({ quietFrom: '00:00', quietTo: '23:59' })
    expect((await preview()).quietNow).toBe('00:00 to 23:59')
    await send('SMS')
    expect((await messages()).map((message) => message.waits)).toEqual([true])
    await set({ quietFrom: '00:00', quietTo: '00:00' })
  })

  test('sends one message for the same key, two clerks at once, and a second press within two minutes', async () => {
    const key = randomUUID()
    const first = await send('WHATSAPP', 'fees', key)
    const again = await send('WHATSAPP', 'fees', key)
    expect(again.sent).toEqual(first.sent)
    expect(await refusal(send('WHATSAPP', 'admin'))).toMatchObject({ code: 'CONFLICT' })
    expect(await messages()).toHaveLength(1)
    // By another way at once: the parent says that nothing came.
    await send('SMS')
    expect(await messages()).toHaveLength(2)
    await silently("delete from messages where kind = 'PAY_LINK'")
    const both = await Promise.allSettled([send('SMS', 'fees'), send('SMS', 'admin')])
    expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await messages()).toHaveLength(1)
  })

  test('can be repeated at once if it did not arrive, and at most ten times per phone and day', async () => {
    await send('SMS')
    await silently("update messages set state = 'FAILED', failure = 'No such number.' where kind = 'PAY_LINK'")
    await send('SMS')
    await silently("update messages set queued_at = queued_at - interval '1 hour' where kind = 'PAY_LINK'")
    for (let nth = 0; nth < 9; nth++) {
      await send('SMS')
      await silently("update messages set queued_at = queued_at - interval '1 hour' where kind = 'PAY_LINK'")
    }
    expect(await refusal(send('SMS'))).toMatchObject({ code: 'RATE_LIMITED' })
  })
})

describe('a pay link is refused with a reason', () => {
  const closed = async () => (await preview()).ways.map(({ channel, problem }) => [channel, problem])

  test('without a provider or without the school’s word', async () => {
    const call = await world.call('fees')
    const services = { ...call.services, canSend: { WHATSAPP: false, SMS: true } }
    const ways = (await previewPayLink({ ...call, services }, world.own.id, { id: online.linkId })).ways
    expect(ways[0]?.problem).toBe('This installation cannot send by WhatsApp')
    const refused = sendPayLink({ ...call, services }, world.own.id, {
      id: online.linkId,
      channel: 'WHATSAPP',
      key: randomUUID(),
    })
    expect(await refusal(refused)).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'channel' }] })
    await set({ whatsapp: false, senderId: '' })
    expect(await closed()).toEqual([
      ['WHATSAPP', 'WhatsApp is switched off for this school'],
      ['SMS', 'The school has no sender ID for SMS'],
    ])
    await set({ whatsapp: true, senderId: 'OWNSCH' })
  })

  test('without a registered text, or when the school has switched it off', async () => {
    await silently("update message_templates set deleted_at = now() where kind = 'PAY_LINK'")
    expect(await closed()).toEqual([
      ['WHATSAPP', 'No WhatsApp template is registered'],
      ['SMS', null],
    ])
    await silently("update message_templates set deleted_at = null where kind = 'PAY_LINK'")
    await silently(
      "insert into message_kinds (school_id, kind, enabled, changed_by_name) values ($1, 'PAY_LINK', false, 'x')",
      world.own.id,
    )
    expect((await closed()).map(([, problem]) => problem)).toEqual(
      Array(2).fill('The school has switched pay links off in “Messages”'),
    )
    expect(await refusal(send('SMS'))).toMatchObject({ code: 'BAD_INPUT' })
    await silently('delete from message_kinds')
  })

  test('for an expired link, or when nothing is pending', async () => {
    await silently("update guardian_links set expires_at = now() - interval '1 day' where id = $1", online.linkId)
    expect((await preview()).problem).toContain('has expired')
    expect(await refusal(send('SMS'))).toMatchObject({ code: 'CONFLICT' })
    await silently("update guardian_links set expires_at = now() + interval '1 day' where id = $1", online.linkId)
    await silently('update fees set deleted_at = now() where school_id = $1', world.own.id)
    expect((await preview()).problem).toBe('Nothing is pending: there is nothing to pay by this link.')
    expect(await refusal(send('SMS'))).toMatchObject({ code: 'CONFLICT' })
    await silently('update fees set deleted_at = null where school_id = $1', world.own.id)
  })

  test('for a TEACHER, a class-limited ADMIN, and another school', async () => {
    for (const who of ['teacher', 'limitedAdmin', 'student', 'attendant'] as const)
      expect([who, (await refusal(send('SMS', who))).code]).toEqual([who, 'FORBIDDEN'])
    const foreign = world.call('admin', world.other)
    expect(await refusal(previewPayLink(await foreign, world.own.id, { id: online.linkId }))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refusal(previewPayLink(await foreign, world.other.id, { id: online.linkId }))).toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
