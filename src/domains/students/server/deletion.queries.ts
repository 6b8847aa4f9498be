import { sql } from 'kysely'
import { counted } from '#shared/counted.ts'
import { query } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { studentId, studentIds } from '../students.schema.ts'
import { studentActions } from './students.permissions.ts'
import { studentById } from './students.sql.ts'

/** Tables whose rows keep a student from being deleted, with the word for one row and for several. */
export const keepingTables = {
  payments: ['payment', 'payments'],
  collectedLines: ['collected fee or discount', 'collected fees or discounts'],
  onlineOrderLines: ['fee of an online order', 'fees of online orders'],
  onlineSurplus: ['surplus of an online payment', 'surpluses of online payments'],
  certificates: ['certificate', 'certificates'],
  incidents: ['incident', 'incidents'],
} as const

/** Tables whose rows go along with a student. */
export const leavingTables = {
  enrolments: ['place in a term', 'places in terms'],
  marks: ['mark of attendance', 'marks of attendance'],
  gateScans: ['scan at the gate', 'scans at the gate'],
  studentFeeCategories: ['fee category', 'fee categories'],
  chatThreads: ['conversation', 'conversations'],
} as const

type Tables = Readonly<Record<string, readonly [string, string]>>

/** What deleting a student would meet: rows that keep the student, and rows that go along, each as "3 payments". */
export interface StudentDeletion {
  keptBy: string[]
  goesAlong: string[]
}

/** Counts what stands on a student, so that nobody is asked about a deletion that is then refused. NOT_FOUND for an unknown student. */
export const previewStudentDeletion = query({
  action: studentActions.previewDeletion,
  input: studentId,
  run: async ({ db, read, viewer, schoolId, input: { id } }): Promise<StudentDeletion> => {
    const tables = [...Object.keys(keepingTables), ...Object.keys(leavingTables)]
    const [[student], [found]] = await read(
      studentById(db, schoolId, viewer, id),
      db.selectFrom('students').select(countsIn(tables, schoolId)).where('schoolId', '=', schoolId).where('id', '=', id),
    )
    if (!student || !found) throw notFound()
    return { keptBy: countedRows(keepingTables, found), goesAlong: countedRows(leavingTables, found) }
  },
})

/** A student who cannot be deleted, and the rows that must be kept, each as "3 payments". */
export interface KeptStudent {
  id: number
  name: string
  keptBy: string[]
}

/** Finds the students among those of a file who cannot be deleted. Unknown students are left out. */
export const findKeptStudents = query({
  action: studentActions.previewDeletion,
  input: studentIds,
  run: async ({ db, read, schoolId, input: { ids } }): Promise<KeptStudent[]> => {
    const [found] = await read(
      db
        .selectFrom('students')
        .select(['id', 'name'])
        .select(countsIn(Object.keys(keepingTables), schoolId))
        .where('schoolId', '=', schoolId)
        .where('id', 'in', ids),
    )
    return found
      .map((student) => ({ id: student.id, name: student.name, keptBy: countedRows(keepingTables, student) }))
      .filter(({ keptBy }) => keptBy.length > 0)
  },
})

/** The number of a student's rows in each table. */
function countsIn(tables: readonly string[], schoolId: number) {
  return tables.map((table) =>
    sql<number>`(select count(*) from ${sql.table(table)} as counted
      where counted.school_id = ${schoolId} and counted.student_id = students.id)`.as(table),
  )
}

function countedRows(tables: Tables, counts: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(tables).flatMap(([table, [one, several]]) => {
    const count = Number(counts[table] ?? 0)
    return count === 0 ? [] : [counted(count, one, several)]
  })
}
