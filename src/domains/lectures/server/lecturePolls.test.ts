import Fastify, { type FastifyInstance } from 'fastify'
import { parse, print, Kind } from 'graphql'
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
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
import { lecturePolls } from './lectures.queries.ts'
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
    polls: lecturePolls,
    // Polls of other documents are answered by GraphQL at first.
    ownDocuments: new Set([...ofPages.values(), ...Object.values(documents)].map(hashOf)),
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
  extensions?: { unchanged: boolean }
}

async function poll(name: keyof typeof documents, token: string, input: object, schoolId = world.own.id): Promise<Answer> {
  return ask(token, { 'x-poll': name }, { query: documents[name], variables: { schoolId: String(schoolId), input } })
}

async function ask(token: string, headers: Record<string, string>, payload: object): Promise<Answer> {
  const all = { authorization: `Bearer ${token}`, ...headers }
  return (await app.inject({ method: 'POST', url: '/graphql', headers: all, payload })).json()
}

/** The operations that the pages send, by the name of their field. */
const ofPages = new Map(
  parse(readFileSync(new URL('../web/lectures.graphql', import.meta.url), 'utf8')).definitions.flatMap((definition) => {
    const field = definition.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections[0] : undefined
    return field?.kind === Kind.FIELD ? [[field.name.value, print(definition)] as const] : []
  }),
)

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

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

  test("of a student and of the teacher is answered 'unchanged' until something changes", async () => {
    for (let turn = 0; turn < 3; turn += 1)
      expect(await poll('attendLecture', pupil, { id: ids[0], seen })).toEqual({ data: null, extensions: { unchanged: true } })
    const teacher = world.own.subjects.teacher ?? ''
    const now = await poll('lecturesNow', teacher, { ids })
    expect(now.data?.lecturesNow?.marks).toContain('p')
    const again = await poll('lecturesNow', teacher, { ids, seen: now.data?.lecturesNow?.version })
    expect(again.extensions).toEqual({ unchanged: true })
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
    expect((await poll('attendLecture', pupil, { id: ids[0], seen: version })).extensions).toEqual({ unchanged: true })
    await endLectures(await world.call('teacher'), world.own.id, { key: randomUUID(), ids })
    expect((await poll('attendLecture', pupil, { id: ids[0], seen: version })).data?.attendLecture?.live).toBe(false)
  })

  test('unauthorized polls are refused and never answered "unchanged"', async () => {
    expect(code(await poll('attendLecture', 'expired', { id: ids[0], seen }))).toBe('SIGNED_OUT')
    const stranger = world.other.subjects.student ?? ''
    expect(code(await poll('attendLecture', stranger, { id: ids[0], seen }))).toBe('NOT_FOUND')
    expect(code(await poll('attendLecture', stranger, { id: ids[0], seen }, world.other.id))).toBe('NOT_FOUND')
    expect(code(await poll('attendLecture', own.outsider.subject, { id: ids[0], seen }))).toBe('NOT_FOUND')
    expect(code(await poll('attendLecture', world.own.subjects.teacher ?? '', { id: ids[0], seen }))).toBe('FORBIDDEN')
    expect(code(await poll('lecturesNow', pupil, { ids, seen }))).toBe('FORBIDDEN')
  })

  test("news are what GraphQL answers to the pages' own documents", async () => {
    const teacher = world.own.subjects.teacher ?? ''
    for (const [name, token, input] of [
      ['attendLecture', pupil, { id: ids[0] }],
      ['lecturesNow', teacher, { ids }],
    ] as const) {
      const query = ofPages.get(name) ?? ''
      const operationName = /^\w+ (\w+)/.exec(query)?.[1]
      const body = { query, operationName, variables: { schoolId: String(world.own.id), input } }
      const polled = await ask(token, { 'x-poll': name }, body)
      const executed = await ask(token, {}, body)
      const withoutTime = ({ data }: Answer) => ({ ...data?.[name], serverNow: expect.any(String) })
      expect(polled).toEqual({ data: { [name]: withoutTime(executed) } })
      expect(Object.keys(polled.data?.[name] ?? {})).toEqual(Object.keys(executed.data?.[name] ?? {}))
    }
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

  test('an unknown poll header, or a body that is no poll, is an ordinary request', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${pupil}`, 'x-poll': 'constructor' },
      payload: { query: documents.attendLecture, variables: { schoolId: String(world.own.id), input: { id: ids[0], seen } } },
    })
    expect(response.json().data.attendLecture.live).toBe(true)
    const nothing = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'x-poll': 'attendLecture' },
      payload: { query: '{ __typename }' },
    })
    expect(nothing.json().data).toEqual({ __typename: 'Query' })
  })
})
