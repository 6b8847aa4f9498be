import { z } from 'zod'
import { may } from '#platform/action.ts'
import { query } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { termById } from '#domains/attendance/server/attendance.exports.ts'
import { schoolDay } from '#shared/dates.ts'
import { reportChoicesView } from '../reports.schema.ts'
import { sectionsForReport, selectableTeachers } from './sectionsAndTeachers.sql.ts'
import { reportActions, reportKindActions } from './reports.permissions.ts'
import type { ReportChoices, ReportRights } from './reports.types.ts'

/** Returns for each tab whether the viewer may open it, with the reason if not. */
export const viewReportRights = query({
  action: reportActions.view,
  input: z.object({}),
  run: async ({ viewer, school }): Promise<ReportRights> => {
    const context = { viewer, school, row: undefined }
    return {
      attendance: may(reportKindActions.attendance, context),
      qr: may(reportKindActions.qr, context),
      fees: may(reportKindActions.fees, context),
    }
  },
})

/** Returns the choices of the forms for a term. NOT_FOUND for an unknown term. */
export const viewReportChoices = query({
  action: reportActions.view,
  input: reportChoicesView,
  run: async ({ db, read, viewer, schoolId, input: { termId } }): Promise<ReportChoices> => {
    const [terms, sections, teachers] = await read(
      termById(db, schoolId, termId),
      sectionsForReport(db, schoolId, viewer, { termId, sectionId: null, bySubject: false }),
      selectableTeachers(db, schoolId),
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
