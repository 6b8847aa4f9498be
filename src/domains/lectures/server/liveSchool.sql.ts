import { statement } from '#platform/database/statement.ts'

/** A lecture of a batch. */
export interface LiveLectureRow {
  batch: string
  registerId: number
  userId: number | null
  startedAt: Date
  closesAt: Date
  endedAt: Date | null
  zoomLink: string
}

/** Returns all lectures of the batches that contain these registers. */
export function lecturesOfBatches(schoolId: number, registerIds: readonly number[]) {
  return statement<LiveLectureRow>(
    `select distinct l.batch, l.register_id, l.user_id, l.started_at, l.closes_at, l.ended_at, l.zoom_link
       from lectures chosen
       join lectures l on l.school_id = current_school() and l.batch = chosen.batch
      where chosen.school_id = $1 and chosen.register_id = any($2::bigint[])
      order by l.register_id`,
    [schoolId, registerIds],
  )
}

export interface BatchStudentRow {
  batch: string
  registerId: number
  id: number
  name: string
  roll: string
  className: string
  sectionName: string
}

/** Returns the students of the batches, by section and roll. */
export function studentsOfBatches(schoolId: number, registerIds: readonly number[]) {
  return statement<BatchStudentRow>(
    `select l.batch, l.register_id, s.id, s.name, coalesce(e.roll, '') as roll, c.name as class_name, sec.name as section_name
       from (select distinct batch from lectures where school_id = $1 and register_id = any($2::bigint[])) chosen
       join lectures l on l.school_id = $1 and l.batch = chosen.batch
       join registers r on r.school_id = $1 and r.id = l.register_id
       join sections sec on sec.school_id = $1 and sec.id = r.section_id
       join classes c on c.school_id = $1 and c.id = sec.class_id
       join marks m on m.school_id = $1 and m.register_id = l.register_id
       join students s on s.school_id = $1 and s.id = m.student_id
       left join enrolments e on e.school_id = $1 and e.term_id = r.term_id and e.student_id = m.student_id
      order by sec.sr, sec.id, e.roll_sort, s.id, l.register_id`,
    [schoolId, registerIds],
  )
}

/** Locks the registers of batches until the transaction ends, in the order of the ids, as all code does. */
export function lockRegisters(schoolId: number, batches: readonly string[]) {
  return statement<{ id: number }>(
    `select r.id from registers r
      where r.school_id = $1
        and r.id in (select register_id from lectures where school_id = $1 and batch = any($2::uuid[]))
      order by r.id for no key update of r`,
    [schoolId, batches],
  )
}

/** A student's first presence in a lecture, with the mark that it sets. */
export interface Arrival {
  batch: string
  studentId: number
  value: 'P' | 'L'
  cameAt: Date
}

/**
 * Stores first presences in every register of the batch that has the student, and updates the registers' counts.
 * Changes a mark only if it is still absent, was not set by hand, and the lecture had not ended at that moment.
 */
export function storeArrivals(schoolId: number, arrivals: readonly Arrival[]) {
  return statement<{ changed: number }>(
    `with arrived as (
       select * from unnest($2::uuid[], $3::bigint[], $4::text[], $5::timestamptz[]) as a (batch, student_id, value, came_at)
     ), wanted as (
       select l.register_id, a.student_id, a.value, a.came_at from arrived a
         join lectures l on l.school_id = $1 and l.batch = a.batch
           and a.came_at < l.closes_at and (l.ended_at is null or a.came_at <= l.ended_at)
     ), came as (
       update marks m set value = w.value, came_at = w.came_at
         from wanted w
        where m.school_id = $1 and m.register_id = w.register_id and m.student_id = w.student_id
          and m.value = 'A' and m.came_at is null
          and not exists (select from mark_changes c
            where c.school_id = $1 and c.register_id = m.register_id and c.student_id = m.student_id)
       returning m.register_id, m.value
     ), counted as (
       select register_id, (count(*) filter (where value = 'P'))::int as present, (count(*) filter (where value = 'L'))::int as late
         from came group by register_id
     ), registered as (
       update registers r set present = r.present + c.present, late = r.late + c.late, absent = r.absent - c.present - c.late,
           version = r.version + 1, changed_at = now()
         from counted c where r.school_id = $1 and r.id = c.register_id
       returning r.id
     ), noted as (
       insert into audit_log (school_id, role, action, row_ids, fields)
       select $1, 'SERVER', 'lecture.arrivals', array_agg(id order by id), '{marks}' from registered having count(*) > 0
       returning id
     )
     select count(*)::int as changed from came`,
    [
      schoolId,
      arrivals.map((arrival) => arrival.batch),
      arrivals.map((arrival) => arrival.studentId),
      arrivals.map((arrival) => arrival.value),
      arrivals.map((arrival) => arrival.cameAt),
    ],
  )
}

/** Stores which students this process has seen: one row per batch, under its first register. */
export function storePresence(
  schoolId: number,
  process: string,
  at: Date,
  rows: readonly { registerId: number; studentIds: string }[],
) {
  return statement<never>(
    `insert into lecture_presence (school_id, register_id, process, student_ids, at)
     select $1, p.register_id, $2, p.student_ids::bigint[], $3
       from unnest($4::bigint[], $5::text[]) as p (register_id, student_ids)
     on conflict (school_id, register_id, process) do update set student_ids = excluded.student_ids, at = excluded.at`,
    [schoolId, process, at, rows.map((row) => row.registerId), rows.map((row) => `{${row.studentIds}}`)],
  )
}

/** Returns the closing times and ends of lectures. */
export function lectureEnds(schoolId: number, batches: readonly string[]) {
  return statement<{ batch: string; closesAt: Date; endedAt: Date | null }>(
    'select batch, closes_at, ended_at from lectures where school_id = $1 and batch = any($2::uuid[])',
    [schoolId, batches],
  )
}

/** Returns the students whom other processes have seen since then. */
export function presenceOfOtherProcesses(schoolId: number, process: string, since: Date, registerIds: readonly number[]) {
  return statement<{ registerId: number; studentIds: number[] }>(
    `select register_id, student_ids from lecture_presence
      where school_id = $1 and register_id = any($2::bigint[]) and process <> $3 and at > $4`,
    [schoolId, registerIds, process, since],
  )
}

/**
 * Returns the marks of registers whose version differs from the known one. One character per student, ordered by id: P,
 * L, A for a student who has not come yet, and a for an absence set by hand, which presence does not change.
 */
export function changedMarks(schoolId: number, known: readonly { id: number; version: number }[]) {
  return statement<{ registerId: number; version: number; studentIds: number[]; values: string }>(
    `select r.id as register_id, r.version, array_agg(m.student_id order by m.student_id) as student_ids,
        string_agg(case when m.value = 'A' and (m.came_at is not null or exists (select from mark_changes c
            where c.school_id = $1 and c.register_id = r.id and c.student_id = m.student_id))
          then 'a' else m.value end, '' order by m.student_id) as values
       from unnest($2::bigint[], $3::int[]) as known (id, version)
       cross join lateral (
         select r.id, r.version from registers r where r.school_id = $1 and r.id = known.id and r.version <> known.version
       ) r
       join marks m on m.school_id = $1 and m.register_id = r.id
      group by r.id, r.version`,
    [schoolId, known.map((register) => register.id), known.map((register) => register.version)],
  )
}
