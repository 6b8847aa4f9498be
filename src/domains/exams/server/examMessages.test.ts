import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addStudents, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { loadLanguages } from '#platform/languages/speech.ts'
import { notFound } from '#platform/refusal.ts'
import { announceExam, saveExam } from './dateSheet.commands.ts'
import type { ExamRow } from './dateSheet.sql.ts'
import { previewExamMessages, sendExamMessages } from './examMessages.commands.ts'

let world: TestWorld
let exam: ExamRow

const asRows = <Row extends object>(statement: string, ...values: unknown[]) => asOwner<Row>(world.ownerUrl, statement, values)

async function save(changes: object = {}) {
  const { id: schoolId, termId, class7, section7B } = world.own
  const paper = { classId: class7, subject: 'Maths', day: '2026-09-14', starts: '10:00', ends: '13:00', sectionIds: [] }
  return saveExam(await world.call('admin'), schoolId, {
    termId,
    seen: 0,
    name: 'Half-yearly examination',
    papers: [paper, { ...paper, subject: 'Oral', day: '2026-09-18', sectionIds: [section7B] }],
    ...changes,
  })
}

async function announce({ id, version }: ExamRow) {
  return announceExam(await world.call('admin'), world.own.id, { id, seen: version })
}

const preview = async (who: Who = 'admin', id = exam.id) => previewExamMessages(await world.call(who), world.own.id, { id })
const send = async (token: string, { who = 'admin' as Who, key = randomUUID() as string, id = exam.id } = {}) =>
  sendExamMessages(await world.call(who), world.own.id, { id, key, token })

beforeAll(async () => {
  await loadLanguages()
  world = await testWorld()
  const { own } = world
  await asRows("update terms set starts_on = '2026-04-01' where school_id = $1", own.id)
  // Two siblings, one in each section, and a family that has chosen Marathi.
  await asRows("update students set phone = '9822000099' where id = $1", own.student7A)
  await addStudents(world, own, own.section7B, [
    { name: 'Mohan Patil', phone: '9822000099' },
    { name: 'Zoya Khan', phone: '9811100000', language: 'mr' },
  ])
  await setSchool(world, own, { senderId: 'OWNSCH', quietFrom: '00:00', quietTo: '00:00' })
  for (const [language, text] of [
    ['en', '{{student}} ({{section}}): {{exam}} {{from}} - {{to}}'],
    ['mr', '{{student}}: {{exam}} {{from}} ते {{to}}'],
  ])
    await asRows(
      `insert into message_templates (school_id, kind, channel, language, dlt_template_id, sms_template_id, text, price, changed_by_name)
       values ($1, 'EXAM', 'SMS', $2, '1107161234567890123', '64f0c2a91b7e3d5f60a81c24', $3, 20, 'Super Admin')`,
      own.id,
      language,
      text,
    )
  await asRows(
    "insert into message_kinds (school_id, kind, enabled, channels, changed_by_name) values ($1, 'EXAM', true, '{SMS}', 'Admin')",
    own.id,
  )
})

afterAll(() => world.close())

beforeEach(async () => {
  await asRows('delete from exams where school_id = $1', world.own.id)
  exam = await announce(await save())
})

test('are previewed with one message for each family, in its language, with the days of its sections', async () => {
  const seen = await preview()
  expect(seen).toMatchObject({ recipients: 2, students: 3, siblingsMerged: 1, problems: [] })
  expect(seen.byLanguage).toEqual([
    { language: 'en', count: 1 },
    { language: 'mr', count: 1 },
  ])
  expect(seen.sample.map(({ text }) => text)).toEqual([
    'Asha Patil, Mohan Patil (7-A, 7-B): Half-yearly examination 14 Sep 2026 - 18 Sep 2026',
    'Zoya Khan: Half-yearly examination 14 सप्टें 2026 ते 18 सप्टें 2026',
  ])
})

test('are queued as they were previewed, once per key and once in ten minutes', async () => {
  const { token, cost } = await preview()
  const key = randomUUID()
  const sent = await send(token, { key })
  expect(sent).toMatchObject({ kind: 'EXAM', total: 2, cost })
  expect((await send(token, { key })).id).toBe(sent.id)
  const queued = await asRows<{ phone: string; exam: string }>(
    "select phone, params->>'exam' as exam from messages where school_id = $1 and kind = 'EXAM' order by phone",
    world.own.id,
  )
  const name = 'Half-yearly examination'
  expect(queued).toEqual([
    { phone: '9811100000', exam: name },
    { phone: '9822000099', exam: name },
  ])
  expect(await refusal(send(token))).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'token' }] })
  const row = { role: 'ADMIN', action: 'exam.tell', rowIds: [sent.id], fields: ['kind', 'audience'] }
  expect(await auditRows(world)).toContainEqual(row)
})

test('of two who send at once one is told of the other', async () => {
  exam = await announce(await save({ name: 'Unit test' }))
  const { token } = await preview()
  const both = await Promise.allSettled([send(token), send(token, { who: 'superadmin' })])
  const lost = both.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  expect(lost).toMatchObject([{ code: 'CONFLICT', problems: [{ path: 'token' }] }])
})

test('wait for the announcement, and for the next one after a change', async () => {
  const draft = await save({ name: 'Draft' })
  expect(await refusal(preview('admin', draft.id))).toEqual({
    code: 'CONFLICT',
    message: 'Announce the exam first. Families see its date sheet from then on.',
    problems: [],
  })
  const { token } = await preview()
  const changed = await save({ id: exam.id, seen: exam.version, papers: [] })
  const again = { code: 'CONFLICT', message: 'The exam was changed after its announcement. Announce it again first.' }
  expect(await refusal(preview())).toMatchObject(again)
  expect(await refusal(send(token))).toMatchObject(again)
  const paper = { classId: world.own.class7, subject: 'Maths', day: '2026-09-21', starts: '10:00', ends: '13:00' }
  exam = await announce(await save({ id: changed.id, seen: changed.version, papers: [paper] }))
  expect(await refusal(send(token))).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'token' }] })
  await asRows('update terms set current = false where school_id = $1', world.own.id)
  expect(await refusal(preview())).toMatchObject({ message: 'Only families of the current term can be told of an exam.' })
  await asRows('update terms set current = true where school_id = $1', world.own.id)
})

test('go to the families of the classes that the viewer sees, and are for the office alone', async () => {
  const { class7, class8 } = world.own
  const paper = { classId: class7, subject: 'Maths', day: '2026-09-14', starts: '10:00', ends: '13:00' }
  exam = await announce(await save({ name: 'Both classes', papers: [paper, { ...paper, classId: class8 }] }))
  expect((await preview()).students).toBe(4)
  expect((await preview('limitedAdmin')).students).toBe(3)
  const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }
  for (const who of ['teacher', 'fees', 'attendant', 'student'] as const) {
    expect(await refusal(preview(who))).toEqual(forbidden)
    expect(await refusal(send('x', { who }))).toEqual(forbidden)
  }
  const foreign = previewExamMessages(await world.call('admin', world.other), world.other.id, { id: exam.id })
  expect(await refusal(foreign)).toEqual({ code: 'NOT_FOUND', message: notFound().message, problems: [] })
})
