import type { DocumentMaker } from '../../../platform/documentJobs/makers.ts'
import { pictureData } from '../../../platform/files/files.ts'
import { schoolById } from '../../../platform/school.ts'
import { writeSpreadsheet } from '../../../shared/sheet.ts'
import { reportWorkbook } from '../report.workbook.ts'
import { allSections, reportParams, type ReportParams } from '../reports.schema.ts'
import { makeReport } from './report.query.ts'
import { reportPdf } from './reportPdf.ts'

/** Makes a report's files: the PDF, the spreadsheet, and the report itself, which the screen draws. */
export const reportMaker: DocumentMaker<ReportParams> = {
  kind: 'REPORT',
  params: reportParams,
  make: async ({ call, schoolId, params, pdf }) => {
    const section = params.section === null ? allSections : String(params.section)
    const report = await makeReport(call, schoolId, { ...params, section })
    // The renderer fetches nothing: the logo goes along, and stays out of what is stored for the screen.
    const { logoFile = null } = (await schoolById(call.database, schoolId)) ?? {}
    const school = { ...report.school, logoUrl: await pictureData(call, schoolId, logoFile) }
    const [paper, workbook] = await Promise.all([
      pdf(reportPdf({ ...report, school }), { pageNumbers: true }),
      writeSpreadsheet(reportWorkbook(report)),
    ])
    const name = fileName(params)
    return [
      { format: 'PDF', name: `${name}.pdf`, bytes: paper },
      { format: 'XLSX', name: `${name}.xlsx`, bytes: Buffer.from(workbook) },
      { format: 'JSON', name: `${name}.json`, bytes: Buffer.from(JSON.stringify(report)) },
    ]
  },
}

/** `condensed-2026-06-01-2026-06-30`. */
function fileName({ reportType, start, end }: ReportParams): string {
  return [reportType, start, ...(end === start ? [] : [end])].join('-')
}
