import { randomUUID } from 'node:crypto'
import { saveRegister } from '#domains/attendance/server/registers.commands.ts'
import type { Schools } from '#platform/database/schema.types.ts'
import { invalidateSchool } from '#platform/school.ts'
import { weekdayOf } from '#domains/attendance/attendance.rules.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { addStudents, addSubject } from './rows.ts'
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
  const pupils = Array.from({ length: count }, (_, place) => ({
    name: `Pupil ${first + place}`,
    roll: String(first + place),
    phone: `98220000${String(10 + first + place).slice(-2)}`,
  }))
  return database.transaction(school.id, (db) => addStudents(db, school, sectionId, pupils))
}

/** Changes a school's settings and invalidates the cache. */
export async function setSchool({ database }: World, school: TestSchool, settings: Updateable<Schools>): Promise<void> {
  await database.kysely.updateTable('schools').set(settings).where('id', '=', school.id).execute()
  invalidateSchool(database, school.id)
}

/** Adds a subject of a section that is taught on some weekdays at one time. Its teacher is a user of the school. */
export async function addTaughtSubject(
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
  const { days, starts, ends, userId: teacher, ...rest } = subject
  const slots = days.map((day) => ({ day, starts, ends }))
  return database.transaction(school.id, (db) => addSubject(db, school, { ...rest, slots, teacher }))
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
