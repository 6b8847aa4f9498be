import { may, mustBeAllowed } from '../../../platform/action.ts'
import { command, type Running } from '../../../platform/command.ts'
import type { Tx } from '../../../platform/database/connect.ts'
import { type DocumentJob, lockJob } from '../../../platform/documentJobs/documentJobs.sql.ts'
import { orderDocument } from '../../../platform/documentJobs/order.ts'
import { once } from '../../../platform/once.ts'
import { notFound } from '../../../platform/refusal.ts'
import { showDay } from '../../../shared/dates.ts'
import { allSections, kindOf, reportOrder, type ReportParams, reportTitles } from '../reports.schema.ts'
import { findScope, type ReportScope } from './reportScope.ts'
import { reportActions, reportKindActions } from './reports.permissions.ts'

/**
 * Orders a report: it is made behind the answer, and its link mailed where that was asked for. The same key orders it once.
 * DISABLED_MODULE where the school has not the module; NOT_FOUND for a term, a section or a teacher that is not there or not seen.
 */
export const orderReport = command({
  action: reportActions.order,
  input: reportOrder,
  run: async (running) => {
    const { db, call, viewer, school, schoolId, input } = running
    mustBeAllowed(may(reportKindActions[kindOf(input.reportType)], { viewer, school, row: undefined }))
    const { key: _key, sendLink, email, ...asked } = input
    // Nobody but a SUPERADMIN has a choice, and the order says so.
    const params: ReportParams = { ...asked, teacherId: viewer.role === 'SUPERADMIN' ? (asked.teacherId ?? null) : viewer.userId }
    const what = await findScope({ viewer, schoolId, read: readIn(db) }, call.database.kysely, params)
    return once(
      running,
      'report.order',
      input,
      async () => {
        const stored = { ...params, section: params.section === null ? allSections : String(params.section) }
        const title = orderTitle(params, what)
        const job = await orderDocument(running, { kind: 'REPORT', title, params: stored, email: sendLink ? email : null })
        return { result: job, ids: [job.id], fields: ['params', ...(sendLink ? ['email'] : [])] }
      },
      ([id]) => orderedAlready({ db, schoolId }, id),
    )
  },
})

/** `read` inside a transaction, on its own connection: one that waits for another while it holds one can wait for itself. */
function readIn(db: Tx): Parameters<typeof findScope>[0]['read'] {
  return async (...queries) => {
    const answers: unknown[][] = []
    for (const query of queries) answers.push((await db.executeQuery(query.compile())).rows)
    return answers as never
  }
}

async function orderedAlready({ db, schoolId }: Pick<Running<unknown, unknown>, 'db' | 'schoolId'>, id: number | undefined) {
  const job: DocumentJob | undefined = id === undefined ? undefined : await lockJob(db, schoolId, id)
  if (!job) throw notFound()
  return job
}

/** How the list of orders names it: `Condensed Attendance · 7-B · 01 Jun 2026 – 30 Jun 2026`. */
function orderTitle({ reportType, section, start, end }: ReportParams, { sections, viewAs, term }: ReportScope): string {
  const whose = section === null ? (viewAs.role === 'TEACHER' ? `Sections of ${viewAs.name}` : 'All sections') : sections[0]?.name
  const days = start === end ? showDay(start) : `${showDay(start)} – ${showDay(end)}`
  return [reportTitles[reportType], whose ?? term.name, days].join(' · ')
}
