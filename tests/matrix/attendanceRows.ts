import type { Tx } from '#platform/database/connect.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import {
  addBook,
  addLecture,
  addRegister,
  addSection,
  addSectionTeacher,
  addStudents,
  addSubject,
  addUser,
  giveAccount,
} from '../world/rows.ts'
import type { TestSchool } from '../world/testWorld.ts'
import type { Extra } from './cells.ts'

/**
 * Adds yesterday's registers of 7-A and 8-A with everybody present, a past holiday, a gate device, a student of 7-D and
 * one of 8-D who are absent today, a birthday, devices of the teachers of 7-A and 8-A, and two live lectures: the
 * teacher's in 7-A and another teacher's in 8-A.
 */
export async function addAttendance(db: Tx, school: TestSchool): Promise<Extra> {
  const { id: schoolId, section7A, section8A, student7A, student8A, users } = school
  const day = addDays(schoolDay(new Date()), -1)
  const register = (sectionId: number, studentId: number) =>
    addRegister(db, school, { sectionId, day }, [{ studentId, value: 'P' }])
  const lecture = async (sectionId: number, studentId: number, userId: number | null) => {
    const subjectId = await addSubject(db, school, { sectionId, name: 'Reading', sr: 7 })
    const bookId = await addBook(db, school, { subjectId, name: 'Vachan' })
    const registerId = await addRegister(db, school, { sectionId, session: 'LECTURE' }, [{ studentId, value: 'A' }])
    await addLecture(db, school, registerId, { bookId, userId })
    return { registerId, bookId }
  }
  const [lecture7, lecture8] = [await lecture(section7A, student7A, users.teacher), await lecture(section8A, student8A, null)]
  const gateDevice = await db
    .insertInto('gateDevices')
    .values({ schoolId, name: 'Front gate', direction: 'BOTH', keyHash: Buffer.from('nobody has this key') })
    .returning('id')
    .executeTakeFirstOrThrow()
  const holiday = await db
    .insertInto('holidays')
    .values({ schoolId, day: '2026-08-15', name: 'Independence Day' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('students')
    .set({ birthdate: `2016${schoolDay(new Date()).slice(4)}` })
    .where('schoolId', '=', schoolId)
    .where('id', '=', student7A)
    .execute()
  await addDevice(db, schoolId, school.subjects.teacher ?? '')
  await addDevice(db, schoolId, await addTeacherOf8A(db, school))
  return {
    absent7: await addAbsentStudent(db, school, school.class7, '9822000777'),
    absent8: await addAbsentStudent(db, school, school.class8, '9822000888'),
    register7: await register(section7A, student7A),
    register8: await register(section8A, student8A),
    holiday: holiday.id,
    gateDevice: gateDevice.id,
    lecture7: lecture7.registerId,
    lectureBook7: lecture7.bookId,
    lecture8: lecture8.registerId,
    lectureBook8: lecture8.bookId,
  }
}

/** Adds a section D with one student, who is absent today, and returns the student. */
async function addAbsentStudent(db: Tx, school: TestSchool, classId: number, phone: string): Promise<number> {
  const sectionId = await addSection(db, school, { classId, name: 'D' })
  const [studentId = 0] = await addStudents(db, school, sectionId, [{ name: 'Absent Student', phone }])
  await addRegister(db, school, { sectionId }, [{ studentId, value: 'A' }])
  return studentId
}

/** Adds a teacher of 8-A, and returns the account. */
async function addTeacherOf8A(db: Tx, school: TestSchool): Promise<string> {
  const email = `teacher.8a.${school.id}@world.test`
  const userId = await addUser(db, school, { name: 'Teacher of 8-A', email, role: 'TEACHER' })
  await addSectionTeacher(db, school, school.section8A, userId)
  return giveAccount(db, school, { userId })
}

/** Adds a device on which an account gets notifications, so that it can be reminded. */
export async function addDevice(db: Tx, schoolId: number, subject: string): Promise<void> {
  const endpoint = `https://push.test/${schoolId}/${subject}`
  await db
    .insertInto('deviceTokens')
    .values({ subject, endpoint, p256dh: 'x'.repeat(87), auth: 'y'.repeat(22) })
    .execute()
}
