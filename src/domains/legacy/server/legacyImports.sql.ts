import { type Selectable, sql, type UpdateObject } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { DB, LegacyImports } from '#platform/database/schema.types.ts'
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

/** Identifies an import. */
export interface ImportRef {
  schoolId: number
  importId: number
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

/** Returns unfinished imports of all schools, oldest first. */
export function queuedImports(database: Database): Promise<ImportRef[]> {
  return database.kysely.selectFrom('legacyQueue').select(['schoolId', 'importId']).orderBy('importId').execute()
}

/** Removes an import from the queue of unfinished imports. */
export async function unqueueImport(db: Tx, { schoolId, importId }: ImportRef): Promise<void> {
  await db.deleteFrom('legacyQueue').where('schoolId', '=', schoolId).where('importId', '=', importId).execute()
}

export type ImportChange = UpdateObject<DB, 'legacyImports'>

/**
 * Updates an import if this run still owns it. Returns false if another run took over, because this one looked dead.
 */
export async function updateOwnImport(
  db: Tx,
  { schoolId, importId }: ImportRef,
  run: string,
  values: ImportChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('legacyImports')
    .set(values)
    .where('schoolId', '=', schoolId)
    .where('id', '=', importId)
    .where('run', '=', run)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Column values that finish an import and release its file. */
export const finishedValues = { run: null, fileId: null, finishedAt: sql<Date>`now()` } satisfies ImportChange
