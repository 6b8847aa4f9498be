import type { Database } from '#platform/database/connect.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { School } from '#platform/school.ts'
import { schoolDay, schoolTime } from '#shared/dates.ts'
import {
  cancelMessages,
  kindsOfSchool,
  ofAllSchools,
  queueMessages,
  waysOf,
} from '#domains/messaging/server/messaging.exports.ts'
import { dueNotices, holdRegistersOfDay, lockNotices, noticeKinds, strayNotices } from './notices.sql.ts'

/** A day later nobody asks any more. */
const freshMs = 86_400_000

/** Every minute: queues the absence messages that are due, and cancels those that are to go no more. */
export function absenceNoticesJob(database: Database): Job<never> {
  return {
    name: 'absence-notices',
    cron: '* * * * *',
    // The next minute tries again.
    retryLimit: 0,
    expireInSeconds: 300,
    run: async () => {
      await queueDueNotices(database, new Date())
    },
  }
}

/**
 * Queues the absence and late messages of all schools that are due at a moment: one per student and day, of sections whose time has
 * passed and whose register is taken, unless they are held or the day is a holiday. Those that wait follow the school's ways, and are
 * cancelled where there is nothing to be told any more: a mark that was corrected or came late, a student who was disabled or
 * whom no way reaches any more. A school where it fails keeps no other waiting.
 * @returns how many were queued or brought up to date
 * @throws AggregateError at the end, when it failed for some schools
 */
export function queueDueNotices(database: Database, now: Date): Promise<number> {
  return ofAllSchools(database, (school) => queueOfSchool(database, school, now))
}

async function queueOfSchool(database: Database, school: School, now: Date): Promise<number> {
  const [day, time] = [schoolDay(now), schoolTime(now)]
  const [kinds] = await database.read(school.id, [kindsOfSchool(database.kysely, school.id)] as const)
  const ways = { ABSENCE: waysOf(school, 'ABSENCE', kinds), LATE: waysOf(school, 'LATE', kinds) }
  // Most minutes there is nothing to do, and nothing is locked.
  const [waiting, stray] = await database.read(school.id, [
    dueNotices(database.kysely, school, day, time, ways),
    strayNotices(database.kysely, school, day, time, ways),
  ] as const)
  if (waiting.length + stray.length === 0) return 0
  return database.transaction(school.id, async (db) => {
    await lockNotices(db, school.id)
    await holdRegistersOfDay(db, school, day)
    // Before what is new: who was absent and is late now hears of one of them.
    const gone = await strayNotices(db, school, day, time, ways).execute()
    const due = await dueNotices(db, school, day, time, ways).execute()
    const expiresAt = new Date(now.getTime() + freshMs)
    for (const kind of noticeKinds) {
      const events = gone.filter((message) => message.kind === kind).map((message) => message.event)
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
