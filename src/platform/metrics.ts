import { createServer } from 'node:http'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { CannotStart } from './cannotStart.ts'

interface Observation {
  route: string
  operation: string | undefined
  status: number
  code: string | undefined
  seconds: number
}

export interface Metrics {
  observeRequest(seen: Observation): void
  /** Counts connections of a pool by state at every reading. */
  watchPool(name: string, pool: pg.Pool): void
  text(): Promise<string>
}

/** A caller names the operations: past this many, others are counted together. */
const mostOperations = 300

/** Counts for Prometheus: the process, requests by route and operation, refusals by code, connections. */
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
  const pools: { name: string; pool: pg.Pool }[] = []
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
    watchPool: (name, pool) => {
      pools.push({ name, pool })
    },
    text: () => registry.metrics(),
  }
}

/**
 * Serves GET /metrics on a port of its own, so that it can be kept from the outside.
 * @throws CannotStart when the port is taken
 */
export async function startMetricsServer(metrics: Metrics, host: string, port: number): Promise<{ stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
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
