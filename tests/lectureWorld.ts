import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Call } from '#platform/command.ts'
import type { Database } from '#platform/database/connect.ts'
import { viewerOf } from '#platform/viewer.ts'
import type { TestSchool, World } from './world.ts'

/**
 * Data for lectures besides the test world: a subject and a book of 7-A that its teacher teaches, and students who sign
 * in.
 */
export interface LectureSchool {
  subject: number
  book: number
  /** A subject of 8-A that the teacher does not teach. */
  foreignSubject: number
  /** Four more students of 7-A, in the order of their rolls, and one of 8-A. */
  pupils: Pupil[]
  outsider: Pupil
}

export interface Pupil {
  id: number
  subject: string
}

/** Adds the data to a school of the test world. */
export async function addLectureSchool(database: Database, school: TestSchool): Promise<LectureSchool> {
  const { id: schoolId, termId } = school
  return database.transaction(schoolId, async (db) => {
    const newSubject = async (sectionId: number, name: string) =>
      (
        await db
          .insertInto('subjects')
          .values({ schoolId, termId, sectionId, sr: 1, name })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const subject = await newSubject(school.section7A, 'Maths')
    const foreignSubject = await newSubject(school.section8A, 'History')
    const { id: book } = await db
      .insertInto('books')
      .values({ schoolId, subjectId: subject, name: 'Algebra', pages: 120 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('subjectTeachers').values({ schoolId, subjectId: subject, userId: school.users.teacher }).execute()
    await db.insertInto('bookTeachers').values({ schoolId, bookId: book, userId: school.users.teacher }).execute()
    const newPupil = async (sectionId: number, name: string, roll: number): Promise<Pupil> => {
      const login = randomUUID()
      const { id } = await db
        .insertInto('students')
        .values({ schoolId, name, subject: login, phone: '9876543210', qrcode: randomUUID(), createTermId: termId })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('enrolments')
        .values({ schoolId, termId, studentId: id, sectionId, roll: String(roll) })
        .execute()
      await db.insertInto('logins').values({ subject: login, schoolId, studentId: id }).execute()
      return { id, subject: login }
    }
    const pupils = []
    for (const [index, name] of ['Diya', 'Kabir', 'Meera', 'Om'].entries())
      pupils.push(await newPupil(school.section7A, name, index + 2))
    return { subject, book, foreignSubject, pupils, outsider: await newPupil(school.section8A, 'Riya', 9) }
  })
}

/** Returns a call as this student, in this or another process. */
export async function pupilCall(world: World, pupil: Pupil, database = world.database): Promise<Call> {
  const call = await world.call('anonymous')
  return { ...call, database, viewer: await viewerOf(database, pupil.subject) }
}

/**
 * Runs a statement as the owner, whom row-level security does not bind: for moving clocks and checking what is stored.
 */
export async function asOwner<Row extends pg.QueryResultRow>(
  ownerUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    return (await owner.query<Row>(text, values)).rows
  } finally {
    await owner.end()
  }
}
