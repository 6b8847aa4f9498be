import { type Expression, type SqlBool, sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { mustNotBeErased } from '#domains/students/server/erased.exports.ts'
import type { Viewer } from '#platform/viewer.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'

/** Identifies a fee account: one student in one term. */
export interface FeeAccountKey {
  schoolId: number
  termId: number
  studentId: number
}

/** The student of an account, as the counter shows and a receipt names the student. */
export interface Payer {
  id: number
  schoolId: number
  termId: number
  name: string
  phone: string
  registerNo: string
  disabled: boolean
  roll: string
  /** Class and section, `7-B`. */
  sectionName: string
  termName: string
}

/**
 * Returns the condition that the row's student was, in the row's term, in a section the viewer may see. For tables with
 * term and student.
 */
export function studentIsVisible(
  viewer: Viewer,
  table: 'payments' | 'collectedLines' | 'studentFeeCategories',
): Expression<SqlBool> {
  if (viewer.classIds === null && viewer.role !== 'TEACHER') return sql<SqlBool>`true`
  return sql<SqlBool>`exists (select from enrolments join sections on sections.school_id = enrolments.school_id and sections.id = enrolments.section_id
    where enrolments.school_id = ${sql.ref(`${table}.schoolId`)} and enrolments.term_id = ${sql.ref(`${table}.termId`)}
      and enrolments.student_id = ${sql.ref(`${table}.studentId`)} and ${visibleSection(viewer)})`
}

/** Selects the students of a term whom the viewer may take money from, with class and section. */
export function payers(db: Db | Tx, schoolId: number, viewer: Viewer, termId: number) {
  return db
    .selectFrom('enrolments')
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'enrolments.studentId'))
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
    .innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'enrolments.termId'))
    .select([
      'terms.name as termName',
      'students.id',
      'students.schoolId',
      'enrolments.termId',
      'students.name',
      'students.phone',
      'students.registerNo',
      'students.disabled',
      'enrolments.roll',
      sql<string>`classes.name || '-' || sections.name`.as('sectionName'),
    ])
    .where('enrolments.schoolId', '=', schoolId)
    .where('enrolments.termId', '=', termId)
    .where(visibleSection(viewer))
}

/**
 * Locks an account: the student's enrolment in the term. Take this lock before reading the account's money for a
 * decision or writing it. FOR NO KEY UPDATE does not block attendance marks and other rows that reference the
 * enrolment.
 * @returns undefined when the viewer may not see the student
 */
export function lockAccount(db: Tx, viewer: Viewer, { schoolId, termId, studentId }: FeeAccountKey): Promise<Payer | undefined> {
  return payers(db, schoolId, viewer, termId)
    .where('enrolments.studentId', '=', studentId)
    .forNoKeyUpdate('enrolments')
    .executeTakeFirst()
}

/**
 * Locks an account like {@link lockAccount} for a change by hand. Cheques and online payments that are under way are
 * completed without this check.
 * @throws Refusal FORBIDDEN for an erased student
 */
export async function lockUnerasedAccount(db: Tx, viewer: Viewer, account: FeeAccountKey): Promise<Payer | undefined> {
  const payer = await lockAccount(db, viewer, account)
  if (payer) await mustNotBeErased(db, account.schoolId, [account.studentId])
  return payer
}

/** Selects the fees of a student's categories in a term, in the order of allocation. */
export function assignedFees(db: Db | Tx, { schoolId, termId, studentId }: FeeAccountKey) {
  return db
    .selectFrom('studentFeeCategories as assignment')
    .innerJoin('feeCategories as category', (on) => onSameSchool(on, 'category.id', 'assignment.feeCategoryId'))
    .innerJoin('fees', (on) => onSameSchool(on, 'fees.feeCategoryId', 'category.id'))
    .select([
      'fees.id',
      'fees.name',
      'fees.month',
      'fees.amount',
      'fees.fixedAmount',
      'fees.sr',
      'fees.slug',
      'fees.feeCategoryId',
      'category.name as categoryName',
      'category.bankAccountId',
    ])
    .where('assignment.schoolId', '=', schoolId)
    .where('assignment.termId', '=', termId)
    .where('assignment.studentId', '=', studentId)
    .where('category.deletedAt', 'is', null)
    .where('fees.deletedAt', 'is', null)
    .orderBy('fees.sr')
    .orderBy('fees.id')
}

/**
 * Selects the collected lines of an account that are not deleted, FAILED ones included, with their payment, oldest
 * first.
 */
export function undeletedLines(db: Db | Tx, { schoolId, termId, studentId }: FeeAccountKey) {
  return db
    .selectFrom('collectedLines as line')
    .leftJoin('payments', (on) => onSameSchool(on, 'payments.id', 'line.paymentId'))
    .select([
      'line.id',
      'line.schoolId',
      'line.feeId',
      'line.paymentId',
      'line.amount',
      'line.status',
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
    .where('line.termId', '=', termId)
    .where('line.studentId', '=', studentId)
    .where('line.deletedAt', 'is', null)
    .orderBy('line.id')
}

/**
 * Sums in one expression what the student of the joined `enrolments` owes in its term: fixed fees less the lines on
 * them, as `feeBalance` computes it.
 */
export const pendingOfEnrolment = sql<number>`(
        (select coalesce(sum(fees.amount), 0) from student_fee_categories asked
           join fees on fees.school_id = asked.school_id and fees.fee_category_id = asked.fee_category_id
          where asked.school_id = enrolments.school_id and asked.term_id = enrolments.term_id and asked.student_id = enrolments.student_id
            and fees.fixed_amount and fees.deleted_at is null)
        - (select coalesce(sum(line.amount), 0) from collected_lines line join fees on fees.school_id = line.school_id and fees.id = line.fee_id
          where line.school_id = enrolments.school_id and line.term_id = enrolments.term_id and line.student_id = enrolments.student_id
            and line.deleted_at is null and line.status <> 'FAILED' and fees.fixed_amount)
      )::bigint`

/** Selects the other enabled students of the term with the same phone, with their pending sums. */
export function siblings(db: Db, viewer: Viewer, { schoolId, termId, studentId }: FeeAccountKey) {
  return (
    payers(db, schoolId, viewer, termId)
      .select(pendingOfEnrolment.as('pending'))
      .where('students.phone', '=', (row) =>
        row
          .selectFrom('students as payer')
          .select('payer.phone')
          .where('payer.schoolId', '=', schoolId)
          .where('payer.id', '=', studentId),
      )
      // The default phone is on record where none is known, so it makes nobody a sibling.
      .where('students.phone', '<>', defaultPhone)
      .where('students.id', '<>', studentId)
      .where('students.disabled', '=', false)
      .orderBy('students.id')
      .limit(20)
  )
}
