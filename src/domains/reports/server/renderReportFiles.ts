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

/** Renders the parts of a report's PDF, and its spreadsheet, in the report's language. */
export function renderReportFiles({ report, logoUrl }: RenderInput): Promise<RenderedReport> {
  return speakIn(report.language ?? 'en', async () => {
    // The PDF renderer fetches nothing, so the logo is embedded here. The stored report has none.
    const parts = renderPdfParts({ ...report, school: { ...report.school, logoUrl } })
    return { parts, workbook: await writeSpreadsheet(reportWorkbook(report)) }
  })
}
