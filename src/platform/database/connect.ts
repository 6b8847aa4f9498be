import { createHmac } from 'node:crypto'
import { CamelCasePlugin, type Compilable, Kysely, type PluginTransformResultArgs, type Transaction } from 'kysely'
import pg from 'pg'
import type { Secrets } from '../secretKeys.ts'
import { againOnChangedResult } from './changedResult.ts'
import { statementTimeout } from './statementTimeout.ts'
import type { DB } from './schema.types.ts'
import { ConnectionPool } from './connectionPool.ts'
import { isCluster, prepareCitusConnection, wholeId } from './citus/connection.ts'
import { withSchoolAsValue } from './citus/schoolAsValue.ts'
import { begin, commit, PipelineDialect, PipelinedConnection, runPipeline } from './driver.ts'
import type { Statement, StatementResult } from './pipeline.ts'
import { ResilientClient } from './resilientClient.ts'
import { noteStatement } from '../tracing.ts'
import { connectionTimeoutMillis } from './connectionTimeout.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, wholeNumber)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, String)
// bigint[], for which the driver has no name: its numbers are numbers too. No column of ours holds nulls in one.
// JSON reads the 500,000 of a school's scores in a quarter of the time that taking the text apart needs.
pg.types.setTypeParser(1016 as (typeof pg.types.builtins)['INT8'], (text: string) => {
  const numbers = JSON.parse(`[${text.slice(1, -1)}]`) as number[]
  return numbers.map(exactNumber)
})

/** A sum of money that a number cannot hold exactly must be an error, and not another sum. */
function exactNumber(number: number): number {
  if (!Number.isSafeInteger(number)) throw new RangeError('The database answered a whole number that cannot be held exactly.')
  return number
}

function wholeNumber(text: string): number {
  return exactNumber(Number(text))
}

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

/** The unprivileged role of the server: it owns nothing and row-level security binds it. */
export const appRole = 'shala_app'

/**
 * The role of servers while the installation's secret is replaced: a member of the other role, with a password from the
 * new secret. Servers with the old secret keep theirs, so that no connection of either fails.
 */
export const nextAppRole = 'shala_app_next'

/**
 * Returns the app role's password, derived from the installation's secret, so that there is no second secret to keep.
 */
export function appPassword(secretKey: string): string {
  return createHmac('sha256', secretKey).update('postgres role shala_app').digest('base64url')
}

/** Returns the URL the server connects to: the owner's, with the unprivileged role. */
export function appUrl(ownerUrl: string, secrets: string | Secrets): string {
  const { current, previous }: Secrets = typeof secrets === 'string' ? { current: secrets } : secrets
  const url = new URL(ownerUrl)
  url.username = previous === undefined ? appRole : nextAppRole
  url.password = appPassword(current)
  return url.href
}

/**
 * Names every parameterised statement that is not Kysely's, so that PostgreSQL parses and plans it once per connection:
 * unnamed ones cost 30% on joins. The number of names is limited, because a bulk statement of another length is another
 * text.
 */
class NamingClient extends ResilientClient {
  readonly #names = new Map<string, string>()

  // The driver's own signature is a set of overloads that cannot be overridden one by one.
  override query = ((text: unknown, values?: unknown, callback?: unknown) => {
    if (typeof text === 'string' && Array.isArray(values) && text.length < 8000) {
      let name = this.#names.get(text)
      if (!name && this.#names.size < 500) {
        name = `k${this.#names.size}`
        this.#names.set(text, name)
      }
      if (name) return super.query({ name, text, values } as never, callback as never)
    }
    return super.query(text as never, values as never, callback as never)
  }) as pg.Client['query']
}

/** Names columns in snake_case in statements. Results have names in camelCase already, see `pipeline.ts`. */
class ColumnNames extends CamelCasePlugin {
  override async transformResult({ result }: PluginTransformResultArgs) {
    return result
  }
}

/** The rows of a statement. */
type Rows<Q> = Q extends Compilable<infer Row> ? Row[] : never

/** The rows of several statements. */
export type Answers<Q extends readonly Compilable<unknown>[]> = { [K in keyof Q]: Rows<Q[K]> }

/** Runs several statements of one school in one round trip. */
export type Read = <const Q extends readonly Compilable<unknown>[]>(...queries: Q) => Promise<Answers<Q>>

/** Whether the database of a pool is a cluster, once a connection has told. */
const clusters = new WeakMap<pg.Pool, boolean>()

/** The server's connection pool, as the unprivileged role. */
export class Database {
  readonly pool: pg.Pool
  readonly kysely: Db

  /**
   * @param options.statementMs what a statement may take, see {@link withStatementTimeout}; nothing keeps one that is
   * not given
   */
  constructor(url: string, options: { connections?: number; statementMs?: number; onError: (error: Error) => void }) {
    this.pool = new ConnectionPool({
      connectionString: url,
      max: options.connections ?? 10,
      connectionTimeoutMillis,
      idleTimeoutMillis: 30_000,
      application_name: 'shala',
      // A plan made once per statement and connection: with new plans for each school's values, a page of students was
      // read 1,300 to 1,500 times a second, with one plan 2,000 times; the statements leave the planner no choice that
      // depends on values.
      // Pages are in memory or on an SSD. With PostgreSQL's default of 4 a search of 5,000 students read their whole
      // rows one after the other, in 6.9 ms instead of 2.7.
      options: `-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1 ${limitsOf(options.statementMs)}`,
      Client: NamingClient as unknown as typeof pg.Client,
      onConnect: prepareCitusConnection,
    } as pg.PoolConfig)
    // An idle connection that breaks must not end the process; the next query opens another.
    this.pool.on('error', options.onError)
    this.kysely = new Kysely<DB>({
      dialect: new PipelineDialect(this.pool),
      plugins: [new ColumnNames()],
      log: ({ query, queryDurationMillis }) => noteStatement(query.sql, queryDurationMillis),
    })
  }

  /**
   * Returns whether the tables of schools may be on several nodes, where a statement over all schools locks nothing.
   */
  async isCluster(): Promise<boolean> {
    const known = clusters.get(this.pool)
    if (known !== undefined) return known
    const client = await this.pool.connect()
    const cluster = isCluster(client)
    client.release()
    clusters.set(this.pool, cluster)
    return cluster
  }

  /**
   * Answers several reads of one school in one round trip and one implicit transaction: the school is set and every
   * statement bound before a single Sync.
   */
  read<const Q extends readonly Compilable<unknown>[]>(schoolId: number, queries: Q): Promise<Answers<Q>> {
    return againOnChangedResult(() => readOnce(this.pool, schoolId, queries))
  }

  /**
   * Carries out several statements of one school in one round trip and one transaction: all of them or none. Nothing
   * can be decided between them; each sees what was committed before it began, and what those before it have done.
   */
  write<const Q extends readonly Compilable<unknown>[]>(schoolId: number, queries: Q): Promise<Answers<Q>> {
    return this.read(schoolId, queries)
  }

  /**
   * One transaction that sees and writes one school's rows. `last` sends its last statements together with the COMMIT,
   * in one round trip: locks that they take are held for no longer than that. All of them are stored, or nothing of the
   * transaction. No statement may follow. It is missing where the transaction is not to be committed.
   */
  async transaction<T>(schoolId: number, run: (db: Tx, last?: Read) => Promise<T>): Promise<T> {
    return this.kysely.transaction().execute(async (db) => {
      await enterSchool(db, schoolId)
      return run(db, lastOf(db))
    })
  }

  async close(): Promise<void> {
    await this.pool.end()
  }
}

/** Answers reads of one school, see `Database.read`. */
async function readOnce<const Q extends readonly Compilable<unknown>[]>(
  pool: pg.Pool,
  schoolId: number,
  queries: Q,
): Promise<Answers<Q>> {
  const client = await pool.connect()
  const cluster = isCluster(client)
  try {
    const compiled = queries.map((query) => query.compile())
    const before = [...(cluster ? [begin] : []), ...settingsOf(schoolId, cluster)]
    const statements = cluster ? [...compiled.map((query) => withSchoolAsValue(query, schoolId)), commit] : compiled
    const run = () => runPipeline(client, [...before, ...statements])
    const results = await noted(compiled, run)
    client.release()
    return answersOf(queries, results.slice(before.length))
  } catch (error) {
    const usable = error instanceof pg.DatabaseError
    // There the transaction was begun by name, and has to be ended by name.
    const ended =
      usable && cluster
        ? await client.query('rollback').then(
            () => true,
            () => false,
          )
        : usable
    client.release(!ended)
    throw error
  }
}

/**
 * Returns `read` inside a transaction, on its own connection. Waiting for a second connection while holding one could
 * deadlock.
 */
export function readIn(db: Tx): Read {
  return async <const Q extends readonly Compilable<unknown>[]>(...queries: Q) => {
    const compiled = queries.map((query) => query.compile())
    const run = () => onConnection(db, (connection) => connection.run(compiled))
    return answersOf(queries, await noted(compiled, run))
  }
}

/**
 * Sets whose rows the rest of this transaction may see and write, and overrides their statement timeout inside
 * `withStatementTimeout`. It is sent with the next statement.
 */
export async function enterSchool(db: Tx, schoolId: number): Promise<void> {
  await onConnection(db, async (connection) => connection.enterSchool(schoolId, settingsOf(schoolId, connection.isCluster)))
}

/** Returns the end of a transaction: statements and the COMMIT, in one round trip. */
function lastOf(db: Tx): Read {
  return async <const Q extends readonly Compilable<unknown>[]>(...queries: Q) => {
    const compiled = queries.map((query) => query.compile())
    return answersOf(queries, await noted(compiled, () => onConnection(db, (connection) => connection.runLast(compiled))))
  }
}

function onConnection<T>(db: Tx, use: (connection: PipelinedConnection) => Promise<T>): Promise<T> {
  return db.getExecutor().provideConnection((connection) => use(connection as PipelinedConnection))
}

/** Returns the statements that enter a school. A cluster sends `set local` to its nodes, and not `set_config`. */
function settingsOf(schoolId: number, cluster: boolean): Statement[] {
  const limit = statementTimeout()
  const settings = Object.entries({
    'app.school_id': schoolId,
    ...(limit === undefined ? {} : { statement_timeout: limit, idle_in_transaction_session_timeout: limit }),
  })
  return settings.map(([name, value]) =>
    cluster
      ? { sql: `set local ${name} to '${wholeId(value)}'`, parameters: [], once: true }
      : { sql: `select set_config('${name}', $1, true)`, parameters: [String(value)] },
  )
}

/** Runs a pipeline and traces its statements, each with the time of all. */
async function noted(compiled: readonly Statement[], run: () => Promise<StatementResult[]>): Promise<StatementResult[]> {
  const began = performance.now()
  const results = await run()
  for (const { sql } of compiled) noteStatement(sql, performance.now() - began)
  return results
}

function answersOf<const Q extends readonly Compilable<unknown>[]>(queries: Q, results: readonly StatementResult[]): Answers<Q> {
  return queries.map((_, index) => results[index]?.rows) as Answers<Q>
}

/**
 * Timeouts for statements and idle transactions. Otherwise a few that wait for locks, have bad plans, or hang inside a
 * transaction would hold every connection.
 */
function limitsOf(statementMs: number | undefined): string {
  if (statementMs === undefined) return ''
  return `-c statement_timeout=${statementMs} -c idle_in_transaction_session_timeout=${2 * statementMs}`
}
