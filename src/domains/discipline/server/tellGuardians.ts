import type { Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import { showDay } from '#shared/dates.ts'
import { cancelMessages, queueMessages } from '#domains/messaging/server/messaging.exports.ts'
import { toldOf } from './discipline.sql.ts'

/** By which a message about an incident is found again. */
const eventOf = (id: number) => String(id)

/** What has not gone by then is no news any more. */
const daysOfNews = 3

/**
 * Queues what the guardians are told of incidents, in the transaction that stores them. What waits already is brought up to date; what
 * has gone is not sent again.
 */
export async function tellGuardians(db: Tx, school: School, ids: readonly number[]): Promise<void> {
  const expiresAt = new Date(Date.now() + daysOfNews * 86_400_000)
  const told = await toldOf(db, school.id, ids)
  await queueMessages(
    db,
    school,
    'DISCIPLINE',
    told.map(({ id, studentId, phone, email, subject, student, section, day, type, points, note, actionTaken, smsSuffix }) => ({
      event: eventOf(id),
      studentIds: [studentId],
      phone,
      email,
      subject,
      expiresAt,
      params: {
        student,
        section,
        day: showDay(day),
        incident: type,
        note,
        action: actionTaken,
        // As plain characters have it: any other sign would make an SMS twice as long.
        points: points > 0 ? `+${points}` : String(points),
        school: school.manySchoolNames && smsSuffix !== '' ? smsSuffix : school.name,
      },
    })),
  )
}

/** Takes back what guardians were to be told of an incident, where it still waits. */
export async function tellNobody(db: Tx, schoolId: number, id: number): Promise<void> {
  await cancelMessages(db, schoolId, 'DISCIPLINE', [eventOf(id)])
}
