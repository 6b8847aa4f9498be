import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { addLectureSchool, type LectureSchool, studentCall } from '#tests/world/lectures.ts'
import { addTerm, setCurrentTerm } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { moduleDisabled, notAuthorized } from '#platform/action.ts'
import type { Call } from '#platform/command.ts'
import { checkData } from '#platform/dataChecks.ts'
import { invalidateSchool } from '#platform/school.ts'
import { deleteSection } from '#domains/classes/server/sections.commands.ts'
import { deleteStudent, setStudentDisabled } from '#domains/students/server/students.commands.ts'
import { markChatRead, openThread, removeChatMessage, sendChatMessage, setThreadClosed } from './chat.commands.ts'
import { countUnread, listContacts, listMessages, listThreads, viewAttachment, viewThread } from './chat.queries.ts'

let world: TestWorld
let school: LectureSchool

beforeAll(async () => {
  world = await testWorld()
  school = await addLectureSchool(world, world.own)
})
const clean = `truncate chat_threads, chat_messages, chat_reads, messages, device_tokens, files, audit_log cascade;
  delete from auth.request_counts where key like 'chat of %'`
beforeEach(() => asOwner(world.ownerUrl, clean))
afterEach(async () => expect((await checkData(world.database)).findings).toEqual([]))
afterAll(() => world.close())

type Person = Who | number
/** A person of the test world, or a pupil of 7-A by index. */
const call = (who: Person): Promise<Call> =>
  typeof who === 'number' ? studentCall(world, school.students[who] ?? school.outsider) : world.call(who)
const run = async <Answer>(
  who: Person,
  command: (call: Call, schoolId: number, input: unknown) => Promise<Answer>,
  input: unknown = {},
): Promise<Answer> => command(await call(who), world.own.id, input)

const toStudent = async (who: Person, studentId = world.own.student7A) => (await run(who, openThread, { studentId })).id
const toSection = async (who: Person, sectionId = world.own.section7A) => (await run(who, openThread, { sectionId })).id
const write = (who: Person, threadId: number, text = 'Good morning', more: object = {}) =>
  run(who, sendChatMessage, { key: randomUUID(), threadId, text, ...more })
const titles = async (who: Person, view: object = {}) =>
  (await run(who, listThreads, view)).rows.map((row) => row.studentName ?? `${row.className}-${row.sectionName}`)
const texts = async (who: Person, threadId: number, view: object = {}) =>
  (await run(who, listMessages, { threadId, ...view })).rows.map((row) => row.text)
const unread = async (...people: Person[]) => {
  const counts: number[] = []
  for (const who of people) counts.push(await run(who, countUnread))
  return counts
}
const gone = { code: 'NOT_FOUND' }

describe('a conversation with a family', () => {
  test('is between the family and its teachers; others cannot find it', async () => {
    const threadId = await toStudent('teacher')
    expect(await toStudent('student')).toBe(threadId)
    await write('teacher', threadId, 'Asha did well today')
    await write('student', threadId, 'Thank you')
    for (const who of ['teacher', 'student', 'admin', 'limitedAdmin', 'superadmin'] as const) {
      expect(await texts(who, threadId)).toEqual(['Asha did well today', 'Thank you'])
      expect(await titles(who)).toEqual(['Asha Patil'])
    }
    expect(await titles(0)).toEqual([])
    for (const [command, input] of [
      [viewThread, { id: threadId }],
      [listMessages, { threadId }],
      [sendChatMessage, { key: randomUUID(), threadId, text: 'Hello' }],
      [markChatRead, { threadId, messageId: 1 }],
    ] as const)
      expect(await refusal(run(0, command as typeof viewThread, input))).toMatchObject(gone)
    expect(await refusal(toStudent(0))).toMatchObject(gone)
    expect(await refusal(toSection('student'))).toMatchObject(gone)
    expect(await refusal(toStudent('teacher', world.own.student8A))).toMatchObject(gone)
    expect((await auditRows(world)).map((row) => row.action)).toContain('chatMessage.send')
  })

  test('counts as unread until its readers have read it', async () => {
    const threadId = await toStudent('teacher')
    const first = await write('teacher', threadId, 'One')
    expect(await unread('teacher', 'student', 'admin', 'superadmin', 0)).toEqual([0, 1, 0, 0, 0])
    expect((await run('teacher', listMessages, { threadId })).reads).toEqual([0])
    await run('student', markChatRead, { threadId, messageId: 999_999_999 })
    expect(await unread('student')).toEqual([0])
    expect((await run('teacher', listMessages, { threadId })).reads).toEqual([first.id])
    const second = await write('student', threadId, 'Two')
    expect(await unread('teacher', 'student', 'admin')).toEqual([1, 0, 0])
    expect((await run('student', listMessages, { threadId })).reads).toEqual([first.id])
    await run('teacher', markChatRead, { threadId, messageId: second.id })
    await run('teacher', markChatRead, { threadId, messageId: first.id })
    expect((await run('student', listMessages, { threadId })).reads).toEqual([second.id])
    // An admin who has written gets unread counts of later messages.
    await write('admin', threadId, 'Three')
    await write('student', threadId, 'Four')
    expect(await unread('teacher', 'admin', 'limitedAdmin')).toEqual([1, 1, 0])
    expect(await titles('admin', { filter: 'UNREAD' })).toEqual(['Asha Patil'])
    expect(await titles('teacher', { filter: 'WAITING' })).toEqual(['Asha Patil'])
    await write('teacher', threadId, 'Five')
    expect(await titles('teacher', { filter: 'WAITING' })).toEqual([])
  })

  test('of a section without a teacher is unread for the admins', async () => {
    await run('admin', openThread, { studentId: school.outsider.id })
    const threadId = (await run('admin', listThreads)).rows[0]?.id ?? (await toStudent('admin', school.outsider.id))
    const outsider = await studentCall(world, school.outsider)
    await sendChatMessage(outsider, world.own.id, { key: randomUUID(), threadId, text: 'When does school open?' })
    expect(await unread('admin', 'limitedAdmin', 'teacher')).toEqual([1, 0, 0])
  })

  test('is found by name and section, and comes in parts', async () => {
    for (const place of [0, 1, 2]) await write('teacher', await toStudent('teacher', school.students[place]?.id))
    await write('teacher', await toSection('teacher'))
    expect(await titles('teacher')).toEqual(['7-A', 'Meera', 'Kabir', 'Diya'])
    expect(await titles('teacher', { search: 'kab' })).toEqual(['Kabir'])
    expect(await titles('admin', { search: '7-a' })).toEqual(['7-A'])
    const [, second] = (await run('teacher', listThreads)).rows
    expect(await titles('teacher', { before: second?.lastMessageId })).toEqual(['Kabir', 'Diya'])
    const threadId = await toStudent('teacher', school.students[0]?.id)
    await asOwner(world.ownerUrl, "delete from auth.request_counts where key like 'chat of %'")
    for (let count = 1; count < 20; count += 1) await write('teacher', threadId, `Message ${count}`)
    for (let count = 20; count < 33; count += 1) await write('admin', threadId, `Message ${count}`)
    const newest = await run(0, listMessages, { threadId })
    expect([newest.rows.length, newest.more, newest.rows.at(-1)?.text]).toEqual([30, true, 'Message 32'])
    const older = await run(0, listMessages, { threadId, before: newest.rows[0]?.id })
    expect([older.rows.map((row) => row.text), older.more]).toEqual([['Good morning', 'Message 1', 'Message 2'], false])
  })
})

describe('the conversation of a section', () => {
  test('is written by staff and read by its families', async () => {
    const threadId = await toSection('teacher')
    const { id } = await write('teacher', threadId, 'No school on Friday')
    expect(await unread('student', 0, 3, 'teacher', 'admin')).toEqual([1, 1, 1, 0, 0])
    expect(await texts(2, threadId)).toEqual(['No school on Friday'])
    expect(await refusal(write('student', threadId))).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringMatching(/^Only the school/),
    })
    await run(1, markChatRead, { threadId, messageId: id })
    expect((await run('teacher', listMessages, { threadId })).reads).toEqual([0, 0, 0, 0, id])
    expect((await run('student', listMessages, { threadId })).reads).toEqual([])
    const outsider = await studentCall(world, school.outsider)
    expect(await refusal(listMessages(outsider, world.own.id, { threadId }))).toMatchObject(gone)
    const eight = await toSection('admin', world.own.section8A)
    expect(await refusal(listMessages(await call('teacher'), world.own.id, { threadId: eight }))).toMatchObject(gone)
    expect(await refusal(listMessages(await call('limitedAdmin'), world.own.id, { threadId: eight }))).toMatchObject(gone)
  })

  test('follows the students who move in and out, and excludes disabled ones', async () => {
    const { id: schoolId, section8A, section7A } = world.own
    const [ofSection, eight] = [await toSection('teacher'), await toSection('admin', section8A)]
    await write('teacher', ofSection)
    await write('admin', eight, 'Welcome to 8-A')
    const own = await toStudent('teacher', school.students[1]?.id)
    await write('teacher', own)
    const pupil = await call(1)
    const move = (to: number) =>
      asOwner(world.ownerUrl, 'update enrolments set section_id = $1 where student_id = $2', [to, school.students[1]?.id])
    await move(section8A)
    const seen = await listThreads(pupil, schoolId, {})
    expect(seen.rows.map((row) => row.id)).toEqual([own, eight])
    expect(await refusal(listMessages(pupil, schoolId, { threadId: ofSection }))).toMatchObject(gone)
    expect(await refusal(listMessages(await call('teacher'), schoolId, { threadId: own }))).toMatchObject(gone)
    await move(section7A)
    expect(await texts('teacher', own)).toEqual(['Good morning'])
    const disable = (disabled: boolean) => run('admin', setStudentDisabled, { id: school.students[1]?.id, disabled })
    await disable(true)
    expect((await listThreads(pupil, schoolId, {})).rows).toEqual([])
    expect(await refusal(write('teacher', own))).toMatchObject({ code: 'FORBIDDEN', message: expect.stringMatching(/disabled/) })
    await disable(false)
  })

  test('of an earlier term is visible to admins', async () => {
    const threadId = await toSection('teacher')
    await write('teacher', threadId)
    const { own } = world
    await setCurrentTerm(world, { id: own.id, termId: await addTerm(world, own, { name: 'next' }) })
    try {
      expect(await titles('teacher')).toEqual([])
      expect(await titles('admin')).toEqual([])
      expect(await titles('admin', { termId: own.termId })).toEqual(['7-A'])
      expect(await refusal(write('admin', threadId))).toMatchObject({ message: expect.stringMatching(/earlier term/) })
    } finally {
      await setCurrentTerm(world, own)
    }
  })
})

describe('writing', () => {
  test('happens once for its key, even after the conversation was closed', async () => {
    const threadId = await toStudent('teacher')
    const input = { key: randomUUID(), threadId, text: ' Please\nsign  the paper ' }
    const [one, other] = await Promise.all([run('teacher', sendChatMessage, input), run('teacher', sendChatMessage, input)])
    expect([one.id, one.text]).toEqual([other.id, 'Please\nsign  the paper'])
    await run('admin', setThreadClosed, { id: threadId, closed: true })
    expect((await run('teacher', sendChatMessage, input)).id).toBe(one.id)
    expect(await texts('student', threadId)).toEqual(['Please\nsign  the paper'])
    expect(await refusal(write('student', threadId))).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringMatching(/closed/),
    })
    await run('admin', setThreadClosed, { id: threadId, closed: false })
    await write('student', threadId)
  })

  test('needs a text or file, and is limited in length and rate', async () => {
    const threadId = await toStudent('teacher')
    expect((await refusal(write('teacher', threadId, '  '))).problems).toEqual([
      { path: 'text', message: 'Write something, or attach a file' },
    ])
    expect((await refusal(write('teacher', threadId, 'x'.repeat(4001)))).problems[0]?.path).toBe('text')
    for (let count = 0; count < 20; count += 1) await write('student', threadId, `${count}`)
    expect(await refusal(write('student', threadId))).toMatchObject({ code: 'RATE_LIMITED' })
    await write('teacher', threadId)
    expect(await refusal(write('teacher', await toStudent('admin', world.own.student8A)))).toMatchObject(gone)
    // Without an account and a phone, nobody could read it.
    await asOwner(world.ownerUrl, "update students set phone = '1234567890' where id = $1", [world.own.student8A])
    expect(await refusal(write('admin', await toStudent('admin', world.own.student8A)))).toMatchObject({
      message: expect.stringMatching(/Nobody of this family can sign in/),
    })
    await asOwner(world.ownerUrl, "update students set phone = '9876543210' where id = $1", [world.own.student8A])
  })

  test('accepts a file that its writer uploaded, which only readers can open', async () => {
    const threadId = await toStudent('teacher')
    const upload = async (who: Person, purpose: string) => {
      const fileId = randomUUID()
      const { viewer } = await call(who)
      await asOwner(
        world.ownerUrl,
        "insert into files (school_id, id, purpose, content_type, size, created_by) values ($1, $2, $3, 'application/pdf', 9, $4)",
        [world.own.id, fileId, purpose, viewer?.subject],
      )
      return fileId
    }
    const fileId = await upload('student', 'chat-attachment')
    for (const bad of [await upload('teacher', 'chat-attachment'), await upload('student', 'student-aadhar')])
      expect((await refusal(write('student', threadId, '', { fileId: bad }))).problems[0]?.path).toBe('fileId')
    const sent = await write('student', threadId, '', { fileId, fileName: 'Note from home.exe' })
    expect(sent).toMatchObject({ text: '', fileName: 'Note from home.pdf', contentType: 'application/pdf' })
    expect((await refusal(write('student', threadId, 'again', { fileId }))).problems[0]?.path).toBe('fileId')
    for (const [given, kept] of [
      ['../../../etc/passwd', '.. .. .. etc passwd.pdf'],
      ['..\\..\\boot.ini', '.. .. boot.pdf'],
      ['fees\u0000.html', 'fees.pdf'],
      ['report\u202efdp.exe', 'report fdp.pdf'],
      ['x'.repeat(100), `${'x'.repeat(80)}.pdf`],
    ] as const) {
      const named = { fileId: await upload('student', 'chat-attachment'), fileName: given }
      expect((await write('student', threadId, '', named)).fileName).toBe(kept)
    }
    const long = { fileId: await upload('student', 'chat-attachment'), fileName: 'x'.repeat(300) }
    expect((await refusal(write('student', threadId, '', long))).problems[0]?.path).toBe('fileName')
    const input = { messageId: sent.id }
    expect(await run('teacher', viewAttachment, input)).toContain(`/files/${world.own.id}/${fileId}?`)
    expect(await refusal(run(0, viewAttachment, input))).toMatchObject(gone)
    await run('admin', removeChatMessage, { id: sent.id, reason: 'Not for here' })
    expect(await refusal(run('teacher', viewAttachment, input))).toMatchObject(gone)
    await asOwner(world.ownerUrl, 'delete from files where not attached')
  })
})

test('a removed message stays in the table, and everybody sees only that it was removed', async () => {
  const threadId = await toStudent('teacher')
  const sent = await write('student', threadId, 'Something unkind')
  const before = await run('teacher', listMessages, { threadId })
  expect((await refusal(run('teacher', removeChatMessage, { id: sent.id, reason: 'x' }))).code).toBe('FORBIDDEN')
  expect((await refusal(run('admin', removeChatMessage, { id: sent.id, reason: ' ' }))).problems[0]?.path).toBe('reason')
  await run('limitedAdmin', removeChatMessage, { id: sent.id, reason: 'Unkind words' })
  const since = await run('teacher', listMessages, { threadId, seen: before.version })
  expect(since.rows.map((row) => [row.id, row.removedByName, row.removedReason])).toEqual([
    [sent.id, 'limitedAdmin of Own School', 'Unkind words'],
  ])
  expect((await run('teacher', listMessages, { threadId, seen: since.version })).rows).toEqual([])
  const [row] = (await run('teacher', listThreads)).rows
  expect([row?.lastText, row?.lastRemoved]).toEqual([null, true])
  expect(await refusal(run('admin', removeChatMessage, { id: sent.id, reason: 'Again' }))).toMatchObject({ code: 'FORBIDDEN' })
  const rows = await asOwner(world.ownerUrl, 'select text from chat_messages')
  expect(rows).toEqual([{ text: 'Something unkind' }])
  await expect(world.database.transaction(world.own.id, (db) => db.deleteFrom('chatMessages').execute())).rejects.toThrow(
    'permission denied',
  )
})

test('messages keep their student and section from being deleted; an empty conversation does not', async () => {
  const id = school.outsider.id
  await toStudent('admin', id)
  await write('admin', await toStudent('admin', id))
  expect(await refusal(run('superadmin', deleteStudent, { id }))).toMatchObject({ code: 'CONFLICT' })
  const section = world.own.section7B
  await write('admin', await toSection('admin', section))
  expect(await refusal(run('admin', deleteSection, { id: section }))).toMatchObject({
    code: 'CONFLICT',
    message: 'Chat messages were written to this section. They keep it from being deleted.',
  })
  await asOwner(
    world.ownerUrl,
    'truncate chat_messages, chat_reads; update chat_threads set last_message_id = null, last_author = null, version = 0',
  )
  await run('admin', deleteSection, { id: section })
  expect(await asOwner(world.ownerUrl, 'select section_id from chat_threads where section_id is not null')).toEqual([])
})

test('readers’ devices are notified once until they read; the writer and others are not', async () => {
  const subjectOf = async (who: Person) => (await call(who)).viewer?.subject ?? ''
  for (const who of ['teacher', 'student', 'admin', 0] as const)
    await asOwner(world.ownerUrl, 'insert into device_tokens (subject, endpoint, p256dh, auth) values ($1, $2, $3, $4)', [
      await subjectOf(who),
      `https://push.test/${String(who)}`,
      'k'.repeat(87),
      'a'.repeat(22),
    ])
  const pushed = async () => {
    const rows = await asOwner(world.ownerUrl, "select subject, state, params from messages where kind = 'CHAT' order by id")
    const names = new Map<string, string>()
    for (const who of ['teacher', 'student', 'admin', 0] as const) names.set(await subjectOf(who), String(who))
    return rows.map((row) => `${names.get(String(row.subject))} ${String(row.state)} ${(row.params as { text: string }).text}`)
  }
  const threadId = await toStudent('teacher')
  await write('student', threadId, 'Is the bus late?')
  expect(await pushed()).toEqual(['teacher QUEUED Is the bus late?'])
  const second = await write('student', threadId, 'Hello?')
  expect(await pushed()).toEqual(['teacher QUEUED Hello?'])
  await run('teacher', markChatRead, { threadId, messageId: second.id })
  expect(await pushed()).toEqual(['teacher CANCELLED Hello?'])
  await write('student', threadId, 'Thank you')
  await write('teacher', threadId, 'Welcome')
  expect(await pushed()).toEqual(['teacher CANCELLED Hello?', 'teacher QUEUED Thank you', 'student QUEUED Welcome'])
  await write('teacher', await toSection('teacher'), 'To all')
  expect((await pushed()).slice(3).sort()).toEqual(['0 QUEUED To all', 'student QUEUED To all'])
  // A removed message is not notified; a later message is.
  const unkind = await write('student', threadId, 'Unkind words')
  await run('admin', removeChatMessage, { id: unkind.id, reason: 'Unkind' })
  const toTeacher = async () => (await pushed()).findLast((one) => one.startsWith('teacher'))
  expect(await toTeacher()).toBe('teacher CANCELLED Unkind words')
  const earlier = await write('student', threadId, 'Sorry')
  await write('student', threadId, 'See you')
  await run('admin', removeChatMessage, { id: earlier.id, reason: 'Twice' })
  expect(await toTeacher()).toBe('teacher QUEUED See you')
})

describe('contacts', () => {
  test('a teacher finds the own sections and their students, an admin finds all', async () => {
    const names = async (who: Person, view: object = {}) => {
      const { sections, students } = await run(who, listContacts, view)
      return [sections.map((row) => `${row.className}-${row.sectionName}`), students.map((row) => row.name)]
    }
    expect(await names('teacher')).toEqual([['7-A'], ['Asha Patil', 'Diya', 'Kabir', 'Meera', 'Om']])
    expect(await names('teacher', { search: 'meer' })).toEqual([['7-A'], ['Meera']])
    expect(await names('teacher', { search: 'मीरा' })).toEqual([['7-A'], ['Meera']])
    expect((await names('limitedAdmin'))[0]).not.toContain('8-A')
    expect((await names('admin', { sectionId: world.own.section8A }))[1]).toContain('Rohan Patil')
    expect((await refusal(run('student', listContacts))).message).toBe(notAuthorized())
  })

  test('are refused to FEES and ATTENDANT, and in a school without chat', async () => {
    for (const who of ['fees', 'attendant'] as const)
      for (const command of [countUnread, listThreads] as const)
        expect((await refusal(run(who, command as typeof countUnread))).message).toBe(notAuthorized())
    const chat = async (on: boolean) => {
      await world.database.kysely.updateTable('schools').set({ chat: on }).where('id', '=', world.own.id).execute()
      invalidateSchool(world.database, world.own.id)
    }
    await chat(false)
    expect((await refusal(run('teacher', countUnread))).message).toBe(moduleDisabled().message)
    await chat(true)
  })
})
