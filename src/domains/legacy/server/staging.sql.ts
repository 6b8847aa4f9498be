import { sql } from 'kysely'
import { msg } from '#shared/texts.ts'
import type { Tx } from '#platform/database/connect.ts'
import { legacyDigest } from './legacy.exports.ts'
import { maxStoredProblems, type LegacyProblem } from '../legacy.rules.ts'

/*
 * The staging tables of one import. They are temporary: only its transaction sees them, they are not written to the
 * write-ahead log, and they are dropped at its end. `legacy_rows` is the file; `legacy_people` has one row per student.
 */

/** Creates the staging table of this transaction. */
export async function createStaging(db: Tx): Promise<void> {
  await sql`
    create temporary table legacy_rows (
      row integer primary key, legacy_id text not null, term text not null, class text not null, section text not null,
      roll text not null, name text not null, register_no text not null, login_email text not null, rfid text not null,
      disabled boolean not null, provided jsonb not null, aadhar text not null, term_id bigint, section_id bigint
    ) on commit drop
  `.execute(db)
}

/** Inserts rows into the staging table. @param json an array of `StagedRow` */
export async function stageRows(db: Tx, json: string): Promise<void> {
  await sql`
    insert into legacy_rows
    select row, legacy_id, term, class, section, roll, name, register_no, login_email, rfid, disabled, provided, aadhar
    from jsonb_populate_recordset(null::legacy_rows, ${json}::jsonb)
  `.execute(db)
}

/**
 * Creates one row per student of the file. The student's row in the school's current term decides, otherwise the row of
 * the last term by name; its blank cells are filled from earlier rows. Then matches existing students by legacy id,
 * otherwise by register number and name together.
 */
export async function matchStudents(db: Tx, schoolId: number): Promise<void> {
  await sql`create index on legacy_rows (legacy_id)`.execute(db)
  await sql`analyze legacy_rows`.execute(db)
  await sql`
    create temporary table legacy_people on commit drop as
    with ordered as (
      select legacy_rows.*, row_number() over (
        partition by legacy_id order by coalesce(terms.current, false), lower(legacy_rows.term), row
      ) as nth
      from legacy_rows
      left join terms on terms.school_id = ${schoolId} and lower(terms.name) = lower(legacy_rows.term)
    )
    select legacy_id, (array_agg(row order by nth desc))[1] as row,
      (array_agg(name order by nth desc))[1] as name,
      coalesce((array_agg(register_no order by nth desc) filter (where register_no <> ''))[1], '') as register_no,
      coalesce((array_agg(login_email order by nth desc) filter (where login_email <> ''))[1], '') as login_email,
      coalesce((array_agg(rfid order by nth desc) filter (where rfid <> ''))[1], '') as rfid,
      (array_agg(disabled order by nth desc))[1] as disabled,
      null::bigint as student_id, ''::text as known_by
    from ordered
    where legacy_id <> '' and name <> ''
    group by legacy_id
  `.execute(db)
  await sql`create unique index on legacy_people (legacy_id)`.execute(db)
  await sql`analyze legacy_people`.execute(db)
  await sql`
    update legacy_people set student_id = known.student_id, known_by = 'LEGACY_ID'
    from legacy_students as known
    where known.school_id = ${schoolId} and known.legacy_id = legacy_people.legacy_id
  `.execute(db)
  await sql`
    update legacy_people set student_id = same.id, known_by = 'REGISTER_NO'
    from (
      select lower(register_no) as register_no, lower(name) as name, min(id) as id from students
      where school_id = ${schoolId} and register_no <> ''
        and not exists (select from legacy_students k where k.school_id = current_school() and k.student_id = students.id)
      group by 1, 2 having count(*) = 1
    ) as same
    where legacy_people.student_id is null and same.register_no = lower(legacy_people.register_no)
      and same.name = lower(legacy_people.name)
  `.execute(db)
}

/**
 * Finds problems between rows, and between rows and the school's data. Returns the first ones and their total number.
 * Single cells are checked before.
 */
export async function stagedProblems(db: Tx, schoolId: number): Promise<{ problems: LegacyProblem[]; count: number }> {
  const { rows } = await sql<LegacyProblem & { total: number }>`
    with problems (row, "column", value, message) as (
      select row, 'legacy_id', legacy_id, format(${msg`This student stands in the term ${'%s'} twice: also in row ${'%s'}.`}::text, term, first)
      from (select *, min(row) over (partition by legacy_id, lower(term)) as first from legacy_rows where legacy_id <> '') as rows
      where row > first
      union all
      select row, 'name', name, format(${msg`Row ${'%s'} has another name for the legacy id ${'%s'}: ${'%s'}.`}::text, first, legacy_id, first_name)
      from (
        select *, first_value(row) over file as first, first_value(name) over file as first_name
        from legacy_rows where legacy_id <> '' and name <> '' window file as (partition by legacy_id order by row)
      ) as rows
      where lower(name) <> lower(first_name)
      union all
      select row, field, value, format(${msg`The ${'%s'} ${'%s'} stands here for another student too: in row ${'%s'}.`}::text, called, value, first)
      from (
        select row, field, called, value, min(row) over (partition by field, case field when 'registerNo' then lower(value) else value end) as first
        from legacy_people, lateral (
          values ('registerNo', 'register number', register_no), ('loginEmail', 'email', login_email), ('rfid', 'RFID', rfid)
        ) as unique_values (field, called, value)
        where value <> ''
      ) as values_of_file
      where row > first
      union all
      select people.row, field, value, format(${msg`The ${'%s'} ${'%s'} is already used by another student.`}::text, called, value)
      from legacy_people as people, lateral (
        values ('loginEmail', 'email', people.login_email), ('rfid', 'RFID', people.rfid)
      ) as unique_values (field, called, value)
      where people.student_id is null and value <> '' and case field
        when 'rfid' then value in (select rfid from students where school_id = ${schoolId} and rfid <> '')
        else value in (select login_email from students where school_id = ${schoolId} and login_email is not null)
      end
      union all
      select people.row, 'legacy_id', '', ${msg`This student was erased, and is not added again. Please take the row out of the file.`}::text
      from legacy_people as people
      join erased_legacy_ids as erased on erased.school_id = ${schoolId}
        and erased.digest = ${sql.raw(legacyDigest('erased.school_id', 'people.legacy_id'))}
      union all
      select people.row, 'registerNo', people.register_no, case
        when min(students.name) = max(students.name) and lower(min(students.name)) <> lower(people.name)
          then format(${msg`The register number ${'%s'} is ${'%s'}'s in this school.`}::text, people.register_no, min(students.name))
        else format(${msg`The register number ${'%s'} stands in this school already, and it is not clear that this is the same student.`}::text, people.register_no)
      end
      from legacy_people as people
      join students on students.school_id = ${schoolId} and students.register_no <> ''
        and lower(students.register_no) = lower(people.register_no)
      where people.student_id is null and people.register_no <> ''
      group by people.row, people.register_no, people.name
    )
    select *, count(*) over ()::integer as total from problems order by row, "column" limit ${maxStoredProblems}
  `.execute(db)
  return {
    problems: rows.map(({ row, column, value, message }) => ({ row, column, value, message })),
    count: rows[0]?.total ?? 0,
  }
}
