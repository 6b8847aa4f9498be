import { randomUUID } from 'node:crypto'
import { msg } from '#shared/texts.ts'
import { sql } from 'kysely'
import type { Call } from '#platform/command.ts'
import type { Database } from '#platform/database/connect.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { deleteFileBytes } from '#platform/files/files.ts'
import { storageKey, openStorage } from '#platform/files/storage.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/logging.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Services } from '#platform/services.ts'
import { viewerOf } from '#platform/viewer.ts'
import {
  type ImportChange,
  updateOwnImport,
  finishedValues,
  importById,
  type LegacyImport,
  type ImportRef,
  queuedImports,
  unqueueImport,
} from './legacyImports.sql.ts'
import { readLegacyFile, bufferMessages } from './readLegacyFile.ts'
import { RunLost, type StoreOptions, storeCommand, InvalidRows } from './storeFile.ts'

export interface LegacyJobContext {
  database: Database
  services: Omit<Services, 'jobs'>
  log: Log
}

export const legacyImportQueue = 'legacy-import'

/** Seconds without a heartbeat after which a run is considered dead. */
const staleSeconds = 30
const heartbeatMs = 5000
const maxStarts = 3

const interrupted = msg`This could not be finished: it was interrupted three times. Nothing was imported. Please send the file again, or in parts.`
const senderDisabled = msg`The account that sent this file may not sign in any more. Nothing was imported.`

/** Imports a file when it is queued. */
export function legacyImportJob(parts: LegacyJobContext): Job<ImportRef> {
  return { name: legacyImportQueue, run: (ref, signal) => runImport(parts, ref, signal) }
}

/** Runs every minute: restarts imports whose process has died. */
export function resumeLegacyImportsJob(parts: LegacyJobContext): Job<never> {
  return {
    name: 'tend-legacy-imports',
    cron: '* * * * *',
    retryLimit: 0,
    run: async (_, signal) => {
      for (const ref of await queuedImports(parts.database)) await runImport(parts, ref, signal)
    },
  }
}

interface Claim extends ImportRef {
  run: string
  stored: LegacyImport
}

/**
 * Runs an import from start to end. It stores everything, or nothing and the reason. Does nothing if another run owns
 * the import, so that it may be called any number of times.
 */
export async function runImport(parts: LegacyJobContext, ref: ImportRef, signal: AbortSignal): Promise<void> {
  const claim = await claimImport(parts.database, ref)
  if (!claim) return
  const { log } = parts
  const started = performance.now()
  const fields = { requestId: `legacy-${ref.importId}`, operation: 'legacy.import', schoolId: ref.schoolId }
  try {
    await importFile(parts, claim, signal)
    log.info({ ...fields, durationMs: Math.round(performance.now() - started) }, 'legacy import')
  } catch (error) {
    if (error instanceof RunLost) return
    const failure = asRefusal(error)
    if (signal.aborted || (failure instanceof Refusal && failure.code === 'UNAVAILABLE')) {
      await requeue(parts.database, claim)
      throw error
    }
    const errorId = randomUUID().slice(0, 8)
    if (!(failure instanceof Refusal)) log.error({ ...fields, errorId, err: error }, 'A legacy import failed')
    await fail(parts, claim, failure, errorId)
  }
}

/** Claims an import that is queued or whose run is dead; returns undefined if there is nothing to do. */
function claimImport(database: Database, ref: ImportRef): Promise<Claim | undefined> {
  const { schoolId, importId } = ref
  return database.transaction(schoolId, async (db) => {
    const stored = await importById(db, schoolId, importId).forUpdate().executeTakeFirst()
    if (!stored || stored.finishedAt) {
      await unqueueImport(db, ref)
      return undefined
    }
    const noHeartbeat = sql<boolean>`coalesce(beat_at < clock_timestamp() - make_interval(secs => ${staleSeconds}), true)`
    if (stored.state === 'RUNNING') {
      const { dead } = await importById(db, schoolId, importId).select(noHeartbeat.as('dead')).executeTakeFirstOrThrow()
      if (!dead) return undefined
    }
    const run = randomUUID()
    await db
      .updateTable('legacyImports')
      .set({
        state: 'RUNNING',
        step: 'READING',
        run,
        starts: stored.starts + 1,
        beatAt: sql`statement_timestamp()`,
        done: 0,
        total: 0,
      })
      .where('schoolId', '=', schoolId)
      .where('id', '=', importId)
      .execute()
    return { ...ref, run, stored: { ...stored, starts: stored.starts + 1 } }
  })
}

async function importFile({ database, services }: LegacyJobContext, claim: Claim, signal: AbortSignal): Promise<void> {
  const { schoolId, importId, run, stored } = claim
  if (stored.starts > maxStarts) throw new Refusal('CONFLICT', interrupted)
  const viewer = await viewerOf(database, stored.createdBy)
  if (!viewer) throw new Refusal('FORBIDDEN', senderDisabled)
  const call: Call = {
    database,
    viewer,
    requestId: `legacy-${importId}`,
    address: '127.0.0.1',
    services: { ...services, jobs: { send: () => Promise.reject(new Error('An import orders no further work.')) } },
  }
  const write = async (values: Parameters<typeof updateOwnImport>[3]) => {
    const isOwner = await database.transaction(schoolId, (db) =>
      updateOwnImport(db, claim, run, { beatAt: sql`statement_timestamp()`, ...values }),
    )
    if (!isOwner) lost.abort(new RunLost())
    lost.signal.throwIfAborted()
  }
  const lost = new AbortController()
  const ending = AbortSignal.any([signal, lost.signal])
  // Ignores failed heartbeats: the next progress update detects a lost run or an unreachable database.
  const heartbeat = setInterval(() => void write({}).catch(() => undefined), heartbeatMs)
  const sealContext = `legacy_rows.aadhar/${schoolId}/${importId}`
  try {
    const storage = await openStorage(services.config)
    const bytes = await storage.getBytes(storageKey(schoolId, stored.fileId ?? ''))
    let reportedAt = 0
    const progress: StoreOptions['progress'] = async (step, done, total) => {
      ending.throwIfAborted()
      // Limits updates, because the page polls once a second.
      if (done > 0 && performance.now() - reportedAt < 300) return
      reportedAt = performance.now()
      await write({ step, done, total })
    }
    const messages = await bufferMessages(
      readLegacyFile({ bytes, secretKey: services.config.secretKey, sealContext }, ending),
      (done, total) => progress('READING', done, total),
    )
    const store = storeCommand({ run, messages, sealContext, progress })
    await store(call, schoolId, { id: importId })
  } finally {
    clearInterval(heartbeat)
  }
}

/** Returns an import to the queue, to be started again. */
async function requeue(database: Database, claim: Claim): Promise<void> {
  await database.transaction(claim.schoolId, (db) =>
    updateOwnImport(db, claim, claim.run, { state: 'QUEUED', run: null, done: 0, total: 0 }),
  )
}

async function fail(parts: LegacyJobContext, claim: Claim, error: unknown, errorId: string): Promise<void> {
  const problems = error instanceof InvalidRows ? { problems: JSON.stringify(error.invalidCells), problemCount: error.count } : {}
  const internalError = msg`Something went wrong on our side, and nothing was imported. Please try again; if it happens again, tell support the number ${errorId}.`
  try {
    await finishFailed(parts, claim, { ...problems, failure: error instanceof Refusal ? error.message : internalError })
  } catch (storeError) {
    if (asRefusal(storeError) instanceof Refusal) throw storeError
    // Stores a shorter failure. Otherwise the user would wait for nothing and then read of an interruption.
    const { schoolId } = claim
    parts.log.error(
      { operation: 'legacy.import', schoolId, errorId, err: storeError },
      'The failure of a legacy import could not be stored',
    )
    const cells = `Some cells of the file are not valid, and nothing was imported. Which ones could not be kept: please tell support the number ${errorId}.`
    await finishFailed(parts, claim, { failure: error instanceof InvalidRows ? cells : internalError })
  }
}

/** Finishes a failed import and removes its file. */
async function finishFailed({ database, services }: LegacyJobContext, claim: Claim, values: ImportChange): Promise<void> {
  const { schoolId, stored } = claim
  const fileId = stored.fileId ?? ''
  const isOwner = await database.transaction(schoolId, async (db) => {
    if (!(await updateOwnImport(db, claim, claim.run, { ...finishedValues, ...values, state: 'FAILED' }))) return false
    await unqueueImport(db, claim)
    await db.deleteFrom('files').where('schoolId', '=', schoolId).where('id', '=', fileId).execute()
    return true
  })
  if (isOwner) await deleteFileBytes(services.config, schoolId, fileId)
}
