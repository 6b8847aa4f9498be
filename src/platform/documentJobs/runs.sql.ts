import { randomUUID } from 'node:crypto'
import { sql, type UpdateObject } from 'kysely'
import type { Database, Tx } from '../database/connect.ts'
import type { DB } from '../database/schema.types.ts'
import { insertFiles } from '../files/filesUse.ts'
import { type DocumentTimes, nextStep } from './documentJobs.rules.ts'
import { type DocumentJob, lockJob, queueJob, unqueueJob } from './documentJobs.sql.ts'
import type { MadeFile } from './makers.ts'

/** A job claimed by this process under its own run id. */
export interface Claim {
  job: DocumentJob
  run: string
}

const interrupted = 'This could not be finished: it was interrupted three times. Please order it again, or a smaller part of it.'

/** Identifies a job of a school. */
export interface JobKey {
  schoolId: number
  jobId: number
}

/**
 * Lists queued jobs of all schools, to be made or to be mailed: of each person the first, then of each the second, in
 * the order of their orders. A job that is being made is still in the queue, so that its person's next one comes later.
 */
export async function queuedJobs(database: Database, mailing: boolean): Promise<JobKey[]> {
  return database.kysely
    .selectFrom('documentQueue')
    .select(['schoolId', 'jobId'])
    .where('mailing', '=', mailing)
    .orderBy(sql`row_number() over (partition by ordered_by order by job_id)`)
    .orderBy('jobId')
    .limit(200)
    .execute()
}

/** Claims a job to be made; undefined when there is nothing to do, or another process has it. */
export function claimJob(database: Database, jobKey: JobKey, times: DocumentTimes): Promise<Claim | undefined> {
  return step(database, jobKey, times, {
    MAKE: async (db, job) => {
      const run = randomUUID()
      await change(db, job, { state: 'RUNNING', run, starts: job.starts + 1, beatAt: sql`now()`, done: 0, total: 0 })
      return { job: { ...job, starts: job.starts + 1 }, run }
    },
    GIVE_UP: async (db, job) => {
      await change(db, job, failed(job, interrupted))
      await unqueueJob(db, job.schoolId, job.id)
      return undefined
    },
  })
}

/** Claims a mail to be sent, so that nobody sends it again; undefined when there is none. */
export function claimMail(database: Database, jobKey: JobKey, times: DocumentTimes): Promise<DocumentJob | undefined> {
  return step(database, jobKey, times, {
    MAIL: async (db, job) => {
      await change(db, job, { mailState: 'SENDING', mails: job.mails + 1, beatAt: sql`now()` })
      return { ...job, mails: job.mails + 1 }
    },
    MAIL_LOST: async (db, job) => {
      await change(db, job, { mailState: 'FAILED' })
      await unqueueJob(db, job.schoolId, job.id)
      return undefined
    },
  })
}

type Steps<Result> = Partial<Record<ReturnType<typeof nextStep>, (db: Tx, job: DocumentJob) => Promise<Result | undefined>>>

/** Locks a job, decides by the database's clock, and runs the step. */
async function step<Result>(
  database: Database,
  { schoolId, jobId }: JobKey,
  times: DocumentTimes,
  steps: Steps<Result>,
): Promise<Result | undefined> {
  return database.transaction(schoolId, async (db) => {
    const job = await lockJob(db, schoolId, jobId)
    if (!job) return undefined
    const { silent } = await db
      .selectFrom('documentJobs')
      .select(sql<number | null>`extract(epoch from clock_timestamp() - beat_at) * 1000`.as('silent'))
      .where('schoolId', '=', schoolId)
      .where('id', '=', jobId)
      .executeTakeFirstOrThrow()
    const next = nextStep(job, silent, times)
    if (next === 'NOTHING') await unqueueJob(db, schoolId, jobId)
    return steps[next]?.(db, job)
  })
}

type Change = UpdateObject<DB, 'documentJobs'>

async function change(db: Tx, { schoolId, id }: Pick<DocumentJob, 'schoolId' | 'id'>, values: Change): Promise<void> {
  await db.updateTable('documentJobs').set(values).where('schoolId', '=', schoolId).where('id', '=', id).execute()
}

/** Changes a job if this run still owns it. Returns false after it was cancelled, or counted as dead. */
async function changeOwn(db: Tx, { job, run }: Claim, values: Change): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('documentJobs')
    .set(values)
    .where('schoolId', '=', job.schoolId)
    .where('id', '=', job.id)
    .where('run', '=', run)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Writes a heartbeat with the progress. Returns false when the run no longer owns the job. */
export function recordHeartbeat(database: Database, claim: Claim, progress: { done: number; total: number }): Promise<boolean> {
  return database.transaction(claim.job.schoolId, (db) => changeOwn(db, claim, { beatAt: sql`now()`, ...progress }))
}

/** Releases a job, to be started again soon. @param counted whether this start counts as one of its three */
export function releaseJob(database: Database, claim: Claim, counted: boolean): Promise<boolean> {
  const { starts } = claim.job
  const again = counted ? { starts, beatAt: sql<Date>`now()` } : { starts: starts - 1, beatAt: null }
  return database.transaction(claim.job.schoolId, (db) => changeOwn(db, claim, { state: 'QUEUED', run: null, ...again }))
}

/** Ends a job without a document. @param failure the reason for the person */
export function failJob(database: Database, claim: Claim, failure: string): Promise<boolean> {
  const { job } = claim
  return database.transaction(job.schoolId, async (db) => {
    const own = await changeOwn(db, claim, failed(job, failure))
    if (own) await unqueueJob(db, job.schoolId, job.id)
    return own
  })
}

/**
 * Inserts the rows of files before their bytes are stored. If the process ends between this and {@link finishJob}, the
 * nightly sweep of uploads removes them.
 *
 * @param quota bytes that all files of the school may take
 * @throws Refusal CONFLICT when the school has no room for them
 */
export async function announceFiles(
  database: Database,
  { job }: Claim,
  files: readonly (MadeFile & { id: string })[],
  quota: number,
): Promise<void> {
  const rows = files.map(({ id, format, bytes }) => ({
    schoolId: job.schoolId,
    id,
    purpose: 'document',
    contentType: contentTypes[format],
    size: bytes.length,
    createdBy: job.createdBy,
  }))
  await database.transaction(job.schoolId, (db) => insertFiles(db, job.schoolId, quota, rows))
}

/** The content type of each format. */
export const contentTypes: Readonly<Record<MadeFile['format'], string>> = {
  PDF: 'application/pdf',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  CSV: 'text/csv; charset=utf-8',
  JSON: 'application/json',
  ZIP: 'application/zip',
  XML: 'application/xml',
}

/**
 * Stores in one transaction that a job is done, its files, and that its mail is due. Returns false and stores nothing
 * when the run no longer owns the job.
 *
 * @param made.classIds the classes in the document; null for all
 * @param made.days how long the files are kept
 */
export function finishJob(
  database: Database,
  claim: Claim,
  { files, classIds, days }: { files: readonly (MadeFile & { id: string })[]; classIds: readonly number[] | null; days: number },
): Promise<boolean> {
  const { schoolId, id: jobId, mailState } = claim.job
  return database.transaction(schoolId, async (db) => {
    const expiresAt = sql<Date>`now() + make_interval(days => ${days})`
    const total = sql<number>`greatest(total, 1)`
    const done = {
      state: 'DONE',
      run: null,
      beatAt: null,
      finishedAt: sql<Date>`now()`,
      expiresAt,
      done: total,
      total,
      classIds: classIds && [...classIds],
    }
    if (!(await changeOwn(db, claim, done))) return false
    await db
      .updateTable('files')
      .set({ attached: true, stored: true })
      .where('schoolId', '=', schoolId)
      .where(
        'id',
        'in',
        files.map((file) => file.id),
      )
      .execute()
    await db
      .insertInto('documentJobFiles')
      .values(files.map(({ id, format, name }) => ({ schoolId, jobId, format, fileId: id, name })))
      .execute()
    if (mailState === 'WAITING') await queueJob(db, claim.job, true)
    else await unqueueJob(db, schoolId, jobId)
    return true
  })
}

/** Stores the result of a mail, unless it counted as lost meanwhile. */
export function recordMailResult(database: Database, job: DocumentJob, mailState: 'SENT' | 'FAILED'): Promise<void> {
  return database.transaction(job.schoolId, async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('documentJobs')
      .set({ mailState, beatAt: null })
      .where('schoolId', '=', job.schoolId)
      .where('id', '=', job.id)
      .where('mailState', '=', 'SENDING')
      .where('mails', '=', job.mails)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) await unqueueJob(db, job.schoolId, job.id)
  })
}

function failed({ mailState }: DocumentJob, failure: string) {
  return {
    state: 'FAILED',
    failure,
    run: null,
    finishedAt: sql<Date>`now()`,
    mailState: mailState === null ? null : 'FAILED',
  } satisfies Change
}
