import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addStudents, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { newPaperToken } from '#platform/http/paperPage.ts'
import { loadLanguages } from '#platform/languages/speech.ts'
import { notFound } from '#platform/refusal.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { previewResultMessages, sendResultMessages } from './resultMessages.commands.ts'
import { copyScheme } from './schemes.commands.ts'

const today = schoolDay(new Date())
let world: TestWorld
let schemeId: number
let mohan: number
let zoya: number
let of7A: number
let of7B: number

const asRows = <Row extends object>(statement: string, ...values: unknown[]) => asOwner<Row>(world.ownerUrl, statement, values)

/** Stores a publication with a card for each student, and returns its id. */
async function publish(sectionId: number, studentIds: readonly number[], part = 'Term 1') {
  const { id: schoolId, termId } = world.own
  return world.database.transaction(schoolId, async (db) => {
    const { rows } = await sql<{ id: number }>`
      insert into result_publications (school_id, term_id, section_id, part, scheme_id, visible_from, cards, left_out,
        published_by, published_by_name)
      values (${schoolId}, ${termId}, ${sectionId}, ${part}, ${schemeId}, ${today}::date, ${studentIds.length}, 0,
        '00000000-0000-0000-0000-000000000001', 'Head') returning id`.execute(db)
    const id = rows[0]!.id
    for (const studentId of studentIds)
      await db
        .insertInto('reportCards')
        .values({ schoolId, publicationId: id, termId, studentId, content: '{}', token: newPaperToken(schoolId) })
        .execute()
    return id
  })
}

const preview = async (publicationIds: number[], who: Who = 'admin') =>
  previewResultMessages(await world.call(who), world.own.id, { publicationIds })
const send = async (publicationIds: number[], token: string, { who = 'admin' as Who, key = randomUUID() as string } = {}) =>
  sendResultMessages(await world.call(who), world.own.id, { publicationIds, key, token })

beforeAll(async () => {
  await loadLanguages()
  world = await testWorld()
  const { own } = world
  schemeId = (await copyScheme(await world.call('admin'), own.id, { ready: 'cbse-6-8', name: 'Middle school' })).id
  // Two siblings, one in each section, a family that has chosen Marathi, and a student without a card.
  await asRows("update students set phone = '9822000099' where id = $1", own.student7A)
  ;[mohan = 0, zoya = 0] = await addStudents(world, own, own.section7B, [
    { name: 'Mohan Patil', phone: '9822000099' },
    { name: 'Zoya Khan', phone: '9811100000', language: 'mr' },
    { name: 'Left Out', phone: '9811100001' },
  ])
  await setSchool(world, own, { senderId: 'OWNSCH', quietFrom: '00:00', quietTo: '00:00' })
  for (const [language, text] of [
    ['en', '{{student}} ({{section}}): {{part}}'],
    ['mr', '{{student}}: {{part}}'],
  ])
    await asRows(
      `insert into message_templates (school_id, kind, channel, language, dlt_template_id, sms_template_id, text, price, changed_by_name)
       values ($1, 'RESULT', 'SMS', $2, '1107161234567890123', '64f0c2a91b7e3d5f60a81c24', $3, 20, 'Super Admin')`,
      own.id,
      language,
      text,
    )
  await asRows(
    "insert into message_kinds (school_id, kind, enabled, channels, changed_by_name) values ($1, 'RESULT', true, '{SMS}', 'Admin')",
    own.id,
  )
})
afterAll(() => world.close())

beforeEach(async () => {
  await asRows('delete from report_cards')
  await asRows('delete from result_publications')
  of7A = await publish(world.own.section7A, [world.own.student7A])
  of7B = await publish(world.own.section7B, [mohan, zoya])
})

test('are previewed with one message for each family of a card, in its language', async () => {
  const seen = await preview([of7A, of7B])
  expect(seen).toMatchObject({ recipients: 2, students: 3, siblingsMerged: 1, problems: [] })
  expect(seen.sample.map(({ text }) => text)).toEqual(['Asha Patil, Mohan Patil (7-A, 7-B): Term 1', 'Zoya Khan: सत्र 1'])
  const year = await publish(world.own.section7A, [world.own.student7A], '')
  expect((await preview([year])).sample.map(({ text }) => text)).toEqual(['Asha Patil (7-A): Whole year'])
})

test('are queued as they were previewed, once per key and once in ten minutes', async () => {
  const { token, cost } = await preview([of7A, of7B])
  const key = randomUUID()
  const sent = await send([of7A, of7B], token, { key })
  expect(sent).toMatchObject({ kind: 'RESULT', total: 2, cost })
  expect((await send([of7A, of7B], token, { key })).id).toBe(sent.id)
  expect(await refusal(send([of7A, of7B], token))).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'token' }] })
  const queued = await asRows<{ phone: string }>(
    "select phone from messages where school_id = $1 and kind = 'RESULT' order by phone",
    world.own.id,
  )
  expect(queued.map(({ phone }) => phone)).toEqual(['9811100000', '9822000099'])
  const row = { role: 'ADMIN', action: 'results.tell', rowIds: [sent.id], fields: ['kind', 'audience'] }
  expect(await auditRows(world)).toContainEqual(row)
})

test('are refused for what families do not see, for several parts, and when they have changed', async () => {
  const { token } = await preview([of7B])
  expect(await refusal(send([of7A], token))).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'token' }] })
  const year = await publish(world.own.section7A, [world.own.student7A], '')
  expect(await refusal(preview([of7A, year]))).toMatchObject({ message: 'Tell families of one part at a time.' })
  await asRows('update result_publications set visible_from = $2 where id = $1', of7A, addDays(today, 1))
  expect((await refusal(preview([of7A]))).message).toMatch(/^Families see these report cards from .*\. Tell them on that day\.$/)
  await asRows(
    `update result_publications set visible_from = $2, withdrawn_at = now(), withdrawn_by = published_by,
       withdrawn_by_name = 'Head', withdraw_reason = 'X' where id = $1`,
    of7A,
    today,
  )
  expect(await refusal(preview([of7A]))).toMatchObject({ message: 'These results are withdrawn. Publish them again first.' })
  await asRows('update terms set current = false where school_id = $1', world.own.id)
  expect(await refusal(preview([of7B]))).toMatchObject({
    message: 'Only families of the current term can be told of report cards.',
  })
  await asRows('update terms set current = true where school_id = $1 and id = $2', world.own.id, world.own.termId)
  expect(await refusal(preview([]))).toMatchObject({ code: 'BAD_INPUT' })
})

test('are for the office alone, for its classes, and not for another school', async () => {
  const notYours = { code: 'NOT_FOUND', message: notFound().message, problems: [] }
  const of8A = await publish(world.own.section8A, [world.own.student8A])
  expect(await refusal(preview([of8A], 'limitedAdmin'))).toEqual(notYours)
  expect(await refusal(preview([of7A, 999_999]))).toEqual(notYours)
  for (const who of ['teacher', 'fees', 'attendant', 'student'] as const)
    expect(await refusal(preview([of7A], who)), who).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
  const stranger = await world.call('admin', world.other)
  expect(await refusal(previewResultMessages(stranger, world.other.id, { publicationIds: [of7A] }))).toEqual(notYours)
  const order = { publicationIds: [of7A], key: randomUUID(), token: 'x' }
  expect(await refusal(sendResultMessages(stranger, world.other.id, order))).toEqual(notYours)
})
