import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clearAttendance, schoolDayBefore, takeRegister, today } from '#tests/world/attendance.ts'
import { addStudents, addSubject, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import { checkData } from '#platform/dataChecks.ts'
import { addDays } from '#shared/dates.ts'
import { weekdayOf } from '../attendance.rules.ts'
import { addHolidays, deleteHoliday, listHolidays } from './holidays.commands.ts'
import { viewAttendanceRights, viewRegister, viewRegistersOfDay } from './registers.queries.ts'

let world: TestWorld
const day = schoolDayBefore(today)
const weekday = weekdayOf(day)
/** Students of 7-A and 7-B. */
let pupilsA: number[]
let pupilsB: number[]

beforeAll(async () => {
  world = await testWorld()
  pupilsA = [world.own.student7A, ...(await addStudents(world, world.own, world.own.section7A, 1))]
  pupilsB = await addStudents(world, world.own, world.own.section7B, 2)
})

beforeEach(() => clearAttendance(world, world.own))
afterEach(async () => expect((await checkData(world.database)).findings).toEqual([]))
afterAll(() => world.close())

const all = (ids: readonly number[], letters: string) => Object.fromEntries(ids.map((id, place) => [id, letters[place] ?? 'P']))
const registers = async (who: Who = 'admin', view = {}) =>
  (await viewRegistersOfDay(await world.call(who), world.own.id, { termId: world.own.termId, day, ...view })).registers
const listed = async (who: Who = 'admin', view = {}) =>
  (await registers(who, view)).map(({ sectionName, session, subjectName, starts, register }) =>
    [sectionName, subjectName ?? session, starts, register?.takenByName].filter(Boolean).join(' '),
  )

describe('a school that takes one register a day', () => {
  test('expects one per section, and refuses half days and subjects', async () => {
    expect(await listed()).toEqual(['7-A DAY', '7-B DAY', '8-A DAY'])
    const wrong = await refusal(
      takeRegister(world, 'admin', { sectionId: world.own.section7A, day, session: 'MORNING' }, all(pupilsA, 'PP')),
    )
    expect(wrong).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'session', message: 'This school takes one register a day' }],
    })
    const lecture = await refusal(
      takeRegister(world, 'admin', { sectionId: world.own.section7A, day, session: 'LECTURE' }, all(pupilsA, 'PP')),
    )
    expect(lecture.problems[0]?.path).toBe('session')
  })

  test('shows who took it', async () => {
    await takeRegister(world, 'teacher', { sectionId: world.own.section7A, day }, all(pupilsA, 'PA'))
    const [first, second] = await registers()
    expect(first).toMatchObject({
      students: 2,
      expected: true,
      register: { present: 1, absent: 1, takenByName: 'teacher of Own School' },
    })
    expect(second).toMatchObject({ students: 2, register: null })
  })
})

describe('holidays', () => {
  test('and Sundays expect no register, but one may be taken', async () => {
    const admin = await world.call('admin')
    const added = await addHolidays(admin, world.own.id, { from: day, to: addDays(day, 1), name: ' Diwali ' })
    expect(added.map((holiday) => [holiday.day, holiday.name])).toEqual([
      [day, 'Diwali'],
      [addDays(day, 1), 'Diwali'],
    ])
    const dayView = await viewRegistersOfDay(admin, world.own.id, { termId: world.own.termId, day })
    expect(dayView.holiday).toBe('Diwali')
    expect(dayView.registers.map((register) => register.expected)).toEqual([false, false, false])
    expect(
      (await takeRegister(world, 'teacher', { sectionId: world.own.section7A, day }, all(pupilsA, 'PP'))).register?.present,
    ).toBe(2)
    const sunday = addDays(day, -weekday)
    expect((await viewRegistersOfDay(admin, world.own.id, { termId: world.own.termId, day: sunday })).holiday).toBe('Sunday')
    expect(await listHolidays(await world.call('teacher'), world.own.id, { from: day, to: day })).toEqual([added[0]])
    expect(await listHolidays(await world.call('admin', world.other), world.other.id, { from: day, to: day })).toEqual([])
  })

  test('an existing holiday is named and none is stored; a deleted one is a school day again', async () => {
    const admin = await world.call('admin')
    const [first] = await addHolidays(admin, world.own.id, { from: '2027-01-26', to: '2027-01-26', name: 'Republic Day' })
    const again = await refusal(addHolidays(admin, world.own.id, { from: '2027-01-25', to: '2027-01-27', name: 'Fair' }))
    const message = '26 Jan 2027 is a holiday already: Republic Day'
    expect(again).toEqual({ code: 'CONFLICT', message, problems: [{ path: 'from', message }] })
    expect(await listHolidays(admin, world.own.id, { from: '2027-01-01', to: '2027-01-31' })).toEqual([first])
    expect(await deleteHoliday(admin, world.own.id, { id: first?.id ?? 0 })).toBe(first?.id)
    expect((await refusal(deleteHoliday(admin, world.own.id, { id: first?.id ?? 0 }))).code).toBe('NOT_FOUND')
  })

  test('are changed by the office of the whole school, at most a hundred days at once', async () => {
    const year = { from: '2027-01-01', to: '2027-12-31', name: 'Holidays' }
    expect((await refusal(addHolidays(await world.call('admin'), world.own.id, year))).problems).toEqual([
      { path: 'to', message: 'At most 100 days at once' },
    ])
    expect((await refusal(addHolidays(await world.call('admin'), world.own.id, { ...year, to: '2026-01-01' }))).problems).toEqual(
      [{ path: 'to', message: 'The last day is before the first' }],
    )
    for (const who of ['limitedAdmin', 'teacher', 'attendant', 'fees', 'student'] as const)
      expect((await refusal(addHolidays(await world.call(who), world.own.id, { ...year, to: year.from }))).code, who).toBe(
        'FORBIDDEN',
      )
    const [holiday] = await addHolidays(await world.call('admin'), world.own.id, { ...year, to: year.from })
    expect(
      (await refusal(deleteHoliday(await world.call('admin', world.other), world.other.id, { id: holiday?.id ?? 0 }))).code,
    ).toBe('NOT_FOUND')
  })

  test('each role may use its parts of the screen', async () => {
    const may = async (who: Who) =>
      Object.entries(await viewAttendanceRights(await world.call(who), world.own.id, {}))
        .filter(([, permission]) => permission.allowed)
        .map(([name]) => name)
    expect(await may('admin')).toEqual(['take', 'view', 'import', 'holidays', 'notices'])
    expect(await may('limitedAdmin')).toEqual(['take', 'view', 'import', 'notices'])
    expect(await may('teacher')).toEqual(['take', 'view'])
    expect(await may('attendant')).toEqual(['take', 'view'])
    expect((await refusal(may('fees'))).code).toBe('FORBIDDEN')
  })
})

describe('a school that takes two registers a day', () => {
  test('expects a morning and an afternoon register per section', async () => {
    await setSchool(world, world.own, { attType: 'DUAL' })
    const { section7A } = world.own
    await takeRegister(world, 'teacher', { sectionId: section7A, day, session: 'MORNING' }, all(pupilsA, 'PA'))
    await takeRegister(world, 'admin', { sectionId: section7A, day, session: 'AFTERNOON' }, all(pupilsA, 'PP'))
    expect(await listed('teacher')).toEqual(['7-A MORNING teacher of Own School', '7-A AFTERNOON admin of Own School'])
    expect(await listed()).toHaveLength(6)
    expect(
      (await refusal(takeRegister(world, 'teacher', { sectionId: section7A, day }, all(pupilsA, 'PP')))).problems[0]?.path,
    ).toBe('session')
    await setSchool(world, world.own, { attType: 'DAILY' })
  })
})

describe('a school that takes attendance by subject', () => {
  let maths: number
  let science: number

  beforeAll(async () => {
    await setSchool(world, world.own, { attType: 'SUBJECTWISE' })
    const { section7A, section7B, users } = world.own
    const slot = { days: [weekday], ends: '23:00' }
    maths = await addSubject(world, world.own, { sectionId: section7A, name: 'Maths', sr: 1, ...slot, starts: '09:00' })
    science = await addSubject(world, world.own, {
      sectionId: section7B,
      name: 'Science',
      sr: 1,
      ...slot,
      starts: '10:00',
      userId: users.teacher,
    })
    await addSubject(world, world.own, { sectionId: section7B, name: 'History', sr: 2, ...slot, starts: '08:00' })
    await addSubject(world, world.own, {
      sectionId: section7A,
      name: 'Music',
      sr: 2,
      days: [(weekday + 1) % 7],
      starts: '09:00',
      ends: '10:00',
    })
  })

  test('expects the slots of the weekday’s timetable, in order', async () => {
    expect(await listed()).toEqual(['7-A Maths 09:00:00', '7-B History 08:00:00', '7-B Science 10:00:00'])
    const [first] = await registers()
    expect(first).toMatchObject({ session: 'SUBJECT', subjectId: maths, ends: '23:00:00', students: 2, register: null })
  })

  test('a teacher takes the own sections, and the own subjects of other sections', async () => {
    const { section7B } = world.own
    expect(await listed('teacher')).toEqual(['7-A Maths 09:00:00', '7-B Science 10:00:00'])
    const named = { sectionId: section7B, day, session: 'SUBJECT', subjectId: science, starts: '10:00' }
    const taken = await takeRegister(world, 'teacher', named, all(pupilsB, 'PL'))
    expect(taken).toMatchObject({
      sectionName: '7-B',
      subjectName: 'Science',
      starts: '10:00:00',
      register: { present: 1, late: 1 },
    })
    expect((await viewRegister(await world.call('teacher'), world.own.id, named)).rows.map((row) => row.mark)).toEqual(['P', 'L'])
    const history = (await registers()).find((register) => register.subjectName === 'History')
    const foreign = takeRegister(
      world,
      'teacher',
      { ...named, subjectId: history?.subjectId ?? 0, starts: '08:00' },
      all(pupilsB, 'PP'),
    )
    expect((await refusal(foreign)).code).toBe('NOT_FOUND')
  })

  test('takes slots of the section’s timetable only; taken registers stay when the timetable changes', async () => {
    const named = { sectionId: world.own.section7A, day, session: 'SUBJECT', subjectId: maths }
    const wrong = await refusal(takeRegister(world, 'admin', { ...named, starts: '09:30' }, all(pupilsA, 'PP')))
    expect(wrong.problems).toEqual([{ path: 'starts', message: 'Maths is not in the timetable of 7-A at this time' }])
    expect(
      (await refusal(takeRegister(world, 'admin', { ...named, subjectId: science, starts: '10:00' }, all(pupilsA, 'PP')))).code,
    ).toBe('NOT_FOUND')
    expect(
      (await refusal(takeRegister(world, 'admin', { sectionId: named.sectionId, day, session: 'SUBJECT' }, all(pupilsA, 'PP'))))
        .problems,
    ).toEqual([
      { path: 'subjectId', message: 'Choose a subject' },
      { path: 'starts', message: 'Required' },
    ])
    await takeRegister(world, 'admin', { ...named, starts: '09:00' }, all(pupilsA, 'PA'))
    const { id: schoolId } = world.own
    await world.database.transaction(schoolId, (db) =>
      db.updateTable('subjectSlots').set({ starts: '09:15' }).where('subjectId', '=', maths).execute(),
    )
    expect(await listed('teacher')).toEqual([
      '7-A Maths 09:00:00 teacher of Own School'.replace('teacher', 'admin'),
      '7-A Maths 09:15:00',
      '7-B Science 10:00:00',
    ])
    expect(
      (await takeRegister(world, 'admin', { ...named, starts: '09:00', seen: 1 }, all(pupilsA, 'PP'))).register?.version,
    ).toBe(2)
    await world.database.transaction(schoolId, (db) =>
      db.updateTable('subjectSlots').set({ starts: '09:00' }).where('subjectId', '=', maths).execute(),
    )
  })
})
