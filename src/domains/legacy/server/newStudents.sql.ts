import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import { sectionsOfSchool } from './termsAndSections.sql.ts'
import type { StagedRow } from './readLegacyFile.ts'

/** A student of the file who is new to the school. */
export interface NewStudent {
  legacyId: string
  /** Row number in the file of the student's decisive row. */
  row: number
  disabled: boolean
  termId: number
  sectionId: number
  className: string
  sectionName: string
  roll: string
  /** The fields of each of the student's rows, the decisive row last. */
  provided: StagedRow['provided'][]
  /** Sealed Aadhaar numbers with their rows, that of the decisive row last. */
  aadhars: { row: number; sealed: string }[]
}

/** Counts the students of the file who are new to the school. */
export async function countNewStudents(db: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from legacy_people where student_id is null
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the next new students after a row of the file. */
export async function newStudents(db: Tx, schoolId: number, afterRow: number, limit: number): Promise<NewStudent[]> {
  const { rows } = await sql<NewStudent>`
    with people as (select * from legacy_people where student_id is null and row > ${afterRow} order by row limit ${limit}),
      seats as materialized (${sectionsOfSchool(schoolId)})
    select people.legacy_id as "legacyId", people.row, people.disabled, decisive.term_id as "termId", decisive.section_id as "sectionId",
      seats.class as "className", seats.section as "sectionName", decisive.roll, combined.provided, combined.aadhars
    from people
    join legacy_rows as decisive on decisive.row = people.row
    join seats on seats.id = decisive.section_id
    cross join lateral (
      select jsonb_agg(provided order by row = people.row, lower(term), row) as provided,
        coalesce(
          jsonb_agg(jsonb_build_object('row', row, 'sealed', aadhar) order by row = people.row, lower(term), row)
            filter (where aadhar <> ''),
          '[]'
        ) as aadhars
      from legacy_rows where legacy_id = people.legacy_id
    ) as combined
    order by people.row
  `.execute(db)
  return rows
}

/** Records the ids of added students in the staging table. */
export async function recordAdded(db: Tx, legacyIds: readonly string[], studentIds: readonly number[]): Promise<void> {
  await sql`
    update legacy_people set student_id = added.student_id
    from unnest(${legacyIds}::text[], ${studentIds}::bigint[]) as added (legacy_id, student_id)
    where legacy_people.legacy_id = added.legacy_id
  `.execute(db)
}

/** Returns the register numbers of the file's students, as they are stored. */
export async function registerNosOfFile(db: Tx, schoolId: number): Promise<string[]> {
  const { rows } = await sql<{ registerNo: string }>`
    select students.register_no as "registerNo" from legacy_people
    join students on students.school_id = ${schoolId} and students.id = legacy_people.student_id
    where students.register_no <> ''
  `.execute(db)
  return rows.map(({ registerNo }) => registerNo)
}

/** Stores the legacy ids of the file's students for good. */
export async function rememberLegacyIds(db: Tx, schoolId: number, importId: number): Promise<void> {
  await sql`
    insert into legacy_students (school_id, legacy_id, student_id, import_id)
    select ${schoolId}::bigint, legacy_id, student_id, ${importId}::bigint from legacy_people where known_by <> 'LEGACY_ID'
    returning school_id
  `.execute(db)
}

/** Counts the file's existing students by how they were matched. */
export async function countExisting(db: Tx): Promise<{ byLegacyId: number; byRegisterNo: number }> {
  const { rows } = await sql<{ byLegacyId: number; byRegisterNo: number }>`
    select count(*) filter (where known_by = 'LEGACY_ID')::integer as "byLegacyId",
      count(*) filter (where known_by = 'REGISTER_NO')::integer as "byRegisterNo"
    from legacy_people
  `.execute(db)
  return rows[0] ?? { byLegacyId: 0, byRegisterNo: 0 }
}
