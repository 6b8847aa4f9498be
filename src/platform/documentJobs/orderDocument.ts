import type { CommandContext } from '../command.ts'
import { notFound } from '../refusal.ts'
import { wakeTaskWorker } from '../backgroundTasks/registeredWorkers.ts'
import { orderTask } from '../backgroundTasks/backgroundTasks.sql.ts'
import { type DocumentJob, lockJob } from './documentJobs.sql.ts'
import { limitMails, limitOrders } from './orderLimits.ts'
import type { DocumentKind } from './makers.ts'

/** A document to make, and its recipient. */
export interface DocumentOrder {
  kind: DocumentKind
  /** The title in the person's list. */
  title: string
  /** The parameters for the kind's maker. */
  params: object
  /** The valid address that gets the link; null sends no mail. */
  email: string | null
}

/**
 * Orders a document inside a command's run. It is made after the command has committed. Put the job's id into the
 * command's `ids`.
 *
 * @throws Refusal RATE_LIMITED when the person has ten unfinished documents, has ordered thirty in ten minutes, or
 * sends too many mails
 */
export async function orderDocument(
  { db, call, viewer, schoolId }: Pick<CommandContext<unknown, unknown>, 'db' | 'call' | 'viewer' | 'schoolId'>,
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
  await orderTask(db, { kind: 'DOCUMENT', schoolId, id: job.id }, viewer.subject)
  wakeTaskWorker(call.database)
  return { ...(job as Omit<DocumentJob, 'files'>), files: [] }
}

/** Returns the current state of an earlier order, for `runOncePerKey`. Throws NOT_FOUND when it no longer exists. */
export async function findOrderedDocument(
  { db, schoolId }: Pick<CommandContext<unknown, unknown>, 'db' | 'schoolId'>,
  [id = 0]: readonly number[],
): Promise<DocumentJob> {
  const job = await lockJob(db, schoolId, id)
  if (!job) throw notFound()
  return job
}
