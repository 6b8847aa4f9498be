import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addStudents, setSchool } from '#tests/world/rows.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { notFound } from '#platform/refusal.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { listPublications, publishResults, withdrawResults } from './publishing.commands.ts'
import { cancelResultMessages, previewResultMessages, sendResultMessages } from './resultMessages.commands.ts'
import { queueResultMessages } from './resultMessagesJob.ts'
import { assessClass, copyScheme } from './schemes.commands.ts'

const today = schoolDay(new Date())
const tomorrow = addDays(today, 1)
let world: TestWorld

const silently = <Row extends object>(statement: string, ...values: unknown[]) => asOwner<Row>(world.ownerUrl, statement, values)
const runJob = async (time = '09:00', day = today) =>
  queueResultMessages(
    { database: world.database, config: (await world.call('admin')).services.config },
    new Date(`${day}T${time}:00+05:30`),
  )
const sentPhones = async ({ id }: TestSchool = world.own) => {
  const rows = await silently<{ phone: string }>(
    "select phone from messages where school_id = $1 and kind = 'RESULT' order by phone",
    id,
  )
  return rows.map(({ phone }) => phone)
}

async function registerText({ id }: TestSchool) {
  await silently(
    `insert into message_templates (school_id, kind, channel, dlt_template_id, sms_template_id, text, price, changed_by_name)
     values ($1, 'RESULT', 'SMS', '1107161234567890123', '64f0c2a91b7e3d5f60a81c24', '{{student}} ({{section}}): {{part}}', 20, 'Super Admin')`,
    id,
  )
}

async function assess(school: TestSchool) {
  const call = await world.call('admin', school)
  const { id } = await copyScheme(call, school.id, { ready: 'cbse-6-8', name: 'Middle school' })
  const subject = { name: 'Science', kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] } as const
  await assessClass(call, school.id, {
    classId: school.class7,
    seen: 0,
    schemeId: id,
    schemeClass: '7',
    subjects: [{ ...subject, replaces: [] }],
  })
}

async function publish(sectionId: number, also: object = {}, school = world.own) {
  const form = { sectionId, part: 'Term 1', visibleFrom: today, incomplete: 'INCLUDE', tellFamilies: true }
  return publishResults(await world.call('admin', school), school.id, { ...form, ...also, key: randomUUID() })
}

const cancel = async (id: number, who: Who = 'admin') => cancelResultMessages(await world.call(who), world.own.id, { id })

async function stored(id: number) {
  const rows = await listPublications(await world.call('admin'), world.own.id, { termId: world.own.termId })
  return rows.find((row) => row.id === id)!
}

beforeAll(async () => {
  world = await testWorld()
  const { own, other } = world
  for (const school of [own, other]) {
    await assess(school)
    await setSchool(world, school, { senderId: 'OWNSCH', quietFrom: '00:00', quietTo: '00:00' })
    await registerText(school)
  }
  // A brother in the other section, and a student who has left.
  await silently("update students set phone = '9822000099' where id = $1", own.student7A)
  const [, , left] = await addStudents(world, own, own.section7B, [
    { name: 'Mohan Patil', phone: '9822000099' },
    { name: 'Zoya Khan', phone: '9811100000' },
    { name: 'Left Long Ago', phone: '9811100001' },
  ])
  await silently('update students set disabled = true where id = $1', left)
})
afterAll(() => world.close())

beforeEach(async () => {
  await silently('delete from report_cards; delete from result_publications')
  await silently('truncate messages, message_batches cascade')
})

describe('ordered messages', () => {
  test('go once from nine on the day, with several processes, in one batch of the head', async () => {
    const { own } = world
    const [of7A, of7B] = [await publish(own.section7A), await publish(own.section7B)]
    await publish(own.section7A, { part: 'Term 2', visibleFrom: tomorrow })
    expect(await runJob('08:59')).toBe(0)
    expect(await sentPhones()).toEqual([])
    const before = await stored(of7A.id)
    expect(before).toMatchObject({ messagesOrdered: true, messagesSentAt: null, messagesProblem: null })
    const queued = await Promise.all([1, 2, 3].map(() => runJob()))
    expect(queued.toSorted((a, b) => a - b)).toEqual([0, 0, 2])
    expect(await sentPhones()).toEqual(['9811100000', '9822000099'])
    expect((await stored(of7B.id)).messagesSentAt).toEqual(new Date(`${today}T09:00:00+05:30`))
    const batches = await silently<object>(
      'select kind, created_by_name, total from message_batches where school_id = $1',
      own.id,
    )
    expect(batches).toEqual([{ kind: 'RESULT', created_by_name: 'admin of Own School', total: 2 }])
    expect((await auditRows(world)).at(-1)).toMatchObject({ role: 'JOB', action: 'results.tell' })
    expect(await runJob('09:05')).toBe(0)
    expect(await runJob('12:00', tomorrow)).toBe(0)
    expect((await sentPhones()).length).toBe(2)
  })

  test('go at once for a day that has begun, and only where they are ordered', async () => {
    await publish(world.own.section7A, { tellFamilies: false })
    const of7B = await publish(world.own.section7B)
    expect(await runJob('17:35')).toBe(2)
    expect((await stored(of7B.id)).messagesSentAt).not.toBeNull()
  })

  test('leave another school alone', async () => {
    const { other } = world
    await publish(world.own.section7A)
    const theirs = await publish(other.section7A, { visibleFrom: tomorrow }, other)
    expect(await runJob()).toBe(1)
    expect(await sentPhones(other)).toEqual([])
    const notYours = { code: 'NOT_FOUND', message: notFound().message, problems: [] }
    expect(await refusal(cancel(theirs.id))).toEqual(notYours)
    const stranger = await world.call('admin', other)
    expect(await refusal(cancelResultMessages(stranger, world.own.id, { id: theirs.id }))).toEqual(notYours)
  })

  test('do not go for results that are withdrawn', async () => {
    const { id } = await publish(world.own.section7A)
    await withdrawResults(await world.call('admin'), world.own.id, { id, reason: 'Totalled again' })
    expect(await runJob()).toBe(0)
    expect(await refusal(cancel(id))).toMatchObject({ code: 'CONFLICT', message: 'No message to families is ordered.' })
  })

  test('are done when somebody sends by hand, and a preview from before is not sent after them', async () => {
    const { own } = world
    const { id } = await publish(own.section7A)
    const call = await world.call('admin')
    const choice = { publicationIds: [id] }
    const { token } = await previewResultMessages(call, own.id, choice)
    await sendResultMessages(call, own.id, { ...choice, token, key: randomUUID() })
    expect(await runJob('23:55')).toBe(0)
    expect((await stored(id)).messagesSentAt).not.toBeNull()
    const again = await previewResultMessages(call, own.id, choice)
    expect(again.notes[0]).toMatch(/^Families were told of these report cards on .* already\.$/)
    for (const each of [token, again.token])
      expect(await refusal(sendResultMessages(call, own.id, { ...choice, token: each, key: randomUUID() }))).toMatchObject({
        code: 'CONFLICT',
        problems: [{ path: 'token' }],
      })
    expect(await sentPhones()).toEqual(['9822000099'])
  })

  test('of a preview from before the job are not sent an hour later', async () => {
    const { own } = world
    const { id } = await publish(own.section7A)
    const call = await world.call('admin')
    const { token } = await previewResultMessages(call, own.id, { publicationIds: [id] })
    expect(await runJob()).toBe(1)
    await silently("update result_publications set messages_sent_at = now() - interval '1 hour'")
    await silently('update message_batches set created_at = created_at - interval $$1 hour$$')
    const order = { publicationIds: [id], token, key: randomUUID() }
    expect(await refusal(sendResultMessages(call, own.id, order))).toMatchObject({
      message: 'The messages have changed since the preview. Please check them again.',
    })
    const { token: seen } = await previewResultMessages(call, own.id, { publicationIds: [id] })
    expect(await sendResultMessages(call, own.id, { ...order, token: seen, key: randomUUID() })).toMatchObject({ total: 1 })
  })
})

describe('what keeps messages from going', () => {
  test('is said when publishing where no text is registered', async () => {
    const { own } = world
    await silently("delete from message_templates where school_id = $1 and kind = 'RESULT'", own.id)
    const message = 'No SMS template is registered'
    expect(await refusal(publish(own.section7A))).toEqual({
      code: 'BAD_INPUT',
      message,
      problems: [{ path: 'tellFamilies', message }],
    })
    await registerText(own)
  })

  test('stands at the publication, and is tried again after an hour', async () => {
    const { own } = world
    const { id } = await publish(own.section7A)
    await setSchool(world, own, { exams: false })
    expect(await runJob()).toBe(0)
    await setSchool(world, own, { exams: true })
    expect(await stored(id)).toMatchObject({ messagesSentAt: null, messagesProblem: 'The exams module is switched off' })
    expect(await runJob('09:55')).toBe(0)
    expect(await sentPhones()).toEqual([])
    expect(await runJob('10:00')).toBe(1)
    expect(await stored(id)).toMatchObject({ messagesProblem: null })
  })

  test('for one head does not keep what another has ordered', async () => {
    const { own } = world
    const [of7A, of7B] = [await publish(own.section7A), await publish(own.section7B)]
    await silently('update result_publications set published_by = gen_random_uuid() where id = $1', of7A.id)
    await silently("update students set phone = '1234567890', email = '' where id = $1", own.student7A)
    expect(await runJob()).toBe(2)
    await silently("update students set phone = '9822000099' where id = $1", own.student7A)
    expect(await stored(of7A.id)).toMatchObject({
      messagesSentAt: null,
      messagesProblem: 'None of these students can be reached.',
    })
    expect(await stored(of7B.id)).toMatchObject({ messagesSentAt: new Date(`${today}T09:00:00+05:30`), messagesProblem: null })
  })

  test('is a term that is over', async () => {
    const { own } = world
    const { id } = await publish(own.section7A)
    await silently('update terms set current = false where school_id = $1', own.id)
    expect(await runJob()).toBe(0)
    await silently('update terms set current = true where school_id = $1 and id = $2', own.id, own.termId)
    expect((await stored(id)).messagesProblem).toBe('Only families of the current term can be told of report cards.')
  })
})

describe('an order', () => {
  test('is taken back before it goes', async () => {
    const { id } = await publish(world.own.section7A, { visibleFrom: tomorrow })
    expect(await cancel(id)).toMatchObject({ messagesOrdered: false })
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'results.cancelMessages', rowIds: [id] })
    expect(await runJob('09:00', tomorrow)).toBe(0)
    expect(await refusal(cancel(id))).toMatchObject({ code: 'CONFLICT', message: 'No message to families is ordered.' })
  })

  test('is not taken back after it went', async () => {
    const { id } = await publish(world.own.section7A)
    await runJob()
    expect(await refusal(cancel(id))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^Families were told on .* already\.$/),
    })
  })

  test('is taken back by the office alone, for its classes', async () => {
    const { id } = await publish(world.own.section7A, { visibleFrom: tomorrow })
    for (const who of ['teacher', 'fees', 'attendant', 'student'] as const)
      expect(await refusal(cancel(id, who)), who).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
    expect((await stored(id)).messagesOrdered).toBe(true)
    expect(await cancel(id, 'limitedAdmin')).toMatchObject({ messagesOrdered: false })
  })
})
