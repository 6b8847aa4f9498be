import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { nameKey } from '../classes.rules.ts'

/**
 * Which sections a viewer may know of: an ADMIN limited to classes, those of these classes; a TEACHER, the own ones.
 * Use it where `sections` is in the query.
 */
export function visibleSection(viewer: Viewer): Expression<SqlBool> {
  if (viewer.classIds) return sql<SqlBool>`sections.class_id = any(${viewer.classIds}::bigint[])`
  if (viewer.role !== 'TEACHER') return sql<SqlBool>`true`
  return sql<SqlBool>`exists (select from section_teachers t where t.school_id = ${viewer.schoolId}
    and t.section_id = sections.id and t.user_id = ${viewer.userId})`
}

/**
 * Whether a viewer may work in a class: an ADMIN limited to classes only in these. In SQL, `visibleSection(viewer)` says the
 * same where `sections` is in the query, and for a TEACHER keeps to the own sections.
 */
export function seesClass(viewer: Viewer, classId: number): boolean {
  return viewer.classIds === null || viewer.classIds.includes(classId)
}

/**
 * The sections of a term with their class names, of all classes: `seesClass` says which are the viewer's. Run it with
 * `.execute()` in a command, or hand it to `read`. `sectionKey` of class and section names finds one.
 */
export function sectionsByName(db: Db | Tx, schoolId: number, termId: number) {
  return withClass(db, schoolId).where('sections.termId', '=', termId)
}

/** By which a section is found from the names of its class and itself, whatever their case and spacing. */
export function sectionKey(className: string, sectionName: string): string {
  return `${nameKey(className)}\n${nameKey(sectionName)}`
}

/** One section with its term and class; no row when the school has none with this id. */
export function sectionInTerm(db: Db | Tx, schoolId: number, sectionId: number) {
  return withClass(db, schoolId).where('sections.id', '=', sectionId)
}

/**
 * One section, held until the transaction ends, so that it is not deleted while a student is put into it; undefined when
 * the school has none with this id. Holding does not keep others from putting students into it.
 */
export function holdSection(db: Tx, schoolId: number, sectionId: number) {
  return withClass(db, schoolId).where('sections.id', '=', sectionId).forKeyShare('sections').executeTakeFirst()
}

/** What stands on a section, counted, where `sections` is in the query under this name: students with a place in it, subjects, books. */
export function countedOnSection(as: string) {
  const here = (table: string) =>
    sql`${sql.ref(`${table}.schoolId`)} = ${sql.ref(`${as}.schoolId`)} and ${sql.ref(`${table}.sectionId`)} = ${sql.ref(`${as}.id`)}`
  return {
    students: sql<number>`(select count(*) from enrolments where ${here('enrolments')})`,
    subjects: sql<number>`(select count(*) from subjects where ${here('subjects')})`,
    books: sql<number>`(select count(*) from books join subjects on subjects.school_id = books.school_id
      and subjects.id = books.subject_id where ${here('subjects')})`,
  }
}

function withClass(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('sections')
    .innerJoin('classes', (on) =>
      on.onRef('classes.schoolId', '=', 'sections.schoolId').onRef('classes.id', '=', 'sections.classId'),
    )
    .select(['sections.id', 'sections.termId', 'sections.classId', 'sections.name', 'classes.name as className'])
    .where('sections.schoolId', '=', schoolId)
}
