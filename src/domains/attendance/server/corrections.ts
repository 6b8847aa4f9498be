import type { Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Day } from '#shared/dates.ts'
import { cancelMessages, rephraseMessages } from '#domains/messaging/server/messaging.exports.ts'
import { cancelNotices } from './notices.sql.ts'
import { lecturesOfDay, openLectures } from './summaries.sql.ts'

/**
 * Keeps the messages about a day that wait true after the marks of some students were corrected: absence notices that the marks do not
 * bear out any more are cancelled, and the day's lectures are told as they are now. Call it in the transaction that has corrected the
 * marks, with the registers still locked.
 */
export async function correctMessages(db: Tx, school: School, day: Day, studentIds: readonly number[]): Promise<void> {
  await cancelNotices(db, school, day, studentIds)
  await retellLectures(db, school, day, studentIds)
}

async function retellLectures(db: Tx, school: School, day: Day, studentIds: readonly number[]): Promise<void> {
  if (school.attType !== 'SUBJECTWISE' || studentIds.length === 0) return
  const open = await openLectures(db, school.id, day, studentIds)
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
