import { sql } from 'kysely'
import type { z } from 'zod'
import { command, type CommandContext, type CommandResult } from '#platform/command.ts'
import {
  type Imported,
  importIdInput,
  type ImportRow,
  importTimeoutMs,
  lockImport,
  markUndone,
  recordImport,
  refuseWithDependents,
} from '#platform/imports.ts'
import { speakIn } from '#platform/languages/speech.ts'
import { Refusal } from '#platform/refusal.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { languageOfSchool } from '#platform/school.ts'
import { schoolDay } from '#shared/dates.ts'
import { showSchoolYear } from '#shared/schoolYears.ts'
import { plural, t } from '#shared/texts.ts'
import { type CurrentTerm, lockCurrentTerm, lockMatchableStudents } from '#domains/students/server/matchableStudents.exports.ts'
import { mustNotBeErased } from '#domains/students/server/erased.exports.ts'
import { type RowProblem, slugOf } from '../fees.rules.ts'
import { changedDues, matchOpeningDues } from '../openingDues.rules.ts'
import { openingDuesImport } from '../openingDues.schema.ts'
import { lockAccounts } from './accountLocks.ts'
import { insertAssignments } from './assignments.sql.ts'
import { followAssignments, lockFeesForLines } from './concessionLines.ts'
import { lockFeeCategories } from './feeCategories.sql.ts'
import { removeExceptions } from './feeRules.sql.ts'
import { openingDuesActions } from './fees.permissions.ts'
import {
  addOpeningFees,
  importedLines,
  importOfLine,
  openingCategory,
  type OpeningFee,
  openingFees,
  removeEmptyDues,
  restoreReplacedLines,
  storedDues,
  studentsPayingOnline,
} from './openingDues.sql.ts'

type Importing = CommandContext<z.output<typeof openingDuesImport>, CurrentTerm>

/** The largest number of lines in one insert: a statement has at most 65,535 parameters. */
const linesAtOnce = 4000

const conflicts = () => ({
  fees_name: { path: 'rows', message: t`The fees category of these dues has another fee of this name. Rename it first` },
})

/**
 * Imports what students of the current term owed before their school started with Shala, all rows or none: a fee for
 * each school year in one category of the current term, and an OPENING line below zero for each student, which raises
 * what is pending. A due that is stored already is corrected: its line is marked, and another one added. The same key
 * with the same rows returns the first import again.
 * @returns how many dues were added or corrected; without any there is no import to undo
 * @throws Refusal with problems at `rows.N.field`, N from 0. BAD_INPUT: an unknown student, another name, a year that
 * is not before the current term, a student and year twice. CONFLICT: below what is paid, or while the family pays
 * online
 */
export const importOpeningDues = command<typeof openingDuesImport, CurrentTerm, Imported>({
  action: openingDuesActions.import,
  input: openingDuesImport,
  statementTimeoutMs: importTimeoutMs,
  conflicts,
  load: ({ db, schoolId }) => lockCurrentTerm(db, schoolId),
  run: (running) =>
    runOncePerKey(
      running,
      openingDuesActions.import.name,
      running.input,
      () => storeDues(running),
      async (ids) =>
        ids[0] === undefined
          ? nothingNew
          : { id: (await importOfLine(running.db, running.schoolId, ids[0])).id, count: ids.length },
    ),
})

const nothingNew: Imported = { id: 0, count: 0 }

async function storeDues(running: Importing): Promise<CommandResult<Imported>> {
  const { db, viewer, schoolId, input, row: term } = running
  const students = await lockMatchableStudents(db, schoolId, viewer, term.id)
  const { problems, dues } = matchOpeningDues(input.rows, students, term)
  refuseRows('BAD_INPUT', problems)
  const studentIds = dues.map((due) => due.studentId)
  const existing = await openingFees(db, schoolId)
  const existingIds = existing.map((fee) => fee.id)
  await lockAccounts(db, { schoolId, termId: term.id, studentIds, feeIds: existingIds })
  const { problems: conflicting, changes } = changedDues(dues, await storedDues(db, schoolId, existingIds, studentIds))
  refuseRows('CONFLICT', conflicting)
  if (changes.length === 0) return { result: nothingNew, ids: [] }
  await refusePaidOnline(running, changes)

  const fees = await feesOfYears(
    running,
    existing,
    changes.filter(({ before }) => before === undefined).map(({ due }) => due.year),
  )
  const byId = new Map([...existing, ...fees.values()].map((fee) => [fee.id, fee]))
  const categories = [...byId.values()].map((fee) => fee.feeCategoryId)
  await lockFeeCategories(db, schoolId, [...new Set(categories)], 'share')
  await lockFeesForLines(db, schoolId, [...byId.keys()])
  await markLines(
    running,
    changes.flatMap(({ before }) => (before ? [before.lineId] : [])),
    t`Corrected by another import`,
  )
  const added = changes.flatMap(({ due, before }) => {
    const fee = before ? byId.get(before.feeId) : fees.get(due.year)
    return fee ? [{ due, fee, isNew: before === undefined }] : []
  })
  const pairs = added
    .filter(({ isNew }) => isNew)
    .map(({ due, fee }) => ({ studentId: due.studentId, feeCategoryId: fee.feeCategoryId }))
  await insertAssignments(db, schoolId, term.id, pairs, 'hand')
  await removeExceptions(db, schoolId, pairs)
  const ids = await insertLines(running, added)
  const assigned = {
    schoolId,
    termId: term.id,
    studentIds: pairs.map((pair) => pair.studentId),
    feeCategoryIds: [...new Set(pairs.map((pair) => pair.feeCategoryId))],
  }
  await followAssignments(db, viewer, assigned, t`The student was assigned`)
  const result: Imported = { id: await recordImport(running, 'openingDues', ids), count: ids.length }
  return { result, ids, fields: ['amount', 'year'] }
}

function refuseRows(code: 'BAD_INPUT' | 'CONFLICT', problems: readonly RowProblem[]): void {
  if (problems[0]) throw new Refusal(code, problems[0].message, problems.slice(0, 1000))
}

/** @throws Refusal CONFLICT at the rows whose family pays the due online now: the gateway asks for the old amount */
async function refusePaidOnline({ db, schoolId }: Importing, changes: ReturnType<typeof changedDues>['changes']): Promise<void> {
  const corrected = changes.flatMap(({ due, before }) => (before ? [{ row: due.row, before }] : []))
  const paying = await studentsPayingOnline(
    db,
    schoolId,
    corrected.map(({ before }) => before.feeId),
    corrected.map(({ before }) => before.studentId),
  )
  const pairs = new Set(paying.map(({ studentId, feeId }) => `${studentId} ${feeId}`))
  const message = t`The family is paying these dues online now. Try again in a few minutes`
  refuseRows(
    'CONFLICT',
    corrected
      .filter(({ before }) => pairs.has(`${before.studentId} ${before.feeId}`))
      .map(({ row }) => ({ path: `rows.${row}.amount`, message })),
  )
}

/** Returns the current term's fee of each year, and adds those that are missing. */
async function feesOfYears(
  { db, school, row: term }: Importing,
  existing: readonly OpeningFee[],
  years: readonly number[],
): Promise<Map<number, OpeningFee>> {
  const fees = new Map(existing.filter((fee) => fee.termId === term.id).map((fee) => [fee.year, fee]))
  const missing = [...new Set(years)].filter((year) => !fees.has(year)).sort((a, b) => a - b)
  if (missing.length === 0) return fees
  // Families read these names: they are in the language of the school.
  const language = languageOfSchool(school)
  const nameOf = (year: number) => speakIn(language, () => t`Dues of ${showSchoolYear(year)}`)
  const category = await openingCategory(
    db,
    term,
    existing,
    speakIn(language, () => t`Dues from before Shala`),
  )
  const named = missing.map((year) => ({ year, name: nameOf(year), slug: slugOf(nameOf(year)) }))
  for (const fee of await addOpeningFees(db, term, category, named)) fees.set(fee.year, fee)
  return fees
}

/** Marks lines as deleted, at the moment of the transaction: `restoreReplacedLines` finds them by it. */
async function markLines(
  { db, viewer, schoolId }: Pick<CommandContext<unknown, unknown>, 'db' | 'viewer' | 'schoolId'>,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  await db
    .updateTable('collectedLines')
    .set({ deletedAt: sql<Date>`now()`, deletedBy: viewer.subject, deletedByName: viewer.name, deleteReason: reason })
    .where('schoolId', '=', schoolId)
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
}

async function insertLines(
  { db, viewer, schoolId }: Importing,
  added: readonly { due: { studentId: number; amount: number; note: string }; fee: OpeningFee }[],
): Promise<number[]> {
  const ids: number[] = []
  for (let start = 0; start < added.length; start += linesAtOnce) {
    const lines = await db
      .insertInto('collectedLines')
      .values(
        added.slice(start, start + linesAtOnce).map(({ due, fee }) => ({
          schoolId,
          termId: fee.termId,
          studentId: due.studentId,
          feeId: fee.id,
          feeName: fee.name,
          amount: -due.amount,
          status: 'OPENING',
          comment: due.note,
          collectedOn: schoolDay(new Date()),
          createdBy: viewer.subject,
          createdByName: viewer.name,
        })),
      )
      .returning('id')
      .execute()
    ids.push(...lines.map((line) => line.id))
  }
  return ids
}

/**
 * Undoes an import of dues from before Shala and returns their number: its lines are marked, and the dues that it had
 * corrected are as they were. CONFLICT, with the counts in its message, once something was paid or given on one of
 * them, or a later import corrected it. FORBIDDEN when a student was erased.
 */
export const undoOpeningDuesImport = command<typeof importIdInput, ImportRow, number>({
  action: openingDuesActions.undoImport,
  input: importIdInput,
  statementTimeoutMs: importTimeoutMs,
  load: lockImport('openingDues'),
  run: async (running) => {
    const { db, viewer, schoolId, row } = running
    await markUndone(db, row)
    const term = await lockCurrentTerm(db, schoolId)
    const before = await importedLines(db, schoolId, row.rowIds)
    const studentIds = [...new Set(before.map((line) => line.studentId))]
    await mustNotBeErased(db, schoolId, studentIds)
    const feeIds = [...new Set(before.map((line) => line.feeId))]
    await lockAccounts(db, { schoolId, termId: term?.id ?? 0, studentIds, feeIds })
    await lockFeesForLines(db, schoolId, feeIds)
    // Read again behind the locks.
    const lines = await importedLines(db, schoolId, row.rowIds)
    const reductions = lines.reduce((sum, line) => sum + line.reductions, 0)
    const corrected = lines.filter((line) => line.deletedAt !== null).length
    refuseWithDependents('openingDues', [
      [reductions, t`${plural(reductions, { one: '# payment or discount', other: '# payments or discounts' })}`],
      [corrected, t`${plural(corrected, { one: '# later correction', other: '# later corrections' })}`],
    ])
    if ((await studentsPayingOnline(db, schoolId, feeIds, studentIds)).length > 0)
      throw new Refusal('CONFLICT', t`A family is paying these dues online now. Try again in a few minutes`)
    const ids = lines.map((line) => line.id)
    await markLines(running, ids, t`The import was undone`)
    await restoreReplacedLines(db, schoolId, ids, viewer)
    await removeEmptyDues(db, schoolId, [...new Set(lines.map((line) => line.feeCategoryId))], studentIds)
    return { result: ids.length, ids, fields: ['deletedAt'] }
  },
})
