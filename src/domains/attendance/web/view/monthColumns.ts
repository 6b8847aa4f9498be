import { addDays, type Day } from '#shared/dates.ts'
import type { AttType, RegisterSession } from '../../attendance.rules.ts'
import { weekdayOf } from '../../attendance.rules.ts'
import type { SectionMonthQuery } from './view.graphql.ts'

export type Month = SectionMonthQuery['sectionMonth']
export type MonthRegister = Month['days'][number]['registers'][number]

/** One column of the grid. */
export interface MonthColumn {
  day: Day
  /** Place of its marks in each student's text; -1 where nothing was taken. */
  index: number
  register: MonthRegister | null
  /** What stands above the marks where a day has several: M, A, or a subject's first letters. */
  short: string
  /** The first column of its day, which is wider by a line. */
  first: boolean
}

/** A day of the grid with its columns. */
export interface MonthDay {
  day: Day
  /** '21'. */
  number: string
  /** 'S'. */
  letter: string
  holiday: string | null
  columns: MonthColumn[]
}

const letters = ['S', 'M', 'T', 'W', 'T', 'F', 'S']

function shortOf(register: { session: RegisterSession; subjectName?: string | null }): string {
  if (register.session === 'MORNING') return 'M'
  if (register.session === 'AFTERNOON') return 'A'
  if (register.session === 'DAY') return ''
  return (register.subjectName ?? 'Lec').slice(0, 3)
}

/** The columns of a month: every day has at least one; a school day of two halves has both, taken or not. */
export function monthDays(days: Month['days'], attType: AttType): MonthDay[] {
  let index = 0
  return days.map(({ day, holiday, registers }) => {
    const taken: { register: MonthRegister | null; index: number; short: string }[] = registers.map((register) => ({
      register,
      index: index++,
      short: shortOf(register),
    }))
    const wanted: RegisterSession[] = attType === 'DUAL' && holiday === null ? ['MORNING', 'AFTERNOON'] : []
    wanted.forEach((session, place) => {
      if (taken.every((one) => one.register?.session !== session))
        taken.splice(place, 0, { register: null, index: -1, short: shortOf({ session }) })
    })
    if (taken.length === 0) taken.push({ register: null, index: -1, short: '' })
    return {
      day,
      number: String(Number(day.slice(8))),
      letter: letters[weekdayOf(day)] ?? '',
      holiday,
      columns: taken.map((one, place) => ({ day, ...one, first: place === 0 })),
    }
  })
}

/** What a cell says: a mark, H on a holiday, · where nothing was taken, nothing on a day to come. */
export function cellText(column: MonthColumn, holiday: string | null, marks: string, today: Day): string {
  if (column.register) return marks[column.index] ?? '·'
  if (holiday !== null) return 'H'
  return column.day > today ? '' : '·'
}

/** Attendance under this share is shaded. */
const lowPercent = 75

export function isLow(percent: number | null | undefined): boolean {
  return percent !== null && percent !== undefined && percent < lowPercent
}

/** The month so many months later, `YYYY-MM`. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** 'November 2026'. */
export function showMonth(month: string): string {
  return new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}

/** The days of a span, for a summary: this week, this month so far, the school year so far (from April). */
export function spans(today: Day): { label: string; from: Day; to: Day }[] {
  const year = Number(today.slice(0, 4)) - (today.slice(5, 7) < '04' ? 1 : 0)
  return [
    { label: 'Today', from: today, to: today },
    { label: 'Last 7 days', from: addDays(today, -6), to: today },
    { label: 'This month', from: `${today.slice(0, 8)}01`, to: today },
    { label: 'Since April', from: `${year}-04-01`, to: today },
  ]
}
