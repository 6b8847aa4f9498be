import type { QueryContext } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { termById } from '#domains/attendance/server/attendance.exports.ts'
import { type ReportType, reportTypes } from '../reportTypes.ts'
import { type SectionRow, sectionsSeen, teacherRows } from './people.sql.ts'

/** What an order names, found; everything is narrowed to what `viewAs` sees. */
export interface ReportScope {
  /** Whose view the report shows: the viewer's own, or the chosen teacher's. */
  viewAs: Viewer
  term: { id: number; name: string }
  sections: SectionRow[]
}

interface Asked {
  reportType: ReportType
  teacherId?: number | null | undefined
  currentTerm: number
  section: number | null
}

/** A query, or a command. */
type Asking = Pick<QueryContext<unknown>, 'db' | 'read' | 'viewer' | 'school' | 'schoolId'>

/**
 * Whose view it is, and the term and the sections that are seen by it. Whoever is no SUPERADMIN sees the own view, whatever was asked
 * for. Where attendance is taken by subject, a teacher's view of it has the sections of the own subjects too; of money and of the gate
 * it never has. NOT_FOUND for a teacher, a term or a section that is not there or not seen.
 */
export async function findScope(reading: Asking, { reportType, teacherId, currentTerm, section }: Asked): Promise<ReportScope> {
  const { db, read, viewer, school, schoolId } = reading
  const viewAs = viewer.role === 'SUPERADMIN' && teacherId ? await teachersView(reading, teacherId) : viewer
  const bySubject = school.attType === 'SUBJECTWISE' && reportTypes[reportType].kind === 'attendance'
  const [[term], sections] = await read(
    termById(db, schoolId, currentTerm),
    sectionsSeen(db, schoolId, viewAs, { termId: currentTerm, sectionId: section, bySubject }),
  )
  if (!term || (section !== null && sections.length === 0)) throw notFound()
  return { viewAs, term, sections }
}

/** What a report is of: `7-B`, `All sections`, or those of whoever does not see all. */
export function scopeName({ viewAs, sections: [only] }: ReportScope, section: number | null): string {
  if (section !== null && only) return only.name
  return seesAll(viewAs) ? 'All sections' : `All sections of ${viewAs.name}`
}

/** Whether somebody sees every section of the school. */
export function seesAll({ role, classIds }: Viewer): boolean {
  return role !== 'TEACHER' && classIds === null
}

async function teachersView({ db, read, viewer, schoolId }: Asking, teacherId: number): Promise<Viewer> {
  const [rows] = await read(teacherRows(db, schoolId))
  const teacher = rows.find((row) => row.id === teacherId)
  if (!teacher) throw notFound()
  const limited = teacher.role === 'ADMIN' && teacher.classIds.length > 0
  return {
    ...viewer,
    role: teacher.role as Viewer['role'],
    schoolId,
    userId: teacher.id,
    name: teacher.name,
    classIds: limited ? teacher.classIds : null,
  }
}
