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

/**
 * Renders the parts of a report's PDF, and then its spreadsheet, in the report's language.
 *
 * @param onPart receives each part as soon as it is rendered
 * @returns the spreadsheet
 */
export function renderReportFiles({ report, logoUrl }: RenderInput, onPart: (part: PdfContent) => void): Promise<Uint8Array> {
  return speakIn(report.language ?? 'en', () => {
    // The PDF renderer fetches nothing, so the logo is embedded here. The stored report has none.
    for (const part of renderPdfParts({ ...report, school: { ...report.school, logoUrl } })) onPart(part)
    return writeSpreadsheet(reportWorkbook(report))
  })
}
