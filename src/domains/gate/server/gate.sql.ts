import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import { statement } from '#platform/database/statement.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { Day } from '#shared/dates.ts'

/** Returns the latest fifty scans of a day. */
export function boardScans(db: Db, schoolId: number, viewer: Viewer, day: Day) {
  const currentSection = (
    column: 'name' | 'class',
  ) => sql<string>`(select ${column === 'name' ? sql`c.name || '-' || sec.name` : sql`sec.class_id`}
      from enrolments e
      join sections sec on sec.school_id = ${schoolId} and sec.id = e.section_id
      join classes c on c.school_id = ${schoolId} and c.id = sec.class_id
      where e.school_id = ${schoolId} and e.student_id = gate_scans.student_id
        and e.term_id = (select t.id from terms t where t.school_id = ${schoolId} and t.current))`
  return db
    .selectFrom('gateScans')
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'gateScans.studentId'))
    .leftJoin('gateDevices', (on) => onSameSchool(on, 'gateDevices.id', 'gateScans.deviceId'))
    .select([
      'gateScans.id',
      'gateScans.at',
      'gateScans.direction',
      'gateScans.scannedByName',
      'gateDevices.name as deviceName',
      'students.name',
      sql<string>`coalesce(${currentSection('name')}, '')`.as('sectionName'),
    ])
    .where('gateScans.schoolId', '=', schoolId)
    .where('gateScans.day', '=', day)
    .where(viewer.classIds ? sql<boolean>`${currentSection('class')} = any(${viewer.classIds}::bigint[])` : sql<boolean>`true`)
    .orderBy('gateScans.at', 'desc')
    .orderBy('gateScans.id', 'desc')
    .limit(50)
}

/** Counts a day's scans in and out, and the students whose last scan is IN. */
export function boardCounts(schoolId: number, viewer: Viewer, day: Day) {
  return statement<{ in: number; out: number; inside: number }>(
    `with scans as (
       select s.student_id, s.direction, row_number() over (partition by s.student_id order by s.at desc, s.id desc) as back
         from gate_scans s
        where s.school_id = $1 and s.day = $2
          and ($3::bigint[] is null or exists (select from enrolments e
            join terms t on t.school_id = current_school() and t.id = e.term_id and t.current
            join sections sec on sec.school_id = current_school() and sec.id = e.section_id
           where e.school_id = current_school() and e.student_id = s.student_id and sec.class_id = any($3::bigint[])))
     )
     select count(*) filter (where direction = 'IN') as "in", count(*) filter (where direction = 'OUT') as out,
         count(*) filter (where back = 1 and direction = 'IN') as inside
       from scans`,
    [schoolId, day, viewer.classIds],
  )
}

/** Returns the readers whose key is not revoked, by name. */
export function gateDeviceRows(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('gateDevices')
    .select(['schoolId', 'id', 'name', 'direction', 'createdAt', 'lastSeenAt'])
    .where('schoolId', '=', schoolId)
    .where('revokedAt', 'is', null)
    .orderBy(sql`lower(name)`)
}
export type GateDevice = Awaited<ReturnType<ReturnType<typeof gateDeviceRows>['execute']>>[number]
