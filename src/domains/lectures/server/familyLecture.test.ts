import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#platform/command.ts'
import { listStudentPhones } from '#platform/guardians/studentPhones.ts'
import { openGuardianSession } from '#platform/guardians/sessions.ts'
import { viewHome } from '#domains/family/server/home.queries.ts'
import { ownPlace } from '#shared/ownPlace.ts'
import { asOwner } from '#tests/asOwner.ts'
import { refusal } from '#tests/refusals.ts'
import { addLectureSchool, type LectureSchool } from '#tests/world/lectures.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { attendFamilyLecture } from './familyLecture.queries.ts'
import { endLectures, startLectures } from './lectures.commands.ts'
import { viewLecturesNow } from './lectures.queries.ts'
import { liveSchool, manageLiveLectures } from './liveSchool.ts'

const mother = '9800000031'

let world: TestWorld
let own: LectureSchool
let place: string
let asMother: Call

beforeAll(async () => {
  world = await testWorld()
  own = await addLectureSchool(world, world.own)
  place = ownPlace(world.own.id)
  await setPhone(world.own.student7A, mother)
  asMother = {
    ...(await world.call('anonymous')),
    guardianToken: await openGuardianSession(world.database.kysely, mother, 'Phone'),
  }
})
afterAll(async () => {
  await manageLiveLectures(world.database, { error: () => undefined } as never).stop()
  await world.close()
})

async function setPhone(id: number, phone: string): Promise<void> {
  await world.database.transaction(world.own.id, async (db) => {
    await db.updateTable('students').set({ phone }).where('schoolId', '=', world.own.id).where('id', '=', id).execute()
    await listStudentPhones(db, world.own.id, [id])
  })
}

async function begin(): Promise<number[]> {
  const { class7: classId, section7A: sectionId, termId } = world.own
  const item = { classId, sectionId, subjectId: 0, bookId: 0, multiselect: false }
  const started = await startLectures(await world.call('teacher'), world.own.id, { key: randomUUID(), termId, items: [item] })
  return started.lectures.map(({ id }) => id)
}

const attend = (call: Call, id: number, studentId = world.own.student7A, at = place) =>
  attendFamilyLecture(call, at, { id, studentId })

test('a guardian joins from the page, and the teacher sees the child present and active', async () => {
  const ids = await begin()
  const [id = 0] = ids
  const { schools } = await viewHome(asMother)
  expect(schools[0]?.children[0]?.lecture).toMatchObject({ id, teacherName: expect.any(String), zoomLink: expect.any(String) })
  expect(await attend(asMother, id)).toEqual({ live: true, myMark: 'P' })
  expect(await attend(asMother, id)).toEqual({ live: true, myMark: 'P' })
  const { marks, studentIds } = await viewLecturesNow(await world.call('teacher'), world.own.id, { ids })
  expect(marks?.[studentIds?.indexOf(world.own.student7A) ?? -1]).toBe('p')
  await liveSchool(world.database, world.own.id).flush()
  const stored = 'select value from marks where register_id = $1 and student_id = $2'
  expect(await asOwner(world.ownerUrl, stored, [id, world.own.student7A])).toEqual([{ value: 'P' }])
  const key = randomUUID()
  await endLectures(await world.call('teacher'), world.own.id, { key, ids })
  expect(await attend(asMother, id)).toEqual({ live: false, myMark: 'P' })
})

test('nobody else is marked, and nobody without the child gets in', async () => {
  const [id = 0] = await begin()
  const other = own.students[0]?.id ?? 0
  for (const refused of [
    () => attend(asMother, id, other),
    () => attend(asMother, 999_999),
    () => attend(asMother, id, world.own.student7A, ownPlace(world.other.id)),
    () => attend(asMother, id, world.other.student7A, ownPlace(world.other.id)),
  ])
    expect(await refusal(refused())).toMatchObject({ code: 'NOT_FOUND' })
  for (const who of ['anonymous', 'student', 'teacher'] as const)
    expect(await refusal(attend(await world.call(who), id))).toMatchObject({ code: 'SIGNED_OUT' })
  expect(await refusal(attendFamilyLecture(asMother, place, { id: 'x', studentId: 1 }))).toMatchObject({ code: 'BAD_INPUT' })
  expect(await attend(asMother, id)).toMatchObject({ myMark: 'P' })
  await setPhone(world.own.student7A, '9800000032')
  expect(await refusal(attend(asMother, id))).toMatchObject({ code: 'NOT_FOUND' })
  await setPhone(world.own.student7A, mother)
})
