import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { againOnChangedResult } from './changedResult.ts'
import { isCluster } from './citus/connection.ts'
import { withSchoolAsValue } from './citus/schoolAsValue.ts'
import { Pipeline, type Statement, type StatementResult } from './pipeline.ts'

export const begin: Statement = { sql: 'begin', parameters: [] }
export const commit: Statement = { sql: 'commit', parameters: [] }
const rollback: Statement = { sql: 'rollback', parameters: [] }

/** Runs statements in one round trip on a connection that nobody else uses meanwhile. */
export function runPipeline(client: pg.ClientBase, statements: readonly Statement[]): Promise<StatementResult[]> {
  return new Promise<StatementResult[]>((resolve, reject) => {
    client.query(new Pipeline(statements, { resolve, reject }) as unknown as pg.Submittable)
  }).catch((error: Error) => {
    // Leads to the caller, and not to the socket.
    Error.captureStackTrace(error)
    throw error
  })
}

/**
 * A connection whose transactions cost no round trips of their own: `begin` is sent with the first statement, and
 * `commit` with the last ones where the caller says which these are.
 */
export class PipelinedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  /** Sent in front of the next statement. */
  #unsent: Statement[] = []
  #transaction: 'none' | 'unsent' | 'open' | 'ended' = 'none'
  #waiting: NodeJS.Immediate | undefined
  #broken = false
  /** The school of the transaction. */
  #schoolId: number | undefined

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  get isCluster(): boolean {
    return isCluster(this.#client)
  }

  /** Begins a transaction whose first statement follows at once. Otherwise PostgreSQL could not end it for idling. */
  begin(): void {
    this.#unsent = [begin]
    this.#transaction = 'unsent'
    // A failure is that of the connection, and so of the next statement too.
    this.#waiting = setImmediate(() => void this.run([]).catch(() => undefined))
  }

  /**
   * Enters a school for the rest of the transaction.
   * @param settings statements that are put in front of the next one. Nobody sees their results
   */
  enterSchool(schoolId: number, settings: readonly Statement[]): void {
    this.#schoolId = schoolId
    this.#unsent.push(...settings)
  }

  /** Runs statements in one round trip. */
  async run(statements: readonly Statement[]): Promise<StatementResult[]> {
    if (this.#transaction === 'ended') throw new Error('This transaction has ended already.')
    clearImmediate(this.#waiting)
    const before = this.#unsent
    this.#unsent = []
    if (this.#transaction === 'unsent') this.#transaction = 'open'
    const schoolId = this.isCluster ? this.#schoolId : undefined
    const asked = schoolId === undefined ? statements : statements.map((each) => withSchoolAsValue(each, schoolId))
    const results = await runPipeline(this.#client, [...before, ...asked])
    return results.slice(before.length)
  }

  /**
   * Runs the last statements of the transaction and commits it, in one round trip: all of them or none. After an error
   * the transaction still has to be rolled back.
   */
  async runLast(statements: readonly Statement[]): Promise<StatementResult[]> {
    const results = await this.run([...statements, commit])
    this.#transaction = 'ended'
    // PostgreSQL says so where an earlier failure had aborted the transaction.
    if (results[statements.length]?.tag === 'ROLLBACK') throw new AbortedTransactionError()
    return results.slice(0, statements.length)
  }

  async commit(): Promise<void> {
    if (this.#transaction === 'open') await this.runLast([])
  }

  async rollback(): Promise<void> {
    if (this.#transaction !== 'open') return
    this.#transaction = 'ended'
    this.#unsent = []
    try {
      await runPipeline(this.#client, [rollback])
    } catch (error) {
      this.#broken = true
      throw error
    }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const run = () => this.run([query])
    const [{ rows, tag } = { rows: [], tag: '' }] = await (this.#transaction === 'none' ? againOnChangedResult(run) : run())
    const [kind, ...counts] = tag.split(' ')
    const changes = kind === 'INSERT' || kind === 'UPDATE' || kind === 'DELETE' || kind === 'MERGE'
    const result = { rows: rows as Row[] }
    return changes ? { ...result, numAffectedRows: BigInt(counts.at(-1) ?? 0) } : result
  }

  // eslint-disable-next-line require-yield
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Results are not streamed.')
  }

  release(): void {
    clearImmediate(this.#waiting)
    this.#unsent = []
    this.#transaction = 'none'
    this.#schoolId = undefined
    this.#client.release(this.#broken)
  }
}

class PipelineDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #connections = new WeakMap<pg.PoolClient, PipelinedConnection>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PipelinedConnection> {
    const client = await this.#pool.connect()
    let connection = this.#connections.get(client)
    if (!connection) {
      connection = new PipelinedConnection(client)
      this.#connections.set(client, connection)
    }
    return connection
  }

  async beginTransaction(connection: PipelinedConnection): Promise<void> {
    connection.begin()
  }

  async commitTransaction(connection: PipelinedConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    await connection.rollback()
  }

  async releaseConnection(connection: PipelinedConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {}
}

/** Kysely's dialect of PostgreSQL with {@link PipelinedConnection}s of a pool. */
export class PipelineDialect extends PostgresDialect {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new PipelineDriver(this.#pool)
  }
}
