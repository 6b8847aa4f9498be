import { type Day, schoolDay } from '#shared/dates.ts'
import { clerkDayProblem } from '#shared/moneyDays.ts'
import { Refusal } from './refusal.ts'
import type { Viewer } from './viewer.ts'

/**
 * Throws when a FEES user may not date money on this day (decisions/0030).
 *
 * @param path the input's field with the day
 * @throws Refusal BAD_INPUT
 */
export function requireAllowedMoneyDay(
  viewer: Viewer,
  { day, termName, path }: { day: Day; termName: string; path: string },
): void {
  if (viewer.role !== 'FEES') return
  const message = clerkDayProblem(day, termName, schoolDay(new Date()))
  if (message !== null) throw new Refusal('BAD_INPUT', message, [{ path, message }])
}
