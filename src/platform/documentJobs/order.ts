import type { Running } from '../command.ts'
import { notFound } from '../refusal.ts'
import { type DocumentJob, lockJob, queueJob } from './documentJobs.sql.ts'
import { limitMails, limitOrders } from './limits.ts'
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

/**
 * Orders a document inside a command's run: it is made once the command has committed, and not when it is rolled back. Put the
 * job's id into the command's `ids`.
 * @throws Refusal RATE_LIMITED when the person has ten that are not done yet, has ordered thirty in ten minutes, or sends too many mails
 */
export async function orderDocument(
  { db, call, viewer, schoolId }: Pick<Running<unknown, unknown>, 'db' | 'call' | 'viewer' | 'schoolId'>,
  { kind, title, params, email }: DocumentOrder,
): Promise<DocumentJob> {
  await limitOrders(db, schoolId, viewer)
  if (email) await limitMails(db, viewer, email)
  const job = await db
    .insertInto('documentJobs')
    .values({
      schoolId,
      kind,
      title,
      params: JSON.stringify(params),
      email: email || null,
      mailState: email ? 'WAITING' : null,
      createdBy: viewer.subject,
      createdByName: viewer.name,
      classIds: viewer.classIds && [...viewer.classIds],
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
