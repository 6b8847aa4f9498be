import { addDays, type Day, showDay } from '#shared/dates.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { t } from '#shared/texts.ts'

/** When a paper is written. Times are `HH:mm` in the school's time zone. */
export interface PaperTime {
  day: Day
  starts: string
  ends: string
}

/** A paper of an exam. Without sections it is for the whole class. */
export interface PlannedPaper extends PaperTime {
  classId: number
  subject: string
  sectionIds: readonly number[]
}

/** A section with its class. `name` is as it is shown: `7-A`. */
export interface SectionOfClass {
  id: number
  classId: number
  name: string
}

/** Returns the first and the last day of the school year that a term is. */
export function daysOfTerm(startsOn: Day): { first: Day; last: Day } {
  const [year, month, day] = startsOn.split('-').map(Number) as [number, number, number]
  return { first: startsOn, last: addDays(`${year + 1}-${String(month).padStart(2, '0')}-01`, day - 2) }
}

/** Returns whether a section writes a paper. */
export function isOfSection(paper: Pick<PlannedPaper, 'classId' | 'sectionIds'>, section: Omit<SectionOfClass, 'name'>): boolean {
  return paper.classId === section.classId && (paper.sectionIds.length === 0 || paper.sectionIds.includes(section.id))
}

/** Whether two spans of one day have a minute in common. */
function overlaps(a: Pick<PaperTime, 'starts' | 'ends'>, b: Pick<PaperTime, 'starts' | 'ends'>): boolean {
  return a.starts < b.ends && b.starts < a.ends
}

/** Whether a section writes both papers, as far as they say it themselves. */
function shareSections(a: PlannedPaper, b: PlannedPaper): boolean {
  if (a.classId !== b.classId) return false
  if (a.sectionIds.length === 0 || b.sectionIds.length === 0) return true
  return a.sectionIds.some((id) => b.sectionIds.includes(id))
}

/** Subjects are the same in any letter case. */
const subjectKey = (subject: string) => subject.toLowerCase()

/** A mistake in a paper, as a form shows it: `papers.3.day`. */
export interface PaperProblem {
  path: string
  message: string
}

/**
 * Returns what keeps papers from being saved: a day outside of the term, an end that is not after the start, and a
 * section that would write two papers at once, or the same subject twice on a day. The later paper has the problem.
 */
export function paperProblems(papers: readonly PlannedPaper[], termStartsOn: Day): PaperProblem[] {
  const { first, last } = daysOfTerm(termStartsOn)
  const problems: PaperProblem[] = []
  const ofDay = new Map<string, PlannedPaper[]>()
  for (const [index, paper] of papers.entries()) {
    const add = (field: string, message: string) => problems.push({ path: `papers.${index}.${field}`, message })
    const { day, starts, ends, subject } = paper
    if (day < first || day > last) add('day', t`Not in this term, which is from ${showDay(first)} to ${showDay(last)}`)
    if (ends <= starts) add('ends', t`The end must be after the start`)
    const key = `${paper.classId} ${day}`
    const earlier = (ofDay.get(key) ?? []).filter((other) => shareSections(paper, other))
    if (earlier.some((other) => subjectKey(other.subject) === subjectKey(subject)))
      add('subject', t`${subject} is on this day already`)
    const other = earlier.find((one) => overlaps(paper, one))
    if (other) add('starts', t`${other.subject} is written from ${other.starts} to ${other.ends}`)
    ofDay.set(key, [...(ofDay.get(key) ?? []), paper])
  }
  return problems
}

export const clashKinds = ['HOLIDAY', 'LESSON', 'EXAM'] as const

/** What else is on a paper's day or at its time. It is shown and refuses nothing. */
export interface Clash {
  kind: (typeof clashKinds)[number]
  text: string
}

/** A lesson of a section's timetable. Weekday 0 is Sunday. */
export interface Lesson {
  sectionId: number
  weekday: number
  starts: string
  ends: string
  subject: string
}

/** What papers can clash with. */
export interface ClashFacts {
  /** Why a day is no school day, by day. */
  holidays: ReadonlyMap<Day, string>
  lessons: readonly Lesson[]
  /** Papers of the other exams of the term. */
  others: readonly (PlannedPaper & { examName: string })[]
  /** Sections of the papers' classes, in the school's order. */
  sections: readonly SectionOfClass[]
}

/** Returns the clashes of a paper: the holiday first, then for each section its lessons and its other papers. */
export function clashesOf(paper: PlannedPaper, { holidays, lessons, others, sections }: ClashFacts): Clash[] {
  const holiday = holidays.get(paper.day)
  const weekday = new Date(`${paper.day}T00:00:00Z`).getUTCDay()
  const clashes: Clash[] = holiday === undefined ? [] : [{ kind: 'HOLIDAY', text: holiday }]
  for (const section of sections.filter((one) => isOfSection(paper, one))) {
    const { name } = section
    const taught = lessons.filter((one) => one.sectionId === section.id && one.weekday === weekday && overlaps(one, paper))
    const list = joinWithAnd(taught.map(({ subject, starts, ends }) => t`${subject} ${starts} to ${ends}`))
    if (taught.length > 0) clashes.push({ kind: 'LESSON', text: t`${name}: ${list}` })
    for (const other of others) {
      if (other.day !== paper.day || !isOfSection(other, section) || !overlaps(other, paper)) continue
      const { examName, subject, starts, ends } = other
      clashes.push({ kind: 'EXAM', text: t`${name}: ${examName}, ${subject} ${starts} to ${ends}` })
    }
  }
  return clashes
}

/** A paper as it is stored and as it was announced. */
export interface StoredPaper extends PlannedPaper {
  id: number
}

export const paperChanges = ['ADDED', 'MOVED', 'REMOVED'] as const
export type PaperChange = (typeof paperChanges)[number]

/** A paper with what has become of it since the announcement; `was` is its time then. */
export interface ComparedPaper<Paper> {
  paper: Paper
  change: PaperChange | null
  was: PaperTime | null
}

/**
 * Compares papers with those that were announced; `announced` is null before that. Papers that were announced and are
 * gone come last.
 */
export function comparePapers<Paper extends StoredPaper>(
  papers: readonly Paper[],
  announced: readonly Paper[] | null,
): ComparedPaper<Paper>[] {
  if (announced === null) return papers.map((paper) => ({ paper, change: null, was: null }))
  const before = new Map(announced.map((paper) => [paper.id, paper]))
  const now = new Set(papers.map(({ id }) => id))
  const present = papers.map((paper): ComparedPaper<Paper> => {
    const was = before.get(paper.id)
    if (!was) return { paper, change: 'ADDED', was: null }
    if (isSameTime(was, paper)) return { paper, change: null, was: null }
    return { paper, change: 'MOVED', was: { day: was.day, starts: was.starts, ends: was.ends } }
  })
  const gone = announced.filter(({ id }) => !now.has(id))
  return [...present, ...gone.map((paper) => ({ paper, change: 'REMOVED' as const, was: null }))]
}

function isSameTime(a: PaperTime, b: PaperTime): boolean {
  return a.day === b.day && a.starts === b.starts && a.ends === b.ends
}
