import { t } from '@lingui/core/macro'
import { addDays, type Day, isDay, monthStart, weekStart } from '#shared/dates.ts'

/** The range of days among a list's filters in the address. */
export type Days = { from?: Day; to?: Day }

/** Returns the range of days in filters; invalid days are ignored. */
export function parseDays({ from = '', to = '' }: Readonly<Record<string, string>>): Days {
  return { ...(isDay(from) ? { from } : {}), ...(isDay(to) ? { to } : {}) }
}

/** Returns the most common ranges with their labels. */
export function dayChoices(today: Day, every = t`Whole term`): { label: string; days: Days }[] {
  const yesterday = addDays(today, -1)
  return [
    { label: t`Today`, days: { from: today, to: today } },
    { label: t`Yesterday`, days: { from: yesterday, to: yesterday } },
    { label: t`This week`, days: { from: weekStart(today), to: today } },
    { label: t`This month`, days: { from: monthStart(today), to: today } },
    { label: every, days: {} },
  ]
}
