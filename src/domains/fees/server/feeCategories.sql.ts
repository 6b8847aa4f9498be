import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { studentIsVisible } from './account.sql.ts'
import type { LateFeeColumns } from './lateFees.ts'

/** The bank account that receives the money of a category, without the gateway's keys. */
export interface FeeBankAccount {
  id: number
  name: string
  accNumber: string
}

/** A fee category with its counts and sums. */
export interface FeeCategory extends LateFeeColumns {
  schoolId: number
  id: number
  termId: number
  name: string
  bankAccount: FeeBankAccount | null
  /** Whether it is for all classes, also those that are added later. */
  allClasses: boolean
  /** The classes that it is for, oldest first; none when it is for all, or assigned by hand only. */
  classes: { id: number; name: string }[]
  feeCount: number
  /** Number of fees with payments or discounts that are neither deleted nor failed. */
  feesWithMoney: number
  /** The sum of its fixed fees: what one student pays. */
  fixedTotal: number
  /** Number of students who pay the category, disabled ones included, as far as the viewer may see them. */
  studentCount: number
}

/** Condition on `line`: neither deleted nor FAILED. Such a line is live money. */
export const liveLine = sql<boolean>`line.deleted_at is null and line.status <> 'FAILED'`

/**
 * Condition on `line`: live, and not of a concession, whose lines follow the fees and keep nothing from being changed.
 * Those of erased students stay as they are.
 */
export const keepingLine = sql<boolean>`${liveLine} and (line.status <> 'CONCESSION' or exists (
  select from students erased where erased.school_id = current_school() and erased.id = line.student_id and erased.erased_at is not null))`

/** Selects the fee categories of a school that are not deleted, by name. */
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
      'feeCategories.lateFeeKind',
      'feeCategories.lateFeeAmount',
      'feeCategories.lateFeeGrace',
      'feeCategories.lateFeeMax',
      'feeCategories.allClasses',
      jsonArrayFrom(
        row
          .selectFrom('feeCategoryClasses')
          .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'feeCategoryClasses.classId'))
          .select(['classes.id', 'classes.name'])
          .where('feeCategoryClasses.schoolId', '=', schoolId)
          .whereRef('feeCategoryClasses.feeCategoryId', '=', 'feeCategories.id')
          .orderBy('classes.id'),
      ).as('classes'),
      fees()
        .select((fee) => fee.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('feeCount'),
      fees()
        .select((fee) => fee.fn.countAll<number>().as('count'))
        .where(feeHasMoney())
        .$asScalar()
        .$notNull()
        .as('feesWithMoney'),
      fees().select(sql<number>`coalesce(sum(fees.amount), 0)::bigint`.as('total')).$asScalar().$notNull().as('fixedTotal'),
      row
        .selectFrom('studentFeeCategories')
        .select((assigned) => assigned.fn.countAll<number>().as('count'))
        .where('studentFeeCategories.schoolId', '=', schoolId)
        .whereRef('studentFeeCategories.feeCategoryId', '=', 'feeCategories.id')
        .where(studentIsVisible(viewer, 'studentFeeCategories'))
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

/** Condition on `fees`: the fee has live money, that is payments or discounts that are neither deleted nor failed. */
export function feeHasMoney() {
  return sql<boolean>`exists (select from collected_lines line where line.school_id = current_school()
    and line.term_id = fees.term_id and line.fee_id = fees.id and ${keepingLine})`
}

/** Selects the bank accounts that a category can use, by name. Only these columns may leave the server here. */
export function bankAccountChoices(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('bankAccounts')
    .select(['id', 'name', 'accNumber'])
    .where('schoolId', '=', schoolId)
    .orderBy('name')
    .orderBy('id')
}

/** Selects the term with an id: its first day, and that there is such a term. */
export function termWithId(db: Db | Tx, schoolId: number, id: number) {
  return db.selectFrom('terms').select(['id', 'startsOn']).where('schoolId', '=', schoolId).where('id', '=', id)
}

/** Locks a term against deletion while something is added to it. Returns undefined when the school has no such term. */
export function lockTermShared(db: Tx, schoolId: number, id: number) {
  return db
    .selectFrom('terms')
    .select(['schoolId', 'id'])
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
}

/**
 * The strength of a category lock. 'delete' blocks every other lock, so that nobody is assigned. 'change' blocks other
 * changes and new fees. 'share' blocks all of these, while students are assigned or given a concession, but not other
 * 'share' locks.
 */
export type CategoryLock = 'delete' | 'change' | 'share'

/** Locks the categories that are not deleted, in the order of their ids. */
export function lockFeeCategories(db: Tx, schoolId: number, ids: readonly number[], lock: CategoryLock) {
  const rows = db
    .selectFrom('feeCategories')
    .select(['schoolId', 'id', 'termId', 'name'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('deletedAt', 'is', null)
    .orderBy('id')
  const locked = lock === 'delete' ? rows.forUpdate() : lock === 'change' ? rows.forNoKeyUpdate() : rows.forShare()
  return locked.execute()
}

/** Locks a category and returns it. The row is read after the lock, so its counts are current. */
export async function lockFeeCategory(
  db: Tx,
  viewer: Viewer,
  schoolId: number,
  id: number,
  lock: CategoryLock,
): Promise<FeeCategory | undefined> {
  const [locked] = await lockFeeCategories(db, schoolId, [id], lock)
  return locked && feeCategoryById(db, viewer, schoolId, id)
}

/** Returns a category by its id. */
export function feeCategoryById(db: Tx, viewer: Viewer, schoolId: number, id: number): Promise<FeeCategory | undefined> {
  return feeCategoryRows(db, schoolId, viewer).where('feeCategories.id', '=', id).executeTakeFirst()
}
