import type { Database, Tx } from '#platform/database/connect.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { School } from '#platform/school.ts'
import { addDays, type Day, schoolDay, schoolTime } from '#shared/dates.ts'
import {
  forEachSchool,
  runOncePerOccasion,
  queueMessages,
  recipientsOfCurrentTerm,
} from '#domains/messaging/server/messaging.exports.ts'
import { weekdayOf } from '../attendance.rules.ts'
import { lockRegistersOfDay, lockNotices } from './notices.sql.ts'
import { daysPresent, lecturesOfDay, summaryEvent } from './summaries.sql.ts'

/** Messages older than a day are not sent any more. */
const messageLifetimeMs = 86_400_000

/** Runs every minute: queues the due weekly summaries and the due summaries of the day's lectures. */
export function summariesJob(database: Database): Job<never> {
  return {
    name: 'attendance-summaries',
    cron: '* * * * *',
    // The run of the next minute is the retry.
    retryLimit: 0,
    expireInSeconds: 300,
    run: async () => {
      const now = new Date()
      const results = await Promise.allSettled([queueWeeklySummaries(database, now), queueTimetableSummaries(database, now)])
      for (const result of results) if (result.status === 'rejected') throw result.reason
    },
  }
}

/**
 * Queues weekly summaries, once a week, on the school's weekday from its time of day on. A summary says on how many of
 * the last seven days, today included and without holidays, the student was present. Students without marks get none.
 * @returns the number of messages queued
 * @throws AggregateError at the end, when some schools failed
 */
export function queueWeeklySummaries(database: Database, now: Date): Promise<number> {
  const [day, time] = [schoolDay(now), schoolTime(now)]
  return forEachSchool(database, async (school) => {
    const { weeklySms, weeklySmsDay, weeklySmsTime } = school
    if (!weeklySms || weeklySmsTime === null || weekdayOf(day) !== weeklySmsDay || weeklySmsTime > time) return 0
    const from = addDays(day, -6)
    return runOncePerOccasion(database, school, { kind: 'WEEKLY', occasion: day }, async (db) => {
      const summaries = (await daysPresent(db, school, from, day)).map(({ studentId, present, taken }) => ({
        studentId,
        params: { present: String(present), taken: String(taken), from, to: day },
      }))
      return queueSummaries(db, school, 'WEEKLY', { day, now }, summaries)
    })
  })
}

/**
 * Queues summaries of the day's lectures with P, A or L, once a day, in subject-wise schools from their time of day on.
 * Queues none on a holiday.
 * @returns the number of messages queued
 * @throws AggregateError at the end, when some schools failed
 */
export function queueTimetableSummaries(database: Database, now: Date): Promise<number> {
  const [day, time] = [schoolDay(now), schoolTime(now)]
  return forEachSchool(database, async (school) => {
    const { attType, timetableSummary, subjectwiseSmsTime } = school
    if (attType !== 'SUBJECTWISE' || !timetableSummary || subjectwiseSmsTime === null || subjectwiseSmsTime > time) return 0
    return runOncePerOccasion(database, school, { kind: 'TIMETABLE', occasion: day }, async (db) => {
      // With these locks, a correction or a new holiday is either visible here or finds the queued messages.
      await lockNotices(db, school.id)
      await lockRegistersOfDay(db, school, day)
      const summaries = [...(await lecturesOfDay(db, school, day))].map(([studentId, lectures]) => ({
        studentId,
        params: { day, lectures },
      }))
      return queueSummaries(db, school, 'TIMETABLE', { day, now }, summaries)
    })
  })
}

/** Queues a message for each enabled student with an enrolment in the current term. */
async function queueSummaries(
  db: Tx,
  school: School,
  kind: 'WEEKLY' | 'TIMETABLE',
  { day, now }: { day: Day; now: Date },
  summaries: readonly { studentId: number; params: Record<string, string> }[],
): Promise<number> {
  const studentsById = await recipientsOfCurrentTerm(db, school)
  const expiresAt = new Date(now.getTime() + messageLifetimeMs)
  const messages = summaries.flatMap(({ studentId, params }) => {
    const student = studentsById.get(studentId)
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
