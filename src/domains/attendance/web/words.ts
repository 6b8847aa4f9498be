import { type Day, schoolTime, showDay } from '#shared/dates.ts'
import type { Mark } from '#shared/marks.ts'
import type { Counts, RegisterSession } from '../attendance.rules.ts'

export const markWords: Readonly<Record<Mark, string>> = { P: 'Present', A: 'Absent', L: 'Late' }

/** What tells a register from the others of its section and day; nothing where there is only one. */
export function sessionWords(one: {
  session: RegisterSession
  subjectName?: string | null | undefined
  starts?: string | null | undefined
}): string {
  if (one.session === 'DAY') return ''
  if (one.session === 'MORNING') return 'Morning'
  if (one.session === 'AFTERNOON') return 'Afternoon'
  const name = one.subjectName ?? (one.session === 'LECTURE' ? 'Lecture' : '')
  return [one.starts?.slice(0, 5), name].filter(Boolean).join(' ')
}

/** 'Sat, 21 Nov 2026'. */
export function weekdayAndDay(day: Day): string {
  return `${weekday(day).slice(0, 3)}, ${showDay(day)}`
}

export function weekday(day: Day): string {
  return new Intl.DateTimeFormat('en-IN', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** '96.4%'; a dash where nothing was taken. */
export function showPercent(percent: number | null | undefined): string {
  return percent === null || percent === undefined ? '–' : `${percent.toFixed(1)}%`
}

/** '48 present · 2 absent · 0 late'. */
export function showCounts({ present, absent, late }: Counts): string {
  return `${present} present · ${absent} absent · ${late} late`
}

/** '08:04', in the school's time. */
export function showTime(moment: string | Date): string {
  return schoolTime(new Date(moment)).slice(0, 5)
}
