import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import type { Day } from '#shared/dates.ts'
import type { Mark } from '#shared/marks.ts'
import type { RegisterSession } from '../attendance.rules.ts'
import type { MarkAuthor } from './marks.sql.ts'

/** A student's place in a section with its days, as a file's rows are read by. */
export interface PlaceInSection {
  studentId: number
  sectionId: number
  roll: string
  /** null for the beginning of the term; never before the day of admission. */
  fromDay: Day | null
  /** null for the place that the student has now. */
  untilDay: Day | null
  disabled: boolean
  erasedAt: Date | null
}

/**
 * Returns the places in sections, present and former. Those of disabled students are among them, because a file may be
 * months old; a present one only if nobody knows when the student left.
 */
export async function placesInSections(db: Tx, schoolId: number, sectionIds: readonly number[]): Promise<PlaceInSection[]> {
  const { rows } = await sql<PlaceInSection>`
    with former as (
      select term_id, student_id, section_id, roll, from_day, until_day from former_places
      where school_id = ${schoolId} and section_id = any(${sectionIds}::bigint[])
    ),
    place as (
      select * from former
      union all
      select term_id, student_id, section_id, roll, from_day, null from enrolments
      where school_id = ${schoolId} and section_id = any(${sectionIds}::bigint[])
    )
    select place.student_id, place.section_id, place.roll, greatest(place.from_day, s.date_of_admission) as from_day, place.until_day,
      s.disabled, s.erased_at
    from place
    join students s on s.school_id = ${schoolId} and s.id = place.student_id
    where not (s.disabled and place.until_day is null
      and (place.from_day is not null or exists (select from former_places f
        where f.school_id = ${schoolId} and f.student_id = place.student_id and f.term_id = place.term_id)))`.execute(db)
  return rows
}

/** A student's mark from a file. A null note keeps the stored one. */
export interface FileMark {
  sectionId: number
  day: string
  session: RegisterSession
  studentId: number
  value: Mark
  note: string | null
}

/**
 * Stores marks of many registers. Creates registers that were not taken; locks and corrects the others, with history.
 * @returns the registers, the number of marks in the file, and the marks that were stored with another value
 */
export async function storeFileMarks(
  db: Tx,
  schoolId: number,
  termId: number,
  marks: readonly FileMark[],
  { subject, name }: MarkAuthor,
): Promise<{ registerIds: number[]; marks: number; changed: { studentId: number; day: string }[] }> {
  const fileRows = sql`select * from unnest(${marks.map((row) => row.sectionId)}::bigint[], ${marks.map((row) => row.day)}::date[],
    ${marks.map((row) => row.session)}::text[], ${marks.map((row) => row.studentId)}::bigint[], ${marks.map((row) => row.value)}::text[],
    ${marks.map((row) => row.note)}::text[]) as incoming (section_id, day, session, student_id, value, note)`
  const { rows: created } = await sql<{ id: number }>`
    insert into registers (school_id, term_id, section_id, day, session, taken_by, taken_by_name)
    select ${schoolId}::bigint, ${termId}::bigint, section_id, day, session, ${subject}::uuid, ${name}::text
    from (${fileRows}) incoming group by section_id, day, session order by section_id, day, session
    on conflict do nothing returning id`.execute(db)
  const freshIds = created.map((row) => row.id)
  // Locks in the order of the ids, so that two imports cannot deadlock.
  const { rows: locked } = await sql<{ id: number }>`
    select r.id from registers r
    where r.school_id = ${schoolId} and exists (
      select from (${fileRows}) incoming where incoming.section_id = r.section_id and incoming.day = r.day and incoming.session = r.session)
    order by r.id for no key update`.execute(db)
  const registerIds = locked.map((row) => row.id)
  const { rows: changed } = await sql<{ studentId: number; day: string }>`
    with incoming as (${fileRows}),
    changed as (
      select r.id as register_id, r.day, incoming.student_id, incoming.value, coalesce(incoming.note, before.note, '') as note, before.value as was
      from incoming
      join registers r on r.school_id = ${schoolId} and r.section_id = incoming.section_id and r.day = incoming.day and r.session = incoming.session
        and r.id = any(${registerIds}::bigint[])
      left join marks before on before.school_id = ${schoolId} and before.register_id = r.id and before.student_id = incoming.student_id
      where before.value is distinct from incoming.value or (incoming.note is not null and before.note <> incoming.note)
    ),
    written as (
      insert into marks (school_id, register_id, student_id, value, note)
      select ${schoolId}::bigint, register_id, student_id, value, note from changed
      on conflict (school_id, register_id, student_id) do update set value = excluded.value, note = excluded.note
    ),
    kept as (
      insert into mark_changes (school_id, register_id, student_id, was, value, note, changed_by, changed_by_name)
      select ${schoolId}::bigint, register_id, student_id, was, value, note, ${subject}::uuid, ${name}::text
      from changed where register_id <> all(${freshIds}::bigint[]) order by register_id, student_id
      returning school_id
    ),
    sums as (
      select register_id,
        count(*) filter (where value = 'P') - count(*) filter (where was = 'P') as present,
        count(*) filter (where value = 'A') - count(*) filter (where was = 'A') as absent,
        count(*) filter (where value = 'L') - count(*) filter (where was = 'L') as late
      from changed group by register_id
    ),
    counted as (
      update registers r set present = r.present + sums.present, absent = r.absent + sums.absent, late = r.late + sums.late,
        version = version + case when r.id = any(${freshIds}::bigint[]) then 0 else 1 end,
        changed_at = now()
      from sums where r.school_id = ${schoolId} and r.id = sums.register_id
    )
    select student_id, day from changed where was is not null and was <> value`.execute(db)
  return { registerIds, marks: marks.length, changed }
}
