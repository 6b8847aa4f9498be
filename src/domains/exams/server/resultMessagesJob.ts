import { auditWithoutPerson } from '#platform/auditWithoutPerson.ts'
import type { Config } from '#platform/config.ts'
import { type Database, readIn, type Tx } from '#platform/database/connect.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { Refusal } from '#platform/refusal.ts'
import type { School } from '#platform/school.ts'
import { systemViewer } from '#platform/viewer.ts'
import { schoolTime } from '#shared/dates.ts'
import { forEachSchool, orderBatch, readNotReadyReason } from '#domains/messaging/server/messaging.exports.ts'
import { publishingActions } from './publishing.permissions.ts'
import { composeResultMessages } from './resultMessages.commands.ts'
import { type DuePublication, selectDuePublications, updateMessages } from './resultMessages.sql.ts'

interface MessagesDependencies {
  database: Database
  config: Pick<Config, 'appUrl' | 'authIssuer'>
}

/** The time of day, in the schools' time zone, from which families are told. */
const messagesTime = '09:00:00'

/** Runs every five minutes from 9:00, so that families are told at nine or as soon as a server runs again. */
export function resultMessagesJob(parts: MessagesDependencies): Job<never> {
  return {
    name: 'result-messages',
    cron: '*/5 9-23 * * *',
    // The next run tries again.
    retryLimit: 0,
    run: async () => ({ queued: await queueResultMessages(parts, new Date()) }),
  }
}

/**
 * Queues the messages that heads have ordered when they published, from 9:00 on the day from which families see the
 * cards. Sections that one person has published in a part make one batch, so that siblings share a message. Queues once
 * for a publication, however many processes run it. A reason why nothing can be sent is kept with the publication, and
 * it is tried again an hour later. A failing school does not stop the others.
 * @returns number of messages queued
 * @throws AggregateError at the end, when some schools failed
 */
export async function queueResultMessages({ database, config }: MessagesDependencies, now: Date): Promise<number> {
  if (schoolTime(now) < messagesTime) return 0
  return forEachSchool(database, async (school) => {
    const [due] = await database.read(school.id, [selectDuePublications(database.kysely, school.id, now)])
    if (due.length === 0) return 0
    return database.transaction(school.id, (db) => queueSchoolMessages({ db, config, school, now }))
  })
}

interface SchoolRun {
  db: Tx
  config: MessagesDependencies['config']
  school: School
  now: Date
}

async function queueSchoolMessages(run: SchoolRun): Promise<number> {
  const { db, school, now } = run
  // Whoever sends by hand, withdraws or takes back the order holds the row: it is read as they leave it.
  const due = await selectDuePublications(db, school.id, now).forNoKeyUpdate().execute()
  if (due.length === 0) return 0
  const reason = await readNotReadyReason({ db, read: readIn(db), school }, 'RESULT')
  if (reason !== null) {
    await storeProblem(run, due, reason)
    return 0
  }
  let queued = 0
  const together = Map.groupBy(due, ({ termId, publishedBy, part }) => `${termId} ${publishedBy} ${part}`)
  for (const publications of together.values())
    queued += await queueBatch(run, publications).catch(async (error: unknown) => {
      // A refusal comes before anything is written. A failure of the database ends the transaction.
      if (!(error instanceof Refusal)) throw error
      await storeProblem(run, publications, error.message)
      return 0
    })
  return queued
}

/** @throws Refusal for messages that cannot be sent */
async function queueBatch({ db, config, school, now }: SchoolRun, publications: readonly DuePublication[]): Promise<number> {
  const ids = publications.map(({ id }) => id)
  const [first] = publications
  const author = { subject: first?.publishedBy ?? '', name: first?.publishedByName ?? '' }
  const context = {
    db,
    read: readIn(db),
    call: { services: { config } },
    viewer: { ...systemViewer(school.id), ...author },
    school,
    schoolId: school.id,
    input: { publicationIds: ids },
  }
  const { batch, order } = await composeResultMessages(context)
  const { token, recipients } = batch.preview
  const batchId = await orderBatch(context, batch, { ...order, text: '', token })
  await updateMessages(db, { schoolId: school.id, ids }, { messagesSentAt: now, messagesTriedAt: null, messagesProblem: null })
  await auditWithoutPerson(db, school.id, { role: 'JOB', action: publishingActions.tell.name, ids: [batchId], requestId: '' })
  return recipients
}

function storeProblem({ db, school, now }: SchoolRun, publications: readonly DuePublication[], problem: string): Promise<void> {
  const ids = publications.map(({ id }) => id)
  return updateMessages(db, { schoolId: school.id, ids }, { messagesTriedAt: now, messagesProblem: problem })
}
