import { Worker } from 'node:worker_threads'
import { countCells } from '../report.model.ts'
import { type RenderInput, type RenderedReport, renderReportFiles } from './renderReportFiles.ts'

/**
 * Reports with at least this many cells are rendered in a worker, because they would block the process for too long.
 */
const workerCells = 4_000
/** Memory limit of a worker in megabytes. The largest report needs a third of it. */
const workerMegabytes = 1024

/** Renders a report, a large one in a worker thread. The worker is terminated when `signal` aborts. */
export function renderInWorker(input: RenderInput, signal: AbortSignal): Promise<RenderedReport> {
  if (countCells(input.report) < workerCells) return renderReportFiles(input)
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('renderWorker.ts', import.meta.url), {
      workerData: input,
      // React's development build takes three times as long.
      env: { ...process.env, NODE_ENV: 'production' },
      resourceLimits: { maxOldGenerationSizeMb: workerMegabytes },
    })
    const stop = () => void worker.terminate()
    signal.addEventListener('abort', stop, { once: true })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop)
      reject(new Error('The report worker ended before the report was rendered.'))
    })
  })
}
