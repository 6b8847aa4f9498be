import { type Expression, type SqlBool, sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { nameKey } from '../classes.rules.ts'

/**
 * Returns a condition on `sections` that limits a query to those the viewer may see: the classes of a limited ADMIN,
 * the own sections of a TEACHER.
 */
export function visibleSection(viewer: Viewer): Expression<SqlBool> {
  if (viewer.classIds) return sql<SqlBool>`sections.class_id = any(${viewer.classIds}::bigint[])`
  if (viewer.role !== 'TEACHER') return sql<SqlBool>`true`
  // A list, and no join: the planner takes a teacher for one of one section, and asked for each section again.
  return sql<SqlBool>`sections.id = any(array(select t.section_id from section_teachers t
    where t.school_id = ${viewer.schoolId} and t.user_id = ${viewer.userId}))`
}

/**
 * Whether a viewer may work in a class: an ADMIN limited to classes only in these. The SQL counterpart is
 * `visibleSection`, which also limits a TEACHER to the own sections.
 */
export function seesClass(viewer: Viewer, classId: number): boolean {
  return viewer.classIds === null || viewer.classIds.includes(classId)
}

/**
 * Selects the sections of a term with their class names, for a lookup by `sectionKey`. Includes classes that the viewer
 * may not see; filter with `seesClass`. Run it with `.execute()` in a command, or pass it to `read`.
 */
export function sectionsByName(db: Db | Tx, schoolId: number, termId: number) {
  return sectionsWithClass(db, schoolId).where('sections.termId', '=', termId)
}

/** Returns a key of a class name and a section name, for comparisons that ignore case and spacing. */
export function sectionKey(className: string, sectionName: string): string {
  return `${nameKey(className)}\n${nameKey(sectionName)}`
}

/** Selects a section with its term and class. */
export function sectionInTerm(db: Db | Tx, schoolId: number, sectionId: number) {
  return sectionsWithClass(db, schoolId).where('sections.id', '=', sectionId)
}

/**
 * Takes a key share lock on a section, so that it is not deleted while a student is enrolled. Others may enrol students
 * at the same time.
 * @returns undefined for an unknown section
 */
export function holdSection(db: Tx, schoolId: number, sectionId: number) {
  return sectionsWithClass(db, schoolId).where('sections.id', '=', sectionId).forKeyShare('sections').executeTakeFirst()
}

/**
 * Returns expressions that count the enrolled students, subjects and books of `sections`, which the query calls `as`.
 */
export function sectionCounts(as: string) {
  const isOfSection = (table: string) =>
    sql`${sql.ref(`${table}.schoolId`)} = current_school() and ${sql.ref(`${table}.sectionId`)} = ${sql.ref(`${as}.id`)}`
  return {
    students: sql<number>`(select count(*) from enrolments where ${isOfSection('enrolments')})`,
    subjects: sql<number>`(select count(*) from subjects where ${isOfSection('subjects')})`,
    books: sql<number>`(select count(*) from books join subjects on subjects.id = books.subject_id
      where books.school_id = current_school() and ${isOfSection('subjects')})`,
  }
}

function sectionsWithClass(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('sections')
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
    .select(['sections.id', 'sections.termId', 'sections.classId', 'sections.name', 'classes.name as className'])
    .where('sections.schoolId', '=', schoolId)
}
