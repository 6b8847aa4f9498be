import { command } from '#platform/command.ts'
import { mustNotBeErased } from '#platform/erased.ts'
import { changedSince, importId, importMs, type ImportRow, lockImport, markUndone, mustStandAlone } from '#platform/imports.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { marksOfStudents } from '#domains/attendance/server/attendance.exports.ts'
import { deleteRows } from './students.commands.ts'
import { studentActions } from './students.permissions.ts'
import { lockForRemoval, placesElsewhere } from './students.sql.ts'

/**
 * Removes the students of an import with their places, accounts and files, all or none, and answers how many; those deleted
 * meanwhile do not count. CONFLICT, with a sentence that says what and how many, when some have a place in another term, were
 * changed since or have other records; FORBIDDEN when one of them was erased.
 */
export const undoStudentsImport = command<typeof importId, ImportRow, number>({
  action: studentActions.undoStudentsImport,
  input: importId,
  statementTimeoutMs: importMs,
  load: lockImport('students'),
  run: async ({ db, call, viewer, schoolId, row }) => {
    await markUndone(db, row)
    const students = await lockForRemoval(db, schoolId, viewer, row.rowIds)
    if (students.some((student) => !student.known)) throw notFound()
    const ids = students.map((student) => student.id)
    await mustNotBeErased(db, schoolId, ids)
    // One import adds to one term.
    const termId = students[0]?.createTermId ?? 0
    const changes = ['student.update', 'student.edit']
    mustStandAlone('students', [
      [await placesElsewhere(db, schoolId, termId, ids), 'place in another term', 'places in other terms'],
      [await marksOfStudents(db, schoolId, ids), 'mark in a register', 'marks in registers'],
      [await changedSince(db, row, changes), 'record changed since', 'records changed since'],
    ])
    const after = await deleteRows({ db, call, schoolId }, students).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      const count = error.problems.length.toLocaleString('en-IN')
      const words = `payments or other records stand on ${count} of these students.`
      throw new Refusal('CONFLICT', `This import cannot be undone any more: ${words}`)
    })
    return { result: ids.length, ids, after }
  },
})
