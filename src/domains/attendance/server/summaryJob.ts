import type { Database, Tx } from '#platform/database/connect.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { School } from '#platform/school.ts'
import { addDays, type Day, schoolDay, schoolTime, showDay } from '#shared/dates.ts'
import { ofAllSchools, oncePerOccasion, queueMessages, recipients } from '#domains/messaging/server/messaging.exports.ts'
import { weekdayOf } from '../attendance.rules.ts'
import { holdRegistersOfDay, lockNotices } from './notices.sql.ts'
import { daysPresent, lecturesOfDay, summaryEvent } from './summaries.sql.ts'

/** A day later nobody asks any more. */
const freshMs = 86_400_000

/** Every minute: the weekly summaries and those of the day's lectures, of schools whose time has come. */
export function summariesJob(database: Database): Job<never> {
  return {
    name: 'attendance-summaries',
    cron: '* * * * *',
    // The next minute tries again.
    retryLimit: 0,
    expireInSeconds: 300,
    run: async () => {
      const now = new Date()
      const done = await Promise.allSettled([queueWeeklySummaries(database, now), queueTimetableSummaries(database, now)])
      for (const one of done) if (one.status === 'rejected') throw one.reason
    },
  }
}

/**
 * On the weekday and from the time of day that a school has set, tells the guardians of each student on how many of the last seven days,
 * this one among them and holidays left out, the student was present. Once a week, whoever runs it; nobody hears of a student without a mark.
 * @returns how many messages were queued
 * @throws AggregateError at the end, when it failed for some schools
 */
export function queueWeeklySummaries(database: Database, now: Date): Promise<number> {
  const [day, time] = [schoolDay(now), schoolTime(now)]
  return ofAllSchools(database, async (school) => {
    const { weeklySms, weeklySmsDay, weeklySmsTime } = school
    if (!weeklySms || weeklySmsTime === null || weekdayOf(day) !== weeklySmsDay || weeklySmsTime > time) return 0
    const from = addDays(day, -6)
    return oncePerOccasion(database, school, { kind: 'WEEKLY', occasion: day }, async (db) => {
      const told = (await daysPresent(db, school, from, day)).map(({ studentId, present, taken }) => ({
        studentId,
        params: { present: String(present), taken: String(taken), from: showDay(from), to: showDay(day) },
      }))
      return tell(db, school, 'WEEKLY', { day, now }, told)
    })
  })
}

/**
 * From the time of day that a subject-wise school has set, tells the guardians of each student the lectures of the day with P, A or L.
 * Once a day, whoever runs it; on a holiday nobody.
 * @returns how many messages were queued
 * @throws AggregateError at the end, when it failed for some schools
 */
export function queueTimetableSummaries(database: Database, now: Date): Promise<number> {
  const [day, time] = [schoolDay(now), schoolTime(now)]
  return ofAllSchools(database, async (school) => {
    const { attType, timetableSummary, subjectwiseSmsTime } = school
    if (attType !== 'SUBJECTWISE' || !timetableSummary || subjectwiseSmsTime === null || subjectwiseSmsTime > time) return 0
    return oncePerOccasion(database, school, { kind: 'TIMETABLE', occasion: day }, async (db) => {
      // Who corrects a mark, or makes the day a holiday, comes before, or finds the messages.
      await lockNotices(db, school.id)
      await holdRegistersOfDay(db, school, day)
      const told = [...(await lecturesOfDay(db, school, day))].map(([studentId, lectures]) => ({
        studentId,
        params: { day: showDay(day), lectures },
      }))
      return tell(db, school, 'TIMETABLE', { day, now }, told)
    })
  })
}

/** Queues a message for each student who is enabled and has a place in the current term. */
async function tell(
  db: Tx,
  school: School,
  kind: 'WEEKLY' | 'TIMETABLE',
  { day, now }: { day: Day; now: Date },
  told: readonly { studentId: number; params: Record<string, string> }[],
): Promise<number> {
  const known = await recipients(db, school)
  const expiresAt = new Date(now.getTime() + freshMs)
  const messages = told.flatMap(({ studentId, params }) => {
    const student = known.get(studentId)
    if (!student) return []
    const { phone, email, subject, name, sectionName, schoolName } = student
    return [
      {
        event: summaryEvent(day, studentId),
        studentIds: [studentId],
        phone,
        email,
        subject,
        expiresAt,
        params: { ...params, student: name, section: sectionName, school: schoolName },
      },
    ]
  })
  return queueMessages(db, school, kind, messages, { day })
}
