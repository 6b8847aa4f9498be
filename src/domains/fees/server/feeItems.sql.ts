import { type Selectable, sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Fees } from '#platform/database/schema.types.ts'
import type { NewFee } from '../fees.rules.ts'
import { askedAmount, isAsked } from './account.sql.ts'
import { feeHasMoney, keepingLine } from './feeCategories.sql.ts'

/** A fee, and whether it has live money: payments or discounts that are neither deleted nor failed. */
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
  'fees.dueOn',
  'fees.sr',
  'fees.openingYear',
  'fees.createdAt',
] as const

/**
 * Selects the fees of a school that are not deleted, by category and in their order. A deleted category's fees are
 * deleted with it.
 */
export function feeRows(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('fees')
    .select([...columns, feeHasMoney().as('hasMoney')])
    .where('fees.schoolId', '=', schoolId)
    .where('fees.deletedAt', 'is', null)
    .orderBy('fees.feeCategoryId')
    .orderBy('fees.sr')
    .orderBy('fees.id')
}

/**
 * Locks a fee FOR UPDATE and returns it. Collecting locks the student's enrolment first and then the fees FOR SHARE. No
 * enrolment is locked here, so the two cannot deadlock. The fee's money is read by a separate statement after the lock.
 * So it sees everything collected before, and nothing is collected on the old amount afterwards.
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
 * Locks a category's fees like `lockFee` and returns their ids. They are locked in the order of their ids, as
 * collecting does, because another order could deadlock.
 */
export async function lockFeesOfCategory(db: Tx, schoolId: number, feeCategoryId: number): Promise<number[]> {
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

/** Returns the student with the most live money on a fee and the sum, or undefined when there is none. */
export function studentWithMostCollected(db: Tx, { schoolId, termId, id }: Pick<Fee, 'schoolId' | 'termId' | 'id'>) {
  return db
    .selectFrom('collectedLines as line')
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'line.studentId'))
    .select(['students.name', sql<number>`sum(line.amount)::bigint`.as('collected')])
    .where('line.schoolId', '=', schoolId)
    .where('line.termId', '=', termId)
    .where('line.feeId', '=', id)
    .where(keepingLine)
    .groupBy(['students.id', 'students.name'])
    .orderBy('collected', 'desc')
    .orderBy('students.id')
    .limit(1)
    .executeTakeFirst()
}

/** Returns a student who has more live money on a fee than the student is asked for, or undefined when nobody has. */
export function studentBeyondAsked(db: Tx, { schoolId, termId, id }: Pick<Fee, 'schoolId' | 'termId' | 'id'>) {
  return db
    .selectFrom('collectedLines as line')
    .innerJoin('fees', (on) => onSameSchool(on, 'fees.id', 'line.feeId'))
    .innerJoin('terms as term', (on) => onSameSchool(on, 'term.id', 'fees.termId'))
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'line.studentId'))
    .innerJoin('studentFeeCategories as assignment', (on) =>
      onSameSchool(on, 'assignment.studentId', 'line.studentId').onRef('assignment.feeCategoryId', '=', 'fees.feeCategoryId'),
    )
    .select([
      'students.name',
      sql<number>`sum(line.amount)::bigint`.as('collected'),
      sql<boolean>`bool_and(${isAsked})`.as('isAsked'),
    ])
    .where('line.schoolId', '=', schoolId)
    .where('line.termId', '=', termId)
    .where('line.feeId', '=', id)
    .where(keepingLine)
    .groupBy(['students.id', 'students.name'])
    .having(sql<boolean>`not bool_and(${isAsked}) or bool_and(fees.fixed_amount) and sum(line.amount) > max(${askedAmount})`)
    .orderBy('students.id')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the names, months and sr of the fees of categories. Call it under the categories' lock. */
export function feesOfCategories(db: Tx, schoolId: number, feeCategoryIds: readonly number[]) {
  return db
    .selectFrom('fees')
    .select(['feeCategoryId', 'name', 'month', 'sr'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`fee_category_id = any(${feeCategoryIds}::bigint[])`)
    .where('deletedAt', 'is', null)
    .execute()
}

/** Inserts fees of one name and amount in one statement and returns their ids. */
export async function insertFees(
  db: Tx,
  schoolId: number,
  { name, slug, amount, fixedAmount, dueOn }: Pick<Fee, 'name' | 'slug' | 'amount' | 'fixedAmount' | 'dueOn'>,
  fees: readonly (NewFee & { termId: number })[],
): Promise<number[]> {
  const added = await db
    .insertInto('fees')
    .columns(['schoolId', 'name', 'slug', 'amount', 'fixedAmount', 'dueOn', 'termId', 'feeCategoryId', 'month', 'sr'])
    .expression(
      sql`select ${schoolId}::bigint, ${name}::text, ${slug}::text, ${amount}::bigint, ${fixedAmount}::boolean, ${dueOn}::date, * from unnest(
        ${fees.map((fee) => fee.termId)}::bigint[], ${fees.map((fee) => fee.feeCategoryId)}::bigint[],
        ${fees.map((fee) => fee.month)}::text[], ${fees.map((fee) => fee.sr)}::integer[]
      )`,
    )
    .returning('id')
    .execute()
  return added.map((fee) => fee.id)
}

/** Numbers fees 1..n in the order of the list. */
export async function writeFeeOrder(db: Tx, schoolId: number, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('fees')
    .from(sql<{ feeId: number; sr: number }>`unnest(${ids}::bigint[]) with ordinality`.as<'ordered'>(sql`ordered (fee_id, sr)`))
    .set((row) => ({ sr: row.ref('ordered.sr') }))
    .where('fees.schoolId', '=', schoolId)
    .whereRef('fees.id', '=', 'ordered.feeId')
    .execute()
}
