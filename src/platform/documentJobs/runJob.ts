import { randomUUID } from 'node:crypto'
import { msg } from '#shared/texts.ts'
import { isChangedResult } from '../database/changedResult.ts'
import { asRefusal } from '../database/failures.ts'
import type { Database } from '../database/connect.ts'
import { withStatementTimeout } from '../database/statementTimeout.ts'
import { deleteFileBytes } from '../files/files.ts'
import { filesQuota } from '../files/filesUse.ts'
import { storageKey, openStorage } from '../files/storage.ts'
import { requireOwnStorage } from '../files/storageMark.ts'
import type { Log } from '../logging.ts'
import type { PdfRenderer } from '../pdf/renderer.ts'
import { Refusal } from '../refusal.ts'
import { schoolById } from '../school.ts'
import type { Services } from '../services.ts'
import { traced } from '../tracing.ts'
import { type Viewer, viewerOf } from '../viewer.ts'
import { type DocumentTimes, fileRetentionDays, maxStarts } from './documentJobs.rules.ts'
import { createMakerContext } from './makerContext.ts'
import type { DocumentMaker, MadeFile } from './makers.ts'
import { announceFiles, recordHeartbeat, type Claim, contentTypes, failJob, finishJob, releaseJob } from './runs.sql.ts'

export interface RunDependencies {
  database: Database
  services: Services
  renderer: PdfRenderer
  makers: readonly DocumentMaker<object>[]
  log: Log
}

/** The result of a run. */
interface RunResult {
  files: readonly MadeFile[]
  /** The classes the person was limited to when the run started; null for no limit. */
  classIds: Viewer['classIds']
}

/** The reason why a run was aborted from outside. */
export class RunAborted extends Error {
  readonly why: 'lost' | 'stopping' | 'late'

  constructor(why: 'lost' | 'stopping' | 'late') {
    super(`A run was ended: ${why}`)
    this.why = why
  }
}

const tooLong = msg`This took longer than 15 minutes, and was given up. Please choose a smaller range.`
const orderedByNobody = msg`The account that ordered this may not sign in any more.`

/**
 * Runs a claimed job to its end: done, failed with a message, released to be started again, or aborted because another
 * process owns it now. Resolves only when nothing of the run is still active, so that its slot is really free. Rejects
 * only when the database is away; the job is then found silent later.
 */
export async function runJob(parts: RunDependencies, claim: Claim, times: DocumentTimes, ending: AbortController): Promise<void> {
  const { database, log } = parts
  const { job } = claim
  const started = performance.now()
  const heartbeat = startHeartbeat(database, claim, times, ending)
  const deadline = setTimeout(() => ending.abort(new RunAborted('late')), times.most)
  const logFields = { requestId: requestIdOf(job.id), operation: `document.${job.kind}`, schoolId: job.schoolId }
  const making = traced(logFields.operation, { 'shala.school_id': job.schoolId }, () =>
    withStatementTimeout(times.most, () => make(parts, claim, ending.signal, heartbeat.write)),
  )
  try {
    await storeFiles(parts, claim, await orAborted(making, ending.signal))
    log.info({ ...logFields, durationMs: Math.round(performance.now() - started) }, 'document')
  } catch (error) {
    const errorId = randomUUID().slice(0, 8)
    const cause = error instanceof Refusal ? error.cause : error
    if (cause !== undefined && !(cause instanceof RunAborted))
      log.error({ ...logFields, errorId, err: cause }, 'A document could not be made')
    await recordFailure(database, claim, error, errorId)
  } finally {
    clearTimeout(deadline)
    heartbeat.stop()
    await waitForEnd(making, times.dead)
  }
}

function requestIdOf(jobId: number): string {
  return `document-${jobId}`
}

async function make(
  { database, services, renderer, makers }: RunDependencies,
  { job }: Claim,
  signal: AbortSignal,
  write: (progress: { done: number; total: number }) => Promise<void>,
): Promise<RunResult> {
  const maker = makers.find((candidate) => candidate.kind === job.kind)
  if (!maker) throw new Error(`Nothing makes documents of the kind ${job.kind}.`)
  const viewer = await viewerOf(database, job.createdBy)
  if (!viewer) throw new Refusal('FORBIDDEN', orderedByNobody)
  const call = { database, services, viewer, requestId: requestIdOf(job.id), address: '127.0.0.1', background: true } as const
  const making = createMakerContext({ job, call, renderer, signal, write })
  const files = await maker.make({ ...making, params: maker.params.parse(job.params) })
  if (files.length === 0) throw new Error(`The maker of ${job.kind} made nothing.`)
  return { files, classIds: viewer.classIds }
}

/**
 * Writes the bytes first, under ids that are announced; then everything else in one transaction. If it is unknown
 * whether the transaction committed, the bytes stay: announced files that no job took are removed with the unused
 * uploads.
 */
async function storeFiles({ database, services }: RunDependencies, claim: Claim, made: RunResult): Promise<void> {
  const { schoolId } = claim.job
  const files = made.files.map((file) => ({ ...file, id: randomUUID() }))
  const disk = await openStorage(services.config)
  const remove = () => Promise.all(files.map(({ id }) => deleteFileBytes(services.config, schoolId, id)))
  const school = await schoolById(database, schoolId)
  if (!school) throw new RunAborted('lost')
  await requireOwnStorage(services.config, database)
  await announceFiles(database, claim, files, filesQuota(services.config, school))
  try {
    for (const { id, bytes, format } of files)
      await disk.put(storageKey(schoolId, id), bytes, { contentType: contentTypes[format] })
  } catch (error) {
    await remove()
    throw error
  }
  if (await finishJob(database, claim, { files, classIds: made.classIds, days: fileRetentionDays })) return
  await remove()
  throw new RunAborted('lost')
}

async function recordFailure(database: Database, claim: Claim, error: unknown, errorId: string): Promise<void> {
  const failure = asRefusal(error)
  if (failure instanceof RunAborted) {
    if (failure.why === 'stopping') await releaseJob(database, claim, false)
    else if (failure.why === 'late') await failJob(database, claim, tooLong)
    return
  }
  if (isOfTheMoment(failure) && claim.job.starts < maxStarts) await releaseJob(database, claim, true)
  else if (failure instanceof Refusal) await failJob(database, claim, failure.message)
  else
    await failJob(
      database,
      claim,
      `Something went wrong on our side. Please try again; if it happens again, tell support the number ${errorId}.`,
    )
}

/**
 * Whether a run may succeed when it is started again: something is away, or the version changed under it. A migration
 * changed the columns of a statement, or the folder of the process's release is gone.
 */
function isOfTheMoment(failure: unknown): boolean {
  if (failure instanceof Refusal) return failure.code === 'UNAVAILABLE'
  return isChangedResult(failure) || (failure as NodeJS.ErrnoException | null)?.code === 'ERR_MODULE_NOT_FOUND'
}

/** Writes heartbeats until stopped. Aborts the run when the job is no longer its own. */
function startHeartbeat(database: Database, claim: Claim, times: DocumentTimes, ending: AbortController) {
  let progress = { done: 0, total: 0 }
  let lastBeat = performance.now()
  const write = async (now: typeof progress) => {
    progress = now
    const begun = performance.now()
    if (!(await recordHeartbeat(database, claim, progress))) ending.abort(new RunAborted('lost'))
    lastBeat = begun
  }
  const timer = setInterval(() => {
    write(progress).catch(() => {
      // By now another process counts this run as dead.
      if (performance.now() - lastBeat > times.dead) ending.abort(new RunAborted('lost'))
    })
  }, times.beat)
  return { write, stop: () => clearInterval(timer) }
}

/** Waits until the work has settled, at most so many milliseconds; longer work counts as hanging. */
async function waitForEnd(work: Promise<unknown>, most: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, most)
  })
  const settled = work.then(
    () => undefined,
    () => undefined,
  )
  await Promise.race([settled, timeout])
  clearTimeout(timer)
}

/** Rejects as soon as the run is aborted, whether or not the maker watches the signal. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined)
  const ended = Promise.withResolvers<never>()
  const end = () => ended.reject(signal.reason as Error)
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([work, ended.promise])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
