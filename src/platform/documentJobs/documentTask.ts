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
import type { Claim } from '../backgroundTasks/backgroundTasks.sql.ts'
import { maxStarts, ServerStops, type Task, TaskLost } from '../backgroundTasks/worker.ts'
import { fileRetentionDays, longestMakingMs } from './documentJobs.rules.ts'
import type { DocumentJob } from './documentJobs.sql.ts'
import { createMakerContext } from './makerContext.ts'
import type { DocumentMaker, MadeFile } from './makers.ts'
import {
  announceFiles,
  beginMaking,
  contentTypes,
  failJob,
  finishJob,
  interruptMaking,
  type Making,
  recordProgress,
} from './runs.sql.ts'

export interface DocumentTaskParts {
  database: Database
  services: Services
  renderer: PdfRenderer
  makers: readonly DocumentMaker<object>[]
  log: Log
}

/** Documents made at once in a process, so that a report need not wait for 2,000 ID cards. */
const documentsAtOnce = 2
/** Milliseconds in which what an ended run has begun must stop; then it counts as hanging, and its place is free. */
const longestEndMs = 30_000

const tooLong = msg`This took longer than 15 minutes, and was given up. Please choose a smaller range.`
const orderedByNobody = msg`The account that ordered this may not sign in any more.`

/** Makes the ordered documents. */
export function documentTask(parts: DocumentTaskParts): Task {
  return {
    kind: 'DOCUMENT',
    atOnce: documentsAtOnce,
    carryOut: (claim, signal) => makeDocument(parts, claim, signal),
    interrupted: interruptMaking,
  }
}

/**
 * Makes a document to its end: done, or failed with a message. Resolves and rejects only when nothing of it is still
 * active, so that its place is really free.
 */
async function makeDocument(parts: DocumentTaskParts, claim: Claim, ending: AbortSignal): Promise<void> {
  const { database, log } = parts
  const begun = await beginMaking(database, claim)
  if (!begun) return
  const { job } = begun
  const started = performance.now()
  const late = AbortSignal.timeout(longestMakingMs)
  const lost = new AbortController()
  const signal = AbortSignal.any([ending, late, lost.signal])
  const write = async (progress: { done: number; total: number }) => {
    if (!(await recordProgress(database, claim, progress))) lost.abort(new TaskLost())
  }
  const logFields = { requestId: requestIdOf(job.id), operation: `document.${job.kind}`, schoolId: job.schoolId }
  const making = traced(logFields.operation, { 'shala.school_id': job.schoolId }, () =>
    withStatementTimeout(longestMakingMs, () => make(parts, job, signal, write)),
  )
  try {
    await storeFiles(parts, begun, await orAborted(making, signal))
    log.info({ ...logFields, durationMs: Math.round(performance.now() - started) }, 'document')
  } catch (error) {
    if (ending.aborted || error instanceof TaskLost) throw error
    if (late.aborted) return await failJob(database, begun, tooLong)
    const failure = asRefusal(error)
    if (isOfTheMoment(failure) && claim.starts < maxStarts) throw failure
    const errorId = randomUUID().slice(0, 8)
    const cause = error instanceof Refusal ? error.cause : error
    if (cause !== undefined) log.error({ ...logFields, errorId, err: cause }, 'A document could not be made')
    await failJob(database, begun, messageFor(failure, errorId))
  } finally {
    if (!(ending.reason instanceof ServerStops)) await waitForEnd(making, longestEndMs)
  }
}

/** What a run has made. */
interface Made {
  files: readonly MadeFile[]
  /** The classes the person was limited to when the run started; null for no limit. */
  classIds: Viewer['classIds']
}

function requestIdOf(jobId: number): string {
  return `document-${jobId}`
}

async function make(
  { database, services, renderer, makers }: DocumentTaskParts,
  job: DocumentJob,
  signal: AbortSignal,
  write: (progress: { done: number; total: number }) => Promise<void>,
): Promise<Made> {
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
async function storeFiles({ database, services }: DocumentTaskParts, begun: Making, made: Made): Promise<void> {
  const { schoolId } = begun.claim
  const files = made.files.map((file) => ({ ...file, id: randomUUID() }))
  const disk = await openStorage(services.config)
  const remove = () => Promise.all(files.map(({ id }) => deleteFileBytes(services.config, schoolId, id)))
  const school = await schoolById(database, schoolId)
  if (!school) throw new TaskLost()
  await requireOwnStorage(services.config, database)
  await announceFiles(database, begun, files, filesQuota(services.config, school))
  try {
    for (const { id, bytes, format } of files)
      await disk.put(storageKey(schoolId, id), bytes, { contentType: contentTypes[format] })
  } catch (error) {
    await remove()
    throw error
  }
  try {
    await finishJob(database, begun, { files, classIds: made.classIds, days: fileRetentionDays })
  } catch (error) {
    if (error instanceof TaskLost) await remove()
    throw error
  }
}

function messageFor(failure: unknown, errorId: string): string {
  return failure instanceof Refusal
    ? failure.message
    : `Something went wrong on our side. Please try again; if it happens again, tell support the number ${errorId}.`
}

/**
 * Whether a run may succeed when it is started again: something is away, or the version changed under it. A migration
 * changed the columns of a statement, or the folder of the process's release is gone.
 */
function isOfTheMoment(failure: unknown): boolean {
  if (failure instanceof Refusal) return failure.code === 'UNAVAILABLE'
  return isChangedResult(failure) || (failure as NodeJS.ErrnoException | null)?.code === 'ERR_MODULE_NOT_FOUND'
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
