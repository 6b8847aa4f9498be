import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '#platform/command.ts'
import { schoolById } from '#platform/school.ts'
import { guardianSessionOf, openGuardianSession, renewProof } from '#platform/guardians/sessions.ts'
import { listStudentPhones } from '#platform/guardians/studentPhones.ts'
import { addLeaveNote } from '#domains/attendance/server/leaveNotes.commands.ts'
import { openThread, sendChatMessage } from '#domains/chat/server/chat.commands.ts'
import { sendFamilyMessage } from '#domains/chat/server/familyChat.commands.ts'
import { guardianSubject } from '#domains/chat/server/guardianReader.ts'
import { viewFamilyChat } from '#domains/chat/server/familyChat.queries.ts'
import { viewFamilyCard } from '#domains/exams/server/cardsOfStudent.queries.ts'
import { attendFamilyLecture } from '#domains/lectures/server/familyLecture.queries.ts'
import type { Channel, OutgoingMessage } from '#domains/messaging/server/channels.ts'
import { devicesOfPhone, saveGuardianDevice } from '#domains/messaging/server/devices.sql.ts'
import { queueMessages } from '#domains/messaging/server/queue.sql.ts'
import { startSender } from '#domains/messaging/server/sender.ts'
import { sendingTimes } from '#domains/messaging/server/sending.sql.ts'
import { viewFamily } from '#domains/onlinefees/server/family.queries.ts'
import { chooseFamilyLanguage } from '#domains/onlinefees/server/familyLanguage.ts'
import { makeGuardianLinks } from '#domains/onlinefees/server/links.commands.ts'
import { createOrder } from '#domains/onlinefees/server/orders.commands.ts'
import { previewPayLink } from '#domains/onlinefees/server/sendLink.commands.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { ownPlace } from '#shared/ownPlace.ts'
import { asOwner } from '#tests/asOwner.ts'
import { refusal } from '#tests/refusals.ts'
import { eventually } from '#tests/eventually.ts'
import { addOnlinePayments, anOrder, onlineGateway } from '#tests/world/onlinePayments.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { viewHome } from './home.queries.ts'

/** A number that an operator has given to another family. */
const phone = '9800000071'
const unused = '9800000072'

let world: TestWorld
let gateway: Awaited<ReturnType<typeof onlineGateway>>
let place: string
/** A device that proved the phone when only Asha was listed with it. */
let device: Call
let asha: number
let rohan: number

beforeAll(async () => {
  world = await testWorld()
  await addOnlinePayments(world, world.own, (await world.call('admin')).services.config.secretKey)
  gateway = await onlineGateway(world)
  place = ownPlace(world.own.id)
  asha = world.own.student7A
  rohan = world.own.student8A
})
beforeEach(async () => {
  await asOwner(world.ownerUrl, 'truncate chat_threads, messages, device_tokens cascade')
  await setPhone(asha, phone)
  await setPhone(rohan, unused)
  device = await signedIn()
})
afterAll(async () => {
  await gateway.standIn.stop()
  await world.close()
})

function setPhone(id: number, first: string, phones: string[] = []) {
  return world.database.transaction(world.own.id, async (db) => {
    const values = { phone: first, phones, language: '' }
    await db.updateTable('students').set(values).where('schoolId', '=', world.own.id).where('id', '=', id).execute()
    await listStudentPhones(db, world.own.id, [id])
  })
}

async function signedIn(): Promise<Call> {
  return { ...gateway.call, guardianToken: await openGuardianSession(world.database.kysely, phone, 'Phone') }
}

/** Proves the phone anew on the device. */
async function prove(): Promise<void> {
  expect(await renewProof(world.database.kysely, device.guardianToken ?? '', phone)).toBe(true)
  // The next request, because a request asks for its session once.
  device = { ...device }
}

async function seen(call: Call) {
  const { schools, hasLaterChild } = await viewHome(call)
  return { children: schools.flatMap(({ children }) => children.map(({ id }) => id)), hasLaterChild }
}

describe('a child that is listed with a phone after a device proved it', () => {
  test.each([
    ['as its first phone', () => setPhone(rohan, phone)],
    ['as another phone', () => setPhone(rohan, unused, [phone])],
  ])('%s is shown after a new proof on that device, and the others stay', async (_how, list) => {
    expect(await seen(device)).toEqual({ children: [asha], hasLaterChild: false })
    await list()
    expect(await seen(device)).toEqual({ children: [asha], hasLaterChild: true })
    expect((await viewFamily(device, place)).children.map(({ id }) => id)).toEqual([asha])
    // Whoever holds the phone now signs in, and sees both; the old device still does not.
    expect((await seen(await signedIn())).children).toEqual([asha, rohan])
    expect((await seen(device)).children).toEqual([asha])
    await prove()
    expect(await seen(device)).toEqual({ children: [asha, rohan], hasLaterChild: false })
  })

  test('is not named to a device of the family that had the number before', async () => {
    await setPhone(asha, unused)
    await setPhone(rohan, phone)
    const home = await viewHome(device)
    expect(home).toEqual({ phone: '98xxxxxx71', today: schoolDay(new Date()), schools: [], hasLaterChild: true })
  })

  test('is closed to it in every other way', async () => {
    await setPhone(rohan, phone)
    const day = addDays(schoolDay(new Date()), 1)
    const note = { key: randomUUID(), studentId: rohan, fromDay: day, toDay: day, reason: 'Ill' }
    const message = { key: randomUUID(), studentId: rohan, text: 'Hello' }
    const ways: (() => Promise<unknown>)[] = [
      () => addLeaveNote(device, place, note),
      () => viewFamilyChat(device, place, { studentId: rohan }),
      () => sendFamilyMessage(device, place, message),
    ]
    const others = [
      () => viewFamilyCard(device, place, { studentId: rohan, id: 1 }),
      () => attendFamilyLecture(device, place, { studentId: rohan, id: 1 }),
    ]
    for (const way of [...ways, ...others])
      expect(await refusal(way())).toMatchObject({ code: expect.stringMatching(/NOT_FOUND|DISABLED_MODULE/) })
    await prove()
    for (const way of ways) await expect(way()).resolves.toBeDefined()
  })

  test('keeps the language that its own family has chosen', async () => {
    await setPhone(rohan, phone)
    await chooseFamilyLanguage(device, place, { language: 'mr' })
    const languages = await asOwner(world.ownerUrl, 'select id, language from students where id = any($1) order by id', [
      [asha, rohan],
    ])
    expect(languages).toEqual([
      { id: asha, language: 'mr' },
      { id: rohan, language: '' },
    ])
  })

  test('is not paid for, and its open orders are not shown', async () => {
    await setPhone(rohan, phone)
    const other = await signedIn()
    const fee = (await viewFamily(other, place)).children.find(({ id }) => id === rohan)?.fees[0]?.id ?? 0
    const input = await anOrder(other, place, { [rohan]: [fee] })
    expect(await refusal(createOrder(device, place, input))).toMatchObject({ code: expect.stringMatching(/NOT_FOUND|CONFLICT/) })
    await createOrder(other, place, input)
    expect((await viewFamily(other, place)).underWay).toHaveLength(1)
    expect((await viewFamily(device, place)).underWay).toEqual([])
    await asOwner(world.ownerUrl, "update online_orders set state = 'CANCEL', settled_at = now() where state = 'CREATED'")
  })
})

describe('notifications', () => {
  const endpoint = 'https://push.test/earlier'

  beforeEach(async () => {
    const session = await guardianSessionOf(world.database.kysely, device.guardianToken ?? '')
    await world.database.transaction(0, (db) =>
      saveGuardianDevice(db, session?.id ?? '', { endpoint, p256dh: 'k'.repeat(87), auth: 'a'.repeat(22) }),
    )
    await setPhone(rohan, phone)
  })

  test('of a conversation are not queued for a device that may not see the child', async () => {
    const write = async (text: string) => {
      const call = await world.call('admin')
      const { id: threadId } = await openThread(call, world.own.id, { studentId: rohan })
      await sendChatMessage(call, world.own.id, { key: randomUUID(), threadId, text })
    }
    const queued = () => asOwner(world.ownerUrl, "select from messages where kind = 'CHAT' and phone = $1", [phone])
    await write('To the family of Rohan')
    expect(await queued()).toEqual([])
    await prove()
    await write('Again')
    expect(await queued()).toHaveLength(1)
  })

  test('of messages go to the devices that may see all of their children', async () => {
    const letters: OutgoingMessage[] = []
    const app: Channel = {
      name: 'APP',
      ready: true,
      send: async (letter) => {
        letters.push(letter)
        return { outcome: 'ACCEPTED', ref: letter.reference }
      },
    }
    const compose = async () => ({
      template: { name: '', language: '', smsTemplateId: '', text: '' },
      params: {},
      text: 'News',
      title: 'News',
      link: null,
      tag: null,
    })
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
    const sender = startSender(
      { database: world.database, channels: [app], perSecond: {}, compose, log: log as never },
      { ...sendingTimes, pollMs: 20 },
    )
    /** Returns the devices that are notified of a message about students. */
    const notified = async (studentIds: number[]) => {
      const before = letters.length
      await world.database.transaction(world.own.id, async (db) => {
        const school = await schoolById(world.database, world.own.id)
        if (!school) throw new Error('The school is gone.')
        const event = randomUUID()
        await queueMessages(db, school, 'CHAT', [{ event, studentIds, phone, subject: guardianSubject(phone), params: {} }], {
          channels: ['APP'],
        })
      })
      await eventually(() => expect(letters).toHaveLength(before + 1))
      const since = letters.at(-1)?.listedSince ?? null
      return since === null ? [] : (await devicesOfPhone(world.database, phone, since)).map((one) => one.endpoint)
    }
    try {
      expect(await notified([asha])).toEqual([endpoint])
      expect(await notified([rohan])).toEqual([])
      expect(await notified([asha, rohan])).toEqual([])
      await prove()
      expect(await notified([asha, rohan])).toEqual([endpoint])
      await setPhone(rohan, unused)
      expect(await notified([rohan])).toEqual([])
    } finally {
      await sender.stop()
    }
  })
})

describe('a pay link', () => {
  const make = async (studentId: number) => {
    const { links } = await makeGuardianLinks(await world.call('admin'), world.own.id, { termId: world.own.termId, studentId })
    const [link] = links
    return { id: link?.id ?? 0, made: link?.made, token: link?.url.split('/').at(-1) ?? '' }
  }
  const childrenOf = async (token: string) => {
    const { children, hasLaterChild } = await viewFamily(await world.call('anonymous'), token)
    return { children: children.map(({ id }) => id), hasLaterChild }
  }

  test('opens for the children who were listed when it was made, and a new one takes its place', async () => {
    const old = await make(asha)
    expect(await childrenOf(old.token)).toEqual({ children: [asha], hasLaterChild: false })
    await setPhone(rohan, phone)
    expect(await childrenOf(old.token)).toEqual({ children: [asha], hasLaterChild: true })
    const message = await previewPayLink(await world.call('admin'), world.own.id, { id: old.id })
    expect(message).toMatchObject({ problem: expect.stringContaining('Make links again'), children: [{ name: 'Asha Patil' }] })
    const renewed = await make(rohan)
    expect(renewed).toMatchObject({ made: true })
    expect(await childrenOf(renewed.token)).toEqual({ children: [asha, rohan], hasLaterChild: false })
    expect(await refusal(viewFamily(await world.call('anonymous'), old.token))).toMatchObject({ code: 'NOT_FOUND' })
    // Nobody is listed since, so that the same link is extended.
    expect(await make(asha)).toMatchObject({ id: renewed.id, made: false, token: renewed.token })
  })
})
