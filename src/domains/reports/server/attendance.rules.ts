import { addDays, type Day, weekStart } from '#shared/dates.ts'
import type { Mark } from '#shared/marks.ts'
import { percentOf } from '#domains/attendance/server/attendance.exports.ts'
import { t } from '#shared/texts.ts'

/** The number of marks of each kind. Percentages count late as present. */
export interface Counts {
  present: number
  absent: number
  late: number
}

/** Below this percentage a row is shaded and a student needs attention. */
export const lowPercent = 75
/** A student who is absent on this many days in a row needs attention. */
export const longAbsenceDays = 3
/** A student who is late this many times needs attention. */
export const oftenLateTimes = 5
/** With at least this many absent days, a weekday with half of them is a pattern. */
export const patternDays = 4
/** A change of at least this many percentage points is a trend. */
export const trendPoints = 5

/** Counts the marks of each kind. */
export function countMarks(marks: Iterable<Mark | null>): Counts {
  const counts = { present: 0, absent: 0, late: 0 }
  for (const mark of marks) if (mark !== null) counts[mark === 'P' ? 'present' : mark === 'A' ? 'absent' : 'late'] += 1
  return counts
}

/** Adds up counts. */
export function sumCounts(counts: Iterable<Counts>): Counts {
  const sum = { present: 0, absent: 0, late: 0 }
  for (const { present, absent, late } of counts) {
    sum.present += present
    sum.absent += absent
    sum.late += late
  }
  return sum
}

/** Returns the distinct days of registers in their order, without those before `admittedOn`. */
export function takenDays(registers: readonly { day: Day }[], admittedOn: Day | null = null): Day[] {
  return [...new Set(registers.map((register) => register.day))].filter((day) => admittedOn === null || day >= admittedOn)
}

/** Whether a student was in a section on a day, by the days of the places there. Yes where nobody knows them. */
export function wasThere(places: readonly { fromDay: Day | null; untilDay: Day | null }[], day: Day): boolean {
  const holds = ({ fromDay, untilDay }: { fromDay: Day | null; untilDay: Day | null }) =>
    (fromDay === null || fromDay <= day) && (untilDay === null || untilDay >= day)
  return places.length === 0 || places.some(holds)
}

/** Whether the percentage of present marks is below the limit; false without marks. */
export function isLow(counts: Counts): boolean {
  const percent = percentOf(counts)
  return percent !== null && percent < lowPercent
}

/** Returns a mean with one decimal; null for a count of zero. */
export function mean(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round((sum * 10) / count) / 10
}

/** Returns all days of a range, both ends included. */
export function daysBetween(from: Day, to: Day): Day[] {
  const days = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** Returns the Mondays of the weeks of a range. A Sunday belongs to the week that it ends. */
export function weeksBetween(start: Day, end: Day): Day[] {
  const weeks = []
  for (let week = weekStart(start); week <= end; week = addDays(week, 7)) weeks.push(week)
  return weeks
}

/**
 * Compares the percentage of the last two weeks with marks with that of all weeks before them. A difference of five
 * points is Rising or Falling, a smaller one Steady. Null with fewer than three weeks with marks.
 */
export function findTrend(weeks: readonly Counts[]): 'Rising' | 'Falling' | 'Steady' | null {
  const marked = weeks.filter((week) => week.present + week.absent + week.late > 0)
  if (marked.length < 3) return null
  const before = percentOf(sumCounts(marked.slice(0, -2)))
  const lately = percentOf(sumCounts(marked.slice(-2)))
  if (before === null || lately === null) return null
  // Compared in whole tenths, because 80.1 − 75.1 is less than 5 in floating point.
  const tenths = Math.round(lately * 10) - Math.round(before * 10)
  if (tenths >= trendPoints * 10) return 'Rising'
  return tenths <= -trendPoints * 10 ? 'Falling' : 'Steady'
}

const weekdayPlurals = [
  () => t`Sundays`,
  () => t`Mondays`,
  () => t`Tuesdays`,
  () => t`Wednesdays`,
  () => t`Thursdays`,
  () => t`Fridays`,
  () => t`Saturdays`,
]

/**
 * Names the weekdays with at least half of at least four absent days: `Mondays (3 of 5)`; '' for none.
 * @param byWeekday the absent days by weekday, Sunday first
 */
export function describePattern(byWeekday: readonly number[]): string {
  const all = byWeekday.reduce((sum, count) => sum + count, 0)
  if (all < patternDays) return ''
  return weekdayPlurals
    .map((name, weekday) => ({ name, count: byWeekday[weekday] ?? 0 }))
    .filter(({ count }) => count * 2 >= all)
    .map(({ name, count }) => t`${name()} (${count} of ${all})`)
    .join(', ')
}

/**
 * Returns the reasons why a student needs attention; empty for none.
 * @param figures the counts of marks, and the lengths of the longest run of absent days and of the run at the end
 */
export function attentionReasons(figures: Counts & { longestRun: number; lastRun: number }): string[] {
  const { longestRun, lastRun, late } = figures
  return [
    ...(isLow(figures) ? [t`Under ${lowPercent} %`] : []),
    ...(longestRun < longAbsenceDays
      ? []
      : [lastRun >= longAbsenceDays ? t`Absent for ${lastRun} days now` : t`Absent ${longestRun} days in a row`]),
    ...(late >= oftenLateTimes ? [t`${late} times late`] : []),
  ]
}
