import type { Role } from '#shared/roles.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { showCount } from '#shared/counts.ts'
import { plural, t } from '#shared/texts.ts'

/** Number of days in which a teacher may change an incident that the teacher recorded. */
export const daysToChange = 7

/** Maximum number of incident messages per student and day, because every message costs money. */
export const maxMessagesPerDay = 3

/** Returns the text that these students' guardians get no further message today. */
export function messageLimitReached(names: readonly string[]): string {
  const shown =
    names.length > 5 ? [...names.slice(0, 4), t`${plural(names.length - 4, { one: '# other', other: '# others' })}`] : names
  const whose = joinWithAnd(shown)
  return t`The guardians of ${whose} get no further message today: they were already told of ${maxMessagesPerDay} incidents.`
}

/** Returns the error for a teacher who changes somebody else's incident. */
export const notOwnIncident = () => t`Only the office and whoever has recorded it can change this.`
/** Returns the error for a teacher after the allowed days. */
export const changePeriodOver = () => t`This was recorded more than ${daysToChange} days ago: only the office can change it.`

/**
 * Returns why a viewer may not change or delete an incident; null when allowed. The office always may, a teacher only
 * the own incidents for some days.
 * @param now the moment of the change
 */
export function whyNotChange(
  viewer: { role: Role; subject: string },
  incident: { recordedBy: string; recordedAt: Date },
  now: Date,
): string | null {
  if (viewer.role !== 'TEACHER') return null
  if (incident.recordedBy !== viewer.subject) return notOwnIncident()
  return now.getTime() - incident.recordedAt.getTime() > daysToChange * 86_400_000 ? changePeriodOver() : null
}

/** Types that a school may start with. Each name fits an SMS variable. */
export const usualTypes = (): { name: string; points: number }[] => [
  { name: t`Helped others`, points: 5 },
  { name: t`Excellent work`, points: 5 },
  { name: t`Took responsibility`, points: 3 },
  { name: t`Represented the school`, points: 10 },
  { name: t`Late to class`, points: -1 },
  { name: t`Homework not done`, points: -2 },
  { name: t`Not in uniform`, points: -1 },
  { name: t`Disturbed the class`, points: -3 },
  { name: t`Used a phone`, points: -5 },
  { name: t`Damaged property`, points: -10 },
  { name: t`Hurt somebody`, points: -20 },
]

/** Formats points with their sign: '+5', '−3', '0'. */
export function showPoints(points: number): string {
  const digits = showCount(Math.abs(points))
  if (points === 0) return digits
  return points > 0 ? `+${digits}` : `−${digits}`
}
