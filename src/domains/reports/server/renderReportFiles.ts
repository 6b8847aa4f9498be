import { speakIn } from '#platform/languages/speech.ts'
import type { PdfContent } from '#platform/pdf/document.ts'
import { writeSpreadsheet } from '#shared/sheet.ts'
import type { ReportModel } from '../report.model.ts'
import { reportWorkbook } from '../report.workbook.ts'
import { renderPdfParts } from './reportPdf.ts'

/** The report as it is stored, and the logo for the PDF as a `data:` URL. */
export interface RenderInput {
  report: ReportModel
  logoUrl: string | null
}

/** A rendered report, before the PDF is printed. */
export interface RenderedReport {
  /** The parts of the PDF, for the renderer. */
  parts: PdfContent[]
  /** The spreadsheet. */
  workbook: Uint8Array
}

const renderers: { [File in keyof RenderedReport]: (input: RenderInput) => Promise<RenderedReport[File]> } = {
  // The PDF renderer fetches nothing, so the logo is embedded here. The stored report has none.
  parts: async ({ report, logoUrl }) => renderPdfParts({ ...report, school: { ...report.school, logoUrl } }),
  workbook: ({ report }) => writeSpreadsheet(reportWorkbook(report)),
}

/** Renders the parts of a report's PDF, or its spreadsheet, in the report's language. */
export function renderReportFile<File extends keyof RenderedReport>(
  input: RenderInput,
  file: File,
): Promise<RenderedReport[File]> {
  return speakIn(input.report.language ?? 'en', () => renderers[file](input))
}
