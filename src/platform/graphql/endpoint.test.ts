import Fastify, { type FastifyInstance } from 'fastify'
import { auditServer } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '#app/schema.ts'
import { asOwner } from '#tests/asOwner.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { registerHeaders } from '../http/headers.ts'
import { bodyLimits, registerBodyLimits } from '../http/bodyLimits.ts'
import { operationHeader } from '#shared/operationHeader.ts'
import { registerGraphql } from './endpoint.ts'
import { importRolesByMutation } from './importRoles.ts'
import { workBudget } from './workBudget.ts'

let world: TestWorld
let app: FastifyInstance
let url: string
const reported: unknown[] = []

beforeAll(async () => {
  world = await testWorld()
  app = Fastify()
  const { services } = await world.call('admin')
  registerBodyLimits(app)
  await registerHeaders(app, services.config)
  registerGraphql(app, {
    schema,
    services,
    database: world.database,
    verifyAccessToken: async (token) => {
      const who = ({ good: 'admin', student: 'student', fees: 'fees' } as const)[token]
      return who ? { subject: world.own.subjects[who] ?? '' } : null
    },
    log: { error: (fields) => reported.push(fields) },
    budget: workBudget(0),
  })
  url = `${await app.listen({ port: 0 })}/graphql`
})

afterAll(async () => {
  await app.close()
  await world.close()
})

async function post(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, text, json: text.startsWith('{') ? JSON.parse(text) : null }
}

test('GraphQL over HTTP: no MUST is violated', async () => {
  const results = await auditServer({ url })
  expect(results.length).toBeGreaterThan(50)
  expect(results.filter((result) => result.status === 'error').map((result) => result.name)).toEqual([])
})

test('a token identifies the viewer; without a valid one there is none', async () => {
  const query = '{ viewer { role name } }'
  expect((await post({ query }, { authorization: 'Bearer good' })).json.data.viewer.role).toBe('ADMIN')
  expect((await post({ query })).json.data.viewer).toBeNull()
  expect((await post({ query }, { authorization: 'Bearer bad' })).json.data.viewer).toBeNull()
})

test('an expected refusal is data: code, message and problems', async () => {
  const mutation =
    'mutation ($schoolId: ID!) { addBus(schoolId: $schoolId, input: { busno: "", deviceId: "D", gpsId: "", simNumber: "1" }) { id } }'
  const { json } = await post({ query: mutation, variables: { schoolId: world.own.id } }, { authorization: 'Bearer good' })
  expect(json.errors[0].extensions).toEqual({ code: 'BAD_INPUT', problems: [{ path: 'busno', message: 'Required' }] })
  const { json: signedOut } = await post({ query: mutation, variables: { schoolId: world.own.id } })
  expect(signedOut.errors[0].extensions.code).toBe('SIGNED_OUT')
})

test('an unexpected failure returns a neutral sentence with an id, and writes one log line', async () => {
  const broken = { query: '{ buses(schoolId: "1e400") { id } }' }
  expect((await post(broken, { authorization: 'Bearer good' })).json.errors[0].extensions.code).toBe('NOT_FOUND')
  const before = reported.length
  await asOwner(world.ownerUrl, 'alter table buses rename to secret_detail')
  try {
    const { json, text } = await post(
      { query: `{ buses(schoolId: "${world.own.id}") { id } }` },
      { authorization: 'Bearer good' },
    )
    expect(json.errors[0].extensions.code).toBe('UNEXPECTED')
    expect(json.errors[0].message).toContain(json.errors[0].extensions.id)
    expect(text).not.toMatch(/relation|does not exist/)
    expect(reported.length).toBe(before + 1)
  } finally {
    await asOwner(world.ownerUrl, 'alter table secret_detail rename to buses')
  }
})

test('mutations are accepted as JSON by POST only, and one at a time', async () => {
  const mutation = 'mutation { setBusDisabled(schoolId: "1", input: { id: "1", disabled: true }) { id } }'
  const get = await fetch(`${url}?query=${encodeURIComponent(mutation)}`, { headers: { accept: 'application/json' } })
  expect(get.status).toBe(405)
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
  ])
    expect((await post(`query=${encodeURIComponent(mutation)}`, { 'content-type': type })).status, type).toBe(415)
  expect((await post([{ query: '{ viewer { id } }' }, { query: '{ viewer { id } }' }])).status).toBe(400)
})

test('a response has the headers of data', async () => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{viewer{id}}"}',
  })
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
})

test('hostile documents are refused with a sentence', async () => {
  const hostile = [
    `{ ${'a: viewer { id } '.repeat(5000)} }`,
    `{ ${Array.from({ length: 500 }, (_, at) => `a${at}: viewer { id }`).join(' ')} }`,
    `${'{ viewer '.repeat(900)}${'}'.repeat(900)}`,
    `{ ...f } fragment f on Query { ...g } fragment g on Query { ...f }`,
    `{ viewer ${'@include(if: true) '.repeat(600)} { id } }`,
    `{ school(schoolId: [${'1 '.repeat(3000)}]) { id } }`,
    `{ viewer { id } } # ${'x'.repeat(100_000)}`,
    `{ viewer { ${'id '.repeat(900)} } }`,
  ]
  for (const query of hostile) {
    // Signed in, because less may be sent by who is not.
    const { status, json } = await post({ query }, { authorization: 'Bearer good' })
    expect(status, query.slice(0, 40)).toBe(400)
    expect(json.errors[0].message.length).toBeLessThan(300)
  }
})

test('variables of a wrong shape are refused with ten sentences, however many are wrong', async () => {
  const query = 'mutation ($i: TeacherImport!) { importTeachers(schoolId: 1, input: $i) { id } }'
  const rows = Array.from({ length: 5000 }, () => ({ height: 1 }))
  const headers = { authorization: 'Bearer good', [operationHeader]: 'importTeachers' }
  const { json } = await post({ query, variables: { i: { termId: '1', rows } } }, headers)
  expect(json.data).toBeUndefined()
  // The eleventh says that there are more.
  expect(json.errors).toHaveLength(11)
})

test('anonymous requests must be small, and an expired token is answered with SIGNED_OUT', async () => {
  const query = '{ viewer { id } }'
  const ask = (length: number, headers: Record<string, string> = {}) =>
    post({ query, variables: { b: 'x'.repeat(length) } }, { accept: 'application/graphql-response+json', ...headers })
  const more = bodyLimits.small
  expect((await ask(more / 2)).status).not.toBe(413)
  expect((await ask(more)).status).toBe(413)
  const old = await ask(more, { authorization: 'Bearer old' })
  expect([old.status, old.json.errors[0].extensions.code]).toEqual([401, 'SIGNED_OUT'])
  expect((await ask(more, { authorization: 'Bearer good' })).status).not.toBe(413)
})

test('variables that are nested deeper than any input are refused before they are read, by POST and by GET', async () => {
  const query = 'query ($id: ID!) { school(schoolId: $id) { id } }'
  const deep = `{"id":${'['.repeat(1000)}${']'.repeat(1000)}}`
  const { status, json } = await post(`{"query":${JSON.stringify(query)},"variables":${deep}}`)
  expect([status, json.errors[0].extensions.code]).toEqual([400, 'BAD_DOCUMENT'])
  const get = await fetch(`${url}?${new URLSearchParams({ query, variables: deep })}`)
  expect(get.status).toBe(400)
})

test('in production nothing reveals fields and types to an unknown caller', async () => {
  const { services } = await world.call('admin')
  const production = Fastify()
  registerGraphql(production, {
    schema,
    database: world.database,
    services: { ...services, config: { ...services.config, production: true } },
    verifyAccessToken: async () => null,
    log: { error: (fields) => reported.push(fields) },
    budget: workBudget(0),
  })
  const ask = async (query: string, variables = {}) =>
    (await production.inject({ method: 'POST', url: '/graphql', payload: { query, variables } })).json().errors[0].message
  expect(await ask('{ viewr { id } }')).toBe('Cannot query field "viewr" on type "Query".')
  expect(await ask('query ($i: NewUsr!) { viewer { id(i: $i) } }')).not.toContain('Did you mean')
  const input = {
    name: '',
    email: '',
    phone: '',
    password: '',
    limitedToClasses: false,
    classIds: [],
    zoomId: '',
    zoomLink: '',
    zoomPassword: '',
    role: 'ADMI',
  }
  const add = 'mutation ($i: NewUser!) { addUser(schoolId: 1, input: $i) { id } }'
  expect(await ask(add, { i: input })).not.toContain('Did you mean')
  expect(await ask('{ __schema { types { name } } }')).toContain('introspection has been disabled')
  await production.close()
})

describe('the size limit of a role or operation applies before the body is read', () => {
  const importing = 'mutation ($i: TeacherImport!) { importTeachers(schoolId: 1, input: $i) { id } }'
  const ask = (who: string, query: string, megabytes: number, headers: Record<string, string> = {}) =>
    post(
      { query, variables: { i: 'x'.repeat(megabytes * 1024 * 1024) } },
      { authorization: `Bearer ${who}`, accept: 'application/graphql-response+json', ...headers },
    )

  test('a student may send 64 kB, staff 2 MB, and the refusal names the limit', async () => {
    const query = 'query ($i: String) { viewer { id } }'
    expect((await ask('student', query, 0.05)).status).not.toBe(413)
    const student = await ask('student', query, 0.1)
    expect([student.status, student.json.errors[0].extensions.code]).toEqual([413, 'BAD_INPUT'])
    expect(student.json.errors[0].message).toContain('at most 64 kB')
    expect((await ask('fees', query, 1.5)).status).not.toBe(413)
    expect((await ask('fees', query, 3)).json.errors[0].message).toContain('at most 2 MB')
  })

  test('only people who may import may send an import, and must announce it', async () => {
    const header = { [operationHeader]: 'importTeachers' }
    expect((await ask('good', importing, 5)).status).toBe(413)
    expect((await ask('good', importing, 5, header)).json.errors[0].message).toContain('TeacherImport')
    expect((await ask('good', importing, 25, header)).status).toBe(413)
    for (const who of ['student', 'fees']) expect((await ask(who, importing, 5, header)).status, who).toBe(413)
  })

  test('an announced import must be that import', async () => {
    const header = { [operationHeader]: 'importTeachers' }
    const both = 'mutation ($i: TeacherImport!) { importTeachers(schoolId: 1, input: $i) { id } deleteTerm(schoolId: 1, id: 1) }'
    for (const query of ['{ viewer { id } }', both, '{ importTeachers: viewer { id } }']) {
      const { status, json } = await post(
        { query, variables: { i: { termId: '1', rows: [] } } },
        { authorization: 'Bearer good', ...header },
      )
      expect([status, json.errors[0].message.includes('importTeachers')], query).toEqual([expect.any(Number), true])
      expect(json.data).toBeUndefined()
    }
    const other = await post({ query: '{ viewer { id } }' }, { authorization: 'Bearer good', [operationHeader]: 'addBus' })
    expect(other.json.data.viewer.id).toBeTruthy()
  })

  test('the roles of every import in the schema are known', () => {
    expect(Object.fromEntries(importRolesByMutation(schema))).toEqual({
      editStudents: ['SUPERADMIN'],
      importAttendance: ['SUPERADMIN', 'ADMIN'],
      importEarlierResults: ['SUPERADMIN', 'ADMIN'],
      importFeeAssignments: ['SUPERADMIN', 'ADMIN'],
      importFeeCategories: ['SUPERADMIN', 'ADMIN'],
      importOpeningDues: ['SUPERADMIN', 'ADMIN'],
      importScores: ['SUPERADMIN', 'ADMIN', 'TEACHER'],
      importSections: ['SUPERADMIN', 'ADMIN'],
      importStudentPhotos: ['SUPERADMIN', 'ADMIN'],
      importStudents: ['SUPERADMIN', 'ADMIN'],
      importTeachers: ['SUPERADMIN', 'ADMIN'],
    })
    const imports = Object.keys(schema.getMutationType()!.getFields())
      .filter((name) => name.startsWith('import'))
      // Reads a file that was uploaded before.
      .filter((name) => name !== 'importLegacy')
    expect(imports.filter((name) => !importRolesByMutation(schema).has(name))).toEqual([])
  })
})
