import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { refusal } from '#tests/refusals.ts'
import { addStudents, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { notFound } from '#platform/refusal.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { listPublications, publishResults } from './publishing.commands.ts'
import { enterReexaminations } from './reexamination.commands.ts'
import { cancelResultMessages, previewResultMessages } from './resultMessages.commands.ts'
import { queueResultMessages } from './resultMessagesJob.ts'
import { assessClass, copyScheme } from './schemes.commands.ts'
import { enterScores, viewScoreSheet } from './scores.commands.ts'

/*
 * Of 7-A, Asha passes the year. Bina and Chand fail it, are examined again, and get second cards.
 */

const today = schoolDay(new Date())
const tomorrow = addDays(today, 1)
let world: TestWorld
let bina: number
let chand: number
let science: number

const asRows = <Row extends object>(statement: string, ...values: unknown[]) => asOwner<Row>(world.ownerUrl, statement, values)

async function registerText() {
  await asRows(
    `insert into message_templates (school_id, kind, channel, dlt_template_id, sms_template_id, text, price, changed_by_name)
     values ($1, 'RESULT', 'SMS', '1107161234567890123', '64f0c2a91b7e3d5f60a81c24', '{{student}} ({{section}}): {{part}}', 20, 'Super Admin')`,
    world.own.id,
  )
}

async function enter(scores: readonly [studentId: number, value: string][]) {
  const call = await world.call('admin')
  return enterReexaminations(call, world.own.id, {
    key: randomUUID(),
    sectionId: world.own.section7A,
    scores: scores.map(([studentId, value]) => ({ studentId, subjectId: science, seen: '', value })),
  })
}

async function publish(also: object = {}, who: Who = 'admin', school = world.own) {
  return publishResults(await world.call(who, school), school.id, {
    key: randomUUID(),
    sectionId: world.own.section7A,
    visibleFrom: today,
    supplementary: true,
    tellFamilies: true,
    ...also,
  })
}

const runJob = async (day = today) =>
  queueResultMessages(
    { database: world.database, config: (await world.call('admin')).services.config },
    new Date(`${day}T09:00:00+05:30`),
  )

const sentPhones = async () =>
  (await asRows<{ phone: string }>("select phone from messages where kind = 'RESULT' order by phone")).map(({ phone }) => phone)

async function stored(id: number) {
  const rows = await listPublications(await world.call('admin'), world.own.id, { termId: world.own.termId })
  return rows.find((row) => row.id === id)!
}

beforeAll(async () => {
  world = await testWorld()
  const { own } = world
  const call = await world.call('admin')
  const { id: schemeId } = await copyScheme(call, own.id, { ready: 'cbse-6-8', name: 'Middle school' })
  const subject = { name: 'Science', kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }
  const { subjects } = await assessClass(call, own.id, {
    classId: own.class7,
    seen: 0,
    schemeId,
    schemeClass: '8',
    subjects: [subject],
  })
  science = subjects[0]!.id
  await asRows("update students set phone = '9822000099' where id = $1", own.student7A)
  ;[bina = 0, chand = 0] = await addStudents(world, own, own.section7A, [
    { name: 'Bina Rao', phone: '9800000001', roll: '2' },
    { name: 'Chand Khan', phone: '9800000002', roll: '3' },
  ])
  for (const part of ['Term 1', 'Term 2']) {
    const sheet = { sectionId: own.section7A, subjectId: science, part }
    const { columns } = await viewScoreSheet(call, own.id, sheet)
    const shares = new Map([
      [own.student7A, 60],
      [bina, 20],
      [chand, 20],
    ])
    const scores = [...shares].flatMap(([studentId, share]) =>
      columns.map(({ component, test: number, highestMarks }) => {
        const value = String((highestMarks * share) / 10_000)
        return { studentId, component, test: number, seen: '', value }
      }),
    )
    await enterScores(call, own.id, { key: randomUUID(), ...sheet, scores })
  }
  await setSchool(world, own, { senderId: 'OWNSCH', quietFrom: '00:00', quietTo: '00:00' })
  await registerText()
})
afterAll(() => world.close())

beforeEach(async () => {
  await asRows(
    'delete from report_cards; delete from result_publications; delete from reexamination_scores; delete from reexamination_changes',
  )
  await asRows('truncate messages, message_batches cascade')
  await publish({ supplementary: false, tellFamilies: false })
  await enter([[bina, '41']])
})

test('families of students with a second card are told once on the day, by one of several processes', async () => {
  const { id } = await publish({ visibleFrom: tomorrow })
  expect(await stored(id)).toMatchObject({ supplementary: true, messagesOrdered: true, messagesSentAt: null })
  expect(await runJob()).toBe(0)
  // Families see the cards from then on.
  await asRows('update result_publications set visible_from = $2 where id = $1', id, today)
  const queued = await Promise.all([1, 2, 3].map(() => runJob()))
  expect(queued.toSorted((a, b) => a - b)).toEqual([0, 0, 1])
  expect(await sentPhones()).toEqual(['9800000001'])
  expect((await stored(id)).messagesSentAt).toEqual(new Date(`${today}T09:00:00+05:30`))
})

test('a family gets one message about the card of the year and the one after it, if both are due', async () => {
  await asRows('update result_publications set messages_ordered = true')
  await publish()
  expect(await runJob()).toBe(3)
  expect(await sentPhones()).toEqual(['9800000001', '9800000002', '9822000099'])
})

test('the order is taken back before it goes, and a later publication has an order of its own', async () => {
  const { id } = await publish()
  await cancelResultMessages(await world.call('admin'), world.own.id, { id })
  await enter([[chand, 'AB']])
  await publish()
  expect(await runJob()).toBe(1)
  expect(await sentPhones()).toEqual(['9800000002'])
})

test('the messages can be looked at and sent by hand, to these families alone', async () => {
  const { id } = await publish({ tellFamilies: false })
  expect(await runJob()).toBe(0)
  const preview = await previewResultMessages(await world.call('admin'), world.own.id, { publicationIds: [id] })
  expect(preview).toMatchObject({ recipients: 1, sample: [{ text: 'Bina Rao (7-A): Whole year' }] })
})

test('is refused where no text is registered, for other roles and another school, and stores nothing', async () => {
  const { own, other } = world
  const message = 'No SMS template is registered'
  await asRows("delete from message_templates where school_id = $1 and kind = 'RESULT'", own.id)
  expect(await refusal(publish())).toEqual({ code: 'BAD_INPUT', message, problems: [{ path: 'tellFamilies', message }] })
  await registerText()
  expect((await refusal(publish({ visibleFrom: '31 June' }))).problems).toMatchObject([{ path: 'visibleFrom' }])
  expect((await refusal(publish({ tellFamilies: 'later' }))).problems).toMatchObject([{ path: 'tellFamilies' }])
  for (const who of ['teacher', 'fees', 'attendant', 'student'] as const)
    expect(await refusal(publish({}, who)), who).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
  const notYours = { code: 'NOT_FOUND', message: notFound().message, problems: [] }
  expect(await refusal(publish({}, 'admin', other))).toEqual(notYours)
  const rows = await asRows<object>('select id from result_publications where supplementary')
  expect(rows).toEqual([])
  expect(await runJob()).toBe(0)
})
