import { randomUUID } from 'node:crypto'
import { asRefusal } from '../database/failures.ts'
import type { Database } from '../database/connect.ts'
import { withStatementTimeout } from '../database/statementTimeout.ts'
import { removeBytes } from '../files/files.ts'
import { storageKey, storageOf } from '../files/storage.ts'
import type { Log } from '../logging.ts'
import type { PdfRenderer } from '../pdf/renderer.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { traced } from '../tracing.ts'
import { type Viewer, viewerOf } from '../viewer.ts'
import { type DocumentTimes, keptDays, mostStarts } from './documentJobs.rules.ts'
import { makingOf } from './making.ts'
import type { DocumentMaker, MadeFile } from './makers.ts'
import { announceFiles, beat, type Claim, contentTypes, fail, finish, release } from './runs.sql.ts'

export interface RunParts {
  database: Database
  services: Services
  renderer: PdfRenderer
  makers: readonly DocumentMaker<object>[]
  log: Log
}

/** What came of a run. */
interface Made {
  files: readonly MadeFile[]
  /** Those that the person was limited to when it began; null: to none. */
  classIds: Viewer['classIds']
}

/** Why a run is ended from outside. */
export class Ended extends Error {
  readonly why: 'lost' | 'stopping' | 'late'

  constructor(why: 'lost' | 'stopping' | 'late') {
    super(`A run was ended: ${why}`)
    this.why = why
  }
}

const tooLong = 'This took longer than 15 minutes, and was given up. Please choose a smaller range.'
const orderedByNobody = 'The account that ordered this may not sign in any more.'

/**
 * One run of a claimed job, from its beginning to its end: done, failed in words, given back to be started again, or ended because the
 * job is somebody else's now. It comes back when nothing of it goes on any more, so that whoever ends it has its place for something else
 * then and not before. It rejects only when the database is away; the job is then found silent later.
 */
export async function runJob(parts: RunParts, claim: Claim, times: DocumentTimes, ending: AbortController): Promise<void> {
  const { database, log } = parts
  const { job } = claim
  const started = performance.now()
  const alive = signsOfLife(database, claim, times, ending)
  const late = setTimeout(() => ending.abort(new Ended('late')), times.most)
  const told = { requestId: requestIdOf(job.id), operation: `document.${job.kind}`, schoolId: job.schoolId }
  const making = traced(told.operation, { 'shala.school_id': job.schoolId }, () =>
    withStatementTimeout(times.most, () => make(parts, claim, ending.signal, alive.write)),
  )
  try {
    await store(parts, claim, await orEnded(making, ending.signal))
    log.info({ ...told, durationMs: Math.round(performance.now() - started) }, 'document')
  } catch (error) {
    const errorId = randomUUID().slice(0, 8)
    const cause = error instanceof Refusal ? error.cause : error
    if (cause !== undefined && !(cause instanceof Ended))
      log.error({ ...told, errorId, err: cause }, 'A document could not be made')
    await conclude(database, claim, error, errorId)
  } finally {
    clearTimeout(late)
    alive.stop()
    await over(making, times.dead)
  }
}

function requestIdOf(jobId: number): string {
  return `document-${jobId}`
}

async function make(
  { database, services, renderer, makers }: RunParts,
  { job }: Claim,
  signal: AbortSignal,
  write: (progress: { done: number; total: number }) => Promise<void>,
): Promise<Made> {
  const maker = makers.find((one) => one.kind === job.kind)
  if (!maker) throw new Error(`Nothing makes documents of the kind ${job.kind}.`)
  const viewer = await viewerOf(database, job.createdBy)
  if (!viewer) throw new Refusal('FORBIDDEN', orderedByNobody)
  const call = { database, services, viewer, requestId: requestIdOf(job.id), address: '127.0.0.1' }
  const making = makingOf({ job, call, renderer, signal, write })
  const files = await maker.make({ ...making, params: maker.params.parse(job.params) })
  if (files.length === 0) throw new Error(`The maker of ${job.kind} made nothing.`)
  return { files, classIds: viewer.classIds }
}

/**
 * Bytes first, under ids that are announced; then, in one transaction, everything else. When nobody knows whether that was committed, the
 * bytes stay: what is announced and not taken goes with the uploads that nobody took.
 */
async function store({ database, services }: RunParts, claim: Claim, made: Made): Promise<void> {
  const { schoolId } = claim.job
  const files = made.files.map((file) => ({ ...file, id: randomUUID() }))
  const disk = await storageOf(services.config)
  const remove = () => Promise.all(files.map(({ id }) => removeBytes(services.config, schoolId, id)))
  await announceFiles(database, claim, files)
  try {
    for (const { id, bytes, format } of files)
      await disk.put(storageKey(schoolId, id), bytes, { contentType: contentTypes[format] })
  } catch (error) {
    await remove()
    throw error
  }
  if (await finish(database, claim, { files, classIds: made.classIds, days: keptDays })) return
  await remove()
  throw new Ended('lost')
}

async function conclude(database: Database, claim: Claim, error: unknown, errorId: string): Promise<void> {
  const failure = asRefusal(error)
  if (failure instanceof Ended) {
    if (failure.why === 'stopping') await release(database, claim, false)
    else if (failure.why === 'late') await fail(database, claim, tooLong)
    return
  }
  const again = failure instanceof Refusal && failure.code === 'UNAVAILABLE' && claim.job.starts < mostStarts
  if (again) await release(database, claim, true)
  else if (failure instanceof Refusal) await fail(database, claim, failure.message)
  else
    await fail(
      database,
      claim,
      `Something went wrong on our side. Please try again; if it happens again, tell support the number ${errorId}.`,
    )
}

/** Writes that the run lives until it is stopped, and ends it when the job is not its own any more. */
function signsOfLife(database: Database, claim: Claim, times: DocumentTimes, ending: AbortController) {
  let progress = { done: 0, total: 0 }
  let lastBeat = performance.now()
  const write = async (now: typeof progress) => {
    progress = now
    const begun = performance.now()
    if (!(await beat(database, claim, progress))) ending.abort(new Ended('lost'))
    lastBeat = begun
  }
  const timer = setInterval(() => {
    write(progress).catch(() => {
      // Another process takes this run for dead by now.
      if (performance.now() - lastBeat > times.dead) ending.abort(new Ended('lost'))
    })
  }, times.beat)
  return { write, stop: () => clearInterval(timer) }
}

/** Waits until work has come to its end, however it does; what does not for so many milliseconds is taken to hang. */
async function over(work: Promise<unknown>, most: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const hangs = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, most)
  })
  const settled = work.then(
    () => undefined,
    () => undefined,
  )
  await Promise.race([settled, hangs])
  clearTimeout(timer)
}

/** What a run waits for is given up when the run is ended, whether or not the maker looks at the signal. */
async function orEnded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
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
