import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { fromNow } from '#tests/moments.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import { checkData } from '#platform/dataChecks.ts'
import type { Tx } from '#platform/database/connect.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import { loadLanguages } from '#platform/languages/speech.ts'
import { invalidateSchool, schoolById, type School } from '#platform/school.ts'
import type { SendResult } from '#platform/sendResult.ts'
import { schoolTime } from '#shared/dates.ts'
import { applyRetention } from '#domains/privacy/server/retention.exports.ts'
import type { MessageChannel, MessageKind } from '../messaging.rules.ts'
import type { Channel, OutgoingMessage } from './channels.ts'
import { takeSendTokens } from './sendLimits.sql.ts'
import { cancelMessage, listMessages, listMessagesOfStudent, retryMessage } from './messages.commands.ts'
import { cancelMessages, deleteMessages, type NewMessage, queueMessages } from './queue.sql.ts'
import { createMessageRenderer } from './messageRenderer.ts'
import { type SenderDependencies, startSender } from './sender.ts'
import { type ProviderReport, applyProviderReport } from './providerReports.ts'
import { sendingTimes } from './sending.sql.ts'
import { wakeSender } from './wakeSender.ts'

let world: TestWorld
let students: number[]
const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (...all: unknown[]) => logged.push(all),
}
const logged: unknown[] = []
/** The messages handed to each channel. */
const taken: (OutgoingMessage & { channel: MessageChannel })[] = []
/** The channels' answers; accepted by default. */
let answers: (letter: OutgoingMessage, channel: MessageChannel) => SendResult | Promise<SendResult>
let senders: { stop(): Promise<void> }[] = []

const accepted = (letter: OutgoingMessage): SendResult => ({ outcome: 'ACCEPTED', ref: `ref of ${letter.reference}` })
const channel = (name: MessageChannel, ready = true): Channel => ({
  name,
  ready,
  send: async (letter) => {
    taken.push({ ...letter, channel: name })
    return answers(letter, name)
  },
})

beforeAll(async () => {
  world = await testWorld()
  students = [world.own.student7A, world.own.student8A]
})

beforeEach(async () => {
  answers = accepted
  taken.length = 0
  logged.length = 0
  // No quiet hours, at whatever time the tests run.
  for (const school of [world.own, world.other]) await settings({ quietFrom: '00:00', quietTo: '00:00' }, school)
  await asOwner(world.ownerUrl, 'delete from messages', [])
  await asOwner(world.ownerUrl, 'delete from send_gates', [])
})

afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.stop()))
  senders = []
  expect(logged).toEqual([])
  expect((await checkData(world.database)).findings).toEqual([])
})
afterAll(() => world.close())

const shortTimes = { ...sendingTimes, pollMs: 20, recipientPauseMs: 60, lockTimeoutMs: 100, retryDelayMs: () => 10 }

const said = { template: { name: 'absence', language: 'en', smsTemplateId: '1', text: '' }, title: '', link: null, tag: null }

function start(more: Partial<SenderDependencies> = {}, times = shortTimes): void {
  const channels = (['WHATSAPP', 'SMS', 'EMAIL', 'APP'] as const).map((name) => channel(name))
  const compose: SenderDependencies['compose'] = async (_, __, { params }) => ({
    ...said,
    params,
    text: `Hello ${params.student}`,
  })
  senders.push(startSender({ database: world.database, channels, perSecond: {}, compose, log: log as never, ...more }, times))
}

async function settings(values: Partial<School>, school = world.own): Promise<void> {
  await world.database.kysely.updateTable('schools').set(values).where('id', '=', school.id).execute()
  invalidateSchool(world.database, school.id)
}

async function own(school = world.own): Promise<School> {
  return (await schoolById(world.database, school.id)) as School
}

const inSchool = <T>(run: (db: Tx) => Promise<T>, school = world.own) => world.database.transaction(school.id, run)
const about = (nth: number, more: Partial<NewMessage> = {}): NewMessage => ({
  event: `event ${nth}`,
  studentIds: students,
  phone: `98000${String(nth).padStart(5, '0')}`,
  params: { student: 'Asha' },
  ...more,
})
const queue = async (
  messages: readonly NewMessage[],
  channels: MessageChannel[] = ['WHATSAPP', 'SMS'],
  kind: MessageKind = 'FEE_REMINDER',
  school = world.own,
) => {
  const of = await own(school)
  return inSchool((db) => queueMessages(db, of, kind, messages, { channels }), school)
}
const rows = () => inSchool((db) => db.selectFrom('messages').selectAll().orderBy('event').execute())
const states = async () => (await rows()).map(({ channel: at, state }) => `${at} ${state}`)
const queued = async () => (await world.database.kysely.selectFrom('messageQueue').selectAll().execute()).length

/** For a test that hangs. Polls often, because nothing wakes it. */
const patience = { timeout: 50_000, interval: 15 }

/** Waits until no message is pending. */
async function until(expected: string | ((all: string[]) => boolean)): Promise<void> {
  const ready = typeof expected === 'string' ? (all: string[]) => all.every((one) => one === expected) : expected
  await vi.waitFor(async () => {
    const all = await states()
    if (!ready(all)) throw new Error(`The messages are ${all.join(', ')}, and not ${String(expected)}.`)
  }, patience)
}

const says = (word: Partial<ProviderReport> & Pick<ProviderReport, 'status'>) =>
  applyProviderReport(world.database, { provider: 'WHATSAPP', ref: 'unknown', at: new Date(), ...word })
const viewed = async (who: Who = 'admin', input: object = {}) => listMessages(await world.call(who), world.own.id, input)

test('a message is sent once for each event: updated while queued, cancelled, queued again, and unchanged once sent', async () => {
  expect(await queue([about(1), about(2), about(1), about(3, { phone: '1234567890' })])).toBe(2)
  expect(await queue([about(1, { params: { student: 'Rohan' }, studentIds: [students[0] ?? 0] })])).toBe(1)
  expect((await rows()).map(({ params }) => params)).toEqual([{ student: 'Rohan' }, { student: 'Asha' }])
  const count = async () => (await inSchool((db) => db.selectFrom('messageStudents').selectAll().execute())).length
  expect(await count()).toBe(3)
  expect(await inSchool((db) => cancelMessages(db, world.own.id, 'FEE_REMINDER', ['event 1', 'event 9']))).toBe(1)
  expect([await states(), await queued()]).toEqual([['WHATSAPP CANCELLED', 'WHATSAPP QUEUED'], 1])
  await queue([about(1)])
  expect([await states(), await queued()]).toEqual([['WHATSAPP QUEUED', 'WHATSAPP QUEUED'], 2])
  start()
  await until('WHATSAPP SENT')
  expect(await queue([about(1, { params: { student: 'Nobody' } })])).toBe(0)
  expect([await states(), await queued(), taken.length]).toEqual([['WHATSAPP SENT', 'WHATSAPP SENT'], 0, 2])
  const { rows: shown } = await viewed()
  expect(shown.at(-1)).toMatchObject({ text: 'Hello Asha', studentNames: ['Asha Patil', 'Rohan Patil'], tries: 1 })
  expect(shown.at(-1)?.events.map(({ state }) => state)).toEqual(['QUEUED', 'CANCELLED', 'QUEUED', 'SENT'])
})

test('a provider’s reason shown to staff contains neither a one-time code nor the address of a family page', async () => {
  answers = ({ params }) => ({ outcome: 'REFUSED', code: '1', reason: `Cannot deliver ${params.code}, ${params.link}.` })
  await queue([about(1, { params: { code: 'K7QM-3VXD', link: 'https://app.school.in/1-abcDEF2345' } })], ['SMS'])
  start({ compose: async (_, __, { params }) => ({ ...said, params, text: '' }) })
  await until('SMS FAILED')
  expect((await viewed()).rows[0]?.events.at(-1)).toMatchObject({ detail: 'Cannot deliver ••••••, ••••••.' })
})

test('a locked message does not hold up the others, and its outcome is stored when the lock is released', async () => {
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  answers = async (letter) => {
    if (!letter.phone.endsWith('9')) await held.promise
    return accepted(letter)
  }
  await queue([about(1), about(2), about(3), about(4)], ['SMS'])
  start()
  await until('SMS SENDING')
  const holding = inSchool(async (db) => {
    await db.selectFrom('messages').select('id').where('schoolId', '=', world.own.id).forUpdate().execute()
    held.resolve()
    await free.promise
  })
  await held.promise
  await queue([about(9)], ['SMS'])
  await until((all) => all[4] === 'SMS SENT')
  expect((await states()).slice(0, 4)).toEqual(Array(4).fill('SMS SENDING'))
  free.resolve()
  await holding
  await until('SMS SENT')
  expect(taken).toHaveLength(5)
})

test('300 messages are sent once each by several processes, taking turns between two schools', async () => {
  const many = (from: number, count: number) => Array.from({ length: count }, (_, nth) => about(from + nth, { studentIds: [] }))
  await queue(many(1000, 280), ['SMS'])
  await queue(many(5000, 20), ['SMS'], 'FEE_REMINDER', world.other)
  for (let process = 0; process < 4; process += 1) start()
  await vi.waitFor(async () => expect(await queued()).toBe(0), patience)
  expect(taken).toHaveLength(300)
  expect(new Set(taken.map((letter) => letter.reference)).size).toBe(300)
  const others = taken.flatMap(({ school }, place) => (school.id === world.other.id ? [place] : []))
  expect(others.at(-1)).toBeLessThan(200)
  expect([...new Set(await states())]).toEqual(['SMS SENT'])
})

test('a refused message goes by the next channel, a postponed one is retried, and the last failure has a reason', async () => {
  answers = (letter, by) => {
    const attempts = taken.filter((one) => one.phone === letter.phone && one.channel === by).length
    if (letter.phone.endsWith('1')) return { outcome: 'REFUSED', code: '131026', reason: `No account at ${by}.` }
    if (letter.phone.endsWith('2')) return attempts < 3 ? { outcome: 'LATER', reason: 'Busy.' } : accepted(letter)
    if (letter.phone.endsWith('3')) return { outcome: 'LATER', reason: `${by} is away.` }
    return { outcome: 'UNCLEAR', reason: 'The connection broke.' }
  }
  await queue([about(1), about(2), about(3), about(4), about(5, { phone: '', subject: world.own.subjects.student ?? null })])
  start()
  await until((all) => all.every((one) => !/QUEUED|SENDING/.test(one)))
  expect(await states()).toEqual(['SMS FAILED', 'WHATSAPP SENT', 'SMS FAILED', 'WHATSAPP UNKNOWN'])
  expect((await rows()).map(({ failure }) => failure)).toEqual([
    'No account at SMS.',
    null,
    'SMS is away.',
    'The connection broke. It may have arrived.',
  ])
  // Six attempts by each channel, and one for the unclear answer.
  expect([1, 2, 3, 4].map((nth) => taken.filter(({ phone }) => phone.endsWith(String(nth))).length)).toEqual([2, 3, 12, 1])
  expect(await queued()).toBe(0)
})

test('a channel without provider, template or address is skipped, with the reason', async () => {
  const channels = [channel('WHATSAPP', false), channel('SMS'), channel('EMAIL'), channel('APP')]
  start({
    channels,
    compose: async (_, __, { params }, by) =>
      by === 'SMS'
        ? { skipReason: 'No SMS template is registered.' }
        : {
            template: { name: '', language: '', smsTemplateId: '', text: '' },
            params,
            text: 'Hi',
            title: '',
            link: null,
            tag: null,
          },
  })
  await queue([about(1), about(2, { email: 'a@b.test' })], ['WHATSAPP', 'SMS', 'EMAIL'])
  await until((all) => all.length === 2 && all.every((one) => one.startsWith('EMAIL') && !/QUEUED|SENDING/.test(one)))
  expect(await states()).toEqual(['EMAIL FAILED', 'EMAIL SENT'])
  const { rows: shown } = await viewed()
  expect(
    shown
      .at(-1)
      ?.events.map(({ detail }) => detail)
      .filter(Boolean),
  ).toEqual(['This installation cannot send by WhatsApp.', 'No SMS template is registered.', 'No e-mail address is recorded.'])
})

test('a message uses the template registered at that moment, fails without one, and a notice uses the template of its batch', async () => {
  const { id: schoolId } = world.own
  await settings({ senderId: 'SHALAX', whatsapp: true, smsDisabled: false })
  await inSchool(async (db) => {
    const template = { schoolId, text: '{{text}} {{school}}', name: 'Fair', kind: 'NOTICE', changedByName: 'Somebody' }
    await db
      .insertInto('messageTemplates')
      .values({ ...template, channel: 'WHATSAPP', whatsappName: 'fair' })
      .execute()
    const { id: batchId } = await db
      .insertInto('messageBatches')
      .values({
        schoolId,
        kind: 'NOTICE',
        templateName: 'Fair',
        audience: 0,
        token: 'token',
        total: 1,
        cost: 0,
        createdBy: randomUUID(),
        createdByName: 'A',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const params = { text: 'Closed on Friday', school: 'Own School' }
    await queueMessages(db, await own(), 'NOTICE', [about(1, { params })], { batchId, channels: ['SMS', 'WHATSAPP'] })
  })
  await queue([about(2)], undefined, 'ABSENCE')
  const saying = createMessageRenderer({
    openPayLink: async (_, { phone }) => (phone.endsWith('4') ? null : { link: 'https://s.in/1-secret', code: '1-secret' }),
    dueOfReminder: async () => 10_000,
    secrets: { current: 'any secret of a test' },
  })
  start({ compose: saying })
  await until((all) => all.join() === 'WHATSAPP SENT,SMS FAILED')
  expect(taken).toMatchObject([
    { text: 'Closed on Friday Own School', template: { name: 'fair', language: 'en' }, params: { text: 'Closed on Friday' } },
  ])
  expect((await rows()).map(({ failure }) => failure)).toEqual([null, 'No SMS template is registered.'])
  // The address of a family page is sent but not stored. An expired link or a kind that was switched off cancels a
  // message.
  await settings({ onlineFees: true, feesModule: true })
  const params = { student: 'Asha', amount: '100.00', school: 'Own School', guardianLink: '1' }
  const first = [students[0] ?? 0]
  await queue(
    [about(3, { params, studentIds: first, email: 'asha@own.test' }), about(4, { params, email: 'rohan@own.test' })],
    ['EMAIL'],
  )
  await until((all) => all[2] === 'EMAIL SENT' && all[3] === 'EMAIL CANCELLED')
  expect(taken.at(-1)).toMatchObject({
    text: 'Dear parent, fees of Rs.100.00 are due for Asha. https://s.in/1-secret Own School',
    link: '/1-secret',
  })
  const of = async (who: Who) =>
    (await listMessagesOfStudent(await world.call(who), world.own.id, { studentId: first[0] })).map(({ event }) => event)
  expect(await of('teacher')).toEqual(['event 2', 'event 1'])
  expect(await of('admin')).toEqual(['event 4', 'event 3', 'event 2', 'event 1'])
  await settings({ onlineFees: false })
  await queue([about(5, { params, email: 'rohan@own.test' })], ['EMAIL'])
  await until((all) => all[4] === 'EMAIL SENT')
  await settings({ feesModule: false })
  await queue([about(6, { params, email: 'rohan@own.test' })], ['EMAIL'])
  await until((all) => all[5] === 'EMAIL CANCELLED')
  expect((await rows()).slice(2).map(({ text, failure }) => [text, failure])).toEqual([
    ['Dear parent, fees of Rs.100.00 are due for Asha. …/•••• Own School', null],
    ['', 'The pay link has expired or was revoked.'],
    ['Dear parent, fees of Rs.100.00 are due for Asha. Own School', null],
    ['', 'The fees module is switched off.'],
  ])
  await inSchool((db) =>
    db
      .insertInto('messageKinds')
      .values({ schoolId: world.own.id, kind: 'ABSENCE', enabled: false, changedByName: 'A' })
      .execute(),
  )
  await queue([about(7)], ['SMS'], 'ABSENCE')
  await until((all) => all[6] === 'SMS CANCELLED')
  expect((await rows())[6]?.failure).toBe('Messages of this kind are switched off.')
})

test('a message is in its family’s language, and its history says when there is no text in it', async () => {
  await loadLanguages()
  const { id: schoolId, student7A, student8A } = world.own
  await settings({ senderId: 'SHALAX', smsDisabled: false, attNotification: true, language: 'en' })
  await inSchool((db) =>
    db
      .insertInto('messageTemplates')
      .values(
        [
          ['en', '{{student}} absent on {{day}}'],
          ['mr', '{{student}} {{day}} रोजी अनुपस्थित'],
        ].map(([language = '', text = '']) => ({
          schoolId,
          kind: 'LATE',
          channel: 'SMS',
          language,
          text,
          dltTemplateId: '1107161234567890123',
          smsTemplateId: `64f0c2a91b7e3d5f60a81c2${language === 'en' ? 4 : 5}`,
          changedByName: 'Somebody',
        })),
      )
      .execute(),
  )
  const speaks = (studentId: number, language: string) =>
    inSchool((db) => db.updateTable('students').set({ language }).where('id', '=', studentId).execute())
  await speaks(student7A, 'mr')
  await speaks(student8A, 'hi')
  start({
    compose: createMessageRenderer({
      openPayLink: async () => null,
      dueOfReminder: async () => 0,
      secrets: { current: 'any secret of a test' },
    }),
  })
  const params = { student: 'Asha', day: '2026-11-25', school: 'Own School' }
  await queue([about(1, { params, studentIds: [student7A] }), about(2, { params, studentIds: [student8A] })], ['SMS'], 'LATE')
  await queue([about(3, { params, studentIds: [student8A], email: 'asha@own.test' })], ['EMAIL'], 'LATE')
  await until((all) => all.every((one) => one.endsWith('SENT')))
  const details = await inSchool((db) =>
    db
      .selectFrom('messageEvents')
      .innerJoin('messages', (on) => onSameSchool(on, 'messages.id', 'messageEvents.messageId'))
      .select(['event', 'detail'])
      .where('messageEvents.schoolId', '=', world.own.id)
      .where('detail', '<>', '')
      .execute(),
  )
  expect((await rows()).map(({ text }) => text)).toEqual([
    'Asha 25 नोव्हें 2026 रोजी अनुपस्थित',
    'Asha absent on 25 Nov 2026',
    'प्रिय अभिभावक, Asha () 25 नवं. 2026 को देर से उपस्थित. Own School',
  ])
  expect(details).toEqual([{ event: 'event 2', detail: 'There is no text in हिन्दी, so it goes in English.' }])
  expect(taken.find(({ channel: by }) => by === 'EMAIL')?.title).toBe('देर से')
  await speaks(student7A, '')
  await speaks(student8A, '')
})

test('quiet hours postpone a message, cancel one that expires within them, and do not affect chats', async () => {
  const now = fromNow(0).getTime()
  const time = (hours: number) => schoolTime(new Date(now + hours * 3_600_000))
  await settings({ quietFrom: time(-1), quietTo: time(1) })
  await queue([about(1), about(2, { expiresAt: new Date(now + 60_000) }), about(3, { dueAt: new Date(now + 7_200_000) })])
  await queue([about(4, { subject: world.own.subjects.admin ?? null })], ['APP'], 'CHAT')
  start()
  await until((all) => all.includes('APP SENT') && all.includes('WHATSAPP CANCELLED'))
  expect(await states()).toEqual(['WHATSAPP QUEUED', 'WHATSAPP CANCELLED', 'WHATSAPP QUEUED', 'APP SENT'])
  const due = (await rows()).map(({ dueAt }) => Math.round((dueAt.getTime() - now) / 3_600_000))
  expect([due[0], due[2]]).toEqual([1, 2])
  expect((await rows())[1]?.failure).toBe('It expired before it could be sent.')
  // The quiet hours were changed in the meantime.
  await settings({ quietFrom: '00:00', quietTo: '00:00' })
  await asOwner(world.ownerUrl, 'update messages set due_at = now()', [])
  await asOwner(world.ownerUrl, 'update message_queue set due_at = now()', [])
  await until((all) => all.filter((one) => one === 'WHATSAPP SENT').length === 2)
  // Chat notifications are in no list of messages, and are deleted after a week.
  expect((await viewed()).total).toBe(3)
  const { config } = (await world.call('admin')).services
  await applyRetention(world.database, config)
  expect(await states()).toHaveLength(4)
  await asOwner(world.ownerUrl, "update messages set state_at = now() - interval '8 days'", [])
  await applyRetention(world.database, config)
  expect((await rows()).map(({ kind }) => kind)).toEqual(['FEE_REMINDER', 'FEE_REMINDER', 'FEE_REMINDER'])
})

test('there is a pause between two WhatsApp messages to one phone', async () => {
  await queue([about(1), about(2, { phone: '9800000001' }), about(3)])
  start({}, { ...shortTimes, recipientPauseMs: 3_600_000 })
  await until((all) => all.filter((one) => one === 'WHATSAPP SENT').length === 2)
  // It was looked at, and put off by the pause.
  const waits = async () =>
    asOwner(world.ownerUrl, "select 1 from message_queue where due_at > now() + interval '50 minutes'", [])
  await vi.waitFor(async () => expect(await waits()).toHaveLength(1), patience)
  expect(taken.map(({ phone }) => phone).toSorted()).toEqual(['9800000001', '9800000003'])
  // An hour later.
  await asOwner(world.ownerUrl, "update send_gates set refilled_at = refilled_at - interval '1 hour' where recipient <> ''", [])
  await asOwner(world.ownerUrl, 'update messages set due_at = now()', [])
  await asOwner(world.ownerUrl, 'update message_queue set due_at = now()', [])
  await until('WHATSAPP SENT')
  expect(taken.map(({ phone }) => phone).toSorted()).toEqual(['9800000001', '9800000001', '9800000003'])
})

test('processes share a provider’s rate limit: bursts of a tenth, filled again at nine tenths a second', async () => {
  const take = async () => takeSendTokens(world.database, 'SMS', { perSecond: 40, wanted: 30 })
  const ofGate = "from send_gates where provider = 'SMS' and recipient = ''"
  const filledAt = async () => {
    const [gate] = await asOwner<{ at: number }>(
      world.ownerUrl,
      `select extract(epoch from refilled_at)::float8 as at ${ofGate}`,
      [],
    )
    return gate!.at
  }
  await take()
  const [{ tokens: left }] = (await asOwner<{ tokens: number }>(world.ownerUrl, `select tokens::float8 ${ofGate}`, [])) as [
    { tokens: number },
  ]
  const before = await filledAt()
  let all = 0
  for (let round = 0; round < 20; round += 1) for (const one of await Promise.all([take(), take(), take()])) all += one
  // By the moments that the gate itself has noted, however long the rounds took.
  expect(all).toBeLessThanOrEqual(left + 36 * ((await filledAt()) - before) + 0.001)
  await asOwner(world.ownerUrl, "update send_gates set refilled_at = refilled_at - interval '1 second'", [])
  expect(await take()).toBe(4)
})

test('a process that died leaves UNKNOWN messages; a late answer or a report resolves them, and none is sent twice', async () => {
  await queue([about(1), about(2), about(3)])
  const [third, others] = [Promise.withResolvers<SendResult>(), Promise.withResolvers<SendResult>()]
  answers = (letter) => (letter.phone.endsWith('3') ? third : others).promise
  const stuck = { ...shortTimes, answerTimeoutMs: { WHATSAPP: 150, SMS: 150, EMAIL: 150, APP: 150 } }
  start({}, stuck)
  await until('WHATSAPP UNKNOWN')
  expect((await rows())[0]?.failure).toContain('It may have arrived.')
  expect([taken.length, await queued()]).toEqual([3, 0])
  const references = [1, 2, 3].map((nth) => taken.find(({ phone }) => phone.endsWith(String(nth)))?.reference ?? '')
  // By our own reference, because the answer with the provider's id was lost; then by the provider's id.
  expect(await says({ ref: 'a', reference: references[0], status: 'DELIVERED' })).toBe(true)
  expect(await says({ ref: 'a', status: 'READ' })).toBe(true)
  expect(await says({ ref: 'b', reference: references[1], status: 'FAILED', detail: 'No account.' })).toBe(true)
  answers = accepted
  third.resolve({ outcome: 'ACCEPTED', ref: 'c' })
  await until((all) => all[2] === 'WHATSAPP SENT' && all[1] === 'SMS SENT')
  expect(await states()).toEqual(['WHATSAPP READ', 'SMS SENT', 'WHATSAPP SENT'])
  others.resolve({ outcome: 'REFUSED', code: '1', reason: 'Too late.' })
  await Promise.all(senders.map((sender) => sender.stop()))
  expect(await states()).toEqual(['WHATSAPP READ', 'SMS SENT', 'WHATSAPP SENT'])
})

test('reports may come late, twice, in any order, and for unknown messages', async () => {
  await queue([about(1)])
  start()
  await until('WHATSAPP SENT')
  const ref = (await rows())[0]?.providerRef ?? ''
  expect(await says({ ref, status: 'READ' })).toBe(true)
  const events = async () => (await viewed()).rows[0]?.events.length
  const before = await events()
  for (const status of ['SENT', 'DELIVERED', 'READ', 'FAILED'] as const) expect(await says({ ref, status })).toBe(false)
  for (const reference of [undefined, '', '1-2', '999-1-1', `${world.own.id}-999999999-1`, `${world.own.id}-1-1-1`])
    expect(await says({ status: 'DELIVERED', reference })).toBe(false)
  // The reference of another installation's message with the same ids.
  expect(await says({ ref: 'other', reference: taken[0]?.reference, status: 'READ' })).toBe(false)
  expect([await states(), await events()]).toEqual([['WHATSAPP READ'], before])
  // Fallback: the provider accepted it and reports a failure later.
  await queue([about(2)])
  await until((all) => all[1] === 'WHATSAPP SENT')
  expect(await says({ ref: (await rows())[1]?.providerRef ?? '', status: 'FAILED', detail: 'Undeliverable.' })).toBe(true)
  wakeSender(world.database)
  await until((all) => all[1] === 'SMS SENT')
  expect(taken.filter(({ phone }) => phone.endsWith('2')).map((letter) => letter.channel)).toEqual(['WHATSAPP', 'SMS'])
})

test('staff cancel queued messages for good, resend failed ones, and see only the messages they may', async () => {
  const [first = 0, second = 0] = students
  await queue([about(1, { studentIds: [first] })], ['SMS'])
  await queue([about(2, { studentIds: [second] })], ['SMS'], 'WEEKLY')
  await queue([about(3, { studentIds: [first] })], ['SMS'], 'LOGIN_DETAILS')
  const byEvent = async (event: string) => (await rows()).find((row) => row.event === event)?.id ?? 0
  const cancel = async (who: Who, event: string) =>
    cancelMessage(await world.call(who), world.own.id, { id: await byEvent(event) })
  const retry = async (who: Who, event: string) => retryMessage(await world.call(who), world.own.id, { id: await byEvent(event) })
  expect((await viewed('limitedAdmin')).total).toBe(2)
  expect((await viewed('admin', { search: 'rohan' })).rows.map((row) => row.event)).toEqual(['event 2'])
  expect((await viewed('admin', { state: 'SENT' })).counts).toEqual([{ state: 'QUEUED', count: 3 }])
  expect((await refusal(cancel('limitedAdmin', 'event 2'))).code).toBe('NOT_FOUND')
  expect((await refusal(cancel('admin', 'event 3'))).message).toBe('Login details are sent by the super administrator')
  expect((await refusal(retry('admin', 'event 1'))).code).toBe('FORBIDDEN')
  expect(await cancel('limitedAdmin', 'event 1')).toMatchObject({
    state: 'CANCELLED',
    failure: 'Cancelled by limitedAdmin of Own School.',
  })
  // The job queues it again, and it stays cancelled.
  expect(await queue([about(1)], ['SMS'])).toBe(0)
  answers = () => ({ outcome: 'REFUSED', code: '1', reason: 'Wrong number.' })
  start()
  await until((all) => all[1] === 'SMS FAILED' && all[2] === 'SMS FAILED')
  answers = accepted
  await inSchool((db) => db.updateTable('students').set({ phone: '9811111111' }).where('id', '=', second).execute())
  expect(await retry('admin', 'event 2')).toMatchObject({ state: 'QUEUED', phone: '9811111111', failure: null })
  await until((all) => all[1] === 'SMS SENT')
  expect(taken.at(-1)?.reference).toMatch(/-2$/)
  // A message bound to the old phone, and one about two students with different phones, cannot be sent again.
  answers = () => ({ outcome: 'REFUSED', code: '1', reason: 'Wrong number.' })
  await queue([about(4, { studentIds: [second] })], ['SMS'])
  await queue([about(5)], ['SMS'], 'WEEKLY')
  await queue([about(6, { phone: '9811111111', studentIds: [second] })], ['SMS'])
  await until((all) => all.slice(3).every((one) => one === 'SMS FAILED'))
  answers = accepted
  const changed = 'The phone number has changed. Create the message again.'
  for (const [who, event] of [
    ['admin', 'event 4'],
    ['admin', 'event 5'],
    ['superadmin', 'event 3'],
  ] as const)
    expect(await refusal(retry(who, event))).toMatchObject({ code: 'CONFLICT', message: changed })
  expect(await retry('admin', 'event 6')).toMatchObject({ state: 'QUEUED', phone: '9811111111' })
  await until((all) => all[5] === 'SMS SENT')
  const of = async (who: Who, studentId: number) => listMessagesOfStudent(await world.call(who), world.own.id, { studentId })
  expect((await of('teacher', first)).map(({ event }) => event)).toEqual(['event 5'])
  expect((await refusal(of('teacher', second))).code).toBe('NOT_FOUND')
  expect((await refusal(of('fees', first))).code).toBe('FORBIDDEN')
})

test('deleting a student deletes the student’s messages; one shared with a sibling stays, but is not queued', async () => {
  const [first = 0, second = 0] = students
  await queue([about(1, { studentIds: [first] }), about(2), about(3, { studentIds: [second] })])
  await inSchool((db) => deleteMessages(db, world.own.id, [first]))
  expect((await rows()).map(({ event, state }) => `${event} ${state}`)).toEqual(['event 2 CANCELLED', 'event 3 QUEUED'])
  const left = await inSchool((db) => sql`select from message_students where student_id = ${first}`.execute(db))
  expect([left.rows.length, await queued()]).toEqual([0, 1])
})
