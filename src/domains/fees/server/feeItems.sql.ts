import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Fees } from '#platform/database/schema.types.ts'
import type { NewFee } from '../fees.rules.ts'
import { hasMoney, liveLine } from './feeCategories.sql.ts'

/** A fee with whether live money stands on it. */
export type Fee = Omit<Selectable<Fees>, 'deletedAt'> & { hasMoney: boolean }

const columns = [
  'fees.schoolId',
  'fees.id',
  'fees.termId',
  'fees.feeCategoryId',
  'fees.name',
  'fees.slug',
  'fees.amount',
  'fees.fixedAmount',
  'fees.month',
  'fees.sr',
  'fees.createdAt',
] as const

/** The fees of a school that are not deleted, category by category in their order. A category's fees go with it. */
export function feeRows(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('fees')
    .select([...columns, hasMoney().as('hasMoney')])
    .where('fees.schoolId', '=', schoolId)
    .where('fees.deletedAt', 'is', null)
    .orderBy('fees.feeCategoryId')
    .orderBy('fees.sr')
    .orderBy('fees.id')
}

/**
 * One fee, locked FOR UPDATE. Collecting takes the fees FOR SHARE, after it has locked the student's enrolment. Here no student is
 * locked, so the two cannot wait for each other; and what money stands on the fee is read after the lock, by statements of their own,
 * so that whatever was collected before is seen, and nothing is collected on the old amount afterwards.
 */
export async function lockFee(db: Tx, schoolId: number, id: number): Promise<Fee | undefined> {
  const locked = await db
    .selectFrom('fees')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return locked && feeRows(db, schoolId).where('fees.id', '=', id).executeTakeFirst()
}

/**
 * The ids of a category's fees, locked as in `lockFee`, and in the order of their ids, as collecting locks several: otherwise each
 * could wait for what the other has.
 */
export async function lockFeesOf(db: Tx, schoolId: number, feeCategoryId: number): Promise<number[]> {
  const fees = await db
    .selectFrom('fees')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('feeCategoryId', '=', feeCategoryId)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  return fees.map((fee) => fee.id)
}

/** The student of whom most live money stands on a fee, and how much; undefined when none does. */
export function mostCollected(db: Tx, { schoolId, termId, id }: Pick<Fee, 'schoolId' | 'termId' | 'id'>) {
  return db
    .selectFrom('collectedLines as line')
    .innerJoin('students', (on) =>
      on.onRef('students.schoolId', '=', 'line.schoolId').onRef('students.id', '=', 'line.studentId'),
    )
    .select(['students.name', sql<number>`sum(line.amount)::bigint`.as('collected')])
    .where('line.schoolId', '=', schoolId)
    .where('line.termId', '=', termId)
    .where('line.feeId', '=', id)
    .where(liveLine)
    .groupBy(['students.id', 'students.name'])
    .orderBy('collected', 'desc')
    .orderBy('students.id')
    .limit(1)
    .executeTakeFirst()
}

/** What the fees of categories are called, and the highest sr of each category; read it under the categories' lock. */
export function feesOfCategories(db: Tx, schoolId: number, feeCategoryIds: readonly number[]) {
  return db
    .selectFrom('fees')
    .select(['feeCategoryId', 'name', 'month', 'sr'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`fee_category_id = any(${feeCategoryIds}::bigint[])`)
    .where('deletedAt', 'is', null)
    .execute()
}

/** Adds fees of one name and amount, by one statement; answers their ids. */
export async function insertFees(
  db: Tx,
  schoolId: number,
  { name, slug, amount, fixedAmount }: Pick<Fee, 'name' | 'slug' | 'amount' | 'fixedAmount'>,
  fees: readonly (NewFee & { termId: number })[],
): Promise<number[]> {
  const added = await db
    .insertInto('fees')
    .columns(['schoolId', 'name', 'slug', 'amount', 'fixedAmount', 'termId', 'feeCategoryId', 'month', 'sr'])
    .expression(
      sql`select ${schoolId}::bigint, ${name}::text, ${slug}::text, ${amount}::bigint, ${fixedAmount}::boolean, * from unnest(
        ${fees.map((fee) => fee.termId)}::bigint[], ${fees.map((fee) => fee.feeCategoryId)}::bigint[],
        ${fees.map((fee) => fee.month)}::text[], ${fees.map((fee) => fee.sr)}::integer[]
      )`,
    )
    .returning('id')
    .execute()
  return added.map((fee) => fee.id)
}

/** Gives fees the places 1..n in the order of the list. */
export async function writeOrder(db: Tx, schoolId: number, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('fees')
    .from(
      sql<{ feeId: number; place: number }>`unnest(${ids}::bigint[]) with ordinality`.as<'ordered'>(sql`ordered (fee_id, place)`),
    )
    .set((row) => ({ sr: row.ref('ordered.place') }))
    .where('fees.schoolId', '=', schoolId)
    .whereRef('fees.id', '=', 'ordered.feeId')
    .execute()
}
