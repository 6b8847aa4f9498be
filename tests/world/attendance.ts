import { randomUUID } from 'node:crypto'
import { saveRegister } from '#domains/attendance/server/registers.commands.ts'
import { weekdayOf } from '#domains/attendance/attendance.rules.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import type { TestSchool, Who, World } from './testWorld.ts'

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

/** Saves a register of the own school by the product's command: `values` by student, as letters. */
export async function takeRegister(
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
