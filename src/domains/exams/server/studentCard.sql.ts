import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { rowsOf } from './scores.sql.ts'

/** A published card. `content` is JSON text, because camel-casing must not change the names inside. */
export interface StudentCardRow {
  id: number
  content: string
  token: string
  publishedAt: Date
  publishedByName: string
  visibleFrom: string
}

/**
 * Selects the cards of a student in a section's part that are published and not withdrawn, the newest first: one
 * after a re-examination stands before that of the section.
 */
export function selectStudentCard(
  db: Db | Tx,
  viewer: Viewer,
  schoolId: number,
  { sectionId, studentId, part }: { sectionId: number; studentId: number; part: string },
) {
  return rowsOf(
    db,
    sql<StudentCardRow>`
      select c.id, c.content::text as content, c.token, p.published_at, p.published_by_name, p.visible_from
      from result_publications p
      join report_cards c on c.school_id = ${schoolId} and c.publication_id = p.id and c.student_id = ${studentId}
      join sections on sections.school_id = ${schoolId} and sections.id = p.section_id
      where p.school_id = ${schoolId} and p.section_id = ${sectionId} and p.part = ${part} and p.withdrawn_at is null
        and ${visibleSection(viewer)}
      order by p.id desc`,
  )
}
