import { sql } from 'kysely'
import type { SectionDependents } from '#domains/classes/server/sectionDependents.exports.ts'

/** Returns a function that counts the rows of a table that name sections. */
export function countOfSections(table: 'examPaperSections' | 'resultPublications'): SectionDependents['countOfSections'] {
  return async (db, schoolId, sectionIds) => {
    const { count } = await db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('schoolId', '=', schoolId)
      .where(sql<boolean>`section_id = any(${sectionIds}::bigint[])`)
      .executeTakeFirstOrThrow()
    return count
  }
}
