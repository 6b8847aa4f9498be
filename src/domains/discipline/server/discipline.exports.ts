import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import type { SectionDependents } from '#domains/classes/server/sectionDependents.exports.ts'

/** The error when a section with incidents is deleted. */
const sectionHasIncidents = 'Incidents were recorded in this section. They keep it from being deleted.'

export const incidentsOfSections: SectionDependents = {
  noun: ['incident', 'incidents'],
  countOfSections: countIncidents,
  messages: { section: { incidents_school_id_term_id_section_id_fkey: sectionHasIncidents } },
}

/** Counts the incidents of sections. Includes deleted ones, because their rows stay. */
async function countIncidents(db: Tx, schoolId: number, sectionIds: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('incidents')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`section_id = any(${sectionIds}::bigint[])`)
    .executeTakeFirstOrThrow()
  return count
}
