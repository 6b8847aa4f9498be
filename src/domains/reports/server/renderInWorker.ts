import { runInWorker } from '#platform/runInWorker.ts'
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
  return runInWorker(new URL('renderWorker.ts', import.meta.url), input, { signal, megabytes: workerMegabytes })
}
