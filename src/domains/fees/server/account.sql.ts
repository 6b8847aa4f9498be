import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db, Tx } from '#platform/database/connect.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import { studentHeadColumns, type StudentHead } from '#domains/students/server/studentHead.exports.ts'
import { isSiblingOf, maxSiblings } from '#domains/students/server/students.exports.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { positionsOfStudent, type StudentInTerms } from './positions.sql.ts'

/** Identifies a fee account: one student in one term. */
export interface FeeAccountKey {
  schoolId: number
  termId: number
  studentId: number
}

/** The student of an account, as the counter shows and a receipt names the student. */
export interface Payer extends StudentHead {
  termId: number
  phone: string
  roll: string
  sectionName: string
  termName: string
}

/** Returns whether a viewer may see the students of all sections. */
export function seesAllSections(viewer: Viewer): boolean {
  return viewer.classIds === null && viewer.role !== 'TEACHER'
}

/**
 * Returns the condition that the row's student was, in the row's term, in a section the viewer may see. For tables with
 * term and student.
 */
export function studentIsVisible(
  viewer: Viewer,
  table: 'payments' | 'collectedLines' | 'studentFeeCategories' | 'refunds',
): Expression<SqlBool> {
  if (seesAllSections(viewer)) return sql<SqlBool>`true`
  return sql<SqlBool>`exists (select from enrolments join sections on sections.school_id = current_school() and sections.id = enrolments.section_id
    where enrolments.school_id = current_school() and enrolments.term_id = ${sql.ref(`${table}.termId`)}
      and enrolments.student_id = ${sql.ref(`${table}.studentId`)} and ${visibleSection(viewer)})`
}

/** Selects the students of a term whom the viewer may take money from, with class and section. */
export function payers(db: Db | Tx, schoolId: number, viewer: Viewer, termId: number | RawBuilder<number>) {
  return enrolledPayers(db, schoolId).where('enrolments.termId', '=', termId).where(visibleSection(viewer))
}

/** Selects the students of all terms, as {@link payers} selects those of one. */
export function enrolledPayers(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('enrolments')
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'enrolments.studentId'))
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
    .innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'enrolments.termId'))
    .select([
      ...studentHeadColumns,
      'terms.name as termName',
      'enrolments.termId',
      'students.phone',
      'enrolments.roll',
      sql<string>`classes.name || '-' || sections.name`.as('sectionName'),
    ])
    .where('enrolments.schoolId', '=', schoolId)
}

/**
 * Returns the statements that read what an account owes: the fees of its term in the order of allocation, the student's
 * lines of the term, and the dues of earlier terms. Counter, online payment and receipts read it alike.
 */
export function owedStatements(db: Db | Tx, account: FeeAccountKey) {
  return [assignedFees(db, account), undeletedLines(db, account), earlierDues(db, account)] as const
}

/** Selects the fees of a student's categories in a term, in the order of allocation (`compareFees`). */
export function assignedFees(db: Db | Tx, account: FeeAccountKey) {
  return feesOfStudent(db, account)
    .where('assignment.termId', '=', account.termId)
    .orderBy('fees.fixedAmount', 'desc')
    .orderBy('dueOn')
    .orderBy('fees.sr')
    .orderBy('fees.id')
}

/**
 * Selects those of some fees that a payment of an account can pay: fees of its term, and fixed ones of earlier terms,
 * by id. Fees are always locked in this order, to avoid deadlocks.
 */
export function payableFees(db: Db | Tx, account: FeeAccountKey, feeIds: readonly number[]) {
  return feesWithIds(db, account, feeIds)
    .where(sql<SqlBool>`assignment.term_id in (${termsUpTo(account, 'all')})`)
    .where((row) => row.or([row('fees.fixedAmount', '=', true), row('assignment.termId', '=', account.termId)]))
}

/** Selects some fees of a student, of whichever term, with what is asked of the student for them, by id. */
export function feesWithIds(db: Db | Tx, of: Omit<FeeAccountKey, 'termId'>, feeIds: readonly number[]) {
  return feesOfStudent(db, of).where(sql<SqlBool>`fees.id = any(${feeIds}::bigint[])`).orderBy('fees.id')
}

/**
 * Selects the fees of earlier terms that an account's student has not paid in full, with their lines: oldest term
 * first, then in the order of allocation. One statement, however many terms the student was here.
 */
function earlierDues(db: Db | Tx, account: FeeAccountKey) {
  const inTerms = (column: string) => sql<SqlBool>`${sql.ref(column)} in (${termsUpTo(account, 'earlier')})`
  // Summed once: looking for the lines of each fee took most of the time.
  const positions = fixedPositions({ school: sql`${account.schoolId}`, student: sql`${account.studentId}::bigint`, inTerms })
  const owed = sql<{ feeId: number }>`(select fee_id from (${positions}) position where pending > 0)`
  return feesOfStudent(db, account)
    .innerJoin(owed.as<'owed'>('owed'), 'owed.feeId', 'fees.id')
    .select(jsonArrayFrom(linesOnFee(db, account)).as('lines'))
    .where(inTerms('assignment.termId'))
    .orderBy('term.past', 'desc')
    .orderBy('term.id')
    .orderBy('fees.fixedAmount', 'desc')
    .orderBy('dueOn')
    .orderBy('fees.sr')
    .orderBy('fees.id')
}

/** Selects a student's positions in the fixed fees of terms. */
function fixedPositions(of: StudentInTerms): RawBuilder<unknown> {
  const { school, student, inTerms } = of
  return sql`with own_fees as (
      select fees.id, fees.term_id, fees.fee_category_id, fees.month, fees.due_on as once_on, fees.amount, fees.fixed_amount
      from student_fee_categories own join fees on fees.school_id = ${school} and fees.fee_category_id = own.fee_category_id
      where own.school_id = ${school} and ${inTerms('own.term_id')} and own.student_id = ${student} and fees.fixed_amount and fees.deleted_at is null
    ) ${positionsOfStudent(of, sql`own_fees`)}`
}

/** The due date of the row of `fees`. */
export const dueOnOfFee = sql<Day>`(select fee_due_on(fees.month, fees.due_on, terms.starts_on, terms.fees_dates, schools.fees_date)
    from terms join schools on schools.id = fees.school_id
    where terms.school_id = current_school() and terms.id = fees.term_id)`

/**
 * Whether the student of `assignment` is asked for the fee of `fees`, of whose category the student may pay some months
 * of `term` (assignedMonths.rules.ts), and for how much.
 */
export const isAsked = sql<SqlBool>`fee_is_asked(fees.month, fees.due_on, assignment.months, term.starts_on)`
export const askedAmount = sql<number>`fee_amount_asked(fees.amount, fees.month, assignment.months, assignment.first_part)`

/**
 * Condition on `fees` and `assignment`: a fee of dues from before Shala applies to the students who owed something in
 * its year, and its category is assigned to those of other years too.
 */
const isOwed = sql<SqlBool>`(fees.opening_year is null or exists (
  select from collected_lines line
  where line.school_id = current_school() and line.term_id = fees.term_id and line.fee_id = fees.id
    and line.student_id = assignment.student_id and line.status = 'OPENING' and line.deleted_at is null))`

/**
 * Selects the ids of an account's term and the terms before it, or only of those. Terms are in the school's order: past
 * terms first, then by id.
 */
export function termsUpTo({ schoolId, termId }: Pick<FeeAccountKey, 'schoolId' | 'termId'>, which: 'all' | 'earlier') {
  return sql`select terms.id from terms join terms this on this.school_id = current_school() and this.id = ${termId}
    where terms.school_id = ${schoolId} and (not terms.past, terms.id) ${sql.raw(which === 'all' ? '<=' : '<')} (not this.past, this.id)`
}

/** The columns of a fee of a student, for statements that join `assignment`, `term`, `school` and `category`. */
const feeColumns = [
  'fees.id',
  'fees.termId',
  'term.name as termName',
  // With joined columns the function becomes a part of the plan; with subqueries it is called for each fee.
  sql<Day>`fee_due_on(fees.month, fees.due_on, term.starts_on, term.fees_dates, school.fees_date)`.as('dueOn'),
  'fees.name',
  'fees.month',
  askedAmount.as('amount'),
  'fees.fixedAmount',
  'fees.sr',
  'fees.slug',
  'fees.feeCategoryId',
  'category.name as categoryName',
  'category.bankAccountId',
  'category.lateFeeKind',
  'category.lateFeeAmount',
  'category.lateFeeGrace',
  'category.lateFeeMax',
] as const

function feesOfStudent(db: Db | Tx, { schoolId, studentId }: Pick<FeeAccountKey, 'schoolId' | 'studentId'>) {
  return db
    .selectFrom('studentFeeCategories as assignment')
    .innerJoin('feeCategories as category', (on) => onSameSchool(on, 'category.id', 'assignment.feeCategoryId'))
    .innerJoin('fees', (on) => onSameSchool(on, 'fees.feeCategoryId', 'category.id'))
    .innerJoin('terms as term', (on) => onSameSchool(on, 'term.id', 'fees.termId'))
    .innerJoin('schools as school', 'school.id', 'fees.schoolId')
    .select(feeColumns)
    .where('assignment.schoolId', '=', schoolId)
    .where('assignment.studentId', '=', studentId)
    .where('category.deletedAt', 'is', null)
    .where('fees.deletedAt', 'is', null)
    .where(isAsked)
    .where(isOwed)
}

/** Selects the lines on the row of `fees`. */
function linesOnFee(db: Db | Tx, of: Omit<FeeAccountKey, 'termId'>) {
  return linesOfStudent(db, of)
    .where('line.termId', '=', sql.ref<number>('fees.termId'))
    .where('line.feeId', '=', sql.ref<number>('fees.id'))
}

/**
 * Selects the collected lines of an account that are not deleted, FAILED ones included, with their payment, oldest
 * first.
 */
export function undeletedLines(db: Db | Tx, account: FeeAccountKey) {
  return linesOfStudent(db, account).where('line.termId', '=', account.termId)
}

/** Selects the lines of an account's student on some fees, of whichever term; see {@link undeletedLines}. */
export function undeletedLinesOn(db: Db | Tx, account: FeeAccountKey, feeIds: readonly number[]) {
  // The term of a line is that of its fee. Named, so that the student's lines are found by their index.
  return linesOfStudent(db, account)
    .where(
      sql<SqlBool>`line.term_id in (
        select fees.term_id from fees where fees.school_id = ${account.schoolId} and fees.id = any(${feeIds}::bigint[]))`,
    )
    .where(sql<SqlBool>`line.fee_id = any(${feeIds}::bigint[])`)
}

/** The name of a concession's kind on a line of it, as the school calls it now; null on other lines. */
const concessionName = sql<string | null>`case when line.concession_id is not null then (
  select kind.name from concessions concession
  join concession_kinds kind on kind.school_id = current_school() and kind.id = concession.kind_id
  where concession.school_id = current_school() and concession.id = line.concession_id) end`

function linesOfStudent(db: Db | Tx, { schoolId, studentId }: Pick<FeeAccountKey, 'schoolId' | 'studentId'>) {
  return db
    .selectFrom('collectedLines as line')
    .leftJoin('payments', (on) => onSameSchool(on, 'payments.id', 'line.paymentId'))
    .select(concessionName.as('concessionName'))
    .select([
      'line.id',
      'line.schoolId',
      'line.feeId',
      'line.paymentId',
      'line.refundId',
      'line.amount',
      'line.status',
      'line.waived',
      'line.feeName',
      'line.month',
      'line.collectedOn',
      'line.createdAt',
      'line.createdByName',
      'line.comment',
      'payments.mode',
      'payments.chequeNo',
      'payments.txnId',
      'payments.receiptPrefix',
      'payments.receiptYear',
      'payments.receiptNo',
    ])
    .where('line.schoolId', '=', schoolId)
    .where('line.studentId', '=', studentId)
    .where('line.deletedAt', 'is', null)
    .orderBy('line.id')
}

/** Sums in one expression what a student owes in terms. */
export function owedInTerms(student: RawBuilder<unknown>, inTerms: (column: string) => RawBuilder<unknown>) {
  const positions = fixedPositions({ school: sql`current_school()`, student, inTerms })
  return sql<number>`(select coalesce(sum(pending), 0)::bigint from (${positions}) position)`
}

/** Sums in one expression what the student of the joined `enrolments` owes in its term. */
export const pendingOfEnrolment = owedInTerms(
  sql`enrolments.student_id`,
  (column) => sql`${sql.ref(column)} = enrolments.term_id`,
)

/**
 * Selects the other enabled students of the term with the same phone, each with what is pending of the term and earlier
 * ones.
 */
export function siblings(db: Db, viewer: Viewer, { schoolId, termId, studentId }: FeeAccountKey) {
  const inTerms = (column: string) => sql`${sql.ref(column)} = any(array(${termsUpTo({ schoolId, termId }, 'all')}))`
  return payers(db, schoolId, viewer, termId)
    .select(owedInTerms(sql`students.id`, inTerms).as('pending'))
    .where(isSiblingOf(schoolId, studentId))
    .orderBy('students.id')
    .limit(maxSiblings)
}
