import Fastify, { type FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '#app/schema.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { registerGraphql } from './endpoint.ts'
import { workOfUnits } from './work.ts'
import { workBudget, type WorkSender } from './workBudget.ts'

const usual = workOfUnits(3)
const heavy = { ...workOfUnits(100), isHeavy: true }
const teacher: WorkSender = { person: { kind: 'staff', key: 'a teacher' }, address: '10.0.0.1' }
const student: WorkSender = { person: { kind: 'student', key: 'a student' }, address: '10.0.0.1' }
const stranger: WorkSender = { person: null, address: '10.0.0.1' }

/** Begins requests until one is refused, and returns how many units were taken. */
async function takeAll(budget: ReturnType<typeof workBudget>, sender: WorkSender, isOwn = true): Promise<number> {
  for (let taken = 0; ; taken += usual.units) {
    const work = await budget.begin(sender)
    const refused = await work.take(usual, isOwn).catch((error: unknown) => error)
    work.end()
    if (!refused) continue
    expect(refused).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: expect.toSatisfy((seconds) => seconds > 0 && seconds <= 60),
    })
    return taken
  }
}

describe('workBudget', () => {
  test('a person who has used the own budget leaves the others theirs', async () => {
    const budget = workBudget(3000)
    expect(await takeAll(budget, teacher)).toBe(3000)
    expect(await takeAll(budget, student)).toBe(900)
    expect(await takeAll(budget, { ...teacher, person: { kind: 'staff', key: 'another teacher' } })).toBe(3000)
    expect(budget.mostUsed).toBe(1)
  })

  const guardian: WorkSender = { person: { kind: 'guardian', key: 'a guardian' }, address: '10.0.0.1' }

  test('strangers do not use up the budget of those who are signed in behind the same address', async () => {
    const budget = workBudget(3000)
    expect(await takeAll(budget, stranger)).toBe(3000)
    expect(await takeAll(budget, guardian)).toBe(600)
    expect(await takeAll(budget, teacher)).toBe(3000)
    expect(await takeAll(budget, { ...stranger, address: '10.0.0.2' })).toBe(3000)
  })

  test('a stranger with many networks of 64 bits has twice the budget of one, and keeps nobody out elsewhere', async () => {
    const budget = workBudget(3000)
    const taken: number[] = []
    for (let nth = 0; nth < 5; nth += 1) taken.push(await takeAll(budget, { person: null, address: `2001:db8:1:${nth}::1` }))
    expect(taken).toEqual([3000, 3000, 0, 0, 0])
    expect(await takeAll(budget, { person: null, address: '2001:db8:2::1' })).toBe(3000)
  })

  test('a request that its own network is refused costs the wider network nothing', async () => {
    const budget = workBudget(3000)
    for (let times = 0; times < 5; times += 1) await takeAll(budget, { person: null, address: '2001:db8:1:1::1' })
    expect(await takeAll(budget, { person: null, address: '2001:db8:1:2::1' })).toBe(3000)
  })

  test('what a stranger is only refused costs a stranger little', async () => {
    const budget = workBudget(3000)
    for (let nth = 0; nth < 1000; nth += 1) {
      const work = await budget.begin(stranger)
      await work.take({ units: 900, openUnits: 3, isHeavy: true }, true)
      work.end()
    }
    expect(await takeAll(budget, stranger)).toBe(0)
  })

  test('many people of one network have a budget together', async () => {
    const budget = workBudget(300)
    const taken: number[] = []
    for (let nth = 0; nth < 5; nth += 1)
      taken.push(await takeAll(budget, { person: { kind: 'staff', key: `person ${nth}` }, address: '10.0.0.1' }))
    expect(taken).toEqual([300, 300, 300, 0, 0])
    expect(await takeAll(budget, student)).toBe(90)
  })

  test('other documents than those of the screens have a smaller budget of their own', async () => {
    const budget = workBudget(3000)
    expect(await takeAll(budget, teacher, false)).toBe(750)
    expect(await takeAll(budget, teacher)).toBe(3000)
  })

  test('six requests of a person run at once; more wait, and too many are refused', async () => {
    const budget = workBudget(3000)
    const running = await Promise.all(Array.from({ length: 6 }, () => budget.begin(teacher)))
    const waiting = Array.from({ length: 60 }, () => budget.begin(teacher))
    await expect(budget.begin(teacher)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(await budget.begin(student)).toBeDefined()
    for (const work of running) work.end()
    for (const work of await Promise.all(waiting.slice(0, 6))) work.end()
  })

  test('sixteen requests of strangers run at once in a network of any width', async () => {
    const budget = workBudget(3000)
    const begin = (nth: number) => budget.begin({ person: null, address: `2001:db8:1:${nth}::1` })
    const first = await Promise.all(Array.from({ length: 16 }, (_, nth) => begin(nth)))
    let hasBegun = false
    const next = begin(16).then(() => (hasBegun = true))
    await new Promise(setImmediate)
    expect(hasBegun).toBe(false)
    first[0]?.end()
    await next
  })

  test('heavy work of a person runs one at a time, while other people and lighter work go on', async () => {
    const budget = workBudget(3000)
    const [first, second, third] = await Promise.all([budget.begin(teacher), budget.begin(teacher), budget.begin(teacher)])
    await first.take(heavy, true)
    let hasBegun = false
    const waits = second.take(heavy, true).then(() => (hasBegun = true))
    await third.take(usual, true)
    await (await budget.begin(student)).take(heavy, true)
    expect(hasBegun).toBe(false)
    first.end()
    await waits
  })

  test('without a limit nothing is counted', async () => {
    const budget = workBudget(0)
    for (let nth = 0; nth < 500; nth += 1) await (await budget.begin(stranger)).take(heavy, false)
    expect(budget.mostUsed).toBe(0)
  })
})

describe('POST /graphql', () => {
  let world: TestWorld
  const apps: FastifyInstance[] = []

  beforeAll(async () => {
    world = await testWorld()
  })
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close()
  })
  afterAll(() => world.close())

  /** Returns a function that sends a document to an endpoint with a budget of so many units. */
  async function endpoint(perMinute: number, own: readonly string[] = []) {
    const app = Fastify()
    apps.push(app)
    registerGraphql(app, {
      schema,
      services: (await world.call('admin')).services,
      database: world.database,
      verifyAccessToken: async (who) => ({ subject: world.own.subjects[who as 'admin'] ?? '' }),
      log: { error: () => undefined },
      ownDocuments: new Set(own.map((text) => createHash('sha256').update(text).digest('base64url'))),
      budget: workBudget(perMinute),
    })
    return async (who: string | null, query: string) => {
      const {
        statusCode,
        headers: answered,
        body,
      } = await app.inject({
        method: 'POST',
        url: '/graphql',
        headers: who === null ? {} : { authorization: `Bearer ${who}` },
        payload: { query, variables: { schoolId: String(world.own.id) } },
      })
      return { status: statusCode, retryAfter: answered['retry-after'], errors: JSON.parse(body).errors as object[] | undefined }
    }
  }

  const terms = 'query Terms($schoolId: ID!) { terms(schoolId: $schoolId) { id } }'

  test('answers 429 with Retry-After and a sentence once the budget of the person is used, and others as before', async () => {
    const ask = await endpoint(60, [terms])
    for (let nth = 0; nth < 6; nth += 1) expect(await ask('student', terms)).toMatchObject({ status: 200, errors: undefined })
    const refused = await ask('student', terms)
    expect(refused).toMatchObject({ status: 429, errors: [{ extensions: { code: 'RATE_LIMITED' } }] })
    expect(Number(refused.retryAfter)).toBeGreaterThan(0)
    expect(await ask('admin', terms)).toMatchObject({ status: 200, errors: undefined })
  })

  test('a document that is none of the screens’ is paid from the smaller budget, and its parsing too', async () => {
    const ask = await endpoint(100, [terms])
    const other = (nth: number) => terms.replace('Terms', `Other${nth}`)
    const statuses: number[] = []
    for (let nth = 0; nth < 10; nth += 1) statuses.push((await ask('admin', other(nth))).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429, 429])
    expect((await ask('admin', terms)).status).toBe(200)
  })

  test('documents of strangers are paid before they are parsed', async () => {
    const ask = await endpoint(100)
    const made = (nth: number) => `{ nothing${nth} ${'{ '.repeat(14)}`
    const statuses: number[] = []
    for (let nth = 0; nth < 30; nth += 1) statuses.push((await ask(null, made(nth))).status)
    expect(new Set(statuses.slice(0, 25))).toEqual(new Set([200]))
    expect(new Set(statuses.slice(25))).toEqual(new Set([429]))
  })

  test.each([
    ['student', 'refusedCommands(schoolId: $schoolId) { name }'],
    ['teacher', 'resultAnalysis(schoolId: $schoolId, termId: "1") { __typename }'],
    ['student', 'familyHome { today }'],
  ])('%s cannot ask an expensive field twenty times in a document: %s', async (who, field) => {
    const ask = await endpoint(0)
    const aliases = Array.from({ length: 20 }, (_, nth) => `a${nth}: ${field}`).join(' ')
    const declared = field.includes('$schoolId') ? '($schoolId: ID!)' : ''
    const [name] = field.split(/\W/)
    expect(await ask(who, `query Many${declared} { ${aliases} }`)).toMatchObject({
      status: 400,
      errors: [{ message: `This document asks for too much: ${name} may stand once.`, extensions: { code: 'BAD_DOCUMENT' } }],
    })
    expect((await ask(who, `query One${declared} { ${field} }`)).status).toBe(200)
  })

  test('polls are paid too', async () => {
    const ask = await endpoint(10)
    const poll =
      'query LecturesNow($schoolId: ID!, $input: LecturesNowInput!) { lecturesNow(schoolId: $schoolId, input: $input) { version } }'
    const statuses: number[] = []
    for (let nth = 0; nth < 6; nth += 1) statuses.push((await ask('student', poll)).status)
    expect(statuses.at(-1)).toBe(429)
  })
})
