import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Day } from '#shared/dates.ts'
import type { StudentHooks } from '#domains/students/server/studentHooks.exports.ts'
import { type Asking, caseCounts, casesOfStudent } from './cases.sql.ts'

export type { CaseRow as AttentionCase } from './cases.sql.ts'
export { findCasesIn } from './findCases.ts'

/** Cases go with a deleted student. */
export const attentionOfStudents: StudentHooks = { beforeDeletion: deleteCases }

async function deleteCases(db: Tx, schoolId: number, studentIds: readonly number[]): Promise<void> {
  const ofStudents = sql`school_id = ${schoolId} and student_id = any(${studentIds}::bigint[])`
  await sql`delete from attention_entries where ${ofStudents}`.execute(db)
  await sql`delete from attention_reasons where ${ofStudents}`.execute(db)
  await sql`delete from attention_cases where ${ofStudents}`.execute(db)
}

/** Counts the viewer's cases of every list on a day: one row. For the first page of the day. */
export function countCases(db: Db, asking: Asking, today: Day) {
  return caseCounts(db, asking, { list: 'OPEN' }, today)
}

/** Selects the open cases of a student that the viewer may see. For the student's page. */
export function openCasesOfStudent(db: Db, asking: Asking, studentId: number) {
  return casesOfStudent(db, asking, studentId).where('c.closedAt', 'is', null)
}
