import { addDays, type Day } from '#shared/dates.ts'
import { type Mark, markValue } from '#shared/marks.ts'

/** P Present, A Absent, L Late: late is present. */
export const marks = markValue.options

export const sessions = ['DAY', 'MORNING', 'AFTERNOON', 'SUBJECT', 'LECTURE'] as const
export type RegisterSession = (typeof sessions)[number]

/** How a school takes attendance (the specification's att_type). */
export type AttType = 'DAILY' | 'DUAL' | 'SUBJECTWISE'

/** Which registers a school takes; SUBJECT for each slot of the timetable. */
export function takenSessions(attType: string): readonly RegisterSession[] {
  if (attType === 'SUBJECTWISE') return ['SUBJECT']
  return attType === 'DUAL' ? ['MORNING', 'AFTERNOON'] : ['DAY']
}

/** Which registers count into percentages: a lecture counts only where attendance is taken by subject. */
export function countedSessions(attType: string): readonly RegisterSession[] {
  return attType === 'SUBJECTWISE' ? ['SUBJECT', 'LECTURE'] : takenSessions(attType)
}

/** Why a register of this session is not taken in a school, or null. */
export function wrongSession(attType: string, session: RegisterSession): string | null {
  if (takenSessions(attType).includes(session)) return null
  if (attType === 'SUBJECTWISE') return 'This school takes attendance by subject'
  return attType === 'DUAL' ? 'This school takes a morning and an afternoon register' : 'This school takes one register a day'
}

/** The weekday of a day, 0 for Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** Why no register is expected on a day: its name as a holiday, or Sunday; null on a school day. */
export function holidayName(day: Day, name: string | null | undefined): string | null {
  return name || (weekdayOf(day) === 0 ? 'Sunday' : null)
}

/** How many days back a teacher and an attendant take and correct registers. */
export const daysBack = 7

/**
 * Why a register of a day is not taken (any more), or null.
 * @param office whether it is a SUPERADMIN or an ADMIN, who may take any past day
 */
export function dayRefused(day: Day, today: Day, office: boolean): string | null {
  if (day > today) return 'Attendance cannot be taken for a day in the future'
  if (office || day >= addDays(today, -daysBack)) return null
  return `Only an admin can change a register that is older than ${daysBack} days`
}

/** What the screen starts with for a student: the stored mark, else the gate's word, else the school's habit. */
export function suggestedMark(stored: Mark | null, cameIn: boolean, defaultAbsent: boolean): Mark {
  if (stored) return stored
  return defaultAbsent && !cameIn ? 'A' : 'P'
}

export interface Counts {
  present: number
  absent: number
  late: number
}

/** How many of each mark there are. */
export function countMarks(values: readonly Mark[]): Counts {
  const counts = { present: 0, absent: 0, late: 0 }
  for (const value of values) counts[value === 'P' ? 'present' : value === 'A' ? 'absent' : 'late'] += 1
  return counts
}

/** Present in percent of all marks, late being present, to one decimal; null without a mark. */
export function percentOf({ present, absent, late }: Counts): number | null {
  const all = present + absent + late
  return all === 0 ? null : Math.round(((present + late) * 1000) / all) / 10
}

/** How many days of a span there are of each weekday, Sunday first, without holidays; Sundays are none. */
export function schoolDays(from: Day, to: Day, holidays: readonly Day[]): number[] {
  const off = new Set(holidays)
  const counts = [0, 0, 0, 0, 0, 0, 0]
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const weekday = weekdayOf(day)
    if (weekday !== 0 && !off.has(day)) counts[weekday] = (counts[weekday] ?? 0) + 1
  }
  return counts
}

/** Which marks guardians hear of: A, and L too unless the school says only the absent. */
export function noticedMarks(onlyAbsent: boolean): readonly Mark[] {
  return onlyAbsent ? ['A'] : ['A', 'L']
}

/** The last day of a month written `YYYY-MM`. */
export function lastDayOf(month: string): Day {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
