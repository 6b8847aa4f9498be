import { type Expression, type SqlBool, sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { defaultPhone } from '#shared/defaultPhone.ts'
import { visibleStudents } from './students.sql.ts'

/**
 * Returns the condition that the row of `students` is another enabled student with the phone of this one. The default
 * phone is on record where none is known, so it makes nobody a sibling.
 */
export function isSiblingOf(schoolId: number, studentId: number): Expression<SqlBool> {
  return sql<SqlBool>`(students.phone = (
      select child.phone from students child where child.school_id = ${schoolId} and child.id = ${studentId})
    and students.phone <> ${defaultPhone} and students.id <> ${studentId} and not students.disabled)`
}

/** The most siblings that a screen lists. A phone that more students share belongs to no family. */
export const maxSiblings = 20

/** Selects the siblings of a student whom the viewer may see, with their section of a term; '' without a place. */
export function visibleSiblings(
  db: Db,
  schoolId: number,
  viewer: Viewer,
  { termId, studentId }: { termId: number; studentId: number },
) {
  return visibleStudents(db, schoolId, viewer)
    .leftJoin('enrolments as place', (on) => onSameSchool(on, 'place.studentId', 'students.id').on('place.termId', '=', termId))
    .leftJoin('sections as room', (on) => onSameSchool(on, 'room.id', 'place.sectionId'))
    .leftJoin('classes as grade', (on) => onSameSchool(on, 'grade.id', 'room.classId'))
    .select(['students.schoolId', 'students.id', 'students.name', 'students.photoFile'])
    .select(sql<string>`coalesce(grade.name || '-' || room.name, '')`.as('sectionName'))
    .where(isSiblingOf(schoolId, studentId))
    .orderBy('students.id')
    .limit(maxSiblings)
}

export type SiblingRow = Awaited<ReturnType<ReturnType<typeof visibleSiblings>['executeTakeFirstOrThrow']>>
