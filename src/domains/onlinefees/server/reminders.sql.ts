import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'

/** Selects those of the phones to which a fee reminder went, or is about to go, since a time. */
export function remindedPhones(db: Db | Tx, schoolId: number, { phones, since }: { phones: readonly string[]; since: Date }) {
  return db
    .selectFrom('messages')
    .select('phone')
    .distinct()
    .where('schoolId', '=', schoolId)
    .where('kind', '=', 'FEE_REMINDER')
    .where('queuedAt', '>', since)
    .where('state', 'not in', ['CANCELLED', 'FAILED'])
    .where(sql<boolean>`phone = any(${phones}::text[])`)
}
