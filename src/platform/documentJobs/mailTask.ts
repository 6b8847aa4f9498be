import type { Database } from '../database/connect.ts'
import type { Config } from '../config.ts'
import type { SendMail } from '../mail/mail.ts'
import { schoolById } from '../school.ts'
import { type Claim, endTask } from '../backgroundTasks/backgroundTasks.sql.ts'
import type { Task } from '../backgroundTasks/worker.ts'
import { type DocumentJob, lockJob } from './documentJobs.sql.ts'
import { composeDocumentMail } from './documentMail.ts'

/** Number of mails that a process sends at once. */
const mailsAtOnce = 2

/**
 * Mails the links of documents. A mail is never sent again automatically: one whose process died while it was sent
 * counts as failed, whether or not the mail server took it.
 */
export function documentMailTask(parts: { database: Database; config: Config; sendMail: SendMail }): Task {
  const { database, config, sendMail } = parts
  return {
    kind: 'DOCUMENT_MAIL',
    atOnce: mailsAtOnce,
    carryOut: async (claim) => {
      const job = await beginMail(database, claim)
      if (!job) return
      const school = await schoolById(database, claim.schoolId)
      const context = { to: job.email ?? '', schoolName: school?.name ?? '', now: new Date() }
      const mailState = await sendMail(composeDocumentMail(config, job, context)).then(
        () => 'SENT' as const,
        () => 'FAILED' as const,
      )
      await endMail(database, claim, job, mailState)
    },
    // What was SENDING is FAILED when it is begun again.
    interrupted: async () => undefined,
  }
}

/** Claims a waiting mail, so that nobody sends it again; undefined when there is none to send. */
function beginMail(database: Database, claim: Claim): Promise<DocumentJob | undefined> {
  const { schoolId, id } = claim
  return database.transaction(schoolId, async (db) => {
    const job = await lockJob(db, schoolId, id)
    const change = (values: { mailState: string; mails?: number }) =>
      db.updateTable('documentJobs').set(values).where('schoolId', '=', schoolId).where('id', '=', id).execute()
    if (job?.state === 'DONE' && job.mailState === 'WAITING') {
      const mails = job.mails + 1
      await change({ mailState: 'SENDING', mails })
      return { ...job, mails }
    }
    if (job?.mailState === 'SENDING') await change({ mailState: 'FAILED' })
    await endTask(db, claim)
    return undefined
  })
}

/** Stores the result of a mail, unless it counted as failed meanwhile. */
async function endMail(
  database: Database,
  claim: Claim,
  { mails }: Pick<DocumentJob, 'mails'>,
  mailState: 'SENT' | 'FAILED',
): Promise<void> {
  await database.transaction(claim.schoolId, async (db) => {
    await db
      .updateTable('documentJobs')
      .set({ mailState })
      .where('schoolId', '=', claim.schoolId)
      .where('id', '=', claim.id)
      .where('mailState', '=', 'SENDING')
      .where('mails', '=', mails)
      .execute()
    await endTask(db, claim)
  })
}
