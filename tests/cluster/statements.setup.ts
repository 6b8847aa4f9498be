import pg from 'pg'
import { afterAll, expect, inject } from 'vitest'
import { appRole } from '#platform/database/connect.ts'
import { Pipeline } from '#platform/database/pipeline.ts'
import { refusedInserts } from './refusedInserts.ts'
import { isOverSchools } from './statementsOverSchools.ts'
import { tablesWithoutSchool } from './tablesWithoutSchool.ts'

/*
 * Looks at every statement that a test file lets the server's role run, and fails the file where one would not run on a
 * single node of a cluster (docs/scaling.md).
 */

/** The test that ran a statement first, and from where. */
interface Origin {
  test: string
  /** Formatted only when it is needed. */
  error: Error
}

/** Statements of this process: undefined once they were looked at. The test files of one process share them. */
const statements: Map<string, Origin | undefined> = ((
  globalThis as { statementsOfTests?: typeof statements }
).statementsOfTests ??= watchStatements())

function watchStatements(): typeof statements {
  const seen: typeof statements = new Map()
  const watch = <Owner extends pg.Client | pg.Pool>(owner: Owner, isServers: (owner: Owner) => boolean) => {
    const query = owner.query as (...args: unknown[]) => unknown
    owner.query = function (this: Owner, ...args: unknown[]) {
      if (isServers(this)) for (const text of textsOf(args[0])) if (!seen.has(text)) seen.set(text, originOf())
      return query.apply(this, args)
    } as Owner['query']
  }
  watch(pg.Client.prototype, ({ user }) => user === appRole)
  // Behind a pool the stack ends where a connection was free.
  watch(pg.Pool.prototype, ({ options }) => options.connectionString?.includes(`//${appRole}:`) === true)
  return seen
}

function textsOf(query: unknown): string[] {
  // A check of the data has the school's id in its text, and is the same for each school.
  if (typeof query === 'string') return [query.startsWith('--') ? query.replaceAll(/\d+::bigint/g, '1::bigint') : query]
  if (query instanceof Pipeline) return query.statements.map(({ sql }) => sql)
  return typeof query === 'object' && query !== null && 'text' in query ? [String(query.text)] : []
}

function originOf(): Origin {
  const limit = Error.stackTraceLimit
  // Awaits count too, and the driver and Kysely have many.
  Error.stackTraceLimit = 60
  const error = new Error()
  Error.stackTraceLimit = limit
  return { test: expect.getState().currentTestName ?? 'before its tests', error }
}

afterAll(() => {
  const schoolTables = new Set(inject('schoolTables'))
  const refused: string[] = []
  const inserts: string[] = []
  for (const [sql, origin] of statements) {
    if (!origin) continue
    statements.set(sql, undefined)
    const isOfSchool = (table: string) => schoolTables.has(table)
    const place = placeOf(origin)
    for (const insert of refusedInserts(sql, isOfSchool)) inserts.push(`${insert}, in “${origin.test}”, from ${place}:\n${sql}`)
    const tables = tablesWithoutSchool(sql, isOfSchool)
    if (tables.length === 0 || isOverSchools(sql)) continue
    // A test's own look at one table runs on every node.
    if (tables.length === 1 && /\/tests\/|\.test\.ts/.test(place)) continue
    refused.push(`${tables.join(', ')} in “${origin.test}”, from ${place}:\n${sql}`)
  }
  if (inserts.length > 0) throw new Error(`Inserts that a cluster refuses (docs/scaling.md):\n\n${inserts.join('\n\n')}`)
  if (refused.length > 0)
    throw new Error(
      `Tables that are not compared with the school itself, by their school_id on their own level (docs/scaling.md):\n\n${refused.join('\n\n')}`,
    )
})

/** Returns the line that began a statement, as far as the stack knows it. */
function placeOf({ error }: Origin): string {
  const lines = (error.stack ?? '')
    .split('\n')
    .filter((line) => /\/(src|tests|scripts|bench)\//.test(line) && !line.includes('node_modules'))
  const line = lines.find((each) => !/platform\/database|(statements|rows)\.setup/.test(each))
  return line?.trim().replace(/^at /, '') ?? 'an unknown place'
}
