import { sql } from 'kysely'
import { query } from '../../../platform/command.ts'
import { notFound } from '../../../platform/refusal.ts'
import { studentId } from '../students.schema.ts'
import { studentActions } from './students.permissions.ts'
import { studentById } from './students.sql.ts'

/** Tables whose rows keep a student from being deleted, with the word for one row and for several. */
export const keepingTables = {
  payments: ['payment', 'payments'],
  collectedLines: ['fee line or discount', 'fee lines and discounts'],
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
  studentFeeCategories: ['fee category asked for', 'fee categories asked for'],
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
    const counts = tables.map((table) =>
      sql<number>`(select count(*) from ${sql.table(table)} where school_id = ${schoolId} and student_id = ${id})`.as(table),
    )
    const [[student], [found]] = await read(
      studentById(db, schoolId, viewer, id),
      db.selectFrom('students').select(counts).where('schoolId', '=', schoolId).where('id', '=', id),
    )
    if (!student || !found) throw notFound()
    return { keptBy: counted(keepingTables, found), goesAlong: counted(leavingTables, found) }
  },
})

function counted(tables: Tables, counts: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(tables).flatMap(([table, [one, several]]) => {
    const count = Number(counts[table] ?? 0)
    return count === 0 ? [] : [`${count.toLocaleString('en-IN')} ${count === 1 ? one : several}`]
  })
}
