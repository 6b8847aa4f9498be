import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { today } from '#tests/world/attendance.ts'
import { addLectureSchool, type LectureSchool } from '#tests/world/lectures.ts'
import { setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { checkData } from '#platform/dataChecks.ts'
import { startLectures } from '#domains/lectures/server/lectures.commands.ts'
import { queueDueNotices } from './noticeJob.ts'
import { correctMark } from './registers.commands.ts'
import { viewAttendanceSummary } from './reports.queries.ts'

let world: TestWorld
let lectures: LectureSchool
let registerId: number

beforeAll(async () => {
  world = await testWorld()
  lectures = await addLectureSchool(world, world.own)
  await setSchool(world, world.own, { attType: 'SUBJECTWISE', subjectwiseSmsTime: '00:00' })
  const { class7, section7A, termId } = world.own
  const item = { classId: class7, sectionId: section7A, subjectId: lectures.subject, bookId: 0, multiselect: false }
  const started = await startLectures(await world.call('teacher'), world.own.id, { key: randomUUID(), termId, items: [item] })
  registerId = started.lectures[0]!.id
})

afterAll(async () => {
  expect((await checkData(world.database)).findings).toEqual([])
  await world.close()
})

const absent = async () => {
  const span = { termId: world.own.termId, from: today, to: today }
  return (await viewAttendanceSummary(await world.call('admin'), world.own.id, span)).total.absent
}
const correct = async () =>
  correctMark(await world.call('admin'), world.own.id, {
    key: randomUUID(),
    registerId,
    studentId: lectures.students[0]!.id,
    was: 'A',
    value: 'P',
  })

test('a lecture that nobody ended is over at its closing time, even before the job closes it', async () => {
  expect(await absent()).toBe(0)
  expect(await queueDueNotices(world.database, new Date())).toBe(0)
  await expect(correct()).rejects.toMatchObject({ code: 'CONFLICT' })
  await asOwner(
    world.ownerUrl,
    `update lectures set started_at = now() - interval '61 minutes', closes_at = now() - interval '1 minute'`,
  )
  expect(await absent()).toBe(5)
  expect((await correct()).register?.present).toBe(1)
  expect(await queueDueNotices(world.database, new Date())).toBe(4)
})
