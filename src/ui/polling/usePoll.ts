import { useEffect, useRef, useState } from 'react'
import { poll } from './poller.ts'

interface UsePollOptions {
  /** False stops asking; true begins anew, at once, so it does not follow from whether the last ask was answered. */
  on?: boolean
  /** Also while nobody looks at the page, such as for presence: then in time, and soon again without an answer. */
  whileHidden?: boolean
}

/**
 * Asks at once and then every so many milliseconds, ±10 %; less and less often, up to every 30 s, while no answer comes; not in
 * a hidden tab, unless `whileHidden`, which asks at least every 5 s; at once when the page is looked at again or the connection comes back. `ask` may change
 * with every drawing: the latest is asked.
 * @param ask gets a signal that says when its answer is of no use any more, for `context: { fetchOptions: { signal } }`;
 *   rejects when there is no answer
 * @returns whether the last ask had no answer, so that what is shown may be old
 */
export function usePoll(everyMs: number, ask: (signal: AbortSignal) => Promise<unknown>, options: UsePollOptions = {}): boolean {
  const { on = true, whileHidden = false } = options
  const [failing, setFailing] = useState(false)
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    if (!on) return
    return poll({
      everyMs,
      whileHidden,
      ask: (signal) => latest.current(signal),
      onAnswer: (answered) => setFailing(!answered),
    })
  }, [everyMs, on, whileHidden])
  return on && failing
}
