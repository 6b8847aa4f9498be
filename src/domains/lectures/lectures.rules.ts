import type { Mark } from '#shared/marks.ts'

/** Arrivals later than this are late (specification, section 9); at exactly five minutes a student is in time. */
export const lateAfterMs = 5 * 60_000
/** A student who was not seen for longer is not active. */
export const activeMs = 10_000

/** Returns the mark of a student whose first presence is at this moment. */
export function arrivalMark(startedAt: Date, cameAt: Date): 'P' | 'L' {
  return cameAt.getTime() - startedAt.getTime() > lateAfterMs ? 'L' : 'P'
}

/** Returns when a lecture ended, by its teacher or at its closing time; null while it is live. */
export function lectureEnd(lecture: { endedAt: Date | null; closesAt: Date }, now: Date): Date | null {
  return lecture.endedAt ?? (now >= lecture.closesAt ? lecture.closesAt : null)
}

/** Returns the whole seconds from start to end. */
export function elapsedSeconds(startedAt: Date, endedAt: Date): number {
  return Math.max(0, Math.floor((endedAt.getTime() - startedAt.getTime()) / 1000))
}

/** Returns the lengths that a teacher may choose: the school's list and its default, shortest first. */
export function allowedMinutes(school: { displayMins: readonly number[]; defaultMins: number }): number[] {
  return [...new Set([...school.displayMins.filter((minutes) => minutes > 0), school.defaultMins])].toSorted((a, b) => a - b)
}

/** Returns a student's character on the teacher's page: p and l are active, P and L inactive, A absent. */
export function markCharacter(mark: Mark, active: boolean): string {
  return active && mark !== 'A' ? mark.toLowerCase() : mark
}

/** Returns the title of an entry of the class list or a lecture (specification, section 2, Teacher class list). */
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
