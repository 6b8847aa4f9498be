import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { fromNow } from '#tests/moments.ts'
import { addLectureSchool, type LectureSchool, studentCall } from '#tests/world/lectures.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { Database } from '#platform/database/connect.ts'
import { checkData } from '#platform/dataChecks.ts'
import { saveBooksProgress } from './bookProgress.commands.ts'
import { closeLectures } from './closeLecturesJob.ts'
import { setLectureMark } from './lectureMarks.commands.ts'
import { endLectures, startLectures } from './lectures.commands.ts'
import { attendLecture } from './lectures.queries.ts'
import { liveSchool, manageLiveLectures } from './liveSchool.ts'

let world: TestWorld
let own: LectureSchool
/** A second server process on the same database. */
let elsewhere: Database

beforeAll(async () => {
  world = await testWorld()
  elsewhere = new Database(world.appUrl, { onError: () => undefined, connections: 3 })
  own = await addLectureSchool(world, world.own)
})

beforeEach(() => asOwner(world.ownerUrl, `update lectures set ended_at = now(), ended_how = 'TEACHER' where ended_at is null`))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

afterAll(async () => {
  expect((await checkData(world.database)).findings).toEqual([])
  await elsewhere.close()
  await world.close()
})

const start = async (bookId = 0) => {
  const { class7, section7A, termId } = world.own
  const item = { classId: class7, sectionId: section7A, subjectId: bookId ? own.subject : 0, bookId, multiselect: false }
  const batch = await startLectures(await world.call('teacher'), world.own.id, { key: randomUUID(), termId, items: [item] })
  return batch.lectures[0]!.id
}
const attend = async (index: number, id: number) =>
  attendLecture(await studentCall(world, own.students[index]!, world.database), world.own.id, { id })
const flush = () => manageLiveLectures(world.database, { error: () => undefined } as never).stop()
const setMark = async (index: number, id: number, value: string, more: object = {}) =>
  setLectureMark({ ...(await world.call('teacher')), database: elsewhere }, world.own.id, {
    key: randomUUID(),
    id,
    studentId: own.students[index]!.id,
    value,
    ...more,
  })
const values = async (id: number) =>
  (await asOwner(world.ownerUrl, 'select value from marks where register_id = $1 order by student_id', [id]))
    .map((mark) => mark['value'])
    .join('')
const changes = (id: number) =>
  asOwner(world.ownerUrl, 'select was, value, device_at from mark_changes where register_id = $1 order by id', [id])
const isAway = () => vi.spyOn(world.database, 'read').mockRejectedValue(new Error('The database is away.'))

describe('a mark set by hand', () => {
  test('wins over an arrival that is answered but not stored yet', async () => {
    const id = await start()
    await attend(1, id)
    await flush()
    const away = isAway()
    await attend(0, id).catch(() => undefined)
    liveSchool(world.database, world.own.id).invalidate([id])
    await attend(0, id).catch(() => undefined)
    await setMark(0, id, 'A')
    away.mockRestore()
    await flush()
    expect(await values(id)).toBe('AAPAA')
    expect((await attend(0, id)).myMark).toBe('A')
  })

  test('keeps an absent student absent, and is written once', async () => {
    const id = await start()
    await setMark(0, id, 'A')
    await setMark(0, id, 'A')
    expect(await changes(id)).toMatchObject([{ was: 'A', value: 'A' }])
    expect((await attend(0, id)).myMark).toBe('A')
    await flush()
    expect(await values(id)).toBe('AAAAA')
    const counts = 'select present, absent, late, version from registers where id = $1'
    expect(await asOwner(world.ownerUrl, counts, [id])).toEqual([{ present: 0, absent: 5, late: 0, version: 2 }])
  })

  test('is returned for its key after the day is over', async () => {
    const id = await start()
    const key = randomUUID()
    const first = await setMark(0, id, 'P', { key })
    await asOwner(world.ownerUrl, 'update registers set day = day - 1 where id = $1', [id])
    expect(await setMark(0, id, 'P', { key })).toEqual(first)
    await expect(setMark(1, id, 'P')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

test('a student who came at minute four while the database was away is present', async () => {
  const id = await start()
  await attend(1, id)
  await flush()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(fromNow(4 * 60_000))
  liveSchool(world.database, world.own.id).invalidate([id])
  const away = isAway()
  await expect(attend(0, id)).rejects.toThrow()
  away.mockRestore()
  vi.setSystemTime(fromNow(2 * 60_000))
  expect((await attend(0, id)).myMark).toBe('P')
  expect((await attend(2, id)).myMark).toBe('L')
  await flush()
  expect(await values(id)).toBe('APPLA')
})

test('a school whose lectures cannot be closed does not stop other schools', async () => {
  const write = world.database.write.bind(world.database)
  const schoolIds: number[] = []
  vi.spyOn(world.database, 'write').mockImplementation((schoolId, queries) => {
    schoolIds.push(schoolId)
    return schoolId === world.own.id ? Promise.reject(new Error('This school fails.')) : write(schoolId, queries)
  })
  await expect(closeLectures(world.database)).rejects.toThrow(AggregateError)
  expect(schoolIds).toContain(world.other.id)
})

test('the device’s time is stored and never used', async () => {
  const id = await start(own.book)
  const [deviceAt, before] = ['2020-02-03T04:05:06.000Z', new Date()]
  await setMark(0, id, 'L', { deviceAt })
  expect(await changes(id)).toEqual([{ was: 'A', value: 'L', device_at: new Date(deviceAt) }])
  const teacher = await world.call('teacher')
  const { endedAt } = await endLectures(teacher, world.own.id, { key: randomUUID(), ids: [id], deviceAt })
  expect(endedAt.getTime()).toBeGreaterThanOrEqual(before.getTime())
  expect(await asOwner(world.ownerUrl, 'select ended_device_at from lectures where register_id = $1', [id])).toEqual([
    { ended_device_at: new Date(deviceAt) },
  ])
  const progress = [{ attId: id, bookId: own.book, from: 1, to: 2 }]
  await saveBooksProgress(teacher, world.own.id, { key: randomUUID(), deviceAt, progress })
  expect(await asOwner(world.ownerUrl, 'select device_at from book_progresses where register_id = $1', [id])).toEqual([
    { device_at: new Date(deviceAt) },
  ])
})
