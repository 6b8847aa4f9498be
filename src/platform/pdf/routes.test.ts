import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { pdfFailedMessage } from '#shared/pdfMessages.ts'
import { action } from '../action.ts'
import { query } from '../command.ts'
import { Refusal } from '../refusal.ts'
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
