import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setSchool } from '../../../../tests/attendanceWorld.ts'
import { testWorld } from '../../../../tests/world.ts'
import { schoolDay, showDay } from '../../../shared/dates.ts'
import { cancelCertificate, issueCertificate, issueDuplicate } from './certificates.commands.ts'
import type { CertificateRow } from './certificates.sql.ts'
import { saveFormat } from './formats.commands.ts'
import { registerCertificates } from './publicPage.ts'

let world: Awaited<ReturnType<typeof testWorld>>
let app: FastifyInstance
let original: CertificateRow
const day = showDay(schoolDay(new Date()))

beforeAll(async () => {
  world = await testWorld()
  const call = await world.call('superadmin')
  app = Fastify({ trustProxy: true })
  await registerCertificates(app, { config: call.services.config, database: world.database })
  await app.ready()
  await setSchool(world, world.own, { name: 'Own <b>School</b>' })
  const node = { type: 'paragraph', content: [{ type: 'text', text: '{{studentName}} {{conduct}}' }] }
  const layout = { id: null, seen: null, name: 'Short', format: JSON.stringify({ type: 'doc', content: [node] }), fields: [] }
  const format = await saveFormat(call, world.own.id, layout)
  original = await issueCertificate(call, world.own.id, {
    ...{ key: randomUUID(), formatId: format.id, formatVersion: 1, studentId: world.own.student7A, disableStudent: false },
    values: [
      { name: 'studentName', value: 'Asha <script>Patil' },
      { name: 'conduct', value: 'Secretly bad' },
    ],
  })
})

afterAll(async () => {
  await app.close()
  await world.close()
})

const open = (token: string, address = '10.0.0.1') =>
  app.inject({ url: `/certificate/${token}`, headers: { 'x-forwarded-for': address } })
const words = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|')

test('says what the paper says, and no more; nothing in it runs, is kept or is found by search engines', async () => {
  const { statusCode, headers, body } = await open(original.token)
  expect(statusCode).toBe(200)
  expect(words(body)).toBe(
    `|Leaving certificate|Own &lt;b&gt;School&lt;/b&gt;|Valid|The school has issued this certificate.|Serial no.|1|Student|Asha &lt;script&gt;Patil|Date of issue|${day}|Compare what stands here with the paper. This page shows nothing that is not on it.|`,
  )
  expect(headers).toMatchObject({
    ...{ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' },
    'content-security-policy': expect.stringMatching(/^default-src 'none';img-src 'self';style-src 'sha256-[\w+/=]{44}'/),
    'x-content-type-options': 'nosniff',
    'content-type': 'text/html; charset=utf-8',
  })
  expect(body).not.toMatch(/<script|https?:|onload/)
})

test('a duplicate names its number; cancelling tells everybody who holds one of the papers', async () => {
  const call = await world.call('admin')
  const copy = await issueDuplicate(call, world.own.id, { key: randomUUID(), id: original.id, reason: 'Lost in the rain' })
  const said = words((await open(copy.token)).body)
  expect(said).toContain('|Duplicate of certificate no. 1|')
  expect(said).toContain(`|Issued again|${day}|`)
  expect(said).not.toContain('rain')
  await cancelCertificate(call, world.own.id, { id: original.id, reason: 'A private matter', enableStudent: false })
  for (const { token } of [original, copy]) {
    const cancelled = words((await open(token)).body)
    expect(cancelled).toContain('|Cancelled|')
    expect(cancelled).not.toContain('private')
  }
})

test('what is not known is answered alike, whatever is wrong with it', async () => {
  const [school = '', secret = ''] = original.token.split(/-(.*)/)
  const other = world.other.id.toString(36)
  const tried = [
    ...[`${school}-${'A'.repeat(24)}`, `${other}-${secret}`, `0-${secret}`, `zzzzzz-${secret}`, `${school}-${secret}x`],
    ...['', 'x', '..%2f..%2fetc%2fpasswd', '%00', "1-' or true --------------", `${school}-${secret}/more`],
  ]
  const answers = new Set<string>()
  for (const token of tried) {
    const { statusCode, body, headers } = await open(token, '10.0.0.2')
    expect(statusCode).toBe(404)
    expect(headers['cache-control']).toBe('private, no-store')
    answers.add(body)
  }
  expect([...answers].map(words)).toEqual([expect.stringContaining('This certificate is not known')])
})

test('an address that tries many codes has to wait; a known code is answered all the same', async () => {
  const owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
  await owner.query(`insert into auth.request_counts (key, window_start, count) values ('certificate 10.0.0.3', now(), 60)`)
  await owner.end()
  const late = await open(`${world.own.id.toString(36)}-${'A'.repeat(24)}`, '10.0.0.3')
  expect([late.statusCode, words(late.body)]).toEqual([429, expect.stringContaining('Too many codes were tried from here')])
  expect((await open(original.token, '10.0.0.3')).statusCode).toBe(200)
})
