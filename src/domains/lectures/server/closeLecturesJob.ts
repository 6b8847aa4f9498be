import type { Database } from '#platform/database/connect.ts'
import { statement } from '#platform/database/statement.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { countWithNoun } from '#shared/plural.ts'

/** Runs every minute: closes lectures past their closing time that nobody has ended. */
export function closeLecturesJob(database: Database): Job<never> {
  return {
    name: 'close-lectures',
    cron: '* * * * *',
    retryLimit: 0,
    expireInSeconds: 300,
    run: async () => {
      await closeLectures(database)
    },
  }
}

/**
 * Closes lectures of all schools past their closing time, as of that time, and deletes old presence rows. Other code
 * treats such lectures as ended even before. A failing school does not stop the others.
 * @returns the number of closed lectures
 * @throws AggregateError at the end, when some schools failed
 */
export async function closeLectures(database: Database): Promise<number> {
  const schools = await database.kysely.selectFrom('schools').select('id').where('id', '>', 0).orderBy('id').execute()
  const now = new Date()
  const errors: unknown[] = []
  let closed = 0
  for (const { id } of schools)
    closed += await closeSchoolLectures(database, id, now).catch((error: unknown) => {
      errors.push(error)
      return 0
    })
  if (errors.length > 0)
    throw new AggregateError(errors, `Lectures of ${countWithNoun(errors.length, 'school')} could not be closed.`)
  return closed
}

async function closeSchoolLectures(database: Database, id: number, now: Date): Promise<number> {
  const [, [result]] = await database.write(id, [lockOverdue(id, now), closeOverdue(id, now), removePresence(id, now)] as const)
  return result?.closed ?? 0
}

/** Locks in the order of the ids, as all code does. */
function lockOverdue(schoolId: number, now: Date) {
  return statement<{ id: number }>(
    `select r.id from registers r
      where r.school_id = $1
        and r.id in (select register_id from lectures where school_id = $1 and ended_at is null and closes_at <= $2)
      order by r.id for no key update of r`,
    [schoolId, now],
  )
}

function closeOverdue(schoolId: number, now: Date) {
  return statement<{ closed: number }>(
    `with closed as (
       update lectures set ended_at = closes_at, ended_how = 'TIME'
        where school_id = $1 and ended_at is null and closes_at <= $2
       returning register_id
     ), noted as (
       insert into audit_log (school_id, role, action, row_ids, fields)
       select $1, 'SERVER', 'lecture.close', array_agg(register_id order by register_id), '{endedAt}' from closed having count(*) > 0
       returning id
     )
     select count(*)::int as closed from closed`,
    [schoolId, now],
  )
}

function removePresence(schoolId: number, now: Date) {
  return statement<never>(`delete from lecture_presence where school_id = $1 and at < $2::timestamptz - interval '1 minute'`, [
    schoolId,
    now,
  ])
}
