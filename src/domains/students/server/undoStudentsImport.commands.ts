import { showCount } from '#shared/counts.ts'
import { plural, t } from '#shared/texts.ts'
import { command } from '#platform/command.ts'
import { mustNotBeErased } from './erased.exports.ts'
import {
  countChangedSince,
  importIdInput,
  importTimeoutMs,
  type ImportRow,
  lockImport,
  markUndone,
  refuseWithDependents,
} from '#platform/imports.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { countDependents } from './studentHooks.exports.ts'
import { deleteStudentRows } from './students.commands.ts'
import { studentActions } from './students.permissions.ts'
import { lockForRemoval, countEnrolmentsElsewhere } from './students.sql.ts'

/**
 * Deletes the students of an import with their enrolments, accounts and files, all or none. Returns their number,
 * without those deleted earlier. CONFLICT, with the counts in its message, when some are enrolled in another term, were
 * changed since or have other records. FORBIDDEN when one was erased.
 */
export const undoStudentsImport = command<typeof importIdInput, ImportRow, number>({
  action: studentActions.undoStudentsImport,
  input: importIdInput,
  statementTimeoutMs: importTimeoutMs,
  load: lockImport('students'),
  run: async ({ db, call, viewer, schoolId, row }) => {
    await markUndone(db, row)
    const students = await lockForRemoval(db, schoolId, viewer, row.rowIds)
    if (students.some((student) => !student.known)) throw notFound()
    const ids = students.map((student) => student.id)
    await mustNotBeErased(db, schoolId, ids)
    // All students of an import were added to one term.
    const termId = students[0]?.createTermId ?? 0
    const changes = ['student.update', 'student.edit']
    const places = await countEnrolmentsElsewhere(db, schoolId, termId, ids)
    const dependents = await countDependents(db, schoolId, ids)
    const changed = await countChangedSince(db, row, changes)
    refuseWithDependents('students', [
      [places, t`${plural(places, { one: '# place in another term', other: '# places in other terms' })}`],
      ...dependents,
      [changed, t`${plural(changed, { one: '# record changed since', other: '# records changed since' })}`],
    ])
    const after = await deleteStudentRows({ db, call, schoolId }, students).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      const count = showCount(error.problems.length)
      throw new Refusal(
        'CONFLICT',
        t`This import cannot be undone any more: ${count} of these students have payments or other records that must be kept.`,
      )
    })
    return { result: ids.length, ids, afterCommit: after }
  },
})
