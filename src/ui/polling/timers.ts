import type { Waiting } from './timer.worker.ts'

/** Runs something later. */
export interface Timers {
  /** @returns what calls it off */
  later: (run: () => void, ms: number) => () => void
  stop: () => void
}

export const pageTimers: Timers = {
  later: (run, ms) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  stop: () => undefined,
}

/**
 * Timers that are in time also in a page that has long been hidden, whose own ones browsers let through once a minute: those of a
 * worker. The page's run beside them, for a browser that does not start the worker.
 */
export function wakefulTimers(): Timers {
  if (typeof Worker === 'undefined') return pageTimers
  const worker = new Worker(new URL('./timer.worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, () => void>()
  let last = 0
  worker.onmessage = ({ data }: MessageEvent<number>) => waiting.get(data)?.()
  return {
    later: (run, ms) => {
      const id = ++last
      const callOff = () => {
        waiting.delete(id)
        ofPage()
      }
      const once = () => {
        callOff()
        run()
      }
      const ofPage = pageTimers.later(once, ms)
      waiting.set(id, once)
      worker.postMessage({ id, ms } satisfies Waiting)
      return callOff
    },
    stop: () => worker.terminate(),
  }
}
