import type { Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import { cancelMessages, queueMessages } from '#domains/messaging/server/messaging.exports.ts'
import { messageDetailsOf } from './discipline.sql.ts'

/** The event of an incident's message. */
const eventOf = (id: number) => String(id)

/** Messages expire after this many days. */
const expiryDays = 3

/**
 * Queues messages about incidents in the transaction that stores them. Queued messages are updated; sent ones are not
 * sent again.
 */
export async function notifyGuardians(db: Tx, school: School, ids: readonly number[]): Promise<void> {
  const expiresAt = new Date(Date.now() + expiryDays * 86_400_000)
  const incidents = await messageDetailsOf(db, school.id, ids)
  await queueMessages(
    db,
    school,
    'DISCIPLINE',
    incidents.map(
      ({ id, studentId, phone, email, subject, student, section, day, type, points, note, actionTaken, smsSuffix }) => ({
        event: eventOf(id),
        studentIds: [studentId],
        phone,
        email,
        subject,
        expiresAt,
        params: {
          student,
          section,
          day,
          incident: type,
          note,
          action: actionTaken,
          // A plain + or - sign, because a − sign would make the SMS twice as long.
          points: points > 0 ? `+${points}` : String(points),
          school: school.manySchoolNames && smsSuffix !== '' ? smsSuffix : school.name,
        },
      }),
    ),
  )
}

/** Cancels the message about an incident. */
export async function cancelNotification(db: Tx, schoolId: number, id: number): Promise<void> {
  await cancelMessages(db, schoolId, 'DISCIPLINE', [eventOf(id)])
}
