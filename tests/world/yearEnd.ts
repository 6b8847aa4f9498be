import {
  addBook,
  addFeeCategory,
  addFees,
  addStudents,
  addSubject,
  addTerm,
  assignFees,
  inSchool,
  type TxOrWorld,
} from './rows.ts'
import type { TestSchool } from './testWorld.ts'

/**
 * Makes the school's term the previous one and adds a new current term. 7-A gets 12 more students (the last is
 * disabled), a subject with a timetable and a book, and a fee category with three fees assigned to its students.
 * @returns the new term, the category, and the added students
 */
export function startNextTerm(
  on: TxOrWorld,
  school: TestSchool,
): Promise<{ newTermId: number; feeCategoryId: number; students: number[] }> {
  const { id: schoolId, section7A, student7A, users } = school
  return inSchool(on, schoolId, async (db) => {
    await db.updateTable('terms').set({ current: false }).where('schoolId', '=', schoolId).execute()
    const newTermId = await addTerm(db, school, { name: '2027-28', current: true })
    await db
      .updateTable('classes')
      .set({ smsSuffix: 'Own High School' })
      .where('schoolId', '=', schoolId)
      .where('id', '=', school.class7)
      .execute()
    const userId = users.teacher
    const subjectId = await addSubject(db, school, { sectionId: section7A, name: 'Science', days: [1, 3], userId })
    await addBook(db, school, { subjectId, name: 'Science Reader', pages: 120, userId })
    const feeCategoryId = await addFeeCategory(db, school, { name: 'Tuition' })
    await addFees(db, school, feeCategoryId, [
      { name: 'Tuition', amount: 150_000, month: 'APR' },
      { name: 'Tuition', amount: 150_000, month: 'MAY' },
      { name: 'Library', amount: 150_000 },
    ])
    // Named backwards, so that the order of names differs from the order of rolls.
    const students = await addStudents(
      db,
      school,
      section7A,
      Array.from({ length: 12 }, (_, place) => ({
        name: `Student ${String.fromCharCode(90 - place)}`,
        disabled: place === 11,
      })),
    )
    await assignFees(db, school, feeCategoryId, [student7A, ...students])
    return { newTermId, feeCategoryId, students }
  })
}
