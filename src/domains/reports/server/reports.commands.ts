import { may, requirePermission } from '#platform/action.ts'
import { command } from '#platform/command.ts'
import { orderDocument, findOrderedDocument } from '#platform/documentJobs/orderDocument.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { showDay } from '#shared/dates.ts'
import { allSections, reportOrder, type ReportParams } from '../reports.schema.ts'
import { reportTypes } from '../reportTypes.ts'
import { findScope, type ReportScope, scopeName } from './reportScope.ts'
import { reportActions, reportKindActions } from './reports.permissions.ts'

/**
 * Orders a report: it is made behind the answer, and its link mailed where that was asked for. The same key orders it once.
 * DISABLED_MODULE where the school has not the module; NOT_FOUND for a term, a section or a teacher that is not there or not seen.
 */
export const orderReport = command({
  action: reportActions.order,
  input: reportOrder,
  run: async (running) => {
    const { viewer, school, input } = running
    requirePermission(may(reportKindActions[reportTypes[input.reportType].kind], { viewer, school, row: undefined }))
    const { key: _key, sendLink, email, ...asked } = input
    // Nobody but a SUPERADMIN has a choice, and the order says so.
    const params: ReportParams = { ...asked, teacherId: viewer.role === 'SUPERADMIN' ? (asked.teacherId ?? null) : viewer.userId }
    const scope = await findScope(running, params)
    return runOncePerKey(
      running,
      'report.order',
      input,
      async () => {
        const stored = { ...params, section: params.section === null ? allSections : String(params.section) }
        const title = orderTitle(params, scope)
        const job = await orderDocument(running, { kind: 'REPORT', title, params: stored, email: sendLink ? email : null })
        return { result: job, ids: [job.id], fields: ['params', ...(sendLink ? ['email'] : [])] }
      },
      (ids) => findOrderedDocument(running, ids),
    )
  },
})

/** How the list of orders names it: `Condensed Attendance · 7-B · 01 Jun 2026 – 30 Jun 2026`. */
function orderTitle({ reportType, section, start, end }: ReportParams, scope: ReportScope): string {
  const days = start === end ? showDay(start) : `${showDay(start)} – ${showDay(end)}`
  return [reportTypes[reportType].title, scopeName(scope, section), days].join(' · ')
}
