import { sql } from 'kysely'
import { defaultPhone } from '#shared/defaultPhone.ts'
import type { Database, Tx } from '../database/connect.ts'
import type { Job } from '../jobs/jobs.ts'

/**
 * Lists the phones of students as their records have them now, so that `schools_of_phone` finds the school. Whoever
 * writes `phone` or `phones` calls it in the same transaction; a deletion takes the list along.
 *
 * A phone that a record keeps stays listed since its moment, however often the record is saved: only a child that is
 * listed later needs a new proof on a guardian's device (decisions/0115).
 *
 * @param ids null for all students of the school
 * @returns the number of phones that were added or taken out
 */
export async function listStudentPhones(db: Tx, schoolId: number, ids: readonly number[] | null): Promise<number> {
  const wanted = (column: string) => (ids === null ? sql`true` : sql`${sql.ref(column)} = any(${ids}::bigint[])`)
  const { rows: gone } = await sql`
    delete from student_phones as listed
    where listed.school_id = ${schoolId} and ${wanted('listed.student_id')} and not exists (
      select from students as s
      where s.school_id = ${schoolId} and s.id = listed.student_id and listed.phone = any (s.phones || s.phone))
    returning listed.student_id`.execute(db)
  const { rows: added } = await sql`
    insert into student_phones (school_id, student_id, phone)
    select distinct ${schoolId}::bigint, s.id, given.phone
    from students as s cross join lateral unnest(s.phones || s.phone) as given (phone)
    where s.school_id = ${schoolId} and ${wanted('s.id')} and given.phone <> ${defaultPhone} and not exists (
      select from student_phones as listed
      where listed.school_id = ${schoolId} and listed.student_id = s.id and listed.phone = given.phone)
    on conflict do nothing
    returning school_id`.execute(db)
  return gone.length + added.length
}

/** Returns the ids of the enabled students of a school whose record has a phone, the lowest first. */
export async function studentsWithPhone(db: Tx, schoolId: number, phone: string): Promise<number[]> {
  const students = await db
    .selectFrom('students')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where((row) => row.or([row('phone', '=', phone), sql<boolean>`${phone} = any(phones)`]))
    .where('disabled', '=', false)
    .orderBy('id')
    .execute()
  return students.map(({ id }) => id)
}

/** Lists the phones of all students, a school in a transaction. It waits for nobody and may be interrupted. */
export async function listAllStudentPhones(database: Database, signal?: AbortSignal): Promise<number> {
  const schools = await database.kysely.selectFrom('schools').select('id').where('id', '<>', 0).orderBy('id').execute()
  let written = 0
  for (const { id } of schools) {
    signal?.throwIfAborted()
    written += await database.transaction(id, (db) => listStudentPhones(db, id, null))
  }
  return written
}

/** Runs every night, and when a serving process starts: what an older server has written is soon found. */
export function studentPhonesJob(database: Database): Job<object> {
  return {
    name: 'student-phones',
    cron: '40 2 * * *',
    expireInSeconds: 3600,
    run: async (_, signal) => ({ written: await listAllStudentPhones(database, signal) }),
  }
}
