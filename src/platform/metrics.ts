import { createServer } from 'node:http'
import type pg from 'pg'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { CannotStart } from './cannotStart.ts'
import type { ObserveLine } from './logging.ts'
import { watchOutgoing } from './outgoing.ts'

interface Observation {
  route: string
  operation: string | undefined
  status: number
  code: string | undefined
  seconds: number
}

/** Work that is done behind the answers, as it stands in the database. */
export interface Waiting {
  /** What it is, such as `message.SMS` or `job.check-data`. */
  work: string
  /** How much of it is due. */
  due: number
  /** Since when the oldest is due, in seconds; 0 where that is not kept. */
  oldestSeconds: number
  /** How much of it was given up in the last day, after every try. */
  givenUp: number
}

export interface Metrics {
  observeRequest(seen: Observation): void
  /** Counts a line of the log by its message, its operation and its code: errors, jobs, documents, messages. */
  observeLine: ObserveLine
  /** Asks at every reading how much work waits. */
  watchWaiting(read: () => Promise<readonly Waiting[]>): void
  /** Asks at every reading what the last nightly checks of the data found. */
  watchDataCheck(read: () => Promise<{ at: Date; findings: number } | undefined>): void
  /** Asks at every reading when the last backup was made, in seconds since 1970. */
  watchBackup(read: () => number | undefined): void
  /** Asks at every reading up to when everything is in the continuous backup, in seconds since 1970. */
  watchSafeMoment(read: () => number | undefined): void
  /** Counts connections of a pool by state at every reading. */
  watchPool(name: string, pool: pg.Pool): void
  /** What one process has counted and measures now, to be added to that of others. */
  readings(): Promise<Readings>
}

export type Readings = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** A caller names the operations: past this many, others are counted together. */
const mostOperations = 300
/** Work behind the answers, and calls of other services, in seconds. */
const longBuckets = [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 300, 900]

/**
 * Counts for Prometheus: the process, requests by route and operation, refusals by code, what the log says, calls of other services,
 * connections and work that waits. Of several processes the sum is served; what is read from the database is the same for each.
 */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'shala_request_seconds',
    help: 'Time from a request to the end of its answer.',
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
    help: 'Lines of the log besides requests, by message: errors, jobs, documents, messages.',
    labelNames: ['level', 'message', 'operation', 'code'],
    registers: [registry],
  })
  // A rate of what was never seen before cannot be told.
  lines.inc({ level: 'error', message: 'unexpected', operation: '', code: '' }, 0)
  const work = new Histogram({
    name: 'shala_work_seconds',
    help: 'How long work behind the answers took, by job or document.',
    labelNames: ['operation'],
    buckets: longBuckets,
    registers: [registry],
  })
  const outgoing = new Histogram({
    name: 'shala_outgoing_seconds',
    help: 'Time until another service answered, by host and status; failed where no answer came.',
    labelNames: ['host', 'status'],
    buckets: longBuckets,
    registers: [registry],
  })
  watchOutgoing(({ host, status, seconds }) => outgoing.observe({ host: bounded(host), status }, seconds))
  const pools: { name: string; pool: pg.Pool }[] = []
  // Read before anything below asks the database: the question itself would be seen waiting for a connection.
  new Gauge({
    name: 'shala_database_connections',
    help: 'Connections to PostgreSQL by pool and state; waiting are requests without one.',
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
  const waiting = reading<readonly Waiting[]>([])
  const ofWork = (name: string, help: string, value: (one: Waiting) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['work'],
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const found = await waiting.read()
        this.reset()
        for (const one of found) this.set({ work: one.work }, value(one))
      },
    })
  ofWork('shala_waiting', 'Work that is due and not begun, in the database.', ({ due }) => due)
  ofWork('shala_waiting_oldest_seconds', 'Since when the oldest of it is due.', ({ oldestSeconds }) => oldestSeconds)
  ofWork('shala_given_up', 'Work that was given up in the last day, after every try.', ({ givenUp }) => givenUp)
  /** A number of the whole installation; nothing where it is not known. */
  const single = (name: string, help: string, read: () => Promise<number | undefined>) =>
    new Gauge({
      name,
      help,
      aggregator: 'max',
      registers: [registry],
      async collect() {
        const found = await read()
        this.remove()
        if (found !== undefined) this.set(found)
      },
    })
  const checked = reading<{ at: Date; findings: number } | undefined>(undefined)
  const findings = 'How often a check found something in a school, of the last nightly checks of the data.'
  single('shala_data_findings', findings, async () => (await checked.read())?.findings)
  single('shala_data_checked_timestamp_seconds', 'When they ended.', async () => {
    const found = await checked.read()
    return found && found.at.getTime() / 1000
  })
  let readBackup: () => number | undefined = () => undefined
  single('shala_last_backup_timestamp_seconds', 'When the last backup was made.', async () => readBackup())
  let readSafeMoment: () => number | undefined = () => undefined
  single(
    'shala_last_safe_moment_timestamp_seconds',
    'Everything acknowledged before is in the continuous backup; when it was turned on, before the first base copy.',
    async () => readSafeMoment(),
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
    watchPool: (name, pool) => {
      pools.push({ name, pool })
    },
    readings: () => registry.getMetricsAsJSON(),
  }
}

/** The readings of several processes as those of one: what each says is added, but of what all of them read alike. */
export function mergeReadings(readings: readonly Readings[]): Promise<Readings> {
  return AggregatorRegistry.aggregate([...readings]).getMetricsAsJSON()
}

/** What Prometheus reads. */
export function readingsText(readings: readonly Readings[]): Promise<string> {
  return AggregatorRegistry.aggregate([...readings]).metrics()
}

/** What is asked of the database, once for all gauges that show a part of it; `none` while it is away, and the readiness says why. */
function reading<Found>(none: Found) {
  let source: () => Promise<Found> = async () => none
  let under: Promise<Found> | undefined
  return {
    watch: (read: typeof source) => {
      source = read
    },
    read: () => {
      under ??= source()
        .catch(() => none)
        .finally(() => {
          under = undefined
        })
      return under
    },
  }
}

/**
 * Serves GET /metrics on a port of its own, so that it can be kept from the outside.
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
