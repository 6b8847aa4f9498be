import { t } from '@lingui/core/macro'
import { addDays, type Day, schoolYearStart } from '#shared/dates.ts'
import { language } from '#shared/pageLanguage.ts'
import type { AttType } from '#shared/attTypes.ts'
import type { RegisterSession } from '../../attendance.rules.ts'
import { weekdayOf } from '../../attendance.rules.ts'
import type { SectionMonthQuery } from './view.graphql.ts'

export type Month = SectionMonthQuery['sectionMonth']
export type MonthRegister = Month['days'][number]['registers'][number]

/** A column of the grid. */
export interface MonthColumn {
  day: Day
  /** Index of its marks in each student's string; -1 if nothing was taken. */
  index: number
  register: MonthRegister | null
  /** Heading of the column when a day has several: M, A, or a subject's first letters. */
  short: string
  /** Whether it is the first column of its day, which has a border. */
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

const letters = [
  t({ message: 'S', context: 'Sunday' }),
  t({ message: 'M', context: 'Monday' }),
  t({ message: 'T', context: 'Tuesday' }),
  t({ message: 'W', context: 'Wednesday' }),
  t({ message: 'T', context: 'Thursday' }),
  t({ message: 'F', context: 'Friday' }),
  t({ message: 'S', context: 'Saturday' }),
]

function shortLabel(register: { session: RegisterSession; subjectName?: string | null }): string {
  if (register.session === 'MORNING') return t({ message: 'M', context: 'morning' })
  if (register.session === 'AFTERNOON') return t({ message: 'A', context: 'afternoon' })
  if (register.session === 'DAY') return ''
  return firstLetters(register.subjectName ?? '') || t`Lec`
}

/** Returns the first three letters of a name, each with its vowel signs and half letters. */
function firstLetters(name: string): string {
  // The segmenter takes a phone some milliseconds, and Latin needs none.
  if (/^[ -~]*$/.test(name)) return name.slice(0, 3)
  return [...new Intl.Segmenter().segment(name)]
    .slice(0, 3)
    .map(({ segment }) => segment)
    .join('')
}

/** Builds the columns of a month. Every day has at least one; a DUAL school day has both halves, taken or not. */
export function monthDays(days: Month['days'], attType: AttType): MonthDay[] {
  let index = 0
  return days.map(({ day, holiday, registers }) => {
    const columns: { register: MonthRegister | null; index: number; short: string }[] = registers.map((register) => ({
      register,
      index: index++,
      short: shortLabel(register),
    }))
    const expected: RegisterSession[] = attType === 'DUAL' && holiday === null ? ['MORNING', 'AFTERNOON'] : []
    expected.forEach((session, place) => {
      if (columns.every((column) => column.register?.session !== session))
        columns.splice(place, 0, { register: null, index: -1, short: shortLabel({ session }) })
    })
    if (columns.length === 0) columns.push({ register: null, index: -1, short: '' })
    return {
      day,
      number: String(Number(day.slice(8))),
      letter: letters[weekdayOf(day)] ?? '',
      holiday,
      columns: columns.map((column, place) => ({ day, ...column, first: place === 0 })),
    }
  })
}

/** Returns a cell's text: a mark, H on a holiday, · if nothing was taken, '' for a future day. */
export function cellText(column: MonthColumn, holiday: string | null, marks: string, today: Day): string {
  if (column.register) return marks[column.index] ?? '·'
  if (holiday !== null) return 'H'
  return column.day > today ? '' : '·'
}

/** Lower percentages are shaded. */
const lowPercent = 75

export function isLow(percent: number | null | undefined): boolean {
  return percent !== null && percent !== undefined && percent < lowPercent
}

/** Adds months to a month written `YYYY-MM`. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** Formats a month as 'November 2026'. */
export function showMonth(month: string): string {
  // Digits are Latin in every language.
  return new Intl.DateTimeFormat(`${language}-IN-u-nu-latn`, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}

/** Returns the spans that a summary offers: today, the last 7 days, this month, and this school year from April. */
export function summarySpans(today: Day): { label: string; from: Day; to: Day }[] {
  return [
    { label: t`Today`, from: today, to: today },
    { label: t`Last 7 days`, from: addDays(today, -6), to: today },
    { label: t`This month`, from: `${today.slice(0, 8)}01`, to: today },
    { label: t`Since April`, from: schoolYearStart(today), to: today },
  ]
}
