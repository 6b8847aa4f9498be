import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import { countInTransaction } from '#platform/auth/requestCounter.ts'
import type { Tx } from '#platform/database/connect.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { indiaOffset, schoolDay } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'
import { maxMessagesPerDay } from '../discipline.rules.ts'

const recordingLimit = { window: 600, max: 60 }

/**
 * Counts one request of the person, however many students it is about.
 * @throws Refusal RATE_LIMITED after sixty requests within ten minutes
 */
export async function countRecording(db: Tx, viewer: Pick<Viewer, 'subject'>): Promise<void> {
  if (await countInTransaction(db, `incidents of ${viewer.subject}`, recordingLimit)) return
  const { max, window } = recordingLimit
  throw new Refusal(
    'RATE_LIMITED',
    t`You have recorded incidents ${max} times within ${window / 60} minutes. Please wait a few minutes.`,
  )
}

/**
 * Returns the students who have reached today's limit of incident messages. Locks the students, so that of two
 * concurrent requests the second counts the messages of the first.
 * @param besides an incident whose message does not count
 */
export async function studentsAtMessageLimit(
  db: Tx,
  schoolId: number,
  studentIds: readonly number[],
  besides?: number,
): Promise<Set<number>> {
  await db
    .selectFrom('students')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`id = any(${studentIds}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const counted = await db
    .selectFrom('messageStudents as about')
    .innerJoin('messages as m', (on) => onSameSchool(on, 'm.id', 'about.messageId'))
    .select('about.studentId')
    .where('about.schoolId', '=', schoolId)
    .where(sql<boolean>`about.student_id = any(${studentIds}::bigint[])`)
    .where('m.kind', '=', 'DISCIPLINE')
    .where('m.state', '<>', 'CANCELLED')
    .where('m.queuedAt', '>=', new Date(`${schoolDay(new Date())}T00:00:00${indiaOffset}`))
    .where('m.event', '<>', String(besides ?? ''))
    .groupBy('about.studentId')
    .having(sql<boolean>`count(*) >= ${maxMessagesPerDay}`)
    .execute()
  return new Set(counted.map((row) => row.studentId))
}
