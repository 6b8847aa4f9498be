import type { Config } from '#platform/config.ts'
import { type Database, readIn } from '#platform/database/connect.ts'
import { erasureDue } from '../erasures.rules.ts'
import { erasureBlockers, eraseStudentRows, lockStudent } from './erase.ts'

/**
 * Erases the students of a school for whom an erasure was asked for and not stopped, once the waiting time is over. A
 * student against whom something stands, such as money that is pending, waits for the next night.
 * @returns the number of erased students
 */
export async function applyAskedErasures(
  database: Database,
  config: Config,
  schoolId: number,
  { now, signal }: { now: Date; signal?: AbortSignal | undefined },
): Promise<number> {
  const [asked] = await database.read(schoolId, [
    database.kysely
      .selectFrom('students')
      .select('id')
      .where('schoolId', '=', schoolId)
      .where('erasureAskedAt', 'is not', null)
      .where('erasedAt', 'is', null)
      .orderBy('id'),
  ] as const)
  let count = 0
  for (const { id } of asked) {
    signal?.throwIfAborted()
    const finish = await database.transaction(schoolId, async (db) => {
      const student = await lockStudent(db, schoolId, id)
      // Read again under the lock, because it may have been stopped meanwhile.
      if (!student?.erasureAskedAt || student.erasedAt !== null || erasureDue(student.erasureAskedAt) > now) return null
      const read = readIn(db)
      if ((await erasureBlockers({ db, read }, schoolId, id)).length > 0) return null
      const after = await eraseStudentRows({ db, read, database, config }, student)
      await db
        .insertInto('auditLog')
        .values({ schoolId, role: 'JOB', action: 'student.erase', rowIds: [id], fields: ['everything'] })
        .execute()
      return after
    })
    if (finish === null) continue
    await finish()
    count += 1
  }
  return count
}
