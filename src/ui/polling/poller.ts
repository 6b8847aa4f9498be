import { pageTimers, type Timers, wakefulTimers } from './timers.ts'

/** When something that is asked again and again is asked next. */
interface PollOptions {
  everyMs: number
  /** Rejects when there is no answer; then it is asked less often, until there is one. */
  ask: (signal: AbortSignal) => Promise<unknown>
  /** Also while nobody looks at the page, such as for presence: then in time, and soon again without an answer. */
  whileHidden?: boolean
  /** Says whether the last ask was answered. */
  onAnswer?: (answered: boolean) => void
}

/** A thousand pages that were opened by one bell do not ask in step. */
const jitter = 0.1
const slowestMs = 30_000
/** An ask without an answer is given up. */
const timeoutMs = 15_000
/** Both, for presence: who is not heard of for ten seconds has left. */
const presenceMs = 5000

/**
 * Asks at once and then at an interval, counted from ask to ask, give or take a tenth; never twice at a time. Without an answer
 * the interval doubles, up to half a minute, or five seconds with `whileHidden`. In a page nobody looks at it rests, unless told otherwise; when the page is looked
 * at again, or the connection comes back, it asks at once.
 * @returns what ends it
 */
export function poll({ everyMs, ask, whileHidden = false, onAnswer }: PollOptions): () => void {
  const timers = whileHidden ? wakefulTimers() : pageTimers
  const [slowest, timeout] = whileHidden ? [presenceMs, presenceMs] : [slowestMs, timeoutMs]
  let callOff = () => {}
  let stopped = false
  let asking = false
  let delay = everyMs
  const leaving = new AbortController()
  const rests = () => !whileHidden && globalThis.document?.hidden === true

  async function askNow() {
    if (asking || stopped) return
    callOff()
    if (rests()) return
    asking = true
    const began = Date.now()
    const answered = await within(timers, timeout, ask, leaving.signal)
    asking = false
    if (stopped) return
    delay = answered ? everyMs : Math.min(delay * 2, Math.max(slowest, everyMs))
    onAnswer?.(answered)
    // A line that takes longer than the interval is given a rest all the same.
    const rest = Math.max(delay - (Date.now() - began), delay / 4)
    callOff = timers.later(() => void askNow(), rest * (1 - jitter + Math.random() * 2 * jitter))
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
    callOff()
    leaving.abort()
    timers.stop()
    globalThis.document?.removeEventListener('visibilitychange', seen)
    globalThis.removeEventListener?.('online', again)
  }
}

async function within(timers: Timers, timeout: number, ask: PollOptions['ask'], leaving: AbortSignal): Promise<boolean> {
  const giveUp = new AbortController()
  const end = () => giveUp.abort()
  const callOff = timers.later(end, timeout)
  leaving.addEventListener('abort', end)
  const given = new Promise<false>((resolve) => giveUp.signal.addEventListener('abort', () => resolve(false)))
  try {
    return await Promise.race([
      ask(giveUp.signal).then(
        () => true,
        () => false,
      ),
      given,
    ])
  } finally {
    callOff()
    leaving.removeEventListener('abort', end)
  }
}
