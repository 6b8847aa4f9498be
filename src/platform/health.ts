import type { FastifyInstance } from 'fastify'
import type { Safety } from './backup/safeMoment.ts'

/**
 * Checks of the server's parts. A check that throws or takes more than two seconds has failed. One that returns a text
 * has failed for that reason, which everybody may read.
 */
export type HealthChecks = Record<string, () => Promise<boolean | string>>

type BackupSafety = Pick<Safety, 'state' | 'at' | 'trouble'>

const checkTimeoutMs = 2000

/**
 * Serves GET /health/live: the process answers; and GET /health/ready: it can do its work. 503 names the failed parts,
 * with the reason where a check has one. The answer also reports the age of the last safe moment and whether backups
 * fail, without a 503: sending requests elsewhere would not help.
 */
export function registerHealth(app: FastifyInstance, checks: HealthChecks, safety: () => BackupSafety): void {
  app.get('/health/live', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/health/ready', async (_request, reply) => {
    const results = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await resultOf(check)] as const))
    const ready = results.every(([, result]) => result === 'ok')
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ok' : 'unavailable',
        checks: Object.fromEntries(results),
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

/** Returns `ok`, `failed` or the reason. */
async function resultOf(check: () => Promise<boolean | string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), checkTimeoutMs)
  })
  const checked = check().catch(() => false)
  const result = await Promise.race([checked, timeout])
  clearTimeout(timer)
  return typeof result === 'string' ? result : result ? 'ok' : 'failed'
}
