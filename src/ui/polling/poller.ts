import { pageTimers, type Timers, workerTimers } from './timers.ts'

/** Options of a poll. */
interface PollOptions {
  everyMs: number
  /** Sends the request. When it rejects, the interval grows until a request succeeds. */
  ask: (signal: AbortSignal) => Promise<unknown>
  /** Polls in a hidden page too, such as for presence, with a short back-off. */
  whileHidden?: boolean
  /** Called with whether the last request was answered. */
  onAnswer?: (answered: boolean) => void
}

/** Spreads the requests of a thousand pages that were opened at the same bell. */
const jitter = 0.1
const slowestMs = 30_000
/** Timeout of a request. */
const timeoutMs = 15_000
/** Longest interval and timeout for presence: a student counts as gone after ten seconds of silence. */
const presenceMs = 5000

/**
 * Polls immediately and then at an interval ±10 %, counted from request to request, one request at a time. Without an
 * answer the interval doubles, up to half a minute, or five seconds with `whileHidden`. It pauses in a hidden page,
 * except with `whileHidden`. It polls immediately when the page becomes visible or the connection returns.
 * @returns a function that stops the poll
 */
export function poll({ everyMs, ask, whileHidden = false, onAnswer }: PollOptions): () => void {
  const timers = whileHidden ? workerTimers() : pageTimers
  const [slowest, timeout] = whileHidden ? [presenceMs, presenceMs] : [slowestMs, timeoutMs]
  let cancelTimer = () => {}
  let stopped = false
  let asking = false
  let delay = everyMs
  const leaving = new AbortController()
  const isPaused = () => !whileHidden && globalThis.document?.hidden === true

  async function askNow() {
    if (asking || stopped) return
    cancelTimer()
    if (isPaused()) return
    asking = true
    const began = Date.now()
    const answered = await askWithTimeout(timers, timeout, ask, leaving.signal)
    asking = false
    if (stopped) return
    delay = answered ? everyMs : Math.min(delay * 2, Math.max(slowest, everyMs))
    onAnswer?.(answered)
    // Pauses between requests even when they take longer than the interval.
    const rest = Math.max(delay - (Date.now() - began), delay / 4)
    cancelTimer = timers.later(() => void askNow(), rest * (1 - jitter + Math.random() * 2 * jitter))
  }
  const again = () => {
    delay = everyMs
    void askNow()
  }
  const seen = () => {
    if (!document.hidden) again()
  }

  globalThis.document?.addEventListener('visibilitychange', seen)
  globalThis.addEventListener?.('online', again)
  void askNow()
  return () => {
    stopped = true
    cancelTimer()
    leaving.abort()
    timers.stop()
    globalThis.document?.removeEventListener('visibilitychange', seen)
    globalThis.removeEventListener?.('online', again)
  }
}

async function askWithTimeout(timers: Timers, timeout: number, ask: PollOptions['ask'], leaving: AbortSignal): Promise<boolean> {
  const giveUp = new AbortController()
  const end = () => giveUp.abort()
  const cancelTimer = timers.later(end, timeout)
  leaving.addEventListener('abort', end)
  const gaveUp = new Promise<false>((resolve) => giveUp.signal.addEventListener('abort', () => resolve(false)))
  try {
    return await Promise.race([
      ask(giveUp.signal).then(
        () => true,
        () => false,
      ),
      gaveUp,
    ])
  } finally {
    cancelTimer()
    leaving.removeEventListener('abort', end)
  }
}
