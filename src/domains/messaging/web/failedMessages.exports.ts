import { addDays, schoolDay } from '#shared/dates.ts'

/** Returns the address of the messages of the last seven days that failed. */
export function failedMessagesAddress(): string {
  const to = schoolDay(new Date())
  return `/messages?${new URLSearchParams({ tab: 'history', 'f.state': 'FAILED', 'f.from': addDays(to, -6), 'f.to': to })}`
}
