import { addDays, type Day } from '#shared/dates.ts'

/** A paper as the form holds it. */
export interface FormPaper {
  id: string | null
  classId: string
  subject: string
  day: Day
  starts: string
  ends: string
  sectionIds: string[]
}

interface Placing {
  first: Day
  /** The last day of the term. */
  last: Day
  starts: string
  ends: string
  /** Days without school, besides Sundays. */
  holidays: ReadonlySet<Day>
  /** School days between two papers of a class that stay free. */
  gap: number
}

/**
 * Returns a paper for each subject of the classes that has none yet: one on a school day, in the order of the subjects,
 * from the first day on. Days on which the class writes something are left out. What finds no day in the term is left
 * out.
 */
export function placeSubjects(
  classes: readonly { id: string; subjects: readonly string[] }[],
  papers: readonly FormPaper[],
  { first, last, starts, ends, holidays, gap }: Placing,
): FormPaper[] {
  const isSchoolDay = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay() !== 0 && !holidays.has(day)
  return classes.flatMap(({ id: classId, subjects }) => {
    const own = papers.filter((paper) => paper.classId === classId)
    const there = new Set(own.map(({ subject }) => subject.toLowerCase()))
    const busy = new Set(own.map(({ day }) => day))
    const placed: FormPaper[] = []
    const waiting = subjects.filter((subject) => !there.has(subject.toLowerCase()))
    let free = 0
    for (let day = first; day <= last && placed.length < waiting.length; day = addDays(day, 1)) {
      if (!isSchoolDay(day) || busy.has(day)) continue
      if (free > 0) free -= 1
      else {
        placed.push({ id: null, classId, subject: waiting[placed.length] ?? '', day, starts, ends, sectionIds: [] })
        free = gap
      }
    }
    return placed
  })
}
