import {
  addBook,
  addClass,
  addFeeCategory,
  addFees,
  addSection,
  addStudents,
  addSubject,
  addTerm,
  assignFees,
  inSchool,
  type SchoolTerm,
  setCurrentTerm,
  type TxOrWorld,
} from './rows.ts'
import type { TestSchool } from './testWorld.ts'

/** A term with one class and its only section. */
export interface TermWithSection extends SchoolTerm {
  classId: number
  sectionId: number
}

/**
 * Adds a term that is not the current one, with one class and its section.
 * @param term its id places it before or after the school's other terms; a past one is before them
 */
export function addTermWithSection(
  on: TxOrWorld,
  { id: schoolId }: Pick<SchoolTerm, 'id'>,
  term: { name: string; id?: number; past?: boolean },
  className: string,
  sectionName = 'A',
): Promise<TermWithSection> {
  return inSchool(on, schoolId, async (db) => {
    const place = { id: schoolId, termId: await addTerm(db, { id: schoolId }, term) }
    const classId = await addClass(db, place, className)
    return { ...place, classId, sectionId: await addSection(db, place, { classId, name: sectionName }) }
  })
}

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
    const newTermId = await addTerm(db, school, { name: '2027-28' })
    await setCurrentTerm(db, { id: schoolId, termId: newTermId })
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
