import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { eventually } from '#tests/eventually.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { pdfFailedMessage } from '#shared/pdfMessages.ts'
import { action } from '../action.ts'
import { query } from '../command.ts'
import { ClientGone, clientGoneSignal } from '../http/clientGone.ts'
import { Refusal } from '../refusal.ts'
import { limitRenderer, pdfLimits } from './renderers.ts'
import { registerPdf } from './routes.ts'

let world: TestWorld
let app: FastifyInstance
const rendered: string[] = []
const logged: unknown[] = []
let fails: unknown

/** A document of one school's, for its ADMINs. */
const badge = query({
  action: action<undefined>('test.badge', { roles: ['SUPERADMIN', 'ADMIN'] }),
  input: z.object({ number: z.number('Required') }),
  run: async ({ school, input }) => ({
    fileName: `badge ${input.number}/"../x"\r\n`,
    title: 'Badge',
    page: 'A4',
    css: '',
    body: `<p>${school.name} ${input.number}</p>`,
  }),
})

beforeAll(async () => {
  world = await testWorld()
  app = Fastify()
  await registerPdf(app, {
    documents: [{ name: 'badge', make: badge }],
    renderer: {
      render: async (html) => {
        if (fails) throw fails
        rendered.push(html)
        return Buffer.from('%PDF-')
      },
      stop: async () => {},
    },
    database: world.database,
    services: (await world.call('admin')).services,
    verifyAccessToken: async (token) => {
      const subject = token === 'super' ? (await world.call('superadmin')).viewer?.subject : world.own.subjects[token as Who]
      return subject === undefined ? null : { subject }
    },
    log: { error: (fields) => logged.push(fields) },
  })
  await app.ready()
})

afterAll(async () => {
  await app.close()
  await world.close()
})

async function ask(who: string | null, payload: unknown) {
  const response = await app.inject({
    method: 'POST',
    url: '/files/generatePdf',
    headers: { 'content-type': 'application/json', ...(who === null ? {} : { authorization: `Bearer ${who}` }) },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
  const json = String(response.headers['content-type']).includes('json') ? response.json() : null
  return { status: response.statusCode, code: json?.code, json, headers: response.headers, body: response.body }
}

test('returns the stored document as a download, whatever HTML and foreign ids the request contains', async () => {
  const sent = { html: '<p>forged</p>', name: 'forged', userID: 1, studentID: 2, schoolID: world.other.id }
  const { status, headers, body } = await ask('admin', { document: 'badge', schoolId: String(world.own.id), number: 7, ...sent })
  expect([status, body]).toEqual([200, '%PDF-'])
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="badge-7-..-x-.pdf"',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  })
  expect(rendered.at(-1)).toContain('<p>Own School 7</p>')
  expect(rendered.at(-1)).not.toContain('forged')
})

test.each([
  [null, { document: 'badge', number: 7 }, 401, 'SIGNED_OUT'],
  ['nobody', { document: 'badge', number: 7 }, 401, 'SIGNED_OUT'],
  ['disabled', { document: 'badge', number: 7 }, 401, 'SIGNED_OUT'],
  ['fees', { document: 'badge', number: 7 }, 403, 'FORBIDDEN'],
  ['admin', { document: 'badge', number: 'x' }, 400, 'BAD_INPUT'],
  ['admin', { document: 'constructor', number: 7 }, 404, 'NOT_FOUND'],
  ['admin', { number: 7 }, 404, 'NOT_FOUND'],
  ['super', { document: 'badge', number: 7, schoolId: null }, 404, 'NOT_FOUND'],
  ['admin', '[]', 400, 'BAD_INPUT'],
  ['admin', '"text"', 400, 'BAD_INPUT'],
])('%s with %j is refused: %i %s', async (who, sent, status, code) => {
  const before = rendered.length
  const payload = typeof sent === 'string' ? sent : { schoolId: world.own.id, ...sent }
  expect(await ask(who, payload)).toMatchObject({ status, code })
  expect(rendered).toHaveLength(before)
})

test('another school’s document is answered like a missing one, with the field’s problem at its path', async () => {
  expect(await ask('admin', { document: 'badge', number: 7, schoolId: world.other.id })).toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
  })
  const { json } = await ask('admin', { document: 'badge', schoolId: world.own.id })
  expect(json.problems).toEqual([{ path: 'number', message: 'Required' }])
})

test('a body that is too large or not JSON is refused first', async () => {
  expect((await ask('admin', { document: 'badge', html: 'x'.repeat(300_000) })).status).toBe(413)
  expect((await ask('admin', '{')).status).toBe(400)
})

test('a failing renderer is reported on the screen, and the log has the reason', async () => {
  fails = Object.assign(new Refusal('UNAVAILABLE', pdfFailedMessage), { cause: new Error('no library') })
  expect(await ask('admin', { document: 'badge', schoolId: world.own.id, number: 7 })).toMatchObject({
    status: 503,
    json: { code: 'UNAVAILABLE', message: pdfFailedMessage, problems: [] },
  })
  expect(logged).toEqual([expect.objectContaining({ err: expect.objectContaining({ message: 'no library' }) })])
  fails = undefined
})

test('one person is limited per minute, others are not affected', async () => {
  const statuses = []
  for (let n = 0; n < 61; n += 1)
    statuses.push((await ask('limitedAdmin', { document: 'badge', schoolId: world.own.id, number: n })).status)
  expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true)
  expect(statuses[60]).toBe(429)
  expect((await ask('limitedAdmin', {})).code).toBe('RATE_LIMITED')
  expect((await ask('super', { document: 'badge', schoolId: world.own.id, number: 1 })).status).toBe(200)
})

test('one student’s many PDFs are few, and the counter’s receipt comes before them', async () => {
  const paper = query({
    action: action<undefined>('test.paper', { roles: ['FEES', 'STUDENT', 'TEACHER'] }),
    input: z.object({}),
    run: async ({ viewer }) => ({ fileName: 'paper', title: '', page: 'A4', css: '', body: `<p>for ${viewer.role}</p>` }),
  })
  const asked: string[] = []
  const begun: { role: string; end(): void }[] = []
  const roleOf = (html: string) => /for ([A-Z]+)/.exec(html)?.[1] ?? ''
  const limited = limitRenderer(
    {
      render: async (html) => {
        const { promise, resolve } = Promise.withResolvers<Buffer>()
        begun.push({ role: roleOf(html), end: () => resolve(Buffer.from('%PDF-')) })
        return promise
      },
      stop: async () => {},
    },
    { ...pdfLimits, atOnce: 1 },
  )
  const { services } = await world.call('admin')
  const counter = Fastify()
  await registerPdf(counter, {
    documents: [{ name: 'paper', make: paper }],
    renderer: {
      ...limited,
      render: (html, options) => {
        asked.push(roleOf(html))
        return limited.render(html, options)
      },
    },
    database: world.database,
    services,
    verifyAccessToken: async (token) => ({ subject: world.own.subjects[token as Who] ?? '' }),
    log: { error: () => undefined },
  })
  const send = (who: Who) =>
    counter.inject({
      method: 'POST',
      url: '/files/generatePdf',
      headers: { authorization: `Bearer ${who}` },
      payload: { document: 'paper', schoolId: world.own.id },
    })
  const students = Array.from({ length: 20 }, () => send('student'))
  await eventually(() => expect(asked).toHaveLength(20))
  const others = [send('teacher'), send('fees')]
  await eventually(() => expect(asked).toHaveLength(22))
  for (let place = 0; place < 8; place += 1) {
    await eventually(() => expect(begun.length).toBeGreaterThan(place))
    begun[place]?.end()
  }
  expect(begun.map(({ role }) => role)).toEqual(['STUDENT', 'FEES', 'TEACHER', ...Array.from({ length: 5 }, () => 'STUDENT')])
  expect((await Promise.all(others)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  const refused = (await Promise.all(students)).filter(({ statusCode }) => statusCode !== 200)
  expect(refused).toHaveLength(14)
  for (const answer of refused) {
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '5'])
    expect(answer.json().message).toBe('5 PDFs of yours are waiting already. Please try again when one of them is done.')
  }
  await counter.close()
})

test('what its client no longer waits for leaves the queue', async () => {
  const begun: string[] = []
  const first = Promise.withResolvers<Buffer>()
  const limited = limitRenderer(
    {
      render: async () => {
        begun.push('a document')
        return first.promise
      },
      stop: async () => {},
    },
    { ...pdfLimits, atOnce: 1 },
  )
  const waiting = limited.render('<p>')
  const gone = Fastify()
  const asked = Promise.withResolvers<undefined>()
  const left = Promise.withResolvers<unknown>()
  gone.get('/', async (_request, reply) => {
    const rendering = limited.render('<p>', { signal: clientGoneSignal(reply) })
    asked.resolve(undefined)
    return rendering.catch((error: unknown) => {
      left.resolve(error)
      throw error
    })
  })
  const address = await gone.listen({ port: 0, host: '127.0.0.1' })
  const client = new AbortController()
  const answer = fetch(address, { signal: client.signal }).catch(() => undefined)
  await asked.promise
  client.abort()
  expect(await left.promise).toBeInstanceOf(ClientGone)
  first.resolve(Buffer.from('%PDF-'))
  await Promise.all([waiting, answer])
  expect(begun).toEqual(['a document'])
  await gone.close()
})
