import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/connect.ts'

/*
 * Terms, classes and sections that a file names and the school does not have. Names are the same whatever their case; the first spelling
 * of the file names a new one.
 */

/** Numbers before words, and 2 before 10. */
const natural = (name: string) =>
  sql`coalesce(substring(${sql.ref(name)} from '^[0-9]{1,9}')::integer, 1000000000), lower(${sql.ref(name)})`

/** Adds the terms; those that come before the current one by their name are of the past. Answers their ids. */
export async function addTerms(db: Tx, schoolId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into terms (school_id, name, past)
    select ${schoolId}, name, coalesce(lower(name) < (select lower(name) from terms where school_id = ${schoolId} and current), false)
    from (select distinct on (lower(term)) term as name from legacy_rows order by lower(term), row) as named
    where not exists (select from terms where school_id = ${schoolId} and lower(terms.name) = lower(named.name))
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
    where not exists (
      select from classes
      where classes.school_id = ${schoolId} and classes.term_id = named.term_id and lower(classes.name) = lower(named.name)
    )
    order by term_id, ${natural('name')}
    returning term_id as "termId"
  `.execute(db)
  return rows.map((row) => row.termId)
}

/** Adds the sections after those that a term has, in the order of their classes; answers their terms. */
export async function addSections(db: Tx, schoolId: number): Promise<number[]> {
  const { rows } = await sql<{ termId: number }>`
    insert into sections (school_id, term_id, class_id, name, sr)
    select ${schoolId}, named.term_id, classes.id, named.name,
      coalesce((select max(sr) from sections where school_id = ${schoolId} and term_id = named.term_id), 0)
        + row_number() over (partition by named.term_id order by classes.id, ${natural('named.name')})
    from (
      select distinct on (term_id, lower(class), lower(section)) term_id, class, section as name
      from legacy_rows order by term_id, lower(class), lower(section), row
    ) as named
    join classes on classes.school_id = ${schoolId} and classes.term_id = named.term_id and lower(classes.name) = lower(named.class)
    where not exists (
      select from sections
      where sections.school_id = ${schoolId} and sections.class_id = classes.id and lower(sections.name) = lower(named.name)
    )
    returning term_id as "termId"
  `.execute(db)
  await sql`
    update legacy_rows set section_id = sections.id
    from sections join classes on classes.school_id = sections.school_id and classes.id = sections.class_id
    where sections.school_id = ${schoolId} and sections.term_id = legacy_rows.term_id
      and lower(classes.name) = lower(legacy_rows.class) and lower(sections.name) = lower(legacy_rows.section)
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
