import { randomUUID } from 'node:crypto'
import { Database, type Tx } from '#platform/database/connect.ts'
import type { TestSchool, World } from './world.ts'

/**
 * Makes the school's term the previous one and adds a new current term. 7-A gets 12 more students (the last is
 * disabled), a subject with a timetable and a book, a fee category with three fees assigned to its students, and the
 * limited ADMIN.
 * @returns the new term and the category
 */
export async function yearTurns(
  { database }: Pick<World, 'database'>,
  school: TestSchool,
): Promise<{ newTermId: number; feeCategoryId: number; students: number[] }> {
  const { id: schoolId, termId, users } = school
  return database.transaction(schoolId, async (db) => {
    await db.updateTable('terms').set({ current: false }).where('schoolId', '=', schoolId).execute()
    const { id: newTermId } = await db
      .insertInto('terms')
      .values({ schoolId, name: '2027-28', current: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('classes')
      .set({ smsSuffix: 'Own High School' })
      .where('schoolId', '=', schoolId)
      .where('id', '=', school.class7)
      .execute()
    const { id: subjectId } = await db
      .insertInto('subjects')
      .values({ schoolId, termId, sectionId: school.section7A, sr: 1, name: 'Science' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('subjectTeachers').values({ schoolId, subjectId, userId: users.teacher }).execute()
    await db
      .insertInto('subjectSlots')
      .values([1, 3].map((day) => ({ schoolId, subjectId, day, starts: '09:00', ends: '10:00' })))
      .execute()
    const { id: bookId } = await db
      .insertInto('books')
      .values({ schoolId, subjectId, name: 'Science Reader', pages: 120 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('bookTeachers').values({ schoolId, bookId, userId: users.teacher }).execute()
    const { id: feeCategoryId } = await db
      .insertInto('feeCategories')
      .values({ schoolId, termId, name: 'Tuition' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('fees')
      .values(
        ['APR', 'MAY', null].map((month, index) => ({
          schoolId,
          termId,
          feeCategoryId,
          name: month ? 'Tuition' : 'Library',
          slug: month ? 'tuition' : 'library',
          month,
          amount: 150_000,
          fixedAmount: true,
          sr: index + 1,
        })),
      )
      .execute()
    const students = await newStudents(db, school, 12)
    await db
      .updateTable('students')
      .set({ disabled: true })
      .where('schoolId', '=', schoolId)
      .where('id', '=', students.at(-1) ?? 0)
      .execute()
    await db
      .insertInto('studentFeeCategories')
      .values([school.student7A, ...students].map((studentId) => ({ schoolId, termId, studentId, feeCategoryId })))
      .execute()
    return { newTermId, feeCategoryId, students }
  })
}

async function newStudents(db: Tx, { id: schoolId, termId, section7A }: TestSchool, count: number): Promise<number[]> {
  const rows = await db
    .insertInto('students')
    .values(
      Array.from({ length: count }, (_, index) => ({
        schoolId,
        name: `Student ${String.fromCharCode(90 - index)}`,
        createTermId: termId,
        qrcode: randomUUID(),
      })),
    )
    .returning('id')
    .execute()
  await db
    .insertInto('enrolments')
    .values(rows.map(({ id }, index) => ({ schoolId, termId, studentId: id, sectionId: section7A, roll: String(index + 2) })))
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns another process's connection to the same database. */
export function otherProcess(appUrl: string): Database {
  return new Database(appUrl, { onError: () => undefined, connections: 2 })
}
