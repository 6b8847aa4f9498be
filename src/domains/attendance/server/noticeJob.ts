import type { Database } from '#platform/database/connect.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { School } from '#platform/school.ts'
import { schoolDay, schoolTime } from '#shared/dates.ts'
import {
  cancelMessages,
  kindsOfSchool,
  forEachSchool,
  queueMessages,
  enabledChannels,
} from '#domains/messaging/server/messaging.exports.ts'
import { dueNotices, lockRegistersOfDay, lockNotices, noticeKinds, obsoleteNotices } from './notices.sql.ts'

/** Messages older than a day are not sent any more. */
const messageLifetimeMs = 86_400_000

/** Runs every minute: queues due absence messages and cancels obsolete ones. */
export function absenceNoticesJob(database: Database): Job<never> {
  return {
    name: 'absence-notices',
    cron: '* * * * *',
    // The run of the next minute is the retry.
    retryLimit: 0,
    expireInSeconds: 300,
    run: async () => {
      await queueDueNotices(database, new Date())
    },
  }
}

/**
 * Queues the due absence and late messages of all schools: one per student and day, once the section's time has passed
 * and its register is taken. Held notices and holidays queue nothing. Updates queued messages when the school's
 * channels have changed. Cancels obsolete ones: the mark was corrected or stored late, the student was disabled, or no
 * channel reaches the student any more. A failing school does not stop the others.
 * @returns the number of messages queued or updated
 * @throws AggregateError at the end, when some schools failed
 */
export function queueDueNotices(database: Database, now: Date): Promise<number> {
  return forEachSchool(database, (school) => queueSchoolNotices(database, school, now))
}

async function queueSchoolNotices(database: Database, school: School, now: Date): Promise<number> {
  const [day, time] = [schoolDay(now), schoolTime(now)]
  const [kinds] = await database.read(school.id, [kindsOfSchool(database.kysely, school.id)] as const)
  const ways = { ABSENCE: enabledChannels(school, 'ABSENCE', kinds), LATE: enabledChannels(school, 'LATE', kinds) }
  // Reads without locks first, because most minutes there is nothing to do.
  const [waiting, obsolete] = await database.read(school.id, [
    dueNotices(database.kysely, school, day, time, ways),
    obsoleteNotices(database.kysely, school, day, time, ways),
  ] as const)
  if (waiting.length + obsolete.length === 0) return 0
  return database.transaction(school.id, async (db) => {
    await lockNotices(db, school.id)
    await lockRegistersOfDay(db, school, day)
    // Cancels before queueing, so that a student corrected from absent to late has one message.
    const obsolete = await obsoleteNotices(db, school, day, time, ways).execute()
    const due = await dueNotices(db, school, day, time, ways).execute()
    const expiresAt = new Date(now.getTime() + messageLifetimeMs)
    for (const kind of noticeKinds) {
      const events = obsolete.filter((message) => message.kind === kind).map((message) => message.event)
      await cancelMessages(db, school.id, kind, events)
      const messages = due.filter((notice) => notice.kind === kind)
      await queueMessages(
        db,
        school,
        kind,
        messages.map(({ event, studentId, phone, email, subject, params }) => ({
          event,
          studentIds: [studentId],
          phone,
          email,
          subject,
          params,
          expiresAt,
        })),
        { day, channels: ways[kind] },
      )
    }
    return due.length
  })
}
