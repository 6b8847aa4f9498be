import { randomUUID } from 'node:crypto'
import { saveRegister } from '#domains/attendance/server/registers.commands.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { Schools } from '#platform/database/schema.types.ts'
import { invalidateSchool } from '#platform/school.ts'
import { weekdayOf } from '#domains/attendance/attendance.rules.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import type { TestSchool, Who, World } from './world.ts'
import type { Updateable } from 'kysely'

export const today = schoolDay(new Date())

/** Returns the day, or the Saturday before a Sunday, because no register is expected on a Sunday. */
export function schoolDayBefore(day: string): string {
  return weekdayOf(day) === 0 ? addDays(day, -1) : day
}

/** Removes every register, message, hold, holiday and scan of a school. */
export async function clearAttendance({ database }: World, { id: schoolId }: TestSchool): Promise<void> {
  const tables = ['markChanges', 'marks', 'lectures', 'registers', 'messages', 'noticeHolds', 'holidays', 'gateScans'] as const
  await database.transaction(schoolId, async (db) => {
    for (const table of tables) await db.deleteFrom(table).where('schoolId', '=', schoolId).execute()
  })
}

/** Adds students to a section and returns their ids by roll, starting with roll `first`. */
export async function addPupils(
  { database }: World,
  school: TestSchool,
  sectionId: number,
  count: number,
  first = 2,
): Promise<number[]> {
  const { id: schoolId, termId } = school
  return database.transaction(schoolId, async (db) => {
    const rows = await db
      .insertInto('students')
      .values(
        Array.from({ length: count }, (_, place) => ({
          schoolId,
          name: `Pupil ${first + place}`,
          createTermId: termId,
          phone: `98220000${String(10 + first + place).slice(-2)}`,
        })),
      )
      .returning('id')
      .execute()
    const ids = rows.map((row) => row.id)
    await db
      .insertInto('enrolments')
      .values(ids.map((studentId, place) => ({ schoolId, termId, sectionId, studentId, roll: String(first + place) })))
      .execute()
    return ids
  })
}

/** Gives a student an account without a password. */
export async function giveAccount(db: Tx, schoolId: number, studentId: number): Promise<void> {
  const subject = randomUUID()
  await db.updateTable('students').set({ subject }).where('id', '=', studentId).execute()
  await db.insertInto('logins').values({ subject, schoolId, studentId }).execute()
}

/** Changes a school's settings and invalidates the cache. */
export async function setSchool({ database }: World, school: TestSchool, settings: Updateable<Schools>): Promise<void> {
  await database.kysely.updateTable('schools').set(settings).where('id', '=', school.id).execute()
  invalidateSchool(database, school.id)
}

/** Adds a subject of a section with slots on some weekdays at one time. Its teacher is a user of the school. */
export async function addSubject(
  { database }: World,
  school: TestSchool,
  subject: {
    sectionId: number
    name: string
    sr: number
    days: readonly number[]
    starts: string
    ends: string
    userId?: number
  },
): Promise<number> {
  const { id: schoolId, termId } = school
  return database.transaction(schoolId, async (db) => {
    const { sectionId, name, sr, days, starts, ends, userId } = subject
    const { id } = await db
      .insertInto('subjects')
      .values({ schoolId, termId, sectionId, name, sr })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('subjectSlots')
      .values(days.map((day) => ({ schoolId, subjectId: id, day, starts, ends })))
      .execute()
    if (userId) await db.insertInto('subjectTeachers').values({ schoolId, subjectId: id, userId }).execute()
    return id
  })
}

/** Saves a register of the own school: `values` by student, as letters. */
export async function saves(
  world: World,
  who: Who,
  register: { sectionId: number; day?: string; session?: string; subjectId?: number; starts?: string; seen?: number },
  values: Readonly<Record<number, string>>,
  more: Readonly<Record<string, unknown>> = {},
) {
  return saveRegister(await world.call(who), world.own.id, {
    key: randomUUID(),
    day: today,
    session: 'DAY',
    seen: 0,
    ...register,
    marks: Object.entries(values).map(([studentId, value]) => ({ studentId: Number(studentId), value })),
    ...more,
  })
}
