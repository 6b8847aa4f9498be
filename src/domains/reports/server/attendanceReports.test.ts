import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addPupils, addSubject, clearAttendance, setSchool } from '../../../../tests/attendanceWorld.ts'
import { refusal } from '../../../../tests/refusals.ts'
import { testWorld } from '../../../../tests/world.ts'
import { addDays, type Day, monthStart, schoolDay } from '../../../shared/dates.ts'
import { viewSectionMonth } from '../../attendance/server/reports.queries.ts'
import type { ReportBlock, ReportCell, ReportModel } from '../report.model.ts'
import type { ReportType } from '../reports.schema.ts'
import { makeReport } from './report.query.ts'

let world: Awaited<ReturnType<typeof testWorld>>
const today = schoolDay(new Date())
/** All of the month before this one, so that everything in it is over. */
const start = monthStart(addDays(monthStart(today), -1))
const end = addDays(monthStart(today), -1)
const days = Array.from({ length: 31 }, (_, place) => addDays(start, place)).filter((day) => day <= end)

beforeAll(async () => {
  world = await testWorld()
  const { own } = world
  await addPupils(world, own, own.section7A, 5)
  await addPupils(world, own, own.section7B, 3, 20)
  for (const [sr, name] of ['Maths', 'Science'].entries())
    await addSubject(world, own, { sectionId: own.section7A, name, sr: sr + 1, days: [1], starts: '09:00', ends: '10:00' })
})
beforeEach(() => clearAttendance(world, world.own))
afterAll(() => world.close())

async function report(
  reportType: ReportType,
  more: Record<string, unknown> = {},
  who: 'admin' | 'limitedAdmin' | 'superadmin' = 'admin',
) {
  const asked = { reportType, section: 'all', currentTerm: world.own.termId, start, end, ...more }
  return makeReport(await world.call(who), world.own.id, asked)
}

const uuid = randomUUID()

interface Plan {
  attType: 'DAILY' | 'DUAL' | 'SUBJECTWISE'
  breakdownLectures: boolean
  registers: { day: number; section: number; kind: number; subject: number; marks: string[] }[]
  holidays: number[]
  students: { gender: string; disabled: boolean; admitted: number; moved: boolean }[]
}

const plans: fc.Arbitrary<Plan> = fc.record({
  attType: fc.constantFrom('DAILY', 'DUAL', 'SUBJECTWISE'),
  breakdownLectures: fc.boolean(),
  registers: fc.array(
    fc.record({
      day: fc.nat(27),
      section: fc.nat(2),
      kind: fc.nat(3),
      subject: fc.nat(1),
      marks: fc.array(fc.constantFrom('P', 'P', 'P', 'A', 'A', 'L', '-'), { minLength: 9, maxLength: 9 }),
    }),
    { minLength: 20, maxLength: 60 },
  ),
  holidays: fc.uniqueArray(fc.nat(27), { maxLength: 3 }),
  students: fc.array(
    fc.record({
      gender: fc.constantFrom('MALE', 'FEMALE', 'OTHER', 'BLANK'),
      disabled: fc.integer({ min: 0, max: 5 }).map((value) => value === 0),
      admitted: fc.constantFrom(-1, -1, -1, 5, 15),
      moved: fc.integer({ min: 0, max: 6 }).map((value) => value === 0),
    }),
    { minLength: 10, maxLength: 10 },
  ),
})

const plainStudent: Plan['students'][number] = { gender: 'BLANK', disabled: false, admitted: -1, moved: false }

/** Writes what was planned as rows: registers of every kind with their marks, whether they count or not. */
async function write(plan: Plan): Promise<void> {
  const { id: schoolId, termId, section7A, section7B, section8A } = world.own
  await setSchool(world, world.own, { attType: plan.attType, breakdownLectures: plan.breakdownLectures })
  await clearAttendance(world, world.own)
  await world.database.transaction(schoolId, async (db) => {
    const students = await db
      .selectFrom('enrolments')
      .select(['studentId', 'sectionId'])
      .where('schoolId', '=', schoolId)
      .orderBy('studentId')
      .execute()
    const subjects = await db.selectFrom('subjects').select('id').where('schoolId', '=', schoolId).orderBy('sr').execute()
    // Where they sat before somebody has moved.
    const place = (nth: number) => (nth === 0 || (nth >= 2 && nth < 7) ? section7A : nth === 1 ? section8A : section7B)
    for (const [nth, { studentId }] of students.entries()) {
      const { gender, disabled, admitted, moved } = plan.students[nth] ?? plainStudent
      const dateOfAdmission = admitted < 0 ? null : addDays(start, admitted)
      await db
        .updateTable('students')
        .set({ gender, disabled, dateOfAdmission })
        .where('schoolId', '=', schoolId)
        .where('id', '=', studentId)
        .execute()
      await db
        .updateTable('enrolments')
        .set({ sectionId: moved ? section8A : place(nth) })
        .where('schoolId', '=', schoolId)
        .where('studentId', '=', studentId)
        .execute()
    }
    for (const holiday of plan.holidays)
      await db
        .insertInto('holidays')
        .values({ schoolId, day: addDays(start, holiday), name: 'Diwali' })
        .execute()
    const known = new Set<string>()
    for (const { day: offset, section, kind, subject, marks } of plan.registers) {
      const day = addDays(start, offset)
      const sectionId = [section7A, section7B, section8A][section] ?? section7A
      const session =
        sectionId === section7A && kind === 3
          ? 'LECTURE'
          : sectionId === section7A && kind === 2
            ? 'SUBJECT'
            : plan.attType === 'DUAL'
              ? kind === 0
                ? 'MORNING'
                : 'AFTERNOON'
              : 'DAY'
      const subjectId = session === 'SUBJECT' || session === 'LECTURE' ? (subjects[subject]?.id ?? null) : null
      const hour = 9 + (known.size % 5)
      const key =
        session === 'LECTURE' ? randomUUID() : [day, sectionId, session, subjectId, session === 'SUBJECT' ? hour : ''].join()
      if (known.has(key)) continue
      known.add(key)
      const { id } = await db
        .insertInto('registers')
        .values({
          ...{
            schoolId,
            termId,
            sectionId,
            day,
            session,
            subjectId,
            starts: session === 'SUBJECT' ? `0${hour}:00`.slice(-5) : null,
          },
          ...{ takenAt: new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+05:30`), takenBy: uuid, takenByName: 'Meera' },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const theirs = students.filter((_, nth) => place(nth) === sectionId)
      const values = theirs.flatMap(({ studentId }, nth) =>
        marks[nth] === '-' ? [] : [{ schoolId, registerId: id, studentId, value: marks[nth] ?? 'P' }],
      )
      if (values.length > 0) await db.insertInto('marks').values(values).execute()
      if (session === 'LECTURE')
        await db
          .insertInto('lectures')
          .values({
            schoolId,
            registerId: id,
            batch: randomUUID(),
            teacherName: 'Meera',
            startedAt: new Date(Date.now() - 60_000),
            closesAt: new Date(Date.now() + 3_600_000),
            ...(offset % 2 ? { endedAt: new Date(), endedHow: 'TEACHER' } : {}),
          })
          .execute()
    }
  })
}

/** All that the reports are made of, row by row as it is stored. */
async function raw() {
  return world.database.transaction(world.own.id, async (db) => ({
    registers: await db.selectFrom('registers').selectAll().orderBy('day').orderBy('id').execute(),
    marks: await db.selectFrom('marks').selectAll().execute(),
    lectures: await db.selectFrom('lectures').selectAll().execute(),
    students: await db.selectFrom('students').selectAll().execute(),
    enrolments: await db.selectFrom('enrolments').selectAll().orderBy('rollSort').orderBy('studentId').execute(),
    sections: await db
      .selectFrom('sections')
      .innerJoin('classes', 'classes.id', 'sections.classId')
      .select(['sections.id', 'sections.name', 'classes.name as className'])
      .execute(),
  }))
}

interface Counted {
  name: string
  student: Awaited<ReturnType<typeof raw>>['students'][number]
  marks: { day: Day; value: string }[]
  working: number
  here: boolean
}

/** What each section's students have, counted by going through the rows. */
async function count(attType: string): Promise<Map<string, Counted[]>> {
  const { registers, marks, lectures, students, enrolments, sections } = await raw()
  const counts: Record<string, string[]> = { DAILY: ['DAY'], DUAL: ['MORNING', 'AFTERNOON'], SUBJECTWISE: ['SUBJECT', 'LECTURE'] }
  const answer = new Map<string, Counted[]>()
  for (const section of sections) {
    const own = registers.filter(
      (register) =>
        register.sectionId === section.id &&
        counts[attType]?.includes(register.session) &&
        !lectures.some((lecture) => lecture.registerId === register.id && lecture.endedAt === null),
    )
    const lines: Counted[] = []
    const order = [
      ...enrolments.filter((row) => row.sectionId === section.id),
      ...enrolments.filter((row) => row.sectionId !== section.id),
    ]
    for (const { studentId, sectionId } of order) {
      const student = students.find((row) => row.id === studentId)!
      const from = student.dateOfAdmission ?? '0000-00-00'
      const hers = own.flatMap((register) =>
        marks
          .filter((mark) => mark.registerId === register.id && mark.studentId === studentId)
          .map((mark) => ({ day: register.day, value: mark.value })),
      )
      const here = sectionId === section.id && !student.disabled
      if (!here && hers.length === 0) continue
      const working = new Set(own.map((register) => register.day).filter((day) => day >= from)).size
      const name = `${student.name}${sectionId === section.id ? (student.disabled ? ' (disabled)' : '') : ' (left)'}`
      lines.push({ name, student, marks: hers.filter((mark) => mark.day >= from), working, here })
    }
    answer.set(`${section.className}-${section.name}`, lines)
  }
  return answer
}

const share = (values: readonly string[]) =>
  values.length === 0 ? null : Math.round((values.filter((value) => value !== 'A').length * 1000) / values.length) / 10
const number = (values: readonly string[], wanted: string) => values.filter((value) => value === wanted).length
const block = (model: ReportModel, heading: string): ReportBlock => model.blocks.find((one) => one.heading.startsWith(heading))!
const cell = (one: ReportBlock, row: ReportCell[], key: string) => row[one.columns.findIndex((column) => column.key === key)]

test('every figure of every type is what an independent count of the rows comes to', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      await write(plan)
      const expected = await count(plan.attType)
      const [condensed, detailed, progressive, attention] = [
        await report('condensed'),
        await report('detailed'),
        await report('progressive'),
        await report('attention'),
      ]
      for (const [section, lines] of expected) {
        const values = lines.map((line) => line.marks.map((mark) => mark.value))
        expect(block(condensed, section).rows.map((row) => row.cells)).toEqual(
          lines.map((line, nth) => [
            expect.any(String),
            line.student.registerNo,
            line.name,
            line.working,
            ...['P', 'A', 'L'].map((value) => number(values[nth] ?? [], value)),
            share(values[nth] ?? []),
          ]),
        )
        const girls = lines.filter((line) => line.student.gender === 'FEMALE')
        const girlsRow = block(condensed, section).footer?.find((row) => String(row.cells[2]).startsWith('Girls'))
        expect(girlsRow?.cells.at(-1)).toEqual(
          girls.length === 0 ? undefined : share(girls.flatMap((line) => line.marks.map((mark) => mark.value))),
        )
        // Letters of the month: totals of its parts are the condensed row's, and each column's footer counts its letters.
        const parts = detailed.blocks.filter((one) => one.heading.startsWith(section))
        lines.forEach((line, nth) => {
          const rows = parts.flatMap((part) =>
            part.rows.filter((row) => row.cells[1] === line.name).map((row) => ({ part, cells: row.cells })),
          )
          for (const [key, value] of [
            ['present', 'P'],
            ['absent', 'A'],
            ['late', 'L'],
          ] as const)
            expect(rows.reduce((sum, row) => sum + Number(cell(row.part, row.cells, key)), 0)).toBe(
              number(values[nth] ?? [], value),
            )
        })
        for (const part of parts)
          part.columns.forEach((column, place) => {
            if (column.kind !== 'mark' || !part.footer?.length) return
            const letters = part.rows.map((row) => row.cells[place])
            if (part.footer[0]?.cells[place] === null)
              return expect(letters.every((letter) => !['P', 'A', 'L'].includes(String(letter)))).toBe(true)
            expect(part.footer[0]?.cells[place]).toBe(letters.filter((letter) => letter === 'P' || letter === 'L').length)
          })
        // Weeks from Monday, each share over the marks of its days.
        const weeks = block(progressive, section)
        lines.forEach((line, nth) => {
          const row = weeks.rows[nth]?.cells ?? []
          expect(row[1]).toBe(line.name)
          for (const [place, column] of weeks.columns.entries()) {
            if (!column.key.startsWith('w')) continue
            const monday = column.key.slice(1)
            const own = line.marks.filter((mark) => mark.day >= monday && mark.day < addDays(monday, 7)).map((mark) => mark.value)
            expect(row[place]).toBe(share(own) ?? '–')
          }
          expect(cell(weeks, row, 'percent')).toBe(share(values[nth] ?? []))
        })
      }
      const cases = [...expected].flatMap(([section, lines]) =>
        lines.filter((line) => line.here).flatMap((line) => attentionOf(section, line)),
      )
      const shown = attention.blocks[0]!
      const found = shown.rows.map((row) =>
        Object.fromEntries(shown.columns.map((column, place) => [column.key, row.cells[place]])),
      )
      expect(
        found.map((row) => [row.name, row.section, row.percent, row.absent, row.run, row.last, row.late].join(' · ')).sort(),
      ).toEqual(cases.sort())
      const percents = found.map((row) => Number(row.percent))
      expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    }),
    { numRuns: 25 },
  )
})

/** Who needs attention, with what is said of her. */
function attentionOf(section: string, { name, marks }: Counted): string[] {
  const values = marks.map((mark) => mark.value)
  const taken = [...new Set(marks.map((mark) => mark.day))].sort()
  const absent = taken.map((day) => marks.filter((mark) => mark.day === day).every((mark) => mark.value === 'A'))
  const runs = absent
    .map((_, from) => absent.slice(from).findIndex((day) => !day))
    .map((length, from) => (length < 0 ? absent.length - from : length))
  const [percent, run, late] = [share(values), Math.max(0, ...runs), number(values, 'L')]
  if (!(percent !== null && percent < 75) && run < 3 && late < 5) return []
  const last = taken.filter((_, place) => !absent[place]).at(-1) ?? 'Never'
  return [[name, section, percent, absent.filter(Boolean).length, run, last, late].join(' · ')]
}

describe('what a report shows', () => {
  const letters = async (marks: string, day = days[1] ?? start) => {
    const { id: schoolId, termId, section7A: sectionId } = world.own
    await world.database.transaction(schoolId, async (db) => {
      const { id } = await db
        .insertInto('registers')
        .values({
          schoolId,
          termId,
          sectionId,
          day,
          session: 'DAY',
          takenAt: new Date(`${day}T04:00:00Z`),
          takenBy: uuid,
          takenByName: 'Meera',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const seats = await db
        .selectFrom('enrolments')
        .select('studentId')
        .where('schoolId', '=', schoolId)
        .where('sectionId', '=', sectionId)
        .orderBy('rollSort')
        .execute()
      await db
        .insertInto('marks')
        .values([...marks].map((value, nth) => ({ schoolId, registerId: id, studentId: seats[nth]?.studentId ?? 0, value })))
        .execute()
    })
  }

  beforeEach(async () => {
    await write({
      attType: 'DAILY',
      breakdownLectures: false,
      registers: [],
      holidays: [3],
      students: Array.from({ length: 10 }, () => plainStudent),
    })
  })

  test('the rows of a month are those of its grid on the screen', async () => {
    for (const [nth, marks] of ['PALPPA', 'AAPPLL', 'PPPPPP'].entries()) await letters(marks, days[nth + 5])
    const grid = await viewSectionMonth(await world.call('admin'), world.own.id, {
      sectionId: world.own.section7A,
      month: start.slice(0, 7),
    })
    const model = await report('condensed', { section: String(world.own.section7A) })
    expect(model.blocks[0]?.rows.map((row) => row.cells.slice(4, 7))).toEqual(
      grid.students.map(({ present, absent, late }) => [present, absent, late]),
    )
  })

  test('an empty month has its students, dots for what was not taken, and no percentage', async () => {
    const [condensed, detailed] = [await report('condensed'), await report('detailed')]
    expect(condensed.summary).toBe('No attendance was taken in these days.')
    expect(
      condensed.blocks.flatMap((one) => one.rows.map((row) => row.cells.at(-1))).every((value) => value === null || value === 0),
    ).toBe(true)
    const row = block(detailed, '7-A').rows[0]!.cells.slice(2, -4)
    expect(new Set(row)).toEqual(new Set(['·', 'H']))
    expect(row[3]).toBe('H')
  })

  test('a limited admin has the own classes alone, and a super administrator may take a teacher’s view', async () => {
    const sections = async (...asked: Parameters<typeof report>) =>
      (await report(...asked)).blocks.map((one) => one.heading).filter((heading) => heading !== 'All sections')
    expect(await sections('condensed')).toEqual(['7-A', '7-B', '8-A'])
    expect(await sections('condensed', {}, 'limitedAdmin')).toEqual(['7-A', '7-B'])
    // Whoever is no SUPERADMIN is tied to the own id.
    expect(await sections('condensed', { teacherId: world.own.users.teacher }, 'admin')).toEqual(['7-A', '7-B', '8-A'])
    expect(await sections('condensed', { teacherId: world.own.users.teacher }, 'superadmin')).toEqual(['7-A'])
    expect(await sections('condensed', { teacherId: world.own.users.limitedAdmin }, 'superadmin')).toEqual(['7-A', '7-B'])
    for (const more of [
      { section: String(world.other.section7A) },
      { currentTerm: world.other.termId },
      { teacherId: world.other.users.teacher },
    ])
      expect((await refusal(report('condensed', more, 'superadmin'))).code).toBe('NOT_FOUND')
    expect((await refusal(report('condensed', { section: String(world.own.section8A) }, 'limitedAdmin'))).code).toBe('NOT_FOUND')
  })

  test('of a section she only teaches a subject in, a teacher’s view has that subject alone', async () => {
    await setSchool(world, world.own, { attType: 'SUBJECTWISE' })
    const { id: schoolId, termId, section7B } = world.own
    const mine = await addSubject(world, world.own, {
      sectionId: section7B,
      name: 'Drawing',
      sr: 1,
      days: [1],
      starts: '09:00',
      ends: '10:00',
      userId: world.own.users.teacher,
    })
    const notMine = await addSubject(world, world.own, {
      sectionId: section7B,
      name: 'Music',
      sr: 2,
      days: [1],
      starts: '10:00',
      ends: '11:00',
    })
    await world.database.transaction(schoolId, async (db) => {
      const { studentId } = await db
        .selectFrom('enrolments')
        .select('studentId')
        .where('schoolId', '=', schoolId)
        .where('sectionId', '=', section7B)
        .orderBy('studentId')
        .executeTakeFirstOrThrow()
      for (const [subjectId, value] of [
        [mine, 'P'],
        [notMine, 'A'],
      ] as const) {
        const { id } = await db
          .insertInto('registers')
          .values({
            schoolId,
            termId,
            sectionId: section7B,
            day: start,
            session: 'SUBJECT',
            subjectId,
            starts: '09:00',
            takenAt: new Date(`${start}T05:00:00Z`),
            takenBy: uuid,
            takenByName: 'Meera',
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await db.insertInto('marks').values({ schoolId, registerId: id, studentId, value }).execute()
      }
    })
    const sums = async (more: object) =>
      block(await report('condensed', { ...more }, 'superadmin'), '7-B').rows[0]?.cells.slice(4)
    expect(await sums({})).toEqual([1, 1, 0, 50])
    expect(await sums({ teacherId: world.own.users.teacher })).toEqual([1, 0, 0, 100])
    const headers = block(await report('detailed', {}, 'superadmin'), '7-B').columns.map((column) => column.header)
    expect(headers).toContain('Drawing')
  })
})
