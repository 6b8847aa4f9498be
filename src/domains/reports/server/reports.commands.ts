import { may, requirePermission } from '#platform/action.ts'
import { command } from '#platform/command.ts'
import { orderDocument, findOrderedDocument } from '#platform/documentJobs/orderDocument.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { speakIn } from '#platform/languages/speech.ts'
import { showDay } from '#shared/dates.ts'
import { allSections, reportOrder, type ReportParams } from '../reports.schema.ts'
import { reportTypes } from '../reportTypes.ts'
import { findReportScope, type ReportScope, scopeName } from './reportScope.ts'
import { reportActions, reportKindActions } from './reports.permissions.ts'

/**
 * Orders a report, which is made in the background; its link is mailed when requested. The same key orders it once.
 * DISABLED_MODULE without the module, NOT_FOUND for a term, section or teacher that does not exist or is not visible.
 */
export const orderReport = command({
  action: reportActions.order,
  input: reportOrder,
  run: async (context) => {
    const { viewer, school, input } = context
    requirePermission(may(reportKindActions[reportTypes[input.reportType].kind], { viewer, school, row: undefined }))
    const { key: _key, sendLink, email, ...settings } = input
    // Only a SUPERADMIN may choose a view. Everybody else's order stores their own id.
    const teacherId = viewer.role === 'SUPERADMIN' ? (settings.teacherId ?? null) : viewer.userId
    const params: ReportParams = { ...settings, teacherId }
    const scope = await findReportScope(context, params)
    return runOncePerKey(
      context,
      'report.order',
      input,
      async () => {
        const stored = { ...params, section: params.section === null ? allSections : String(params.section) }
        // The name of the paper, in its language.
        const title = speakIn(params.language, () => orderTitle(params, scope))
        const job = await orderDocument(context, { kind: 'REPORT', title, params: stored, email: sendLink ? email : null })
        return { result: job, ids: [job.id], fields: ['params', ...(sendLink ? ['email'] : [])] }
      },
      (ids) => findOrderedDocument(context, ids),
    )
  },
})

/** Returns the title in the list of orders: `Condensed Attendance · 7-B · 01 Jun 2026 – 30 Jun 2026`. */
function orderTitle({ reportType, section, start, end }: ReportParams, scope: ReportScope): string {
  const days = start === end ? showDay(start) : `${showDay(start)} – ${showDay(end)}`
  return [reportTypes[reportType].title, scopeName(scope, section), days].join(' · ')
}
