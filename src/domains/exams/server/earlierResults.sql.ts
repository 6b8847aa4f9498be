import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { visibleStudents } from '#domains/students/server/studentRecords.exports.ts'
import type { EarlierMarks, EarlierResult, ImportedResult } from '../earlierResults.rules.ts'

/** An earlier result as it is stored. */
export interface EarlierResultRow extends EarlierResult {
  schoolId: number
  id: number
  createdAt: Date
  createdByName: string
}

/** Selects earlier results, without a condition but the school. */
function rowsOf(db: Db | Tx, schoolId: number) {
  return db
    .selectFrom('earlierResults')
    .select(['schoolId', 'id', 'studentId', 'year', 'className', 'exam', 'outcome', 'createdAt', 'createdByName'])
    .select(sql<EarlierMarks[]>`subjects`.as('subjects'))
    .where('schoolId', '=', schoolId)
}

/** Selects the earlier results of students whom the viewer may see: the newest year first, exams as in the file. */
export function earlierResults(db: Db | Tx, schoolId: number, viewer: Viewer) {
  return rowsOf(db, schoolId)
    .where('studentId', 'in', visibleStudents(db, schoolId, viewer).select('students.id'))
    .orderBy('year', 'desc')
    .orderBy('id')
}

/** Returns all earlier results of students. */
export function storedResults(db: Tx, schoolId: number, studentIds: readonly number[]): Promise<EarlierResult[]> {
  return rowsOf(db, schoolId).where(sql<SqlBool>`student_id = any(${studentIds}::bigint[])`).execute()
}

/** Adds results in the order given, and returns their ids. */
export async function addResults(
  db: Tx,
  schoolId: number,
  by: { subject: string; name: string },
  results: readonly ImportedResult[],
): Promise<number[]> {
  const documents = results.map(({ studentId, year, className, exam, outcome, subjects }) => ({
    studentId,
    year,
    className,
    exam,
    outcome,
    subjects,
  }))
  const { rows } = await sql<{ id: number }>`
    insert into earlier_results (school_id, student_id, year, class_name, exam, outcome, subjects, created_by, created_by_name)
    select ${schoolId}, (row->>'studentId')::bigint, (row->>'year')::integer, row->>'className', row->>'exam', row->>'outcome',
      row->'subjects', ${by.subject}::uuid, ${by.name}::text
    from jsonb_array_elements(${JSON.stringify(documents)}::jsonb) with ordinality as given (row, place)
    order by place
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes results, and returns the ids of those that were still there. */
export async function deleteResults(db: Tx, schoolId: number, ids: readonly number[]): Promise<number[]> {
  const deleted = await db
    .deleteFrom('earlierResults')
    .where('schoolId', '=', schoolId)
    .where(sql<SqlBool>`id = any(${ids}::bigint[])`)
    .returning('id')
    .execute()
  return deleted.map(({ id }) => id)
}
