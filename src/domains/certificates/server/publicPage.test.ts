import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStudents, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { schoolDay, showDay } from '#shared/dates.ts'
import { maharashtra } from '../formats/maharashtra.ts'
import { cancelCertificate, issueCertificate, issueDuplicate } from './certificates.commands.ts'
import type { CertificateRow } from './certificates.sql.ts'
import { saveFormat } from './formats.commands.ts'
import { registerCertificates } from './publicPage.ts'

let world: TestWorld
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
  original = await issue(world.own.student7A, JSON.stringify(maharashtra.format), {
    firstName: 'Asha',
    fatherName: 'Vijay',
    surname: '<script>Patil',
    conduct: 'Secretly bad',
  })
})

/** A certificate by a format of this layout; a field without a value says `None`. */
async function issue(studentId: number, layout: string, said: Readonly<Record<string, string>>): Promise<CertificateRow> {
  const call = await world.call('superadmin')
  const asked = { id: null, seen: null, name: `Format ${randomUUID()}`, format: layout, fields: [] }
  const { id, version, fields } = await saveFormat(call, world.own.id, asked)
  return issueCertificate(call, world.own.id, {
    key: randomUUID(),
    formatId: id,
    formatVersion: version,
    studentId,
    disableStudent: false,
    values: fields.map(({ name }) => ({ name, value: said[name] ?? 'None' })),
  })
}

const line = (text: string) =>
  JSON.stringify({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: `${text} {{serialNo}} {{issueDate}}` }] }],
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
    `|Leaving certificate|Own &lt;b&gt;School&lt;/b&gt;|Valid|The school has issued this certificate.|Serial no.|1|Student|Asha Vijay &lt;script&gt;Patil|Date of issue|${day}|Compare this page with the paper. It shows nothing that is not on the paper.|`,
  )
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringMatching(/^default-src 'none';img-src 'self';style-src 'sha256-[\w+/=]{44}'/),
    'x-content-type-options': 'nosniff',
    'content-type': 'text/html; charset=utf-8',
  })
  expect(body).not.toMatch(/<script|https?:|onload/)
})

test.each([
  ['{{studentName}}, born {{surname}}', { studentName: 'Asha Patil', surname: 'Rao' }, 'Asha Patil'],
  ['{{firstName}} {{surname}}, of {{fatherName}}', { firstName: 'Asha', surname: 'Rao', fatherName: 'Vijay' }, 'Asha Rao'],
  ['{{surname}} {{firstName}} {{fatherName}}', { firstName: 'Asha', surname: 'Rao', fatherName: 'Vijay' }, 'Rao Asha'],
  ['{{firstName}} {{fatherName}} {{surname}}', { firstName: 'आशा', surname: '—', fatherName: 'विजय' }, 'आशा विजय'],
  ['{{firstName}} {{conduct}} {{registerNo}}', { firstName: 'Asha', registerNo: 'GR-77' }, 'Asha'],
  [
    '{{firstName}} {{fatherName}} {{surname}}',
    { firstName: 'Ishaan', fatherName: 'Mahesh Gupta', surname: 'Gupta' },
    'Ishaan Mahesh Gupta',
  ],
])('a paper that says %j names the student as it does', async (text, values, name) => {
  const [student = 0] = await addStudents(world, world.own, null, [{ name: 'Of The Record' }])
  const issued = await issue(student, line(text), values)
  expect(words((await open(issued.token)).body)).toContain(`|Student|${name}|`)
  expect(issued).toMatchObject({ studentName: name, registerNo: 'registerNo' in values ? values.registerNo : '' })
})

test('a paper of before, whose layout has no name, names nobody on the public page', async () => {
  const { schoolId, id, studentId } = await issue(world.own.student8A, line('{{studentName}}'), { studentName: 'Rohan Patil' })
  const owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ token: string }>(
    'update certificates set format = $3 where school_id = $1 and id = $2 returning token',
    [schoolId, id, line('{{fatherName}}')],
  )
  await owner.end()
  expect(studentId).toBe(world.own.student8A)
  expect(words((await open(rows[0]?.token ?? '')).body)).not.toMatch(/Student\||Rohan/)
})

test('a duplicate names its number; cancelling tells everybody who holds one of the papers which is valid', async () => {
  const call = await world.call('admin')
  const again = () => issueDuplicate(call, world.own.id, { key: randomUUID(), id: original.id, reason: 'Lost in the rain' })
  const cancel = ({ id }: CertificateRow) =>
    cancelCertificate(call, world.own.id, { id, reason: 'A private matter', enableStudent: false })
  const [copy, wrong] = [await again(), await again()]
  const said = words((await open(copy.token)).body)
  expect(said).toContain('|Duplicate of certificate no. 1|The school has issued this duplicate. Its original is valid.|')
  expect(said).toContain(`|Issued again|${day}|`)
  expect(said).not.toContain('rain')
  await cancel(wrong)
  expect(words((await open(wrong.token)).body)).toContain(
    '|Cancelled duplicate of certificate no. 1|The school has cancelled this duplicate. Its original is valid.|',
  )
  expect(words((await open(original.token)).body)).toContain('|Valid|')
  await cancel(original)
  const cancelled = '|Cancelled|The school has cancelled this certificate. It is not valid any more.|'
  const none =
    '|Cancelled duplicate of certificate no. 1|The school has cancelled this duplicate, and its original too. Neither is valid any more.|'
  for (const [{ token }, expected] of [
    [original, cancelled],
    [copy, none],
    [wrong, none],
  ] as const) {
    const page = words((await open(token)).body)
    expect(page).toContain(expected)
    expect(page).not.toContain('private')
  }
})

test('what is not known is answered alike, whatever is wrong with it', async () => {
  const [school = '', secret = ''] = original.token.split(/-(.*)/)
  const other = world.other.id.toString(36)
  const tried = [
    `${school}-${'A'.repeat(24)}`,
    `${other}-${secret}`,
    `0-${secret}`,
    `zzzzzz-${secret}`,
    `${school}-${secret}x`,
    '',
    'x',
    '..%2f..%2fetc%2fpasswd',
    '%00',
    "1-' or true --------------",
    `${school}-${secret}/more`,
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
