import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { clearAttendance, takeRegister, today } from '#tests/world/attendance.ts'
import { addStudents, addSubject, addTerm, giveAccount, setCurrentTerm, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import { checkData } from '#platform/dataChecks.ts'
import { addDays } from '#shared/dates.ts'
import { setStudentDisabled } from '#domains/students/server/students.commands.ts'
import { weekdayOf } from '../attendance.rules.ts'
import { addHolidays } from './holidays.commands.ts'
import { queueDueNotices } from './noticeJob.ts'
import { holdNotices, releaseNotices, viewAbsenceNotices } from './notices.commands.ts'
import { correctMark } from './registers.commands.ts'

let world: TestWorld
/** Students of 7-A. The last one has no phone; the first two have accounts. */
let pupils: number[]

beforeAll(async () => {
  world = await testWorld()
  const { id: schoolId, section7A, section7B } = world.own
  pupils = [world.own.student7A, ...(await addStudents(world, world.own, section7A, 3))]
  await addStudents(world, world.own, section7B, 1)
  await world.database.transaction(schoolId, async (db) => {
    await db
      .updateTable('students')
      .set({ phone: '1234567890' })
      .where('id', '=', pupils[3] ?? 0)
      .execute()
    await giveAccount(db, world.own, { studentId: pupils[1] ?? 0 })
    await db.updateTable('sections').set({ notificationTime: '11:00:00+05:30' }).where('id', '=', section7A).execute()
    // 09:00 UTC is 14:30 in India.
    await db.updateTable('sections').set({ notificationTime: '09:00:00+00:00' }).where('id', '=', world.own.section8A).execute()
  })
})

beforeEach(() => clearAttendance(world, world.own))
afterEach(async () => expect((await checkData(world.database)).findings).toEqual([]))
afterAll(() => world.close())

const at = (time: string) => new Date(`${today}T${time}+05:30`)
const queue = (time = '11:00:00') => queueDueNotices(world.database, at(time))
const all = (letters: string) => Object.fromEntries([...letters].map((value, place) => [pupils[place] ?? 0, value]))
const take = (letters: string, more = {}) =>
  takeRegister(world, 'teacher', { sectionId: world.own.section7A, ...more }, all(letters))
const view = async (who: Who = 'admin', day = today) => viewAbsenceNotices(await world.call(who), world.own.id, { day })
const list = async (section = 0) =>
  (await view()).sections[section]?.students.map(({ name, phone, mark, state }) => [name, phone, mark, state].join(' '))
const states = async () => (await view()).sections[0]?.students.map((student) => student.state)
const messages = async () =>
  (
    await world.database.read(world.own.id, [
      world.database.kysely
        .selectFrom('messages')
        .innerJoin('messageStudents', (on) => onSameSchool(on, 'messageStudents.messageId', 'messages.id'))
        .selectAll()
        .orderBy('studentId'),
    ] as const)
  )[0]
const correct = async (registerId: number | undefined, place: number, was: string, value: string) =>
  correctMark(await world.call('teacher'), world.own.id, {
    key: crypto.randomUUID(),
    registerId,
    studentId: pupils[place],
    was,
    value,
  })

/** Runs SQL as the owner, past the commands. */
const runSql = <Row extends object>(statement: string, ...values: unknown[]) => asOwner<Row>(world.ownerUrl, statement, values)

describe('absence notices', () => {
  test('are cancelled within a minute by anything that makes them untrue', async () => {
    await take('AAAP')
    expect(await queue()).toBe(3)
    // Like a presence stored after the lecture's end, or a correction concurrent with the job.
    await runSql("update marks set value = 'P' where student_id = $1", pupils[0])
    await runSql('update registers set present = present + 1, absent = absent - 1 where school_id = $1', world.own.id)
    await runSql("update students set phone = '1234567890' where id = $1", pupils[1])
    await queue('11:01:00')
    await runSql("update students set phone = '9876543212' where id = $1", pupils[1])
    expect((await messages()).map((message) => message.state)).toEqual(['CANCELLED', 'CANCELLED', 'QUEUED'])
  })

  test('are sent for the current term only', async () => {
    await take('AAAP')
    const termId = await addTerm(world, world.own, { name: '2027-28' })
    await setCurrentTerm(world, { id: world.own.id, termId })
    expect(await queue()).toBe(0)
    await setCurrentTerm(world, world.own)
    expect(await queue()).toBe(3)
  })

  test('are queued at the section’s time, once a day', async () => {
    expect(await queue()).toBe(0)
    await take('APLA')
    expect(await list()).toEqual(['Asha Patil 98xxxxxx10 A PLANNED', 'Pupil 3 98xxxxxx13 L PLANNED', 'Pupil 4  A NO_PHONE'])
    expect(await queue('10:59:59')).toBe(0)
    expect(await queue()).toBe(2)
    expect(await queue('11:01:00')).toBe(0)
    expect(await states()).toEqual(['QUEUED', 'QUEUED', 'NO_PHONE'])
    expect(await messages()).toMatchObject([
      {
        kind: 'ABSENCE',
        channel: 'SMS',
        event: `${today}/${pupils[0]}`,
        day: today,
        phone: '9876543210',
        state: 'QUEUED',
        studentId: pupils[0],
        params: { student: 'Asha Patil', section: '7-A', day: today, subjects: '', school: 'Own School' },
      },
      { studentId: pupils[2], kind: 'LATE' },
    ])
  })

  test('are queued once by concurrent jobs', async () => {
    await take('AAPP')
    await Promise.all([queue(), queue(), queue(), queue()])
    expect(await messages()).toHaveLength(2)
  })

  test('leave out late students with onlyAbsent, and use the app when SMS is off', async () => {
    await setSchool(world, world.own, { onlyAbsent: true, smsDisabled: true })
    await take('ALPP')
    expect(await queue()).toBe(1)
    expect(await messages()).toMatchObject([{ studentId: pupils[0], channel: 'APP' }])
    await setSchool(world, world.own, { onlyAbsent: false, smsDisabled: false })
  })

  test('need a time, the switched-on module and a day without a holiday', async () => {
    await takeRegister(world, 'admin', { sectionId: world.own.section8A }, { [world.own.student8A]: 'A' })
    const { sections } = await view()
    expect(sections.map(({ sectionName, time, taken, students }) => [sectionName, time, taken, students.length])).toEqual([
      ['7-A', '11:00', false, 0],
      ['7-B', null, false, 0],
      ['8-A', '14:30', true, 1],
    ])
    expect(await queue('14:29:00')).toBe(0)
    await setSchool(world, world.own, { attNotification: false })
    expect(await queue('23:00:00')).toBe(0)
    expect(await view()).toMatchObject({ on: false, why: 'Attendance notifications are switched off for this school' })
    await setSchool(world, world.own, { attNotification: true })
    await addHolidays(await world.call('admin'), world.own.id, { from: today, to: today, name: 'Fair' })
    expect(await queue('23:00:00')).toBe(0)
    expect(await view()).toMatchObject({ on: false, why: 'Fair is a holiday' })
  })

  test('are cancelled by a correction, and queued again when it is reverted', async () => {
    const { register } = await take('AAPP')
    await queue()
    await correct(register?.id, 0, 'A', 'P')
    expect(await list()).toEqual(['Asha Patil 98xxxxxx10  CANCELLED', 'Pupil 2 98xxxxxx12 A QUEUED'])
    expect(await queue('11:02:00')).toBe(0)
    await take('PPAA', { seen: 2 })
    expect(await states()).toEqual(['CANCELLED', 'CANCELLED', 'PLANNED', 'NO_PHONE'])
    await correct(register?.id, 0, 'P', 'A')
    expect(await queue('11:03:00')).toBe(2)
    expect(await messages()).toMatchObject([{ state: 'QUEUED' }, { state: 'CANCELLED' }, { state: 'QUEUED' }])
  })

  test('a late mark replaces a queued absence, unless onlyAbsent is set', async () => {
    const { register } = await take('APPP')
    await queue()
    await correct(register?.id, 0, 'A', 'L')
    expect(await states()).toEqual(['PLANNED'])
    expect(await queue('11:01:00')).toBe(1)
    expect(await messages()).toMatchObject([
      { kind: 'ABSENCE', state: 'CANCELLED' },
      { kind: 'LATE', state: 'QUEUED' },
    ])
    expect(await states()).toEqual(['QUEUED'])
    await setSchool(world, world.own, { onlyAbsent: true })
    await correct(register?.id, 0, 'L', 'P')
    expect(await states()).toEqual(['CANCELLED'])
    await setSchool(world, world.own, { onlyAbsent: false })
  })

  test('guardians notified of an absence get no late message; a kind that is switched off is not sent', async () => {
    const { register } = await take('ALPP')
    await queue()
    await runSql("update messages set state = 'SENT', sent_at = now() where kind = 'ABSENCE'")
    await runSql("delete from message_queue where message_id in (select id from messages where kind = 'ABSENCE')")
    await correct(register?.id, 0, 'A', 'L')
    expect(await queue('11:01:00')).toBe(0)
    expect(await states()).toEqual(['SENT', 'QUEUED'])
    const off = (kind: string) =>
      runSql(
        "insert into message_kinds (school_id, kind, enabled, changed_by_name) values ($1, $2, false, 'Admin')",
        world.own.id,
        kind,
      )
    await off('LATE')
    expect(await queue('11:02:00')).toBe(0)
    expect(await states()).toEqual(['SENT', 'CANCELLED'])
    expect((await view()).on).toBe(true)
    await off('ABSENCE')
    expect(await view()).toMatchObject({ on: false, why: 'The school has switched messages about absences off' })
    await runSql('delete from message_kinds')
  })

  test('a correction concurrent with the job leaves no untrue message', async () => {
    let { register } = await take('APPP')
    for (let round = 0; round < 12; round += 1) {
      const [was, value] = round % 2 === 0 ? ['A', 'P'] : ['P', 'A']
      const [corrected] = await Promise.all([correct(register?.id, 0, was, value), queue(), queue('11:01:00')])
      register = corrected.register
      const [message] = await messages()
      // Cancelled before the job saw it or after it was queued; either way nothing untrue stays queued.
      if (value === 'P' && message) expect(message.state).toBe('CANCELLED')
      expect((await checkData(world.database)).findings).toEqual([])
    }
    await queue('11:02:00')
    expect(await states()).toEqual(['QUEUED'])
  })

  test('a hold concurrent with the job leaves nothing queued', async () => {
    await take('AAAP')
    const admin = await world.call('admin')
    for (let round = 0; round < 6; round += 1) {
      await Promise.all([queue(), holdNotices(admin, world.own.id, { day: today }), queue('11:01:00')])
      expect((await messages()).filter((message) => message.state === 'QUEUED')).toEqual([])
      await releaseNotices(admin, world.own.id, { day: today })
    }
  })

  test('are cancelled when their day becomes a holiday', async () => {
    await take('APPP')
    await queue()
    await addHolidays(await world.call('admin'), world.own.id, { from: today, to: addDays(today, 1), name: 'Flood' })
    expect(await messages()).toMatchObject([{ state: 'CANCELLED' }])
    expect(await queue('23:00:00')).toBe(0)
  })

  test('are updated when the school’s settings change or students are disabled', async () => {
    await take('AAPP')
    await queue()
    await setSchool(world, world.own, { smsDisabled: true })
    expect(await queue('11:01:00')).toBe(2)
    expect(await messages()).toMatchObject([
      { channel: 'APP', state: 'QUEUED' },
      { channel: 'APP', state: 'QUEUED' },
    ])
    const disable = async (disabled: boolean) =>
      setStudentDisabled(await world.call('admin'), world.own.id, { id: pupils[0], disabled })
    await disable(true)
    expect(await queue('11:02:00')).toBe(0)
    expect(await messages()).toMatchObject([{ state: 'CANCELLED' }, { state: 'QUEUED' }])
    await disable(false)
    expect(await queue('11:03:00')).toBe(1)
    await setSchool(world, world.own, { attNotification: false })
    expect(await queue('11:04:00')).toBe(0)
    expect(await messages()).toMatchObject([{ state: 'CANCELLED' }, { state: 'CANCELLED' }])
    await setSchool(world, world.own, { attNotification: true, smsDisabled: false })
  })

  test('are not planned for disabled students', async () => {
    await take('APPP')
    const admin = await world.call('admin')
    await setStudentDisabled(admin, world.own.id, { id: pupils[0], disabled: true })
    expect(await queue()).toBe(0)
    await setStudentDisabled(admin, world.own.id, { id: pupils[0], disabled: false })
  })
})

describe('holding', () => {
  const hold = async (sectionId: number | null, who: Who = 'admin', day = today) =>
    holdNotices(await world.call(who), world.own.id, { day, sectionId })
  const release = async (sectionId: number | null) =>
    releaseNotices(await world.call('admin'), world.own.id, { day: today, sectionId })

  test('a section’s notices are held until released', async () => {
    const { section7A } = world.own
    await take('APPP')
    const held = await hold(section7A)
    expect(held.sections[0]?.held?.byName).toBe('admin of Own School')
    expect(held.held).toBeNull()
    await hold(section7A, 'limitedAdmin')
    expect(await queue()).toBe(0)
    expect(await states()).toEqual(['PLANNED'])
    expect((await release(section7A)).sections[0]?.held).toBeNull()
    await release(section7A)
    expect(await queue()).toBe(1)
  })

  test('a hold of the school cancels queued notices', async () => {
    await take('APPP')
    await queue()
    expect((await hold(null)).held?.byName).toBe('admin of Own School')
    expect(await messages()).toMatchObject([{ state: 'CANCELLED' }])
    expect(await states()).toEqual(['PLANNED'])
    expect(await queue('12:00:00')).toBe(0)
    await release(null)
    expect(await queue('12:01:00')).toBe(1)
    expect(await messages()).toMatchObject([{ state: 'QUEUED' }])
  })

  test('is refused for another school, other classes and past days', async () => {
    expect((await refusal(hold(world.own.section8A, 'limitedAdmin'))).code).toBe('NOT_FOUND')
    expect((await refusal(hold(world.other.section7A))).code).toBe('NOT_FOUND')
    expect((await refusal(hold(null, 'limitedAdmin'))).code).toBe('FORBIDDEN')
    expect((await refusal(hold(null, 'admin', addDays(today, -1)))).problems).toEqual([
      { path: 'day', message: 'This day is over' },
    ])
    for (const who of ['teacher', 'attendant', 'fees', 'student'] as const) {
      expect((await refusal(hold(null, who))).code, who).toBe('FORBIDDEN')
      expect((await refusal(view(who))).code, who).toBe('FORBIDDEN')
    }
    expect((await view('limitedAdmin')).sections.map((section) => section.sectionName)).toEqual(['7-A', '7-B'])
  })
})

describe('a school that takes attendance', () => {
  test('twice a day notifies of either absence', async () => {
    await setSchool(world, world.own, { attType: 'DUAL' })
    const { register } = await take('APPP', { session: 'MORNING' })
    await take('PAPP', { session: 'AFTERNOON' })
    expect(await queue()).toBe(2)
    await correct(register?.id, 0, 'A', 'P')
    expect(await states()).toEqual(['CANCELLED', 'QUEUED'])
    await setSchool(world, world.own, { attType: 'DAILY' })
  })

  test('by subject notifies at its own time and names the missed subjects', async () => {
    await setSchool(world, world.own, { attType: 'SUBJECTWISE' })
    const slot = { sectionId: world.own.section7A, days: [weekdayOf(today)], starts: '09:00', ends: '10:00' }
    const science = await addSubject(world, world.own, { ...slot, name: 'Science', sr: 2 })
    const maths = await addSubject(world, world.own, { ...slot, name: 'Maths', sr: 1 })
    const slotOf = (subjectId: number) => ({ session: 'SUBJECT', subjectId, starts: '09:00' })
    const taken = await take('AAPP', slotOf(science))
    await take('APPP', slotOf(maths))
    expect(await view()).toMatchObject({ on: false, why: 'The school has set no time for messages about subjects' })
    expect(await queue('23:00:00')).toBe(0)
    await setSchool(world, world.own, { subjectwiseSmsTime: '16:30' })
    expect((await view()).sections[0]).toMatchObject({
      time: '16:30',
      taken: true,
      students: [{ subjects: ['Maths', 'Science'] }, { subjects: ['Science'] }],
    })
    expect(await queue('16:29:59')).toBe(0)
    expect(await queue('16:30:00')).toBe(2)
    await correct(taken.register?.id, 0, 'A', 'P')
    expect(await queue('16:31:00')).toBe(1)
    expect((await messages()).map((message) => [message.state, message.params])).toMatchObject([
      ['QUEUED', { subjects: 'Maths' }],
      ['QUEUED', { subjects: 'Science' }],
    ])
    await setSchool(world, world.own, { attType: 'DAILY', subjectwiseSmsTime: null })
  })
})
