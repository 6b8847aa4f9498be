import { query } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { studentOverviewView } from '../students.schema.ts'
import { type SiblingRow, visibleSiblings } from './siblings.sql.ts'
import { studentActions } from './students.permissions.ts'
import { studentById, type Student } from './students.sql.ts'

/** A student with the siblings, as staff look at one in a term. */
export interface StudentOverview {
  schoolId: number
  termId: number
  student: Student
  siblings: SiblingRow[]
}

/** Returns a student and the siblings whom the viewer may see, in one round trip. */
export const viewStudentOverview = query({
  action: studentActions.viewOverview,
  input: studentOverviewView,
  run: async ({ db, read, viewer, schoolId, input }): Promise<StudentOverview> => {
    const [[student], siblings] = await read(
      studentById(db, schoolId, viewer, input.studentId),
      visibleSiblings(db, schoolId, viewer, input),
    )
    if (!student) throw notFound()
    return { schoolId, termId: input.termId, student, siblings }
  },
})
