import type { Mark } from '#shared/marks.ts'

/** Later than this after the start is late (specification, section 9); at exactly five minutes a student is in time. */
export const lateAfterMs = 5 * 60_000
/** Who was not seen for longer is no longer active. */
export const activeMs = 10_000

/** What the first moment of presence makes of an absent student. */
export function arrivalMark(startedAt: Date, cameAt: Date): 'P' | 'L' {
  return cameAt.getTime() - startedAt.getTime() > lateAfterMs ? 'L' : 'P'
}

/** When a lecture has ended: as it was ended, or at its time; null while it is live. */
export function endOf(lecture: { endedAt: Date | null; closesAt: Date }, now: Date): Date | null {
  return lecture.endedAt ?? (now >= lecture.closesAt ? lecture.closesAt : null)
}

/** Whole seconds from the start to the end. */
export function elapsedSeconds(startedAt: Date, endedAt: Date): number {
  return Math.max(0, Math.floor((endedAt.getTime() - startedAt.getTime()) / 1000))
}

/** The lengths a teacher may choose: the school's list with its usual one, shortest first. */
export function minutesToChoose(school: { displayMins: readonly number[]; defaultMins: number }): number[] {
  return [...new Set([...school.displayMins.filter((minutes) => minutes > 0), school.defaultMins])].toSorted((a, b) => a - b)
}

/** One character for a student on the teacher's page: p and l are active, P and L were there and are not, A is absent. */
export function shownMark(mark: Mark, active: boolean): string {
  return active && mark !== 'A' ? mark.toLowerCase() : mark
}

/** What an entry of the class list, or a started lecture, is called (specification, section 2, Teacher class list). */
export function lectureTitle(of: {
  className: string
  sectionName: string
  subjectName: string | null
  bookName: string | null
}): { title: string; subtitle: string } {
  const section = `${of.className}-${of.sectionName}`
  if (of.bookName !== null)
    return { title: of.bookName, subtitle: of.subjectName === null ? section : `${section}, ${of.subjectName}` }
  if (of.subjectName !== null) return { title: of.subjectName, subtitle: section }
  return { title: section, subtitle: '' }
}
