import { speakIn } from '#platform/languages/speech.ts'
import { runInWorker } from '#platform/runInWorker.ts'
import type { Language } from '#shared/languages.ts'
import { writeSpreadsheet } from '#shared/sheet.ts'
import type { MadeExport } from './accounting.commands.ts'
import { accountingWorkbook } from './accountingWorkbook.ts'
import { writeTallyXml } from './tallyXml.ts'

export interface RenderInput extends MadeExport {
  schoolId: number
  start: string
  end: string
  /** Of the spreadsheet. The file for Tally has no words of its own. */
  language: Language
}

export interface RenderedExport {
  xml: Uint8Array
  workbook: Uint8Array
}

/** Exports with at least this many vouchers are rendered in a worker, because they would block the process too long. */
const workerVouchers = 300
/** Memory limit of a worker in megabytes. A year of a school with 5,000 students needs less than half of it. */
const workerMegabytes = 1536

/** Renders the files of an export, a large one in a worker thread, which is terminated when `signal` aborts. */
export function renderExport(input: RenderInput, signal: AbortSignal): Promise<RenderedExport> {
  if (input.vouchers.length < workerVouchers) return renderExportFiles(input)
  return runInWorker(new URL('renderExportWorker.ts', import.meta.url), input, { signal, megabytes: workerMegabytes })
}

/** Renders the files of an export. */
export async function renderExportFiles(input: RenderInput): Promise<RenderedExport> {
  return {
    xml: writeTallyXml(input),
    workbook: await speakIn(input.language, () => writeSpreadsheet(accountingWorkbook(input))),
  }
}
