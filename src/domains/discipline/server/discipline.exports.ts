import { sql } from 'kysely'
import { plural, t } from '#shared/texts.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { SectionDependents } from '#domains/classes/server/sectionDependents.exports.ts'

export const incidentsOfSections: SectionDependents = {
  textOf: (count) => t`${plural(count, { one: '# incident', other: '# incidents' })}`,
  countOfSections: countIncidents,
  messages: {
    section: {
      get incidents_school_id_term_id_section_id_fkey() {
        return t`Incidents were recorded in this section. They keep it from being deleted.`
      },
    },
  },
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
