import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { eventually } from '#tests/eventually.ts'
import { addLectureSchool, type LectureSchool, studentCall } from '#tests/world/lectures.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import { Database } from '#platform/database/connect.ts'
import { checkData } from '#platform/dataChecks.ts'
import { invalidateSchool } from '#platform/school.ts'
import { saveBooksProgress } from './bookProgress.commands.ts'
import { closeLectures } from './closeLecturesJob.ts'
import { setLectureMark } from './lectureMarks.commands.ts'
import { endLectures, startLectures } from './lectures.commands.ts'
import {
  attendLecture,
  listLectureStudents,
  listLiveLectures,
  listMyLiveLectures,
  viewLecturesNow,
  viewTeachable,
} from './lectures.queries.ts'
import { manageLiveLectures } from './liveSchool.ts'

let world: TestWorld
let own: LectureSchool
/** A second server process on the same database. */
let elsewhere: Database
const silent = { error: () => undefined } as never

beforeAll(async () => {
  world = await testWorld()
  elsewhere = new Database(world.appUrl, { onError: () => undefined, connections: 3 })
  own = await addLectureSchool(world, world.own)
})

// Ends lectures that an earlier test left live.
beforeEach(async () => {
  await asOwner(world.ownerUrl, `update lectures set ended_at = now(), ended_how = 'TEACHER' where ended_at is null`)
})

afterAll(async () => {
  const { findings } = await checkData(world.database)
  expect(findings).toEqual([])
  await elsewhere.close()
  await world.close()
})

const items = (...kinds: ('section' | 'subject' | 'book')[]) =>
  kinds.map((kind) => ({
    classId: world.own.class7,
    sectionId: world.own.section7A,
    multiselect: kinds.length > 1,
    subjectId: kind === 'section' ? 0 : own.subject,
    bookId: kind === 'book' ? own.book : 0,
  }))
const startInput = (...kinds: ('section' | 'subject' | 'book')[]) => ({
  key: randomUUID(),
  termId: world.own.termId,
  items: items(...kinds),
})
const start = async (...kinds: ('section' | 'subject' | 'book')[]) =>
  startLectures(await world.call('teacher'), world.own.id, startInput(...kinds))
const idsOf = (batch: Awaited<ReturnType<typeof start>>) => batch.lectures.map((lecture) => lecture.id)
const attend = async (index: number, id: number, database = world.database) =>
  attendLecture(await studentCall(world, own.students[index]!, database), world.own.id, { id })
const now = async (ids: number[], database = world.database) =>
  viewLecturesNow({ ...(await world.call('teacher')), database }, world.own.id, { ids })
const written = () => manageLiveLectures(world.database, silent).stop()
const stored = (id: number) =>
  asOwner<{ value: string }>(world.ownerUrl, 'select value from marks where register_id = $1 order by student_id', [id])
const valuesOf = async (id: number) => (await stored(id)).map((mark) => mark.value).join('')
const register = async (id: number) =>
  (
    await asOwner<{ present: number; absent: number; late: number; version: number }>(
      world.ownerUrl,
      'select present, absent, late, version from registers where id = $1',
      [id],
    )
  )[0]
const moveStart = async (ids: number[], minutes: number) => {
  for (const id of ids) {
    const of = [world.own.id, id]
    const [lecture] = await asOwner<{ at: Date }>(
      world.ownerUrl,
      'select started_at as at from lectures where school_id = $1 and register_id = $2',
      of,
    )
    const moved = new Date(lecture!.at.getTime() - minutes * 60_000)
    await asOwner(world.ownerUrl, 'update lectures set started_at = $3 where school_id = $1 and register_id = $2', [...of, moved])
  }
}

describe('the list to start a lecture from', () => {
  test('has the teacher’s own sections, subjects and books', async () => {
    const own7A = await viewTeachable(await world.call('teacher'), world.own.id, { termId: world.own.termId })
    expect(own7A.sections.map((item) => item.title)).toEqual(['7-A'])
    expect(own7A.subjects.map((item) => [item.title, item.subtitle])).toEqual([['Maths', '7-A']])
    expect(own7A.books.map((item) => [item.title, item.subtitle])).toEqual([['Algebra', '7-A, Maths']])
    expect([own7A.minutes, own7A.defaultMinutes]).toEqual([[60], 60])
    const all = await viewTeachable(await world.call('superadmin'), world.own.id, { termId: world.own.termId })
    expect(all.sections).toHaveLength(3)
    expect(all.subjects).toHaveLength(2)
  })

  test.each(['admin', 'limitedAdmin', 'fees', 'attendant', 'student'] as const)('is nothing for %s', async (who) => {
    expect((await refusal(viewTeachable(await world.call(who), world.own.id, { termId: world.own.termId }))).code).toBe(
      'FORBIDDEN',
    )
    expect((await refusal(startLectures(await world.call(who), world.own.id, startInput('section')))).code).toBe('FORBIDDEN')
  })

  test('is refused in a school without live lectures', async () => {
    const flag = (on: boolean) =>
      asOwner(world.ownerUrl, 'update schools set live_lecture = $2 where id = $1', [world.own.id, on])
    await flag(false)
    invalidateSchool(world.database, world.own.id)
    expect((await refusal(startLectures(await world.call('teacher'), world.own.id, startInput('section')))).code).toBe(
      'DISABLED_MODULE',
    )
    await flag(true)
    invalidateSchool(world.database, world.own.id)
  })

  test('does not allow another section, subject, school or length', async () => {
    const teacher = await world.call('teacher')
    const [section] = items('section')
    const with7B = { ...startInput(), items: [section!, { ...section!, sectionId: world.own.section7B }] }
    expect((await refusal(startLectures(teacher, world.own.id, with7B))).code).toBe('NOT_FOUND')
    const foreign = { ...section!, classId: world.own.class8, sectionId: world.own.section8A, subjectId: own.foreignSubject }
    expect((await refusal(startLectures(teacher, world.own.id, { ...startInput(), items: [foreign] }))).code).toBe('NOT_FOUND')
    // A book under the wrong subject.
    const mixed = { ...section!, bookId: own.book }
    expect((await refusal(startLectures(teacher, world.own.id, { ...startInput(), items: [mixed] }))).code).toBe('NOT_FOUND')
    expect((await refusal(startLectures(teacher, world.other.id, startInput('section')))).code).toBe('NOT_FOUND')
    expect((await refusal(startLectures(teacher, world.own.id, { ...startInput('section'), minutes: 61 }))).problems).toEqual([
      { path: 'minutes', message: 'Choose one of the lengths of the school' },
    ])
    expect((await refusal(startLectures(teacher, world.own.id, startInput('section', 'section')))).problems[0]?.path).toBe(
      'items.1',
    )
    expect(await listMyLiveLectures(teacher, world.own.id, {})).toEqual([])
  })
})

describe('a start', () => {
  test('creates a register per item with every enabled student absent, once per key', async () => {
    const teacher = await world.call('teacher')
    const input = startInput('section', 'subject', 'book')
    const batches = await Promise.all([1, 2, 3].map(() => startLectures(teacher, world.own.id, input)))
    const [batch] = batches
    expect(new Set(batches.map((lectureBatch) => lectureBatch.batch)).size).toBe(1)
    expect(batch!.lectures.map((lecture) => [lecture.sectionName, lecture.subjectName, lecture.bookName])).toEqual([
      ['A', null, null],
      ['A', 'Maths', null],
      ['A', 'Maths', 'Algebra'],
    ])
    for (const id of idsOf(batch!)) {
      expect(await valuesOf(id)).toBe('AAAAA')
      expect(await register(id)).toEqual({ present: 0, absent: 5, late: 0, version: 1 })
    }
    expect((await listMyLiveLectures(teacher, world.own.id, {})).map((lectureBatch) => lectureBatch.batch)).toEqual([
      batch!.batch,
    ])
    expect(batch!.closesAt.getTime() - batch!.startedAt.getTime()).toBe(3_600_000)
    const students = await listLectureStudents(teacher, world.own.id, { ids: idsOf(batch!) })
    expect(students.map((student) => [student.roll, student.name])).toEqual([
      ['1', 'Asha Patil'],
      ['2', 'Diya'],
      ['3', 'Kabir'],
      ['4', 'Meera'],
      ['5', 'Om'],
    ])
  })

  test('by a super administrator can be resumed by the same', async () => {
    const batch = await startLectures(await world.call('superadmin'), world.own.id, startInput('section'))
    expect(
      (await listMyLiveLectures(await world.call('superadmin'), world.own.id, {})).map((lectureBatch) => lectureBatch.batch),
    ).toEqual([batch.batch])
    expect(await listMyLiveLectures(await world.call('teacher'), world.own.id, {})).toEqual([])
  })
})

describe('a student who joins', () => {
  test('sees the own presence at once; the others and the register follow', async () => {
    const ids = idsOf(await start('section', 'subject'))
    expect(await listLiveLectures(await studentCall(world, own.students[0]!), world.own.id, {})).toMatchObject([
      { id: ids[0], subjectName: 'Maths', className: '7' },
    ])
    const first = await attend(0, ids[0]!)
    expect([first.live, first.myMark, first.present]).toEqual([true, 'P', ['Diya']])
    expect((await now(ids)).marks).toBe('ApAAA')
    await written()
    // In both registers of the batch, because for a student it is one lecture.
    for (const id of ids) {
      expect(await valuesOf(id)).toBe('APAAA')
      expect(await register(id)).toEqual({ present: 1, absent: 4, late: 0, version: 2 })
    }
    const unchanged = await attendLecture(await studentCall(world, own.students[0]!), world.own.id, {
      id: ids[1],
      seen: first.version,
    })
    expect([unchanged.myMark, unchanged.present]).toEqual(['P', null])
    const shown = await now(ids)
    const teacher = await world.call('teacher')
    expect((await viewLecturesNow(teacher, world.own.id, { ids, seen: shown.version })).marks).toBeNull()
  })

  test('is late after five minutes, and stays late', async () => {
    const ids = idsOf(await start('section'))
    await attend(0, ids[0]!)
    await written()
    await moveStart(ids, 5.1)
    expect((await attend(0, ids[0]!)).myMark).toBe('P')
    // The other process reads the changed start; this one has it cached.
    expect((await attend(1, ids[0]!, elsewhere)).myMark).toBe('L')
    await manageLiveLectures(elsewhere, silent).stop()
    expect(await valuesOf(ids[0]!)).toBe('APLAA')
    expect(await register(ids[0]!)).toEqual({ present: 1, absent: 3, late: 1, version: 3 })
  })

  test('is seen by the teacher in another process, and marked once by two processes', async () => {
    const ids = idsOf(await start('section'))
    await Promise.all([attend(0, ids[0]!), attend(0, ids[0]!, elsewhere), attend(1, ids[0]!), attend(2, ids[0]!, elsewhere)])
    await Promise.all([written(), manageLiveLectures(elsewhere, silent).stop()])
    expect(await register(ids[0]!)).toMatchObject({ present: 3, absent: 2, late: 0 })
    for (const database of [world.database, elsewhere])
      await eventually(async () => expect((await now(ids, database)).marks).toBe('ApppA'))
    expect((await attend(3, ids[0]!)).present).toEqual(['Diya', 'Kabir', 'Meera', 'Om'])
  })

  test('is not active ten seconds after the last poll', async () => {
    const ids = idsOf(await start('section'))
    await attend(0, ids[0]!)
    expect((await now(ids)).marks).toBe('ApAAA')
    await eventually(async () => expect((await now(ids, elsewhere)).marks).toBe('ApAAA'))
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const polledAt = vi.getMockedSystemTime()!.getTime()
      vi.setSystemTime(polledAt + 10_001)
      expect((await now(ids)).marks).toBe('APAAA')
      // Another process has heard of the poll later.
      vi.setSystemTime(polledAt + 30_000)
      await eventually(async () => expect((await now(ids, elsewhere)).marks).toBe('APAAA'))
    } finally {
      vi.useRealTimers()
    }
  })

  test('must be in the lecture’s section and school, and marks nobody else', async () => {
    const ids = idsOf(await start('section'))
    const outsider = await studentCall(world, own.outsider)
    expect((await refusal(attendLecture(outsider, world.own.id, { id: ids[0] }))).code).toBe('NOT_FOUND')
    expect(await listLiveLectures(outsider, world.own.id, {})).toEqual([])
    expect((await refusal(attendLecture(outsider, world.own.id, { id: 999_999 }))).code).toBe('NOT_FOUND')
    const stranger = await world.call('student', world.other)
    expect((await refusal(attendLecture(stranger, world.own.id, { id: ids[0] }))).code).toBe('NOT_FOUND')
    expect((await refusal(attendLecture(stranger, world.other.id, { id: ids[0] }))).code).toBe('NOT_FOUND')
    const pupil = await studentCall(world, own.students[0]!)
    const mark = { key: randomUUID(), id: ids[0], studentId: own.students[1]!.id, value: 'P' }
    expect((await refusal(setLectureMark(pupil, world.own.id, mark))).code).toBe('FORBIDDEN')
    for (const ask of [viewLecturesNow, listLectureStudents])
      expect((await refusal(ask(pupil, world.own.id, { ids }) as Promise<unknown>)).code).toBe('FORBIDDEN')
    expect((await refusal(attendLecture(await world.call('teacher'), world.own.id, { id: ids[0] }))).code).toBe('FORBIDDEN')
    await written()
    expect(await valuesOf(ids[0]!)).toBe('AAAAA')
  })

  test('counts until the end, and not after it', async () => {
    const ids = idsOf(await start('section'))
    await attend(0, ids[0]!)
    await endLectures(await world.call('teacher'), world.own.id, { key: randomUUID(), ids })
    const after = await attend(1, ids[0]!)
    expect([after.live, after.myMark]).toEqual([false, 'A'])
    // The student came before the end, although that was not stored yet.
    await written()
    expect(await valuesOf(ids[0]!)).toBe('APAAA')
    expect((await now(ids)).live).toBe(false)
  })
})

describe('a teacher', () => {
  test('sees, ends and marks the own lectures only', async () => {
    const superadmin = await world.call('superadmin')
    const foreign = idsOf(await startLectures(superadmin, world.own.id, startInput('section')))
    const teacher = await world.call('teacher')
    const asked = [
      () => viewLecturesNow(teacher, world.own.id, { ids: foreign }),
      () => listLectureStudents(teacher, world.own.id, { ids: foreign }),
      () => endLectures(teacher, world.own.id, { key: randomUUID(), ids: foreign }),
      () =>
        setLectureMark(teacher, world.own.id, { key: randomUUID(), id: foreign[0], studentId: own.students[0]!.id, value: 'P' }),
    ]
    for (const ask of asked) expect((await refusal(ask() as Promise<unknown>)).code).toBe('NOT_FOUND')
    const mine = idsOf(await start('section'))
    expect((await refusal(viewLecturesNow(teacher, world.own.id, { ids: [...mine, ...foreign] }))).code).toBe('NOT_FOUND')
    expect((await viewLecturesNow(superadmin, world.own.id, { ids: mine })).live).toBe(true)
    const other = await world.call('teacher', world.other)
    expect((await refusal(viewLecturesNow(other, world.other.id, { ids: mine }))).code).toBe('NOT_FOUND')
    const outside = { key: randomUUID(), id: mine[0], studentId: own.outsider.id, value: 'P' }
    expect((await refusal(setLectureMark(teacher, world.own.id, outside))).code).toBe('NOT_FOUND')
  })

  test('sets marks by hand, once per key, and presence does not change them', async () => {
    const teacher = await world.call('teacher')
    const ids = idsOf(await start('section', 'subject'))
    await attend(0, ids[0]!)
    await written()
    const absent = { key: randomUUID(), id: ids[1], studentId: own.students[0]!.id, value: 'A' as const }
    await Promise.all([1, 2].map(() => setLectureMark(teacher, world.own.id, absent)))
    expect((await attend(0, ids[0]!)).myMark).toBe('A')
    await setLectureMark(teacher, world.own.id, { ...absent, key: randomUUID(), studentId: own.students[1]!.id, value: 'L' })
    expect((await now(ids)).marks).toBe('AALAA')
    await written()
    for (const id of ids) {
      expect(await valuesOf(id)).toBe('AALAA')
      expect(await register(id)).toEqual({ present: 0, absent: 4, late: 1, version: 4 })
    }
    const changes = await asOwner(world.ownerUrl, 'select was, value from mark_changes where register_id = $1 order by id', [
      ids[0],
    ])
    expect(changes).toEqual([
      { was: 'P', value: 'A' },
      { was: 'A', value: 'L' },
    ])
    await endLectures(teacher, world.own.id, { key: randomUUID(), ids })
    await setLectureMark(teacher, world.own.id, { ...absent, key: randomUUID(), value: 'P' })
    expect(await valuesOf(ids[0]!)).toBe('APLAA')
    await asOwner(world.ownerUrl, 'update registers set day = day - 1 where id = any($1)', [ids])
    const late = setLectureMark(teacher, world.own.id, { ...absent, key: randomUUID() })
    expect(await refusal(late)).toMatchObject({
      code: 'FORBIDDEN',
      message: 'The marks of a lecture can be changed here on its own day only',
    })
  })
})

describe('the end', () => {
  test('happens once, with the server’s seconds and the books to enter', async () => {
    const teacher = await world.call('teacher')
    const ids = idsOf(await start('section', 'book'))
    await moveStart(ids, 2)
    const input = { key: randomUUID(), ids, seconds: 99_999 }
    const ends = await Promise.all([
      endLectures(teacher, world.own.id, input),
      endLectures(teacher, world.own.id, input),
      endLectures(teacher, world.own.id, { ...input, key: randomUUID() }),
    ])
    expect(new Set(ends.map((end) => end.endedAt.getTime())).size).toBe(1)
    const [stored] = await asOwner<{ seconds: number }>(
      world.ownerUrl,
      'select floor(extract(epoch from ended_at - started_at))::int as seconds from lectures where register_id = $1',
      [ids[0]],
    )
    expect(ends[0]!.seconds).toBe(stored!.seconds)
    expect(ends[0]!.seconds).toBeGreaterThanOrEqual(120)
    expect(ends[0]!.books).toEqual([{ bookId: own.book, attId: ids[1], name: 'Algebra', pages: 120, lastTo: 0 }])
    const progress = { key: randomUUID(), progress: [{ attId: ids[1], bookId: own.book, from: 1, to: 12, comment: 'Sums' }] }
    const saved = await saveBooksProgress(teacher, world.own.id, progress)
    expect(await saveBooksProgress(teacher, world.own.id, progress)).toEqual(saved)
    const read = 'select from_page, to_page, comment from book_progresses where book_id = $1'
    expect(await asOwner(world.ownerUrl, read, [own.book])).toEqual([{ from_page: 1, to_page: 12, comment: 'Sums' }])
    const again = await endLectures(teacher, world.own.id, { ...input, key: randomUUID() })
    expect(again.books[0]?.lastTo).toBe(12)
    const wrong = (value: object) => ({ key: randomUUID(), progress: [{ ...progress.progress[0], ...value }] })
    expect((await refusal(saveBooksProgress(teacher, world.own.id, wrong({ to: 121 })))).problems).toEqual([
      { path: 'progress.0.to', message: 'This book has 120 pages' },
    ])
    expect((await refusal(saveBooksProgress(teacher, world.own.id, wrong({ to: 0 })))).problems[0]?.path).toBe('progress.0.to')
    expect((await refusal(saveBooksProgress(teacher, world.own.id, wrong({ attId: ids[0] })))).problems[0]?.path).toBe(
      'progress.0.bookId',
    )
    expect(await listMyLiveLectures(teacher, world.own.id, {})).toEqual([])
  })

  test('happens at the closing time: at once for all readers, in the database by the job', async () => {
    const ids = idsOf(await start('section'))
    await attend(0, ids[0]!)
    await asOwner(
      world.ownerUrl,
      `update lectures set started_at = now() - interval '61 minutes', closes_at = now() - interval '1 minute' where register_id = any($1)`,
      [ids],
    )
    await eventually(async () => expect((await now(ids)).live).toBe(false))
    expect((await attend(1, ids[0]!)).live).toBe(false)
    expect(await listMyLiveLectures(await world.call('teacher'), world.own.id, {})).toEqual([])
    expect(await Promise.all([closeLectures(world.database), closeLectures(elsewhere)])).toContain(1)
    const rows = await asOwner(
      world.ownerUrl,
      'select ended_how, ended_at = closes_at as intime from lectures where register_id = $1',
      ids,
    )
    expect(rows).toEqual([{ ended_how: 'TIME', intime: true }])
    expect(await closeLectures(world.database)).toBe(0)
    const end = await endLectures(await world.call('teacher'), world.own.id, { key: randomUUID(), ids })
    expect(end.seconds).toBe(3600)
  })
})
