import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '../../src/app/schema.ts'
import { testDatabase, testSecretKey } from '../database.ts'
import { operations } from '../matrix/cells.ts'
import { documentFor } from '../matrix/documents.ts'
import { expectations } from '../matrix/expectations.ts'
import { type Ground, groundOn } from '../matrix/ground.ts'
import type { Who } from '../world.ts'
import { type CanaryServer, refuseMails, startCanaryServer } from './canaryServer.ts'

/*
 * Values that are nowhere else are planted in every place that is private, and typed into every field; then every operation is asked for,
 * with success, against constraints, with a mail server and a gateway that are away, and without a database. None of the values may be
 * found in the log, in the metrics, in the audit log, in the orders of jobs, or in the answer to a failure.
 */

let database: Awaited<ReturnType<typeof testDatabase>>
let ground: Ground
let server: CanaryServer
let planted: string[]
/** Connections of before are the test's own. */
let began: Date
/** What `npm run canaries` says at the end. */
const counts = { operations: 0, faults: 0, found: 0 }

/** What is typed, by the name of the field. */
const typed = {
  word: 'Kanariword getippt',
  email: 'kanarimail@typed.test',
  password: 'kanaripass',
  phone: '7000112233',
  aadhaar: '700011223344',
}
/** `npm run canaries` asks for everything as everybody; every run of the tests, for every third operation once. */
const every = process.env.CANARIES === 'all'
const askers = ['superadmin', 'admin', 'teacher', 'student'] as const satisfies readonly Who[]

beforeAll(async () => {
  database = await testDatabase()
  ground = await groundOn(database.ownerUrl, { DATA_DIR: database.dataDir, SECRET_KEY: testSecretKey })
  began = (await ground.owner.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]?.now ?? new Date()
  server = await startCanaryServer(ground, askers)
  planted = [...ground.canaries.flatMap((one) => one.texts), ...Object.values(typed)].filter((text) => text.length > 7)
})
afterAll(async () => {
  if (every) console.log(`operations ${counts.operations}, faults ${counts.faults}, canaries found ${counts.found}`)
  await server.stop()
  await ground.close()
  await database.drop()
})

/** The same variables with a canary in every field that a person fills in. */
function withCanaries(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => withCanaries(one, key))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withCanaries(one, name)]))
  if (typeof value !== 'string') return value
  if (/phone/i.test(key)) return typed.phone
  if (/email/i.test(key)) return typed.email
  if (/password|secret|misc/i.test(key)) return typed.password
  if (/aadhar/i.test(key)) return typed.aadhaar
  return /name|note|text|reason|comment|title|address|search|description|action_?taken|token/i.test(key) ? typed.word : value
}

interface Asked {
  operation: string
  text: string
  failed: boolean
}

/** Asks for every operation as one of these; answers what came back. */
async function askAll(
  who: readonly (Who | null)[],
  kinds: readonly ('query' | 'mutation')[] = ['query', 'mutation'],
): Promise<Asked[]> {
  const answers: Asked[] = []
  const ask = async (operation: string, query: string, asker: Who | null, variables: object) => {
    const token = asker === null ? undefined : server.tokens.get(asker)
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query, variables }),
    })
    const text = await answer.text()
    const failed = text.startsWith('{"errors"') || text.includes('"errors":[')
    answers.push({ operation, text, failed })
    counts.operations += 1
    if (failed) counts.faults += 1
  }
  const asked = operations(schema).filter((one, place) => kinds.includes(one.kind) && (every || place % 3 === 0))
  for (const [place, { kind, name }] of asked.entries()) {
    const query = documentFor(schema, kind, name)
    const given = expectations[name]?.variables?.(ground.own) ?? {}
    const variables = { schoolId: String(ground.own.id), ...given }
    const inputs = [withCanaries(variables) as object, variables]
    if (every) for (const asker of who) for (const input of inputs) await ask(name, query, asker, input)
    else await ask(name, query, who[place % who.length] ?? null, inputs[Math.floor(place / who.length) % 2] ?? variables)
  }
  return answers
}

/** Which canaries a text holds, with a part of the line that holds one. */
function found(texts: readonly string[], among: readonly string[] = planted): string[] {
  const all = texts.flatMap((text) => among.filter((one) => text.includes(one)).map((one) => `${one}: ${text.slice(0, 300)}`))
  counts.found += all.length
  return all.slice(0, 5)
}

/** What failed must not repeat what the school holds; what the asker has typed may be said back to him. */
function failures(answers: readonly Asked[]): string[] {
  const own = new Set<string>(Object.values(typed))
  return found(
    answers.filter((one) => one.failed).map((one) => `${one.operation} ${one.text}`),
    planted.filter((text) => !own.has(text)),
  )
}

test('with a database whose every change is refused, no failure and no line of the log quotes a row', {
  timeout: 600_000,
}, async () => {
  const { rows } = await ground.owner.query<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'",
  )
  for (const { name } of rows)
    await ground.owner.query(`alter table ${name} add constraint kanari_refused check (false) not valid`)
  const answers = await askAll(every ? ['superadmin', 'admin'] : ['superadmin'], ['mutation'])
  for (const { name } of rows) await ground.owner.query(`alter table ${name} drop constraint kanari_refused`)
  expect(answers.filter((one) => one.text.includes('tell support the number')).length).toBeGreaterThan(every ? 100 : 7)
  expect(failures(answers)).toEqual([])
  expect(server.said.some((line) => line.includes('kanari_refused'))).toBe(true)
  expect(found(server.said)).toEqual([])
})

test('every operation as everybody, right and wrong, with nobody at the gateway: nothing private is written down', {
  timeout: 600_000,
}, async () => {
  refuseMails(true)
  const answers = await askAll([...askers, null])
  for (const email of [typed.email, 'superadmin@shala.test'])
    await fetch(`${server.url}/auth/request-password-reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ email, redirectTo: `${server.url}/reset?kanari=1` }),
    })
  const { rows } = await ground.owner.query<{ subject: string }>('select id::text as subject from auth."user" limit 1')
  await fetch(`${server.url}/auth/request-password-reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ email: `${rows[0]?.subject}@matrix.test` }),
  })
  expect(answers.length).toBeGreaterThan(every ? 1500 : 70)
  expect(failures(answers)).toEqual([])
})

test('other doors: links, devices, files and callbacks with canaries in their addresses and bodies', async () => {
  const { token, code, orderRef } = ground.own.extra
  const paths = [
    ...[`/onlinefees/${token}`, `/${code}`, `/verifyonlinefees?result=${orderRef}`, `/certificate/${typed.password}`],
    ...[`/files/${typed.password}`, `/files/upload/${typed.password}`, '/gate/scans', '/messages/whatsapp'],
    ...[
      `/messages/sms?secret=${typed.password}`,
      '/onlinefees/verifyPayment',
      '/onlinefees/webhook',
      '/files/generatePdf',
      '/health/ready',
      '/auth/sign-in/email',
    ],
  ]
  for (const path of paths)
    for (const method of ['GET', 'POST', 'PUT'])
      await fetch(`${server.url}${path}`, {
        ...{ method, redirect: 'manual' },
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${typed.password}`,
          'x-device-key': typed.password,
        },
        ...(method === 'GET' ? {} : { body: `{"email":"${typed.email}","password":"${typed.password}","name":"${typed.word}` }),
      }).then((answer) => answer.text())
  expect(found(server.said)).toEqual([])
})

test('a database that is away is told of without a value', { timeout: 600_000 }, async () => {
  // Of this database alone: other test files work as the same role on the same server.
  const { rows } = await ground.owner.query<{ name: string }>('select quote_ident(current_database()) as name')
  const limited = (most: number) => ground.owner.query(`alter database ${rows[0]?.name} connection limit ${most}`)
  await limited(0)
  await ground.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'shala%' and usename = 'shala_app' and backend_start > $1",
    [began],
  )
  const answers = await askAll(['admin', null], ['query'])
  await limited(-1)
  expect(answers.filter((one) => one.failed).length).toBeGreaterThan(answers.length / 2)
  expect(failures(answers)).toEqual([])
})

test('none of it stands in the log, the metrics, the audit log, the orders of jobs or the failures of documents', async () => {
  expect(server.said.length).toBeGreaterThan(every ? 2000 : 100)
  expect(found(server.said)).toEqual([])
  expect(found([await server.metrics()])).toEqual([])
  const { rows } = await ground.owner.query<{ text: string }>(
    `select a::text as text from audit_log a
     union all select coalesce(failure, '') from document_jobs
     union all select coalesce(failure, '') from legacy_imports
     union all select key from auth.request_counts`,
  )
  expect(found(rows.map((row) => row.text))).toEqual([])
})
