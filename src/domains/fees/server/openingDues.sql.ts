import { type SqlBool, sql } from 'kysely'
import type { CurrentTerm } from '#domains/students/server/matchableStudents.exports.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Tx } from '#platform/database/connect.ts'
import { schoolYearEnd, type StoredDue } from '../openingDues.rules.ts'
import { liveLine } from './feeCategories.sql.ts'

/** A fee that holds the dues of a school year. */
export interface OpeningFee {
  id: number
  termId: number
  feeCategoryId: number
  name: string
  year: number
}

/** Returns the fees of dues from before Shala of all terms, by id. */
export async function openingFees(db: Tx, schoolId: number): Promise<OpeningFee[]> {
  const fees = await db
    .selectFrom('fees')
    .select(['id', 'termId', 'feeCategoryId', 'name', 'openingYear'])
    .where('schoolId', '=', schoolId)
    .where('openingYear', 'is not', null)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute()
  return fees.map(({ openingYear, ...fee }) => ({ ...fee, year: openingYear ?? 0 }))
}

/** Returns the stored dues of students on fees. Call it under the accounts' locks. */
export function storedDues(
  db: Tx,
  schoolId: number,
  feeIds: readonly number[],
  studentIds: readonly number[],
): Promise<StoredDue[]> {
  const ofLine = sql`other.school_id = current_school() and other.term_id = line.term_id and other.fee_id = line.fee_id
    and other.student_id = line.student_id`
  return db
    .selectFrom('collectedLines as line')
    .innerJoin('fees', (on) => onSameSchool(on, 'fees.id', 'line.feeId'))
    .select([
      'line.id as lineId',
      'line.feeId',
      'line.studentId',
      'line.comment as note',
      sql<number>`fees.opening_year`.as('year'),
      sql<number>`-line.amount`.as('amount'),
      sql<number>`(select coalesce(sum(other.amount), 0)::bigint from collected_lines other
        where ${ofLine} and other.status not in ('OPENING', 'FAILED') and other.deleted_at is null)`.as('reduced'),
    ])
    .where('line.schoolId', '=', schoolId)
    .where(
      sql<SqlBool>`line.term_id in (select fees.term_id from fees where fees.school_id = ${schoolId} and fees.id = any(${feeIds}::bigint[]))`,
    )
    .where(sql<SqlBool>`line.fee_id = any(${feeIds}::bigint[])`)
    .where(sql<SqlBool>`line.student_id = any(${studentIds}::bigint[])`)
    .where('line.status', '=', 'OPENING')
    .where('line.deletedAt', 'is', null)
    .orderBy('line.id')
    .execute()
}

/**
 * Returns the fee category of a term's dues from before Shala, locked against deletion: that of the fees which hold
 * such dues already, or one of the name. A new one uses the bank account that most fees categories of the term use, so
 * that the dues can be paid online.
 */
export async function openingCategory(
  db: Tx,
  { schoolId, id: termId }: CurrentTerm,
  fees: readonly OpeningFee[],
  name: string,
): Promise<number> {
  const used = fees.find((fee) => fee.termId === termId)?.feeCategoryId ?? null
  const existing = await db
    .selectFrom('feeCategories')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('termId', '=', termId)
    .where('deletedAt', 'is', null)
    .where((row) => (used === null ? row(sql`lower(name)`, '=', sql`lower(${name})`) : row('id', '=', used)))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (existing) return existing.id
  const added = await db
    .insertInto('feeCategories')
    .columns(['schoolId', 'termId', 'name', 'bankAccountId'])
    .expression(
      sql`select ${schoolId}::bigint, ${termId}::bigint, ${name}::text, (
        select bank_account_id from fee_categories
        where school_id = ${schoolId} and term_id = ${termId} and deleted_at is null and bank_account_id is not null
        group by bank_account_id order by count(*) desc, bank_account_id limit 1)`,
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return added.id
}

/** Adds the fees of school years to a locked category, after its other fees. */
export async function addOpeningFees(
  db: Tx,
  { schoolId, id: termId }: CurrentTerm,
  feeCategoryId: number,
  named: readonly { year: number; name: string; slug: string }[],
): Promise<OpeningFee[]> {
  if (named.length === 0) return []
  const last = await db
    .selectFrom('fees')
    .select((row) => row.fn.max('sr').as('sr'))
    .where('schoolId', '=', schoolId)
    .where('feeCategoryId', '=', feeCategoryId)
    .executeTakeFirst()
  const added = await db
    .insertInto('fees')
    .values(
      named.map(({ year, name, slug }, place) => ({
        schoolId,
        termId,
        feeCategoryId,
        name,
        slug,
        amount: 0,
        fixedAmount: true,
        dueOn: schoolYearEnd(year),
        openingYear: year,
        sr: (last?.sr ?? 0) + place + 1,
      })),
    )
    .returning(['id', 'termId', 'feeCategoryId', 'name', 'openingYear'])
    .execute()
  return added.map(({ openingYear, ...fee }) => ({ ...fee, year: openingYear ?? 0 }))
}

/** The students with a payment under way online on one of the fees. */
export function studentsPayingOnline(db: Tx, schoolId: number, feeIds: readonly number[], studentIds: readonly number[]) {
  return db
    .selectFrom('onlineOrderLines as line')
    .innerJoin('onlineOrders as orders', (on) => onSameSchool(on, 'orders.id', 'line.orderId'))
    .select(['line.studentId', 'line.feeId'])
    .where('line.schoolId', '=', schoolId)
    .where('orders.state', '=', 'CREATED')
    .where(sql<SqlBool>`line.fee_id = any(${feeIds}::bigint[])`)
    .where(sql<SqlBool>`line.student_id = any(${studentIds}::bigint[])`)
    .execute()
}

/** Returns the lines of an import, each with the sum of the live lines that reduce it, by id. */
export function importedLines(db: Tx, schoolId: number, lineIds: readonly number[]) {
  return db
    .selectFrom('collectedLines as line')
    .innerJoin('fees', (on) => onSameSchool(on, 'fees.id', 'line.feeId'))
    .select(['line.id', 'line.termId', 'line.studentId', 'line.feeId', 'line.createdAt', 'line.deletedAt', 'fees.feeCategoryId'])
    .select(
      sql<number>`(select count(*)::int from collected_lines other where other.school_id = current_school()
        and other.term_id = line.term_id and other.fee_id = line.fee_id and other.student_id = line.student_id
        and other.status not in ('OPENING', 'FAILED') and other.deleted_at is null)`.as('reductions'),
    )
    .where('line.schoolId', '=', schoolId)
    .where(sql<SqlBool>`line.id = any(${lineIds}::bigint[])`)
    .orderBy('line.id')
    .execute()
}

/**
 * Adds the lines again that lines of an import have replaced, and lets the imports that had added them undo the new
 * ones. A line and the one that it replaces were written in one transaction: the moment of the deletion is that of the
 * creation. A restored line keeps its moment, so that what it had replaced is found.
 */
export async function restoreReplacedLines(
  db: Tx,
  schoolId: number,
  lineIds: readonly number[],
  by: { subject: string; name: string },
): Promise<void> {
  const restored = await sql<{ before: number; after: number }>`
    with replaced as (
      select old.* from collected_lines line
      join collected_lines old on old.school_id = current_school() and old.term_id = line.term_id and old.student_id = line.student_id
        and old.fee_id = line.fee_id and old.status = 'OPENING' and old.deleted_at = line.created_at
      where line.school_id = ${schoolId} and line.id = any(${lineIds}::bigint[])
    ), added as (
      insert into collected_lines (school_id, term_id, student_id, fee_id, fee_name, amount, status, comment, collected_on, created_at, created_by, created_by_name)
      select school_id, term_id, student_id, fee_id, fee_name, amount, status, comment, collected_on, created_at, ${by.subject}::uuid, ${by.name}::text
      from replaced order by id
      returning id, fee_id, student_id
    )
    select replaced.id as before, added.id as after
    from added join replaced on replaced.fee_id = added.fee_id and replaced.student_id = added.student_id`.execute(db)
  const [before, after] = [restored.rows.map((row) => row.before), restored.rows.map((row) => row.after)]
  await sql`update imports set row_ids = array(
      select coalesce(restored.after, own.id) from unnest(imports.row_ids) with ordinality own (id, place)
      left join unnest(${before}::bigint[], ${after}::bigint[]) restored (before, after) on restored.before = own.id
      order by own.place)
    where school_id = ${schoolId} and kind = 'openingDues' and row_ids && ${before}::bigint[]`.execute(db)
}

/** Returns the import that added a line: both were written in one transaction, and so at the same moment. */
export function importOfLine(db: Tx, schoolId: number, lineId: number) {
  return db
    .selectFrom('imports')
    .innerJoin('collectedLines as line', (on) =>
      onSameSchool(on, 'line.createdAt', 'imports.createdAt').onRef('line.createdBy', '=', 'imports.createdBy'),
    )
    .select('imports.id')
    .where('imports.schoolId', '=', schoolId)
    .where('imports.kind', '=', 'openingDues')
    .where('line.id', '=', lineId)
    .executeTakeFirstOrThrow()
}

/**
 * Removes what an undone import leaves empty: assignments of students who owe nothing in a category that has other
 * fees of opening dues alone, fees without lines, and a category without fees and students.
 */
export async function removeEmptyDues(
  db: Tx,
  schoolId: number,
  feeCategoryIds: readonly number[],
  studentIds: readonly number[],
): Promise<void> {
  const live = (condition: ReturnType<typeof sql>) => sql`exists (select from collected_lines line
    where line.school_id = current_school() and line.term_id = fees.term_id and line.fee_id = fees.id and ${condition} and ${liveLine})`
  await sql`delete from student_fee_categories own
    where own.school_id = ${schoolId} and own.fee_category_id = any(${feeCategoryIds}::bigint[]) and own.student_id = any(${studentIds}::bigint[])
      and not exists (select from fees where fees.school_id = current_school() and fees.fee_category_id = own.fee_category_id
        and (fees.opening_year is null and fees.deleted_at is null or ${live(sql`line.student_id = own.student_id`)}))`.execute(
    db,
  )
  await sql`update fees set deleted_at = now()
    where fees.school_id = ${schoolId} and fees.fee_category_id = any(${feeCategoryIds}::bigint[]) and fees.opening_year is not null
      and fees.deleted_at is null and not ${live(sql`true`)}`.execute(db)
  await sql`update fee_categories category set deleted_at = now()
    where category.school_id = ${schoolId} and category.id = any(${feeCategoryIds}::bigint[]) and category.deleted_at is null
      and not exists (select from fees where fees.school_id = current_school() and fees.fee_category_id = category.id and fees.deleted_at is null)
      and not exists (select from student_fee_categories own
        where own.school_id = current_school() and own.fee_category_id = category.id)`.execute(db)
}
