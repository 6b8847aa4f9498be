import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import { addDays, type Day } from '#shared/dates.ts'

/*
 * The days of a student's places in a term never overlap (decisions/0136): `enrolments.from_day` begins the present
 * one, and `former_places` has the earlier ones.
 */

/**
 * Ends the present places of students who move, before they do: yesterday, or today if the section has marked the
 * student today. The sections are locked against registers that are being saved, which lock them too.
 * @param enrolments SQL condition on `e`
 */
export async function endPlacesOfMovers(db: Tx, schoolId: number, today: Day, enrolments: RawBuilder<unknown>): Promise<void> {
  await sql`select from sections where school_id = ${schoolId}
    and id in (select e.section_id from enrolments e where e.school_id = ${schoolId} and ${enrolments}) order by id for update`.execute(
    db,
  )
  const stays = markedToday(schoolId, today, sql`r.section_id = e.section_id`)
  await storeFormerPlaces(db, schoolId, enrolments, sql`${today}::date - case when ${stays} then 0 else 1 end`)
}

/** SQL condition: the student of `e` has a mark of today in a register `r` of the term. */
function markedToday(schoolId: number, today: Day, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (
    select from registers r join marks m on m.school_id = ${schoolId} and m.register_id = r.id and m.student_id = e.student_id
    where r.school_id = ${schoolId} and r.term_id = e.term_id and r.day = ${today} and ${where})`
}

/** Ends the present places of students who leave, before they are disabled: yesterday. Marks of today stay. */
export async function endPlacesOfLeavers(db: Tx, schoolId: number, today: Day, enrolments: RawBuilder<unknown>): Promise<void> {
  await storeFormerPlaces(db, schoolId, enrolments, sql`${today}::date - 1`)
}

async function storeFormerPlaces(db: Tx, schoolId: number, enrolments: RawBuilder<unknown>, untilDay: RawBuilder<unknown>) {
  await sql`insert into former_places (school_id, term_id, student_id, section_id, roll, from_day, until_day)
    select ${schoolId}::bigint, term_id, student_id, section_id, roll, from_day, until_day
    from (select e.*, ${untilDay} as until_day from enrolments e where e.school_id = ${schoolId} and ${enrolments}) place
    where coalesce(from_day, until_day) <= until_day
    returning school_id`.execute(db)
}

/**
 * Begins the present places of students, after they have moved or are enabled: today, or after the last day of an
 * earlier place, or tomorrow if another section has marked the student today. Who comes back to a section without a day
 * between has never left it.
 * @param enrolments SQL condition on `e`
 */
export async function beginPlaces(db: Tx, schoolId: number, today: Day, enrolments: RawBuilder<unknown>): Promise<void> {
  const { rows: resumed } = await sql<{ enrolmentId: number; fromDay: Day | null }>`
    delete from former_places f using enrolments e
    where f.school_id = ${schoolId} and e.school_id = ${schoolId} and ${enrolments}
      and f.term_id = e.term_id and f.student_id = e.student_id and f.section_id = e.section_id and f.until_day >= ${addDays(today, -1)}
      and not exists (select from former_places later where later.school_id = ${schoolId} and later.term_id = f.term_id
        and later.student_id = f.student_id and later.until_day > f.until_day)
    returning e.id as enrolment_id, f.from_day`.execute(db)
  await sql`update enrolments e set from_day = greatest(
      ${today}::date + case when ${markedToday(schoolId, today, sql`r.section_id <> e.section_id`)} then 1 else 0 end,
      (select max(until_day) + 1 from former_places f
        where f.school_id = ${schoolId} and f.term_id = e.term_id and f.student_id = e.student_id))
    where e.school_id = ${schoolId} and ${enrolments}`.execute(db)
  await sql`update enrolments e set from_day = resumed.from_day
    from unnest(${resumed.map((row) => row.enrolmentId)}::bigint[], ${resumed.map((row) => row.fromDay)}::date[]) as resumed (id, from_day)
    where e.school_id = ${schoolId} and e.id = resumed.id`.execute(db)
}

/**
 * Begins the places of students who are new in a term today if their section has taken a register on an earlier day.
 * Otherwise they have been there from the beginning of the term, as when a school enters its students in the middle of
 * it. A day of admission in the term says it better.
 */
export async function beginFirstPlaces(
  db: Tx,
  schoolId: number,
  today: Day,
  places: readonly { termId: number; studentId: number }[],
): Promise<void> {
  await sql`update enrolments e set from_day = ${today}
    from unnest(${places.map((place) => place.termId)}::bigint[], ${places.map((place) => place.studentId)}::bigint[])
      as place (term_id, student_id), students s, terms t
    where e.school_id = ${schoolId} and e.term_id = place.term_id and e.student_id = place.student_id
      and s.school_id = ${schoolId} and s.id = e.student_id and t.school_id = ${schoolId} and t.id = e.term_id
      and (s.date_of_admission is null or s.date_of_admission < t.starts_on)
      and exists (select from registers r where r.school_id = ${schoolId} and r.section_id = e.section_id and r.day < ${today})`.execute(
    db,
  )
}

/**
 * Moves the first day of students back to their day of admission in the term, when it is entered after they were. A day
 * of admission after the first day needs nothing, because nobody is in a section before it.
 */
export async function beginAtAdmission(db: Tx, schoolId: number, studentIds: readonly number[]): Promise<void> {
  await sql`update enrolments e set from_day = null
    from students s, terms t
    where e.school_id = ${schoolId} and e.student_id = any(${studentIds}::bigint[]) and e.from_day is not null
      and s.school_id = ${schoolId} and s.id = e.student_id and t.school_id = ${schoolId} and t.id = e.term_id
      and s.date_of_admission between t.starts_on and e.from_day
      and not exists (select from former_places f where f.school_id = ${schoolId} and f.term_id = e.term_id and f.student_id = e.student_id)`.execute(
    db,
  )
}
