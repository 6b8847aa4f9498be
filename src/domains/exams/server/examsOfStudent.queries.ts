import { query } from '#platform/command.ts'
import { visibleStudents } from '#domains/students/server/studentRecords.exports.ts'
import { schoolDay } from '#shared/dates.ts'
import { studentCardsChoice } from '../cardsOfStudent.schema.ts'
import { cardsOfStudentActions } from './cardsOfStudent.permissions.ts'
import { announcedExams, papersOfStudents } from './dateSheet.sql.ts'
import { type FamilyExam, familyExams } from './familyExams.ts'

/** Returns the announced exams of a student that are not over, for staff; none of one whom the viewer may not see. */
export const listExamsOfStudent = query({
  action: cardsOfStudentActions.listExams,
  input: studentCardsChoice,
  run: async ({ db, read, viewer, schoolId, input }): Promise<FamilyExam[]> => {
    const [[student], [term]] = await read(
      visibleStudents(db, schoolId, viewer).select('students.id').where('students.id', '=', input.studentId),
      db.selectFrom('terms').select('id').where('schoolId', '=', schoolId).where('current', '=', true),
    )
    if (!student || !term) return []
    const view = { termId: term.id, studentIds: [student.id], from: schoolDay(new Date()) }
    return familyExams(...(await read(announcedExams(db, schoolId, view), papersOfStudents(db, schoolId, view))))
  },
})
