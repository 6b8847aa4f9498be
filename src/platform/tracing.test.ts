import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/database.ts'
import { loadConfig } from './config.ts'
import { Database } from './database/connect.ts'
import { observeOutgoingCalls } from './outgoingCalls.ts'
import { Refusal } from './refusal.ts'
import { registerTracing, startTracing, traced } from './tracing.ts'

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}

/** A collector: what OTLP over HTTP brings it, as JSON. */
const bodies: string[] = []
let collector: Server
let app: FastifyInstance
let stored: TestDatabase
let database: Database
let spans: SentSpan[]
const secret = 'Asha Kulkarni 9876501234'

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => void (body += part))
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const collectorUrl = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  stored = await testDatabase()
  const config = loadConfig({
    DATA_DIR: stored.dataDir,
    SECRET_KEY: stored.secretKey,
    TRUSTED_PROXIES: '127.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collectorUrl}/`,
  })
  const tracing = startTracing(config)
  const ending = observeOutgoingCalls(() => undefined)
  database = new Database(stored.appUrl, { onError: () => undefined })
  app = Fastify()
  registerTracing(app, config)
  app.post('/pupils/:name', async (request) => {
    request.graphql = { operation: 'AddPupil', role: 'ADMIN', schoolId: 7 }
    await traced('pupil.add', {}, async () => {
      await database.transaction(0, async (db) => {
        await sql`select ${JSON.stringify(request.body)}::text`.execute(db)
      })
      await database.read(0, [database.kysely.selectFrom('schools').select('id').where('name', '=', secret)] as const)
      await fetch(`${collectorUrl}/provider?key=${encodeURIComponent(secret)}`)
    })
    await traced('pupil.refuse', {}, () => Promise.reject(new Refusal('CONFLICT', secret))).catch(() => undefined)
    await traced('pupil.fail', {}, () => Promise.reject(new TypeError(secret))).catch(() => undefined)
    return {}
  })
  await app.inject({
    method: 'POST',
    url: `/pupils/${encodeURIComponent(secret)}`,
    payload: { name: secret },
    headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  })
  await tracing.stop()
  ending()
  spans = bodies.flatMap((body) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
})

afterAll(async () => {
  await app.close()
  await database.close()
  await stored.drop()
  await new Promise((resolve) => collector.close(resolve))
})

const named = (name: string) => spans.find((span) => span.name.startsWith(name))
const said = (span: SentSpan | undefined, key: string) =>
  Object.values(span?.attributes.find((one) => one.key === key)?.value ?? {})[0]

test('a request is one trace, of the trace its proxy has begun, down to its statements and the calls of others', () => {
  const request = named('POST /pupils/:name AddPupil')
  const command = named('pupil.add')
  expect(request).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' })
  expect(said(request, 'http.response.status_code')).toBe(200)
  expect(said(request, 'shala.school_id')).toBe(7)
  expect(command?.parentSpanId).toBe(request?.spanId)
  const below = spans.filter((span) => span.parentSpanId === command?.spanId)
  expect(below.map((span) => span.name)).toEqual(expect.arrayContaining(['statement', expect.stringMatching(/^GET 127/)]))
  expect(below.map((span) => said(span, 'db.query.text'))).toContain('select "id" from "schools" where "name" = $1')
})

test('a refusal is an answer, anything else an error', () => {
  expect(said(named('pupil.refuse'), 'shala.code')).toBe('CONFLICT')
  expect(named('pupil.refuse')?.status.code).not.toBe(2)
  expect(named('pupil.fail')?.status.code).toBe(2)
  expect(said(named('pupil.fail'), 'error.type')).toBe('TypeError')
})

test('nothing of what was typed, found or said is in it', () => {
  expect(bodies.join('')).not.toMatch(/Asha|Kulkarni|9876501234/)
})
