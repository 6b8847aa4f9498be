import { type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { currentSchool } from '#platform/database/currentSchool.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { inReadersOrder } from '#platform/database/nameOrder.ts'
import { clearReferences } from '#platform/database/citus/clearReferences.ts'
import type { Users } from '#platform/database/schema.types.ts'

/** A class that an ADMIN is limited to, with its term, because classes of several terms may share a name. */
export interface UserClass {
  id: number
  name: string
  termId: number
  termName: string
}

export type User = Selectable<Users> & {
  classes: UserClass[]
  /** The classes of the current term in which the user teaches a section, a subject or a book. */
  teaches: number[]
}

/** A teacher of a section, subject or book. */
export type Teacher = Pick<User, 'id' | 'name' | 'email'>

/** Numbers of sections, subjects and books that a user teaches. */
export interface UserAssignments {
  sections: number
  subjects: number
  books: number
}

/** Returns an expression for the ids of the current term's classes in which the user of the row teaches, as JSON. */
function taughtClasses(schoolId: number) {
  return sql<number[]>`coalesce((
    select json_agg(distinct sections.class_id)
    from (
      select section_id from section_teachers where school_id = ${schoolId} and user_id = users.id
      union all
      select subjects.section_id from subject_teachers
      join subjects on subjects.school_id = ${schoolId} and subjects.id = subject_teachers.subject_id
      where subject_teachers.school_id = ${schoolId} and subject_teachers.user_id = users.id
      union all
      select subjects.section_id from book_teachers
      join books on books.school_id = ${schoolId} and books.id = book_teachers.book_id
      join subjects on subjects.school_id = ${schoolId} and subjects.id = books.subject_id
      where book_teachers.school_id = ${schoolId} and book_teachers.user_id = users.id
    ) as taught
    join sections on sections.school_id = ${schoolId} and sections.id = taught.section_id
    join terms on terms.school_id = ${schoolId} and terms.id = sections.term_id and terms.current
  ), '[]'::json)`
}

/** Selects the users of a school with their classes, without super administrators, who belong to the installation. */
function users(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('users')
    .selectAll('users')
    .select((row) =>
      jsonArrayFrom(
        row
          .selectFrom('classAdmins')
          .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'classAdmins.classId'))
          .innerJoin('terms', (on) => onSameSchool(on, 'terms.id', 'classes.termId'))
          .select(['classes.id', 'classes.name', 'classes.termId', 'terms.name as termName'])
          .where('classAdmins.schoolId', '=', currentSchool)
          .whereRef('classAdmins.userId', '=', 'users.id')
          .orderBy('classes.termId')
          .orderBy('classes.id'),
      ).as('classes'),
    )
    .select(taughtClasses(schoolId).as('teaches'))
    .where('users.schoolId', '=', schoolId)
    .where('users.role', '<>', 'SUPERADMIN')
}

/** Selects a school's users by name. */
export function userList(db: Db, schoolId: number) {
  return users(db, schoolId).orderBy(inReadersOrder('users.name')).orderBy('users.id')
}

/** Selects a user of a school. */
export function userById(db: Db | Tx, schoolId: number, id: number) {
  return users(db, schoolId).where('users.id', '=', id)
}

/**
 * Locks and returns a user. The lock is a statement of its own, because Citus locks rows only in a query of a single
 * table.
 */
export async function lockUser(db: Tx, schoolId: number, id: number): Promise<User | undefined> {
  await db.selectFrom('users').select('id').where('schoolId', '=', schoolId).where('id', '=', id).forUpdate().execute()
  return userById(db, schoolId, id).executeTakeFirst()
}

/** Selects a school's enabled teachers by name. */
export function teacherList(db: Db, schoolId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('schoolId', '=', schoolId)
    .where('role', '=', 'TEACHER')
    .where('disabled', '=', false)
    .orderBy(inReadersOrder('name'))
    .orderBy('id')
}

/** Selects the numbers of sections, subjects and books that a user teaches. */
export function assignmentsOf(db: Db, schoolId: number, userId: number) {
  const count = (table: 'sectionTeachers' | 'subjectTeachers' | 'bookTeachers') =>
    db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('count'))
      .where(`${table}.schoolId`, '=', schoolId)
      .where(`${table}.userId`, '=', userId)
      .$asScalar()
      .$notNull()
  return db
    .selectFrom('users')
    .select([count('sectionTeachers').as('sections'), count('subjectTeachers').as('subjects'), count('bookTeachers').as('books')])
    .where('users.schoolId', '=', schoolId)
    .where('users.id', '=', userId)
    .where('users.role', '<>', 'SUPERADMIN')
}

/** Locks those of the ids that are users of the school, ordered by id. */
export function lockUsers(db: Tx, schoolId: number, ids: readonly number[]) {
  return db
    .selectFrom('users')
    .select(['id', 'subject', 'photoFile'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Counts the section, subject and book assignments of several users. */
export function assignmentsOfAll(db: Tx, schoolId: number, userIds: readonly number[]): Promise<UserAssignments> {
  const count = (table: 'sectionTeachers' | 'subjectTeachers' | 'bookTeachers') =>
    db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('count'))
      .where(`${table}.schoolId`, '=', schoolId)
      .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
      .$asScalar()
      .$notNull()
  return db
    .selectNoFrom([
      count('sectionTeachers').as('sections'),
      count('subjectTeachers').as('subjects'),
      count('bookTeachers').as('books'),
    ])
    .executeTakeFirstOrThrow()
}

/** Deletes users with all assignments. The caller deletes their accounts. */
export async function deleteUsers(db: Tx, schoolId: number, ids: readonly number[]): Promise<void> {
  await clearReferences(db, schoolId, 'users', ids)
  await db.deleteFrom('users').where('schoolId', '=', schoolId).where(sql<boolean>`id = any(${ids}::bigint[])`).execute()
}

/** Removes the classes of a limited ADMIN. */
export async function removeClasses(db: Tx, schoolId: number, userId: number): Promise<void> {
  await db.deleteFrom('classAdmins').where('schoolId', '=', schoolId).where('userId', '=', userId).execute()
}

/** Adds classes of a limited ADMIN. */
export async function addClasses(db: Tx, schoolId: number, userId: number, classIds: readonly number[]): Promise<void> {
  if (classIds.length === 0) return
  await db
    .insertInto('classAdmins')
    .values(classIds.map((classId) => ({ schoolId, userId, classId })))
    .execute()
}
