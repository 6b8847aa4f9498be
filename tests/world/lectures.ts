import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Call } from '#platform/command.ts'
import type { Database } from '#platform/database/connect.ts'
import { viewerOf } from '#platform/viewer.ts'
import { addBook, addStudents, addSubject, giveAccount } from './rows.ts'
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
  const { teacher } = school.users
  return database.transaction(school.id, async (db) => {
    const subject = await addSubject(db, school, { sectionId: school.section7A, name: 'Maths', teacher })
    const foreignSubject = await addSubject(db, school, { sectionId: school.section8A, name: 'History' })
    const book = await addBook(db, school, { subjectId: subject, name: 'Algebra', teacher })
    const newPupils = async (sectionId: number, names: readonly string[], firstRoll: number): Promise<Pupil[]> => {
      const students = names.map((name, nth) => ({
        name,
        roll: String(firstRoll + nth),
        phone: '9876543210',
        qrcode: randomUUID(),
      }))
      const pupils = []
      for (const id of await addStudents(db, school, sectionId, students))
        pupils.push({ id, subject: await giveAccount(db, school.id, id) })
      return pupils
    }
    const pupils = await newPupils(school.section7A, ['Diya', 'Kabir', 'Meera', 'Om'], 2)
    const [outsider = { id: 0, subject: '' }] = await newPupils(school.section8A, ['Riya'], 9)
    return { subject, book, foreignSubject, pupils, outsider }
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
