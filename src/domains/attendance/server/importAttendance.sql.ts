import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import type { Mark } from '#shared/marks.ts'
import type { RegisterSession } from '../attendance.rules.ts'
import type { Taker } from './marks.sql.ts'

/** The students of sections with their rolls, also the disabled: a file may be of months ago. */
export function rollsOf(db: Tx, schoolId: number, sectionIds: readonly number[]) {
  return db
    .selectFrom('enrolments')
    .innerJoin('students', (on) =>
      on.onRef('students.schoolId', '=', 'enrolments.schoolId').onRef('students.id', '=', 'enrolments.studentId'),
    )
    .select(['enrolments.studentId', 'enrolments.sectionId', 'enrolments.roll', 'students.disabled', 'students.erasedAt'])
    .where('enrolments.schoolId', '=', schoolId)
    .where(sql<boolean>`enrolments.section_id = any(${sectionIds}::bigint[])`)
    .execute()
}

/** A row of a file: the mark of a student; without a note the stored one stays. */
export interface Filed {
  sectionId: number
  day: string
  session: RegisterSession
  studentId: number
  value: Mark
  note: string | null
}

/**
 * Stores marks of many registers; those nobody has taken are created, the others locked and corrected with their history.
 * @returns the registers, how many marks the file has, and those that were stored before with another value
 */
export async function fileMarks(
  db: Tx,
  schoolId: number,
  termId: number,
  filed: readonly Filed[],
  { subject, name }: Taker,
): Promise<{ registerIds: number[]; marks: number; changed: { studentId: number; day: string }[] }> {
  const given = sql`select * from unnest(${filed.map((row) => row.sectionId)}::bigint[], ${filed.map((row) => row.day)}::date[],
    ${filed.map((row) => row.session)}::text[], ${filed.map((row) => row.studentId)}::bigint[], ${filed.map((row) => row.value)}::text[],
    ${filed.map((row) => row.note)}::text[]) as given (section_id, day, session, student_id, value, note)`
  const { rows: created } = await sql<{ id: number }>`
    insert into registers (school_id, term_id, section_id, day, session, taken_by, taken_by_name)
    select ${schoolId}::bigint, ${termId}::bigint, section_id, day, session, ${subject}::uuid, ${name}::text
    from (${given}) given group by section_id, day, session order by section_id, day, session
    on conflict do nothing returning id`.execute(db)
  const freshIds = created.map((row) => row.id)
  // Locked in one order, so that two files cannot wait for each other.
  const { rows: locked } = await sql<{ id: number }>`
    select r.id from registers r
    where r.school_id = ${schoolId} and exists (
      select from (${given}) given where given.section_id = r.section_id and given.day = r.day and given.session = r.session)
    order by r.id for no key update`.execute(db)
  const registerIds = locked.map((row) => row.id)
  const { rows: changed } = await sql<{ studentId: number; day: string }>`
    with given as materialized (${given}),
    changed as materialized (
      select r.id as register_id, r.day, given.student_id, given.value, coalesce(given.note, before.note, '') as note, before.value as was
      from given
      join registers r on r.school_id = ${schoolId} and r.section_id = given.section_id and r.day = given.day and r.session = given.session
        and r.id = any(${registerIds}::bigint[])
      left join marks before on before.school_id = ${schoolId} and before.register_id = r.id and before.student_id = given.student_id
      where before.value is distinct from given.value or (given.note is not null and before.note <> given.note)
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
  return { registerIds, marks: filed.length, changed }
}
