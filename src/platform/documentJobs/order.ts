import type { Running } from '../command.ts'
import { notFound, Refusal } from '../refusal.ts'
import { type DocumentJob, lockJob, queueJob } from './documentJobs.sql.ts'
import type { DocumentKind } from './makers.ts'
import { wakeDocuments } from './wake.ts'

/** What is to be made, and for whom. */
export interface DocumentOrder {
  kind: DocumentKind
  /** How it is named in the person's list. */
  title: string
  /** What the kind's maker understands. */
  params: object
  /** Where the link goes when it is done, a valid address; null: to nobody. */
  email: string | null
}

/** So many of one person may be waiting or under way: it takes a mistake, or bad will, to order more. */
const mostOpen = 10

/**
 * Orders a document inside a command's run: it is made once the command has committed, and not when it is rolled back. Put the
 * job's id into the command's `ids`.
 * @throws Refusal RATE_LIMITED when the person has ten that are not done yet
 */
export async function orderDocument(
  { db, call, viewer, schoolId }: Pick<Running<unknown, unknown>, 'db' | 'call' | 'viewer' | 'schoolId'>,
  { kind, title, params, email }: DocumentOrder,
): Promise<DocumentJob> {
  const { open } = await db
    .selectFrom('documentJobs')
    .select((row) => row.fn.countAll<number>().as('open'))
    .where('schoolId', '=', schoolId)
    .where('createdBy', '=', viewer.subject)
    .where('state', 'in', ['QUEUED', 'RUNNING'])
    .executeTakeFirstOrThrow()
  if (open >= mostOpen)
    throw new Refusal(
      'RATE_LIMITED',
      `${mostOpen} documents of yours are being made already. Please wait until one of them is done.`,
    )
  const job = await db
    .insertInto('documentJobs')
    .values({
      ...{ schoolId, kind, title, params: JSON.stringify(params), email: email || null, mailState: email ? 'WAITING' : null },
      ...{ createdBy: viewer.subject, createdByName: viewer.name, classIds: viewer.classIds && [...viewer.classIds] },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await queueJob(db, schoolId, job.id)
  wakeDocuments(call.database)
  return { ...(job as Omit<DocumentJob, 'files'>), files: [] }
}

/** What `once` answers of an order that came before: as it is now. NOT_FOUND when it is not there any more. */
export async function orderedAlready(
  { db, schoolId }: Pick<Running<unknown, unknown>, 'db' | 'schoolId'>,
  [id = 0]: readonly number[],
): Promise<DocumentJob> {
  const job = await lockJob(db, schoolId, id)
  if (!job) throw notFound()
  return job
}
