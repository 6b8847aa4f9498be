import type { QueryContext } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { termById } from '#domains/attendance/server/attendance.exports.ts'
import { type ReportType, reportTypes } from '../reportTypes.ts'
import { type SectionRow, sectionsForReport, selectableTeachers } from './sectionsAndTeachers.sql.ts'
import { t } from '#shared/texts.ts'

/** The term and sections of a report, limited to what `viewAs` may see. */
export interface ReportScope {
  /** The person whose view is reported: the viewer, or the teacher that a SUPERADMIN chose. */
  viewAs: Viewer
  term: { id: number; name: string }
  sections: SectionRow[]
}

interface ScopeInput {
  reportType: ReportType
  teacherId?: number | null | undefined
  currentTerm: number
  section: number | null
}

/** The context of a query or a command. */
type ScopeContext = Pick<QueryContext<unknown>, 'db' | 'read' | 'viewer' | 'school' | 'schoolId'>

/**
 * Resolves the view, the term and the sections of a report. Only a SUPERADMIN may choose another person's view. Where
 * attendance is taken by subject, a teacher's attendance reports also have the sections of the teacher's subjects;
 * reports of money and of the gate never have. NOT_FOUND for a teacher, term or section that does not exist or is not
 * visible.
 */
export async function findReportScope(
  context: ScopeContext,
  { reportType, teacherId, currentTerm, section }: ScopeInput,
): Promise<ReportScope> {
  const { db, read, viewer, school, schoolId } = context
  const viewAs = viewer.role === 'SUPERADMIN' && teacherId ? await teacherAsViewer(context, teacherId) : viewer
  const bySubject = school.attType === 'SUBJECTWISE' && reportTypes[reportType].kind === 'attendance'
  const [[term], sections] = await read(
    termById(db, schoolId, currentTerm),
    sectionsForReport(db, schoolId, viewAs, { termId: currentTerm, sectionId: section, bySubject }),
  )
  if (!term || (section !== null && sections.length === 0)) throw notFound()
  return { viewAs, term, sections }
}

/** Names the sections of a report: `7-B`, `All sections`, or `All sections of …` for a limited view. */
export function scopeName({ viewAs, sections: [only] }: ReportScope, section: number | null): string {
  if (section !== null && only) return only.name
  return seesAllSections(viewAs) ? t`All sections` : t`All sections of ${viewAs.name}`
}

/** Whether a viewer sees every section of the school. */
export function seesAllSections({ role, classIds }: Viewer): boolean {
  return role !== 'TEACHER' && classIds === null
}

/** Returns a viewer with the rights of a teacher or admin of the school. */
async function teacherAsViewer({ db, read, viewer, schoolId }: ScopeContext, teacherId: number): Promise<Viewer> {
  const [rows] = await read(selectableTeachers(db, schoolId))
  const teacher = rows.find((row) => row.id === teacherId)
  if (!teacher) throw notFound()
  return {
    ...viewer,
    role: teacher.role as Viewer['role'],
    schoolId,
    userId: teacher.id,
    name: teacher.name,
    classIds: teacher.limitedToClasses ? teacher.classIds : null,
  }
}
