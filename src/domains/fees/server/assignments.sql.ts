import { type Expression, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { seesClass, visibleSection } from '#domains/classes/server/classes.exports.ts'
import { classSr, schoolOrder, visibleSections } from '#domains/classes/server/schoolOrder.exports.ts'
import { notErased, visibleEnrolments } from '#domains/students/server/matchableStudents.exports.ts'
import { studentHasWord } from '#domains/students/server/students.exports.ts'
import type { AssignedMonths } from '../assignedMonths.rules.ts'
import type { feeAssignment, feeCategoryStudentsView } from '../fees.schema.ts'
import type { Month } from '../months.ts'
import { askedAmount, type FeeAccountKey, isAsked } from './account.sql.ts'
import { assignmentRows, type NewAssignment } from './assignedMonths.sql.ts'
import { keepingLine } from './feeCategories.sql.ts'

/** A section of a category's term, with how many of its students pay the category. */
export interface FeeCategorySection {
  sectionId: number
  sectionName: string
  classId: number
  className: string
  studentCount: number
  assignedCount: number
}

/** A student of a category's term, and whether the student pays it. */
export interface FeeCategoryStudent {
  studentId: number
  name: string
  registerNo: string
  phone: string
  disabled: boolean
  roll: string
  sectionId: number
  sectionName: string
  className: string
  assigned: boolean
  /** Whether the assignment was given by rule. */
  byRule: boolean
  /** Whether the category's rule names the class, and somebody took the category from the student by hand. */
  excepted: boolean
}

/** The ids of a category and its term. */
export interface CategoryOfTerm {
  id: number
  termId: number
}

/** The students, sections and classes named by an assignment. */
export type AssignmentTargets = Omit<z.output<typeof feeAssignment>, 'feeCategoryId'>

/**
 * Selects the sections of a category's term in the school's order: classes by their smallest serial number, then
 * sections by theirs.
 */
export function feeCategorySections(db: Db, schoolId: number, viewer: Viewer, { id, termId }: CategoryOfTerm) {
  return db
    .selectFrom('sections')
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
    .leftJoin('enrolments', (on) => onSameSchool(on, 'enrolments.sectionId', 'sections.id').on(notErased(schoolId)))
    .leftJoin('studentFeeCategories as assignment', (on) =>
      onSameSchool(on, 'assignment.studentId', 'enrolments.studentId').on('assignment.feeCategoryId', '=', id),
    )
    .select((row) => [
      'sections.id as sectionId',
      'sections.name as sectionName',
      'sections.classId',
      'classes.name as className',
      row.fn.count<number>('enrolments.id').as('studentCount'),
      row.fn.count<number>('assignment.studentId').as('assignedCount'),
    ])
    .where('sections.schoolId', '=', schoolId)
    .where('sections.termId', '=', termId)
    .where(visibleSection(viewer))
    .groupBy(['sections.schoolId', 'sections.id', 'classes.name'])
    .orderBy(classSr)
    .orderBy('sections.classId')
    .orderBy('sections.sr')
    .orderBy('sections.id')
}

/** Maximum number of students that a search returns. */
const maxSearchResults = 100

/** Selects the students of a category's term, by section in the school's order, then by roll. */
export function feeCategoryStudents(
  db: Db,
  schoolId: number,
  viewer: Viewer,
  { id, termId }: CategoryOfTerm,
  view: Omit<z.output<typeof feeCategoryStudentsView>, 'feeCategoryId'>,
) {
  const rowOf = (table: string, condition = sql`true`) => sql<boolean>`exists (select from ${sql.table(table)} own
    where own.school_id = ${schoolId} and own.student_id = enrolments.student_id and own.fee_category_id = ${id}::bigint and ${condition})`
  const assigned = rowOf('student_fee_categories')
  // Joined as a row set of its own: a class's place must not depend on which of its students a search finds.
  let students = visibleEnrolments(db, schoolId, viewer, termId)
    .innerJoin(visibleSections(db, schoolId, viewer, { termId }).as('place'), 'place.sectionId', 'enrolments.sectionId')
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'enrolments.studentId'))
    .select([
      'students.id as studentId',
      'students.name',
      'students.registerNo',
      'students.phone',
      'students.disabled',
      'enrolments.roll',
      'place.sectionId',
      'place.sectionName',
      'place.className',
      assigned.as('assigned'),
      rowOf('student_fee_categories', sql`own.by_rule`).as('byRule'),
      rowOf('fee_category_exceptions').as('excepted'),
    ])
    .orderBy(schoolOrder('place'))
    .orderBy('enrolments.rollSort')
    .orderBy('students.id')
  if (view.sectionId !== undefined) students = students.where('sections.id', '=', view.sectionId)
  if (view.assigned !== undefined) students = students.where(view.assigned ? assigned : sql<boolean>`not ${assigned}`)
  const words = (view.search ?? '').normalize('NFC').toLowerCase().split(/\s+/u).filter(Boolean)
  for (const word of words)
    students = students.where((row) => row.or([studentHasWord('students', schoolId, word), row('enrolments.roll', '=', word)]))
  return words.length > 0 ? students.limit(maxSearchResults) : students
}

/** Selects the students of an assignment whom the viewer may see. */
function targetStudents(db: Tx, schoolId: number, viewer: Viewer, termId: number, targets: AssignmentTargets) {
  const { studentIds = [], sectionIds = [], classIds = [] } = targets
  return visibleEnrolments(db, schoolId, viewer, termId).where(
    sql<SqlBool>`(enrolments.student_id = any(${studentIds}::bigint[]) or enrolments.section_id = any(${sectionIds}::bigint[])
      or sections.class_id = any(${classIds}::bigint[]))`,
  )
}

/**
 * Returns whether all students, sections and classes of an assignment exist in this term and are visible to the viewer.
 */
export async function allTargetsExist(
  db: Tx,
  schoolId: number,
  viewer: Viewer,
  termId: number,
  targets: AssignmentTargets,
): Promise<boolean> {
  const [students, sections, classes] = [targets.studentIds, targets.sectionIds, targets.classIds].map((list) => [
    ...new Set(list ?? []),
  ]) as [number[], number[], number[]]
  if (classes.some((id) => !seesClass(viewer, id))) return false
  const oneOf = (column: string, list: readonly number[]): Expression<SqlBool> =>
    sql<SqlBool>`${sql.ref(column)} = any(${list}::bigint[])`
  const counts = await db
    .selectNoFrom([
      visibleEnrolments(db, schoolId, viewer, termId)
        .select((row) => row.fn.countAll<number>().as('count'))
        .where(oneOf('enrolments.studentId', students))
        .$asScalar()
        .$notNull()
        .as('students'),
      db
        .selectFrom('sections')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('sections.schoolId', '=', schoolId)
        .where('sections.termId', '=', termId)
        .where(visibleSection(viewer))
        .where(oneOf('sections.id', sections))
        .$asScalar()
        .$notNull()
        .as('sections'),
      db
        .selectFrom('classes')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('classes.schoolId', '=', schoolId)
        .where('classes.termId', '=', termId)
        .where(oneOf('classes.id', classes))
        .$asScalar()
        .$notNull()
        .as('classes'),
    ])
    .executeTakeFirstOrThrow()
  return counts.students === students.length && counts.sections === sections.length && counts.classes === classes.length
}

/** Assigns the students to a category in one statement. Returns the ids of the newly assigned students. */
export async function assignTargets(
  db: Tx,
  schoolId: number,
  viewer: Viewer,
  { id, termId }: CategoryOfTerm,
  targets: AssignmentTargets,
): Promise<number[]> {
  const added = await db
    .insertInto('studentFeeCategories')
    .columns(['schoolId', 'termId', 'studentId', 'feeCategoryId'])
    .expression(
      // Rows are always added in this order, so that two concurrent assignments cannot deadlock.
      targetStudents(db, schoolId, viewer, termId, targets)
        .select([
          'enrolments.schoolId',
          'enrolments.termId',
          'enrolments.studentId',
          sql<number>`${id}::bigint`.as('feeCategoryId'),
        ])
        .orderBy('enrolments.studentId'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('studentId')
    .execute()
  return added.map((row) => row.studentId)
}

/** Inserts assignments by hand or by rule in one statement. Returns the student id of every new assignment. */
export async function insertAssignments(
  db: Tx,
  schoolId: number,
  termId: number,
  pairs: readonly NewAssignment[],
  by: 'hand' | 'rule',
): Promise<number[]> {
  if (pairs.length === 0) return []
  const added = await db
    .insertInto('studentFeeCategories')
    .columns(['schoolId', 'termId', 'byRule', 'studentId', 'feeCategoryId', 'months', 'firstPart'])
    .expression(
      sql`select ${schoolId}::bigint, ${termId}::bigint, ${by === 'rule'}::boolean, student_id, fee_category_id,
        string_to_array(months, ','), first_part
      from ${assignmentRows(pairs)} order by student_id, fee_category_id`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('studentId')
    .execute()
  return added.map((row) => row.studentId)
}

/**
 * Locks the accounts of the assignment's students who pay the category, as `lockAccount` does, ordered by student.
 * Meanwhile nobody collects from them, and later statements see everything collected before. Returns their ids.
 */
export async function lockAssignedStudents(
  db: Tx,
  schoolId: number,
  viewer: Viewer,
  { id, termId }: CategoryOfTerm,
  targets: AssignmentTargets,
): Promise<number[]> {
  const locked = await targetStudents(db, schoolId, viewer, termId, targets)
    .innerJoin('studentFeeCategories as assignment', (on) =>
      onSameSchool(on, 'assignment.studentId', 'enrolments.studentId').on('assignment.feeCategoryId', '=', id),
    )
    .select('enrolments.studentId')
    .orderBy('enrolments.studentId')
    .forNoKeyUpdate('enrolments')
    .execute()
  return locked.map((row) => row.studentId)
}

/**
 * Returns the money collected from students on the fees of categories, and what they owed there from before Shala: one
 * row per student and category, the largest sum first.
 */
export function collectedOnCategories(
  db: Tx,
  schoolId: number,
  termId: number,
  feeCategoryIds: readonly number[],
  studentIds: readonly number[],
) {
  return db
    .selectFrom('collectedLines as line')
    .innerJoin('fees', (on) => onSameSchool(on, 'fees.id', 'line.feeId'))
    .innerJoin('feeCategories as category', (on) => onSameSchool(on, 'category.id', 'fees.feeCategoryId'))
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'line.studentId'))
    .select([
      'students.id as studentId',
      'students.name as studentName',
      'category.name as categoryName',
      sql<number>`coalesce(sum(line.amount) filter (where line.status <> 'OPENING'), 0)::bigint`.as('collected'),
      sql<number>`-coalesce(sum(line.amount) filter (where line.status = 'OPENING'), 0)::bigint`.as('opening'),
    ])
    .where('line.schoolId', '=', schoolId)
    .where('line.termId', '=', termId)
    .where(keepingLine)
    .where(sql<boolean>`fees.fee_category_id = any(${feeCategoryIds}::bigint[])`)
    .where(sql<boolean>`line.student_id = any(${studentIds}::bigint[])`)
    .groupBy(['students.id', 'students.name', 'category.id', 'category.name'])
    .orderBy('collected', 'desc')
    .orderBy('students.id')
    .orderBy('category.id')
    .execute()
}

/** Removes students from categories. */
export async function unassignStudents(
  db: Tx,
  schoolId: number,
  feeCategoryIds: readonly number[],
  studentIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('studentFeeCategories')
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`fee_category_id = any(${feeCategoryIds}::bigint[])`)
    .where(sql<boolean>`student_id = any(${studentIds}::bigint[])`)
    .execute()
}

/** Returns the categories a student pays in a term, each with its months. */
export async function categoriesPaidBy(
  db: Tx,
  schoolId: number,
  termId: number,
  studentId: number,
): Promise<(AssignedMonths & { feeCategoryId: number })[]> {
  const rows = await db
    .selectFrom('studentFeeCategories')
    .select(['feeCategoryId', 'months', 'firstPart'])
    .where('schoolId', '=', schoolId)
    .where('termId', '=', termId)
    .where('studentId', '=', studentId)
    .execute()
  return rows.map((row) => ({ ...row, months: row.months as Month[] | null }))
}

/** Selects the categories a student pays in a term, by name, each with the sum of its fixed fees. */
export function feeCategoriesOfStudent(db: Db, { schoolId, termId, studentId }: FeeAccountKey) {
  return db
    .selectFrom('studentFeeCategories as assignment')
    .innerJoin('feeCategories as category', (on) => onSameSchool(on, 'category.id', 'assignment.feeCategoryId'))
    .innerJoin('terms as term', (on) => onSameSchool(on, 'term.id', 'assignment.termId'))
    .select(['category.id', 'category.name', 'assignment.firstPart', sql<Month[] | null>`assignment.months`.as('months')])
    .select(
      sql<number>`(select coalesce(sum(${askedAmount}), 0)::bigint from fees where fees.school_id = current_school()
        and fees.fee_category_id = category.id and fees.fixed_amount and fees.deleted_at is null and ${isAsked})`.as(
        'fixedTotal',
      ),
    )
    .where('assignment.schoolId', '=', schoolId)
    .where('assignment.termId', '=', termId)
    .where('assignment.studentId', '=', studentId)
    .where('category.deletedAt', 'is', null)
    .orderBy(sql`lower(category.name)`)
    .orderBy('category.id')
}

export type FeeCategoryOfStudent = Awaited<ReturnType<ReturnType<typeof feeCategoriesOfStudent>['executeTakeFirstOrThrow']>>
