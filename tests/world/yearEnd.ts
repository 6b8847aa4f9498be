import { randomUUID } from 'node:crypto'
import { Database } from '#platform/database/connect.ts'
import { addBook, addFeeCategory, addStudents, addSubject } from './rows.ts'
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
  const { id: schoolId, users } = school
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
    const subjectId = await addSubject(db, school, {
      sectionId: school.section7A,
      name: 'Science',
      teacher: users.teacher,
      slots: [1, 3].map((day) => ({ day, starts: '09:00', ends: '10:00' })),
    })
    await addBook(db, school, { subjectId, name: 'Science Reader', teacher: users.teacher })
    const students = await addStudents(
      db,
      school,
      school.section7A,
      Array.from({ length: 12 }, (_, nth) => ({
        name: `Student ${String.fromCharCode(90 - nth)}`,
        roll: String(nth + 2),
        qrcode: randomUUID(),
      })),
    )
    await db
      .updateTable('students')
      .set({ disabled: true })
      .where('schoolId', '=', schoolId)
      .where('id', '=', students.at(-1) ?? 0)
      .execute()
    const { id: feeCategoryId } = await addFeeCategory(db, school, {
      name: 'Tuition',
      fees: [
        { name: 'Tuition', amount: 150_000, month: 'APR' },
        { name: 'Tuition', amount: 150_000, month: 'MAY' },
        { name: 'Library', amount: 150_000 },
      ],
      students: [school.student7A, ...students],
    })
    return { newTermId, feeCategoryId, students }
  })
}

/** Returns another process's connection to the same database. */
export function otherProcess(appUrl: string): Database {
  return new Database(appUrl, { onError: () => undefined, connections: 2 })
}
