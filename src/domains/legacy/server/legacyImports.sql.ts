import { type Selectable, sql, type UpdateObject } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { DB, LegacyImports } from '#platform/database/schema.types.ts'
import { type Claim, endTask } from '#platform/backgroundTasks/backgroundTasks.sql.ts'
import { TaskLost } from '#platform/backgroundTasks/worker.ts'
import type { LegacyProblem, LegacyReport } from '../legacy.rules.ts'

export const legacyStates = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const
export const legacySteps = ['READING', 'CHECKING', 'STORING'] as const
export type LegacyStep = (typeof legacySteps)[number]

/** An import of a file from the previous system, with its state and result. */
export type LegacyImport = Omit<Selectable<LegacyImports>, 'state' | 'step' | 'problems' | 'report'> & {
  state: (typeof legacyStates)[number]
  step: LegacyStep
  problems: LegacyProblem[]
  report: LegacyReport | null
}

/** Returns the newest imports of a school. */
export function newestImports(db: Db, schoolId: number) {
  return db
    .selectFrom('legacyImports')
    .selectAll()
    .where('schoolId', '=', schoolId)
    .orderBy('id', 'desc')
    .limit(20)
    .$castTo<LegacyImport>()
}

/** Returns one import. */
export function importById(db: Db | Tx, schoolId: number, id: number) {
  return db.selectFrom('legacyImports').selectAll().where('schoolId', '=', schoolId).where('id', '=', id).$castTo<LegacyImport>()
}

export type ImportChange = UpdateObject<DB, 'legacyImports'>

/** Updates an import. @throws TaskLost if another run has it */
export async function updateOwnImport(db: Tx, { schoolId, id, run }: Claim, values: ImportChange): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('legacyImports')
    .set(values)
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('run', '=', run)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new TaskLost()
}

/** Finishes an import, and releases its file. @throws TaskLost if another run has it */
export async function finishImport(db: Tx, claim: Claim, values: ImportChange & { state: 'DONE' | 'FAILED' }): Promise<void> {
  await updateOwnImport(db, claim, { run: null, fileId: null, finishedAt: sql<Date>`now()`, ...values })
  if (!(await endTask(db, claim))) throw new TaskLost()
}
