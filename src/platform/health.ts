import type { FastifyInstance } from 'fastify'
import type { Safety } from './backup/continuous/safeMoment.ts'

/** Each answers whether its part works; one that throws or takes more than two seconds does not. */
export type HealthChecks = Record<string, () => Promise<boolean>>

const patience = 2000

/**
 * GET /health/live: the process answers. GET /health/ready: it can do its work; 503 names the parts that cannot. It also says how old
 * the last safe moment is: an old one is no reason to send requests elsewhere, and so no 503.
 */
export function registerHealth(app: FastifyInstance, checks: HealthChecks, safety: () => Pick<Safety, 'state' | 'at'>): void {
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
        backup: backupSaid(safety()),
      })
  })
}

function backupSaid({ state, at }: Pick<Safety, 'state' | 'at'>) {
  return {
    state: state.toLowerCase(),
    safeAt: at?.toISOString() ?? null,
    ageSeconds: at === null ? null : Math.max(0, Math.round((Date.now() - at.getTime()) / 1000)),
  }
}

async function passes(check: () => Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patience)
  })
  const checked = check().catch(() => false)
  const passed = await Promise.race([checked, late])
  clearTimeout(timer)
  return passed
}
