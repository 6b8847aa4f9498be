import { randomUUID } from 'node:crypto'
import type { Tx } from '../../src/platform/database/connect.ts'
import { addDays, schoolDay } from '../../src/shared/dates.ts'
import type { TestSchool } from '../world.ts'
import type { Extra } from './cells.ts'

/** Yesterday's registers of 7-A and 8-A, where everybody was present, and a holiday of the past. */
export async function addAttendance(db: Tx, school: TestSchool): Promise<Extra> {
  const { id: schoolId, termId, section7A, section8A, student7A, student8A } = school
  const yesterday = addDays(schoolDay(new Date()), -1)
  const register = async (sectionId: number, studentId: number) => {
    const { id: registerId } = await db
      .insertInto('registers')
      .values({
        ...{ schoolId, termId, sectionId, day: yesterday, session: 'DAY', present: 1 },
        ...{ takenBy: randomUUID(), takenByName: 'A Teacher' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('marks').values({ schoolId, registerId, studentId, value: 'P' }).execute()
    return registerId
  }
  const holiday = await db
    .insertInto('holidays')
    .values({ schoolId, day: '2026-08-15', name: 'Independence Day' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    register7: await register(section7A, student7A),
    register8: await register(section8A, student8A),
    holiday: holiday.id,
  }
}
