import type { Farewell } from '#platform/http/drain.ts'

const seconds = 1000

/** How serving ends, by who asks for it. */
export const farewells = {
  /** A person at a terminal waits. */
  atOnce: { acceptMs: 0, idleMs: 0, graceMs: 10 * seconds },
  /** A service manager stops this server; others may go on behind the same proxy, which has to notice. */
  stopping: { acceptMs: 1 * seconds, idleMs: 4 * seconds, graceMs: 10 * seconds },
} satisfies Record<string, Farewell>

/**
 * Another process has taken over the port. Whoever is connected knows nothing of it, so no idle connection is closed before it would have
 * been anyway.
 */
export function farewellOfReplaced(keepAliveSeconds: number): Farewell {
  // Node closes a second later than it says.
  const idleMs = (keepAliveSeconds + 2) * seconds
  return { acceptMs: 0, idleMs, graceMs: Math.max(60 * seconds, idleMs) }
}
