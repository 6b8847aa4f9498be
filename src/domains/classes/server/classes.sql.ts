import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { currentSchool } from '#platform/database/currentSchool.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { inReadersOrder } from '#platform/database/nameOrder.ts'
import type { DB } from '#platform/database/schema.types.ts'
import type { Viewer } from '#platform/viewer.ts'
import { sectionCounts, visibleSection } from './classes.exports.ts'

type Query<F extends (...args: never[]) => { executeTakeFirstOrThrow(): Promise<unknown> }> = Awaited<
  ReturnType<ReturnType<F>['executeTakeFirstOrThrow']>
>

export type ClassRow = Query<typeof classRows>
export type SectionRow = Query<typeof sectionRows>
export type SubjectRow = Query<typeof subjectRows>
export type BookRow = SubjectRow['books'][number]

/** Returns a condition on `classes` that limits a query to those the viewer may see. */
export function visibleClass(viewer: Viewer): Expression<SqlBool> {
  return viewer.classIds ? sql<SqlBool>`classes.id = any(${viewer.classIds}::bigint[])` : sql<SqlBool>`true`
}

/** Selects classes with their number of sections. */
export function classRows(db: Db | Tx, schoolId: number) {
  return db.selectFrom('classes').select(classColumns).where('classes.schoolId', '=', schoolId)
}

function classColumns(row: ExpressionBuilder<DB, 'classes'>) {
  return [
    'classes.schoolId' as const,
    'classes.id' as const,
    'classes.termId' as const,
    'classes.name' as const,
    'classes.smsSuffix' as const,
    row
      .selectFrom('sections as own')
      .select((own) => own.fn.countAll<number>().as('count'))
      .where('own.schoolId', '=', currentSchool)
      .whereRef('own.classId', '=', 'classes.id')
      .$asScalar()
      .$notNull()
      .as('sectionCount'),
  ] as const
}

/** Selects sections with their class, teachers, and numbers of students, subjects and books, in one statement. */
export function sectionRows(db: Db | Tx, schoolId: number) {
  const counted = sectionCounts('sections')
  return db
    .selectFrom('sections')
    .select((row) => [
      'sections.schoolId',
      'sections.id',
      'sections.termId',
      'sections.classId',
      'sections.sr',
      'sections.name',
      'sections.fbId',
      'sections.notificationTime',
      jsonObjectFrom(
        row
          .selectFrom('classes')
          .select(classColumns)
          .where('classes.schoolId', '=', currentSchool)
          .whereRef('classes.id', '=', 'sections.classId'),
      )
        .$notNull()
        .as('class'),
      jsonArrayFrom(
        row
          .selectFrom('sectionTeachers')
          .innerJoin('users', (on) =>
            on.on('users.schoolId', '=', currentSchool).onRef('users.id', '=', 'sectionTeachers.userId'),
          )
          .select(['users.id', 'users.name', 'users.email'])
          .where('sectionTeachers.schoolId', '=', currentSchool)
          .whereRef('sectionTeachers.sectionId', '=', 'sections.id')
          .orderBy(inReadersOrder('users.name'))
          .orderBy('users.id'),
      ).as('teachers'),
      counted.students.as('studentCount'),
      counted.subjects.as('subjectCount'),
      counted.books.as('bookCount'),
    ])
    .where('sections.schoolId', '=', schoolId)
}

/** Selects subjects with their teachers, timetable, books and the books' teachers. */
export function subjectRows(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('subjects')
    .select((row) => [
      'subjects.schoolId',
      'subjects.id',
      'subjects.termId',
      'subjects.sectionId',
      'subjects.sr',
      'subjects.name',
      jsonArrayFrom(
        row
          .selectFrom('subjectTeachers')
          .innerJoin('users', (on) => onSameSchool(on, 'users.id', 'subjectTeachers.userId'))
          .select(['users.id', 'users.name', 'users.email'])
          .where('subjectTeachers.schoolId', '=', currentSchool)
          .whereRef('subjectTeachers.subjectId', '=', 'subjects.id')
          .orderBy(inReadersOrder('users.name'))
          .orderBy('users.id'),
      ).as('teachers'),
      jsonArrayFrom(
        row
          .selectFrom('subjectSlots')
          .select(['subjectSlots.day', 'subjectSlots.starts as start', 'subjectSlots.ends as end'])
          .where('subjectSlots.schoolId', '=', currentSchool)
          .whereRef('subjectSlots.subjectId', '=', 'subjects.id')
          // The week starts on Monday.
          .orderBy(sql`(subject_slots.day + 6) % 7`)
          .orderBy('subjectSlots.starts'),
      ).as('timetable'),
      jsonArrayFrom(
        row
          .selectFrom('books')
          .select((book) => [
            'books.schoolId',
            'books.id',
            'books.subjectId',
            'books.name',
            'books.pages',
            jsonArrayFrom(
              book
                .selectFrom('bookTeachers')
                .innerJoin('users', (on) => onSameSchool(on, 'users.id', 'bookTeachers.userId'))
                .select(['users.id', 'users.name', 'users.email'])
                .where('bookTeachers.schoolId', '=', currentSchool)
                .whereRef('bookTeachers.bookId', '=', 'books.id')
                .orderBy(inReadersOrder('users.name'))
                .orderBy('users.id'),
            ).as('teachers'),
          ])
          .where('books.schoolId', '=', currentSchool)
          .whereRef('books.subjectId', '=', 'subjects.id')
          .orderBy('books.name')
          .orderBy('books.id'),
      ).as('books'),
    ])
    .where('subjects.schoolId', '=', schoolId)
}

/**
 * The lock of a row: 'change' (FOR UPDATE) blocks other changes and new references; 'hold' (FOR KEY SHARE) only
 * prevents the deletion while a reference is added.
 */
export type Hold = 'change' | 'hold'

/** Selects a term, to tell a term without classes from an unknown one. */
export function termWithId(db: Db, schoolId: number, id: number) {
  return db.selectFrom('terms').select(['schoolId', 'id']).where('schoolId', '=', schoolId).where('id', '=', id)
}

/**
 * Takes a key share lock on a term, so that it is not deleted while a class is added; undefined for an unknown term.
 */
export function holdTerm(db: Tx, schoolId: number, id: number) {
  return termWithId(db, schoolId, id).forKeyShare().executeTakeFirst()
}

/** Locks a term against concurrent imports. Single rows can still be added. */
export function lockTermForImport(db: Tx, schoolId: number, id: number) {
  return termWithId(db, schoolId, id).forNoKeyUpdate().executeTakeFirst()
}

/** Locks a class that the viewer may see. Reads the row after the lock, so that its counts are current. */
export async function lockClass(db: Tx, viewer: Viewer, schoolId: number, id: number, hold: Hold) {
  const row = db
    .selectFrom('classes')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where(visibleClass(viewer))
  const locked = await (hold === 'change' ? row.forUpdate() : row.forKeyShare()).executeTakeFirst()
  return locked && classRows(db, schoolId).where('classes.id', '=', id).executeTakeFirst()
}

/** Locks and returns the admins who are limited to this class only. */
export async function adminsOfClassOnly(db: Tx, schoolId: number, classId: number) {
  const limited = db
    .selectFrom('users')
    .select(['users.id', 'users.name'])
    .where('users.schoolId', '=', schoolId)
    .where('users.id', 'in', (users) =>
      users.selectFrom('classAdmins').select('userId').where('schoolId', '=', schoolId).where('classId', '=', classId),
    )
  await limited.orderBy('users.id').forUpdate().execute()
  // Read after the lock, because two classes deleted concurrently must not each rely on the other.
  return limited
    .where('users.id', 'not in', (users) =>
      users.selectFrom('classAdmins').select('userId').where('schoolId', '=', schoolId).where('classId', '<>', classId),
    )
    .orderBy(inReadersOrder('users.name'))
    .execute()
}

/** Locks a section that the viewer may see. Reads the row after the lock, so that its counts are current. */
export async function lockSection(db: Tx, viewer: Viewer, schoolId: number, id: number, hold: Hold) {
  const row = db
    .selectFrom('sections')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where(visibleSection(viewer))
  const locked = await (hold === 'change' ? row.forUpdate() : row.forKeyShare()).executeTakeFirst()
  return locked && sectionRows(db, schoolId).where('sections.id', '=', id).executeTakeFirst()
}

/** Locks a subject of a section that the viewer may see. */
export async function lockSubject(db: Tx, viewer: Viewer, schoolId: number, id: number, hold: Hold) {
  const row = db
    .selectFrom('subjects')
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'subjects.sectionId'))
    .select('subjects.id')
    .where('subjects.schoolId', '=', schoolId)
    .where('subjects.id', '=', id)
    .where(visibleSection(viewer))
  const locked = await (hold === 'change' ? row.forUpdate('subjects') : row.forKeyShare('subjects')).executeTakeFirst()
  return locked && subjectRows(db, schoolId).where('subjects.id', '=', id).executeTakeFirst()
}

/** Locks a book of a section that the viewer may see. */
export async function lockBook(db: Tx, viewer: Viewer, schoolId: number, id: number): Promise<BookRow | undefined> {
  const locked = await db
    .selectFrom('books')
    .innerJoin('subjects', (on) => onSameSchool(on, 'subjects.id', 'books.subjectId'))
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'subjects.sectionId'))
    .select('books.subjectId')
    .where('books.schoolId', '=', schoolId)
    .where('books.id', '=', id)
    .where(visibleSection(viewer))
    .forUpdate('books')
    .executeTakeFirst()
  return locked && bookRow(db, schoolId, locked.subjectId, id)
}

/** Returns a book of a subject. */
export async function bookRow(db: Tx, schoolId: number, subjectId: number, id: number): Promise<BookRow | undefined> {
  const subject = await subjectRows(db, schoolId).where('subjects.id', '=', subjectId).executeTakeFirst()
  return subject?.books.find((book) => book.id === id)
}
