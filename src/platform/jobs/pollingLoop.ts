import { speakIn } from '../languages/speech.ts'
import { type Log, oncePerMinute } from '../logging.ts'

/**
 * After a wake the loop polls every `everyMs` for `forMs`, because the transaction that ordered the work is about to
 * commit.
 */
const eager = { everyMs: 100, forMs: 2000 }
/** The first poll after a wake: a transaction is usually committed by then. */
const afterWakeMs = 25

export interface PollingLoop {
  /** Polls in `ms` milliseconds, unless an earlier poll is planned. During a poll, the next one follows at once. */
  pollIn(ms: number): void
  /** Polls soon and often for a moment. May be called before the work is committed. */
  wake(): void
  /** Plans no more polls and waits for the running one. */
  stop(): Promise<void>
}

export interface PollingOptions {
  /** Looks for work and starts it. Returns in how many milliseconds there may be more; undefined means `idleMs`. */
  poll: () => Promise<number | undefined>
  /** Time between polls when nothing calls for one earlier. */
  idleMs: number
  log: Pick<Log, 'error'>
  /** Log message of failed polls, once a minute. The loop goes on. */
  failure: string
}

/**
 * Starts a loop that looks for queued work, one poll at a time. Measures with the monotonic clock, because the system's
 * clock may be set while the loop runs.
 */
export function startPollingLoop({ poll, idleMs, log, failure }: PollingOptions): PollingLoop {
  const report = oncePerMinute(log, failure)
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let plannedAt = 0
  let polling: Promise<void> | undefined
  /** Whether something has changed since the running poll began. */
  let outdated = false
  let eagerUntil = 0

  function pollIn(ms: number): void {
    if (polling) {
      outdated = true
      return
    }
    const at = performance.now() + ms
    if (stopped || (timer && plannedAt <= at)) return
    clearTimeout(timer)
    plannedAt = at
    timer = setTimeout(() => {
      timer = undefined
      polling = pollOnce().then((nextMs) => {
        polling = undefined
        pollIn(outdated ? 0 : nextMs)
      })
    }, ms)
  }

  async function pollOnce(): Promise<number> {
    outdated = false
    let nextMs = idleMs
    try {
      // A request may have woken the loop; what is done and stored here does not speak its language.
      nextMs = (await speakIn('en', poll)) ?? idleMs
    } catch (err) {
      if (!stopped) report(err)
    }
    return performance.now() < eagerUntil ? Math.min(nextMs, eager.everyMs) : nextMs
  }

  pollIn(0)
  return {
    pollIn,
    wake: () => {
      eagerUntil = performance.now() + eager.forMs
      pollIn(afterWakeMs)
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await polling
    },
  }
}
