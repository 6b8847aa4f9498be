import type { Database } from '../../../platform/database/connect.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { School } from '../../../platform/school.ts'
import { schoolDay, schoolTime } from '../../../shared/dates.ts'
import { cancelMessages, channelsOf, queueMessages } from '../../messaging/server/messaging.exports.ts'
import { dueNotices, holdRegistersOfDay, lockNotices, noticeEvent, strayNotices } from './notices.sql.ts'

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
 * Queues the absence messages of all schools that are due at a moment: one per student and day, of sections whose time has passed
 * and whose register is taken, unless they are held or the day is a holiday. Those that wait follow the school's channel, and are
 * cancelled where there is nothing to be told any more: a mark that was corrected or came late, a student who was disabled, another phone. A school where it fails keeps no other waiting.
 * @returns how many were queued or brought up to date
 * @throws AggregateError at the end, when it failed for some schools
 */
export async function queueDueNotices(database: Database, now: Date): Promise<number> {
  const schools = await database.kysely.selectFrom('schools').selectAll().where('id', '>', 0).orderBy('id').execute()
  const errors: unknown[] = []
  let queued = 0
  for (const school of schools)
    queued += await queueOfSchool(database, school, now).catch((error: unknown) => {
      errors.push(error)
      return 0
    })
  if (errors.length > 0) throw new AggregateError(errors, `Absence notices of ${errors.length} schools could not be queued.`)
  return queued
}

async function queueOfSchool(database: Database, school: School, now: Date): Promise<number> {
  const [day, time] = [schoolDay(now), schoolTime(now)]
  // Most minutes there is nothing to do, and nothing is locked.
  const [waiting, stray] = await database.read(school.id, [
    dueNotices(database.kysely, school, day, time),
    strayNotices(database.kysely, school, day, time),
  ] as const)
  if (waiting.length + stray.length === 0) return 0
  return database.transaction(school.id, async (db) => {
    await lockNotices(db, school.id)
    await holdRegistersOfDay(db, school, day)
    const due = await dueNotices(db, school, day, time).execute()
    const messages = due.map(({ studentId, phone, params }) => ({
      ...{ event: noticeEvent(day, studentId), studentIds: [studentId], phone, params },
    }))
    await queueMessages(db, school, 'ABSENCE', messages, { day, channels: channelsOf(school, 'ABSENCE') })
    const gone = (await strayNotices(db, school, day, time).execute()).map((message) => message.event)
    await cancelMessages(db, school.id, 'ABSENCE', gone)
    return due.length
  })
}
