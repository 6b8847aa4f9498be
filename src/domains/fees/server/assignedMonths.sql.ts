import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { AssignedMonths } from '../assignedMonths.rules.ts'
import type { Month } from '../months.ts'
import { keepingLine } from './feeCategories.sql.ts'

/** A student who is given a category, for some months or for all. */
export interface NewAssignment extends Partial<AssignedMonths> {
  studentId: number
  feeCategoryId: number
}

/**
 * Builds SQL of assignments as a row set `pair`, with the months in one text: an array of PostgreSQL has no lists of
 * different length.
 */
export const assignmentRows = (pairs: readonly NewAssignment[]) => sql`unnest(
    ${pairs.map((pair) => pair.studentId)}::bigint[], ${pairs.map((pair) => pair.feeCategoryId)}::bigint[],
    ${pairs.map((pair) => pair.months?.join(',') ?? null)}::text[], ${pairs.map((pair) => pair.firstPart ?? null)}::smallint[]
  ) as pair (student_id, fee_category_id, months, first_part)`

/** Stores for which months students pay categories. */
export async function writeMonths(db: Tx, schoolId: number, pairs: readonly NewAssignment[]): Promise<void> {
  if (pairs.length === 0) return
  await sql`update student_fee_categories own set months = string_to_array(pair.months, ','), first_part = pair.first_part
    from ${assignmentRows(pairs)}
    where own.school_id = ${schoolId} and own.student_id = pair.student_id and own.fee_category_id = pair.fee_category_id`.execute(
    db,
  )
}

/**
 * Returns the money of students that would stand on fees that they are not asked for, or on more than is asked, if they
 * paid categories for these months: one row for each fee, in the order of allocation.
 */
export async function collectedBeyond(db: Tx, schoolId: number, termId: number, pairs: readonly NewAssignment[]) {
  if (pairs.length === 0) return []
  const { rows } = await sql<{ feeName: string; month: Month | null; collected: number; asked: number }>`
    select fees.name as "feeName", fees.month, sum(line.amount)::bigint as collected,
      case when fee_is_asked(fees.month, fees.due_on, pair.months, terms.starts_on) then fee_amount_asked(fees.amount, fees.month, pair.months, pair.first_part)
        else 0 end as asked
    from (select student_id, fee_category_id, string_to_array(months, ',') as months, first_part from ${assignmentRows(pairs)}) pair
    join fees on fees.school_id = ${schoolId} and fees.fee_category_id = pair.fee_category_id
    join terms on terms.school_id = ${schoolId} and terms.id = fees.term_id
    join collected_lines line
      on line.school_id = ${schoolId} and line.term_id = ${termId} and line.fee_id = fees.id and line.student_id = pair.student_id
    where ${keepingLine}
    group by pair.student_id, fees.id, fees.name, fees.month, fees.due_on, fees.amount, fees.fixed_amount, fees.sr,
      pair.months, pair.first_part, terms.starts_on
    having case when not fee_is_asked(fees.month, fees.due_on, pair.months, terms.starts_on) then true
      else fees.fixed_amount and sum(line.amount) > fee_amount_asked(fees.amount, fees.month, pair.months, pair.first_part) end
    order by pair.student_id, fees.sr, fees.id`.execute(db)
  return rows
}

/** Selects what categories ask of who pays them for these months. */
export function askedByMonths(db: Db, schoolId: number, termId: number, of: readonly Omit<NewAssignment, 'studentId'>[]) {
  const pairs = of.map((category) => ({ studentId: 0, ...category }))
  return db
    .selectFrom(
      sql<{ feeCategoryId: number; asked: number }>`(
    select pair.fee_category_id, coalesce(sum(fee_amount_asked(fees.amount, fees.month, pair.months, pair.first_part)), 0)::bigint as asked
    from (select fee_category_id, string_to_array(months, ',') as months, first_part from ${assignmentRows(pairs)}) pair
    left join terms on terms.school_id = ${schoolId} and terms.id = ${termId}
    left join fees on fees.school_id = ${schoolId} and fees.term_id = ${termId} and fees.fee_category_id = pair.fee_category_id
      and fees.fixed_amount and fees.deleted_at is null and fee_is_asked(fees.month, fees.due_on, pair.months, terms.starts_on)
    group by pair.fee_category_id)`.as<'category'>('category'),
    )
    .selectAll()
}
