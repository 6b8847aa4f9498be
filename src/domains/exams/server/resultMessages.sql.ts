import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { rowsOf } from './scores.sql.ts'

/** A publication with the students who have a card of it. */
export interface PublicationToTell {
  id: number
  termId: number
  part: string
  visibleFrom: string
  withdrawn: boolean
  studentIds: number[]
}

/** Selects publications that the viewer may see. */
export function selectPublicationsToTell(db: Db | Tx, viewer: Viewer, schoolId: number, ids: readonly number[]) {
  return rowsOf(
    db,
    sql<PublicationToTell>`
      select p.id, p.term_id, p.part, p.visible_from, p.withdrawn_at is not null as withdrawn,
        array(select c.student_id from report_cards c
          where c.school_id = ${schoolId} and c.publication_id = p.id order by c.id) as student_ids
      from result_publications p
      join sections on sections.school_id = ${schoolId} and sections.id = p.section_id
      where p.school_id = ${schoolId} and p.id = any(${ids}::bigint[]) and ${visibleSection(viewer)}
      order by array_position(${ids}::bigint[], p.id)`,
  )
}
