import type { PdfContent } from '#platform/pdf/document.ts'
import { writeSpreadsheet } from '#shared/sheet.ts'
import type { ReportModel } from '../report.model.ts'
import { reportWorkbook } from '../report.workbook.ts'
import { reportPdf } from './reportPdf.ts'

/** What is drawn: the report as it is stored, and the logo as a data: address for the paper. */
export interface Drawing {
  report: ReportModel
  logoUrl: string | null
}

export interface Drawn {
  /** The parts of the PDF, for the renderer. */
  parts: PdfContent[]
  /** The spreadsheet. */
  workbook: Uint8Array
}

/** Draws a report for paper and as a spreadsheet. */
export async function drawReport({ report, logoUrl }: Drawing): Promise<Drawn> {
  // The renderer fetches nothing: the logo goes along, and stays out of what is stored for the screen.
  const parts = reportPdf({ ...report, school: { ...report.school, logoUrl } })
  return { parts, workbook: await writeSpreadsheet(reportWorkbook(report)) }
}
