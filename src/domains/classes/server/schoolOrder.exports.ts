import { type RawBuilder, sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSection } from './classes.exports.ts'

// The school's order of classes and sections: classes by the smallest serial number of their sections, sections of a
// class by their own. Equal numbers keep the order in which they were added.

/** SQL of a class's place in the school's order, for a query that reads all wanted `sections`. */
export const classSr = sql<number>`min(sections.sr) over (partition by sections.class_id)`

/**
 * Returns the SQL sort keys of the school's order.
 * @param alias of a row set with the columns class_sr ({@link classSr}), class_id, sr and section_id
 */
export function schoolOrder(alias: string): RawBuilder<unknown> {
  return sql.join(['classSr', 'classId', 'sr', 'sectionId'].map((column) => sql.ref(`${alias}.${column}`)))
}

/** Selects the sections of a term that the viewer sees, with the columns that {@link schoolOrder} needs. */
export function visibleSections(
  db: Db | Tx,
  schoolId: number,
  viewer: Viewer,
  view: { termId: number; classId?: number | undefined; sectionId?: number | undefined },
) {
  let query = db
    .selectFrom('sections')
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
    .select([
      'sections.schoolId',
      'sections.termId',
      'sections.id as sectionId',
      'sections.name as sectionName',
      'sections.classId',
      'classes.name as className',
      'sections.sr',
      classSr.as('classSr'),
    ])
    .where('sections.schoolId', '=', schoolId)
    .where('sections.termId', '=', view.termId)
    .where(visibleSection(viewer))
  if (view.classId !== undefined) query = query.where('sections.classId', '=', view.classId)
  if (view.sectionId !== undefined) query = query.where('sections.id', '=', view.sectionId)
  return query
}
