import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import type { Mark } from '#shared/marks.ts'
import type { RegisterSession } from '../attendance.rules.ts'

export interface NewMark {
  studentId: number
  value: Mark
  note: string
}

/** The person who takes or corrects a register. */
export interface MarkAuthor {
  subject: string
  name: string
}

interface NewRegister {
  termId: number
  sectionId: number
  day: string
  session: RegisterSession
  subjectId: number | null
  starts: string | null
  deviceAt: Date | null
}

/** A register after it was written. */
export interface StoredRegister {
  id: number
  version: number
  present: number
  absent: number
  late: number
  takenAt: Date
  takenByName: string
}

const returnedColumns = sql`id, version, present, absent, late, taken_at, taken_by_name`

function newMarkRows(marks: readonly NewMark[]) {
  return sql`select * from unnest(${marks.map((mark) => mark.studentId)}::bigint[], ${marks.map((mark) => mark.value)}::text[],
    ${marks.map((mark) => mark.note)}::text[]) as incoming (student_id, value, note)`
}

/**
 * Inserts a register with its marks in one statement. Waits for a concurrent insert of the same register.
 * @returns undefined when somebody else has taken the register meanwhile
 */
export async function insertRegister(
  db: Tx,
  schoolId: number,
  register: NewRegister,
  marks: readonly NewMark[],
  { subject, name }: MarkAuthor,
): Promise<StoredRegister | undefined> {
  const { termId, sectionId, day, session, subjectId, starts, deviceAt } = register
  const { rows } = await sql<StoredRegister>`
    with incoming as (${newMarkRows(marks)}),
    stored as (
      insert into registers (school_id, term_id, section_id, day, session, subject_id, starts, device_at, taken_by, taken_by_name, present, absent, late)
      select ${schoolId}::bigint, ${termId}::bigint, ${sectionId}::bigint, ${day}::date, ${session}::text, ${subjectId}::bigint, ${starts}::time,
        ${deviceAt}::timestamptz, ${subject}::uuid, ${name}::text, count(*) filter (where value = 'P'), count(*) filter (where value = 'A'),
        count(*) filter (where value = 'L')
      from incoming
      on conflict do nothing
      returning ${returnedColumns}
    ),
    marked as (
      insert into marks (school_id, register_id, student_id, value, note)
      select ${schoolId}::bigint, stored.id, incoming.student_id, incoming.value, incoming.note from stored cross join incoming
      returning school_id
    )
    select * from stored`.execute(db)
  return rows[0]
}

/**
 * Updates marks of a locked register in one statement. Writes the old values into the history and updates the
 * register's counts and version. Marks that are already stored with the same value and note change nothing.
 * @returns the register, and the students whose value changed
 */
export async function changeMarks(
  db: Tx,
  schoolId: number,
  registerId: number,
  marks: readonly NewMark[],
  { subject, name }: MarkAuthor,
  deviceAt: Date | null,
): Promise<StoredRegister & { revaluedIds: number[] }> {
  const { rows } = await sql<StoredRegister & { revaluedIds: number[] }>`
    with incoming as (${newMarkRows(marks)}),
    changed as (
      select incoming.*, before.value as was from incoming
      left join marks before
        on before.school_id = ${schoolId} and before.register_id = ${registerId} and before.student_id = incoming.student_id
      where before.value is distinct from incoming.value or before.note is distinct from incoming.note
    ),
    written as (
      insert into marks (school_id, register_id, student_id, value, note)
      select ${schoolId}::bigint, ${registerId}::bigint, student_id, value, note from changed
      on conflict (school_id, register_id, student_id) do update set value = excluded.value, note = excluded.note
    ),
    kept as (
      insert into mark_changes (school_id, register_id, student_id, was, value, note, device_at, changed_by, changed_by_name)
      select ${schoolId}::bigint, ${registerId}::bigint, student_id, was, value, note, ${deviceAt}::timestamptz, ${subject}::uuid, ${name}::text
      from changed order by student_id
      returning school_id
    ),
    sums as (
      select count(*) as n, now() as at,
        count(*) filter (where value = 'P') - count(*) filter (where was = 'P') as present,
        count(*) filter (where value = 'A') - count(*) filter (where was = 'A') as absent,
        count(*) filter (where value = 'L') - count(*) filter (where was = 'L') as late,
        coalesce(array_agg(student_id order by student_id) filter (where was is distinct from value), '{}') as revalued_ids
      from changed
    )
    update registers set present = registers.present + sums.present, absent = registers.absent + sums.absent,
      late = registers.late + sums.late, version = version + case when sums.n = 0 then 0 else 1 end,
      changed_at = case when sums.n = 0 then changed_at else sums.at end
    from sums
    where registers.school_id = ${schoolId} and registers.id = ${registerId}
    returning ${sql.raw('registers.id, version, registers.present, registers.absent, registers.late, taken_at, taken_by_name')},
      sums.revalued_ids`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A register that was locked is not there.')
  return row
}

/** Locks a register until the transaction ends and returns its version. */
export async function lockRegister(db: Tx, schoolId: number, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('registers')
    .select('version')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.version
}

/** Returns who last wrote a register and when: its last correction, or when it was taken. */
export async function lastChange(db: Tx, schoolId: number, registerId: number) {
  const { rows } = await sql<{ name: string; at: Date; changed: boolean }>`
    select coalesce(c.changed_by_name, r.taken_by_name) as name, coalesce(c.at, r.taken_at) as at, c.id is not null as changed
    from registers r
    left join lateral (
      select id, changed_by_name, at from mark_changes
      where school_id = ${schoolId} and register_id = ${registerId} order by id desc limit 1
    ) c on true
    where r.school_id = ${schoolId} and r.id = ${registerId}`.execute(db)
  return rows[0]
}
