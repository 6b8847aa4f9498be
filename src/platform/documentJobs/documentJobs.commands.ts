import { z } from 'zod'
import { linkEmail } from '#shared/documentLink.ts'
import { code, id } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'
import { type Call, command, parseInput, query } from '../command.ts'
import { notFound, notSignedIn, Refusal } from '../refusal.ts'
import { documentActions } from './documentJobs.permissions.ts'
import { abortTask, wakeTaskWorker } from '../backgroundTasks/registeredWorkers.ts'
import { cancelTask, orderTask } from '../backgroundTasks/backgroundTasks.sql.ts'
import { type DocumentJob, lockJob, selectJobs } from './documentJobs.sql.ts'
import { limitMails } from './orderLimits.ts'
import { parseLinkToken } from './mailLink.ts'
import { documentKinds } from './makers.ts'

export const documentKind = z.enum(documentKinds, { error: () => t`Required` }).meta({ graphql: 'DocumentKind' })
export const documentsOfKind = z.object({ kind: documentKind })
export const documentOfId = z.object({ id })
export const documentLink = z.object({ token: code(200) })
export const documentMail = z.object({ id, email: linkEmail })

/** Maximum length of a list. */
const maxListed = 100

/** Lists the viewer's own orders of a kind, newest first. */
export const listDocuments = query({
  action: documentActions.view,
  input: documentsOfKind,
  run: async ({ db, read, viewer, schoolId, input }) => {
    const [jobs] = await read(
      selectJobs(db, schoolId)
        .where('createdBy', '=', viewer.subject)
        .where('kind', '=', input.kind)
        .orderBy('documentJobs.id', 'desc')
        .limit(maxListed),
    )
    return jobs
  },
})

/** Returns one of the viewer's own orders. */
export const findDocument = query({
  action: documentActions.view,
  input: documentOfId,
  run: async ({ db, read, viewer, schoolId, input }) => {
    const [[job]] = await read(
      selectJobs(db, schoolId).where('createdBy', '=', viewer.subject).where('documentJobs.id', '=', input.id),
    )
    if (!job) throw notFound()
    return job
  },
})

const openLinkOfSchool = command({
  action: documentActions.openLink,
  input: documentOfId,
  load: ({ db, schoolId, input }) => lockJob(db, schoolId, input.id),
  run: async ({ row }) => ({ result: row, ids: [row.id] }),
})

/**
 * Opens the document of a mailed link. The link is valid for 24 hours and only for viewers who may see the document:
 * the person who ordered it, a SUPERADMIN, and an ADMIN of the whole school. Throws NOT_FOUND after it has expired.
 */
export async function openDocumentLink(call: Call, rawInput: unknown): Promise<DocumentJob> {
  if (!call.viewer) throw notSignedIn(call)
  const { token } = parseInput(documentLink, rawInput)
  const job = parseLinkToken(call.services.config.secrets, token)
  if (job) return openLinkOfSchool(call, job.schoolId, { id: job.id })
  throw new Refusal('NOT_FOUND', t`This link has expired: it could be used for 24 hours.`)
}

/** Cancels an order that is not done. */
export const cancelDocument = command({
  action: documentActions.cancel,
  input: documentOfId,
  load: ownJob,
  run: async ({ db, call, schoolId, row }) => {
    const work = { kind: 'DOCUMENT', schoolId, id: row.id } as const
    await db
      .updateTable('documentJobs')
      .set({ state: 'CANCELLED', run: null, finishedAt: new Date(), mailState: row.mailState === null ? null : 'FAILED' })
      .where('schoolId', '=', schoolId)
      .where('id', '=', row.id)
      .execute()
    await cancelTask(db, work)
    const result = await lockJob(db, schoolId, row.id)
    if (!result) throw notFound()
    return { result, ids: [row.id], fields: ['state'], afterCommit: () => abortTask(call.database, work) }
  },
})

/** Mails the link of a finished document to any address. Opening it still needs permission. */
export const mailDocument = command({
  action: documentActions.mail,
  input: documentMail,
  load: ownJob,
  run: async ({ db, call, viewer, schoolId, input, row }) => {
    await limitMails(db, viewer, input.email)
    await db
      .updateTable('documentJobs')
      .set({ email: input.email, mailState: 'WAITING' })
      .where('schoolId', '=', schoolId)
      .where('id', '=', row.id)
      .execute()
    await orderTask(db, { kind: 'DOCUMENT_MAIL', schoolId, id: row.id }, viewer.subject)
    const result = await lockJob(db, schoolId, row.id)
    if (!result) throw notFound()
    return { result, ids: [row.id], fields: ['email'], afterCommit: () => wakeTaskWorker(call.database) }
  },
})

async function ownJob({
  db,
  schoolId,
  viewer,
  input,
}: {
  db: Parameters<typeof lockJob>[0]
  schoolId: number
  viewer: { subject: string }
  input: { id: number }
}): Promise<DocumentJob | undefined> {
  const job = await lockJob(db, schoolId, input.id)
  return job?.createdBy === viewer.subject ? job : undefined
}
