import { type InferResult, sql } from 'kysely'
import { namedStatement } from '#platform/database/cachedStatement.ts'
import type { Db } from '#platform/database/connect.ts'
import { systemViewer } from '#platform/viewer.ts'
import { schoolOrder, visibleSections } from '#domains/classes/server/schoolOrder.exports.ts'
import { studentColumns } from '../studentList.sql.ts'

/** Selects the sections of a term in the school's order, with the ids of their teachers. */
export function directorySections(db: Db, schoolId: number, termId: number) {
  return db
    .selectFrom(visibleSections(db, schoolId, systemViewer(schoolId), { termId }).as('place'))
    .select(['sectionId', 'sectionName', 'classId', 'className', 'sr'])
    .select(
      sql<
        number[]
      >`array(select t.user_id from section_teachers t where t.school_id = ${schoolId} and t.section_id = place.section_id)`.as(
        'teachers',
      ),
    )
    .orderBy(schoolOrder('place'))
}

/**
 * Selects the students of a term by section and roll, with what they are found and sorted by. The places are those of
 * PostgreSQL's own order: students of one roll have one place, and no two have the same place by a column of theirs.
 */
export function directoryStudents(db: Db, schoolId: number, termId: number) {
  const placeBy = (column: string) => sql<number>`row_number() over (order by ${sql.ref(column)}, s.id)`
  return db
    .selectFrom('enrolments as e')
    .innerJoin('students as s', (on) => on.on('s.schoolId', '=', schoolId).onRef('s.id', '=', 'e.studentId'))
    .select(['s.id', 'e.id as enrolmentId', 'e.sectionId', 'e.roll', 's.disabled', 's.searchText', 's.nameKeys'])
    .select([
      sql<number>`dense_rank() over (order by e.roll_sort)`.as('byRoll'),
      placeBy('s.name').as('byName'),
      placeBy('s.register_no').as('byRegisterNo'),
      placeBy('s.phone').as('byPhone'),
    ])
    .where('e.schoolId', '=', schoolId)
    .where('e.termId', '=', termId)
    .orderBy('e.sectionId')
    .orderBy('e.rollSort')
    .orderBy('e.studentId')
}

/** Selects students by id with the columns of the list. */
export function listedStudents(db: Db, schoolId: number, ids: readonly number[]) {
  return namedStatement('listed students', { schoolId, ids }, (of) =>
    db
      .selectFrom('students as s')
      .select(studentColumns)
      .where('s.schoolId', '=', of.schoolId)
      .where(sql<boolean>`s.id = any(${of.ids}::bigint[])`),
  )
}

export type DirectorySection = InferResult<ReturnType<typeof directorySections>>[number]
export type DirectoryStudent = InferResult<ReturnType<typeof directoryStudents>>[number]
