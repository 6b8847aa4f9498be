import { type Expression, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Tx } from '#platform/database/connect.ts'
import { containsPattern } from '#platform/database/likePattern.ts'
import type { Viewer } from '#platform/viewer.ts'
import { seesClass, visibleSection } from '#domains/classes/server/classes.exports.ts'
import type { FoundStudent } from '../fees.rules.ts'
import type { feeAssignment, feeCategoryStudentsView } from '../fees.schema.ts'
import { liveLine } from './feeCategories.sql.ts'

/** A section of a category's term, with how many of its students pay the category. */
export interface FeeCategoryPlace {
  sectionId: number
  sectionName: string
  classId: number
  className: string
  studentCount: number
  assignedCount: number
}

/** A student of a category's term, and whether she pays it. */
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
}

/** A category as assignments see it. */
export interface OfTerm {
  id: number
  termId: number
}

/** Whom an assignment names. */
export type Chosen = Omit<z.output<typeof feeAssignment>, 'feeCategoryId'>

/** Of the joined place: nobody is left there whom something could be asked of. */
const notErased = (schoolId: number) => sql<SqlBool>`not exists (select from students gone where gone.school_id = ${schoolId}
  and gone.id = enrolments.student_id and gone.erased_at is not null)`

/** The students of a term whom the viewer may know of, each with her section and class. */
function enrolled(db: Db | Tx, schoolId: number, viewer: Viewer, termId: number) {
  return db
    .selectFrom('enrolments')
    .innerJoin('sections', (on) =>
      on.onRef('sections.schoolId', '=', 'enrolments.schoolId').onRef('sections.id', '=', 'enrolments.sectionId'),
    )
    .where('enrolments.schoolId', '=', schoolId)
    .where('enrolments.termId', '=', termId)
    .where(visibleSection(viewer))
    .where(notErased(schoolId))
}

/** The sections of a category's term, in the school's order: classes by their smallest serial number, then sections by theirs. */
export function feeCategoryPlaces(db: Db, schoolId: number, viewer: Viewer, { id, termId }: OfTerm) {
  return db
    .selectFrom('sections')
    .innerJoin('classes', (on) =>
      on.onRef('classes.schoolId', '=', 'sections.schoolId').onRef('classes.id', '=', 'sections.classId'),
    )
    .leftJoin('enrolments', (on) =>
      on
        .onRef('enrolments.schoolId', '=', 'sections.schoolId')
        .onRef('enrolments.sectionId', '=', 'sections.id')
        .on(notErased(schoolId)),
    )
    .leftJoin('studentFeeCategories as paid', (on) =>
      on
        .onRef('paid.schoolId', '=', 'enrolments.schoolId')
        .onRef('paid.studentId', '=', 'enrolments.studentId')
        .on('paid.feeCategoryId', '=', id),
    )
    .select((row) => [
      'sections.id as sectionId',
      'sections.name as sectionName',
      'sections.classId',
      'classes.name as className',
      row.fn.count<number>('enrolments.id').as('studentCount'),
      row.fn.count<number>('paid.studentId').as('assignedCount'),
    ])
    .where('sections.schoolId', '=', schoolId)
    .where('sections.termId', '=', termId)
    .where(visibleSection(viewer))
    .groupBy(['sections.schoolId', 'sections.id', 'classes.name'])
    .orderBy(sql`min(sections.sr) over (partition by sections.class_id)`)
    .orderBy('sections.classId')
    .orderBy('sections.sr')
    .orderBy('sections.id')
}

/** The most students a search answers. */
const foundAtMost = 100

/** The students of a category's term, section by section in the school's order, then by roll. */
export function feeCategoryStudents(
  db: Db,
  schoolId: number,
  viewer: Viewer,
  { id, termId }: OfTerm,
  view: Omit<z.output<typeof feeCategoryStudentsView>, 'feeCategoryId'>,
) {
  const assigned = sql<boolean>`exists (select from student_fee_categories paid where paid.school_id = ${schoolId}
    and paid.student_id = enrolments.student_id and paid.fee_category_id = ${id}::bigint)`
  let students = enrolled(db, schoolId, viewer, termId)
    .innerJoin('classes', (on) =>
      on.onRef('classes.schoolId', '=', 'sections.schoolId').onRef('classes.id', '=', 'sections.classId'),
    )
    .innerJoin('students', (on) =>
      on.onRef('students.schoolId', '=', 'enrolments.schoolId').onRef('students.id', '=', 'enrolments.studentId'),
    )
    .select([
      'students.id as studentId',
      'students.name',
      'students.registerNo',
      'students.phone',
      'students.disabled',
      'enrolments.roll',
      'sections.id as sectionId',
      'sections.name as sectionName',
      'classes.name as className',
      assigned.as('assigned'),
    ])
    .orderBy('classes.id')
    .orderBy('sections.sr')
    .orderBy('sections.id')
    .orderBy('enrolments.rollSort')
    .orderBy('students.id')
  if (view.sectionId !== undefined) students = students.where('sections.id', '=', view.sectionId)
  if (view.assigned !== undefined) students = students.where(view.assigned ? assigned : sql<boolean>`not ${assigned}`)
  const words = (view.search ?? '').normalize('NFC').toLowerCase().split(/\s+/u).filter(Boolean)
  for (const word of words)
    students = students.where((row) =>
      row.or([row('students.searchText', 'like', containsPattern(word)), row('enrolments.roll', '=', word)]),
    )
  return words.length > 0 ? students.limit(foundAtMost) : students
}

/** The ids of the students whom a choice names, as far as the viewer may know of them. */
function chosenStudents(db: Tx, schoolId: number, viewer: Viewer, termId: number, chosen: Chosen) {
  const { studentIds = [], sectionIds = [], classIds = [] } = chosen
  return enrolled(db, schoolId, viewer, termId).where(
    sql<SqlBool>`(enrolments.student_id = any(${studentIds}::bigint[]) or enrolments.section_id = any(${sectionIds}::bigint[])
      or sections.class_id = any(${classIds}::bigint[]))`,
  )
}

/** Whether all that a choice names is there, in this term, and the viewer may know of it. */
export async function allThere(db: Tx, schoolId: number, viewer: Viewer, termId: number, chosen: Chosen): Promise<boolean> {
  const [students, sections, classes] = [chosen.studentIds, chosen.sectionIds, chosen.classIds].map((list) => [
    ...new Set(list ?? []),
  ]) as [number[], number[], number[]]
  if (classes.some((id) => !seesClass(viewer, id))) return false
  const oneOf = (column: string, list: readonly number[]): Expression<SqlBool> =>
    sql<SqlBool>`${sql.ref(column)} = any(${list}::bigint[])`
  const found = await db
    .selectNoFrom([
      enrolled(db, schoolId, viewer, termId)
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
  return found.students === students.length && found.sections === sections.length && found.classes === classes.length
}

/** Puts whom a choice names on a category, by one statement; answers the ids of those who were not on it. */
export async function assignChosen(
  db: Tx,
  schoolId: number,
  viewer: Viewer,
  { id, termId }: OfTerm,
  chosen: Chosen,
): Promise<number[]> {
  const added = await db
    .insertInto('studentFeeCategories')
    .columns(['schoolId', 'termId', 'studentId', 'feeCategoryId'])
    .expression(
      // In one order wherever rows are added: of two who add the same ones, none waits for the other's next.
      chosenStudents(db, schoolId, viewer, termId, chosen)
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

/** Puts students on categories pair by pair, by one statement; answers the ids of the students to whom something was new. */
export async function assignPairs(
  db: Tx,
  schoolId: number,
  termId: number,
  pairs: readonly { studentId: number; feeCategoryId: number }[],
): Promise<number[]> {
  const added = await db
    .insertInto('studentFeeCategories')
    .columns(['schoolId', 'termId', 'studentId', 'feeCategoryId'])
    .expression(
      sql`select ${schoolId}::bigint, ${termId}::bigint, * from unnest(
        ${pairs.map((pair) => pair.studentId)}::bigint[], ${pairs.map((pair) => pair.feeCategoryId)}::bigint[]
      ) as pair (student_id, fee_category_id) order by student_id, fee_category_id`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('studentId')
    .execute()
  return added.map((row) => row.studentId)
}

/**
 * The ids of whom a choice names among those who pay a category, their accounts locked as `lockAccount` locks one, in the order of
 * the students: nobody collects from them meanwhile, and whatever was collected before is seen by the statements that follow.
 */
export async function lockAssigned(
  db: Tx,
  schoolId: number,
  viewer: Viewer,
  { id, termId }: OfTerm,
  chosen: Chosen,
): Promise<number[]> {
  const locked = await chosenStudents(db, schoolId, viewer, termId, chosen)
    .innerJoin('studentFeeCategories as paid', (on) =>
      on
        .onRef('paid.schoolId', '=', 'enrolments.schoolId')
        .onRef('paid.studentId', '=', 'enrolments.studentId')
        .on('paid.feeCategoryId', '=', id),
    )
    .select('enrolments.studentId')
    .orderBy('enrolments.studentId')
    .forNoKeyUpdate('enrolments')
    .execute()
  return locked.map((row) => row.studentId)
}

/** What live money of students stands on fees of categories: one row for each student and category, the most first. */
export function moneyOnCategories(
  db: Tx,
  schoolId: number,
  termId: number,
  feeCategoryIds: readonly number[],
  studentIds: readonly number[],
) {
  return db
    .selectFrom('collectedLines as line')
    .innerJoin('fees', (on) => on.onRef('fees.schoolId', '=', 'line.schoolId').onRef('fees.id', '=', 'line.feeId'))
    .innerJoin('feeCategories as category', (on) =>
      on.onRef('category.schoolId', '=', 'fees.schoolId').onRef('category.id', '=', 'fees.feeCategoryId'),
    )
    .innerJoin('students', (on) =>
      on.onRef('students.schoolId', '=', 'line.schoolId').onRef('students.id', '=', 'line.studentId'),
    )
    .select([
      'students.id as studentId',
      'students.name as studentName',
      'category.name as categoryName',
      sql<number>`sum(line.amount)::bigint`.as('collected'),
    ])
    .where('line.schoolId', '=', schoolId)
    .where('line.termId', '=', termId)
    .where(liveLine)
    .where(sql<boolean>`fees.fee_category_id = any(${feeCategoryIds}::bigint[])`)
    .where(sql<boolean>`line.student_id = any(${studentIds}::bigint[])`)
    .groupBy(['students.id', 'students.name', 'category.id', 'category.name'])
    .orderBy('collected', 'desc')
    .orderBy('students.id')
    .orderBy('category.id')
    .execute()
}

/** Takes students off categories. */
export async function unassign(
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

/** The students of a term as an assignments file finds them, held against being deleted; disabled ones too. */
export function studentsToFind(db: Tx, schoolId: number, viewer: Viewer, termId: number): Promise<FoundStudent[]> {
  return (
    enrolled(db, schoolId, viewer, termId)
      .innerJoin('classes', (on) =>
        on.onRef('classes.schoolId', '=', 'sections.schoolId').onRef('classes.id', '=', 'sections.classId'),
      )
      .innerJoin('students', (on) =>
        on.onRef('students.schoolId', '=', 'enrolments.schoolId').onRef('students.id', '=', 'enrolments.studentId'),
      )
      .select([
        'students.id',
        'students.registerNo',
        'enrolments.roll',
        'classes.name as className',
        'sections.name as sectionName',
      ])
      // In one order, as everybody who locks many of them does.
      .orderBy('enrolments.studentId')
      .forKeyShare('enrolments')
      .execute()
  )
}

/** The ids of the categories a student pays in a term. */
export async function categoriesOfStudent(db: Tx, schoolId: number, termId: number, studentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('studentFeeCategories')
    .select('feeCategoryId')
    .where('schoolId', '=', schoolId)
    .where('termId', '=', termId)
    .where('studentId', '=', studentId)
    .execute()
  return rows.map((row) => row.feeCategoryId)
}
