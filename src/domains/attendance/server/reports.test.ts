import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fromNow } from '#tests/moments.ts'
import { clearAttendance, takeRegister, today } from '#tests/world/attendance.ts'
import { addLecture, addRegister, addStudents, addSubject, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import { checkData } from '#platform/dataChecks.ts'
import { addDays, monthStart } from '#shared/dates.ts'
import { deleteStudent, setStudentDisabled, updateStudent } from '#domains/students/server/students.commands.ts'
import { weekdayOf } from '../attendance.rules.ts'
import { addHolidays } from './holidays.commands.ts'
import { correctMark } from './registers.commands.ts'
import { viewAttendanceSummary, viewSectionMonth, viewStudentYear } from './reports.queries.ts'

let world: TestWorld
let pupils: number[]
/** Days of last month, so that none is in the future. */
const first = monthStart(addDays(monthStart(today), -1))
const month = first.slice(0, 7)
const days = Array.from({ length: 6 }, (_, place) => addDays(first, place + 1))
  .filter((day) => weekdayOf(day) !== 0)
  .slice(0, 3)
const [one = '', two = '', three = ''] = days

beforeAll(async () => {
  world = await testWorld()
  pupils = [world.own.student7A, ...(await addStudents(world, world.own, world.own.section7A, 2))]
})

beforeEach(() => clearAttendance(world, world.own))
afterEach(async () => {
  vi.useRealTimers()
  expect((await checkData(world.database)).findings).toEqual([])
})
afterAll(() => world.close())

const all = (letters: string) => Object.fromEntries([...letters].map((value, place) => [pupils[place] ?? 0, value]))
const save = (day: string, letters: string, more = {}) =>
  takeRegister(world, 'admin', { sectionId: world.own.section7A, day, ...more }, all(letters))
const grid = async (who: 'admin' | 'teacher' = 'admin') =>
  viewSectionMonth(await world.call(who), world.own.id, { sectionId: world.own.section7A, month })
const rows = async () =>
  (await grid()).students.map(({ roll, marks, present, absent, late }) => [roll, marks, present, absent, late])

/** Inserts an ended or live lecture of a subject with its marks. */
async function lecture(subjectId: number, day: string, time: string, letters: string, live = false): Promise<number> {
  const startedAt = new Date(`${day}T${time}+05:30`)
  const register = { sectionId: world.own.section7A, day, session: 'LECTURE', subjectId, takenAt: startedAt }
  const marks = [...letters].map((value, place) => ({ studentId: pupils[place] ?? 0, value }))
  const closesAt = live ? fromNow(3_600_000) : new Date(startedAt.getTime() + 3_600_000)
  const ended = live ? {} : { endedAt: closesAt, endedHow: 'TEACHER' }
  return world.database.transaction(world.own.id, async (db) => {
    const id = await addRegister(db, world.own, register, marks)
    await addLecture(db, world.own, id, { startedAt, closesAt, ...ended })
    return id
  })
}

describe('a section’s month', () => {
  test('has every day, a column per register, and a letter per student', async () => {
    await save(two, 'PAL')
    await save(one, 'AAP')
    await save(three, 'PPP')
    await addHolidays(await world.call('admin'), world.own.id, { from: addDays(first, 20), to: addDays(first, 20), name: 'Fair' })
    const seen = await grid('teacher')
    expect(seen).toMatchObject({ sectionName: '7-A', month })
    expect(seen.days[0]?.day).toBe(first)
    expect(seen.days.at(-1)?.day).toBe(addDays(monthStart(today), -1))
    expect(seen.days[20]?.holiday).toBe('Fair')
    expect(
      seen.days
        .filter((day) => day.registers.length > 0)
        .map((day) => [day.day, day.registers.map((r) => [r.session, r.present, r.absent, r.late])]),
    ).toEqual([
      [one, [['DAY', 1, 2, 0]]],
      [two, [['DAY', 1, 1, 1]]],
      [three, [['DAY', 3, 0, 0]]],
    ])
    expect(await rows()).toEqual([
      ['1', 'APP', 2, 1, 0],
      ['2', 'AAP', 1, 2, 0],
      ['3', 'PLP', 2, 0, 1],
    ])
    expect(
      (await refusal(viewSectionMonth(await world.call('teacher'), world.own.id, { sectionId: world.own.section7B, month })))
        .code,
    ).toBe('NOT_FOUND')
    expect(
      (await refusal(viewSectionMonth(await world.call('admin'), world.own.id, { sectionId: world.other.section7A, month })))
        .code,
    ).toBe('NOT_FOUND')
    expect(
      (
        await refusal(
          viewSectionMonth(await world.call('admin'), world.own.id, { sectionId: world.own.section7A, month: '2026-13' }),
        )
      ).problems[0]?.path,
    ).toBe('month')
  })

  test('has students but no letters without registers', async () => {
    expect(await rows()).toEqual([
      ['1', '', 0, 0, 0],
      ['2', '', 0, 0, 0],
      ['3', '', 0, 0, 0],
    ])
  })

  test('keeps disabled and moved students, and has a dot for students who joined later', async () => {
    await save(one, 'PAP')
    const admin = await world.call('admin')
    const { id, termId, section7A, section7B, class7 } = world.own
    const move = (section: number, roll: string) =>
      updateStudent(admin, id, {
        id: pupils[1] ?? 0,
        name: 'Pupil 2',
        phone: '9822000012',
        termId,
        section: `${class7}:${section}`,
        roll,
      })
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${two}T06:00:00+05:30`) })
    await setStudentDisabled(admin, id, { id: pupils[2] ?? 0, disabled: true })
    await move(section7B, '7')
    const [late = 0] = await addStudents(world, world.own, section7A, 1, 9)
    await takeRegister(world, 'admin', { sectionId: section7A, day: two }, { [pupils[0] ?? 0]: 'L', [late]: 'A' })
    expect((await grid()).students.map(({ roll, marks, disabled, left }) => [roll, marks, disabled, left])).toEqual([
      ['1', 'PL', false, false],
      ['3', 'P·', true, false],
      ['9', '·A', false, false],
      ['7', 'A·', false, true],
    ])
    await move(section7A, '2')
    await setStudentDisabled(admin, id, { id: pupils[2] ?? 0, disabled: false })
    await deleteStudent(await world.call('superadmin'), id, { id: late })
  })
})

describe('lectures in the grid', () => {
  test('have a column each with breakdownLectures, otherwise one per subject and day with each student’s best mark', async () => {
    const maths = await addSubject(world, world.own, {
      sectionId: world.own.section7A,
      name: 'Maths',
      sr: 1,
      days: [1],
      starts: '09:00',
      ends: '10:00',
    })
    await save(one, 'PAP')
    const second = await lecture(maths, one, '12:00', 'LAP')
    const early = await lecture(maths, one, '10:00', 'PAL')
    await lecture(maths, two, '10:00', 'AAP')
    await setSchool(world, world.own, { breakdownLectures: true })
    expect((await rows()).map(([, marks]) => marks)).toEqual(['PPLA', 'AAAA', 'PLPP'])
    await setSchool(world, world.own, { breakdownLectures: false })
    const merged = await grid()
    expect(merged.students.map((student) => student.marks)).toEqual(['PPA', 'AAA', 'PPP'])
    const [, column] = merged.days.find((day) => day.day === one)?.registers ?? []
    expect(column).toMatchObject({ session: 'LECTURE', subjectName: 'Maths', starts: '12:00:00', present: 2, absent: 1, late: 0 })
    expect([...(column?.registerIds ?? [])].sort((a, b) => a - b)).toEqual([second, early].sort((a, b) => a - b))
    // In a school with daily registers they are shown but do not count.
    expect(merged.students.map(({ present, absent, late }) => [present, absent, late])).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [1, 0, 0],
    ])
    await setSchool(world, world.own, { attType: 'SUBJECTWISE' })
    expect((await grid()).students.map(({ present, absent, late }) => [present, absent, late])).toEqual([
      [1, 1, 1],
      [0, 3, 0],
      [2, 0, 1],
    ])
    await setSchool(world, world.own, { attType: 'DAILY' })
  })
})

test('a mark of an ended lecture can be corrected, one of a live lecture cannot', async () => {
  const music = await addSubject(world, world.own, {
    sectionId: world.own.section7A,
    name: 'Music',
    sr: 5,
    days: [0],
    starts: '09:00',
    ends: '10:00',
  })
  const fix = async (registerId: number) =>
    correctMark(await world.call('admin'), world.own.id, {
      key: randomUUID(),
      registerId,
      studentId: pupils[0],
      was: 'A',
      value: 'L',
    })
  const over = await fix(await lecture(music, one, '10:00', 'AAP'))
  expect(over).toMatchObject({
    session: 'LECTURE',
    subjectName: 'Music',
    register: { present: 1, absent: 1, late: 1, version: 2 },
  })
  expect(await refusal(fix(await lecture(music, two, '10:00', 'AAP', true)))).toMatchObject({
    code: 'CONFLICT',
    message: 'This lecture is still live. End it first, or mark the student in it.',
  })
})

describe('a student’s year', () => {
  test('has months with marks, holidays and sums', async () => {
    await save(one, 'PAL')
    await save(two, 'PAP')
    await save(today, 'PPP')
    await addHolidays(await world.call('admin'), world.own.id, { from: three, to: three, name: 'Fair' })
    const year = async (who: 'admin' | 'teacher', studentId: number, termId = world.own.termId) =>
      viewStudentYear(await world.call(who), world.own.id, { termId, studentId })
    const seen = await year('teacher', pupils[2] ?? 0)
    expect(seen).toMatchObject({ student: { name: 'Pupil 3', sectionName: '7-A' }, present: 2, absent: 0, late: 1 })
    expect(
      seen.months.map(({ month: name, taken, present, absent, late, days: its }) => [
        name,
        taken,
        present,
        absent,
        late,
        its.map((day) => [day.day, day.holiday, day.marks.map((mark) => mark.value).join('')]),
      ]),
    ).toEqual([
      [
        month,
        2,
        1,
        0,
        1,
        [
          [one, null, 'L'],
          [two, null, 'P'],
          [three, 'Fair', ''],
        ],
      ],
      [today.slice(0, 7), 1, 1, 0, 0, [[today, weekdayOf(today) === 0 ? 'Sunday' : null, 'P']]],
    ])
    for (const stranger of [world.own.student8A, world.other.student7A, 999_999])
      expect((await refusal(year('teacher', stranger))).code).toBe('NOT_FOUND')
    expect((await refusal(year('admin', pupils[0] ?? 0, world.other.termId))).code).toBe('NOT_FOUND')
  })
})

describe('the sums of a term', () => {
  test('are those of counting registers by section, with the number expected', async () => {
    await save(one, 'PAL')
    await save(two, 'PAP')
    await takeRegister(world, 'admin', { sectionId: world.own.section8A, day: one }, { [world.own.student8A]: 'P' })
    await addHolidays(await world.call('admin'), world.own.id, { from: three, to: three, name: 'Fair' })
    const summary = async (who: 'admin' | 'teacher' | 'limitedAdmin', from = one, to = three) =>
      viewAttendanceSummary(await world.call(who), world.own.id, { termId: world.own.termId, from, to })
    const { sections, total } = await summary('admin')
    expect(sections).toMatchObject([
      { sectionName: '7-A', students: 3, taken: 2, expected: 2, present: 3, absent: 2, late: 1 },
      { sectionName: '7-B', students: 0, taken: 0, expected: 0, present: 0, absent: 0, late: 0 },
      { sectionName: '8-A', students: 1, taken: 1, expected: 2, present: 1, absent: 0, late: 0 },
    ])
    expect(total).toEqual({ students: 4, taken: 3, expected: 4, present: 4, absent: 2, late: 1 })
    expect((await summary('teacher')).sections.map((section) => section.sectionName)).toEqual(['7-A'])
    expect((await summary('limitedAdmin')).sections.map((section) => section.sectionName)).toEqual(['7-A', '7-B'])
    // Future days are not expected yet.
    expect((await summary('admin', today, addDays(today, 60))).total.expected).toBe(weekdayOf(today) === 0 ? 0 : 2)
    expect((await refusal(summary('admin', one, addDays(one, 500)))).problems).toEqual([
      { path: 'to', message: 'At most 400 days at once' },
    ])
  })

  test('by subject, timetable slots are expected and lectures count once they have ended', async () => {
    await setSchool(world, world.own, { attType: 'SUBJECTWISE' })
    const physics = await addSubject(world, world.own, {
      sectionId: world.own.section7A,
      name: 'Physics',
      sr: 9,
      days: days.map(weekdayOf),
      starts: '11:00',
      ends: '12:00',
    })
    await save(one, 'PPA', { session: 'SUBJECT', subjectId: physics, starts: '11:00' })
    await lecture(physics, two, '11:00', 'LAA')
    await lecture(physics, three, '11:00', 'AAA', true)
    const admin = await world.call('admin')
    const { sections } = await viewAttendanceSummary(admin, world.own.id, { termId: world.own.termId, from: one, to: three })
    const monday = days.some((day) => weekdayOf(day) === 1) ? 1 : 0
    expect(sections[0]).toMatchObject({ sectionName: '7-A', taken: 1, expected: 3 + monday, present: 2, absent: 3, late: 1 })
    await setSchool(world, world.own, { attType: 'DAILY' })
  })
})
