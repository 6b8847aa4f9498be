import { z } from 'zod'
import { may } from '#platform/action.ts'
import { query } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { termById } from '#domains/attendance/server/attendance.exports.ts'
import { schoolDay } from '#shared/dates.ts'
import { reportChoicesView } from '../reports.schema.ts'
import { sectionsSeen, teacherRows } from './people.sql.ts'
import { reportActions, reportKindActions } from './reports.permissions.ts'
import type { ReportChoices, ReportRights } from './reports.types.ts'

/** Which tabs of the screen are for the viewer, and why not. */
export const viewReportRights = query({
  action: reportActions.view,
  input: z.object({}),
  run: async ({ viewer, school }): Promise<ReportRights> => {
    const facts = { viewer, school, row: undefined }
    return {
      attendance: may(reportKindActions.attendance, facts),
      qr: may(reportKindActions.qr, facts),
      fees: may(reportKindActions.fees, facts),
    }
  },
})

/** What the forms offer for a term. NOT_FOUND for one the school does not have. */
export const viewReportChoices = query({
  action: reportActions.view,
  input: reportChoicesView,
  run: async ({ db, read, viewer, schoolId, input: { termId } }): Promise<ReportChoices> => {
    const [terms, sections, teachers] = await read(
      termById(db, schoolId, termId),
      sectionsSeen(db, schoolId, viewer, { termId, sectionId: null, bySubject: false }),
      teacherRows(db, schoolId),
    )
    if (terms.length === 0) throw notFound()
    return {
      sections,
      teachers: viewer.role === 'SUPERADMIN' ? teachers : [],
      email: viewer.email,
      today: schoolDay(new Date()),
    }
  },
})
