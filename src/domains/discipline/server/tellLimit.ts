import { sql } from 'kysely'
import { countInside } from '#platform/auth/limits.ts'
import type { Tx } from '#platform/database/connect.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Viewer } from '#platform/viewer.ts'
import { indiaOffset, schoolDay } from '#shared/dates.ts'
import { mostToldADay } from '../discipline.rules.ts'

const mostRecordings = { window: 600, max: 60 }

/** @throws Refusal RATE_LIMITED: the person has recorded sixty times within ten minutes, however many students each was about */
export async function limitRecordings(db: Tx, viewer: Pick<Viewer, 'subject'>): Promise<void> {
  if (await countInside(db, `incidents of ${viewer.subject}`, mostRecordings)) return
  const { max, window } = mostRecordings
  throw new Refusal(
    'RATE_LIMITED',
    `You have recorded incidents ${max} times within ${window / 60} minutes. Please wait a few minutes.`,
  )
}

/**
 * Of some students those whose guardians were told of as many incidents today as they may be. They are locked, so that of two who
 * record at the same moment the second counts what the first has told.
 * @param besides an incident whose message does not count
 */
export async function toldEnough(
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
    .innerJoin('messages as m', (on) => on.onRef('m.schoolId', '=', 'about.schoolId').onRef('m.id', '=', 'about.messageId'))
    .select('about.studentId')
    .where('about.schoolId', '=', schoolId)
    .where(sql<boolean>`about.student_id = any(${studentIds}::bigint[])`)
    .where('m.kind', '=', 'DISCIPLINE')
    .where('m.state', '<>', 'CANCELLED')
    .where('m.queuedAt', '>=', new Date(`${schoolDay(new Date())}T00:00:00${indiaOffset}`))
    .where('m.event', '<>', String(besides ?? ''))
    .groupBy('about.studentId')
    .having(sql<boolean>`count(*) >= ${mostToldADay}`)
    .execute()
  return new Set(counted.map((row) => row.studentId))
}
