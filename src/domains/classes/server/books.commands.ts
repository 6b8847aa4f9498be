import { command } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { notFound } from '#platform/refusal.ts'
import { t } from '#shared/texts.ts'
import { bookForm, bookUpdate, rowId } from '../classes.schema.ts'
import { bookActions } from './classes.permissions.ts'
import { type BookRow, bookRow, lockBook, lockSubject } from './classes.sql.ts'
import { dependentConflicts } from './sectionDependents.exports.ts'
import { replaceTeachers, teacherConflicts } from './teachers.sql.ts'

const conflicts = {
  ...teacherConflicts,
  books_name: {
    path: 'name',
    get message() {
      return t`This subject has a book with this name already`
    },
  },
}

/** Adds a book to a subject. CONFLICT on a `name` that the subject has already. */
export const addBook = command({
  action: bookActions.add,
  input: bookForm,
  conflicts,
  load: ({ db, viewer, schoolId, input }) => lockSubject(db, viewer, schoolId, input.subjectId, 'hold'),
  run: async ({ db, schoolId, input }) => {
    const { teacherIds, ...fields } = input
    const { id } = await db
      .insertInto('books')
      .values({ schoolId, ...fields })
      .returning('id')
      .executeTakeFirstOrThrow()
    await replaceTeachers(db, schoolId, 'book', id, teacherIds)
    return { result: await storedBook(db, schoolId, input.subjectId, id), ids: [id], fields: Object.keys(input) }
  },
})

/** Replaces the fields and teachers of a book. CONFLICT on the `name` of another book of the subject. */
export const updateBook = command({
  action: bookActions.update,
  input: bookUpdate,
  conflicts,
  load: ({ db, viewer, schoolId, input }) => lockBook(db, viewer, schoolId, input.id),
  run: async ({ db, schoolId, input, row }) => {
    const { id, teacherIds, ...fields } = input
    await db.updateTable('books').set(fields).where('schoolId', '=', schoolId).where('id', '=', id).execute()
    await replaceTeachers(db, schoolId, 'book', id, teacherIds)
    return {
      result: await storedBook(db, schoolId, row.subjectId, id),
      ids: [id],
      fields: Object.keys(input).filter((field) => field !== 'id'),
    }
  },
})

/** Deletes a book that was used in no lecture, and returns its id. */
export const deleteBook = command({
  action: bookActions.delete,
  input: rowId,
  conflicts: () => dependentConflicts('book'),
  load: ({ db, viewer, schoolId, input }) => lockBook(db, viewer, schoolId, input.id),
  run: async ({ db, schoolId, input: { id } }) => {
    await db.deleteFrom('books').where('schoolId', '=', schoolId).where('id', '=', id).execute()
    return { result: id, ids: [id] }
  },
})

async function storedBook(db: Tx, schoolId: number, subjectId: number, id: number): Promise<BookRow> {
  const book = await bookRow(db, schoolId, subjectId, id)
  if (!book) throw notFound()
  return book
}
