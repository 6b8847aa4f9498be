import { addDays, type Day, weekStart } from '#shared/dates.ts'
import type { Mark } from '#shared/marks.ts'
import { percentOf, weekdayOf } from '#domains/attendance/server/attendance.exports.ts'

/** How many of each mark there are; late is present. */
export interface Counts {
  present: number
  absent: number
  late: number
}

/** Under this, in percent, a row is shaded and a student needs attention. */
export const lowPercent = 75
/** As many days absent one after the other need attention. */
export const longAbsence = 3
/** As many times late need attention. */
export const oftenLate = 5
/** Of so many absences at least, a weekday that holds half of them is a pattern. */
export const patternOf = 4
/** A change of so many points is a trend. */
export const trendPoints = 5

export function countsOf(marks: Iterable<Mark | null>): Counts {
  const counts = { present: 0, absent: 0, late: 0 }
  for (const mark of marks) if (mark !== null) counts[mark === 'P' ? 'present' : mark === 'A' ? 'absent' : 'late'] += 1
  return counts
}

export function addCounts(all: Iterable<Counts>): Counts {
  const sum = { present: 0, absent: 0, late: 0 }
  for (const { present, absent, late } of all) {
    sum.present += present
    sum.absent += absent
    sum.late += late
  }
  return sum
}

/** The days of registers without repetition, in their order; from a student's admission on where one is said. */
export function takenDays(registers: readonly { day: Day }[], admittedOn: Day | null = null): Day[] {
  return [...new Set(registers.map((register) => register.day))].filter((day) => admittedOn === null || day >= admittedOn)
}

/** Whether a share of marks is low; not taken is not low. */
export function isLow(counts: Counts): boolean {
  const percent = percentOf(counts)
  return percent !== null && percent < lowPercent
}

/** A mean to one decimal; null of nothing. */
export function mean(sum: number, count: number): number | null {
  return count === 0 ? null : Math.round((sum * 10) / count) / 10
}

/** All days from one to another, both included. */
export function daysBetween(from: Day, to: Day): Day[] {
  const days = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** The Mondays whose weeks have days of a range. A Sunday on which attendance was taken belongs to the week it ends. */
export function weeksOf(start: Day, end: Day): Day[] {
  const weeks = []
  for (let week = weekStart(start); week <= end; week = addDays(week, 7)) weeks.push(week)
  return weeks
}

/**
 * Where a student is going: the last two weeks with marks, against all weeks before them, each share over its marks. From
 * five points on it is Rising or Falling, below it Steady; null with fewer than three weeks of marks.
 */
export function trendOf(weeks: readonly Counts[]): 'Rising' | 'Falling' | 'Steady' | null {
  const marked = weeks.filter((week) => week.present + week.absent + week.late > 0)
  if (marked.length < 3) return null
  const before = percentOf(addCounts(marked.slice(0, -2)))
  const lately = percentOf(addCounts(marked.slice(-2)))
  if (before === null || lately === null) return null
  // In tenths, as both are to one decimal: 80.1 − 75.1 is less than 5 for a computer.
  const tenths = Math.round(lately * 10) - Math.round(before * 10)
  if (tenths >= trendPoints * 10) return 'Rising'
  return tenths <= -trendPoints * 10 ? 'Falling' : 'Steady'
}

/** A day of a student with marks: absent where all of them are A. */
export interface MarkedDay {
  day: Day
  absent: boolean
}

/** The days a student has marks on, in their order. Half a day of presence is presence. */
export function markedDays(registers: readonly { day: Day }[], marks: readonly (Mark | null)[]): MarkedDay[] {
  const days = new Map<Day, boolean>()
  registers.forEach(({ day }, place) => {
    const mark = marks[place] ?? null
    if (mark !== null) days.set(day, (days.get(day) ?? true) && mark === 'A')
  })
  return [...days].map(([day, absent]) => ({ day, absent }))
}

/** The longest run of absent days over the days that have marks, and the run at the end. */
export function runsOf(days: readonly MarkedDay[]): { longest: number; last: number } {
  let [longest, run] = [0, 0]
  for (const { absent } of days) {
    run = absent ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return { longest, last: run }
}

const weekdays = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays']

/** The weekdays that hold at least half of at least four absent days: `Mondays (3 of 5)`; '' where none does. */
export function patternIn(days: readonly MarkedDay[]): string {
  const absent = days.filter((day) => day.absent)
  if (absent.length < patternOf) return ''
  const counts = weekdays.map((_, weekday) => absent.filter(({ day }) => weekdayOf(day) === weekday).length)
  return weekdays
    .map((name, weekday) => ({ name, count: counts[weekday] ?? 0 }))
    .filter(({ count }) => count * 2 >= absent.length)
    .map(({ name, count }) => `${name} (${count} of ${absent.length})`)
    .join(', ')
}

/** Why a student needs attention, in words; none for who does not. */
export function reasonsOf(counts: Counts, runs: { longest: number; last: number }): string[] {
  return [
    ...(isLow(counts) ? [`Under ${lowPercent} %`] : []),
    ...(runs.longest < longAbsence
      ? []
      : [runs.last >= longAbsence ? `Absent for ${runs.last} days now` : `Absent ${runs.longest} days in a row`]),
    ...(counts.late >= oftenLate ? [`${counts.late} times late`] : []),
  ]
}
