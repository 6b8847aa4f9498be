import { sql } from 'kysely'
import type { Tx } from '../connect.ts'

/** Columns that may refer to a row of each table and stay after it is deleted. */
const references = {
  users: [
    ['lectures', 'user_id'],
    ['book_progresses', 'user_id'],
  ],
  terms: [
    ['promotions', 'from_term_id'],
    ['promotions', 'to_term_id'],
  ],
  sections: [
    ['promotion_sections', 'section_id'],
    ['promotion_sections', 'target_section_id'],
  ],
} as const

/**
 * Sets references to rows to null before the rows are deleted. The foreign keys' `on delete set null` would do it, but
 * Citus refuses that action for keys that include the distribution column.
 */
export async function clearReferences(
  db: Tx,
  schoolId: number,
  table: keyof typeof references,
  ids: readonly number[],
): Promise<void> {
  for (const [name, column] of references[table])
    await sql`update ${sql.table(name)} set ${sql.ref(column)} = null
      where school_id = ${schoolId} and ${sql.ref(column)} = any(${ids}::bigint[])`.execute(db)
}
