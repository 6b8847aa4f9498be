import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'

/** SQL condition: the viewer teaches the section, subject or book. Always true for a SUPERADMIN. */
function isTaughtBy(viewer: Viewer, table: 'section' | 'subject' | 'book') {
  if (viewer.role === 'SUPERADMIN') return sql<boolean>`true`
  const [teachers, owner] = [sql.table(`${table}_teachers`), sql.table(`${table}s`)]
  return sql<boolean>`exists (select from ${teachers} t where t.school_id = ${viewer.schoolId}
    and t.${sql.ref(`${table}_id`)} = ${owner}.id and t.user_id = ${viewer.userId})`
}

/** Returns the sections of a term that a viewer teaches, in the school's order. */
export function taughtSections(db: Db | Tx, viewer: Viewer, schoolId: number, termId: number) {
  return db
    .selectFrom('sections')
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
    .select(['sections.id', 'sections.classId', 'classes.name as className', 'sections.name as sectionName'])
    .where('sections.schoolId', '=', schoolId)
    .where('sections.termId', '=', termId)
    .where(isTaughtBy(viewer, 'section'))
    .orderBy('sections.sr')
    .orderBy('sections.id')
}

/** Returns the subjects of a term that a viewer teaches. */
export function taughtSubjects(db: Db | Tx, viewer: Viewer, schoolId: number, termId: number) {
  return subjectsWithSection(db, schoolId)
    .where('subjects.termId', '=', termId)
    .where(isTaughtBy(viewer, 'subject'))
    .orderBy('sections.sr')
    .orderBy('sections.id')
    .orderBy('subjects.sr')
    .orderBy('subjects.id')
}

function subjectsWithSection(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('subjects')
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'subjects.sectionId'))
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
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

/** Returns the books of a term that a viewer teaches. */
export function taughtBooks(db: Db | Tx, viewer: Viewer, schoolId: number, termId: number) {
  return db
    .selectFrom('books')
    .innerJoin('subjects', (on) => onSameSchool(on, 'subjects.id', 'books.subjectId'))
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'subjects.sectionId'))
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
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
    .where(isTaughtBy(viewer, 'book'))
    .orderBy('sections.sr')
    .orderBy('sections.id')
    .orderBy('subjects.sr')
    .orderBy('books.name')
    .orderBy('books.id')
}

/** Returns lectures with the names of class, section, subject and book, by batch and id. */
export function lectureRows(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('lectures')
    .innerJoin('registers', (on) => onSameSchool(on, 'registers.id', 'lectures.registerId'))
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'registers.sectionId'))
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
    .leftJoin('subjects', (on) => onSameSchool(on, 'subjects.id', 'registers.subjectId'))
    .leftJoin('books', (on) => onSameSchool(on, 'books.id', 'lectures.bookId'))
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

/** SQL condition on `lectures`: the viewer's own. Always true for a SUPERADMIN. */
function ownLecture(viewer: Viewer) {
  return viewer.role === 'SUPERADMIN' ? sql<boolean>`true` : sql<boolean>`lectures.user_id = ${viewer.userId}`
}

/**
 * Locks the registers of lectures and their whole batches, in the order of the ids, as all code does. Returns the
 * viewer's lectures among them, so that an id may be missing.
 */
export async function lockBatches(db: Tx, viewer: Viewer, schoolId: number, ids: readonly number[]): Promise<LectureRow[]> {
  const ofBatches = sql<boolean>`registers.id in (select other.register_id from lectures chosen
    join lectures other on other.school_id = current_school() and other.batch = chosen.batch
    where chosen.school_id = ${schoolId} and chosen.register_id = any(${ids}::bigint[]))`
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

/** Returns the last page read of each book. */
export function lastReadPages(db: Db | Tx, schoolId: number, bookIds: readonly number[]) {
  return db
    .selectFrom('bookProgresses')
    .distinctOn('bookId')
    .select(['bookId', 'toPage'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`book_id = any(${bookIds}::bigint[])`)
    .orderBy('bookId')
    .orderBy('id', 'desc')
}

/** Returns the live lectures of a section, with the ids of students who have a mark in them. */
export function liveLecturesOfSection(db: Db, schoolId: number, sectionId: number, now: Date) {
  return lectureRows(db, schoolId)
    .select(
      sql<number[]>`(select coalesce(array_agg(m.student_id), '{}') from marks m
        where m.school_id = ${schoolId} and m.register_id = lectures.register_id)`.as('studentIds'),
    )
    .where('registers.sectionId', '=', sectionId)
    .where('lectures.endedAt', 'is', null)
    .where('lectures.closesAt', '>', now)
}
