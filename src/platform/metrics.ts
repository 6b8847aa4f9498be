import { createServer } from 'node:http'
import type pg from 'pg'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { CannotStart } from './cannotStart.ts'
import type { ObserveLine } from './logging.ts'
import { type CodeOutcome, observeCodeLimits, observeCodes } from './auth/codeBudget.ts'
import { observeOutgoingCalls } from './outgoingCalls.ts'

interface Observation {
  route: string
  operation: string | undefined
  status: number
  code: string | undefined
  seconds: number
}

/** A queue of background work, as stored in the database. */
export interface WaitingWork {
  /** The queue, such as `message.SMS` or `job.check-data`. */
  work: string
  /** Number of items that are due. */
  due: number
  /** Age of the oldest due item in seconds; 0 when unknown. */
  oldestSeconds: number
  /** Number of items given up in the last day after all retries. */
  givenUp: number
}

export interface Metrics {
  observeRequest(observation: Observation): void
  /** Counts log lines by message, operation and code: errors, jobs, documents, messages. */
  observeLine: ObserveLine
  /** Reads the waiting work at every scrape. */
  watchWaiting(read: () => Promise<readonly WaitingWork[]>): void
  /** Reads the result of the last nightly data checks at every scrape. */
  watchDataCheck(read: () => Promise<{ at: Date; findings: number } | undefined>): void
  /** Reads the time of the last backup at every scrape, in seconds since 1970. */
  watchBackup(read: () => number | undefined): void
  /** Reads how many seconds the last safe moment of the backup is late, at every scrape. */
  watchSafeMoment(read: () => number | undefined): void
  /** Reads the largest part of a budget of work that anybody has used, at every scrape. */
  watchWork(read: () => number): void
  /** Counts a pool's connections by state at every scrape. */
  watchPool(name: string, pool: pg.Pool): void
  /** Returns the metrics of this process, to be added to those of others. */
  readings(): Promise<Readings>
}

export type Readings = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** Clients choose operation names: further names are counted together as `other`. */
const mostOperations = 300
/** Buckets for background work and calls of other services, in seconds. */
const longBuckets = [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 300, 900]

/**
 * Creates the Prometheus metrics: the process, requests by route and operation, refusals by code, log lines, calls of
 * other services, connections and waiting work. The sum of all processes is served. Values read from the database are
 * the same in each process, so their maximum is served.
 */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'shala_request_seconds',
    help: 'Time from a request to the end of its response.',
    labelNames: ['route', 'operation', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'shala_refusals_total',
    help: 'Operations that were refused, by code.',
    labelNames: ['operation', 'code'],
    registers: [registry],
  })
  const lines = new Counter({
    name: 'shala_log_lines_total',
    help: 'Log lines except requests, by message: errors, jobs, documents, messages.',
    labelNames: ['level', 'message', 'operation', 'code'],
    registers: [registry],
  })
  // Prometheus computes no rate for a series that has no first value.
  for (const message of ['unexpected', 'A mail was not sent']) lines.inc({ level: 'error', message, operation: '', code: '' }, 0)
  const work = new Histogram({
    name: 'shala_work_seconds',
    help: 'Duration of background work, by job or document.',
    labelNames: ['operation'],
    buckets: longBuckets,
    registers: [registry],
  })
  const outgoing = new Histogram({
    name: 'shala_outgoing_seconds',
    help: 'Time until another service answered, by host and status; failed when no answer came.',
    labelNames: ['host', 'status'],
    buckets: longBuckets,
    registers: [registry],
  })
  observeOutgoingCalls(({ host, status, seconds }) => outgoing.observe({ host: bounded(host), status }, seconds))
  const codes = new Counter({
    name: 'shala_one_time_codes_total',
    help: 'One-time codes by outcome: sent, refused because the budget is used up, or typed wrongly.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of ['sent', 'refused', 'wrong'] satisfies CodeOutcome[]) codes.inc({ outcome }, 0)
  observeCodes((outcome) => codes.inc({ outcome }))
  // A time and not a counter: Prometheus computes no increase from the first value of a school.
  const codeLimits = new Gauge({
    name: 'shala_one_time_code_limit_timestamp_seconds',
    help: 'When a wrong code was last typed, or a message last refused, beyond a limit of a school, or of all of them.',
    labelNames: ['kind', 'school'],
    aggregator: 'max',
    registers: [registry],
  })
  observeCodeLimits(({ kind, school }) => codeLimits.setToCurrentTime({ kind, school: school === null ? 'all' : String(school) }))
  const pools: { name: string; pool: pg.Pool }[] = []
  // The pool is read before the gauges below query the database: their own queries would be counted as waiting.
  new Gauge({
    name: 'shala_database_connections',
    help: 'PostgreSQL connections by pool and state; waiting counts requests without a connection.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const { name, pool } of pools) {
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount)
      }
    },
  })
  const waiting = sharedReading<readonly WaitingWork[]>([])
  const workGauge = (name: string, help: string, value: (row: WaitingWork) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['work'],
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const rows = await waiting.read()
        this.reset()
        for (const row of rows) this.set({ work: row.work }, value(row))
      },
    })
  workGauge('shala_waiting', 'Work that is due and not started, in the database.', ({ due }) => due)
  workGauge('shala_waiting_oldest_seconds', 'Age of the oldest due work, in seconds.', ({ oldestSeconds }) => oldestSeconds)
  workGauge('shala_given_up', 'Work that was given up in the last day, after every try.', ({ givenUp }) => givenUp)
  /** Registers a gauge for the whole installation; without a value nothing is served. */
  const installationGauge = (name: string, help: string, read: () => Promise<number | undefined>) =>
    new Gauge({
      name,
      help,
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const value = await read()
        this.remove()
        if (value !== undefined) this.set(value)
      },
    })
  const checked = sharedReading<{ at: Date; findings: number } | undefined>(undefined)
  const findings = 'Number of findings of the last nightly data checks: one for each check and school.'
  installationGauge('shala_data_findings', findings, async () => (await checked.read())?.findings)
  installationGauge('shala_data_checked_timestamp_seconds', 'When the last nightly data checks ended.', async () => {
    const check = await checked.read()
    return check && check.at.getTime() / 1000
  })
  let readBackup: () => number | undefined = () => undefined
  installationGauge('shala_last_backup_timestamp_seconds', 'When the last backup was made.', async () => readBackup())
  let readSafeMoment: () => number | undefined = () => undefined
  installationGauge(
    'shala_safe_moment_late_seconds',
    'How many seconds older the moment up to which everything is backed up is than BACKUP_EVERY, or than now with an archive of the log.',
    async () => readSafeMoment(),
  )
  let readWork: () => number = () => 0
  installationGauge(
    'shala_work_most_used',
    'The largest part of a budget of work that one person or network has used within a minute, since the start; 1 is all of it.',
    async () => readWork(),
  )
  const names = new Set<string>()
  const bounded = (name: string) => {
    if (names.size < mostOperations) names.add(name)
    return names.has(name) ? name : 'other'
  }
  return {
    observeRequest: ({ route, operation, status, code, seconds }) => {
      const known = operation === undefined ? '' : bounded(operation)
      requests.observe({ route, operation: known, status: String(status) }, seconds)
      if (code !== undefined) refusals.inc({ operation: known, code })
    },
    observeLine: (level, { operation, code, durationMs }, message) => {
      if (message === 'request' || level === 'debug') return
      const named = operation === undefined ? '' : bounded(operation)
      lines.inc({ level, message, operation: named, code: code ?? '' })
      if (durationMs !== undefined) work.observe({ operation: named }, durationMs / 1000)
    },
    watchWaiting: waiting.watch,
    watchDataCheck: checked.watch,
    watchBackup: (read) => {
      readBackup = read
    },
    watchSafeMoment: (read) => {
      readSafeMoment = read
    },
    watchWork: (read) => {
      readWork = read
    },
    watchPool: (name, pool) => {
      pools.push({ name, pool })
    },
    readings: () => registry.getMetricsAsJSON(),
  }
}

/**
 * Merges the readings of several processes into one: adds counters, and takes the maximum of values that all processes
 * read alike.
 */
export function mergeReadings(readings: readonly Readings[]): Promise<Readings> {
  return AggregatorRegistry.aggregate([...readings]).getMetricsAsJSON()
}

/** Returns the readings in the Prometheus text format. */
export function readingsText(readings: readonly Readings[]): Promise<string> {
  return AggregatorRegistry.aggregate([...readings]).metrics()
}

/**
 * Shares one database read among all gauges that show a part of it. Returns `none` while the database is away; the
 * readiness check reports that.
 */
function sharedReading<Value>(none: Value) {
  let source: () => Promise<Value> = async () => none
  let pending: Promise<Value> | undefined
  return {
    watch: (read: typeof source) => {
      source = read
    },
    read: () => {
      pending ??= source()
        .catch(() => none)
        .finally(() => {
          pending = undefined
        })
      return pending
    },
  }
}

/**
 * Serves GET /metrics on its own port, so that a firewall can block it from outside.
 *
 * @throws CannotStart when the port is taken
 */
export async function startMetricsServer(
  read: () => Promise<string>,
  host: string,
  port: number,
): Promise<{ stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    read().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new CannotStart(`The port ${port} for metrics is in use. Choose another with METRICS_PORT, or 0 for none.`)
          : error,
      ),
    )
    server.listen(port, host, resolve)
  })
  return {
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
