import { addDays, type Day } from '#shared/dates.ts'
import type { Mark } from '#shared/marks.ts'
import { t } from '#shared/texts.ts'

export const sessions = ['DAY', 'MORNING', 'AFTERNOON', 'SUBJECT', 'LECTURE'] as const
export type RegisterSession = (typeof sessions)[number]

/** Returns the sessions that a school takes registers for. SUBJECT means one register per slot of the timetable. */
export function takenSessions(attType: string): readonly RegisterSession[] {
  if (attType === 'SUBJECTWISE') return ['SUBJECT']
  return attType === 'DUAL' ? ['MORNING', 'AFTERNOON'] : ['DAY']
}

/** Returns the sessions that count towards percentages. A lecture counts only where attendance is taken by subject. */
export function countedSessions(attType: string): readonly RegisterSession[] {
  return attType === 'SUBJECTWISE' ? ['SUBJECT', 'LECTURE'] : takenSessions(attType)
}

/** Returns why a school takes no register of this session; null when it does. */
export function sessionRefusal(attType: string, session: RegisterSession): string | null {
  if (takenSessions(attType).includes(session)) return null
  if (attType === 'SUBJECTWISE') return t`This school takes attendance by subject`
  return attType === 'DUAL' ? t`This school takes a morning and an afternoon register` : t`This school takes one register a day`
}

/**
 * Returns the local time at which a register is due: the start of a slot, noon for an afternoon, otherwise midnight.
 */
export function dueAt({ session, starts }: { session: RegisterSession; starts?: string | null | undefined }): string {
  return starts ?? (session === 'AFTERNOON' ? '12:00:00' : '00:00:00')
}

/** Returns the weekday of a day, 0 for Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** Returns why no register is expected on a day: the holiday's name, or Sunday. Returns null on a school day. */
export function holidayName(day: Day, name: string | null | undefined): string | null {
  return name || (weekdayOf(day) === 0 ? t`Sunday` : null)
}

/** Number of past days for which teachers and attendants may take and correct registers. */
export const daysBack = 7

/**
 * Returns why the register of a day cannot be taken or corrected; null when it can.
 * @param office whether the viewer is a SUPERADMIN or an ADMIN, who may take any past day
 */
export function dayRefusal(day: Day, today: Day, office: boolean): string | null {
  if (day > today) return t`Attendance cannot be taken for a day in the future`
  if (office || day >= addDays(today, -daysBack)) return null
  return t`Only an admin can change a register that is older than ${daysBack} days`
}

/**
 * Returns the mark the screen starts with: the stored one, else P after a scan at the gate, else the school's default.
 */
export function suggestedMark(stored: Mark | null, cameIn: boolean, defaultAbsent: boolean): Mark {
  if (stored) return stored
  return defaultAbsent && !cameIn ? 'A' : 'P'
}

export const dayStates = ['PRESENT', 'ABSENT', 'LATE', 'PARTLY', 'HOLIDAY'] as const
/** How a student was on a day: one word for all registers of it. PARTLY is absent from some of them. */
export type DayState = (typeof dayStates)[number]

/**
 * Returns how a student was on a day, from the marks that count; null for a day without any that is no holiday. None of
 * a holiday counts, as in the percentage.
 */
export function dayState(values: readonly Mark[], isHoliday: boolean): DayState | null {
  const absent = values.filter((value) => value === 'A').length
  if (values.length === 0) return isHoliday ? 'HOLIDAY' : null
  if (absent === values.length) return 'ABSENT'
  if (absent > 0) return 'PARTLY'
  return values.includes('L') ? 'LATE' : 'PRESENT'
}

export interface MarkCounts {
  present: number
  absent: number
  late: number
}

/** Counts the marks by value. */
export function countMarks(values: readonly Mark[]): MarkCounts {
  const counts = { present: 0, absent: 0, late: 0 }
  for (const value of values) counts[value === 'P' ? 'present' : value === 'A' ? 'absent' : 'late'] += 1
  return counts
}

/** Returns present and late as a percentage of all marks, with one decimal; null without marks. */
export function percentOf({ present, absent, late }: MarkCounts): number | null {
  const all = present + absent + late
  return all === 0 ? null : Math.round(((present + late) * 1000) / all) / 10
}

/** Joins spans of days that overlap, so that no day is in two of them. Leaves out those that end before they begin. */
export function joinSpans(spans: readonly { from: Day; to: Day }[]): { from: Day; to: Day }[] {
  const joined: { from: Day; to: Day }[] = []
  for (const span of spans.filter(({ from, to }) => from <= to).toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = joined.at(-1)
    if (!last || last.to < span.from) joined.push({ ...span })
    else if (last.to < span.to) last.to = span.to
  }
  return joined
}

/** Counts the school days of a span by weekday, Sunday first. Holidays and Sundays are not counted. */
export function schoolDays(from: Day, to: Day, holidays: readonly Day[]): number[] {
  const off = new Set(holidays)
  const counts = [0, 0, 0, 0, 0, 0, 0]
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const weekday = weekdayOf(day)
    if (weekday !== 0 && !off.has(day)) counts[weekday] = (counts[weekday] ?? 0) + 1
  }
  return counts
}

/** Returns the marks that guardians are notified of: A, and L unless the school has set onlyAbsent. */
export function marksToNotify(onlyAbsent: boolean): readonly Mark[] {
  return onlyAbsent ? ['A'] : ['A', 'L']
}

/** Returns the last day of a month written `YYYY-MM`. */
export function lastDayOf(month: string): Day {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
