import { z } from 'zod'
import { linkEmail } from '#shared/documentLink.ts'
import { code, id } from '#shared/inputs.ts'
import { type Call, command, parseInput, query } from '../command.ts'
import { notFound, notSignedIn, Refusal } from '../refusal.ts'
import { documentActions } from './documentJobs.permissions.ts'
import { type DocumentJob, lockJob, queueJob, selectJobs, unqueueJob } from './documentJobs.sql.ts'
import { limitMails } from './limits.ts'
import { jobOfToken } from './link.ts'
import { documentKinds } from './makers.ts'
import { endDocument, wakeDocuments } from './wake.ts'

export const documentKind = z.enum(documentKinds, 'Required').meta({ graphql: 'DocumentKind' })
export const documentsOfKind = z.object({ kind: documentKind })
export const documentOfId = z.object({ id })
export const documentLink = z.object({ token: code(200) })
export const documentMail = z.object({ id, email: linkEmail })

/** A list shows so many. */
const mostShown = 100

/** One's own orders of a kind, newest first. */
export const listDocuments = query({
  action: documentActions.view,
  input: documentsOfKind,
  run: async ({ db, read, viewer, schoolId, input }) => {
    const [jobs] = await read(
      selectJobs(db, schoolId)
        .where('createdBy', '=', viewer.subject)
        .where('kind', '=', input.kind)
        .orderBy('documentJobs.id', 'desc')
        .limit(mostShown),
    )
    return jobs
  },
})

/** One of one's own orders. */
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
 * What the link of a mail leads to. It holds 24 hours, and only for somebody who may see the document: who ordered it, a
 * SUPERADMIN, and an ADMIN of the whole school. NOT_FOUND when it does not hold any more.
 */
export async function openDocumentLink(call: Call, rawInput: unknown): Promise<DocumentJob> {
  if (!call.viewer) throw notSignedIn(call)
  const { token } = parseInput(documentLink, rawInput)
  const named = jobOfToken(call.services.config.secrets, token)
  if (named) return openLinkOfSchool(call, named.schoolId, { id: named.id })
  throw new Refusal('NOT_FOUND', 'This link does not hold any more: it could be used for 24 hours.')
}

/** Ends an order that is not done. */
export const cancelDocument = command({
  action: documentActions.cancel,
  input: documentOfId,
  load: ownJob,
  run: async ({ db, call, schoolId, row }) => {
    await db
      .updateTable('documentJobs')
      .set({ state: 'CANCELLED', run: null, finishedAt: new Date(), mailState: row.mailState === null ? null : 'FAILED' })
      .where('schoolId', '=', schoolId)
      .where('id', '=', row.id)
      .execute()
    await unqueueJob(db, schoolId, row.id)
    const result = await lockJob(db, schoolId, row.id)
    if (!result) throw notFound()
    return { result, ids: [row.id], fields: ['state'], after: () => endDocument(call.database, schoolId, row.id) }
  },
})

/** Sends the link of a document that is done, to any address: whoever follows it must be allowed to see it. */
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
    await queueJob(db, schoolId, row.id, true)
    const result = await lockJob(db, schoolId, row.id)
    if (!result) throw notFound()
    return { result, ids: [row.id], fields: ['email'], after: () => wakeDocuments(call.database) }
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
