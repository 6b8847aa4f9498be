import type { FastifyInstance } from 'fastify'
import type { Safety } from './backup/safeMoment.ts'

/** Checks of the server's parts. A check that throws or takes more than two seconds has failed. */
export type HealthChecks = Record<string, () => Promise<boolean>>

type BackupSafety = Pick<Safety, 'state' | 'at' | 'trouble'>

const checkTimeoutMs = 2000

/**
 * Serves GET /health/live: the process answers; and GET /health/ready: it can do its work. 503 names the failed parts.
 * The answer also reports the age of the last safe moment and whether backups fail, without a 503: sending requests
 * elsewhere would not help.
 */
export function registerHealth(app: FastifyInstance, checks: HealthChecks, safety: () => BackupSafety): void {
  app.get('/health/live', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/health/ready', async (_request, reply) => {
    const results = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await passes(check)] as const))
    const ready = results.every(([, passed]) => passed)
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ok' : 'unavailable',
        checks: Object.fromEntries(results.map(([name, passed]) => [name, passed ? 'ok' : 'failed'])),
        backup: describeBackup(safety()),
      })
  })
}

function describeBackup({ state, at, trouble }: BackupSafety) {
  return {
    state: state.toLowerCase(),
    safeAt: at?.toISOString() ?? null,
    ageSeconds: at === null ? null : Math.max(0, Math.round((Date.now() - at.getTime()) / 1000)),
    // The reason may name a path, and anybody may ask.
    failing: trouble !== null,
  }
}

async function passes(check: () => Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), checkTimeoutMs)
  })
  const checked = check().catch(() => false)
  const passed = await Promise.race([checked, timeout])
  clearTimeout(timer)
  return passed
}
