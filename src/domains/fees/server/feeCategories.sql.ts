import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { ofVisibleStudent } from './account.sql.ts'

/** A bank account as far as fees show it: where the money of a category goes, without the gateway's keys. */
export interface FeeBankAccount {
  id: number
  name: string
  accNumber: string
}

/** A fee category with what is in it, counted. */
export interface FeeCategory {
  schoolId: number
  id: number
  termId: number
  name: string
  bankAccount: FeeBankAccount | null
  feeCount: number
  /** Fees on which live money stands. */
  feesWithMoney: number
  /** The sum of its fixed fees: what one student pays. */
  fixedTotal: number
  /** Students who pay it, of those the viewer may know of; disabled ones too. */
  studentCount: number
}

/** Money stands on something by a line that is neither deleted nor FAILED. */
export const liveLine = sql<boolean>`line.deleted_at is null and line.status <> 'FAILED'`

/** The fee categories of a school that are not deleted, by name. */
export function feeCategoryRows(db: Db | Tx, schoolId: number, viewer: Viewer) {
  return db
    .selectFrom('feeCategories')
    .select((row) => [
      'feeCategories.schoolId',
      'feeCategories.id',
      'feeCategories.termId',
      'feeCategories.name',
      jsonObjectFrom(
        row
          .selectFrom('bankAccounts')
          .select(['bankAccounts.id', 'bankAccounts.name', 'bankAccounts.accNumber'])
          .where('bankAccounts.schoolId', '=', schoolId)
          .whereRef('bankAccounts.id', '=', 'feeCategories.bankAccountId'),
      ).as('bankAccount'),
      fees()
        .select((fee) => fee.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('feeCount'),
      fees()
        .select((fee) => fee.fn.countAll<number>().as('count'))
        .where(hasMoney())
        .$asScalar()
        .$notNull()
        .as('feesWithMoney'),
      fees().select(sql<number>`coalesce(sum(fees.amount), 0)::bigint`.as('total')).$asScalar().$notNull().as('fixedTotal'),
      row
        .selectFrom('studentFeeCategories')
        .select((assigned) => assigned.fn.countAll<number>().as('count'))
        .where('studentFeeCategories.schoolId', '=', schoolId)
        .whereRef('studentFeeCategories.feeCategoryId', '=', 'feeCategories.id')
        .where(ofVisibleStudent(viewer, 'studentFeeCategories'))
        .$asScalar()
        .$notNull()
        .as('studentCount'),
    ])
    .where('feeCategories.schoolId', '=', schoolId)
    .where('feeCategories.deletedAt', 'is', null)
    .orderBy(sql`lower(fee_categories.name)`)
    .orderBy('feeCategories.id')

  function fees() {
    return db
      .selectFrom('fees')
      .where('fees.schoolId', '=', schoolId)
      .whereRef('fees.feeCategoryId', '=', sql.ref('feeCategories.id'))
      .where('fees.deletedAt', 'is', null)
  }
}

/** Whether live money stands on the row of `fees` in the query. */
export function hasMoney() {
  return sql<boolean>`exists (select from collected_lines line where line.school_id = fees.school_id
    and line.term_id = fees.term_id and line.fee_id = fees.id and ${liveLine})`
}

/** The bank accounts a category may have, by name. Of an account nothing else leaves the server here. */
export function bankAccountChoices(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('bankAccounts')
    .select(['id', 'name', 'accNumber'])
    .where('schoolId', '=', schoolId)
    .orderBy('name')
    .orderBy('id')
}

/** The term with this id, to tell a term without fees from none at all. */
export function termWithId(db: Db, schoolId: number, id: number) {
  return db.selectFrom('terms').select('id').where('schoolId', '=', schoolId).where('id', '=', id)
}

/** A term held, so that it stays while something is added to it; undefined when the school has none with this id. */
export function holdTerm(db: Tx, schoolId: number, id: number) {
  return db
    .selectFrom('terms')
    .select(['schoolId', 'id'])
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
}

/**
 * How a category is held: 'delete' lets nobody put anything on it; 'change' keeps others from changing it and from adding fees
 * to it; 'hold' only keeps it from being deleted while students are put on it.
 */
export type Hold = 'delete' | 'change' | 'hold'

/** Those of the categories that are not deleted, locked in the order of their ids. */
export function lockFeeCategories(db: Tx, schoolId: number, ids: readonly number[], hold: Hold) {
  const rows = db
    .selectFrom('feeCategories')
    .select(['schoolId', 'id', 'termId', 'name'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('deletedAt', 'is', null)
    .orderBy('id')
  const locked = hold === 'delete' ? rows.forUpdate() : hold === 'change' ? rows.forNoKeyUpdate() : rows.forKeyShare()
  return locked.execute()
}

/** One category, locked. The row is read after the lock, so what it counts is what is there. */
export async function lockFeeCategory(
  db: Tx,
  viewer: Viewer,
  schoolId: number,
  id: number,
  hold: Hold,
): Promise<FeeCategory | undefined> {
  const [locked] = await lockFeeCategories(db, schoolId, [id], hold)
  return locked && feeCategoryById(db, viewer, schoolId, id)
}

/** One category, read. */
export function feeCategoryById(db: Tx, viewer: Viewer, schoolId: number, id: number): Promise<FeeCategory | undefined> {
  return feeCategoryRows(db, schoolId, viewer).where('feeCategories.id', '=', id).executeTakeFirst()
}
