import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Day } from '#shared/dates.ts'
import type { StudentHooks } from '#domains/students/server/studentHooks.exports.ts'
import { attentionActions } from './attention.permissions.ts'
import { type Asking, caseCounts } from './cases.sql.ts'

export type { CaseRow as AttentionCase } from './cases.sql.ts'
export { findCasesIn } from './findCases.ts'

/** The permission to see cases. */
export const listCasesAction = attentionActions.list

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
