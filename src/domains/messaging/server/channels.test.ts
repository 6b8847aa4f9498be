import { createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import type { Call } from '#platform/command.ts'
import { freePort } from '#platform/freePort.ts'
import { createLog } from '#platform/logging.ts'
import { type Mailer, startMailer } from '#platform/mail/mail.ts'
import { startMailStandIn } from '#development/standIns/mailServer.ts'
import { type ProvidersStandIn, startProvidersStandIn } from '#development/standIns/messageProviders.ts'
import { type Device, type PushClient, pushClient } from '#platform/push/client.ts'
import { smsClient } from '#platform/sms/client.ts'
import { invalidateSchool, schoolById } from '#platform/school.ts'
import { invalidateViewer } from '#platform/viewer.ts'
import { whatsappClient } from '#platform/whatsapp/client.ts'
import type { MessageChannel } from '../messaging.rules.ts'
import { type Channel, createChannels, type OutgoingMessage } from './channels.ts'
import { addDeviceToken, removeDeviceToken } from './devices.commands.ts'
import { queueMessages } from './queue.sql.ts'
import { startSender } from './sender.ts'
import { wakeSender } from './wakeSender.ts'
import { registerMessageWebhooks } from './webhooks.ts'

const log = createLog('silent')
const never = new AbortController().signal
const folder = mkdtempSync(join(tmpdir(), 'shala-channels-'))
let world: TestWorld
let providers: ProvidersStandIn
let push: PushClient
let mailServer: Awaited<ReturnType<typeof startMailStandIn>>
let mailer: Mailer
let app: FastifyInstance
let channels: Channel[]

beforeAll(async () => {
  world = await testWorld()
  const { config } = (await world.call('admin')).services
  const port = await freePort()
  providers = await startProvidersStandIn({ appUrl: `http://127.0.0.1:${port}`, pace: 0 })
  push = pushClient(config.push, { standIn: providers.url })
  mailServer = await startMailStandIn(join(folder, 'mail'))
  mailer = startMailer({ smtpUrl: mailServer.url, mailFrom: 'Shala <no-reply@shala.test>' }, log)
  const { whatsapp, sms } = providers.config
  const carriers = {
    whatsapp: { ...whatsapp, client: whatsappClient(whatsapp) },
    sms: { ...sms, client: smsClient(sms) },
    push,
  }
  const { handMail } = mailer
  channels = createChannels({ database: world.database, providers: carriers, handMail, appUrl: 'https://school.test' })
  app = Fastify({ logger: false })
  await registerMessageWebhooks(app, { config, database: world.database, providers: carriers, log })
  await app.listen({ port, host: '127.0.0.1' })
})

afterEach(() => vi.restoreAllMocks())

afterAll(async () => {
  await providers.stop()
  await app.close()
  await mailer.stop()
  await mailServer.stop()
  await world.close()
  rmSync(folder, { recursive: true })
})

/** Sends a message by a channel. */
async function send(name: MessageChannel, changed: Partial<OutgoingMessage> = {}) {
  const school = await schoolById(world.database, world.own.id)
  if (!school) throw new Error('The school is gone.')
  const letter: OutgoingMessage = {
    reference: '1-2-0',
    listedSince: null,
    phone: '9822012345',
    email: 'asha@home.test',
    subject: null,
    link: '/chat',
    tag: null,
    school: { ...school, senderId: 'SHALAA' },
    params: { day: '22/11/2026', student: 'Asha' },
    text: 'Asha was absent on 22/11/2026.',
    title: 'Absent · Own School',
    template: {
      name: 'absent',
      language: 'en',
      smsTemplateId: '64f0c2a91b7e3d5f60a81c24',
      text: '{{student}} was absent on {{day}}. {{student}} should bring a note. {{school}}',
    },
    ...changed,
  }
  const channel = channels.find((one) => one.name === name)
  expect(channel?.ready).toBe(true)
  return channel?.send(letter, never)
}

/** A call by a person, with the stand-in's push service. */
async function callOf(...given: Parameters<typeof world.call>): Promise<Call> {
  const call = await world.call(...given)
  return { ...call, services: { ...call.services, push } }
}

const devicesNow = () => world.database.kysely.selectFrom('deviceTokens').selectAll().orderBy('id').execute()

test('template parameters follow the order of the text, each once; a missing value is empty', async () => {
  expect(await send('WHATSAPP')).toMatchObject({ outcome: 'ACCEPTED' })
  expect(providers.whatsapp.messages().at(-1)).toMatchObject({
    to: '919822012345',
    template: 'absent (en)',
    values: ['Asha', '22/11/2026', '-'],
    reference: '1-2-0',
  })
  expect(await send('SMS')).toMatchObject({ outcome: 'ACCEPTED' })
  expect(providers.sms.messages().at(-1)).toMatchObject({
    to: '919822012345',
    template: 'SHALAA 64f0c2a91b7e3d5f60a81c24',
    values: ['Asha', '22/11/2026', ''],
    reference: '1-2-0',
  })
})

test('an e-mail contains the link, and has the same message id at every try', async () => {
  expect(await send('EMAIL')).toEqual({ outcome: 'ACCEPTED', ref: '<1-2-0@school.test>' })
  const [name = ''] = readdirSync(join(folder, 'mail'))
  const kept = await PostalMime.parse(readFileSync(join(folder, 'mail', name)))
  expect([kept.subject, kept.to?.[0]?.address, kept.messageId]).toEqual([
    'Absent · Own School',
    'asha@home.test',
    '<1-2-0@school.test>',
  ])
  expect(kept.text?.trim()).toBe('Asha was absent on 22/11/2026.\n\nhttps://school.test/chat')
})

test('every device of an account is notified, an expired one is deleted, and a disabled account gets nothing', async () => {
  const call = await callOf('student')
  const subject = call.viewer?.subject ?? ''
  const [phone, tablet] = [providers.push.subscribe(push.publicKey), providers.push.subscribe(push.publicKey)]
  for (const device of [phone, tablet]) expect(await addDeviceToken(call, world.own.id, device)).toBe(true)
  expect(await send('APP', { subject })).toEqual({ outcome: 'ACCEPTED', ref: '1-2-0' })
  const said = { title: 'Absent · Own School', body: 'Asha was absent on 22/11/2026.', link: '/chat', tag: '1-2-0' }
  expect(providers.push.received().map(({ endpoint, payload }) => [endpoint, JSON.parse(payload) as unknown])).toEqual(
    expect.arrayContaining([
      [phone.endpoint, said],
      [tablet.endpoint, said],
    ]),
  )
  expect((await devicesNow()).every((device) => device.lastUsedAt !== null)).toBe(true)
  providers.push.unsubscribe(tablet.endpoint)
  expect(await send('APP', { subject, tag: 'chat-7' })).toMatchObject({ outcome: 'ACCEPTED' })
  expect((await devicesNow()).map((device) => device.endpoint)).toEqual([phone.endpoint])
  expect(JSON.parse(providers.push.received().at(-1)?.payload ?? '')).toMatchObject({ tag: 'chat-7' })
  providers.push.setFault('reset')
  expect(await send('APP', { subject })).toMatchObject({ outcome: 'UNCLEAR' })
  providers.push.setFault(429)
  expect(await send('APP', { subject })).toMatchObject({ outcome: 'LATER' })
  providers.push.setFault(null)
  const disable = (disabled: boolean) =>
    world.database.transaction(world.own.id, async (db) => {
      await db.updateTable('students').set({ disabled }).where('schoolId', '=', world.own.id).execute()
      invalidateViewer(world.database, subject)
    })
  await disable(true)
  expect(await send('APP', { subject })).toMatchObject({ outcome: 'REFUSED', code: 'NO_DEVICE' })
  await disable(false)
  providers.push.unsubscribe(phone.endpoint)
  expect(await send('APP', { subject })).toMatchObject({ outcome: 'REFUSED', code: 'GONE' })
  expect(await send('APP', { subject })).toMatchObject({ outcome: 'REFUSED', code: 'NO_DEVICE' })
  expect(await send('APP')).toMatchObject({ outcome: 'REFUSED', code: 'NO_DEVICE' })
})

test('a device belongs to one account; only a push service is an address', async () => {
  const [admin, teacher] = [await callOf('admin'), await callOf('teacher')]
  const device: Device = providers.push.subscribe()
  const add = (call: Call, changed: Partial<Device> = {}, schoolId = world.own.id) =>
    addDeviceToken(call, schoolId, { ...device, ...changed })
  const owners = async () => (await devicesNow()).map(({ subject, endpoint }) => [subject, endpoint])
  for (const endpoint of [
    'http://169.254.169.254/latest',
    'https://fcm.googleapis.com@evil.test/',
    'http://localhost:4000/graphql',
  ])
    expect((await refusal(add(admin, { endpoint }))).problems).toEqual([
      { path: 'endpoint', message: "This browser's push service is not supported." },
    ])
  expect((await refusal(add(admin, { p256dh: 'short', auth: '' }))).problems.map(({ path }) => path)).toEqual(['p256dh', 'auth'])
  expect(await owners()).toEqual([])

  await add(admin)
  await add(admin)
  expect(await owners()).toEqual([[admin.viewer?.subject, device.endpoint]])
  const other = providers.push.subscribe()
  const stolen = await refusal(add(teacher, { p256dh: other.p256dh, auth: other.auth }))
  expect(stolen.code).toBe('BAD_INPUT')
  await add(teacher)
  expect(await owners()).toEqual([[teacher.viewer?.subject, device.endpoint]])
  const nul = await refusal(removeDeviceToken(teacher, world.own.id, { endpoint: `${device.endpoint}\0` }))
  expect(nul.code).toBe('BAD_INPUT')
  expect(await removeDeviceToken(admin, world.own.id, { endpoint: device.endpoint })).toBe(false)
  expect(await removeDeviceToken(teacher, world.own.id, { endpoint: device.endpoint })).toBe(true)
  expect(await owners()).toEqual([])
  expect((await auditRows(world)).slice(-2).map(({ role, action }) => [role, action])).toEqual([
    ['ADMIN', 'device.remove'],
    ['TEACHER', 'device.remove'],
  ])

  // A person who has chosen no school is notified too.
  const superadmin = await callOf('superadmin')
  await add(superadmin, {}, 0)
  for (let nth = 0; nth < 22; nth++) await add(superadmin, providers.push.subscribe(), 0)
  expect(await owners()).toHaveLength(20)
  expect((await owners()).flat()).not.toContain(device.endpoint)
  await world.database.kysely.deleteFrom('deviceTokens').execute()
})

const status = (changed: object = {}) => ({
  id: 'wamid.none',
  status: 'delivered',
  timestamp: '1790000000',
  recipient_id: '919822012345',
  ...changed,
})
const notice = (...statuses: object[]) =>
  JSON.stringify({ object: 'whatsapp_business_account', entry: [{ changes: [{ field: 'messages', value: { statuses } }] }] })
const sign = (body: string | Buffer, secret = providers.config.whatsapp.appSecret, hash = 'sha256') =>
  `${hash}=${createHmac(hash, secret).update(body).digest('hex')}`

async function call(path: string, body: string | Buffer | undefined, headers: Record<string, string> = {}): Promise<number> {
  const answer = await app.inject({ method: 'POST', url: path, headers, ...(body === undefined ? {} : { payload: body }) })
  return answer.statusCode
}

test('WhatsApp verifies its webhook with the verify token', async () => {
  const ask = (query: Record<string, string>) => app.inject({ method: 'GET', url: '/messages/whatsapp', query })
  const word = { 'hub.mode': 'subscribe', 'hub.verify_token': providers.config.whatsapp.verifyToken, 'hub.challenge': '<b>1158' }
  const found = await ask(word)
  expect([found.statusCode, found.body, found.headers['content-type']]).toEqual([200, '<b>1158', 'text/plain; charset=utf-8'])
  expect((await ask({ ...word, 'hub.verify_token': 'guess' })).statusCode).toBe(403)
  expect((await ask({ ...word, 'hub.mode': 'else' })).statusCode).toBe(403)
  expect((await ask({})).statusCode).toBe(403)
})

test('only calls with a signature over their raw bytes are accepted', async () => {
  const body = notice(status())
  const json = { 'content-type': 'application/json' }
  const post = (sent: string | Buffer | undefined, signature?: string, headers: Record<string, string> = json) =>
    call('/messages/whatsapp', sent, { ...headers, ...(signature === undefined ? {} : { 'x-hub-signature-256': signature }) })
  expect(await post(body, sign(body))).toBe(200)
  expect(await post(body, sign(body))).toBe(200)
  for (const signature of [
    undefined,
    '',
    'sha256=',
    sign(body, 'another secret'),
    sign(`${body} `),
    sign(body, providers.config.whatsapp.appSecret, 'sha1'),
    sign(body).replace('sha256=', ''),
    `${sign(body)}00`,
    sign(body).slice(0, -2),
  ])
    expect([signature, await post(body, signature)]).toEqual([signature, 401])
  expect(await post(undefined, sign(''))).toBe(400)
  // The same content in other bytes: escaped as WhatsApp does, with another content type, or compressed.
  const escaped = body.replace('delivered', '\\u0064elivered')
  expect(await post(escaped, sign(escaped))).toBe(200)
  expect(await post(escaped, sign(body))).toBe(401)
  expect(await post(body, sign(body), { 'content-type': 'text/plain' })).toBe(200)
  expect(await post(body, sign(body), {})).toBe(200)
  const utf16 = Buffer.from(body, 'utf16le')
  expect(await post(utf16, sign(body))).toBe(401)
  expect(await post(utf16, sign(utf16))).toBe(400)
  const packed = gzipSync(body)
  expect(await post(packed, sign(body), { ...json, 'content-encoding': 'gzip' })).toBe(401)
  expect(await post(packed, sign(packed), { ...json, 'content-encoding': 'gzip' })).toBe(400)
  for (const odd of ['[]', '{"entry":[{}]}', 'null', '{']) expect([odd, await post(odd, sign(odd))]).toEqual([odd, 400])
  // A call without a status is accepted, so that WhatsApp does not repeat it for ever.
  const mixed = notice({ id: 7 }, status({ status: 'deleted' }), status({ timestamp: 'soon' }))
  expect(await post(mixed, sign(mixed))).toBe(200)
})

test("MSG91's calls carry their secret in the address or a header", async () => {
  const body = JSON.stringify({ date: '2026-11-21 10:00:00', requestId: 'none', CRQID: '9-9-0', status: '1', desc: 'DELIVERED' })
  const secret = providers.config.sms.webhookSecret
  expect(await call(`/messages/sms?secret=${secret}`, body)).toBe(200)
  expect(await call('/messages/sms', body, { 'x-webhook-secret': secret, 'content-type': 'application/json' })).toBe(200)
  const form = new URLSearchParams({ data: `[{"requestId":"none","report":[${body}]}]` }).toString()
  const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await call(`/messages/sms?secret=${secret}`, form, asForm)).toBe(200)
  for (const address of [
    '/messages/sms',
    '/messages/sms?secret=',
    `/messages/sms?secret=${secret}x`,
    `/messages/sms?secret=a&secret=${secret}`,
  ])
    expect([address, await call(address, body)]).toEqual([address, 401])
  expect(await call(`/messages/sms?secret=${secret}`, 'status=1')).toBe(400)
})

test('a report that could not be stored is requested again with 503', async () => {
  const body = notice(status({ biz_opaque_callback_data: `${world.own.id}-1-0` }))
  vi.spyOn(world.database.kysely, 'selectFrom').mockImplementation(() => {
    throw new Error('the database is away')
  })
  expect(await call('/messages/whatsapp', body, { 'x-hub-signature-256': sign(body) })).toBe(503)
})

test('end to end through the provider: sent, delivered, read; failed, then by SMS; and a lost answer recovered', async () => {
  const { database, own } = world
  await database.kysely.updateTable('schools').set({ quietFrom: '00:00', quietTo: '00:00', senderId: 'SHALAA' }).execute()
  invalidateSchool(database, own.id)
  const school = await database.kysely.selectFrom('schools').selectAll().where('id', '=', own.id).executeTakeFirstOrThrow()
  const states = async () => {
    const rows = await database.transaction(own.id, (db) =>
      db.selectFrom('messages').select(['event', 'state', 'channel']).where('schoolId', '=', own.id).orderBy('event').execute(),
    )
    return rows.map(({ event, state, channel }) => `${event} ${channel} ${state}`)
  }
  const lost = `9700000003`
  providers.whatsapp.setFault(({ to }) => (to === `91${lost}` ? 'lost' : to === '919700000002' ? 'refused' : 'none'))
  const template = { name: 'absent', language: 'en', smsTemplateId: '64f0c2a91b7e3d5f60a81c24', text: '{{student}}' }
  const sender = startSender({
    database,
    channels,
    perSecond: {},
    log,
    compose: async (_, __, { params }) => ({ template, params, text: params.student ?? '', title: 'T', link: null, tag: null }),
  })
  await database.transaction(own.id, (db) =>
    queueMessages(
      db,
      school,
      'ABSENCE',
      ['9700000001', '9700000002', lost].map((phone, nth) => ({
        event: `day/${nth + 1}`,
        studentIds: [own.student7A],
        phone,
        params: { student: 'Asha' },
      })),
      { channels: ['WHATSAPP', 'SMS'] },
    ),
  )
  wakeSender(database)
  await eventually(async () =>
    expect(await states()).toEqual(['day/1 WHATSAPP READ', 'day/2 SMS DELIVERED', 'day/3 WHATSAPP READ']),
  )
  await sender.stop()
  // All reports again, in the wrong order: nothing changes.
  const before = await database.transaction(own.id, (db) => db.selectFrom('messageEvents').selectAll().orderBy('id').execute())
  const replayed = providers.whatsapp
    .messages()
    .map(({ ref, reference }) => status({ id: ref, biz_opaque_callback_data: reference }))
  const body = notice(
    ...replayed,
    ...replayed.map((one) => ({ ...one, status: 'sent' })),
    ...replayed.map((one) => ({ ...one, status: 'failed' })),
  )
  expect(await call('/messages/whatsapp', body, { 'x-hub-signature-256': sign(body) })).toBe(200)
  const after = await database.transaction(own.id, (db) => db.selectFrom('messageEvents').selectAll().orderBy('id').execute())
  expect(after).toEqual(before)
  expect(providers.whatsapp.messages().filter(({ to }) => to === `91${lost}`)).toHaveLength(1)
})
