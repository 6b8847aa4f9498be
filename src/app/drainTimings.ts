import type { DrainTiming } from '#platform/http/drain.ts'

const seconds = 1000

/** How long each phase of a shutdown lasts, by who asks for it. */
export const drainTimings = {
  /** A person at a terminal waits. */
  atOnce: { acceptMs: 0, idleMs: 0, graceMs: 10 * seconds },
  /** A service manager stops this server. The proxy in front needs time to notice and use other servers. */
  stopping: { acceptMs: 1 * seconds, idleMs: 4 * seconds, graceMs: 10 * seconds },
} satisfies Record<string, DrainTiming>

/**
 * Another process has taken over the port, and connected clients do not know. So no idle connection is closed earlier
 * than its keep-alive ends.
 */
export function replacedProcessTiming(keepAliveSeconds: number): DrainTiming {
  // Node closes connections a second later than configured.
  const idleMs = (keepAliveSeconds + 2) * seconds
  return { acceptMs: 0, idleMs, graceMs: Math.max(60 * seconds, idleMs) }
}
