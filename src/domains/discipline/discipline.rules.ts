import type { Role } from '#shared/roles.ts'

/** How long whoever has recorded an incident may still change it, in days. */
export const daysToChange = 7

/** Of so many incidents of a student the guardians are told on one day: every message costs something. */
export const mostToldADay = 3

/** Whose guardians are not told of one more today, in words. */
export function notToldAgain(names: readonly string[]): string {
  const shown = names.length > 5 ? [...names.slice(0, 4), `${names.length - 4} others`] : names
  const whose = new Intl.ListFormat('en-IN').format(shown)
  return `The guardians of ${whose} are not told again today: they were told of ${mostToldADay} incidents already.`
}

/** Said to a teacher about what somebody else has recorded. */
export const notYours = 'Only the office and whoever has recorded it can change this.'
/** Said to a teacher when the days are over. */
export const tooLate = `This was recorded more than ${daysToChange} days ago: only the office can change it.`

/**
 * Why a viewer may not change or delete an incident, or null: the office always may, a teacher what is the own, for some days.
 * @param now the moment that is asked about
 */
export function whyNotChange(
  viewer: { role: Role; subject: string },
  incident: { recordedBy: string; recordedAt: Date },
  now: Date,
): string | null {
  if (viewer.role !== 'TEACHER') return null
  if (incident.recordedBy !== viewer.subject) return notYours
  return now.getTime() - incident.recordedAt.getTime() > daysToChange * 86_400_000 ? tooLate : null
}

/** What a school may start with instead of writing its own list; none of the names is longer than a message's value may be. */
export const usualTypes: readonly { name: string; points: number }[] = [
  { name: 'Helped others', points: 5 },
  { name: 'Excellent work', points: 5 },
  { name: 'Took responsibility', points: 3 },
  { name: 'Represented the school', points: 10 },
  { name: 'Late to class', points: -1 },
  { name: 'Homework not done', points: -2 },
  { name: 'Not in uniform', points: -1 },
  { name: 'Disturbed the class', points: -3 },
  { name: 'Used a phone', points: -5 },
  { name: 'Damaged property', points: -10 },
  { name: 'Hurt somebody', points: -20 },
]

/** '+5', '−3', '0': points with their sign, as a person writes it. */
export function showPoints(points: number): string {
  const digits = Math.abs(points).toLocaleString('en-IN')
  if (points === 0) return digits
  return points > 0 ? `+${digits}` : `−${digits}`
}
