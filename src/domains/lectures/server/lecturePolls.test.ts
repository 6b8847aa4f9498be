import Fastify, { type FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { fromNow } from '#tests/moments.ts'
import { addLectureSchool, type LectureSchool } from '#tests/world/lectures.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { schema } from '#app/schema.ts'
import { registerGraphql } from '#platform/graphql/endpoint.ts'
import { workBudget } from '#platform/graphql/workBudget.ts'
import { invalidateViewer } from '#platform/viewer.ts'
import { endLectures, startLectures } from './lectures.commands.ts'
import { setLectureMark } from './lectureMarks.commands.ts'
import { manageLiveLectures } from './liveSchool.ts'

let world: TestWorld
let own: LectureSchool
let app: FastifyInstance
const logged: string[] = []

beforeAll(async () => {
  world = await testWorld()
  own = await addLectureSchool(world, world.own)
  app = Fastify()
  const { services } = await world.call('admin')
  registerGraphql(app, {
    schema,
    services,
    database: world.database,
    // In this test the token is the subject itself.
    verifyAccessToken: async (token) => (token === 'expired' ? null : { subject: token }),
    log: { error: (fields) => logged.push(String(fields.err)) },
    budget: workBudget(0),
  })
})

afterEach(() => expect(logged).toEqual([]))

afterAll(async () => {
  await app.close()
  await manageLiveLectures(world.database, { error: () => undefined } as never).stop()
  await world.close()
})

const documents = {
  attendLecture: `mutation ($schoolId: ID!, $input: AttendInput!) { attendLecture(schoolId: $schoolId, input: $input) {
    live myMark version present } }`,
  lecturesNow: `query ($schoolId: ID!, $input: LecturesSeen!) { lecturesNow(schoolId: $schoolId, input: $input) {
    live version marks } }`,
}

interface Answer {
  data: Record<
    string,
    { live: boolean; version: string; present?: string[] | null; marks?: string | null; myMark?: string }
  > | null
  errors?: { extensions: { code: string } }[]
}

async function poll(name: keyof typeof documents, token: string, input: object, schoolId = world.own.id): Promise<Answer> {
  const payload = { query: documents[name], variables: { schoolId: String(schoolId), input } }
  return (await app.inject({ method: 'POST', url: '/graphql', headers: { authorization: `Bearer ${token}` }, payload })).json()
}

const code = ({ errors }: Answer) => errors?.[0]?.extensions.code

async function begin(): Promise<string[]> {
  const { class7: classId, section7A: sectionId, termId } = world.own
  const item = { classId, sectionId, subjectId: 0, bookId: 0, multiselect: false }
  const started = await startLectures(await world.call('teacher'), world.own.id, { key: randomUUID(), termId, items: [item] })
  return started.lectures.map(({ id }) => String(id))
}

describe('a poll of a live lecture', () => {
  let ids: string[]
  let pupil: string
  let seen: string

  beforeEach(async () => {
    ids = await begin()
    pupil = own.students[0]?.subject ?? ''
    const first = await poll('attendLecture', pupil, { id: ids[0] })
    seen = first.data?.attendLecture?.version ?? ''
    expect(first.data?.attendLecture).toMatchObject({ live: true, myMark: 'P' })
  })

  test('of a student and of the teacher has no list until something changes', async () => {
    for (let turn = 0; turn < 3; turn += 1)
      expect((await poll('attendLecture', pupil, { id: ids[0], seen })).data?.attendLecture).toEqual({
        live: true,
        myMark: 'P',
        version: seen,
        present: null,
      })
    const teacher = world.own.subjects.teacher ?? ''
    const now = await poll('lecturesNow', teacher, { ids })
    expect(now.data?.lecturesNow?.marks).toContain('p')
    const again = await poll('lecturesNow', teacher, { ids, seen: now.data?.lecturesNow?.version })
    expect(again.data?.lecturesNow).toMatchObject({ live: true, marks: null })
  })

  test('it still records presence: the teacher sees polling students as active', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const teacher = world.own.subjects.teacher ?? ''
      vi.setSystemTime(fromNow(9000))
      await poll('attendLecture', pupil, { id: ids[0], seen })
      vi.setSystemTime(fromNow(9000))
      expect((await poll('lecturesNow', teacher, { ids })).data?.lecturesNow?.marks).toContain('p')
    } finally {
      vi.useRealTimers()
    }
  })

  test('a lecture that has changed is answered in full: another student came, the mark changed, it ended', async () => {
    await poll('attendLecture', own.students[1]?.subject ?? '', { id: ids[0] })
    const changed = await poll('attendLecture', pupil, { id: ids[0], seen })
    expect(changed.data?.attendLecture?.present).toHaveLength(2)
    const version = changed.data?.attendLecture?.version
    expect((await poll('attendLecture', pupil, { id: ids[0], seen: version })).data?.attendLecture?.present).toBeNull()
    await endLectures(await world.call('teacher'), world.own.id, { key: randomUUID(), ids })
    expect((await poll('attendLecture', pupil, { id: ids[0], seen: version })).data?.attendLecture?.live).toBe(false)
  })

  test('unauthorized polls are refused', async () => {
    expect(code(await poll('attendLecture', 'expired', { id: ids[0], seen }))).toBe('SIGNED_OUT')
    const stranger = world.other.subjects.student ?? ''
    expect(code(await poll('attendLecture', stranger, { id: ids[0], seen }))).toBe('NOT_FOUND')
    expect(code(await poll('attendLecture', stranger, { id: ids[0], seen }, world.other.id))).toBe('NOT_FOUND')
    expect(code(await poll('attendLecture', own.outsider.subject, { id: ids[0], seen }))).toBe('NOT_FOUND')
    expect(code(await poll('attendLecture', world.own.subjects.teacher ?? '', { id: ids[0], seen }))).toBe('FORBIDDEN')
    expect(code(await poll('lecturesNow', pupil, { ids, seen }))).toBe('FORBIDDEN')
  })

  test('each student gets the own mark and the names of the own lecture, however many share its list', async () => {
    const input = { id: ids[0] }
    const teacher = await world.call('teacher')
    const late = own.students[1]
    await poll('attendLecture', late?.subject ?? '', input)
    await setLectureMark(teacher, world.own.id, { key: randomUUID(), id: ids[0], studentId: late?.id, value: 'L' })
    const [first, second] = [await poll('attendLecture', pupil, input), await poll('attendLecture', late?.subject ?? '', input)]
    expect([first.data?.attendLecture?.myMark, second.data?.attendLecture?.myMark]).toEqual(['P', 'L'])
    expect(first.data?.attendLecture?.present).toEqual(second.data?.attendLecture?.present)
    const another = await begin()
    const alone = await poll('attendLecture', own.students[3]?.subject ?? '', { id: another[0] })
    expect(alone.data?.attendLecture?.present).toHaveLength(1)
  })

  test('a disabled student is signed out at the next poll', async () => {
    const student = own.students[2]
    const first = await poll('attendLecture', student?.subject ?? '', { id: ids[0] })
    const version = first.data?.attendLecture?.version
    await asOwner(world.ownerUrl, 'update students set disabled = true where id = $1', [student?.id])
    invalidateViewer(world.database, student?.subject ?? '')
    expect(code(await poll('attendLecture', student?.subject ?? '', { id: ids[0], seen: version }))).toBe('SIGNED_OUT')
    await asOwner(world.ownerUrl, 'update students set disabled = false where id = $1', [student?.id])
    invalidateViewer(world.database, student?.subject ?? '')
  })
})
