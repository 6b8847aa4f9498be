import { type RawBuilder, sql } from 'kysely'
import { balanceStatuses } from '../account.rules.ts'

// What students owe, for every list, chart, report, reminder and account. What is asked of a student for a fee, and the
// lines on it, are entries; a sum of entries is what a student, a class or the school owes. `feeBalance` is the same
// arithmetic for the fees of one account, and tests/ledger.test.ts holds the two together.
//
// An entry has
//   student_id
//   status  ASKED, or the status of the line
//   value   the amount as it is stored
//   owed    what it adds to what is pending: a fee is asked, every line takes off; 0 if the fee is not fixed
//
// The lines of a student are not joined with their fees: joined, the pending list of a class over three terms took
// 1,300 ms instead of 105.

/**
 * The name of a CTE, or a subquery, with `id`, `term_id`, `fee_category_id`, `month`, `once_on` (their `due_on`),
 * `amount` and `fixed_amount` of fees.
 */
type Fees = RawBuilder<unknown>

/**
 * Whether, and for how much, a student who pays a category for some months is asked for a fee of {@link Fees}
 * (assignedMonths.rules.ts).
 */
const isAsked = sql`fee_is_asked(fee.month, fee.once_on, assigned.months,
  (select terms.starts_on from terms where terms.school_id = current_school() and terms.id = fee.term_id))`
const askedAmount = sql`fee_amount_asked(fee.amount, fee.month, assigned.months, assigned.first_part)`

/** Failed lines count nowhere. */
const counts = sql`line.deleted_at is null and line.status <> 'FAILED'`

/** Sums what is pending of entries, or of those that match. */
export function pendingOfEntries(matches = sql`true`): RawBuilder<number> {
  return sql<number>`coalesce(sum(owed) filter (where ${matches}), 0)::bigint`
}

/** Sums a part of the balance of entries. */
function sumOfEntries(part: keyof typeof balanceStatuses): RawBuilder<number> {
  const statuses = sql.join(balanceStatuses[part].map((status) => sql.lit(status)))
  return sql<number>`coalesce(sum(value) filter (where status in (${statuses})), 0)::bigint`
}

/** The parts of the balance of entries as columns: `paid`, `clearing`, `discount`, `concession` and `written_off`. */
export const balanceColumns = sql`${sumOfEntries('collected')} as paid, ${sumOfEntries('clearing')} as clearing,
  ${sumOfEntries('discount')} as discount, ${sumOfEntries('concession')} as concession, ${sumOfEntries('writtenOff')} as written_off`

/**
 * Selects the entries of all students on some fees.
 * @param columns the columns of the fees that the entries have. What a category asks of who pays all months is one
 *   entry for all its fees that agree in them.
 * @param isCounted a condition on `line`, for sums as they were earlier
 */
export function entriesOfFees(
  schoolId: number,
  fees: Fees,
  columns: readonly [string, ...string[]],
  isCounted = sql`true`,
): RawBuilder<unknown> {
  const ofFee = sql.join(columns.map((name) => sql.ref(`fee.${name}`)))
  return sql`select assigned.student_id, ${ofFee}, 'ASKED' as status, fee.amount as value, fee.amount as owed
    from (
      select fee.fee_category_id, ${ofFee}, sum(fee.amount)::bigint as amount from ${fees} fee where fee.fixed_amount
      group by fee.fee_category_id, ${ofFee}
    ) fee
    join student_fee_categories assigned
      on assigned.school_id = ${schoolId} and assigned.fee_category_id = fee.fee_category_id and assigned.months is null
    union all
    select assigned.student_id, ${ofFee}, 'ASKED', ${askedAmount}, ${askedAmount}
    from ${fees} fee
    join student_fee_categories assigned
      on assigned.school_id = ${schoolId} and assigned.fee_category_id = fee.fee_category_id and assigned.months is not null
    where fee.fixed_amount and ${isAsked}
    union all
    select line.student_id, ${ofFee}, line.status, line.amount, case when fee.fixed_amount then -line.amount else 0 end
    from ${fees} fee
    join collected_lines line
      on line.school_id = ${schoolId} and line.term_id = fee.term_id and line.fee_id = fee.id and ${counts} and ${isCounted}`
}

/** The student whose positions are selected, and the terms of the fees. */
export interface StudentInTerms {
  /** The school's id or `current_school()`. */
  school: RawBuilder<unknown>
  student: RawBuilder<unknown>
  /** Returns the condition that a column is one of the terms. */
  inTerms(column: string): RawBuilder<unknown>
}

/**
 * Selects the positions of one student: for each of some fees `fee_id`, `pending` and the columns of
 * {@link balanceColumns}.
 * @param columns the columns of the fees that the positions have besides; null for a fee that is asked no more
 */
export function positionsOfStudent(
  { school, student, inTerms }: StudentInTerms,
  fees: Fees,
  columns: readonly string[] = [],
): RawBuilder<unknown> {
  const forEach = (one: (column: RawBuilder<unknown>, name: string) => RawBuilder<unknown>) =>
    sql.join(
      columns.map((name) => sql`, ${one(sql.ref(name), name)}`),
      sql``,
    )
  return sql`select fee_id, ${pendingOfEntries()} as pending, ${balanceColumns} ${forEach((column) => sql`max(${column}) as ${column}`)}
    from (
      select fee.id as fee_id, 'ASKED' as status, fee.amount as value, fee.amount as owed
        ${forEach((_, name) => sql.ref(`fee.${name}`))}
      from ${fees} fee
      where fee.fixed_amount and fee.fee_category_id = any(array(
        select assigned.fee_category_id from student_fee_categories assigned
        where assigned.school_id = ${school} and ${inTerms('assigned.term_id')} and assigned.student_id = ${student}
          and assigned.months is null))
      union all
      select fee.id, 'ASKED', ${askedAmount}, ${askedAmount} ${forEach((_, name) => sql.ref(`fee.${name}`))}
      from student_fee_categories assigned
      join ${fees} fee on fee.fee_category_id = assigned.fee_category_id and fee.fixed_amount and ${isAsked}
      where assigned.school_id = ${school} and ${inTerms('assigned.term_id')} and assigned.student_id = ${student}
        and assigned.months is not null
      union all
      select line.fee_id, line.status, line.amount,
        case when line.fee_id = any(array(select fee.id from ${fees} fee where fee.fixed_amount)) then -line.amount else 0 end
        ${forEach(() => sql`null`)}
      from collected_lines line
      where line.school_id = ${school} and ${inTerms('line.term_id')} and line.student_id = ${student} and ${counts}
        and line.fee_id = any(array(select fee.id from ${fees} fee))
    ) entry
    group by fee_id`
}
