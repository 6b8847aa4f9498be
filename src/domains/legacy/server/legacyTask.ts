import { randomUUID } from 'node:crypto'
import { msg } from '#shared/texts.ts'
import { sql } from 'kysely'
import type { Call } from '#platform/command.ts'
import type { Database, Tx } from '#platform/database/connect.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { deleteFileBytes } from '#platform/files/files.ts'
import { storageKey, openStorage } from '#platform/files/storage.ts'
import type { Log } from '#platform/logging.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Services } from '#platform/services.ts'
import { type Claim, endTask } from '#platform/backgroundTasks/backgroundTasks.sql.ts'
import { type Task, TaskLost } from '#platform/backgroundTasks/worker.ts'
import { viewerOf } from '#platform/viewer.ts'
import { finishImport, type ImportChange, importById, type LegacyImport, updateOwnImport } from './legacyImports.sql.ts'
import { readLegacyFile, bufferMessages } from './readLegacyFile.ts'
import { InvalidRows, type StoreOptions, storeCommand } from './storeFile.ts'

export interface LegacyTaskParts {
  database: Database
  services: Omit<Services, 'jobs'>
  log: Log
}

const interrupted = msg`This could not be finished: it was interrupted three times. Nothing was imported. Please send the file again, or in parts.`
const senderDisabled = msg`The account that sent this file may not sign in any more. Nothing was imported.`

/** Imports ordered files, one at once in a process. */
export function legacyImportTask(parts: LegacyTaskParts): Task {
  return {
    kind: 'LEGACY_IMPORT',
    atOnce: 1,
    carryOut: (claim, signal) => runImport(parts, claim, signal),
    interrupted: async (db, claim, next) => {
      const { schoolId, id, starts } = claim
      const values: ImportChange =
        next === 'AGAIN'
          ? { state: 'QUEUED', run: null, done: 0, total: 0, starts }
          : { state: 'FAILED', run: null, fileId: null, finishedAt: sql<Date>`now()`, failure: interrupted, starts }
      const stored = await importById(db, schoolId, id).forUpdate().executeTakeFirst()
      if (!stored || stored.finishedAt) return
      await db.updateTable('legacyImports').set(values).where('schoolId', '=', schoolId).where('id', '=', id).execute()
      if (next === 'GIVEN_UP' && stored.fileId) await detachFile(db, schoolId, stored.fileId)
    },
  }
}

/** Runs an import from start to end. It stores everything, or nothing and the reason. */
async function runImport(parts: LegacyTaskParts, claim: Claim, signal: AbortSignal): Promise<void> {
  const stored = await beginImport(parts.database, claim)
  if (!stored) return
  const { log } = parts
  const started = performance.now()
  const fields = { requestId: `legacy-${claim.id}`, operation: 'legacy.import', schoolId: claim.schoolId }
  try {
    await importFile(parts, claim, stored, signal)
    log.info({ ...fields, durationMs: Math.round(performance.now() - started) }, 'legacy import')
  } catch (error) {
    if (signal.aborted || error instanceof TaskLost) throw error
    const failure = asRefusal(error)
    if (failure instanceof Refusal && failure.code === 'UNAVAILABLE') throw failure
    const errorId = randomUUID().slice(0, 8)
    if (!(failure instanceof Refusal)) log.error({ ...fields, errorId, err: error }, 'A legacy import failed')
    await fail(parts, claim, stored, failure, errorId)
  }
}

/** Begins an import; undefined when it needs nothing any more. */
function beginImport(database: Database, claim: Claim): Promise<LegacyImport | undefined> {
  const { schoolId, id, run, starts } = claim
  return database.transaction(schoolId, async (db) => {
    const stored = await importById(db, schoolId, id).forUpdate().executeTakeFirst()
    if (!stored || stored.finishedAt) {
      await endTask(db, claim)
      return undefined
    }
    await db
      .updateTable('legacyImports')
      .set({ state: 'RUNNING', step: 'READING', run, starts, done: 0, total: 0 })
      .where('schoolId', '=', schoolId)
      .where('id', '=', id)
      .execute()
    return stored
  })
}

async function importFile(
  { database, services }: LegacyTaskParts,
  claim: Claim,
  stored: LegacyImport,
  signal: AbortSignal,
): Promise<void> {
  const { schoolId, id } = claim
  const viewer = await viewerOf(database, stored.createdBy)
  if (!viewer) throw new Refusal('FORBIDDEN', senderDisabled)
  const call: Call = {
    database,
    viewer,
    requestId: `legacy-${id}`,
    address: '127.0.0.1',
    services: { ...services, jobs: { send: () => Promise.reject(new Error('An import orders no further work.')) } },
  }
  const sealContext = `legacy_rows.aadhar/${schoolId}/${id}`
  const storage = await openStorage(services.config)
  const bytes = await storage.getBytes(storageKey(schoolId, stored.fileId ?? ''))
  let reportedAt = 0
  const progress: StoreOptions['progress'] = async (step, done, total) => {
    signal.throwIfAborted()
    // Limits updates, because the page polls once a second.
    if (done > 0 && performance.now() - reportedAt < 300) return
    reportedAt = performance.now()
    await database.transaction(schoolId, (db) => updateOwnImport(db, claim, { step, done, total }))
  }
  const messages = await bufferMessages(
    readLegacyFile({ bytes, secretKey: services.config.secretKey, sealContext }, signal),
    (done, total) => progress('READING', done, total),
  )
  await storeCommand({ claim, messages, sealContext, progress })(call, schoolId, { id })
}

async function fail(parts: LegacyTaskParts, claim: Claim, stored: LegacyImport, error: unknown, errorId: string): Promise<void> {
  const problems = error instanceof InvalidRows ? { problems: JSON.stringify(error.invalidCells), problemCount: error.count } : {}
  const internalError = msg`Something went wrong on our side, and nothing was imported. Please try again; if it happens again, tell support the number ${errorId}.`
  try {
    await finishFailed(parts, claim, stored, { ...problems, failure: error instanceof Refusal ? error.message : internalError })
  } catch (storeError) {
    if (storeError instanceof TaskLost || asRefusal(storeError) instanceof Refusal) throw storeError
    // Stores a shorter failure. Otherwise the user would wait for nothing and then read of an interruption.
    const { schoolId } = claim
    parts.log.error(
      { operation: 'legacy.import', schoolId, errorId, err: storeError },
      'The failure of a legacy import could not be stored',
    )
    const cells = `Some cells of the file are not valid, and nothing was imported. Which ones could not be kept: please tell support the number ${errorId}.`
    await finishFailed(parts, claim, stored, { failure: error instanceof InvalidRows ? cells : internalError })
  }
}

/** Finishes a failed import and removes its file. */
async function finishFailed(
  { database, services }: LegacyTaskParts,
  claim: Claim,
  { fileId }: LegacyImport,
  values: ImportChange,
): Promise<void> {
  const { schoolId } = claim
  await database.transaction(schoolId, async (db) => {
    await finishImport(db, claim, { ...values, state: 'FAILED' })
    await db
      .deleteFrom('files')
      .where('schoolId', '=', schoolId)
      .where('id', '=', fileId ?? '')
      .execute()
  })
  await deleteFileBytes(services.config, schoolId, fileId ?? '')
}

/** Leaves a file to the nightly sweep of unused uploads. */
async function detachFile(db: Tx, schoolId: number, fileId: string): Promise<void> {
  await db.updateTable('files').set({ attached: false }).where('schoolId', '=', schoolId).where('id', '=', fileId).execute()
}
