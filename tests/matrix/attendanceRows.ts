import type { Tx } from '#platform/database/connect.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { addBook, addLecture, addRegister, addSection, addStudents, addSubject } from '../world/rows.ts'
import type { TestSchool } from '../world/testWorld.ts'
import type { Extra } from './cells.ts'

/**
 * Adds yesterday's registers of 7-A and 8-A with everybody present, a past holiday, a gate device, a student of 7-D who
 * is absent today, a birthday, and two live lectures: the teacher's in 7-A and another teacher's in 8-A.
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
  const section7D = await addSection(db, school, { classId: school.class7, name: 'D' })
  const [absent7 = 0] = await addStudents(db, school, section7D, [{ name: 'Absent Student', phone: '9822000777' }])
  await addRegister(db, school, { sectionId: section7D }, [{ studentId: absent7, value: 'A' }])
  await db
    .updateTable('students')
    .set({ birthdate: `2016${schoolDay(new Date()).slice(4)}` })
    .where('schoolId', '=', schoolId)
    .where('id', '=', student7A)
    .execute()
  // The teacher of 7-A can be asked for its register.
  await db
    .insertInto('deviceTokens')
    .values({
      subject: school.subjects.teacher ?? '',
      endpoint: `https://push.test/${schoolId}`,
      p256dh: 'x'.repeat(87),
      auth: 'y'.repeat(22),
    })
    .execute()
  return {
    absent7,
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
