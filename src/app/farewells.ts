import type { Farewell } from '../platform/http/drain.ts'

const seconds = 1000

/** How serving ends, by who asks for it. */
export const farewells = {
  /** A person at a terminal waits. */
  atOnce: { acceptMs: 0, idleMs: 0, graceMs: 10 * seconds },
  /** A service manager stops this server; others may go on behind the same proxy, which has to notice. */
  stopping: { acceptMs: 1 * seconds, idleMs: 4 * seconds, graceMs: 10 * seconds },
  /** Another process has taken over the port, and nobody waits for this one. */
  replaced: { acceptMs: 0, idleMs: 5 * seconds, graceMs: 60 * seconds },
} satisfies Record<string, Farewell>
