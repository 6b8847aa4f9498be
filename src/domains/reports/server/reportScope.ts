import type { Compilable } from 'kysely'
import type { Reading } from '../../../platform/command.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { notFound } from '../../../platform/refusal.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { type SectionRow, sectionsSeen, teacherRows, termNamed } from './people.sql.ts'

/** What an order names, found; everything is narrowed to what `viewAs` sees. */
export interface ReportScope {
  /** Whose view the report shows: the viewer's own, or the chosen teacher's. */
  viewAs: Viewer
  term: { id: number; name: string }
  sections: SectionRow[]
}

interface Asked {
  teacherId?: number | null | undefined
  currentTerm: number
  section: number | null
}

/**
 * Whose view it is, and the term and the sections that are seen by it. Whoever is no SUPERADMIN sees the own view, whatever was asked
 * for. NOT_FOUND for a teacher, a term or a section that is not there or not seen.
 */
export async function findScope(
  { viewer, schoolId, read }: Pick<Reading<unknown>, 'viewer' | 'schoolId' | 'read'>,
  db: Db,
  { teacherId, currentTerm, section }: Asked,
): Promise<ReportScope> {
  const viewAs = viewer.role === 'SUPERADMIN' && teacherId ? await teachersView(viewer, schoolId, teacherId, db, read) : viewer
  const [[term], sections] = await read(
    termNamed(db, schoolId, currentTerm),
    sectionsSeen(db, schoolId, viewAs, currentTerm, section),
  )
  if (!term || (section !== null && sections.length === 0)) throw notFound()
  return { viewAs, term, sections }
}

async function teachersView(
  viewer: Viewer,
  schoolId: number,
  teacherId: number,
  db: Db,
  read: <const Q extends readonly Compilable<unknown>[]>(...queries: Q) => ReturnType<Reading<unknown>['read']>,
): Promise<Viewer> {
  const rows = (await read(teacherRows(db, schoolId)))[0] as Awaited<ReturnType<ReturnType<typeof teacherRows>['execute']>>
  const teacher = rows.find((row) => row.id === teacherId)
  if (!teacher) throw notFound()
  const limited = teacher.role === 'ADMIN' && teacher.classIds.length > 0
  return {
    ...viewer,
    ...{ role: teacher.role as Viewer['role'], schoolId, userId: teacher.id, name: teacher.name },
    classIds: limited ? teacher.classIds : null,
  }
}
