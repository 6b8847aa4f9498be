import { t } from '@lingui/core/macro'
import { type Day, schoolTime, shortWeekdayName, showDay } from '#shared/dates.ts'
import type { Mark } from '#shared/marks.ts'
import { type MarkCounts, type RegisterSession, weekdayOf } from '../attendance.rules.ts'

export const markLabels: Readonly<Record<Mark, string>> = { P: t`Present`, A: t`Absent`, L: t`Late` }

/** Returns what distinguishes a register from others of its section and day; '' for a whole-day register. */
export function sessionLabel(register: {
  session: RegisterSession
  subjectName?: string | null | undefined
  starts?: string | null | undefined
}): string {
  if (register.session === 'DAY') return ''
  if (register.session === 'MORNING') return t`Morning`
  if (register.session === 'AFTERNOON') return t`Afternoon`
  const name = register.subjectName ?? (register.session === 'LECTURE' ? t`Lecture` : '')
  return [register.starts?.slice(0, 5), name].filter(Boolean).join(' ')
}

/** Returns {@link sessionLabel} as it follows a section's name in a title: '7-B morning'. */
export function sessionInTitle(register: Parameters<typeof sessionLabel>[0]): string {
  if (register.session === 'MORNING') return t`morning`
  if (register.session === 'AFTERNOON') return t`afternoon`
  return sessionLabel(register)
}

/** Formats a day as 'Sat, 21 Nov 2026'. */
export function weekdayAndDay(day: Day): string {
  return `${shortWeekdayName(weekdayOf(day))}, ${showDay(day)}`
}

/** Formats a percentage as '96.4%', or a dash if nothing was taken. */
export function showPercent(percent: number | null | undefined): string {
  return percent === null || percent === undefined ? '–' : `${percent.toFixed(1)}%`
}

/** Formats counts as '48 present · 2 absent · 0 late'. */
export function showCounts({ present, absent, late }: MarkCounts): string {
  return t`${present} present · ${absent} absent · ${late} late`
}

/** Formats a moment as '08:04' in the school's time zone. */
export function showTime(moment: string | Date): string {
  return schoolTime(new Date(moment)).slice(0, 5)
}
