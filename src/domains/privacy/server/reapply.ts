import type { Config } from '#platform/config.ts'
import { type Database, readIn } from '#platform/database/connect.ts'
import { readErasures } from '#platform/erasures.ts'
import { eraseRows, lockErased } from './erase.ts'

/** What became of the erasures that were written down. */
export interface Reapplied {
  erased: number
  /** They are erased in this database already, or not in it; another student with her id is not she. */
  nothing: number
}

/**
 * Carries out again, in a database that came from a backup, the erasures that were written down since. She is erased whatever else holds
 * of her by then: it was decided and done once.
 * @param path the list; by default DATA_DIR/erasures.csv
 */
export async function reapplyErasures(database: Database, config: Config, path?: string): Promise<Reapplied> {
  const done = { erased: 0, nothing: 0 }
  for (const { schoolId, studentId, createdAt } of await readErasures(config, path)) {
    const after = await database.transaction(schoolId, async (db) => {
      const student = await lockErased(db, schoolId, studentId)
      if (student?.createdAt.getTime() !== createdAt.getTime() || student.erasedAt !== null) return null
      const finish = await eraseRows({ db, read: readIn(db), database, config }, { ...student, again: true })
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
