import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { containsPattern } from '#platform/database/likePattern.ts'
import type { Viewer } from '#platform/viewer.ts'
import { searchWords } from '../students.rules.ts'
import { places, schoolOrder } from './studentList.sql.ts'

/**
 * The enabled students of sections, by section and roll: what a register or a lecture is made of. Whose sections they may be,
 * the caller has decided. Run it with `.execute()` in a command, or hand it to `read`.
 */
export function studentsOfSections(db: Db | Tx, schoolId: number, sectionIds: readonly number[]) {
  return db
    .selectFrom('enrolments')
    .innerJoin('students', (on) =>
      on.onRef('students.schoolId', '=', 'enrolments.schoolId').onRef('students.id', '=', 'enrolments.studentId'),
    )
    .select(['students.id', 'students.name', 'students.phone', 'enrolments.sectionId', 'enrolments.roll'])
    .where('enrolments.schoolId', '=', schoolId)
    .where(sql<boolean>`enrolments.section_id = any(${sectionIds}::bigint[])`)
    .where('students.disabled', '=', false)
    .orderBy('enrolments.sectionId')
    .orderBy('enrolments.rollSort')
    .orderBy('enrolments.studentId')
}

/**
 * Whether a search finds the student of `enrolments e`, as the list of students does: every word in the name, the register number
 * or the phone, or as the roll. What is too short to be searched for finds everybody. `is true` keeps the students a hashed
 * subselect: as a join, the planner would do it one by one.
 */
export function foundBySearch(schoolId: number, search: string): Expression<SqlBool> {
  const words = searchWords(search).map(({ part, roll }) => {
    const inText =
      part !== null &&
      sql`(e.student_id in (select students.id from students
      where students.school_id = ${schoolId} and students.search_text like ${containsPattern(part)})) is true`
    const asRoll = roll !== null && sql`e.roll = ${roll}`
    return inText && asRoll ? sql`(${inText} or ${asRoll})` : inText || asRoll || sql`true`
  })
  return words.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(words, sql` and `)})`
}

/** A part of a term's students: a class, a section, some of them by their ids, those a search finds. */
export interface CardView {
  termId: number
  classId?: number | undefined
  sectionId?: number | undefined
  ids?: readonly number[] | undefined
  search?: string | undefined
}

/** The enabled students of a part of a term, of the sections the viewer sees: `e`, `s` and `place` for what is asked of them. */
function ofCardView(db: Db | Tx, schoolId: number, viewer: Viewer, view: CardView) {
  const query = db
    .selectFrom(places(db, schoolId, viewer, view).as('place'))
    .innerJoin('enrolments as e', (on) => on.onRef('e.sectionId', '=', 'place.sectionId').on('e.schoolId', '=', schoolId))
    .innerJoin('students as s', (on) => on.on('s.schoolId', '=', schoolId).onRef('s.id', '=', 'e.studentId'))
    .where('s.disabled', '=', false)
    .where(foundBySearch(schoolId, view.search ?? ''))
  return view.ids === undefined ? query : query.where(sql<boolean>`s.id = any(${view.ids}::bigint[])`)
}

/**
 * Students with what an ID card says of them, in the order of the school. Run it with `.execute()` in a command, or hand it to `read`.
 * @param missingFirst those without a photo before the others
 */
export function cardStudents(db: Db | Tx, schoolId: number, viewer: Viewer, view: CardView, missingFirst = false) {
  const query = ofCardView(db, schoolId, viewer, view).select([
    's.id',
    's.name',
    's.photoFile',
    's.qrcode',
    's.registerNo',
    's.birthdate',
    's.bloodgroup',
    's.phone',
    's.guardian',
    's.fatherName',
    's.motherName',
    's.address',
    's.colony',
    's.taluka',
    's.dist',
    'e.roll',
    'place.className',
    'place.sectionName',
  ])
  const ordered = missingFirst ? query.orderBy(sql`s.photo_file is not null`) : query
  return ordered.orderBy(schoolOrder)
}

/** How many students a view has, and how many of them have no photo. */
export function cardStudentCounts(db: Db | Tx, schoolId: number, viewer: Viewer, view: CardView) {
  return ofCardView(db, schoolId, viewer, view).select((row) => [
    row.fn.countAll<number>().as('total'),
    row.fn.countAll<number>().filterWhere('s.photoFile', 'is', null).as('withoutPhoto'),
  ])
}
