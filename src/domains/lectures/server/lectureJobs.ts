import type { Database } from '#platform/database/connect.ts'
import { statement } from '#platform/database/statement.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { counted } from '#shared/counted.ts'

/** Every minute: a lecture whose time is over is closed, whoever has forgotten it. */
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
 * Closes the lectures of all schools whose time is over, at the moment it was over, and removes who was there in them. Until then
 * every answer takes them for ended already. A school where it fails keeps no other's open.
 * @returns how many were closed
 * @throws AggregateError at the end, when it failed for some schools
 */
export async function closeLectures(database: Database): Promise<number> {
  const schools = await database.kysely.selectFrom('schools').select('id').where('id', '>', 0).orderBy('id').execute()
  const now = new Date()
  const errors: unknown[] = []
  let closed = 0
  for (const { id } of schools)
    closed += await closeOfSchool(database, id, now).catch((error: unknown) => {
      errors.push(error)
      return 0
    })
  if (errors.length > 0) throw new AggregateError(errors, `Lectures of ${counted(errors.length, 'school')} could not be closed.`)
  return closed
}

async function closeOfSchool(database: Database, id: number, now: Date): Promise<number> {
  const [, [done]] = await database.write(id, [lockOverdue(id, now), close(id, now), removePresence(id, now)] as const)
  return done?.closed ?? 0
}

/** In the order of the registers, as everybody locks them. */
function lockOverdue(schoolId: number, now: Date) {
  return statement<{ id: number }>(
    `select r.id from registers r
      where r.school_id = $1
        and r.id in (select register_id from lectures where school_id = $1 and ended_at is null and closes_at <= $2)
      order by r.id for no key update of r`,
    [schoolId, now],
  )
}

function close(schoolId: number, now: Date) {
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
