import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'

/** Said where a section cannot be deleted, because incidents were recorded in it. */
export const incidentsStandOn = 'Incidents were recorded in this section. They keep it from being deleted.'

/** How many incidents sections have; deleted ones stay on them as well. */
export async function incidentsOfSections(db: Tx, schoolId: number, sectionIds: readonly number[]): Promise<number> {
  const { count } = await db
    .selectFrom('incidents')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`section_id = any(${sectionIds}::bigint[])`)
    .executeTakeFirstOrThrow()
  return count
}
