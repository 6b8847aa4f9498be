import { sql, type UpdateObject } from 'kysely'
import type { Database, Tx } from '../database/connect.ts'
import type { DB } from '../database/schema.types.ts'
import { insertFiles } from '../files/filesUse.ts'
import { type Claim, endTask, orderTask } from '../backgroundTasks/backgroundTasks.sql.ts'
import { TaskLost } from '../backgroundTasks/worker.ts'
import { type DocumentJob, lockJob } from './documentJobs.sql.ts'
import type { MadeFile } from './makers.ts'

/** A document that this run makes, with its order. */
export interface Making {
  claim: Claim
  job: DocumentJob
}

const interrupted = 'This could not be finished: it was interrupted three times. Please order it again, or a smaller part of it.'

/** Begins to make a document; undefined when it needs nothing any more. */
export async function beginMaking(database: Database, claim: Claim): Promise<Making | undefined> {
  return database.transaction(claim.schoolId, async (db) => {
    const job = await lockJob(db, claim.schoolId, claim.id)
    if (!job || (job.state !== 'QUEUED' && job.state !== 'RUNNING')) {
      await endTask(db, claim)
      return undefined
    }
    const { run, starts } = claim
    await change(db, claim, { state: 'RUNNING', run, starts, done: 0, total: 0 })
    return { claim, job: { ...job, starts } }
  })
}

/** Stores that an interrupted document waits to be made again, or is given up. */
export async function interruptMaking(db: Tx, claim: Claim, next: 'AGAIN' | 'GIVEN_UP'): Promise<void> {
  const job = await lockJob(db, claim.schoolId, claim.id)
  if (job?.state !== 'RUNNING' && job?.state !== 'QUEUED') return
  const { starts } = claim
  await change(db, claim, next === 'GIVEN_UP' ? { ...failed(job, interrupted), starts } : { state: 'QUEUED', run: null, starts })
}

type Change = UpdateObject<DB, 'documentJobs'>

async function change(db: Tx, { schoolId, id }: Pick<Claim, 'schoolId' | 'id'>, values: Change): Promise<void> {
  await db.updateTable('documentJobs').set(values).where('schoolId', '=', schoolId).where('id', '=', id).execute()
}

/** Changes a job if this run still makes it. Returns false after it was cancelled, or another run has begun. */
async function changeOwn(db: Tx, { schoolId, id, run }: Claim, values: Change): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('documentJobs')
    .set(values)
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('run', '=', run)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Writes the progress. Returns false when this run does not make it any more. */
export function recordProgress(database: Database, claim: Claim, progress: { done: number; total: number }): Promise<boolean> {
  return database.transaction(claim.schoolId, (db) => changeOwn(db, claim, progress))
}

/**
 * Ends a job without a document.
 *
 * @param failure the reason for the person
 * @throws TaskLost when another run has it
 */
export async function failJob(database: Database, { claim, job }: Making, failure: string): Promise<void> {
  await database.transaction(claim.schoolId, async (db) => {
    if (!(await changeOwn(db, claim, failed(job, failure))) || !(await endTask(db, claim))) throw new TaskLost()
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
  { job }: Making,
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
 * Stores in one transaction that a job is done, its files, and that its mail is due.
 *
 * @param made.classIds the classes in the document; null for all
 * @param made.days how long the files are kept
 * @throws TaskLost when another run has it
 */
export async function finishJob(
  database: Database,
  { claim, job }: Making,
  { files, classIds, days }: { files: readonly (MadeFile & { id: string })[]; classIds: readonly number[] | null; days: number },
): Promise<void> {
  const { schoolId, id: jobId } = claim
  await database.transaction(schoolId, async (db) => {
    const total = sql<number>`greatest(total, 1)`
    const done = {
      state: 'DONE',
      run: null,
      finishedAt: sql<Date>`now()`,
      expiresAt: sql<Date>`now() + make_interval(days => ${days})`,
      done: total,
      total,
      classIds: classIds && [...classIds],
    }
    if (!(await changeOwn(db, claim, done)) || !(await endTask(db, claim))) throw new TaskLost()
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
    if (job.mailState === 'WAITING') await orderTask(db, { ...claim, kind: 'DOCUMENT_MAIL' }, job.createdBy)
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
