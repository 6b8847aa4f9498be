import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'

/** Whether a section, a subject or a book is the viewer's own to teach; everything is a SUPERADMIN's. */
function taught(viewer: Viewer, table: 'section' | 'subject' | 'book') {
  if (viewer.role === 'SUPERADMIN') return sql<boolean>`true`
  const [teachers, owner] = [sql.table(`${table}_teachers`), sql.table(`${table}s`)]
  return sql<boolean>`exists (select from ${teachers} t where t.school_id = ${owner}.school_id
    and t.${sql.ref(`${table}_id`)} = ${owner}.id and t.user_id = ${viewer.userId})`
}

/** The sections of a term that a viewer teaches, by their order. */
export function taughtSections(db: Db | Tx, viewer: Viewer, schoolId: number, termId: number) {
  return db
    .selectFrom('sections')
    .innerJoin('classes', (on) =>
      on.onRef('classes.schoolId', '=', 'sections.schoolId').onRef('classes.id', '=', 'sections.classId'),
    )
    .select(['sections.id', 'sections.classId', 'classes.name as className', 'sections.name as sectionName'])
    .where('sections.schoolId', '=', schoolId)
    .where('sections.termId', '=', termId)
    .where(taught(viewer, 'section'))
    .orderBy('sections.sr')
    .orderBy('sections.id')
}

/** The subjects of a term that a viewer teaches. */
export function taughtSubjects(db: Db | Tx, viewer: Viewer, schoolId: number, termId: number) {
  return subjectsWithSection(db, schoolId)
    .where('subjects.termId', '=', termId)
    .where(taught(viewer, 'subject'))
    .orderBy('sections.sr')
    .orderBy('sections.id')
    .orderBy('subjects.sr')
    .orderBy('subjects.id')
}

function subjectsWithSection(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('subjects')
    .innerJoin('sections', (on) =>
      on.onRef('sections.schoolId', '=', 'subjects.schoolId').onRef('sections.id', '=', 'subjects.sectionId'),
    )
    .innerJoin('classes', (on) =>
      on.onRef('classes.schoolId', '=', 'sections.schoolId').onRef('classes.id', '=', 'sections.classId'),
    )
    .select([
      'subjects.id',
      'subjects.sectionId',
      'subjects.name as subjectName',
      'sections.classId',
      'classes.name as className',
      'sections.name as sectionName',
    ])
    .where('subjects.schoolId', '=', schoolId)
}

/** The books of a term that a viewer teaches. */
export function taughtBooks(db: Db | Tx, viewer: Viewer, schoolId: number, termId: number) {
  return db
    .selectFrom('books')
    .innerJoin('subjects', (on) =>
      on.onRef('subjects.schoolId', '=', 'books.schoolId').onRef('subjects.id', '=', 'books.subjectId'),
    )
    .innerJoin('sections', (on) =>
      on.onRef('sections.schoolId', '=', 'subjects.schoolId').onRef('sections.id', '=', 'subjects.sectionId'),
    )
    .innerJoin('classes', (on) =>
      on.onRef('classes.schoolId', '=', 'sections.schoolId').onRef('classes.id', '=', 'sections.classId'),
    )
    .select([
      'books.id',
      'books.subjectId',
      'subjects.sectionId',
      'books.name as bookName',
      'subjects.name as subjectName',
      'sections.classId',
      'classes.name as className',
      'sections.name as sectionName',
    ])
    .where('books.schoolId', '=', schoolId)
    .where('subjects.termId', '=', termId)
    .where(taught(viewer, 'book'))
    .orderBy('sections.sr')
    .orderBy('sections.id')
    .orderBy('subjects.sr')
    .orderBy('books.name')
    .orderBy('books.id')
}

/** Lectures with what they are called, by batch and id. */
export function lectureRows(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('lectures')
    .innerJoin('registers', (on) =>
      on.onRef('registers.schoolId', '=', 'lectures.schoolId').onRef('registers.id', '=', 'lectures.registerId'),
    )
    .innerJoin('sections', (on) =>
      on.onRef('sections.schoolId', '=', 'registers.schoolId').onRef('sections.id', '=', 'registers.sectionId'),
    )
    .innerJoin('classes', (on) =>
      on.onRef('classes.schoolId', '=', 'sections.schoolId').onRef('classes.id', '=', 'sections.classId'),
    )
    .leftJoin('subjects', (on) =>
      on.onRef('subjects.schoolId', '=', 'registers.schoolId').onRef('subjects.id', '=', 'registers.subjectId'),
    )
    .leftJoin('books', (on) => on.onRef('books.schoolId', '=', 'lectures.schoolId').onRef('books.id', '=', 'lectures.bookId'))
    .select([
      'lectures.schoolId',
      'lectures.registerId as id',
      'lectures.batch',
      'lectures.startedAt',
      'lectures.closesAt',
      'lectures.endedAt',
      'lectures.zoomLink',
      'lectures.userId',
      'lectures.teacherName',
      'lectures.bookId',
      'registers.termId',
      'registers.sectionId',
      'registers.subjectId',
      'registers.day',
      'classes.name as className',
      'sections.name as sectionName',
      'subjects.name as subjectName',
      'books.name as bookName',
      'books.pages',
    ])
    .where('lectures.schoolId', '=', schoolId)
    .orderBy('lectures.startedAt')
    .orderBy('lectures.batch')
    .orderBy('lectures.registerId')
}
export type LectureRow = Awaited<ReturnType<ReturnType<typeof lectureRows>['execute']>>[number]

/** Lectures of the viewer's: a teacher's own, a SUPERADMIN's all. Use it where `lectures` is in the query. */
function ownLecture(viewer: Viewer) {
  return viewer.role === 'SUPERADMIN' ? sql<boolean>`true` : sql<boolean>`lectures.user_id = ${viewer.userId}`
}

/**
 * Lectures locked for a change, with all that were started together with them: by their registers, in the order of the ids, as
 * everybody locks them. Fewer than asked for when one is not the viewer's.
 */
export async function lockBatches(db: Tx, viewer: Viewer, schoolId: number, ids: readonly number[]): Promise<LectureRow[]> {
  const ofBatches = sql<boolean>`registers.id in (select other.register_id from lectures asked
    join lectures other on other.school_id = asked.school_id and other.batch = asked.batch
    where asked.school_id = ${schoolId} and asked.register_id = any(${ids}::bigint[]))`
  const locked = await db
    .selectFrom('registers')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where(ofBatches)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const registers = locked.map((row) => row.id)
  return lectureRows(db, schoolId)
    .where(sql<boolean>`lectures.register_id = any(${registers}::bigint[])`)
    .where(ownLecture(viewer))
    .execute()
}

/** Where a book was read to last. */
export function lastPages(db: Db | Tx, schoolId: number, bookIds: readonly number[]) {
  return db
    .selectFrom('bookProgresses')
    .distinctOn('bookId')
    .select(['bookId', 'toPage'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`book_id = any(${bookIds}::bigint[])`)
    .orderBy('bookId')
    .orderBy('id', 'desc')
}

/** The live lectures of a section, with the students they have a mark of. */
export function liveOfSection(db: Db, schoolId: number, sectionId: number, now: Date) {
  return lectureRows(db, schoolId)
    .select(
      sql<number[]>`(select coalesce(array_agg(m.student_id), '{}') from marks m
        where m.school_id = ${schoolId} and m.register_id = lectures.register_id)`.as('studentIds'),
    )
    .where('registers.sectionId', '=', sectionId)
    .where('lectures.endedAt', 'is', null)
    .where('lectures.closesAt', '>', now)
}
