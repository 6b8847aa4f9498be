import { afterAll, beforeAll, expect, test } from 'vitest'
import { schoolDayBefore, takeRegister, today } from '#tests/world/attendance.ts'
import { addStudents, addSubject, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import type { ReportModel } from '../report.model.ts'
import type { ReportType } from '../reportTypes.ts'
import { makeReport } from './makeReport.ts'

let world: TestWorld
const day = schoolDayBefore(today)

/** Adds a teacher who teaches a subject in 7-B and has no section. Attendance of 7-B is taken by day. */
beforeAll(async () => {
  world = await testWorld()
  const { own } = world
  const [student = 0, other = 0] = await addStudents(world, own, own.section7B, 2)
  await world.database.transaction(own.id, (db) => db.deleteFrom('sectionTeachers').where('schoolId', '=', own.id).execute())
  const slot = { days: [1], starts: '09:00', ends: '10:00' }
  await addSubject(world, own, { sectionId: own.section7B, name: 'Drawing', sr: 1, ...slot, userId: own.users.teacher })
  await takeRegister(world, 'admin', { sectionId: own.section7B, day }, { [student]: 'P', [other]: 'P' })
})
afterAll(() => world.close())

async function report(reportType: ReportType, more: Record<string, unknown> = {}, who: Who = 'superadmin'): Promise<ReportModel> {
  const settings = { reportType, section: 'all', currentTerm: world.own.termId, start: day, end: day, ...more }
  return makeReport(await world.call(who), world.own.id, settings)
}

const types = ['condensed', 'attention', 'qrentryexit', 'qrentryexitCondensed', 'paymentsCollected', 'studentsCollected'] as const
const headings = ({ blocks }: ReportModel) => blocks.map((block) => block.heading).filter((heading) => heading !== 'All sections')
const factOf = ({ facts }: ReportModel, label: string) => facts.find((fact) => fact.label === label)?.value

test('where attendance is taken by day, the view of a subject teacher has no sections, and the report says so', async () => {
  const { own } = world
  const teacherId = own.users.teacher
  for (const type of [...types, 'dailyCollected', 'detailed', 'progressive'] as const) {
    const model = await report(type, { teacherId })
    expect([type, model.summary]).toEqual([type, 'teacher of Own School has no section in 2026-27.'])
    expect(model.blocks).toMatchObject([{ rows: [], empty: model.summary }])
    expect((await refusal(report(type, { teacherId, section: String(own.section7B) }))).code).toBe('NOT_FOUND')
  }
})

test('where it is taken by subject, the teacher has that section’s registers, but neither its money nor its gate', async () => {
  const { own } = world
  const settings = { teacherId: own.users.teacher, section: String(own.section7B) }
  await setSchool(world, own, { attType: 'SUBJECTWISE' })
  expect(headings(await report('condensed', settings))).toEqual(['7-B'])
  for (const type of types.slice(2)) {
    expect((await report(type, { ...settings, section: 'all' })).summary).toBe('teacher of Own School has no section in 2026-27.')
    expect((await refusal(report(type, settings))).code).toBe('NOT_FOUND')
  }
  await setSchool(world, own, { attType: 'DAILY' })
})

test('the header names another person’s view; a fees report without students has a table that says so', async () => {
  const { limitedAdmin, admin } = world.own.users
  expect(factOf(await report('condensed', { teacherId: limitedAdmin }), 'View of')).toBe('limitedAdmin of Own School')
  expect(factOf(await report('condensed', { teacherId: admin }), 'View of')).toBe('admin of Own School')
  for (const model of [await report('condensed'), await report('condensed', { teacherId: limitedAdmin }, 'limitedAdmin')])
    expect(factOf(model, 'View of')).toBeUndefined()
  const fees = await report('studentsCollected', { section: String(world.own.section7B) })
  expect(fees.blocks).toMatchObject([{ heading: '7-B' }])
  const { section8A, student8A, id } = world.own
  await world.database.transaction(id, (db) =>
    db.deleteFrom('enrolments').where('schoolId', '=', id).where('studentId', '=', student8A).execute(),
  )
  expect(await report('studentsCollected', { section: String(section8A) })).toMatchObject({
    blocks: [{ heading: '8-A', rows: [], empty: 'No students here.' }],
  })
})
