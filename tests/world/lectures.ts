import type { Call } from '#platform/command.ts'
import { viewerOf } from '#platform/viewer.ts'
import { addBook, addStudents, addSubject, giveAccount, inSchool, type TxOrWorld } from './rows.ts'
import type { TestSchool, World } from './testWorld.ts'

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
  students: StudentAccount[]
  outsider: StudentAccount
}

/** A student with an account. */
export interface StudentAccount {
  id: number
  subject: string
}

/** Adds the data to a school of the test world. */
export function addLectureSchool(on: TxOrWorld, school: TestSchool): Promise<LectureSchool> {
  const phone = '9876543210'
  const { teacher } = school.users
  return inSchool(on, school.id, async (db) => {
    const subject = await addSubject(db, school, { sectionId: school.section7A, userId: teacher })
    const foreignSubject = await addSubject(db, school, { sectionId: school.section8A, name: 'History' })
    const book = await addBook(db, school, { subjectId: subject, name: 'Algebra', pages: 120, userId: teacher })
    const ids = [
      ...(await addStudents(
        db,
        school,
        school.section7A,
        ['Diya', 'Kabir', 'Meera', 'Om'].map((name) => ({ name, phone })),
      )),
      ...(await addStudents(db, school, school.section8A, [{ name: 'Riya', phone, roll: '9' }])),
    ]
    const students: StudentAccount[] = []
    for (const id of ids) students.push({ id, subject: await giveAccount(db, school, { studentId: id }) })
    const [outsider] = students.splice(-1)
    if (!outsider) throw new Error('Five students were expected.')
    return { subject, book, foreignSubject, students, outsider }
  })
}

/** Returns a call as this student, in this or another process. */
export async function studentCall(world: World, { subject }: StudentAccount, database = world.database): Promise<Call> {
  const call = await world.call('anonymous')
  return { ...call, database, viewer: await viewerOf(database, subject) }
}
