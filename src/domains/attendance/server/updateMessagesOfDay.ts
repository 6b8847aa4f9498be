import type { Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Day } from '#shared/dates.ts'
import { cancelMessages, rephraseMessages } from '#domains/messaging/server/messaging.exports.ts'
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
  const open = await undeliveredSummaries(db, school.id, day, studentIds)
  if (open.length === 0) return
  const ids = open.map(({ studentId }) => studentId)
  const lectures = await lecturesOfDay(db, school, day, ids)
  const gone = open.filter(({ studentId }) => !lectures.has(studentId)).map(({ event }) => event)
  await cancelMessages(db, school.id, 'TIMETABLE', gone)
  const told = open.flatMap(({ event, studentId }) => {
    const words = lectures.get(studentId)
    return words === undefined ? [] : [{ event, params: { lectures: words } }]
  })
  await rephraseMessages(db, school.id, 'TIMETABLE', told)
}
