import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'

/** Number of recent days with registers that have scans. */
const days = 6

/**
 * Adds gate scans by the attendant's camera for students who were present on recent days. Students marked late came
 * late, and some forgot to show their card when they left. Runs one statement; times depend on the student and the day.
 */
export async function addScans(db: Tx, schoolId: number): Promise<void> {
  await sql`
    with days as materialized (
      select distinct day from registers where school_id = ${schoolId} order by day desc limit ${days}
    ), there as materialized (
      select m.student_id, m.value, r.day from registers r
      join marks m on m.school_id = current_school() and m.register_id = r.id and m.value <> 'A'
      where r.school_id = ${schoolId} and r.session = 'DAY' and r.day in (select day from days)
    ), attendant as materialized (
      select subject, name from users where school_id = ${schoolId} and role = 'ATTENDANT' and subject is not null order by id limit 1
    )
    insert into gate_scans (school_id, key, student_id, day, direction, at, arrived_at, scanned_by, scanned_by_name, means)
    select ${schoolId}::bigint, of_way.chance::uuid, there.student_id, there.day, way.direction, scan.at, scan.at,
      attendant.subject, attendant.name, 'QR'
    from there
    cross join attendant
    cross join (values ('IN'), ('OUT')) as way (direction)
    cross join lateral (select md5(there.student_id || ' ' || there.day || ' ' || way.direction) as chance) of_way
    cross join lateral (select ('x' || left(of_way.chance, 6))::bit(24)::int as number) random
    cross join lateral (
      select (there.day + case when way.direction = 'OUT' then time '13:30' when there.value = 'L' then time '08:05' else time '07:25' end
        + (random.number % 30) * interval '1 minute') at time zone 'Asia/Kolkata' as at
    ) scan
    where way.direction = 'IN' or random.number % 80 > 0
    order by there.day, scan.at, there.student_id
    returning school_id`.execute(db)
}
