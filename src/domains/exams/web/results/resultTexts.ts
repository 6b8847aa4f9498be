import { plural, t } from '@lingui/core/macro'
import { type Day, schoolDay, showDay, showMoment } from '#shared/dates.ts'
import type { PublicationFactsFragment, ResultStandingsQuery } from './results.graphql.ts'
import { sayWord } from '../sayWord.ts'

export type Standing = ResultStandingsQuery['resultStandings'][number]
export type Period = Standing['periods'][number]
export type Publication = PublicationFactsFragment

/** Returns the name of a part, or of the year for null. */
export function periodName(part: string | null): string {
  return part === null ? t({ message: 'Year', context: 'results' }) : sayWord(part)
}

/** Returns `7-A`. */
export function sectionTitle({ className, sectionName }: Pick<Standing, 'className' | 'sectionName'>): string {
  return `${className}-${sectionName}`
}

/** Returns the address of a section's results in a part, or in the year for null. */
export function resultsAddress(sectionId: string, part: string | null): string {
  return `/exams?${new URLSearchParams({ results: sectionId, ...(part === null ? {} : { part }) })}`
}

/** Returns the address of a student's report card. */
export function cardAddress(sectionId: string, part: string | null, studentId: string): string {
  return `${resultsAddress(sectionId, part)}&student=${studentId}`
}

/** Returns the address of the remarks of a section. */
export function remarksAddress(sectionId: string, part: string | null): string {
  return `${resultsAddress(sectionId, part)}&remarks`
}

/** Returns the address of the tab with all sections in a part, or in the year for null. */
export function boardAddress(part: string | null): string {
  return `/exams?${new URLSearchParams({ tab: 'results', ...(part === null ? { year: '' } : { part }) })}`
}

/** Returns a publication that is not withdrawn. */
export function livePublication(publication: Publication | null | undefined): Publication | null {
  return publication?.withdrawnAt === null ? publication : null
}

/** Returns the state of a section in a part, as a chip shows it. */
export function periodState({ students }: Standing, { incomplete, started, publication }: Period) {
  if (livePublication(publication)) return { state: 'DONE', label: t({ message: 'Published', context: 'results' }) }
  if (students === 0) return { state: 'DISABLED', label: t`No students` }
  if (!started) return { state: 'PENDING', label: t`No marks yet` }
  if (incomplete > 0) return { state: 'UNSAVED', label: t`Marks missing` }
  return { state: 'VALID', label: t({ message: 'Ready', context: 'results' }) }
}

/** Says who has published or withdrawn, and from which day families see the cards. */
export function publicationText(publication: Publication, today: Day = schoolDay(new Date())): string {
  const { visibleFrom, withdrawnAt, withdrawnByName, withdrawReason } = publication
  if (withdrawnAt !== null) {
    const [by, at, reason] = [withdrawnByName ?? '', showDay(schoolDay(new Date(withdrawnAt))), withdrawReason ?? '']
    return t`Withdrawn by ${by} on ${at}: ${reason}`
  }
  const day = showDay(visibleFrom)
  return visibleFrom > today ? t`Families see the cards from ${day} on` : t`Families have seen the cards since ${day}`
}

/** Says when families are told, when they were, or why they are not yet; null where nobody has ordered or sent it. */
export function messagesText(publication: Publication, today: Day = schoolDay(new Date())): string | null {
  const { visibleFrom, withdrawnAt, messagesOrdered, messagesSentAt, messagesProblem } = publication
  if (messagesSentAt !== null) {
    const at = showMoment(messagesSentAt)
    return t`Families were told on ${at}`
  }
  if (!messagesOrdered || withdrawnAt !== null) return null
  if (messagesProblem !== null) return t`The message to families waits, and is tried again every hour: ${messagesProblem}`
  const day = showDay(visibleFrom)
  return visibleFrom > today ? t`Families get a message on ${day} from 9:00` : t`Families get a message today from 9:00`
}

/** Says how many students have missing marks. Where no mark is entered yet, the students are counted alone. */
export function incompleteText({ started, incomplete }: Pick<Period, 'started' | 'incomplete'>, students: number): string {
  if (!started) return plural(students, { one: '# student', other: '# students' })
  if (incomplete === 0) return plural(students, { one: '# student, all marks entered', other: '# students, all marks entered' })
  return plural(incomplete, {
    one: `# of ${students} students has missing marks`,
    other: `# of ${students} students have missing marks`,
  })
}
