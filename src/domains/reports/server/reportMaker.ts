import type { DocumentMaker, MadeFile } from '#platform/documentJobs/makers.ts'
import { pictureDataUrl } from '#platform/files/files.ts'
import { speakIn } from '#platform/languages/speech.ts'
import { schoolById } from '#platform/school.ts'
import { allSections, reportParams, type ReportParams } from '../reports.schema.ts'
import type { ReportModel } from '../report.model.ts'
import { renderInWorker } from './renderInWorker.ts'
import { makeReport } from './makeReport.ts'

/** Makes the files of a report: the PDF, the spreadsheet, and the model as JSON for the screen. */
export const reportMaker: DocumentMaker<ReportParams> = {
  kind: 'REPORT',
  params: reportParams,
  make: async ({ call, schoolId, params, pdf, signal }) => {
    const section = params.section === null ? allSections : String(params.section)
    const report = await speakIn(params.language, () => makeReport(call, schoolId, { ...params, section }))
    const { logoFile = null } = (await schoolById(call.database, schoolId)) ?? {}
    const input = { report, logoUrl: await pictureDataUrl(call, schoolId, logoFile) }
    const name = fileName(params, report)
    const files: MadeFile[] = []
    const { workbook } = await renderInWorker(input, signal, async (parts) => {
      files.push({ format: 'PDF', name: `${name}.pdf`, bytes: await pdf(parts, { pageNumbers: true }) })
    })
    return [
      ...files,
      { format: 'XLSX', name: `${name}.xlsx`, bytes: Buffer.from(workbook) },
      { format: 'JSON', name: `${name}.json`, bytes: Buffer.from(JSON.stringify(report)) },
    ]
  },
}

/**
 * Returns the file name without extension: `condensed-8-B-2026-06-01-2026-06-30`, without a section for all sections.
 */
function fileName({ reportType, section, start, end }: ReportParams, { facts }: ReportModel): string {
  const sectionName = section === null ? '' : (facts.find((fact) => fact.name === 'section')?.value ?? '')
  // Spaces and characters that file systems refuse become hyphens.
  const safeName = sectionName.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  return [reportType, safeName, start, end === start ? '' : end].filter((part) => part !== '').join('-')
}
