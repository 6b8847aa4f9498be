import type { DocumentMaker } from '#platform/documentJobs/makers.ts'
import { type AccountingExportParams, accountingExportParams } from '../accounting.schema.ts'
import { makeAccountingExport } from './accounting.commands.ts'
import { renderExport } from './renderExport.ts'

/** Makes the files of an export: the vouchers for Tally, and the same vouchers as a spreadsheet. */
export const accountingMaker: DocumentMaker<AccountingExportParams> = {
  kind: 'ACCOUNTING',
  params: accountingExportParams,
  make: async ({ call, schoolId, jobId, params, signal }) => {
    const made = await makeAccountingExport(call, schoolId, { jobId, params })
    const { start, end, language } = params
    const { xml, workbook } = await renderExport({ ...made, schoolId, start, end, language }, signal)
    const days = start === end ? start : `${start}-${end}`
    return [
      { format: 'XML', name: `tally-${days}.xml`, bytes: Buffer.from(xml) },
      { format: 'XLSX', name: `accounts-${days}.xlsx`, bytes: Buffer.from(workbook) },
    ]
  },
}
