import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Call } from '#platform/command.ts'
import type { Database } from '#platform/database/connect.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { removeBytes } from '#platform/files/files.ts'
import { storageKey, storageOf } from '#platform/files/storage.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/logging.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Services } from '#platform/services.ts'
import { viewerOf } from '#platform/viewer.ts'
import {
  type Change,
  changeOwn,
  ended,
  importById,
  type LegacyImport,
  type Place,
  queuedImports,
  unqueueImport,
} from './legacyImports.sql.ts'
import { readLegacyFile, readWhole } from './readFile.ts'
import { Lost, type Storing, storing, WrongRows } from './store.ts'

export interface LegacyParts {
  database: Database
  services: Omit<Services, 'jobs'>
  log: Log
}

export const legacyImportQueue = 'legacy-import'

/** A run that said nothing for so many seconds is given up for dead. */
const deadSeconds = 30
const beatMs = 5000
const mostStarts = 3

const interrupted =
  'This could not be finished: it was interrupted three times. Nothing came in. Please send the file again, or in parts.'
const orderedByNobody = 'The account that sent this file may not sign in any more. Nothing came in.'

/** Brings in one file, as soon as it is ordered. */
export function legacyImportJob(parts: LegacyParts): Job<Place> {
  return { name: legacyImportQueue, run: (place, signal) => runImport(parts, place, signal) }
}

/** Every minute: goes on with imports whose process has died. */
export function tendLegacyImportsJob(parts: LegacyParts): Job<never> {
  return {
    name: 'tend-legacy-imports',
    cron: '* * * * *',
    retryLimit: 0,
    run: async (_, signal) => {
      for (const place of await queuedImports(parts.database)) await runImport(parts, place, signal)
    },
  }
}

interface Claim extends Place {
  run: string
  stored: LegacyImport
}

/**
 * One run of an import from its beginning to its end: everything came in, or nothing and the import says why. Nothing happens when another
 * run has it. It may be called any number of times.
 */
export async function runImport(parts: LegacyParts, place: Place, signal: AbortSignal): Promise<void> {
  const claim = await claimImport(parts.database, place)
  if (!claim) return
  const { log } = parts
  const started = performance.now()
  const told = { requestId: `legacy-${place.importId}`, operation: 'legacy.import', schoolId: place.schoolId }
  try {
    await bringIn(parts, claim, signal)
    log.info({ ...told, durationMs: Math.round(performance.now() - started) }, 'legacy import')
  } catch (error) {
    if (error instanceof Lost) return
    const failure = asRefusal(error)
    if (signal.aborted || (failure instanceof Refusal && failure.code === 'UNAVAILABLE')) {
      await release(parts.database, claim)
      throw error
    }
    const errorId = randomUUID().slice(0, 8)
    if (!(failure instanceof Refusal)) log.error({ ...told, errorId, err: error }, 'A legacy import failed')
    await fail(parts, claim, failure, errorId)
  }
}

/** Takes an import that waits, or whose run is dead; undefined when there is nothing to do about it. */
function claimImport(database: Database, place: Place): Promise<Claim | undefined> {
  const { schoolId, importId } = place
  return database.transaction(schoolId, async (db) => {
    const stored = await importById(db, schoolId, importId).forUpdate().executeTakeFirst()
    if (!stored || stored.finishedAt) {
      await unqueueImport(db, place)
      return undefined
    }
    const silent = sql<boolean>`coalesce(beat_at < clock_timestamp() - make_interval(secs => ${deadSeconds}), true)`
    if (stored.state === 'RUNNING') {
      const { dead } = await importById(db, schoolId, importId).select(silent.as('dead')).executeTakeFirstOrThrow()
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
    return { ...place, run, stored: { ...stored, starts: stored.starts + 1 } }
  })
}

async function bringIn({ database, services }: LegacyParts, claim: Claim, signal: AbortSignal): Promise<void> {
  const { schoolId, importId, run, stored } = claim
  if (stored.starts > mostStarts) throw new Refusal('CONFLICT', interrupted)
  const viewer = await viewerOf(database, stored.createdBy)
  if (!viewer) throw new Refusal('FORBIDDEN', orderedByNobody)
  const call: Call = {
    database,
    viewer,
    requestId: `legacy-${importId}`,
    address: '127.0.0.1',
    services: { ...services, jobs: { send: () => Promise.reject(new Error('An import orders no further work.')) } },
  }
  const write = async (values: Parameters<typeof changeOwn>[3]) => {
    const mine = await database.transaction(schoolId, (db) =>
      changeOwn(db, claim, run, { beatAt: sql`statement_timestamp()`, ...values }),
    )
    if (!mine) lost.abort(new Lost())
    lost.signal.throwIfAborted()
  }
  const lost = new AbortController()
  const ending = AbortSignal.any([signal, lost.signal])
  // What is lost is found out with the next step; a database that is away ends the run there as well.
  const alive = setInterval(() => void write({}).catch(() => undefined), beatMs)
  const place = `legacy_rows.aadhar/${schoolId}/${importId}`
  try {
    const disk = await storageOf(services.config)
    const bytes = await disk.getBytes(storageKey(schoolId, stored.fileId ?? ''))
    let told = 0
    const progress: Storing['progress'] = async (step, done, total) => {
      ending.throwIfAborted()
      // The bar need not move more often than somebody asks.
      if (done > 0 && performance.now() - told < 300) return
      told = performance.now()
      await write({ step, done, total })
    }
    const answers = await readWhole(
      readLegacyFile({ bytes, secretKey: services.config.secretKey, place }, ending),
      (done, total) => progress('READING', done, total),
    )
    const store = storing({ run, answers, place, progress })
    await store(call, schoolId, { id: importId })
  } finally {
    clearInterval(alive)
  }
}

/** Gives an import back, to be started again. */
async function release(database: Database, claim: Claim): Promise<void> {
  await database.transaction(claim.schoolId, (db) =>
    changeOwn(db, claim, claim.run, { state: 'QUEUED', run: null, done: 0, total: 0 }),
  )
}

async function fail(parts: LegacyParts, claim: Claim, error: unknown, errorId: string): Promise<void> {
  const wrong = error instanceof WrongRows ? { problems: JSON.stringify(error.wrong), problemCount: error.count } : {}
  const ours = `Something went wrong on our side, and nothing came in. Please try again; if it happens again, tell support the number ${errorId}.`
  try {
    await end(parts, claim, { ...wrong, failure: error instanceof Refusal ? error.message : ours })
  } catch (unkept) {
    if (asRefusal(unkept) instanceof Refusal) throw unkept
    // Whoever sent the file would else wait for nothing, and be told of an interruption that was none.
    const { schoolId } = claim
    parts.log.error({ operation: 'legacy.import', schoolId, errorId, err: unkept }, 'Why a legacy import failed was not kept')
    const cells = `Some cells of the file are not valid, and nothing came in. Which ones could not be kept: please tell support the number ${errorId}.`
    await end(parts, claim, { failure: error instanceof WrongRows ? cells : ours })
  }
}

/** Ends an import in which nothing came in, and removes its file. */
async function end({ database, services }: LegacyParts, claim: Claim, values: Change): Promise<void> {
  const { schoolId, stored } = claim
  const fileId = stored.fileId ?? ''
  const mine = await database.transaction(schoolId, async (db) => {
    if (!(await changeOwn(db, claim, claim.run, { ...ended, ...values, state: 'FAILED' }))) return false
    await unqueueImport(db, claim)
    await db.deleteFrom('files').where('schoolId', '=', schoolId).where('id', '=', fileId).execute()
    return true
  })
  if (mine) await removeBytes(services.config, schoolId, fileId)
}
