import type { Config } from '#platform/config.ts'
import { type Database, readIn } from '#platform/database/connect.ts'
import type { Erasure } from '#platform/erasures.ts'
import { eraseStudentRows, lockStudent } from './erase.ts'

/** The result of applying recorded erasures. */
export interface ReapplyResult {
  erased: number
  /** Erasures that changed nothing: the student is erased already, missing, or another student with the same id. */
  nothing: number
}

/**
 * Applies the recorded erasures to a database that was restored from a backup. Skips the checks, because each erasure
 * was decided and carried out before.
 */
export async function reapplyErasures(database: Database, config: Config, erasures: readonly Erasure[]): Promise<ReapplyResult> {
  const done = { erased: 0, nothing: 0 }
  for (const { schoolId, studentId, createdAt } of erasures) {
    const after = await database.transaction(schoolId, async (db) => {
      const student = await lockStudent(db, schoolId, studentId)
      if (student?.createdAt.getTime() !== createdAt.getTime() || student.erasedAt !== null) return null
      const finish = await eraseStudentRows({ db, read: readIn(db), database, config }, { ...student, again: true })
      await db
        .insertInto('auditLog')
        .values({ schoolId, role: 'JOB', action: 'student.erase', rowIds: [studentId], fields: ['everything', 'again'] })
        .execute()
      return finish
    })
    await after?.()
    done[after === null ? 'nothing' : 'erased'] += 1
  }
  return done
}
