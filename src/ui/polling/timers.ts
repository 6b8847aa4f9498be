import type { TimerRequest } from './timer.worker.ts'

/** Timers of a page or a worker. */
export interface Timers {
  /** @returns a function that cancels the timer */
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
 * Returns timers of a worker, because browsers let a hidden page's timers fire only once a minute. The page's timers
 * run beside them, for a browser that does not start the worker.
 */
export function workerTimers(): Timers {
  if (typeof Worker === 'undefined') return pageTimers
  const worker = new Worker(new URL('./timer.worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, () => void>()
  let last = 0
  worker.onmessage = ({ data }: MessageEvent<number>) => waiting.get(data)?.()
  return {
    later: (run, ms) => {
      const id = ++last
      const cancel = () => {
        waiting.delete(id)
        cancelPageTimer()
      }
      const runOnce = () => {
        cancel()
        run()
      }
      const cancelPageTimer = pageTimers.later(runOnce, ms)
      waiting.set(id, runOnce)
      worker.postMessage({ id, ms } satisfies TimerRequest)
      return cancel
    },
    stop: () => worker.terminate(),
  }
}
