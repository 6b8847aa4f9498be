import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { hasNameWord, nameWord } from '#platform/database/nameWord.ts'
import type { Day } from '#shared/dates.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleSections } from '#domains/classes/server/schoolOrder.exports.ts'
import { studentCardFields } from '../studentFields.exports.ts'
import { searchWords } from '../students.rules.ts'
import { sectionMembers } from './sectionMembers.exports.ts'
import { studentOrder } from './studentList.sql.ts'

/**
 * Selects the students who are in sections on a day, by section and roll, as lectures need them. The caller authorizes
 * the sections. Run it with `.execute()` in a command, or pass it to `read`.
 */
export function studentsOfSections(db: Db | Tx, schoolId: number, sectionIds: readonly number[], day: Day) {
  const members = sectionMembers(schoolId, day, sql`section_id = any(${sectionIds}::bigint[])`)
  return db
    .selectFrom(
      sql<{ id: number; sectionId: number; roll: string }>`(
    select student_id as id, section_id, roll from (${members}) member order by section_id, roll_sort, student_id)`.as<'s'>('s'),
    )
    .selectAll()
}

/** Returns the condition that a student, by the alias of the row, has a word in the name, register number or phone. */
export function studentHasWord(row: string, schoolId: number, word: string): Expression<SqlBool> {
  return hasNameWord('students', row, schoolId, nameWord(word))
}

/** Selects the ids of the students who have all words of a text, which may be of any length. */
export function studentsWithWords(schoolId: number, text: string): RawBuilder<unknown> {
  const words = text.normalize('NFC').toLowerCase().split(/\s+/u).filter(Boolean)
  const conditions = words.map((word) => studentHasWord('students', schoolId, word))
  return sql`select students.id from students where ${sql.join([sql`students.school_id = ${schoolId}`, ...conditions], sql` and `)}`
}

/**
 * Returns a condition on `enrolments e` that matches students as the list of students does: each word in the name,
 * register number or phone, or equal to the roll. A search text that is too short matches all students. `is true` keeps
 * the subselect hashed; the planner would run a join as a nested loop.
 */
export function matchesSearch(schoolId: number, search: string): Expression<SqlBool> {
  const words = searchWords(search).map(({ part, roll }) => {
    const inText =
      part !== null &&
      sql`(e.student_id in (select students.id from students
      where students.school_id = ${schoolId} and ${studentHasWord('students', schoolId, part)})) is true`
    const asRoll = roll !== null && sql`e.roll = ${roll}`
    return inText && asRoll ? sql`(${inText} or ${asRoll})` : inText || asRoll || sql`true`
  })
  return words.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(words, sql` and `)})`
}

/** Filters for the students of a term: by class, section, ids or search text. */
export interface CardView {
  termId: number
  classId?: number | undefined
  sectionId?: number | undefined
  ids?: readonly number[] | undefined
  search?: string | undefined
}

/**
 * Selects the enabled students of a view in sections that the viewer sees, as `e`, `s` and `place`, without columns.
 */
function studentsOfView(db: Db | Tx, schoolId: number, viewer: Viewer, view: CardView) {
  const query = db
    .selectFrom(visibleSections(db, schoolId, viewer, view).as('place'))
    .innerJoin('enrolments as e', (on) => on.onRef('e.sectionId', '=', 'place.sectionId').on('e.schoolId', '=', schoolId))
    .innerJoin('students as s', (on) => on.on('s.schoolId', '=', schoolId).onRef('s.id', '=', 'e.studentId'))
    .where('s.disabled', '=', false)
    .where(matchesSearch(schoolId, view.search ?? ''))
  return view.ids === undefined ? query : query.where(sql<boolean>`s.id = any(${view.ids}::bigint[])`)
}

/**
 * Selects students with the fields of an ID card, in the school's order. Run it with `.execute()` in a command, or pass
 * it to `read`.
 * @param missingFirst whether students without a photo come first
 */
export function cardStudents(db: Db | Tx, schoolId: number, viewer: Viewer, view: CardView, missingFirst = false) {
  const query = studentsOfView(db, schoolId, viewer, view).select([
    's.id',
    's.name',
    's.photoFile',
    's.qrcode',
    ...studentCardFields.map(({ field }) => `s.${field}` as const),
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
  return ordered.orderBy(studentOrder)
}

/** Counts the students of a view, and those of them without a photo. */
export function cardStudentCounts(db: Db | Tx, schoolId: number, viewer: Viewer, view: CardView) {
  return studentsOfView(db, schoolId, viewer, view).select((row) => [
    row.fn.countAll<number>().as('total'),
    row.fn.countAll<number>().filterWhere('s.photoFile', 'is', null).as('withoutPhoto'),
  ])
}

export { isSiblingOf, maxSiblings } from './siblings.sql.ts'
