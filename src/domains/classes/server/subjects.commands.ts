import { command, query } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { notFound } from '#platform/refusal.ts'
import { t } from '#shared/texts.ts'
import { rowId, sectionChoice, subjectForm, subjectUpdate } from '../classes.schema.ts'
import type { Slot } from '../classes.rules.ts'
import { visibleSection } from './classes.exports.ts'
import { subjectActions } from './classes.permissions.ts'
import { lockSection, lockSubject, type SubjectRow, subjectRows } from './classes.sql.ts'
import { dependentConflicts } from './sectionDependents.exports.ts'
import { replaceTeachers, teacherConflicts } from './teachers.sql.ts'

const conflicts = {
  ...teacherConflicts,
  subjects_name: {
    path: 'name',
    get message() {
      return t`This section has a subject with this name already`
    },
  },
}

/** Returns the subjects of a section with their teachers, timetables and books, by serial number. */
export const listSubjects = query({
  action: subjectActions.list,
  input: sectionChoice,
  run: async ({ db, read, viewer, schoolId, input }) => {
    const [subjects, sections] = await read(
      subjectRows(db, schoolId).where('subjects.sectionId', '=', input.sectionId).orderBy('subjects.sr').orderBy('subjects.id'),
      db
        .selectFrom('sections')
        .select('id')
        .where('schoolId', '=', schoolId)
        .where('id', '=', input.sectionId)
        .where(visibleSection(viewer)),
    )
    if (sections.length === 0) throw notFound()
    return subjects
  },
})

/** Adds a subject to a section. CONFLICT on a `name` that the section has already. */
export const addSubject = command({
  action: subjectActions.add,
  input: subjectForm,
  conflicts,
  load: ({ db, viewer, schoolId, input }) => lockSection(db, viewer, schoolId, input.sectionId, 'hold'),
  run: async ({ db, schoolId, input, row }) => {
    const { teacherIds, timetable, ...fields } = input
    const { id } = await db
      .insertInto('subjects')
      .values({ schoolId, termId: row.termId, ...fields })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addSlots(db, schoolId, id, timetable)
    await replaceTeachers(db, schoolId, 'subject', id, teacherIds)
    return { result: await storedSubject(db, schoolId, id), ids: [id], fields: Object.keys(input) }
  },
})

/**
 * Replaces the fields, timetable and teachers of a subject. CONFLICT on the `name` of another subject of the section.
 */
export const updateSubject = command({
  action: subjectActions.update,
  input: subjectUpdate,
  conflicts,
  load: ({ db, viewer, schoolId, input }) => lockSubject(db, viewer, schoolId, input.id, 'change'),
  run: async ({ db, schoolId, input }) => {
    const { id, teacherIds, timetable, ...fields } = input
    await db.updateTable('subjects').set(fields).where('schoolId', '=', schoolId).where('id', '=', id).execute()
    await db.deleteFrom('subjectSlots').where('schoolId', '=', schoolId).where('subjectId', '=', id).execute()
    await addSlots(db, schoolId, id, timetable)
    await replaceTeachers(db, schoolId, 'subject', id, teacherIds)
    return {
      result: await storedSubject(db, schoolId, id),
      ids: [id],
      fields: Object.keys(input).filter((field) => field !== 'id'),
    }
  },
})

/** Deletes a subject with its timetable and books, and returns its id. Refused when it has registers. */
export const deleteSubject = command({
  action: subjectActions.delete,
  input: rowId,
  conflicts: () => dependentConflicts('subject'),
  load: ({ db, viewer, schoolId, input }) => lockSubject(db, viewer, schoolId, input.id, 'change'),
  run: async ({ db, schoolId, input: { id }, row }) => {
    await db.deleteFrom('books').where('schoolId', '=', schoolId).where('subjectId', '=', id).execute()
    await db.deleteFrom('subjects').where('schoolId', '=', schoolId).where('id', '=', id).execute()
    return { result: id, ids: [id], fields: row.books.length > 0 ? ['books'] : [] }
  },
})

async function addSlots(db: Tx, schoolId: number, subjectId: number, timetable: readonly Slot[]): Promise<void> {
  if (timetable.length === 0) return
  await db
    .insertInto('subjectSlots')
    .values(timetable.map(({ day, start, end }) => ({ schoolId, subjectId, day, starts: start, ends: end })))
    .execute()
}

function storedSubject(db: Tx, schoolId: number, id: number): Promise<SubjectRow> {
  return subjectRows(db, schoolId).where('subjects.id', '=', id).executeTakeFirstOrThrow()
}
