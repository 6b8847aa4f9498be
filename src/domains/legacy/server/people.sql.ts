import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import { sectionsOf } from './places.sql.ts'
import type { StagedRow } from './readFile.ts'

/** A student of the file whom the school does not have. */
export interface NewPerson {
  legacyId: string
  /** The number of the row that counts, in the file. */
  row: number
  disabled: boolean
  termId: number
  sectionId: number
  className: string
  sectionName: string
  roll: string
  /** What each of her rows says, the one that counts last. */
  said: StagedRow['said'][]
  /** Sealed Aadhaar numbers with their rows, the one that counts last. */
  aadhars: { row: number; sealed: string }[]
}

/** How many students the school does not have. */
export async function countNew(db: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from legacy_people where student_id is null
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** The next of them after a row of the file. */
export async function newPeople(db: Tx, schoolId: number, afterRow: number, limit: number): Promise<NewPerson[]> {
  const { rows } = await sql<NewPerson>`
    with people as (select * from legacy_people where student_id is null and row > ${afterRow} order by row limit ${limit}),
      seats as materialized (${sectionsOf(schoolId)})
    select people.legacy_id as "legacyId", people.row, people.disabled, mine.term_id as "termId", mine.section_id as "sectionId",
      seats.class as "className", seats.section as "sectionName", mine.roll, whole.said, whole.aadhars
    from people
    join legacy_rows as mine on mine.row = people.row
    join seats on seats.id = mine.section_id
    cross join lateral (
      select jsonb_agg(said order by row = people.row, lower(term), row) as said,
        coalesce(
          jsonb_agg(jsonb_build_object('row', row, 'sealed', aadhar) order by row = people.row, lower(term), row)
            filter (where aadhar <> ''),
          '[]'
        ) as aadhars
      from legacy_rows where legacy_id = people.legacy_id
    ) as whole
    order by people.row
  `.execute(db)
  return rows
}

/** Notes who the students are that were added. */
export async function noteAdded(db: Tx, legacyIds: readonly string[], studentIds: readonly number[]): Promise<void> {
  await sql`
    update legacy_people set student_id = added.student_id
    from unnest(${legacyIds}::text[], ${studentIds}::bigint[]) as added (legacy_id, student_id)
    where legacy_people.legacy_id = added.legacy_id
  `.execute(db)
}

/** Remembers by which id everybody of the file was known in the previous system. */
export async function rememberLegacyIds(db: Tx, schoolId: number, importId: number): Promise<void> {
  await sql`
    insert into legacy_students (school_id, legacy_id, student_id, import_id)
    select ${schoolId}::bigint, legacy_id, student_id, ${importId}::bigint from legacy_people where known_by <> 'LEGACY_ID'
    returning school_id
  `.execute(db)
}

/** How many of the file the school had already, by what they were found. */
export async function countKnown(db: Tx): Promise<{ byLegacyId: number; byRegisterNo: number }> {
  const { rows } = await sql<{ byLegacyId: number; byRegisterNo: number }>`
    select count(*) filter (where known_by = 'LEGACY_ID')::integer as "byLegacyId",
      count(*) filter (where known_by = 'REGISTER_NO')::integer as "byRegisterNo"
    from legacy_people
  `.execute(db)
  return rows[0] ?? { byLegacyId: 0, byRegisterNo: 0 }
}
