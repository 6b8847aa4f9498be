import { sql } from 'kysely'
import { currentSchool } from '#platform/database/currentSchool.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Month } from '../months.ts'
import { liveLine } from './feeCategories.sql.ts'

/**
 * Locks the rules of terms: 'read' while students are assigned by them, 'change' while a category's classes change.
 * A change waits for every student who is being added, and nobody is assigned by a rule that is being replaced. The
 * lock is on the term's row and is taken before any account and category.
 */
export async function lockRules(db: Tx, schoolId: number, termIds: readonly number[], lock: 'read' | 'change'): Promise<void> {
  const terms = db
    .selectFrom('terms')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${termIds}::bigint[])`)
    .orderBy('id')
  await (lock === 'read' ? terms.forShare() : terms.forNoKeyUpdate()).execute()
}

/** Selects what a term's categories ask for, fee by fee; not fixed fees have no amount. */
export function fixedFeesOfTerm(db: Db | Tx, schoolId: number, termId: number) {
  return db
    .selectFrom('fees')
    .innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'fees.termId'))
    .select(['fees.feeCategoryId', 'fees.dueOn', 'fees.amount', 'terms.startsOn'])
    .select(sql<Month | null>`fees.month`.as('month'))
    .where('fees.schoolId', '=', schoolId)
    .where('fees.termId', '=', termId)
    .where('fees.fixedAmount', '=', true)
    .where('fees.deletedAt', 'is', null)
}

/** SQL array of the ids of the classes that `fee_categories` is for by name. */
const classIds = sql<number[]>`array(select link.class_id from fee_category_classes link
  where link.school_id = current_school() and link.fee_category_id = fee_categories.id order by link.class_id)`

/** Selects the categories of terms with their classes and the sum of their fixed fees. Keys are names in lower case. */
export function categoryRules(db: Db | Tx, schoolId: number, termIds: readonly number[]) {
  return db
    .selectFrom('feeCategories')
    .select((row) => [
      'feeCategories.id',
      'feeCategories.termId',
      'feeCategories.name',
      'feeCategories.allClasses',
      classIds.as('classIds'),
      sql<string>`lower(fee_categories.name)`.as('key'),
      sql<string[]>`array(select lower(classes.name) from fee_category_classes link
        join classes on classes.school_id = current_school() and classes.id = link.class_id
        where link.school_id = current_school() and link.fee_category_id = fee_categories.id)`.as('classKeys'),
      row
        .selectFrom('fees')
        .select(sql<number>`coalesce(sum(fees.amount), 0)::bigint`.as('total'))
        .where('fees.schoolId', '=', currentSchool)
        .whereRef('fees.feeCategoryId', '=', 'feeCategories.id')
        .where('fees.deletedAt', 'is', null)
        .$asScalar()
        .$notNull()
        .as('total'),
    ])
    .where('feeCategories.schoolId', '=', schoolId)
    .where(sql<boolean>`fee_categories.term_id = any(${termIds}::bigint[])`)
    .where('feeCategories.deletedAt', 'is', null)
    .orderBy('feeCategories.name')
    .orderBy('feeCategories.id')
}

/** Condition on the assignment `a`: live money of the student is on the category's fees. */
const assignmentHasMoney = sql<boolean>`exists (select from collected_lines line
  join fees on fees.school_id = current_school() and fees.id = line.fee_id and fees.fee_category_id = a.fee_category_id
  where line.school_id = current_school() and line.term_id = a.term_id and line.student_id = a.student_id and ${liveLine})`

/** Selects the assignments of students in a term. */
export function assignmentsOfStudents(db: Db | Tx, schoolId: number, termId: number, studentIds: readonly number[]) {
  return db
    .selectFrom('studentFeeCategories as a')
    .select(['a.studentId', 'a.feeCategoryId', 'a.byRule', 'a.firstPart', assignmentHasMoney.as('hasMoney')])
    .select(sql<Month[] | null>`a.months`.as('months'))
    .where('a.schoolId', '=', schoolId)
    .where('a.termId', '=', termId)
    .where(sql<boolean>`a.student_id = any(${studentIds}::bigint[])`)
}

/** Selects the categories of a term that were taken from students by hand. */
export function exceptionsOfStudents(db: Db | Tx, schoolId: number, termId: number, studentIds: readonly number[]) {
  return db
    .selectFrom('feeCategoryExceptions')
    .select(['studentId', 'feeCategoryId'])
    .where('schoolId', '=', schoolId)
    .where('termId', '=', termId)
    .where(sql<boolean>`student_id = any(${studentIds}::bigint[])`)
}

/** Selects the classes of students in a term. Erased students are left out, because they are never charged. */
export function classesOfStudents(db: Db | Tx, schoolId: number, termId: number, studentIds: readonly number[]) {
  return enrolledUnerased(db, schoolId, termId)
    .select(['enrolments.studentId', 'sections.classId'])
    .where(sql<boolean>`enrolments.student_id = any(${studentIds}::bigint[])`)
}

/** A student of a term, as a change of one category's classes regards the student. */
export interface StudentOfRule {
  studentId: number
  studentName: string
  classId: number
  excepted: boolean
  /** Null for a student who is not assigned. */
  byRule: boolean | null
  hasMoney: boolean
}

/** Selects all students of a term with their assignment to a category, if any. */
export function studentsOfRule(db: Db | Tx, schoolId: number, { id, termId }: { id: number; termId: number }) {
  return enrolledUnerased(db, schoolId, termId)
    .leftJoin('studentFeeCategories as a', (on) =>
      onSameSchool(on, 'a.studentId', 'enrolments.studentId').on('a.feeCategoryId', '=', id),
    )
    .select([
      'enrolments.studentId',
      'students.name as studentName',
      'sections.classId',
      sql<boolean>`exists (select from fee_category_exceptions taken where taken.school_id = current_school()
        and taken.student_id = enrolments.student_id and taken.fee_category_id = ${id})`.as('excepted'),
      'a.byRule',
      sql<boolean>`a.by_rule is not null and ${assignmentHasMoney}`.as('hasMoney'),
    ])
    .orderBy('students.name')
    .orderBy('enrolments.studentId')
    .$castTo<StudentOfRule>()
}

function enrolledUnerased(db: Db | Tx, schoolId: number, termId: number) {
  return db
    .selectFrom('enrolments')
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'enrolments.studentId'))
    .where('enrolments.schoolId', '=', schoolId)
    .where('enrolments.termId', '=', termId)
    .where('students.erasedAt', 'is', null)
}

/** Locks accounts of a term by student, as `lockAccount` does, so that nobody collects from them meanwhile. */
export async function lockAccountsOfStudents(db: Tx, schoolId: number, termId: number, studentIds: readonly number[]) {
  await db
    .selectFrom('enrolments')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('termId', '=', termId)
    .where(sql<boolean>`student_id = any(${studentIds}::bigint[])`)
    .orderBy('studentId')
    .forNoKeyUpdate()
    .execute()
}

/** Replaces the classes of a category. */
export async function replaceClasses(
  db: Tx,
  schoolId: number,
  { id, termId }: { id: number; termId: number },
  { allClasses, classIds: ids }: { allClasses: boolean; classIds: readonly number[] },
): Promise<void> {
  await db.updateTable('feeCategories').set({ allClasses }).where('schoolId', '=', schoolId).where('id', '=', id).execute()
  await db
    .deleteFrom('feeCategoryClasses')
    .where('schoolId', '=', schoolId)
    .where('feeCategoryId', '=', id)
    .where(sql<boolean>`class_id <> all(${ids}::bigint[])`)
    .execute()
  if (ids.length === 0) return
  await db
    .insertInto('feeCategoryClasses')
    .values(ids.map((classId) => ({ schoolId, termId, feeCategoryId: id, classId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Locks the classes of a term among the ids against deletion, by id, and returns their ids. */
export async function lockClasses(db: Tx, schoolId: number, termId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('classes')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('termId', '=', termId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.map((row) => row.id)
}

/** A student and a category. */
export interface StudentCategory {
  studentId: number
  feeCategoryId: number
}

/** Builds SQL of the pairs as a row set `pair`. */
const pairRows = (pairs: readonly StudentCategory[]) => sql`unnest(${pairs.map((pair) => pair.studentId)}::bigint[],
  ${pairs.map((pair) => pair.feeCategoryId)}::bigint[]) as pair (student_id, fee_category_id)`

/** Removes assignments in one statement. */
export async function removeAssignments(db: Tx, schoolId: number, pairs: readonly StudentCategory[]): Promise<void> {
  if (pairs.length === 0) return
  await sql`delete from student_fee_categories a using ${pairRows(pairs)}
    where a.school_id = ${schoolId} and a.student_id = pair.student_id and a.fee_category_id = pair.fee_category_id`.execute(db)
}

/** Makes assignments count as given by rule, or by hand. */
export async function markAssignments(
  db: Tx,
  schoolId: number,
  pairs: readonly StudentCategory[],
  byRule: boolean,
): Promise<void> {
  if (pairs.length === 0) return
  await sql`update student_fee_categories a set by_rule = ${byRule} from ${pairRows(pairs)}
    where a.school_id = ${schoolId} and a.student_id = pair.student_id and a.fee_category_id = pair.fee_category_id`.execute(db)
}

/**
 * Adds exceptions for students whose class the category's rule names: what was taken from them by hand is not given
 * again. Without such a rule nothing would give it, so that nothing has to be remembered.
 */
export async function addExceptions(db: Tx, schoolId: number, termId: number, pairs: readonly StudentCategory[]): Promise<void> {
  if (pairs.length === 0) return
  await sql`insert into fee_category_exceptions (school_id, term_id, student_id, fee_category_id)
    select enrolments.school_id, enrolments.term_id, enrolments.student_id, category.id from ${pairRows(pairs)}
    join enrolments on enrolments.school_id = ${schoolId} and enrolments.term_id = ${termId} and enrolments.student_id = pair.student_id
    join sections on sections.school_id = current_school() and sections.id = enrolments.section_id
    join fee_categories category on category.school_id = current_school() and category.id = pair.fee_category_id
    where category.all_classes or exists (select from fee_category_classes link where link.school_id = current_school()
      and link.fee_category_id = category.id and link.class_id = sections.class_id)
    order by enrolments.student_id, category.id
    on conflict do nothing`.execute(db)
}

/** Forgets exceptions, because the categories were given again by hand. */
export async function removeExceptions(db: Tx, schoolId: number, pairs: readonly StudentCategory[]): Promise<void> {
  if (pairs.length === 0) return
  await sql`delete from fee_category_exceptions taken using ${pairRows(pairs)}
    where taken.school_id = ${schoolId} and taken.student_id = pair.student_id and taken.fee_category_id = pair.fee_category_id`.execute(
    db,
  )
}

/** Selects students of the school with their class in a term; null for those who are not enrolled in it. */
export function studentsToMove(db: Db | Tx, schoolId: number, termId: number, studentIds: readonly number[]) {
  return db
    .selectFrom('students')
    .leftJoin('enrolments', (on) => onSameSchool(on, 'enrolments.studentId', 'students.id').on('enrolments.termId', '=', termId))
    .leftJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
    .select(['students.id as studentId', 'students.name', 'students.dateOfAdmission as joinedOn', 'sections.classId'])
    .where('students.schoolId', '=', schoolId)
    .where(sql<boolean>`students.id = any(${studentIds}::bigint[])`)
    .where('students.erasedAt', 'is', null)
}

/** Selects the students of a section. Erased students are left out, because they are never charged. */
export function studentsOfSection(db: Db | Tx, schoolId: number, sectionId: number) {
  return db
    .selectFrom('enrolments')
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'enrolments.studentId'))
    .select(['enrolments.studentId', 'students.name', 'students.dateOfAdmission as joinedOn'])
    .where('enrolments.schoolId', '=', schoolId)
    .where('enrolments.sectionId', '=', sectionId)
    .where('students.erasedAt', 'is', null)
    .orderBy('students.name')
    .orderBy('students.id')
}

/** Selects the term of a class. */
export function classInTerm(db: Db | Tx, schoolId: number, classId: number) {
  return db.selectFrom('classes').select('termId').where('schoolId', '=', schoolId).where('id', '=', classId)
}
