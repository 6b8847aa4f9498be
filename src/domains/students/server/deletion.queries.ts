import { sql } from 'kysely'
import { plural, t } from '#shared/texts.ts'
import { query } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { studentId, studentIds } from '../students.schema.ts'
import { studentActions } from './students.permissions.ts'
import { studentById } from './students.sql.ts'

/** Tables whose rows prevent the deletion of a student, each with a text that counts its rows. */
export const keepingTables = {
  payments: (count: number) => t`${plural(count, { one: '# payment', other: '# payments' })}`,
  collectedLines: (count: number) =>
    t`${plural(count, { one: '# collected fee or discount', other: '# collected fees or discounts' })}`,
  refunds: (count: number) => t`${plural(count, { one: '# refund', other: '# refunds' })}`,
  concessions: (count: number) => t`${plural(count, { one: '# concession', other: '# concessions' })}`,
  discountRequests: (count: number) => t`${plural(count, { one: '# discount request', other: '# discount requests' })}`,
  onlineOrderLines: (count: number) => t`${plural(count, { one: '# fee of an online order', other: '# fees of online orders' })}`,
  onlineSurplus: (count: number) =>
    t`${plural(count, { one: '# surplus of an online payment', other: '# surpluses of online payments' })}`,
  certificates: (count: number) => t`${plural(count, { one: '# certificate', other: '# certificates' })}`,
  reportCards: (count: number) => t`${plural(count, { one: '# published report card', other: '# published report cards' })}`,
  incidents: (count: number) => t`${plural(count, { one: '# incident', other: '# incidents' })}`,
}

/** Tables whose rows are deleted with a student, each with a text that counts its rows. */
export const leavingTables = {
  enrolments: (count: number) => t`${plural(count, { one: '# place in a term', other: '# places in terms' })}`,
  marks: (count: number) => t`${plural(count, { one: '# mark of attendance', other: '# marks of attendance' })}`,
  gateScans: (count: number) => t`${plural(count, { one: '# scan at the gate', other: '# scans at the gate' })}`,
  studentFeeCategories: (count: number) => t`${plural(count, { one: '# fee category', other: '# fee categories' })}`,
  chatThreads: (count: number) => t`${plural(count, { one: '# conversation', other: '# conversations' })}`,
}

type Tables = Readonly<Record<string, (count: number) => string>>

/** Rows that prevent a student's deletion, and rows that are deleted with the student, each as "3 payments". */
export interface StudentDeletion {
  keptBy: string[]
  goesAlong: string[]
}

/**
 * Counts the records of a student, so that the user is not asked to confirm a deletion that would be refused. NOT_FOUND
 * for an unknown student.
 */
export const previewStudentDeletion = query({
  action: studentActions.previewDeletion,
  input: studentId,
  run: async ({ db, read, viewer, schoolId, input: { id } }): Promise<StudentDeletion> => {
    const tables = [...Object.keys(keepingTables), ...Object.keys(leavingTables)]
    const [[student], [counts]] = await read(
      studentById(db, schoolId, viewer, id),
      db.selectFrom('students').select(countsIn(tables, schoolId)).where('schoolId', '=', schoolId).where('id', '=', id),
    )
    if (!student || !counts) throw notFound()
    return { keptBy: countedRows(keepingTables, counts), goesAlong: countedRows(leavingTables, counts) }
  },
})

/** A student who cannot be deleted, with the rows that must be kept, each as "3 payments". */
export interface KeptStudent {
  id: number
  name: string
  keptBy: string[]
}

/** Returns those of the given students who cannot be deleted. Ignores unknown ids. */
export const findKeptStudents = query({
  action: studentActions.previewDeletion,
  input: studentIds,
  run: async ({ db, read, schoolId, input: { ids } }): Promise<KeptStudent[]> => {
    const [students] = await read(
      db
        .selectFrom('students')
        .select(['id', 'name'])
        .select(countsIn(Object.keys(keepingTables), schoolId))
        .where('schoolId', '=', schoolId)
        .where('id', 'in', ids),
    )
    return students
      .map((student) => ({ id: student.id, name: student.name, keptBy: countedRows(keepingTables, student) }))
      .filter(({ keptBy }) => keptBy.length > 0)
  },
})

/** Selects the number of a student’s rows in each table. */
function countsIn(tables: readonly string[], schoolId: number) {
  return tables.map((table) =>
    sql<number>`(select count(*) from ${sql.table(table)} as counted_rows
      where counted_rows.school_id = ${schoolId} and counted_rows.student_id = students.id)`.as(table),
  )
}

function countedRows(tables: Tables, counts: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(tables).flatMap(([table, textOf]) => {
    const count = Number(counts[table] ?? 0)
    return count === 0 ? [] : [textOf(count)]
  })
}
