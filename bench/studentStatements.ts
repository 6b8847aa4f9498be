import type { CompiledQuery } from 'kysely'
import { searchedStudents, studentCount, studentPage } from '#domains/students/server/studentList.sql.ts'
import { studentById } from '#domains/students/server/students.sql.ts'
import { studentsView } from '#domains/students/students.schema.ts'
import type { Db } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { GraphqlRequest } from './http.ts'

/** Variables of the benchmark's requests: a view of the list, or one student. */
interface Variables {
  schoolId: string
  id?: string
  input?: Record<string, unknown>
}

/** Returns the statements that the product runs for an ADMIN's request. */
export function statements(db: Db, { variables }: GraphqlRequest): readonly CompiledQuery[] {
  const { schoolId, id, input } = variables as unknown as Variables
  const school = Number(schoolId)
  const viewer = { role: 'ADMIN', classIds: null, schoolId: school } as unknown as Viewer
  if (id !== undefined) return [studentById(db, school, viewer, Number(id)).compile()]
  const view = studentsView.parse(input)
  if (view.search) return [searchedStudents(db, school, viewer, view).compile()]
  return [studentPage(db, school, viewer, view).compile(), studentCount(db, school, viewer, view).compile()]
}
