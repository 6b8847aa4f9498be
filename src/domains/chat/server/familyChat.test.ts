import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Call } from '#platform/command.ts'
import { readIn } from '#platform/database/connect.ts'
import { checkData } from '#platform/dataChecks.ts'
import { listStudentPhones } from '#platform/guardians/studentPhones.ts'
import { openGuardianSession } from '#platform/guardians/sessions.ts'
import { invalidateSchool } from '#platform/school.ts'
import { viewHome } from '#domains/family/server/home.queries.ts'
import { saveGuardianDevice } from '#domains/messaging/server/devices.sql.ts'
import { eraseStudentRows } from '#domains/privacy/server/erase.ts'
import { setStudentDisabled } from '#domains/students/server/students.commands.ts'
import { ownPlace } from '#shared/ownPlace.ts'
import { asOwner } from '#tests/asOwner.ts'
import { refusal } from '#tests/refusals.ts'
import { addTerm, setCurrentTerm } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { markChatRead, openThread, removeChatMessage, sendChatMessage, setThreadClosed } from './chat.commands.ts'
import { countUnread, listContacts, listMessages, listThreads } from './chat.queries.ts'
import { markFamilyChatRead, sendFamilyMessage } from './familyChat.commands.ts'
import { viewFamilyAttachment, viewFamilyChat } from './familyChat.queries.ts'
import { guardianSubject } from './guardianReader.ts'

const mother = '9800000021'
const father = '9800000022'
const stranger = '9800000023'

let world: TestWorld
let asMother: Call
let asFather: Call
let place: string
let child: number

beforeAll(async () => {
  world = await testWorld()
  child = world.own.student7A
  place = ownPlace(world.own.id)
})
beforeEach(async () => {
  await asOwner(
    world.ownerUrl,
    `truncate chat_threads, chat_messages, chat_reads, messages, device_tokens, audit_log cascade;
     delete from auth.request_counts where key like 'chat of %'`,
  )
  await setPhones(child, mother, [father])
  await setPhones(world.own.student8A, stranger, [])
  asMother = await guardian(mother)
  asFather = await guardian(father)
})
afterEach(async () => expect((await checkData(world.database)).findings).toEqual([]))
afterAll(() => world.close())

function setPhones(id: number, phone: string, phones: string[]): Promise<void> {
  return world.database.transaction(world.own.id, async (db) => {
    await db.updateTable('students').set({ phone, phones }).where('schoolId', '=', world.own.id).where('id', '=', id).execute()
    await listStudentPhones(db, world.own.id, [id])
  })
}

async function guardian(phone: string): Promise<Call> {
  return { ...(await world.call('anonymous')), guardianToken: await openGuardianSession(world.database.kysely, phone, 'Phone') }
}

const run = async <Answer>(
  who: Who,
  command: (call: Call, schoolId: number, input: unknown) => Promise<Answer>,
  input: unknown = {},
): Promise<Answer> => command(await world.call(who), world.own.id, input)

const write = (call: Call, text: string, more: object = {}) =>
  sendFamilyMessage(call, place, { key: randomUUID(), studentId: child, text, ...more })
const answer = async (who: Who, text: string, target: object = { studentId: child }) => {
  const { id: threadId } = await run(who, openThread, target)
  return run(who, sendChatMessage, { key: randomUUID(), threadId, text })
}
const view = (call: Call, more: object = {}) => viewFamilyChat(call, place, { studentId: child, ...more })
const texts = async (call: Call, more: object = {}) => (await view(call, more)).messages.rows.map(({ text }) => text)
const news = async (call: Call) => (await viewHome(call)).schools[0]?.children[0]?.chat

describe("a child's own conversation", () => {
  test('a guardian writes, the teacher reads and answers, both guardians read', async () => {
    expect(await texts(asMother)).toEqual([])
    const { message } = await write(asMother, 'Asha is ill')
    expect(message).toMatchObject({ author: 'FAMILY', writtenByName: 'Asha Patil', writtenByPhone: mother, text: 'Asha is ill' })
    expect(await run('teacher', countUnread)).toBe(1)
    const [thread] = (await run('teacher', listThreads, { filter: 'WAITING' })).rows
    expect(thread?.studentName).toBe('Asha Patil')
    await answer('teacher', 'Get well soon')
    for (const call of [asMother, asFather]) {
      expect(await texts(call)).toEqual(['Asha is ill', 'Get well soon'])
      expect((await view(call)).whyNotWrite).toBeNull()
    }
    expect((await view(asMother)).guardian).toBe(message.writtenBy)
    expect((await view(asFather)).guardian).not.toBe(message.writtenBy)
    // The student's own account is of the same family.
    expect((await run('student', listMessages, { threadId: thread?.id })).rows).toHaveLength(2)
  })

  test('a repeated request stores once; a key with other words is refused', async () => {
    const key = randomUUID()
    const first = await write(asMother, 'Good morning', { key })
    const [again, atOnce] = await Promise.all([
      write(asMother, 'Good morning', { key }),
      write(asMother, 'Good morning', { key }),
    ])
    expect([again.message.id, atOnce.message.id]).toEqual([first.message.id, first.message.id])
    expect(await refusal(write(asMother, 'Good evening', { key }))).toMatchObject({ code: 'CONFLICT' })
    expect(await refusal(write(asFather, 'Good morning', { key }))).toMatchObject({ code: 'CONFLICT' })
    expect(await texts(asMother)).toEqual(['Good morning'])
  })

  test('is there for the guardians of the child alone', async () => {
    await write(asMother, 'Hello')
    const other = await guardian(stranger)
    const elsewhere = ownPlace(world.other.id)
    const key = randomUUID()
    for (const refused of [
      () => view(other),
      () => write(other, 'Hello'),
      () => markFamilyChatRead(other, place, { studentId: child, messageId: 1 }),
      () => view(asMother, { studentId: world.own.student8A }),
      () => viewFamilyChat(asMother, elsewhere, { studentId: child }),
      () => viewFamilyChat(asMother, elsewhere, { studentId: world.other.student7A }),
      () => sendFamilyMessage(asMother, elsewhere, { key, studentId: world.other.student7A, text: 'Hello' }),
      () => viewFamilyChat(asMother, '~zzzz', { studentId: child }),
      () => viewFamilyAttachment(asMother, place, { studentId: child, messageId: 1 }),
    ])
      expect(await refusal(refused())).toMatchObject({ code: 'NOT_FOUND' })
    for (const who of ['anonymous', 'student', 'admin'] as const) {
      expect(await refusal(view(await world.call(who)))).toMatchObject({ code: 'SIGNED_OUT' })
      expect(await refusal(write(await world.call(who), 'Hello'))).toMatchObject({ code: 'SIGNED_OUT' })
    }
    for (const text of ['', '   ', 'x'.repeat(4001)])
      expect(await refusal(write(asMother, text))).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'text' }] })
  })

  test('a phone that moves to another family loses it at once', async () => {
    await write(asMother, 'Hello')
    await setPhones(child, father, [])
    expect(await refusal(view(asMother))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refusal(write(asMother, 'Again'))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await texts(asFather)).toEqual(['Hello'])
  })

  test('nothing is written in a closed one, for a child without a place, and in a school without the chat', async () => {
    await write(asMother, 'Hello')
    const { id } = await run('admin', openThread, { studentId: child })
    await run('admin', setThreadClosed, { id, closed: true })
    expect((await view(asMother)).whyNotWrite).toMatch(/closed this conversation/)
    expect(await refusal(write(asMother, 'Hello?'))).toMatchObject({ code: 'FORBIDDEN' })
    await run('admin', setThreadClosed, { id, closed: false })
    const termId = await addTerm(world, world.own, { name: '2027-28' })
    await setCurrentTerm(world, { id: world.own.id, termId })
    expect(await refusal(write(asMother, 'Hello?'))).toMatchObject({ code: 'FORBIDDEN' })
    await setCurrentTerm(world, world.own)
    await run('superadmin', setStudentDisabled, { id: child, disabled: true })
    expect(await refusal(view(asMother))).toMatchObject({ code: 'NOT_FOUND' })
    await run('superadmin', setStudentDisabled, { id: child, disabled: false })
    const chat = async (on: boolean) => {
      await asOwner(world.ownerUrl, 'update schools set chat = $2 where id = $1', [world.own.id, on])
      invalidateSchool(world.database, world.own.id)
    }
    await chat(false)
    expect(await refusal(view(asMother))).toMatchObject({ code: 'DISABLED_MODULE' })
    expect(await refusal(write(asMother, 'Hello?'))).toMatchObject({ code: 'DISABLED_MODULE' })
    expect(await news(asMother)).toBeNull()
    await chat(true)
    expect(await texts(asMother)).toEqual(['Hello'])
  })

  test('a removed message shows nothing, and changes come by their version', async () => {
    const { message } = await write(asMother, 'Please delete this')
    const { messages } = await view(asFather)
    await run('admin', removeChatMessage, { id: message.id, reason: 'Not fit' })
    const changes = await view(asFather, { seen: messages.version })
    expect(changes.messages.rows).toMatchObject([{ id: message.id, removedAt: expect.any(Date) }])
    await answer('teacher', 'Later')
    expect(await texts(asFather, { seen: changes.messages.version })).toEqual(['Later'])
    expect(await texts(asFather, { before: message.id })).toEqual([])
  })

  test('twenty messages a minute, of one phone', async () => {
    for (let count = 0; count < 20; count += 1) await write(asMother, `Message ${count}`)
    expect(await refusal(write(asMother, 'One more'))).toMatchObject({ code: 'RATE_LIMITED' })
    await write(asFather, 'From me')
  })
})

describe('what is new', () => {
  test('of each phone, until that phone has read it; staff see when the family has read', async () => {
    const { id: messageId, threadId } = await answer('teacher', 'Good morning')
    const reads = async (who: Who) => (await run(who, listMessages, { threadId })).reads
    expect(await news(asMother)).toMatchObject({ unread: true, unreadOfSection: false, hasSectionMessages: false })
    expect(await reads('teacher')).toEqual([0])
    await markFamilyChatRead(asMother, place, { studentId: child, messageId: 999_999_999 })
    expect(await news(asMother)).toMatchObject({ unread: false })
    expect(await news(asFather)).toMatchObject({ unread: true })
    expect(await reads('teacher')).toEqual([messageId])
    const { message } = await write(asMother, 'Good morning to you')
    // The father has read it, which is no sign that the school has.
    await markFamilyChatRead(asFather, place, { studentId: child, messageId: message.id })
    expect((await view(asMother)).messages.reads).toEqual([messageId])
    await run('teacher', markChatRead, { threadId, messageId: message.id })
    expect((await view(asMother)).messages.reads).toEqual([message.id])
    expect(await reads('student')).toEqual([message.id])
  })

  test("of the section's conversation, in which a guardian reads and cannot write", async () => {
    expect(await texts(asMother, { ofSection: true })).toEqual([])
    expect((await view(asMother, { ofSection: true })).whyNotWrite).toMatch(/^Only the school/)
    const { id: messageId } = await answer('teacher', 'No school on Friday', { sectionId: world.own.section7A })
    expect(await news(asMother)).toMatchObject({ unread: false, unreadOfSection: true, hasSectionMessages: true })
    expect(await texts(asMother, { ofSection: true })).toEqual(['No school on Friday'])
    await markFamilyChatRead(asMother, place, { studentId: child, ofSection: true, messageId })
    expect(await news(asMother)).toMatchObject({ unread: false, unreadOfSection: false, hasSectionMessages: true })
    expect(await texts(await guardian(stranger), { ofSection: true, studentId: world.own.student8A })).toEqual([])
  })
})

test('a teacher can write to a family that has a phone and no account, and to none without both', async () => {
  await asOwner(world.ownerUrl, 'update students set subject = null, login_email = null where id = $1', [world.own.student8A])
  const contact = async () => (await run('admin', listContacts)).students.find(({ id }) => id === world.own.student8A)
  expect(await contact()).toMatchObject({ hasReader: true })
  await answer('admin', 'Good morning', { studentId: world.own.student8A })
  expect(await texts(await guardian(stranger), { studentId: world.own.student8A })).toEqual(['Good morning'])
  await setPhones(world.own.student8A, '1234567890', [])
  expect(await contact()).toMatchObject({ hasReader: false })
  const refused = await refusal(answer('admin', 'Hello?', { studentId: world.own.student8A }))
  expect(refused).toMatchObject({ code: 'FORBIDDEN', message: expect.stringMatching(/nobody would read it/) })
})

describe('notifications', () => {
  const queued = () =>
    asOwner<{ phone: string; subject: string; link: string; from: string; state: string }>(
      world.ownerUrl,
      "select phone, subject, params ->> 'link' as link, params ->> 'from' as from, state from messages where kind = 'CHAT' order by id",
    )
  const notify = async (phone: string) => {
    const [session] = await asOwner<{ id: string }>(
      world.ownerUrl,
      'select id from guardian_sessions where phone = $1 order by proved_at desc limit 1',
      [phone],
    )
    const device = { endpoint: `https://push.test/${phone}`, p256dh: 'k'.repeat(87), auth: 'a'.repeat(22) }
    await world.database.transaction(0, (db) => saveGuardianDevice(db, session?.id ?? '', device))
  }

  test('come to the devices of a phone, once until it has read, and lead to the conversation', async () => {
    await notify(mother)
    await answer('teacher', 'One')
    const { id } = await answer('teacher', 'Two')
    const [only, ...more] = await queued()
    expect(more).toEqual([])
    expect(only).toMatchObject({ phone: mother, subject: guardianSubject(mother), link: `/family/chat/${place}/${child}` })
    await markFamilyChatRead(asMother, place, { studentId: child, messageId: id })
    expect((await queued()).map(({ state }) => state)).toEqual(['CANCELLED'])
    await answer('teacher', 'Three')
    expect((await queued()).map(({ state }) => state)).toEqual(['CANCELLED', 'QUEUED'])
    await answer('teacher', 'To all', { sectionId: world.own.section7A })
    expect((await queued()).at(-1)).toMatchObject({ phone: mother, link: `/family/section/${place}/${child}` })
  })

  test('of what a guardian writes go to the staff and not to the family', async () => {
    await notify(father)
    const teacher = world.own.subjects.teacher ?? ''
    await asOwner(
      world.ownerUrl,
      `insert into device_tokens (subject, endpoint, p256dh, auth) select s::uuid, 'https://push.test/' || s, repeat('k', 87), repeat('a', 22) from unnest($1::text[]) s`,
      [[teacher, world.own.subjects.student ?? '']],
    )
    await write(asMother, 'Hello')
    expect(await queued()).toMatchObject([{ subject: teacher, phone: '', from: 'Family of Asha Patil' }])
  })
})

test('whom a phone is, is the same in the database', async () => {
  const [row] = await asOwner<{ subject: string }>(world.ownerUrl, 'select guardian_subject($1) as subject', [mother])
  expect(row?.subject).toBe(guardianSubject(mother))
})

test('an erasure takes what the guardians of the student have read', async () => {
  const { own, database } = world
  const { id: messageId } = await answer('admin', 'To all', { sectionId: own.section8A })
  const asStranger = await guardian(stranger)
  await markFamilyChatRead(asStranger, place, { studentId: own.student8A, ofSection: true, messageId })
  const marks = () => asOwner(world.ownerUrl, 'select from chat_reads where subject = $1', [guardianSubject(stranger)])
  expect(await marks()).toHaveLength(1)
  const { services } = await world.call('superadmin')
  await database.transaction(own.id, async (db) => {
    const student = await db.selectFrom('students').selectAll().where('id', '=', own.student8A).executeTakeFirstOrThrow()
    await eraseStudentRows({ db, read: readIn(db), database, config: services.config }, { ...student, again: true })
  })
  expect(await marks()).toHaveLength(0)
})
