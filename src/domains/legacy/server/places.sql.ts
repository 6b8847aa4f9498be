import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'

/*
 * Terms, classes and sections that a file names and the school does not have. Names are the same whatever their case; the first spelling
 * of the file names a new one. What the school has is looked up on its own and then compared: a cluster of several nodes does not join its
 * tables with temporary ones row by row.
 */

/** Numbers before words, and 2 before 10. */
const natural = (name: string) =>
  sql`coalesce(substring(${sql.ref(name)} from '^[0-9]{1,9}')::integer, 1000000000), lower(${sql.ref(name)})`

/** The sections of the school with their classes: `id`, `term_id`, `class`, `section`. */
export function sectionsOf(schoolId: number): RawBuilder<unknown> {
  return sql`select sections.id, sections.term_id, classes.name as class, sections.name as section
    from sections join classes on classes.school_id = sections.school_id and classes.id = sections.class_id
    where sections.school_id = ${schoolId}`
}

/** Adds the terms; those that come before the current one by their name are of the past. Answers their ids. */
export async function addTerms(db: Tx, schoolId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into terms (school_id, name, past)
    select ${schoolId}, name, coalesce(lower(name) < (select lower(name) from terms where school_id = ${schoolId} and current), false)
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

/** Adds the classes, and answers their terms. */
export async function addClasses(db: Tx, schoolId: number): Promise<number[]> {
  const { rows } = await sql<{ termId: number }>`
    insert into classes (school_id, term_id, name)
    select ${schoolId}, term_id, name
    from (select distinct on (term_id, lower(class)) term_id, class as name from legacy_rows order by term_id, lower(class), row) as named
    where (term_id, lower(name)) not in (select term_id, lower(name) from classes where school_id = ${schoolId})
    order by term_id, ${natural('name')}
    returning term_id as "termId"
  `.execute(db)
  return rows.map((row) => row.termId)
}

/** Adds the sections after those that a term has, in the order of their classes; answers their terms. */
export async function addSections(db: Tx, schoolId: number): Promise<number[]> {
  const { rows } = await sql<{ termId: number }>`
    with highest as materialized (select term_id, max(sr) as sr from sections where school_id = ${schoolId} group by term_id)
    insert into sections (school_id, term_id, class_id, name, sr)
    select ${schoolId}, named.term_id, classes.id, named.name,
      coalesce(highest.sr, 0) + row_number() over (partition by named.term_id order by classes.id, ${natural('named.name')})
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
    with seats as materialized (${sectionsOf(schoolId)})
    update legacy_rows set section_id = seats.id from seats
    where seats.term_id = legacy_rows.term_id
      and lower(seats.class) = lower(legacy_rows.class) and lower(seats.section) = lower(legacy_rows.section)
  `.execute(db)
  return rows.map((row) => row.termId)
}

/** Puts everybody into the terms of the file in which she has no place yet; answers the terms, one for each place. */
export async function addPlaces(db: Tx, schoolId: number): Promise<number[]> {
  const { rows } = await sql<{ termId: number }>`
    insert into enrolments (school_id, term_id, student_id, section_id, roll)
    select ${schoolId}, legacy_rows.term_id, legacy_people.student_id, legacy_rows.section_id, legacy_rows.roll
    from legacy_rows join legacy_people using (legacy_id)
    order by legacy_rows.row
    on conflict (school_id, term_id, student_id) do nothing
    returning term_id as "termId"
  `.execute(db)
  return rows.map((row) => row.termId)
}

/** The terms of the file by their names in the school, in the order of the school. */
export async function termsOfFile(db: Tx, schoolId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from terms where school_id = ${schoolId} and id in (select term_id from legacy_rows) order by past desc, id
  `.execute(db)
  return rows
}
