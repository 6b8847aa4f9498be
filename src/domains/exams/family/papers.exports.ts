import { t } from '@lingui/core/macro'
import { addDays, type Day, showDay, showWeekday } from '#shared/dates.ts'

interface PaperTime {
  day: string
  starts: string
  ends: string
}

/** A paper of an announced exam, as families and students see it. */
export interface AnnouncedPaper extends PaperTime {
  id: string
  subject: string
  /** What has become of it since the announcement. */
  change?: 'ADDED' | 'MOVED' | 'REMOVED' | null
  /** Its time as announced, of a moved one. */
  was?: PaperTime | null
}

/** The papers of an exam as somebody looks at them on a day. */
export interface PapersOfDay<Paper> {
  /** All papers of today; if there are none, those of the next day with one. */
  next: Paper[]
  later: Paper[]
  /** Papers that are not written any more, from today on. */
  removed: Paper[]
  over: Paper[]
}

/** Sorts papers by time and puts the next ones first. */
export function papersOfDay<Paper extends AnnouncedPaper>(papers: readonly Paper[], today: Day): PapersOfDay<Paper> {
  const sorted = papers.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0))
  const written = sorted.filter(({ change }) => change !== 'REMOVED')
  const coming = written.filter(({ day }) => day >= today)
  const nextDay = coming[0]?.day
  return {
    next: coming.filter(({ day }) => day === nextDay),
    later: coming.filter(({ day }) => day !== nextDay),
    removed: sorted.filter(({ change, day }) => change === 'REMOVED' && day >= today),
    over: written.filter(({ day }) => day < today),
  }
}

function timeOf({ day, starts }: PaperTime): string {
  return `${day} ${starts}`
}

/** Returns `Today`, `Tomorrow`, or the weekday with the day. */
export function paperDay(day: Day, today: Day): string {
  if (day === today) return t({ message: 'Today', context: 'the day of an exam' })
  if (day === addDays(today, 1)) return t({ message: 'Tomorrow', context: 'the day of an exam' })
  return `${showWeekday(day)}, ${showDay(day)}`
}

export function paperTimes({ starts, ends }: PaperTime): string {
  return `${starts} – ${ends}`
}

/** Returns what has become of a paper since its exam was announced; null for nothing. */
export function paperChange({ change, was }: AnnouncedPaper): string | null {
  if (change === 'ADDED') return t`Added since the announcement`
  if (change === 'REMOVED') return t`Taken away: this paper is not written`
  if (change === 'MOVED' && was) return t`Moved: it was on ${`${showDay(was.day)}, ${paperTimes(was)}`}`
  return null
}
