import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { clearAttendance, takeRegister, today } from '#tests/world/attendance.ts'
import { addStudents, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import { checkData } from '#platform/dataChecks.ts'
import { addDays } from '#shared/dates.ts'
import { sendAbsenceNotice, setFamilyTold } from '#domains/attendance/server/families.commands.ts'
import { queueDueNotices } from '#domains/attendance/server/noticeJob.ts'
import { saveRegister } from '#domains/attendance/server/registers.commands.ts'
import { nudgeRegisters } from '#domains/attendance/server/nudges.commands.ts'
import { holidayName } from '#domains/attendance/attendance.rules.ts'
import { viewToday } from './today.queries.ts'

let world: TestWorld
/** Students of 7-A. The last one has no phone. */
let pupils: number[]

/** The sections that stand under registers not taken: none where the day expects no register. */
const expected = (...sections: string[]) => (holidayName(today, null) === null ? sections : [])

beforeAll(async () => {
  world = await testWorld()
  pupils = [world.own.student7A, ...(await addStudents(world, world.own, world.own.section7A, 2))]
  // No register is expected of an empty section.
  for (const school of [world.own, world.other]) await addStudents(world, school, school.section7B, 1)
  const { id: schoolId, section7A } = world.own
  await asOwner(world.ownerUrl, "update students set phone = '1234567890' where school_id = $1 and id = $2", [
    schoolId,
    pupils[2],
  ])
  await asOwner(world.ownerUrl, "update sections set notification_time = '00:01+05:30' where school_id = $1 and id = $2", [
    schoolId,
    section7A,
  ])
  await asOwner(
    world.ownerUrl,
    "insert into device_tokens (subject, endpoint, p256dh, auth) values ($1, 'https://push.test/teacher', repeat('x', 87), repeat('y', 22))",
    [world.own.subjects.teacher],
  )
})
beforeEach(async () => {
  await clearAttendance(world, world.own)
  for (const table of ['register_nudges', 'told_families', 'leave_notes'])
    await asOwner(world.ownerUrl, `delete from ${table} where school_id = $1`, [world.own.id])
})
afterEach(async () => expect((await checkData(world.database)).findings).toEqual([]))
afterAll(() => world.close())

const view = async (who: Who = 'admin') => viewToday(await world.call(who), world.own.id, {})
const all = (letters: string) => Object.fromEntries([...letters].map((value, place) => [pupils[place] ?? 0, value]))
const take = (letters: string, seen = 0) => takeRegister(world, 'teacher', { sectionId: world.own.section7A, seen }, all(letters))
const toTell = async (who: Who = 'admin') =>
  (await view(who)).attendance?.families.toTell.map(({ studentId, state }) => `${pupils.indexOf(studentId)} ${state}`)
const register = () => ({ registers: [{ sectionId: world.own.section7A, session: 'DAY' }] })
const nudge = async (who: Who = 'admin') => nudgeRegisters(await world.call(who), world.own.id, register())

async function setMessages(state: string): Promise<void> {
  await asOwner(world.ownerUrl, 'delete from message_queue where school_id = $1', [world.own.id])
  await asOwner(
    world.ownerUrl,
    `update messages set state = $2, failure = case when $2 = 'FAILED' then 'Refused.' end where school_id = $1`,
    [world.own.id, state],
  )
}

describe('families', () => {
  test('an absent student is on the list until the family knows', async () => {
    await take('AAA')
    // Notices are planned at once; the section's time has passed, so the job's next run queues them.
    expect(await toTell()).toEqual(['2 NO_PHONE'])
    await queueDueNotices(world.database, new Date())
    expect((await view()).attendance?.families).toMatchObject({ absent: 3, know: 0, soon: 2 })
    await setMessages('FAILED')
    expect(await toTell()).toEqual(['0 FAILED', '1 FAILED', '2 NO_PHONE'])
    await setMessages('DELIVERED')
    expect((await view()).attendance?.families).toMatchObject({ absent: 3, know: 2, soon: 0 })
    expect(await toTell()).toEqual(['2 NO_PHONE'])

    const told = { studentId: pupils[2], told: true }
    expect(await setFamilyTold(await world.call('teacher'), world.own.id, told)).toBe(true)
    expect(await setFamilyTold(await world.call('teacher'), world.own.id, told)).toBe(true)
    expect(await toTell()).toEqual([])
    expect((await view()).attendance?.families).toMatchObject({ absent: 3, know: 3 })
    await setFamilyTold(await world.call('admin'), world.own.id, { ...told, told: false })
    expect(await toTell()).toEqual(['2 NO_PHONE'])
    // A corrected mark takes the student off.
    await take('PPP', 1)
    expect((await view()).attendance?.families).toMatchObject({ absent: 0, toTell: [] })
  })

  test('a notice is sent by hand where the section has no time, and the job leaves it alone', async () => {
    const { id: schoolId, section7A } = world.own
    const setTime = (time: string | null) =>
      asOwner(world.ownerUrl, 'update sections set notification_time = $3 where school_id = $1 and id = $2', [
        schoolId,
        section7A,
        time,
      ])
    await setTime(null)
    await take('APA')
    expect(await toTell()).toEqual(['0 NOT_SENT', '2 NO_PHONE'])
    const send = async (studentId = pupils[0], who: Who = 'admin') =>
      sendAbsenceNotice(await world.call(who), schoolId, { studentId })
    expect(await send()).toBe(true)
    expect(await toTell()).toEqual(['2 NO_PHONE'])
    await queueDueNotices(world.database, new Date())
    expect((await view()).attendance?.families.soon).toBe(1)
    expect(await refusal(send())).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('already') })
    expect(await refusal(send(pupils[2]))).toMatchObject({ code: 'CONFLICT' })
    expect(await refusal(send(pupils[1]))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refusal(send(pupils[0], 'teacher'))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await refusal(send(world.other.student7A))).toMatchObject({ code: 'NOT_FOUND' })
    // A correction cancels it like any other.
    await take('PPA', 1)
    await queueDueNotices(world.database, new Date())
    expect((await view()).attendance?.families).toMatchObject({ absent: 1, soon: 0 })
    await setTime('00:01+05:30')
  })

  test('notices that are off or held say so', async () => {
    await take('APP')
    await asOwner(
      world.ownerUrl,
      'insert into notice_holds (school_id, day, held_by, held_by_name) values ($1, $2, gen_random_uuid(), $3)',
      [world.own.id, today, 'X'],
    )
    expect(await toTell()).toEqual(['0 HELD'])
    await asOwner(world.ownerUrl, 'delete from notice_holds', [])
    await setSchool(world, world.own, { attNotification: false })
    expect(await toTell()).toEqual(['0 NOT_SENT'])
    const send = sendAbsenceNotice(await world.call('admin'), world.own.id, { studentId: pupils[0] })
    expect(await refusal(send)).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('switched') })
    await setSchool(world, world.own, { attNotification: true })
  })

  describe('that have told the school', () => {
    const toldUs = async (who: Who = 'admin') =>
      (await view(who)).attendance?.families.toldUs.map(({ studentId, reason, until }) => [
        pupils.indexOf(studentId),
        reason,
        until,
      ])
    const writeNote = (studentId: number | undefined, reason: string, days: [from: number, to: number], withdrawn = false) =>
      asOwner(
        world.ownerUrl,
        `insert into leave_notes (school_id, student_id, key, from_day, to_day, reason, phone, withdrawn_at)
         select school_id, id, gen_random_uuid(), $3, $4, $5, phone, case when $6::boolean then now() end
         from students where school_id = $1 and id = $2`,
        [world.own.id, studentId, addDays(today, days[0]), addDays(today, days[1]), reason, withdrawn],
      )

    test('are told of by nobody, and what they told is shown to those who see the student', async () => {
      await writeNote(pupils[0], 'Fever', [-1, 1])
      await writeNote(pupils[2], 'Wedding', [0, 0])
      // A student who comes after all is not absent.
      await writeNote(pupils[1], 'Ill', [0, 0])
      expect(await toldUs()).toEqual([])
      await take('APA')
      for (const who of ['admin', 'limitedAdmin', 'teacher'] as const)
        expect(await toldUs(who)).toEqual([
          [0, 'Fever', addDays(today, 1)],
          [2, 'Wedding', today],
        ])
      expect(await toTell()).toEqual([])
      expect((await view()).attendance?.families).toMatchObject({ absent: 2, know: 2, soon: 0 })
      // A failed message alarms nobody: the family knows.
      await queueDueNotices(world.database, new Date())
      await setMessages('FAILED')
      expect(await toTell()).toEqual([])
    })

    test('have told only of the days of a note that stands', async () => {
      await writeNote(pupils[0], 'Fever', [-3, -1])
      await writeNote(pupils[1], 'Wedding', [1, 2])
      await writeNote(pupils[2], 'Ill', [0, 0], true)
      await take('AAA')
      expect(await toldUs()).toEqual([])
      expect(await toTell()).toEqual(['2 NO_PHONE'])
    })

    test('are of the own sections', async () => {
      const { section8A, student8A } = world.own
      await writeNote(student8A, 'Ill', [0, 0])
      await takeRegister(world, 'admin', { sectionId: section8A }, { [student8A]: 'A' })
      expect(await toldUs()).toHaveLength(1)
      expect(await toldUs('teacher')).toEqual([])
      expect(await toldUs('limitedAdmin')).toEqual([])
    })
  })

  test('nobody tells for a student who is not theirs', async () => {
    const tell = async (who: Who, studentId: number) =>
      setFamilyTold(await world.call(who), world.own.id, { studentId, told: true })
    expect(await refusal(tell('teacher', world.own.student8A))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refusal(tell('admin', world.other.student7A))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refusal(tell('fees', world.own.student7A))).toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('a child who came by the gate', () => {
  const scan = (studentId: number | undefined, direction: string, minutes: number) =>
    asOwner(
      world.ownerUrl,
      `insert into gate_scans (school_id, student_id, day, at, direction, means, key, scanned_by, scanned_by_name)
       values ($1, $2, $3, now() - make_interval(secs => $4), $5, 'QR', $6, gen_random_uuid(), 'Guard')`,
      [world.own.id, studentId, today, minutes, direction, randomUUID()],
    )

  test('is missing in class while the register says absent', async () => {
    await scan(pupils[0], 'IN', 30)
    await scan(pupils[1], 'IN', 30)
    await scan(pupils[1], 'OUT', 10)
    expect((await view()).attendance?.missingInClass).toEqual([])
    await take('AAP')
    expect((await view()).attendance?.missingInClass.map(({ studentId }) => studentId)).toEqual([pupils[0]])
    await take('PAP', 1)
    expect((await view()).attendance?.missingInClass).toEqual([])
    await take('AAP', 2)
    // A child who came although the family has told of an illness is looked for all the same.
    await asOwner(
      world.ownerUrl,
      `insert into leave_notes (school_id, student_id, key, from_day, to_day, reason, phone)
       values ($1, $2, $3, $4, $4, 'Fever', '9822000000')`,
      [world.own.id, pupils[0], randomUUID(), today],
    )
    expect((await view()).attendance?.missingInClass.map(({ leaveReason }) => leaveReason)).toEqual(['Fever'])
    await setFamilyTold(await world.call('teacher'), world.own.id, { studentId: pupils[0], told: true })
    expect((await view()).attendance?.missingInClass).toEqual([])
  })
})

describe('a register that was not taken', () => {
  const notTaken = async (who: Who = 'admin') =>
    (await view(who)).attendance?.notTaken.map(({ sectionName, askedAt }) => `${sectionName} ${askedAt ? 'asked' : ''}`.trim())

  test('has one reminder in ten minutes, and is gone when it is taken', async () => {
    expect(await notTaken()).toEqual(expected('7-A', '7-B', '8-A'))
    expect(await notTaken('limitedAdmin')).toEqual(expected('7-A', '7-B'))
    expect(await notTaken('teacher')).toEqual(expected('7-A'))
    expect(await nudge()).toBe(1)
    expect(await notTaken()).toEqual(expected('7-A asked', '7-B', '8-A'))
    expect(await refusal(nudge())).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/sent a reminder for 7-A at \d\d:\d\d/),
    })
    await asOwner(world.ownerUrl, "update register_nudges set asked_at = now() - interval '11 minutes'", [])
    expect(await nudge()).toBe(1)
    const [messages] = await world.database.read(world.own.id, [
      world.database.kysely.selectFrom('messages').select(['kind', 'subject', 'params']).where('schoolId', '=', world.own.id),
    ] as const)
    expect(messages.map(({ kind, subject }) => [kind, subject])).toEqual([
      ['REGISTER', world.own.subjects.teacher],
      ['REGISTER', world.own.subjects.teacher],
    ])
    expect(messages[0]?.params).toMatchObject({ section: '7-A', link: expect.stringContaining('register=') })
    await take('PPP')
    expect(await notTaken()).toEqual(expected('7-B', '8-A'))
    expect(await refusal(nudge())).toMatchObject({ code: 'CONFLICT', message: 'The register of 7-A is taken.' })
  })

  test('of two heads who ask at once, one does', async () => {
    const answers = await Promise.allSettled([nudge('admin'), nudge('limitedAdmin')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('is asked for by nobody else, and of nobody without a device', async () => {
    const { section7B, section8A } = world.own
    const ask = async (who: Who, sectionId: number) =>
      nudgeRegisters(await world.call(who), world.own.id, { registers: [{ sectionId, session: 'DAY' }] })
    expect(await refusal(ask('admin', section7B))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Call instead'),
    })
    expect(await refusal(ask('limitedAdmin', section8A))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refusal(ask('admin', world.other.section7A))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refusal(ask('teacher', section7B))).toMatchObject({ code: 'FORBIDDEN' })
    const wrong = nudgeRegisters(await world.call('admin'), world.own.id, {
      registers: [{ sectionId: section7B, session: 'LECTURE' }],
    })
    expect(await refusal(wrong)).toMatchObject({ code: 'BAD_INPUT' })
  })
})

test('heads and teachers of two schools see their own sections, one after the other', async () => {
  await take('APP')
  const { other } = world
  const marks = [{ studentId: other.student7A, value: 'A' }]
  const register = { key: randomUUID(), sectionId: other.section7A, day: today, session: 'DAY', seen: 0, marks }
  await saveRegister(await world.call('admin', other), other.id, register)
  for (const who of ['teacher', 'admin'] as const)
    for (const [school, student] of [[world.own, pupils[0]] as const, [other, other.student7A] as const]) {
      const { attendance } = await viewToday(await world.call(who, school), school.id, {})
      expect(attendance?.sections).toBe(who === 'teacher' ? 1 : 3)
      expect(attendance?.families.toTell.map(({ studentId }) => studentId)).toEqual(school === other ? [student] : [])
      expect(attendance?.families.absent).toBe(1)
    }
  await clearAttendance(world, other)
})

test('each role sees its own parts only', async () => {
  const parts = async (who: Who) =>
    Object.entries(await view(who))
      .filter(([key, value]) => value !== null && key !== 'schoolId' && key !== 'day')
      .map(([key]) => key)
  const office = [
    'attendance',
    'birthdays',
    'cheques',
    'ordersToSettle',
    'failedMessages',
    'openDays',
    'discountsToApprove',
    'casesToSee',
  ]
  await setSchool(world, world.own, { feesModule: true, onlineFees: true })
  expect(await parts('admin')).toEqual(office)
  expect(await parts('superadmin')).toEqual(office)
  expect(await parts('limitedAdmin')).toEqual([
    'attendance',
    'birthdays',
    'cheques',
    'failedMessages',
    'discountsToApprove',
    'casesToSee',
  ])
  expect(await parts('teacher')).toEqual(['attendance', 'birthdays', 'casesToSee', 'marksDue'])
  expect(await parts('fees')).toEqual(['cheques', 'ordersToSettle', 'openDays', 'casesToSee'])
  expect(await refusal(view('attendant'))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusal(viewToday(await world.call('admin', world.other), world.own.id, {}))).toMatchObject({ code: 'NOT_FOUND' })
  await setSchool(world, world.own, { feesModule: false })
  expect(await parts('admin')).toEqual(['attendance', 'birthdays', 'failedMessages', 'casesToSee'])
  await setSchool(world, world.own, { feesModule: true })
})

test('the heads of the school hear that its space for files is nearly used up', async () => {
  const seen = async (who: Who) => (await view(who)).filesNearlyFull
  const [file] = await asOwner<{ id: string }>(
    world.ownerUrl,
    `insert into files (school_id, purpose, content_type, size, created_by) values ($1, 'document', 'application/pdf', 799999, $2)
     returning id`,
    [world.own.id, world.own.subjects.admin],
  )
  await setSchool(world, world.own, { filesQuotaMb: 1 })
  expect(await seen('admin')).toBeNull()
  await asOwner(world.ownerUrl, 'update files set size = 800000 where id = $1', [file?.id])
  for (const who of ['admin', 'superadmin'] as const) expect(await seen(who)).toEqual({ used: 800_000, quota: 1_000_000 })
  for (const who of ['limitedAdmin', 'teacher', 'fees'] as const) expect(await seen(who)).toBeNull()
  await setSchool(world, world.own, { filesQuotaMb: null })
  expect(await seen('admin')).toBeNull()
})

test('open cases of children count until somebody has put them off', async () => {
  await asOwner(
    world.ownerUrl,
    `with c as (
       insert into attention_cases (school_id, term_id, student_id, concern, opened_on) values ($1, $2, $3, 'ATTENDANCE', $4) returning *
     )
     insert into attention_reasons (school_id, case_id, student_id, rule, found_on, found_value, found_base, value, base, since)
     select school_id, id, student_id, 'ABSENT_RUN', opened_on, 3, 0, 3, 0, opened_on from c`,
    [world.own.id, world.own.termId, world.own.student8A, today],
  )
  const count = async (who: Who) => (await view(who)).casesToSee
  expect(await count('admin')).toBe(1)
  // A teacher has the cases of the own sections, a clerk those about money.
  expect(await count('teacher')).toBe(0)
  expect(await count('fees')).toBe(0)
  await asOwner(world.ownerUrl, 'update attention_cases set look_again_on = $2 where school_id = $1', [
    world.own.id,
    addDays(today, 1),
  ])
  expect(await count('admin')).toBe(0)
  await asOwner(world.ownerUrl, 'delete from attention_cases where school_id = $1', [world.own.id])
})

test('a birthday is of today and of the own sections', async () => {
  const born = (studentId: number, day: string) =>
    asOwner(world.ownerUrl, 'update students set birthdate = $3 where school_id = $1 and id = $2', [world.own.id, studentId, day])
  await born(world.own.student8A, `2016${today.slice(4)}`)
  await born(world.own.student7A, addDays(`2016${today.slice(4)}`, 1))
  const names = async (who: Who) => (await view(who)).birthdays?.map(({ studentId }) => studentId)
  expect(await names('admin')).toEqual([world.own.student8A])
  expect(await names('teacher')).toEqual([])
  expect(await names('limitedAdmin')).toEqual([])
})
