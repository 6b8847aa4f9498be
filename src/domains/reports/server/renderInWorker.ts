import type { PdfContent } from '#platform/pdf/document.ts'
import { runInWorker } from '#platform/runInWorker.ts'
import { countCells } from '../report.model.ts'
import { countPdfParts } from './reportPdf.ts'
import { type RenderInput, renderReportFiles } from './renderReportFiles.ts'

/**
 * Reports with at least this many cells are rendered in a worker, because they would block the process for too long.
 */
const workerCells = 4_000
/** Memory limit of the worker in megabytes. The largest report needs a third of it. */
const workerMegabytes = 1024

/** A rendered report, before the PDF is printed. */
export interface RenderedReport {
  /** The parts of the PDF, for the renderer. */
  parts: PdfContent[]
  /** The spreadsheet. */
  workbook: Uint8Array
}

/**
 * Renders the parts of a report's PDF and its spreadsheet, those of a large report in a worker thread, which is
 * terminated when `signal` aborts.
 *
 * @param print receives functions that wait for the parts, so that the first are printed while others are rendered and
 *   the spreadsheet is written; the result waits for it
 */
export async function renderInWorker(
  input: RenderInput,
  signal: AbortSignal,
  print?: (parts: (() => Promise<PdfContent>)[]) => Promise<void>,
): Promise<RenderedReport> {
  const waiting = Array.from({ length: countPdfParts(input.report) }, () => Promise.withResolvers<PdfContent>())
  let rendered = 0
  const onPart = (part: PdfContent) => waiting[rendered++]?.resolve(part)
  const isLarge = countCells(input.report) >= workerCells
  const rendering = isLarge
    ? runInWorker<Uint8Array, PdfContent>(new URL('renderWorker.ts', import.meta.url), input, {
        signal,
        megabytes: workerMegabytes,
        onPart,
      })
    : renderReportFiles(input, onPart)
  rendering.catch((error: unknown) => {
    for (const { promise, reject } of waiting) {
      promise.catch(() => undefined)
      reject(error)
    }
  })
  // Waits for both, so that nothing keeps running after the caller got an error.
  const [workbook, printed] = await Promise.allSettled([
    rendering,
    print?.(
      waiting.map(
        ({ promise }) =>
          () =>
            promise,
      ),
    ),
  ])
  if (workbook.status === 'rejected') throw workbook.reason as Error
  if (printed.status === 'rejected') throw printed.reason as Error
  return { parts: await Promise.all(waiting.map(({ promise }) => promise)), workbook: workbook.value }
}
