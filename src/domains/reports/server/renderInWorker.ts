import type { PdfContent } from '#platform/pdf/document.ts'
import { runInWorker } from '#platform/runInWorker.ts'
import { countCells } from '../report.model.ts'
import { type RenderInput, type RenderedReport, renderReportFile } from './renderReportFiles.ts'

/**
 * Reports with at least this many cells are rendered in workers, because they would block the process for too long.
 */
const workerCells = 4_000
/** Memory limit of a worker in megabytes. The largest report needs a third of it. */
const workerMegabytes = 1024

/**
 * Renders the parts of a report's PDF and its spreadsheet at the same time, those of a large report in a worker thread
 * each. The workers are terminated when `signal` aborts.
 *
 * @param print receives the parts while the spreadsheet is still being written; the result waits for it
 */
export async function renderInWorker(
  input: RenderInput,
  signal: AbortSignal,
  print?: (parts: PdfContent[]) => Promise<void>,
): Promise<RenderedReport> {
  const isLarge = countCells(input.report) >= workerCells
  const render = <File extends keyof RenderedReport>(file: File): Promise<RenderedReport[File]> =>
    isLarge
      ? runInWorker(new URL('renderWorker.ts', import.meta.url), { input, file }, { signal, megabytes: workerMegabytes })
      : renderReportFile(input, file)
  const renderAndPrint = async () => {
    const parts = await render('parts')
    await print?.(parts)
    return parts
  }
  // Waits for both, so that nothing keeps running after the caller got an error.
  const [parts, workbook] = await Promise.allSettled([renderAndPrint(), render('workbook')])
  if (parts.status === 'rejected') throw parts.reason as Error
  if (workbook.status === 'rejected') throw workbook.reason as Error
  return { parts: parts.value, workbook: workbook.value }
}
