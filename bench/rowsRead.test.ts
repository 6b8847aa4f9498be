import { randomUUID } from 'node:crypto'
import { graphql } from 'graphql'
import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '#app/schema.ts'
import type { Call } from '#platform/command.ts'
import { loadConfig } from '#platform/config.ts'
import { Database } from '#platform/database/connect.ts'
import { Pipeline, type Statement } from '#platform/database/pipeline.ts'
import { viewerOf } from '#platform/viewer.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { asOwner } from '#tests/asOwner.ts'
import { patience, type TestDatabase, testDatabase } from '#tests/database.ts'
import { worldOn } from '#tests/world/testWorld.ts'
import { benchAdmin, fill } from './fill.ts'
import { fillFees } from './fillFees.ts'
import { screenDocument } from './screenDocument.ts'

/*
 * No statement of a screen reads more than ten times the rows that the screen shows. Each screen is asked for as the
 * browser does it, in a school of 1,000 students; then its statements are explained with the plans that the server
 * uses. A screen that is not here yet is a line in `screens`.
 */

/** Rows that a statement may read for each row that the screen shows. */
const most = 10

interface School {
  schoolId: string
  termId: string
  /** A student who was there in earlier terms, with brothers and sisters. */
  studentId: string
  sectionId: string
  /** A day on which the section's register was taken. */
  day: string
}

interface Screen {
  /** The operation in a `.graphql` file of the screen. */
  operation: string
  variables: (school: School) => object | Promise<object>
}

const screens: Readonly<Record<string, Screen>> = {
  'fees of a student': {
    operation: 'CounterAccount',
    variables: ({ schoolId, termId, studentId }) => ({ schoolId, account: { termId, studentId } }),
  },
  'a payment': { operation: 'CollectPayment', variables: aPayment },
  'register of a section': {
    operation: 'RegisterSheet',
    variables: ({ schoolId, sectionId, day }) => ({ schoolId, input: { sectionId, day, session: 'DAY' } }),
  },
}

let test1000: TestDatabase
let database: Database
let call: Call
let school: School
const sent: Statement[] = []

beforeAll(async () => {
  test1000 = await testDatabase()
  const { ownerUrl, appUrl } = test1000
  const { schoolId, termId, studentIds } = await fill(ownerUrl, appUrl, { schools: 1, students: 1000 })
  await fillFees(ownerUrl)
  for (const statement of registers) await asOwner(ownerUrl, statement)
  await asOwner(ownerUrl, 'vacuum analyze')
  database = new Database(appUrl, { connections: 2, onError: () => undefined })
  database.pool.on('connect', (client) => {
    const query = client.query
    client.query = ((given: unknown, ...rest: unknown[]) => {
      if (given instanceof Pipeline) sent.push(...given.statements)
      return (query as (...all: unknown[]) => unknown).call(client, given, ...rest)
    }) as typeof query
  })
  const [admin] = await asOwner<{ subject: string }>(ownerUrl, 'select subject from users where email = $1', [benchAdmin])
  const config = loadConfig({ DATA_DIR: test1000.dataDir, SECRET_KEY: test1000.secretKey, DATABASE_URL: ownerUrl })
  const world = await worldOn(database, config)
  call = { ...(await world.call('anonymous')), viewer: await viewerOf(database, admin?.subject ?? '') }
  const [section] = await asOwner<{ id: string; day: string }>(
    ownerUrl,
    'select section_id as id, day::text from registers where school_id = $1 order by id limit 1',
    [schoolId],
  )
  school = {
    schoolId: String(schoolId),
    termId: String(termId),
    studentId: String(studentIds[9]),
    sectionId: section?.id ?? '',
    day: section?.day ?? '',
  }
}, patience(60_000))

afterAll(async () => {
  await database.close()
  await test1000.drop()
})

test.each(Object.entries(screens))('%s reads few rows more than it shows', async (_, { operation, variables }) => {
  const given = await variables(school)
  sent.length = 0
  const shown = rowsIn(await ask(operation, given))
  const reads = await explained(sent.filter(({ sql }) => isRead(sql)))
  expect(reads.length).toBeGreaterThan(0)
  expect(shown).toBeGreaterThan(5)
  expect(reads.filter(({ rows }) => rows > most * shown)).toEqual([])
})

async function ask(operation: string, variableValues: object): Promise<unknown> {
  const source = screenDocument(operation)
  const { data, errors } = await graphql({
    schema,
    source,
    contextValue: call,
    variableValues: variableValues as Record<string, unknown>,
  })
  if (errors) throw new Error(`${operation} was refused.`, { cause: errors })
  return data
}

/** Returns a payment of all that is due of the term and ₹1 for the fee that is not fixed, at a counter that is open. */
async function aPayment({ schoolId, termId, studentId }: School) {
  await ask('Counter', { schoolId })
  const { feeAccount } = (await ask('CounterAccount', { schoolId, account: { termId, studentId } })) as {
    feeAccount: { fees: { feeId: string; version: string; pending: number; lateFeeDue: number }[] }
  }
  const fees = feeAccount.fees.map(({ feeId, version }) => ({ feeId, version }))
  const amount = 100 + sumOf(feeAccount.fees.map(({ pending, lateFeeDue }) => pending + lateFeeDue))
  const collectedOn = schoolDay(new Date())
  return { schoolId, input: { key: randomUUID(), termId, studentId, amount, mode: 'CASH', fees, collectedOn } }
}

/** Counts the elements of all lists in an answer. */
function rowsIn(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length + sumOf(answer.map(rowsIn))
  return typeof answer === 'object' && answer !== null ? sumOf(Object.values(answer).map(rowsIn)) : 0
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

function isRead(text: string): boolean {
  return /^\s*(select|with)\b/i.test(text) && !/\b(insert into|update \w+ set|delete from|set_config)\b/i.test(text)
}

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}

/** Carries statements out again, as prepared ones in the school, and returns what each has read, and the blocks. */
async function explained(statements: readonly Statement[]): Promise<{ sql: string; rows: number; blocks: number }[]> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await client.query("select set_config('app.school_id', $1, true)", [school.schoolId])
    const reads = []
    for (const { sql, parameters } of statements) {
      await client.query(`prepare explained as ${sql}`)
      const values = parameters.map((value) => literal(client, prepareValue(value))).join(', ')
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, buffers, timing off, format json) execute explained${values && `(${values})`}`,
      )
      await client.query('deallocate explained')
      const plan = rows[0]?.['QUERY PLAN'][0].Plan
      if (plan) reads.push({ sql, rows: rowsRead(plan), blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] })
    }
    return reads
  } finally {
    await client.query('rollback')
    client.release()
  }
}

function literal(client: pg.PoolClient, value: unknown): string {
  return value === null || value === undefined ? 'null' : client.escapeLiteral(String(value))
}

/** Counts the rows that a plan has read from tables and indexes, those that it then threw away among them. */
function rowsRead(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const own = node['Relation Name'] === undefined ? 0 : (node['Actual Rows'] + removed) * node['Actual Loops']
  return own + sumOf((node.Plans ?? []).map(rowsRead))
}

/** Registers of ten days, each with a mark of every student. */
const registers = [
  `insert into registers (school_id, term_id, section_id, day, session, taken_at, taken_by, taken_by_name)
     select school_id, term_id, id, '${addDays(schoolDay(new Date()), -20)}'::date + n, 'DAY', now(), gen_random_uuid(), 'Teacher'
       from sections, generate_series(0, 9) n where term_id in (select id from terms where current)`,
  `insert into marks (school_id, register_id, student_id, value)
     select r.school_id, r.id, e.student_id, (array['P','P','P','A','L'])[1 + (e.student_id + r.id) % 5]
       from registers r join enrolments e on e.school_id = r.school_id and e.section_id = r.section_id`,
  `update registers r set present = m.p, absent = m.a, late = m.l
     from (select school_id, register_id, count(*) filter (where value = 'P') as p, count(*) filter (where value = 'A') as a,
         count(*) filter (where value = 'L') as l from marks group by 1, 2) m
    where r.school_id = m.school_id and r.id = m.register_id`,
]
