import { t } from '@lingui/core/macro'
import { schoolTime } from '#shared/dates.ts'
import { type Child, type Home, toldToday } from './home.ts'

/** How the child's day is, in one line. */
export interface TodayText {
  text: string
  tone: 'ok' | 'bad' | 'quiet'
}

/** Returns what is known of today: the first register, and what was told before it. */
export function todayText(home: Home, child: Child): TodayText {
  const told = toldToday(home, child)
  const { markToday, takenTodayAt } = child.facts
  if (markToday === 'P' || markToday === 'L') {
    const time = takenTodayAt === null ? '' : schoolTime(new Date(takenTodayAt)).slice(0, 5)
    return { text: markToday === 'P' ? t`In school today, marked at ${time}` : t`Came late today, marked at ${time}`, tone: 'ok' }
  }
  if (markToday === 'A')
    return told ? { text: t`Absent today, as you told us`, tone: 'quiet' } : { text: t`Absent today`, tone: 'bad' }
  if (told) return { text: t`You told the teacher: ${told.reason}`, tone: 'quiet' }
  return { text: t`Not marked yet today`, tone: 'quiet' }
}
