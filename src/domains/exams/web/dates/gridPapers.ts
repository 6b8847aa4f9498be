import { t } from '@lingui/core/macro'
import { type Day, showDay } from '#shared/dates.ts'
import type { ExamPaperFactsFragment } from './dates.graphql.ts'

/** A paper in the grid. `index` is its place in the list that it is from. */
export interface GridPaper {
  index: number
  classId: string
  subject: string
  day: Day
  starts: string
  ends: string
  sections: readonly string[]
  change: ExamPaperFactsFragment['change']
  /** The time that was announced. */
  was: string
  clashes: readonly string[]
  problems: readonly string[]
}

/** Returns a stored paper as the grid shows it. */
export function toGridPaper(paper: ExamPaperFactsFragment, index: number): GridPaper {
  const { classId, subject, day, starts, ends, sectionNames, change, was, clashes } = paper
  const wasDay = was ? showDay(was.day) : ''
  return {
    index,
    classId,
    subject,
    day,
    starts,
    ends,
    sections: sectionNames,
    change,
    was: was ? t`${wasDay}, ${was.starts} to ${was.ends}` : '',
    clashes: clashes.map(({ text }) => text),
    problems: [],
  }
}

/** Returns the days of papers, in order. */
export function daysOf(papers: readonly Pick<GridPaper, 'day'>[]): Day[] {
  return [...new Set(papers.map(({ day }) => day))].toSorted()
}
