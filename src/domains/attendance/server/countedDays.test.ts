import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { clearAttendance, schoolDayBefore, takeRegister, today } from '#tests/world/attendance.ts'
import { addStudents } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { checkData } from '#platform/dataChecks.ts'
import { schoolById } from '#platform/school.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { viewToday } from '#domains/dashboard/server/today.queries.ts'
import { attendanceSums } from './day.sql.ts'
import { absencesOfChildren, attendanceOfChildren } from './familyAttendance.exports.ts'
import { addHolidays, deleteHoliday } from './holidays.commands.ts'
import { viewRegistersOfDay } from './registers.queries.ts'
import { viewAttendanceSummary, viewSectionMonth, viewStudentYear } from './reports.queries.ts'
import { daysPresent } from './summaries.sql.ts'
import { termAttendance } from './termAttendance.exports.ts'

let world: TestWorld
let pupils: number[]
const day = schoolDayBefore(today)

beforeAll(async () => {
  world = await testWorld()
  pupils = [world.own.student7A, ...(await addStudents(world, world.own, world.own.section7A, 1))]
})
beforeEach(() => clearAttendance(world, world.own))
afterEach(async () => expect((await checkData(world.database)).findings).toEqual([]))
afterAll(() => world.close())

const declare = async (from: Day, name = 'Flood') => {
  const [holiday] = await addHolidays(await world.call('admin'), world.own.id, { from, to: from, name })
  return holiday?.id ?? 0
}

/** Returns what every list and figure says of the day. */
async function counted() {
  const { id, termId, section7A } = world.own
  const admin = await world.call('admin')
  const school = (await schoolById(world.database, id))!
  const { kysely: db } = world.database
  const [one = 0] = pupils
  const [[sums], [child], absences, [term]] = await world.database.read(id, [
    attendanceSums(db, school, day),
    attendanceOfChildren(db, school, termId, [one]),
    absencesOfChildren(db, school, termId, [one]),
    termAttendance(db, school, { termId, studentId: one }),
  ] as const)
  const summary = (await viewAttendanceSummary(admin, id, { termId, from: day, to: day })).sections[0]
  const month = await viewSectionMonth(admin, id, { sectionId: section7A, month: day.slice(0, 7) })
  const year = await viewStudentYear(admin, id, { termId, studentId: one })
  const { attendance } = await viewToday(admin, id, {})
  return {
    dashboard: [sums?.present, sums?.absent, sums?.sectionsTaken],
    today: day === today ? [attendance?.families.absent, attendance?.sectionsTaken] : null,
    family: [child?.taken ?? 0, absences.length],
    certificate: term?.workingDays,
    summary: [summary?.present, summary?.absent, summary?.taken],
    month: month.students.map(({ present, absent }) => [present, absent]),
    year: [year.present, year.absent],
    week: (await world.database.transaction(id, (tx) => daysPresent(tx, school, day, day))).length,
  }
}

test('a day that becomes a holiday counts nowhere, and counts again when the holiday is taken back', async () => {
  const [one = 0, two = 0] = pupils
  await takeRegister(world, 'admin', { sectionId: world.own.section7A, day }, { [one]: 'A', [two]: 'P' })
  const before = await counted()
  expect(before).toMatchObject({
    dashboard: [1, 1, 1],
    family: [1, 1],
    certificate: 1,
    summary: [1, 1, 1],
    month: [
      [0, 1],
      [1, 0],
    ],
    year: [0, 1],
    week: 2,
  })
  const holiday = await declare(day)
  expect(await counted()).toEqual({
    dashboard: [0, 0, 0],
    today: day === today ? [0, 0] : null,
    family: [0, 0],
    certificate: 0,
    summary: [0, 0, 0],
    month: [
      [0, 0],
      [0, 0],
    ],
    year: [0, 0],
    week: 0,
  })
  await deleteHoliday(await world.call('admin'), world.own.id, { id: holiday })
  expect(await counted()).toEqual(before)
})

describe('a register is expected', () => {
  const expectedOf = async (ofDay: Day) =>
    (await viewRegistersOfDay(await world.call('admin'), world.own.id, { termId: world.own.termId, day: ofDay })).registers.map(
      ({ sectionName, expected }) => [sectionName, expected],
    )
  const startTerm = (startsOn: Day, more = '') =>
    asOwner(world.ownerUrl, `update terms set starts_on = $2 where id = $1${more}`, [world.own.termId, startsOn])

  test('of sections with students alone', async () => {
    expect(await expectedOf(day)).toEqual([
      ['7-A', true],
      ['7-B', false],
      ['8-A', true],
    ])
  })

  test('from the first day of the term until the next one begins, and for a year at most', async () => {
    const { id, termId } = world.own
    const expected = async (ofDay: Day) => (await expectedOf(ofDay))[0]?.[1]
    const summary = async (from: Day, to: Day) =>
      (await viewAttendanceSummary(await world.call('admin'), id, { termId, from, to })).sections[0]?.expected
    await startTerm(day)
    expect([await expected(day), await expected(schoolDayBefore(addDays(day, -1)))]).toEqual([true, false])
    expect(await summary(addDays(day, -20), day)).toBe(1)
    await startTerm(addDays(day, -364))
    expect(await expected(day)).toBe(true)
    await startTerm(addDays(day, -366))
    expect(await expected(day)).toBe(false)
    await startTerm(addDays(day, -30))
    await asOwner(world.ownerUrl, "insert into terms (school_id, name, starts_on) values ($1, 'Next', $2)", [id, day])
    expect([await expected(day), await expected(schoolDayBefore(addDays(day, -1)))]).toEqual([false, true])
    await asOwner(world.ownerUrl, "delete from terms where school_id = $1 and name = 'Next'", [id])
  })
})
