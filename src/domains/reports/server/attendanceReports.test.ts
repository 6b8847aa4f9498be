import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countRows } from '#tests/reportCounts.ts'
import { clearAttendance } from '#tests/world/attendance.ts'
import { days, end, plainStudent, plans, start, takenBy, writePlan } from '#tests/world/randomRegisters.ts'
import { addRegister, addStudents, addSubject, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import {
  expectedAttention,
  expectedCondensed,
  expectedDetailed,
  expectedOverview,
  expectedWeeks,
  low,
  valuesOf,
} from '#tests/reportExpected.ts'
import { refusal } from '#tests/refusals.ts'
import { viewSectionMonth } from '#domains/attendance/server/reports.queries.ts'
import type { ReportBlock, ReportCell, ReportModel } from '../report.model.ts'
import type { ReportType } from '../reportTypes.ts'
import { makeReport } from './makeReport.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
  const { own } = world
  await addStudents(world, own, own.section7A, 5)
  await addStudents(world, own, own.section7B, 3, 20)
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
  const settings = { reportType, section: 'all', currentTerm: world.own.termId, start, end, ...more }
  return makeReport(await world.call(who), world.own.id, settings)
}

const block = (model: ReportModel, heading: string): ReportBlock =>
  model.blocks.find((candidate) => candidate.heading.startsWith(heading))!

test('every number of every type agrees with an independent count of the rows', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      await writePlan(world, plan)
      const sections = await countRows(world, plan.attType)
      const [condensed, detailed, progressive, attention] = [
        await report('condensed'),
        await report('detailed'),
        await report('progressive'),
        await report('attention'),
      ]
      const workingDays = new Set(sections.flatMap((section) => section.registers.map((register) => register.day))).size
      for (const { facts } of [condensed, detailed, progressive, attention])
        expect(facts.filter((fact) => fact.label === 'Working days').map((fact) => fact.value)).toEqual([String(workingDays)])
      const overview = block(condensed, 'All sections')
      expect(overview.rows.map((row) => row.cells)).toEqual(sections.map((section) => expectedOverview(section.name, [section])))
      expect(overview.footer?.map((row) => row.cells)).toEqual([expectedOverview('All', sections)])

      for (const section of sections) {
        const averages = block(condensed, section.name)
        expect({
          rows: averages.rows.map((row) => row.cells),
          shaded: averages.rows.map((row) => row.shaded === true),
          footer: (averages.footer ?? []).map((row) => row.cells),
        }).toEqual(expectedCondensed(section))

        const months = detailed.blocks.filter((table) => table.heading.startsWith(section.name))
        const letterIndexes = ({ columns }: ReportBlock) =>
          columns.flatMap((column, index) => (column.kind === 'mark' ? [index] : []))
        expect(
          months.map((table) => ({
            headers: letterIndexes(table).map((index) => table.columns[index]?.header),
            rows: table.rows.map((row) => row.cells),
            footer: (table.footer ?? []).map((row) => letterIndexes(table).map((index) => row.cells[index])),
          })),
        ).toEqual(expectedDetailed(section, plan.attType, plan.breakdownLectures))

        const weeks = block(progressive, section.name)
        const mondays = weeks.columns.filter((column) => column.key.startsWith('w')).map((column) => column.key.slice(1))
        expect(weeks.rows.map((row) => row.cells)).toEqual(
          section.lines.map((line) => [line.roll, line.name, ...expectedWeeks(mondays, [line])]),
        )
        expect(weeks.rows.map((row) => row.shaded === true)).toEqual(section.lines.map((line) => low(valuesOf([line]))))
        expect((weeks.footer ?? []).map((row) => row.cells)).toEqual(
          section.lines.length === 0 ? [] : [['', 'Class', ...expectedWeeks(mondays, section.lines)]],
        )
      }
      const shown = attention.blocks[0]?.rows.map((row) => row.cells) ?? []
      const sortRows = (rows: readonly (readonly ReportCell[])[]) => rows.map((row) => row.join(' · ')).sort()
      expect(sortRows(shown)).toEqual(sortRows(sections.flatMap(expectedAttention)))
      const percents = shown.map((row) => Number(row[4] ?? 100))
      expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    }),
    { numRuns: 25 },
  )
})

describe('the contents of a report', () => {
  const takeRegister = async (marks: string, day = days[1] ?? start) => {
    const { id: schoolId, section7A: sectionId } = world.own
    await world.database.transaction(schoolId, async (db) => {
      const enrolments = await db
        .selectFrom('enrolments')
        .select('studentId')
        .where('schoolId', '=', schoolId)
        .where('sectionId', '=', sectionId)
        .orderBy('rollSort')
        .execute()
      await addRegister(
        db,
        world.own,
        { sectionId, day, takenAt: new Date(`${day}T04:00:00Z`), takenBy },
        [...marks].map((value, index) => ({ studentId: enrolments[index]?.studentId ?? 0, value })),
      )
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

  test('the rows of a month agree with its grid on the screen', async () => {
    for (const [index, marks] of ['PALPPA', 'AAPPLL', 'PPPPPP'].entries()) await takeRegister(marks, days[index + 5])
    const grid = await viewSectionMonth(await world.call('admin'), world.own.id, {
      sectionId: world.own.section7A,
      month: start.slice(0, 7),
    })
    const model = await report('condensed', { section: String(world.own.section7A) })
    expect(model.blocks[0]?.rows.map((row) => row.cells.slice(4, 7))).toEqual(
      grid.students.map(({ present, absent, late }) => [present, absent, late]),
    )
  })

  test('an empty month lists the students, with dots for days that were not taken and no percentage', async () => {
    const [condensed, detailed] = [await report('condensed'), await report('detailed')]
    expect(condensed.summary).toBe('No attendance was taken in these days.')
    expect(
      condensed.blocks
        .flatMap((table) => table.rows.map((row) => row.cells.at(-1)))
        .every((value) => value === null || value === 0),
    ).toBe(true)
    const row = block(detailed, '7-A').rows[0]!.cells.slice(2, -4)
    expect(new Set(row)).toEqual(new Set(['·', 'H']))
    expect(row[3]).toBe('H')
  })

  test('a limited admin sees only the own classes, and a super administrator may choose a teacher’s view', async () => {
    const sections = async (...args: Parameters<typeof report>) =>
      (await report(...args)).blocks.map((table) => table.heading).filter((heading) => heading !== 'All sections')
    expect(await sections('condensed')).toEqual(['7-A', '7-B', '8-A'])
    expect(await sections('condensed', {}, 'limitedAdmin')).toEqual(['7-A', '7-B'])
    // A chosen teacher has no effect for anybody but a SUPERADMIN.
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

  test('in a section where the teacher only teaches a subject, the view has that subject alone', async () => {
    await setSchool(world, world.own, { attType: 'SUBJECTWISE' })
    const { id: schoolId, section7B } = world.own
    const ownSubject = await addSubject(world, world.own, {
      sectionId: section7B,
      name: 'Drawing',
      sr: 1,
      days: [1],
      starts: '09:00',
      ends: '10:00',
      userId: world.own.users.teacher,
    })
    const otherSubject = await addSubject(world, world.own, {
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
        [ownSubject, 'P'],
        [otherSubject, 'A'],
      ] as const) {
        const at = { day: start, starts: '09:00', takenAt: new Date(`${start}T05:00:00Z`), takenBy }
        await addRegister(db, world.own, { sectionId: section7B, session: 'SUBJECT', subjectId, ...at }, [{ studentId, value }])
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
