import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { DB } from '#platform/database/schema.types.ts'
import type { Viewer } from '#platform/viewer.ts'
import { countedOnSection, visibleSection } from './classes.exports.ts'

type Query<F extends (...args: never[]) => { executeTakeFirstOrThrow(): Promise<unknown> }> = Awaited<
  ReturnType<ReturnType<F>['executeTakeFirstOrThrow']>
>

export type ClassRow = Query<typeof classRows>
export type SectionRow = Query<typeof sectionRows>
export type SubjectRow = Query<typeof subjectRows>
export type BookRow = SubjectRow['books'][number]

/** Which classes a viewer may know of: an ADMIN limited to classes, these. Use it where `classes` is in the query. */
export function visibleClass(viewer: Viewer): Expression<SqlBool> {
  return viewer.classIds ? sql<SqlBool>`classes.id = any(${viewer.classIds}::bigint[])` : sql<SqlBool>`true`
}

/** Classes with how many sections they have. */
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
      .whereRef('own.schoolId', '=', 'classes.schoolId')
      .whereRef('own.classId', '=', 'classes.id')
      .$asScalar()
      .$notNull()
      .as('sectionCount'),
  ] as const
}

/** Sections with their class, their teachers and what stands on them, counted: one statement however many there are. */
export function sectionRows(db: Db | Tx, schoolId: number) {
  const counted = countedOnSection('sections')
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
          .whereRef('classes.schoolId', '=', 'sections.schoolId')
          .whereRef('classes.id', '=', 'sections.classId'),
      )
        .$notNull()
        .as('class'),
      jsonArrayFrom(
        row
          .selectFrom('sectionTeachers')
          .innerJoin('users', (on) =>
            on.onRef('users.schoolId', '=', 'sectionTeachers.schoolId').onRef('users.id', '=', 'sectionTeachers.userId'),
          )
          .select(['users.id', 'users.name', 'users.email'])
          .whereRef('sectionTeachers.schoolId', '=', 'sections.schoolId')
          .whereRef('sectionTeachers.sectionId', '=', 'sections.id')
          .orderBy('users.name')
          .orderBy('users.id'),
      ).as('teachers'),
      counted.students.as('studentCount'),
      counted.subjects.as('subjectCount'),
      counted.books.as('bookCount'),
    ])
    .where('sections.schoolId', '=', schoolId)
}

/** Subjects with their teachers, timetable and books, and the books' teachers. */
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
          .innerJoin('users', (on) =>
            on.onRef('users.schoolId', '=', 'subjectTeachers.schoolId').onRef('users.id', '=', 'subjectTeachers.userId'),
          )
          .select(['users.id', 'users.name', 'users.email'])
          .whereRef('subjectTeachers.schoolId', '=', 'subjects.schoolId')
          .whereRef('subjectTeachers.subjectId', '=', 'subjects.id')
          .orderBy('users.name')
          .orderBy('users.id'),
      ).as('teachers'),
      jsonArrayFrom(
        row
          .selectFrom('subjectSlots')
          .select(['subjectSlots.day', 'subjectSlots.starts as start', 'subjectSlots.ends as end'])
          .whereRef('subjectSlots.schoolId', '=', 'subjects.schoolId')
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
                .innerJoin('users', (on) =>
                  on.onRef('users.schoolId', '=', 'bookTeachers.schoolId').onRef('users.id', '=', 'bookTeachers.userId'),
                )
                .select(['users.id', 'users.name', 'users.email'])
                .whereRef('bookTeachers.schoolId', '=', 'books.schoolId')
                .whereRef('bookTeachers.bookId', '=', 'books.id')
                .orderBy('users.name')
                .orderBy('users.id'),
            ).as('teachers'),
          ])
          .whereRef('books.schoolId', '=', 'subjects.schoolId')
          .whereRef('books.subjectId', '=', 'subjects.id')
          .orderBy('books.name')
          .orderBy('books.id'),
      ).as('books'),
    ])
    .where('subjects.schoolId', '=', schoolId)
}

/**
 * How a row is held: 'change' lets nobody else change it or put anything on it; 'hold' only keeps it from being deleted
 * while something is put on it.
 */
export type Hold = 'change' | 'hold'

/** The term with this id, to tell a term without classes from none at all. */
export function termWithId(db: Db, schoolId: number, id: number) {
  return db.selectFrom('terms').select(['schoolId', 'id']).where('schoolId', '=', schoolId).where('id', '=', id)
}

/** A term held, so that it stays while something is added to it; undefined when the school has none with this id. */
export function holdTerm(db: Tx, schoolId: number, id: number) {
  return termWithId(db, schoolId, id).forKeyShare().executeTakeFirst()
}

/** A term locked against another import into it; adding single rows goes on. */
export function lockTermForImport(db: Tx, schoolId: number, id: number) {
  return termWithId(db, schoolId, id).forNoKeyUpdate().executeTakeFirst()
}

/** A class the viewer may know of, locked. The row is read after the lock, so what it counts is what is there. */
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

/** The admins who are limited to this class and to no other; they stay so until the transaction ends. */
export async function adminsOfClassOnly(db: Tx, schoolId: number, classId: number) {
  const limited = db
    .selectFrom('users')
    .select(['users.id', 'users.name'])
    .where('users.schoolId', '=', schoolId)
    .where('users.id', 'in', (of) =>
      of.selectFrom('classAdmins').select('userId').where('schoolId', '=', schoolId).where('classId', '=', classId),
    )
  await limited.orderBy('users.id').forUpdate().execute()
  // Asked after the lock: two classes deleted at once must not each count on the other.
  return limited
    .where('users.id', 'not in', (of) =>
      of.selectFrom('classAdmins').select('userId').where('schoolId', '=', schoolId).where('classId', '<>', classId),
    )
    .orderBy('users.name')
    .execute()
}

/** A section the viewer may know of, locked. The row is read after the lock, so what it counts is what is there. */
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

/** A subject of a section the viewer may know of, locked. */
export async function lockSubject(db: Tx, viewer: Viewer, schoolId: number, id: number, hold: Hold) {
  const row = db
    .selectFrom('subjects')
    .innerJoin('sections', (on) =>
      on.onRef('sections.schoolId', '=', 'subjects.schoolId').onRef('sections.id', '=', 'subjects.sectionId'),
    )
    .select('subjects.id')
    .where('subjects.schoolId', '=', schoolId)
    .where('subjects.id', '=', id)
    .where(visibleSection(viewer))
  const locked = await (hold === 'change' ? row.forUpdate('subjects') : row.forKeyShare('subjects')).executeTakeFirst()
  return locked && subjectRows(db, schoolId).where('subjects.id', '=', id).executeTakeFirst()
}

/** A book of a section the viewer may know of, locked for a change. */
export async function lockBook(db: Tx, viewer: Viewer, schoolId: number, id: number): Promise<BookRow | undefined> {
  const locked = await db
    .selectFrom('books')
    .innerJoin('subjects', (on) =>
      on.onRef('subjects.schoolId', '=', 'books.schoolId').onRef('subjects.id', '=', 'books.subjectId'),
    )
    .innerJoin('sections', (on) =>
      on.onRef('sections.schoolId', '=', 'subjects.schoolId').onRef('sections.id', '=', 'subjects.sectionId'),
    )
    .select('books.subjectId')
    .where('books.schoolId', '=', schoolId)
    .where('books.id', '=', id)
    .where(visibleSection(viewer))
    .forUpdate('books')
    .executeTakeFirst()
  return locked && bookRow(db, schoolId, locked.subjectId, id)
}

/** One book of a subject. */
export async function bookRow(db: Tx, schoolId: number, subjectId: number, id: number): Promise<BookRow | undefined> {
  const subject = await subjectRows(db, schoolId).where('subjects.id', '=', subjectId).executeTakeFirst()
  return subject?.books.find((book) => book.id === id)
}
