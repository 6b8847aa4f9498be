import { useEffect, useRef, useState } from 'react'
import { poll } from './poller.ts'

interface UsePollOptions {
  /** False stops polling; true starts again immediately, so it must not depend on the last answer. */
  on?: boolean
  /** Polls in a hidden page too, such as for presence, with a short back-off. */
  whileHidden?: boolean
}

/**
 * Polls immediately and then at an interval ±10 %. Without answers the interval grows, up to 30 s. It pauses in a
 * hidden tab; with `whileHidden` it polls there at least every 5 s. It polls immediately when the page becomes visible
 * or the connection returns. `ask` may change with every render: the latest is used.
 * @param ask receives a signal that aborts when the answer is not needed any more, for `context: { fetchOptions: {
 * signal } }`; rejects when there is no answer
 * @returns true when the last request had no answer, so that the data shown may be outdated
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
