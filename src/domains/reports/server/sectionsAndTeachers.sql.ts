import { type RawBuilder, sql } from 'kysely'
import { currentSchool } from '#platform/database/currentSchool.ts'
import type { Db } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { takesRegister } from '#domains/attendance/server/attendance.exports.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { classSr, schoolOrder } from '#domains/classes/server/schoolOrder.exports.ts'

/** A section of a term. */
export interface SectionRow {
  id: number
  /** `7-B`. */
  name: string
}

/**
 * Selects sections of a term: a single one, or all for a null `sectionId`. With `bySubject` a TEACHER also gets the
 * sections in which the teacher only teaches a subject.
 */
interface SectionFilter {
  termId: number
  sectionId: number | null
  bySubject: boolean
}

/** Selects the sections of a term that a viewer may see, in the school's order. */
export function sectionsForReport(db: Db, schoolId: number, viewer: Viewer, { termId, sectionId, bySubject }: SectionFilter) {
  const wholeSection = sql`${visibleSection(viewer)}`
  const isVisible = bySubject ? sql`(whole or ${teachesSubjectIn(schoolId, viewer)})` : sql`whole`
  return db
    .selectFrom(
      sql<SectionRow>`(
    select section_id as id, name from (
      select sections.id as section_id, classes.name || '-' || sections.name as name, ${wholeSection} as whole, sections.class_id, sections.sr,
        ${classSr} as class_sr
      from sections join classes on classes.school_id = current_school() and classes.id = sections.class_id
      where sections.school_id = ${schoolId} and sections.term_id = ${termId}
    ) p
    where ${isVisible} and ${sectionId === null ? sql`true` : sql`section_id = ${sectionId}`}
    order by ${schoolOrder('p')})`.as<'s'>('s'),
    )
    .selectAll()
}

/** Whether a TEACHER teaches a subject of section `p` and so sees its registers. */
function teachesSubjectIn(schoolId: number, viewer: Viewer): RawBuilder<unknown> {
  if (viewer.role !== 'TEACHER') return sql`false`
  return sql`exists (select from subjects join sections on sections.school_id = current_school() and sections.id = subjects.section_id
    where subjects.school_id = ${schoolId} and subjects.section_id = p.section_id and ${takesRegister(viewer)})`
}

/** Selects the users whose view a SUPERADMIN may report, by name: enabled teachers and admins of the school. */
export function selectableTeachers(db: Db, schoolId: number) {
  return db
    .selectFrom('users')
    .select((row) => [
      'users.id',
      'users.name',
      'users.role',
      'users.limitedToClasses',
      sql<number[]>`array(${row
        .selectFrom('classAdmins')
        .select('classAdmins.classId')
        .where('classAdmins.schoolId', '=', currentSchool)
        .whereRef('classAdmins.userId', '=', 'users.id')})`.as('classIds'),
    ])
    .where('users.schoolId', '=', schoolId)
    .where('users.role', 'in', ['TEACHER', 'ADMIN'])
    .where('users.disabled', '=', false)
    .orderBy(sql`lower(users.name)`)
    .orderBy('users.id')
}
