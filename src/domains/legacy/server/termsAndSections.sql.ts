import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import { schoolDay } from '#shared/dates.ts'
import { beginFirstPlaces } from '#domains/students/server/studentRecords.exports.ts'

/*
 * Adds the terms, classes and sections of a file that the school does not have. Names are compared without case; the
 * file's first spelling names a new one. Existing rows are read in a subquery of their own and then compared, because
 * Citus does not join distributed tables with temporary ones row by row.
 */

/** SQL that orders names with numbers before words, and 2 before 10. */
const naturalOrder = (name: string) =>
  sql`coalesce(substring(${sql.ref(name)} from '^[0-9]{1,9}')::integer, 1000000000), lower(${sql.ref(name)})`

/** SQL of the school's sections with their classes: `id`, `term_id`, `class`, `section`. */
export function sectionsOfSchool(schoolId: number): RawBuilder<unknown> {
  return sql`select sections.id, sections.term_id, classes.name as class, sections.name as section
    from sections join classes on classes.school_id = current_school() and classes.id = sections.class_id
    where sections.school_id = ${schoolId}`
}

/** Adds missing terms and returns their ids. Terms whose name sorts before the current one's are marked as past. */
export async function addTerms(db: Tx, schoolId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into terms (school_id, name, starts_on, past)
    select ${schoolId}, name,
      make_date(case when name ~ '^(19|20)[0-9]{2}' then left(name, 4)::int else extract(year from now() - interval '15 months')::int end, 4, 1),
      coalesce(lower(name) < (select lower(name) from terms where school_id = ${schoolId} and current), false)
    from (select distinct on (lower(term)) term as name from legacy_rows order by lower(term), row) as named
    where lower(name) not in (select lower(name) from terms where school_id = ${schoolId})
    order by lower(name)
    returning id
  `.execute(db)
  await sql`
    update legacy_rows set term_id = terms.id from terms
    where terms.school_id = ${schoolId} and lower(terms.name) = lower(legacy_rows.term)
  `.execute(db)
  return rows.map((row) => row.id)
}

/** Adds missing classes and returns the term of each. */
export async function addClasses(db: Tx, schoolId: number): Promise<number[]> {
  const { rows } = await sql<{ termId: number }>`
    insert into classes (school_id, term_id, name)
    select ${schoolId}, term_id, name
    from (select distinct on (term_id, lower(class)) term_id, class as name from legacy_rows order by term_id, lower(class), row) as named
    where (term_id, lower(name)) not in (select term_id, lower(name) from classes where school_id = ${schoolId})
    order by term_id, ${naturalOrder('name')}
    returning term_id as "termId"
  `.execute(db)
  return rows.map((row) => row.termId)
}

/** Adds missing sections after a term's existing ones, in the order of their classes. Returns the term of each. */
export async function addSections(db: Tx, schoolId: number): Promise<number[]> {
  const { rows } = await sql<{ termId: number }>`
    with highest as materialized (select term_id, max(sr) as sr from sections where school_id = ${schoolId} group by term_id)
    insert into sections (school_id, term_id, class_id, name, sr)
    select ${schoolId}, named.term_id, classes.id, named.name,
      coalesce(highest.sr, 0) + row_number() over (partition by named.term_id order by classes.id, ${naturalOrder('named.name')})
    from (
      select distinct on (term_id, lower(class), lower(section)) term_id, class, section as name
      from legacy_rows order by term_id, lower(class), lower(section), row
    ) as named
    join classes on classes.school_id = ${schoolId} and classes.term_id = named.term_id and lower(classes.name) = lower(named.class)
    left join highest on highest.term_id = named.term_id
    where (classes.id, lower(named.name)) not in (select class_id, lower(name) from sections where school_id = ${schoolId})
    returning term_id as "termId"
  `.execute(db)
  await sql`
    with seats as materialized (${sectionsOfSchool(schoolId)})
    update legacy_rows set section_id = seats.id from seats
    where seats.term_id = legacy_rows.term_id
      and lower(seats.class) = lower(legacy_rows.class) and lower(seats.section) = lower(legacy_rows.section)
  `.execute(db)
  return rows.map((row) => row.termId)
}

/**
 * Enrols students in the file's terms unless they are enrolled there already: in a section with registers from today
 * on. Returns the term of each enrolment.
 */
export async function addEnrolments(db: Tx, schoolId: number): Promise<number[]> {
  const { rows } = await sql<{ termId: number; studentId: number }>`
    insert into enrolments (school_id, term_id, student_id, section_id, roll)
    select ${schoolId}, legacy_rows.term_id, legacy_people.student_id, legacy_rows.section_id, legacy_rows.roll
    from legacy_rows join legacy_people using (legacy_id)
    order by legacy_rows.row
    on conflict (school_id, term_id, student_id) do nothing
    returning term_id as "termId", student_id as "studentId"
  `.execute(db)
  await beginFirstPlaces(db, schoolId, schoolDay(new Date()), rows)
  return rows.map((row) => row.termId)
}

/** Returns the terms of the file with the school's spelling, in the school's order. */
export async function termsOfFile(db: Tx, schoolId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from terms where school_id = ${schoolId} and id in (select term_id from legacy_rows) order by past desc, id
  `.execute(db)
  return rows
}
