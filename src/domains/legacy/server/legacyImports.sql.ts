import { type Selectable, sql, type UpdateObject } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { DB, LegacyImports } from '#platform/database/schema.types.ts'
import type { LegacyProblem, LegacyReport } from '../legacy.schema.ts'

export const legacyStates = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const
export const legacySteps = ['READING', 'CHECKING', 'STORING'] as const
export type LegacyStep = (typeof legacySteps)[number]

/** One file of the previous system, and what became of it. */
export type LegacyImport = Omit<Selectable<LegacyImports>, 'state' | 'step' | 'problems' | 'report'> & {
  state: (typeof legacyStates)[number]
  step: LegacyStep
  problems: LegacyProblem[]
  report: LegacyReport | null
}

/** The way to an import. */
export interface Place {
  schoolId: number
  importId: number
}

/** The newest imports of a school. */
export function newestImports(db: Db, schoolId: number) {
  return db
    .selectFrom('legacyImports')
    .selectAll()
    .where('schoolId', '=', schoolId)
    .orderBy('id', 'desc')
    .limit(20)
    .$castTo<LegacyImport>()
}

/** One import. */
export function importById(db: Db | Tx, schoolId: number, id: number) {
  return db.selectFrom('legacyImports').selectAll().where('schoolId', '=', schoolId).where('id', '=', id).$castTo<LegacyImport>()
}

/** Imports of all schools that are not done, in the order in which they were ordered. */
export function queuedImports(database: Database): Promise<Place[]> {
  return database.kysely.selectFrom('legacyQueue').select(['schoolId', 'importId']).orderBy('importId').execute()
}

/** Takes an import off the list of those that somebody looks after. */
export async function unqueueImport(db: Tx, { schoolId, importId }: Place): Promise<void> {
  await db.deleteFrom('legacyQueue').where('schoolId', '=', schoolId).where('importId', '=', importId).execute()
}

export type Change = UpdateObject<DB, 'legacyImports'>

/** Changes an import if it is still this run's. False when it is not: it was given up for dead. */
export async function changeOwn(db: Tx, { schoolId, importId }: Place, run: string, values: Change): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('legacyImports')
    .set(values)
    .where('schoolId', '=', schoolId)
    .where('id', '=', importId)
    .where('run', '=', run)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** What ends an import: nothing of it is under way any more, and its file goes. */
export const ended = { run: null, fileId: null, finishedAt: sql<Date>`now()` } satisfies Change
