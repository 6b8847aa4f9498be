import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { clearAttendance, today } from '#tests/world/attendance.ts'
import { addRegister, addStudents, inSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { checkData } from '#platform/dataChecks.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { sectionMembers } from './sectionMembers.exports.ts'

/* The migration that reads from the marks where students were before places had days. */

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.close())

const migration = readFileSync(join(import.meta.dirname, '../../../../db/migrations/0137_places_of_marks.sql'), 'utf8')
const ago = (days: number) => addDays(today, -days)

async function membersOf(sectionId: number, day: Day): Promise<number[]> {
  const members = sectionMembers(world.own.id, day, sql`section_id = ${sectionId}`)
  const { rows } = await inSchool(world, world.own.id, (db) =>
    sql<{ studentId: number }>`select student_id from (${members}) member order by student_id`.execute(db),
  )
  return rows.map((row) => row.studentId)
}

test('finds movers, leavers and late joiners of the current term by their marks', async () => {
  const { own } = world
  const { section7A, section7B } = own
  await clearAttendance(world, own)
  const [stayer = 0, mover = 0, leaver = 0] = await addStudents(world, own, section7B, 3)
  const take = (sectionId: number, day: Day, ids: readonly number[]) =>
    addRegister(
      world,
      own,
      { sectionId, day, takenAt: new Date(`${day}T09:00:00+05:30`) },
      ids.map((studentId) => ({ studentId, value: 'P' })),
    )
  await asOwner(world.ownerUrl, 'update enrolments set created_at = $2 where school_id = $1', [own.id, ago(60)])
  await take(section7A, ago(40), [own.student7A, mover])
  await take(section7A, ago(30), [own.student7A, mover])
  await take(section7B, ago(40), [stayer, leaver])
  await take(section7B, ago(20), [stayer, mover])
  await asOwner(world.ownerUrl, 'update students set disabled = true where id = $1', [leaver])
  const [joiner = 0] = await addStudents(world, own, section7B, 1, 9)
  await asOwner(world.ownerUrl, migration)

  expect(await membersOf(section7A, ago(40))).toEqual([own.student7A, mover])
  expect(await membersOf(section7A, ago(29))).toEqual([own.student7A])
  expect(await membersOf(section7B, ago(41))).toEqual([stayer, leaver])
  expect(await membersOf(section7B, ago(40))).toEqual([stayer, leaver])
  expect(await membersOf(section7B, ago(29))).toEqual([stayer, mover])
  expect(await membersOf(section7B, today)).toEqual([stayer, mover, joiner])
  expect((await checkData(world.database)).findings).toEqual([])
})
