import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/database/connect.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import type { TestSchool } from '../world.ts'
import type { Extra } from './cells.ts'

/**
 * Adds yesterday's registers of 7-A and 8-A with everybody present, a past holiday, a gate device, and two live
 * lectures: the teacher's in 7-A and another teacher's in 8-A.
 */
export async function addAttendance(db: Tx, school: TestSchool): Promise<Extra> {
  const { id: schoolId, termId, section7A, section8A, student7A, student8A, users } = school
  const yesterday = addDays(schoolDay(new Date()), -1)
  const register = async (sectionId: number, studentId: number) => {
    const { id: registerId } = await db
      .insertInto('registers')
      .values({
        schoolId,
        termId,
        sectionId,
        day: yesterday,
        session: 'DAY',
        present: 1,
        takenBy: randomUUID(),
        takenByName: 'A Teacher',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('marks').values({ schoolId, registerId, studentId, value: 'P' }).execute()
    return registerId
  }
  const lecture = async (sectionId: number, studentId: number, userId: number | null) => {
    const subject = await db
      .insertInto('subjects')
      .values({ schoolId, termId, sectionId, sr: 7, name: 'Reading' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: bookId } = await db
      .insertInto('books')
      .values({ schoolId, subjectId: subject.id, name: 'Vachan' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: registerId } = await db
      .insertInto('registers')
      .values({
        schoolId,
        termId,
        sectionId,
        day: schoolDay(new Date()),
        session: 'LECTURE',
        absent: 1,
        takenBy: randomUUID(),
        takenByName: 'A Teacher',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('marks').values({ schoolId, registerId, studentId, value: 'A' }).execute()
    const closesAt = new Date(Date.now() + 3_600_000)
    await db
      .insertInto('lectures')
      .values({ schoolId, registerId, batch: randomUUID(), bookId, userId, teacherName: 'A Teacher', closesAt })
      .execute()
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
  return {
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
