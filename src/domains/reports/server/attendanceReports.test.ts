import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addPupils, addSubject, clearAttendance, setSchool } from '../../../../tests/attendanceWorld.ts'
import { refusal } from '../../../../tests/refusals.ts'
import {
  type Counted,
  countRows,
  days,
  end,
  plainStudent,
  plans,
  start,
  takenBy,
  writePlan,
} from '../../../../tests/reportWorld.ts'
import { testWorld } from '../../../../tests/world.ts'
import { addDays } from '../../../shared/dates.ts'
import { viewSectionMonth } from '../../attendance/server/reports.queries.ts'
import type { ReportBlock, ReportCell, ReportModel } from '../report.model.ts'
import type { ReportType } from '../reports.schema.ts'
import { makeReport } from './report.query.ts'

let world: Awaited<ReturnType<typeof testWorld>>

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

const share = (values: readonly string[]) =>
  values.length === 0 ? null : Math.round((values.filter((value) => value !== 'A').length * 1000) / values.length) / 10
const number = (values: readonly string[], wanted: string) => values.filter((value) => value === wanted).length
const block = (model: ReportModel, heading: string): ReportBlock => model.blocks.find((one) => one.heading.startsWith(heading))!
const cell = (one: ReportBlock, row: ReportCell[], key: string) => row[one.columns.findIndex((column) => column.key === key)]

test('every figure of every type is what an independent count of the rows comes to', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      await writePlan(world, plan)
      const expected = await countRows(world, plan.attType)
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
          takenBy,
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
    await writePlan(world, {
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
            takenBy,
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
