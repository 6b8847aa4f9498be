import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { type ConstructorOptions, PgBoss, type SendOptions } from 'pg-boss'
import pg from 'pg'
import { appRole, type Tx } from '../database/connect.ts'
import { withStatementTimeout } from '../database/statementTimeout.ts'
import { ResilientClient } from '../database/resilientClient.ts'
import { type Log, oncePerMinute } from '../logging.ts'
import { traced } from '../tracing.ts'
import { connectionTimeoutMillis } from '#platform/database/connectionTimeout.ts'

const schema = 'jobs'
const indexLimitMs = 30_000

/** The advisory lock that lets one process at a time migrate the queue. */
const migrationLock = 7_422_503

/** A kind of background work, stored in the database until it is done. */
export interface Job<Data extends object> {
  /** Also the queue's name: letters, digits, dots and hyphens. */
  name: string
  /** The schedule in Asia/Kolkata: minute hour day month weekday. Scheduled runs get `{}`. */
  cron?: string
  /** Seconds after which a run counts as failed; 15 minutes by default. */
  expireInSeconds?: number
  /** Number of retries of a failed run, with growing delays; 2 by default. */
  retryLimit?: number
  /** Number of concurrent runs in this process; 1 by default. */
  concurrency?: number
  /**
   * May run twice for one order, because a process can be killed between the work and its completion record. The queue
   * stores the returned value for a week: only counts, nothing of a person.
   */
  run(data: Data, signal: AbortSignal): Promise<Readonly<Record<string, number>> | void>
}

export interface Jobs {
  /**
   * Queues a run. With `tx` it is queued in that transaction.
   *
   * @param options pg-boss's options: `startAfter` (seconds or a moment), `singletonKey`, `priority` …
   */
  send<Data extends object>(job: { name: Job<Data>['name'] }, data: Data, options?: SendOptions & { tx?: Tx }): Promise<void>
  /** Returns whether jobs can be queued now. */
  ready(): Promise<boolean>
  /** Stops taking jobs; running ones continue. */
  rest(): Promise<void>
  /**
   * Lets running jobs finish within so many milliseconds, five seconds by default. Unfinished jobs run again elsewhere.
   */
  stop(graceMs?: number): Promise<void>
}

/** Migrates the queue's tables on the owner's connection. The unprivileged role may use them and owns none. */
export async function migrateJobs(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis, application_name: 'shala migrate' })
  await owner.connect()
  try {
    await owner.query('select pg_advisory_lock($1)', [migrationLock])
    const boss = new PgBoss({
      connectionString: ownerUrl,
      schema,
      supervise: false,
      schedule: false,
      registerInstance: false,
      max: 2,
    })
    boss.on('error', () => undefined)
    await boss.start()
    await waitForIndexes(boss)
    await boss.stop({ graceful: false })
    await owner.query(`grant usage on schema ${schema} to ${appRole}`)
    await owner.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${appRole}`)
    await owner.query(`grant execute on all functions in schema ${schema} to ${appRole}`)
  } finally {
    await owner.end()
  }
}

/**
 * Waits until the indexes are built that a migration of the queue has ordered: only this connection may build them.
 * After the limit the next start continues; the queue works without them, more slowly.
 */
async function waitForIndexes(boss: PgBoss): Promise<void> {
  for (const end = Date.now() + indexLimitMs; Date.now() < end; await sleep(100)) {
    const statuses = await boss.getBamStatus()
    if (!statuses.some(({ status }) => status === 'pending' || status === 'in_progress')) return
  }
}

/** Starts the workers of these jobs, as the unprivileged role. */
export async function startJobs(appUrl: string, jobs: readonly Job<never>[], log: Log, connections = 4): Promise<Jobs> {
  const options: ConstructorOptions & { Client: typeof ResilientClient } = {
    connectionString: appUrl,
    schema,
    migrate: false,
    createSchema: false,
    // Rebuilding an index requires its owner.
    reindex: false,
    // Which processes run is our own business, and every job has a span of ours (tracing.ts says what it may contain).
    registerInstance: false,
    openTelemetry: { enabled: false },
    max: connections,
    connectionTimeoutMillis,
    application_name: 'shala jobs',
    // Passed on to the driver's pool, although the type does not declare it.
    Client: ResilientClient,
  }
  const boss = new PgBoss(options)
  // Every queue reports the same while the database is away.
  boss.on('error', oncePerMinute(log, 'The queue of jobs has a problem'))
  await boss.start()
  for (const job of jobs) await startJob(boss, job as Job<object>, log)
  const jobNames = new Set(jobs.map((job) => job.name))
  for (const { name } of await boss.getSchedules()) if (!jobNames.has(name)) await boss.unschedule(name)
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
      // The queue stores the error: only its kind, because its message may contain values.
      throw new Error(error instanceof Error ? error.name : 'error')
    }
  })
}
