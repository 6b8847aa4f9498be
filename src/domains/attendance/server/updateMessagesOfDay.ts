import type { Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Day } from '#shared/dates.ts'
import { cancelMessages, updateMessageParams } from '#domains/messaging/server/messaging.exports.ts'
import { cancelUntrueNotices } from './notices.sql.ts'
import { lecturesOfDay, undeliveredSummaries } from './summaries.sql.ts'

/**
 * Updates the queued messages about a day after marks of students were corrected. Cancels absence notices that no
 * longer match the marks and rewrites the summaries of the day's lectures. Call it in the transaction that corrected
 * the marks, with the registers still locked.
 */
export async function updateMessagesOfDay(db: Tx, school: School, day: Day, studentIds: readonly number[]): Promise<void> {
  await cancelUntrueNotices(db, school, day, studentIds)
  await updateLectureSummaries(db, school, day, studentIds)
}

async function updateLectureSummaries(db: Tx, school: School, day: Day, studentIds: readonly number[]): Promise<void> {
  if (school.attType !== 'SUBJECTWISE' || studentIds.length === 0) return
  const undelivered = await undeliveredSummaries(db, school.id, day, studentIds)
  if (undelivered.length === 0) return
  const ids = undelivered.map(({ studentId }) => studentId)
  const lectures = await lecturesOfDay(db, school, day, ids)
  const untrue = undelivered.filter(({ studentId }) => !lectures.has(studentId)).map(({ event }) => event)
  await cancelMessages(db, school.id, 'TIMETABLE', untrue)
  const rewritten = undelivered.flatMap(({ event, studentId }) => {
    const text = lectures.get(studentId)
    return text === undefined ? [] : [{ event, params: { lectures: text } }]
  })
  await updateMessageParams(db, school.id, 'TIMETABLE', rewritten)
}
