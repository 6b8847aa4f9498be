import { sql } from 'kysely'
import type { Tx } from './connect.ts'

/** Which columns name a row that may go and stay behind without it. */
const named = {
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
 * Before rows go for good: empties what names them and stays. Their foreign keys would (`on delete set null`), but on a cluster of
 * several nodes a key with the school in it only refuses.
 */
export async function letGo(db: Tx, schoolId: number, table: keyof typeof named, ids: readonly number[]): Promise<void> {
  for (const [name, column] of named[table])
    await sql`update ${sql.table(name)} set ${sql.ref(column)} = null
      where school_id = ${schoolId} and ${sql.ref(column)} = any(${ids}::bigint[])`.execute(db)
}
