import { Worker } from 'node:worker_threads'
import { cellCount } from '../report.model.ts'
import { type Drawing, type Drawn, drawReport } from './drawReport.ts'

/** More cells than these take so long that nobody else is to wait for them. */
const many = 4_000
/** Megabytes of one drawing: the largest report takes a third of it. */
const memory = 1024

/** Draws a report, a large one in a thread of its own, which ends when the making is given up. */
export function drawApart(drawing: Drawing, signal: AbortSignal): Promise<Drawn> {
  if (cellCount(drawing.report) < many) return drawReport(drawing)
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('drawWorker.ts', import.meta.url), {
      workerData: drawing,
      // React's development build takes three times as long.
      env: { ...process.env, NODE_ENV: 'production' },
      resourceLimits: { maxOldGenerationSizeMb: memory },
    })
    const stop = () => void worker.terminate()
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop)
      reject(new Error('The report was not drawn to its end.'))
    })
  })
}
