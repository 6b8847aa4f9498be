import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'

/** A student of a section with the scans of a range of days, in the order of their time. */
export interface GateRow {
  sectionId: number
  id: number
  name: string
  roll: string
  registerNo: string
  disabled: boolean
  scans: { day: string; at: string; direction: 'IN' | 'OUT'; device: string }[]
}

/**
 * Selects the students of sections with their scans at the gate, by section and roll. Disabled students are included
 * only when they have scans. The device of a scan is its reader, or the person who read the card with a camera.
 */
export function gateRows(
  db: Db,
  schoolId: number,
  sectionIds: readonly number[],
  { start, end }: { start: string; end: string },
) {
  return db
    .selectFrom(
      sql<GateRow>`(
    select e.section_id, s.id, s.name, e.roll, s.register_no, s.disabled, scans.list as scans
    from unnest(${sectionIds}::bigint[]) as wanted (id)
    cross join lateral (
      select section_id, student_id, roll, roll_sort from enrolments
      where school_id = ${schoolId} and section_id = wanted.id
    ) e
    cross join lateral (
      select id, name, register_no, disabled from students where school_id = ${schoolId} and id = e.student_id
    ) s
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('day', g.day, 'at', g.at, 'direction', g.direction,
          'device', coalesce(d.name, g.scanned_by_name)) order by g.at, g.id), '[]') as list
      from (
        select * from gate_scans where school_id = ${schoolId} and student_id = s.id and day between ${start} and ${end}
      ) g
      left join gate_devices d on d.school_id = ${schoolId} and d.id = g.device_id
    ) scans
    where not s.disabled or scans.list <> '[]'
    order by e.section_id, e.roll_sort, s.id)`.as<'g'>('g'),
    )
    .selectAll()
}
