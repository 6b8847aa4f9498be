import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'

/**
 * Selects the bank account of a school that has one for all fee categories: the one that its categories use, otherwise
 * the first. No row in a school without accounts.
 */
export function oneAccount(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('bankAccounts')
    .select(['id', 'name', 'accNumber'])
    .where('schoolId', '=', schoolId)
    .orderBy(
      sql`exists (select from fee_categories used where used.school_id = ${schoolId} and used.bank_account_id = bank_accounts.id
        and used.deleted_at is null)`,
      'desc',
    )
    .orderBy('id')
    .limit(1)
}

/** Selects the names of the bank accounts that fee categories of any term use. */
export function accountsInUse(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('bankAccounts')
    .select('name')
    .where('schoolId', '=', schoolId)
    .where(
      sql<boolean>`exists (select from fee_categories used where used.school_id = ${schoolId}
        and used.bank_account_id = bank_accounts.id and used.deleted_at is null)`,
    )
    .orderBy('name')
}

/** Gives the fee categories without a bank account that of their school, in which all have the same. */
export async function giveOneAccount(db: Tx, schoolId: number): Promise<void> {
  const account = await oneAccount(db, schoolId).executeTakeFirst()
  if (!account) return
  await db
    .updateTable('feeCategories')
    .set({ bankAccountId: account.id })
    .where('schoolId', '=', schoolId)
    .where('bankAccountId', 'is', null)
    .where('deletedAt', 'is', null)
    .execute()
}
