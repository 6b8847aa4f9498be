import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { mustNotBeErased } from '#platform/erased.ts'
import type { Viewer } from '#platform/viewer.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'

/** Whose account of which term. */
export interface AccountOf {
  schoolId: number
  termId: number
  studentId: number
}

/** The student of an account, as the counter shows and a receipt names her. */
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

/** Whether the row's student sits, in the row's term, in a section the viewer may know of. For tables with term and student. */
export function ofVisibleStudent(
  viewer: Viewer,
  table: 'payments' | 'collectedLines' | 'studentFeeCategories',
): Expression<SqlBool> {
  if (viewer.classIds === null && viewer.role !== 'TEACHER') return sql<SqlBool>`true`
  return sql<SqlBool>`exists (select from enrolments join sections on sections.school_id = enrolments.school_id and sections.id = enrolments.section_id
    where enrolments.school_id = ${sql.ref(`${table}.schoolId`)} and enrolments.term_id = ${sql.ref(`${table}.termId`)}
      and enrolments.student_id = ${sql.ref(`${table}.studentId`)} and ${visibleSection(viewer)})`
}

/** The students of a term whom the viewer may take money from, each with her place. */
export function payers(db: Db | Tx, schoolId: number, viewer: Viewer, termId: number) {
  return db
    .selectFrom('enrolments')
    .innerJoin('students', (on) =>
      on.onRef('students.schoolId', '=', 'enrolments.schoolId').onRef('students.id', '=', 'enrolments.studentId'),
    )
    .innerJoin('sections', (on) =>
      on.onRef('sections.schoolId', '=', 'enrolments.schoolId').onRef('sections.id', '=', 'enrolments.sectionId'),
    )
    .innerJoin('classes', (on) =>
      on.onRef('classes.schoolId', '=', 'sections.schoolId').onRef('classes.id', '=', 'sections.classId'),
    )
    .innerJoin('terms', (on) =>
      on.onRef('terms.schoolId', '=', 'enrolments.schoolId').onRef('terms.id', '=', 'enrolments.termId'),
    )
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
 * The account's lock, the one that is taken first wherever its money is read, decided on and written: the student's place in
 * the term. NO KEY UPDATE, so that marks and other rows that refer to the place are not kept waiting.
 * @returns undefined when the viewer may not know of the student
 */
export function lockAccount(db: Tx, viewer: Viewer, { schoolId, termId, studentId }: AccountOf): Promise<Payer | undefined> {
  return payers(db, schoolId, viewer, termId)
    .where('enrolments.studentId', '=', studentId)
    .forNoKeyUpdate('enrolments')
    .executeTakeFirst()
}

/**
 * The same for who changes the account by hand. What is on its way already, a cheque or online money, comes to its end without this.
 * @throws Refusal FORBIDDEN for a student who was erased
 */
export async function lockOpenAccount(db: Tx, viewer: Viewer, account: AccountOf): Promise<Payer | undefined> {
  const payer = await lockAccount(db, viewer, account)
  if (payer) await mustNotBeErased(db, account.schoolId, [account.studentId])
  return payer
}

/** The fees a student is asked for in a term, in the order in which money is allocated. */
export function askedFees(db: Db | Tx, { schoolId, termId, studentId }: AccountOf) {
  return db
    .selectFrom('studentFeeCategories as asked')
    .innerJoin('feeCategories as category', (on) =>
      on.onRef('category.schoolId', '=', 'asked.schoolId').onRef('category.id', '=', 'asked.feeCategoryId'),
    )
    .innerJoin('fees', (on) =>
      on.onRef('fees.schoolId', '=', 'category.schoolId').onRef('fees.feeCategoryId', '=', 'category.id'),
    )
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
    .where('asked.schoolId', '=', schoolId)
    .where('asked.termId', '=', termId)
    .where('asked.studentId', '=', studentId)
    .where('category.deletedAt', 'is', null)
    .where('fees.deletedAt', 'is', null)
    .orderBy('fees.sr')
    .orderBy('fees.id')
}

/** The collected lines of an account that are not deleted, FAILED ones too, with their payment, oldest first. */
export function standingLines(db: Db | Tx, { schoolId, termId, studentId }: AccountOf) {
  return db
    .selectFrom('collectedLines as line')
    .leftJoin('payments', (on) => on.onRef('payments.schoolId', '=', 'line.schoolId').onRef('payments.id', '=', 'line.paymentId'))
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

/** What the student of the joined `enrolments` is asked for in its term, less what stands on it: as `balance` has it, in one sum. */
export const pendingOfEnrolment = sql<number>`(
        (select coalesce(sum(fees.amount), 0) from student_fee_categories asked
           join fees on fees.school_id = asked.school_id and fees.fee_category_id = asked.fee_category_id
          where asked.school_id = enrolments.school_id and asked.term_id = enrolments.term_id and asked.student_id = enrolments.student_id
            and fees.fixed_amount and fees.deleted_at is null)
        - (select coalesce(sum(line.amount), 0) from collected_lines line join fees on fees.school_id = line.school_id and fees.id = line.fee_id
          where line.school_id = enrolments.school_id and line.term_id = enrolments.term_id and line.student_id = enrolments.student_id
            and line.deleted_at is null and line.status <> 'FAILED' and fees.fixed_amount)
      )::bigint`

/** The other enabled students with the student's phone in the same term, with what is pending of each. */
export function siblings(db: Db, viewer: Viewer, { schoolId, termId, studentId }: AccountOf) {
  return (
    payers(db, schoolId, viewer, termId)
      .select(pendingOfEnrolment.as('pending'))
      .where('students.phone', '=', (row) =>
        row
          .selectFrom('students as asked')
          .select('asked.phone')
          .where('asked.schoolId', '=', schoolId)
          .where('asked.id', '=', studentId),
      )
      // Nobody's phone: what is on record where none is known.
      .where('students.phone', '<>', defaultPhone)
      .where('students.id', '<>', studentId)
      .where('students.disabled', '=', false)
      .orderBy('students.id')
      .limit(20)
  )
}
