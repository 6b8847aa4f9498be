import type { DocumentMaker } from '#platform/documentJobs/makers.ts'
import { pictureDataUrl } from '#platform/files/files.ts'
import { schoolById } from '#platform/school.ts'
import { allSections, reportParams, type ReportParams } from '../reports.schema.ts'
import { type ReportModel, sectionLabel } from '../report.model.ts'
import { drawApart } from './drawApart.ts'
import { makeReport } from './report.query.ts'

/** Makes a report's files: the PDF, the spreadsheet, and the report itself, which the screen draws. */
export const reportMaker: DocumentMaker<ReportParams> = {
  kind: 'REPORT',
  params: reportParams,
  make: async ({ call, schoolId, params, pdf, signal }) => {
    const section = params.section === null ? allSections : String(params.section)
    const report = await makeReport(call, schoolId, { ...params, section })
    const { logoFile = null } = (await schoolById(call.database, schoolId)) ?? {}
    const { parts, workbook } = await drawApart({ report, logoUrl: await pictureDataUrl(call, schoolId, logoFile) }, signal)
    const name = fileName(params, report)
    return [
      { format: 'PDF', name: `${name}.pdf`, bytes: await pdf(parts, { pageNumbers: true }) },
      { format: 'XLSX', name: `${name}.xlsx`, bytes: Buffer.from(workbook) },
      { format: 'JSON', name: `${name}.json`, bytes: Buffer.from(JSON.stringify(report)) },
    ]
  },
}

/** `condensed-8-B-2026-06-01-2026-06-30`; a report of all sections names none. */
function fileName({ reportType, section, start, end }: ReportParams, { facts }: ReportModel): string {
  const of = section === null ? '' : (facts.find(({ label }) => label === sectionLabel)?.value ?? '')
  // What a file system refuses, and spaces, part the words of a name.
  const words = of.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return [reportType, words, start, end === start ? '' : end].filter((part) => part !== '').join('-')
}
