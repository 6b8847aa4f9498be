import { CompiledQuery } from 'kysely'
import { type ConstructorOptions, PgBoss, type SendOptions } from 'pg-boss'
import pg from 'pg'
import { appRole, type Tx } from '../database/connect.ts'
import { withStatementTimeout } from '../database/statementTimeout.ts'
import { ResilientClient } from '../database/resilientClient.ts'
import type { Log } from '../logging.ts'
import { traced } from '../tracing.ts'

const schema = 'jobs'

/** A number every process agrees on: only one may migrate the queue at a time. */
const migrationLock = 7_422_503

/** A kind of work that is done behind the answers, kept in the database until it is done. */
export interface Job<Data extends object> {
  /** Also the queue's name: letters, digits, dots and hyphens. */
  name: string
  /** When it runs by itself, in Asia/Kolkata: minute hour day month weekday. It is run with `{}`. */
  cron?: string
  /** Seconds after which a run counts as failed; 15 minutes unless said otherwise. */
  expireInSeconds?: number
  /** How often a failed run is tried again, later each time; 2 unless said otherwise. */
  retryLimit?: number
  /** How many run at once in this process; 1 unless said otherwise. */
  concurrency?: number
  /**
   * May run twice for one order: a process can be killed between the work and the note that it is done. What it answers the queue keeps
   * for a week: counts, and nothing of a person.
   */
  run(data: Data, signal: AbortSignal): Promise<Readonly<Record<string, number>> | void>
}

export interface Jobs {
  /**
   * Orders a run. With `tx` the order stands or falls with that transaction.
   * @param options pg-boss's: `startAfter` (seconds or a moment), `singletonKey`, `priority` …
   */
  send<Data extends object>(job: { name: Job<Data>['name'] }, data: Data, options?: SendOptions & { tx?: Tx }): Promise<void>
  /** Whether orders can be placed now. */
  ready(): Promise<boolean>
  /** Takes no more runs; those under way go on. */
  rest(): Promise<void>
  /** Lets running jobs finish for so many milliseconds, five seconds unless said otherwise; what does not finish is run again elsewhere. */
  stop(graceMs?: number): Promise<void>
}

/** Brings the queue's tables up to date with the owner's connection; the unprivileged role may use them and owns none. */
export async function migrateJobs(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000, application_name: 'shala migrate' })
  await owner.connect()
  try {
    await owner.query('select pg_advisory_lock($1)', [migrationLock])
    const boss = new PgBoss({ connectionString: ownerUrl, schema, supervise: false, schedule: false, max: 1 })
    boss.on('error', () => undefined)
    await boss.start()
    await boss.stop({ graceful: false })
    await owner.query(`grant usage on schema ${schema} to ${appRole}`)
    await owner.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${appRole}`)
    await owner.query(`grant execute on all functions in schema ${schema} to ${appRole}`)
  } finally {
    await owner.end()
  }
}

/** Starts the workers of these jobs, as the unprivileged role. */
export async function startJobs(appUrl: string, jobs: readonly Job<never>[], log: Log, connections = 4): Promise<Jobs> {
  const options: ConstructorOptions & { Client: typeof ResilientClient } = {
    connectionString: appUrl,
    schema,
    migrate: false,
    createSchema: false,
    // Rebuilding an index takes its owner.
    reindex: false,
    max: connections,
    connectionTimeoutMillis: 5000,
    application_name: 'shala jobs',
    // Passed on to the driver's pool, though the type does not name it.
    Client: ResilientClient,
  }
  const boss = new PgBoss(options)
  boss.on('error', (error) => log.error({ err: error }, 'The queue of jobs has a problem'))
  await boss.start()
  for (const job of jobs) await startJob(boss, job as Job<object>, log)
  const known = new Set(jobs.map((job) => job.name))
  for (const { name } of await boss.getSchedules()) if (!known.has(name)) await boss.unschedule(name)
  return {
    send: async (job, data, { tx, ...options } = {}) => {
      const db = tx && {
        executeSql: async (text: string, values?: unknown[]) => ({
          rows: (await tx.executeQuery(CompiledQuery.raw(text, values))).rows,
        }),
      }
      await boss.send(job.name, data, { ...options, ...(db ? { db } : {}) })
    },
    ready: async () => (await boss.getQueues(jobs.slice(0, 1).map((job) => job.name))) !== null,
    rest: async () => {
      await Promise.all(jobs.map(({ name }) => boss.offWork(name, { wait: false })))
    },
    stop: (graceMs = 5000) => boss.stop({ graceful: true, timeout: graceMs }),
  }
}

async function startJob(boss: PgBoss, job: Job<object>, log: Log): Promise<void> {
  const options = {
    retryLimit: job.retryLimit ?? 2,
    retryDelay: 30,
    retryBackoff: true,
    expireInSeconds: job.expireInSeconds ?? 900,
  }
  await boss.createQueue(job.name, options)
  await boss.updateQueue(job.name, options)
  if (job.cron === undefined) await boss.unschedule(job.name)
  else await boss.schedule(job.name, job.cron, {}, { tz: 'Asia/Kolkata' })
  await boss.work<object>(job.name, { localConcurrency: job.concurrency ?? 1 }, async ([order]) => {
    if (!order) return undefined
    const started = performance.now()
    const fields = () => ({ operation: job.name, durationMs: Math.round(performance.now() - started) })
    try {
      const output = await traced(`job ${job.name}`, {}, () =>
        withStatementTimeout(options.expireInSeconds * 1000, () => job.run(order.data, order.signal)),
      )
      log.info(fields(), 'job')
      return output
    } catch (error) {
      log.error({ ...fields(), err: error }, 'A job failed')
      // The queue keeps what is thrown: the kind of the error, not the values in its message.
      throw new Error(error instanceof Error ? error.name : 'error')
    }
  })
}
