import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { termAttendance } from '#domains/attendance/server/termAttendance.exports.ts'
import { addHolidays, deleteHoliday } from '#domains/attendance/server/holidays.commands.ts'
import { viewRegister, viewRegistersOfDay } from '#domains/attendance/server/registers.queries.ts'
import { viewAttendanceSummary } from '#domains/attendance/server/reports.queries.ts'
import { addStudent, setStudentDisabled, updateStudent } from '#domains/students/server/students.commands.ts'
import { removeStudents } from '#domains/students/server/students.sql.ts'
import type { Call } from '#platform/command.ts'
import { schoolById } from '#platform/school.ts'
import { addDays, type Day, schoolDay } from '#shared/dates.ts'
import { patience } from './database.ts'
import { type History, RegisterBooks } from './registerBooks.ts'
import { clearAttendance, takeRegister } from './world/attendance.ts'
import { addSection, addStudents, inSchool } from './world/rows.ts'
import { type TestWorld, testWorld } from './world/testWorld.ts'

/*
 * Compares the registers on a real database with a second count by the rules alone. In each history students of three
 * sections come, move, leave and return on a row of days, while registers are taken and saved again, and days become
 * holidays and are taken back. In the end every register of every day asks for those who were there, and the sums and
 * the working days are those of the second count. HISTORIES=10000 compares as many.
 */

const histories = Number(process.env.HISTORIES ?? 30)

let world: TestWorld
let call: Call
/** The first day of each history, far enough before today that every register of it is taken in time. */
const start = addDays(schoolDay(new Date()), -20)
const lastOffset = 9

beforeAll(async () => {
  world = await testWorld()
  call = await world.call('admin')
  // The whole history lies in the term.
  await inSchool(world, world.own.id, (db) =>
    db
      .updateTable('terms')
      .set({ startsOn: addDays(start, -30) })
      .where('schoolId', '=', world.own.id)
      .where('id', '=', world.own.termId)
      .execute(),
  )
})
afterAll(() => world.close())

const place = fc.nat(2)
const child = fc.nat(7)
const anyHistory: fc.Arbitrary<History> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('take' as const),
        section: place,
        ago: fc.nat(9),
        marks: fc.string({ unit: fc.constantFrom('P', 'A', 'L'), minLength: 8, maxLength: 8 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), child, section: place }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave' as const), child }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('return' as const), child }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('join' as const),
        section: place,
        admitted: fc.option(fc.integer({ min: -4, max: 4 })),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('holiday' as const), offset: fc.nat(9), off: fc.boolean() }) },
    { weight: 4, arbitrary: fc.constant({ kind: 'nextDay' as const }) },
  ),
  { maxLength: 50, size: 'max' },
)

const dayOf = (offset: number): Day => addDays(start, offset)

/** Returns the rows that violate a check: all of them after each history would take longer than the history. */
function findingsOf(check: string): Promise<unknown[]> {
  const text = readFileSync(join(import.meta.dirname, `../db/checks/${check}.sql`), 'utf8')
  return inSchool(world, world.own.id, async (db) => (await sql.raw(text).execute(db)).rows)
}

/** A student who comes, leaves and is moved on one day has never been there. */
const movesAfterLeaving: History = [
  { kind: 'take', section: 0, ago: 0, marks: 'PPPPPPPP' },
  { kind: 'nextDay' },
  { kind: 'join', section: 0, admitted: null },
  { kind: 'leave', child: 4 },
  { kind: 'take', section: 2, ago: 0, marks: 'PPPPPPPP' },
  { kind: 'move', child: 0, section: 2 },
  { kind: 'take', section: 2, ago: 0, marks: 'PPPPPPPP' },
  { kind: 'move', child: 4, section: 2 },
]

/** Makes the product's day one of the history. */
function goTo(offset: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${dayOf(offset)}T10:00:00+05:30`) })
}

/** Runs a history on three new sections and compares everything that is asked of them. */
async function expectSameAnswers(history: History, names: readonly string[]): Promise<void> {
  const { id, termId, class7 } = world.own
  await clearAttendance(world, world.own)
  goTo(0)
  const sections: number[] = []
  for (const name of names) sections.push(await addSection(world, world.own, { classId: class7, name }))
  const [first = 0, second = 0] = sections
  const ids = [...(await addStudents(world, world.own, first, 2)), ...(await addStudents(world, world.own, second, 2, 4))]
  const books = new RegisterBooks([0, 0, 1, 1])
  const holidays = new Map<number, number>()
  const form = (section: number, roll: number) => ({
    termId,
    section: `${class7}:${sections[section]}`,
    name: 'Asha Patil',
    phone: '9822012345',
    roll: String(20 + roll),
  })
  for (const step of history) {
    if (step.kind === 'nextDay') {
      if (books.today === lastOffset) continue
      books.nextDay()
      goTo(books.today)
    } else if (step.kind === 'take') {
      const offset = Math.max(0, books.today - step.ago)
      const asked = books.asked(step.section, offset)
      if (asked.length === 0) continue
      const marks = Object.fromEntries(asked.map((nth) => [ids[nth] ?? 0, step.marks[nth] ?? 'P']))
      const register = { sectionId: sections[step.section] ?? 0, day: dayOf(offset), seen: books.version(step.section, offset) }
      const { register: stored } = await takeRegister(world, 'admin', register, marks)
      books.take(step.section, offset, step.marks, stored?.version ?? 0)
    } else if (step.kind === 'join') {
      if (ids.length === 8) continue
      const admitted = step.admitted === null ? null : books.today + step.admitted
      const dateOfAdmission = admitted === null ? '' : dayOf(admitted)
      const added = await addStudent(call, id, { ...form(step.section, ids.length + 1), dateOfAdmission, addAnyway: true })
      ids.push(added.id)
      books.join(step.section, admitted)
    } else if (step.kind === 'holiday') {
      const { offset, off } = step
      const stored = holidays.get(offset)
      const [from, to] = [dayOf(offset), dayOf(offset)]
      if (off && stored === undefined) {
        const [holiday] = await addHolidays(call, id, { from, to, name: 'Fair' })
        holidays.set(offset, holiday?.id ?? 0)
      } else if (!off && stored !== undefined) {
        await deleteHoliday(call, id, { id: stored })
        holidays.delete(offset)
      }
    } else {
      const studentId = ids[step.child]
      if (studentId === undefined) continue
      if (step.kind === 'move') {
        await updateStudent(call, id, { id: studentId, ...form(step.section, step.child + 1) })
        books.move(step.child, step.section)
      } else {
        const disabled = step.kind === 'leave'
        await setStudentDisabled(call, id, { id: studentId, disabled })
        books.enable(step.child, !disabled)
      }
    }
  }

  const free = new Set([...holidays.keys()])
  const isSunday = (offset: number) => new Date(`${dayOf(offset)}T00:00:00Z`).getUTCDay() === 0
  goTo(books.today)
  for (let offset = 0; offset <= books.today; offset += 1) {
    const day = dayOf(offset)
    const { registers } = await viewRegistersOfDay(call, id, { termId, day })
    for (const [nth, sectionId] of sections.entries()) {
      const asked = books.asked(nth, offset)
      const { rows } = await viewRegister(call, id, { sectionId, day, session: 'DAY' })
      const told = rows.map(({ studentId, mark }) => [ids.indexOf(studentId), mark] as const)
      expect(new Map(told), `${day} ${names[nth]}`).toEqual(new Map(asked.map((who) => [who, books.markOf(nth, offset, who)])))
      expect(
        registers.find((register) => register.sectionId === sectionId),
        `${day} ${names[nth]}`,
      ).toMatchObject({
        students: asked.length,
        expected: asked.length > 0 && !free.has(offset) && !isSunday(offset),
      })
    }
  }
  const summary = await viewAttendanceSummary(call, id, { termId, from: start, to: dayOf(lastOffset) })
  for (const [nth, sectionId] of sections.entries())
    expect(
      summary.sections.find((section) => section.sectionId === sectionId),
      names[nth],
    ).toMatchObject(books.summary(nth, (offset) => free.has(offset), isSunday))
  const school = (await schoolById(world.database, id))!
  for (const [nth, studentId] of ids.entries()) {
    const [[answer]] = await world.database.read(id, [
      termAttendance(world.database.kysely, school, { termId, studentId }),
    ] as const)
    expect({ ...answer, daysPresent: Number(answer?.daysPresent) }, `student ${nth}`).toEqual(
      books.attendanceOf(nth, (offset) => free.has(offset)),
    )
  }
  for (const check of ['one-mark-a-day-and-child', 'places-do-not-overlap', 'registers-count-their-marks'])
    expect(await findingsOf(check), check).toEqual([])
  await inSchool(world, id, async (db) => {
    await removeStudents(db, id, ids)
    for (const table of ['registers', 'holidays'] as const) await db.deleteFrom(table).where('schoolId', '=', id).execute()
    await db.deleteFrom('sections').where('schoolId', '=', id).where('id', 'in', sections).execute()
  })
}

test(
  'registers ask for those who were there, and count as a second count does',
  async () => {
    let made = 0
    try {
      await fc.assert(
        fc.asyncProperty(anyHistory, (history) => {
          made += 1
          return expectSameAnswers(
            history,
            ['X', 'Y', 'Z'].map((letter) => `${letter}${made}`),
          )
        }),
        { numRuns: histories, examples: [[movesAfterLeaving]] },
      )
    } finally {
      vi.useRealTimers()
    }
  },
  patience(60_000 + histories * 5_000),
)
