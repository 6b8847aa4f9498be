import type { z } from 'zod'
import { command, type CommandContext, type CommandResult, query } from '#platform/command.ts'
import {
  type Imported,
  importIdInput,
  type ImportRow,
  importTimeoutMs,
  importWithRows,
  lockImport,
  markUndone,
  recordImport,
} from '#platform/imports.ts'
import { Refusal } from '#platform/refusal.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { type CurrentTerm, lockCurrentTerm, lockMatchableStudents } from '#domains/students/server/matchableStudents.exports.ts'
import { matchEarlierResults, newResults } from '../earlierResults.rules.ts'
import { earlierResultChoice, earlierResultsImport, earlierResultsView } from '../earlierResults.schema.ts'
import { addResults, deleteResults, type EarlierResultRow, earlierResults, storedResults } from './earlierResults.sql.ts'
import { earlierResultActions } from './exams.permissions.ts'

type Importing = CommandContext<z.output<typeof earlierResultsImport>, CurrentTerm>

const nothingNew: Imported = { id: 0, count: 0 }

/**
 * Imports what students of the current term got in earlier school years, all rows or none. The rows of a student, year
 * and exam are one result. A result that is stored as it is in the file stays. The same key with the same rows returns
 * the first import again.
 * @returns how many results were added; without any there is no import to undo
 * @throws Refusal with problems at `rows.N.field`, N from 0. BAD_INPUT: an unknown student, another name, a year that
 * is not before the current term, a subject twice, rows of an exam that contradict each other. CONFLICT on `exam`: the
 * student has another result of it already
 */
export const importEarlierResults = command<typeof earlierResultsImport, CurrentTerm, Imported>({
  action: earlierResultActions.import,
  input: earlierResultsImport,
  statementTimeoutMs: importTimeoutMs,
  load: ({ db, schoolId }) => lockCurrentTerm(db, schoolId),
  run: (running) =>
    runOncePerKey(
      running,
      earlierResultActions.import.name,
      running.input,
      () => storeResults(running),
      async (ids) =>
        ids[0] === undefined ? nothingNew : { id: (await importWithRows(running, 'earlierResults', ids)).id, count: ids.length },
    ),
})

async function storeResults(running: Importing): Promise<CommandResult<Imported>> {
  const { db, viewer, schoolId, input, row: term } = running
  const students = await lockMatchableStudents(db, schoolId, viewer, term.id)
  const { problems, results } = matchEarlierResults(input.rows, students, term)
  refuseRows('BAD_INPUT', problems)
  const stored = await storedResults(db, schoolId, [...new Set(results.map(({ studentId }) => studentId))])
  const { problems: conflicting, added } = newResults(results, stored)
  refuseRows('CONFLICT', conflicting)
  if (added.length === 0) return { result: nothingNew, ids: [] }
  const ids = await addResults(db, schoolId, viewer, added)
  return {
    result: { id: await recordImport(running, 'earlierResults', ids), count: ids.length },
    ids,
    fields: ['year', 'exam', 'subjects'],
  }
}

function refuseRows(code: 'BAD_INPUT' | 'CONFLICT', problems: readonly { path: string; message: string }[]): void {
  if (problems[0]) throw new Refusal(code, problems[0].message, problems.slice(0, 1000))
}

/** Undoes an import of earlier results, and returns how many of them were still there. */
export const undoEarlierResultsImport = command<typeof importIdInput, ImportRow, number>({
  action: earlierResultActions.undoImport,
  input: importIdInput,
  load: lockImport('earlierResults'),
  run: async ({ db, schoolId, row }) => {
    await markUndone(db, row)
    const ids = await deleteResults(db, schoolId, row.rowIds)
    return { result: ids.length, ids }
  },
})

/** Returns the earlier results of a student, the newest year first; none of a student whom the viewer may not see. */
export const listEarlierResults = query({
  action: earlierResultActions.list,
  input: earlierResultsView,
  run: async ({ db, read, viewer, schoolId, input: { studentId } }): Promise<EarlierResultRow[]> => {
    const [results] = await read(earlierResults(db, schoolId, viewer).where('studentId', '=', studentId))
    return results
  },
})

/** Deletes an earlier result, so that it can be imported anew, and returns its id. */
export const deleteEarlierResult = command<typeof earlierResultChoice, EarlierResultRow, number>({
  action: earlierResultActions.delete,
  input: earlierResultChoice,
  load: ({ db, viewer, schoolId, input }) =>
    earlierResults(db, schoolId, viewer).where('id', '=', input.id).forUpdate().executeTakeFirst(),
  run: async ({ db, schoolId, row }) => ({ result: row.id, ids: await deleteResults(db, schoolId, [row.id]) }),
})
