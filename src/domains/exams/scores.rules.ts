import { withLatinDigits } from '#shared/digits.ts'
import { percentNumber } from '#shared/percent.ts'
import { t } from '#shared/texts.ts'
import type { Code, Marks, Pattern, Scale, Scheme, Score } from './scheme.schema.ts'
import { codes } from './scoreCodes.ts'

/** A column of a sheet: one test of a component. `test` counts from 1 up to `tests`. */
export interface ScoreColumn {
  component: string
  test: number
  tests: number
  highestMarks: Marks
}

/** Where the scores of a subject in a part stand, and how they are typed. */
export interface ScoreGround {
  /** In the order of the scheme; empty where the part assesses nothing of the subject. */
  columns: readonly ScoreColumn[]
  /** The grades that are typed in the place of marks, the best first; empty where marks are typed. */
  grades: Scale['grades']
}

/**
 * Returns what a sheet of a subject and a part asks for.
 * @throws Error for a pattern that the scheme does not have
 */
export function scoreGround(scheme: Scheme, patternName: string, part: string): ScoreGround {
  const pattern = scheme.patterns.find(({ name }) => name === patternName)
  const scale = scheme.scales.find(({ name }) => name === pattern?.scale)
  if (!pattern || !scale) throw new Error(`The scheme has no pattern ${patternName} with its scale`)
  return { columns: columnsIn(pattern, part), grades: scale.by === 'POINTS' ? scale.grades : [] }
}

function columnsIn({ components }: Pattern, part: string): ScoreColumn[] {
  return components
    .filter(({ parts }) => parts.includes(part))
    .flatMap(({ name: component, highestMarks }) =>
      highestMarks.map((highest, index) => ({
        component,
        test: index + 1,
        tests: highestMarks.length,
        highestMarks: highest,
      })),
    )
}

/** Formats a score as it is typed: `17.5`, `AB`, the grade where grades are typed; '' for none. */
export function showScore(score: Score | null, grades: Scale['grades']): string {
  if (score === null) return ''
  if (typeof score === 'string') return score
  return grades.find(({ from }) => from * 100 === score)?.grade ?? percentNumber(score)
}

/** A typed value: a score, null for none, or why it is neither. */
export type ReadScore = { score: Score | null } | { problem: string }

/** Reads a value as a teacher types it: `17.5`, `AB`, a grade, '' for none. Letter case does not matter. */
export function readScore(
  typed: string,
  { highestMarks }: Pick<ScoreColumn, 'highestMarks'>,
  grades: Scale['grades'],
): ReadScore {
  const value = withLatinDigits(typed).trim()
  if (value === '') return { score: null }
  const code = codes.find((each) => each === value.toUpperCase())
  if (code) return { score: code }
  if (grades.length > 0) {
    const found = grades.find(({ grade }) => grade.toLowerCase() === value.toLowerCase())
    const list = [...grades.map(({ grade }) => grade), ...codes].join(', ')
    return found ? { score: found.from * 100 } : { problem: t`Enter one of ${list}` }
  }
  const digits = /^(\d{1,4})(?:\.(\d{1,2}))?$/.exec(value)
  if (!digits) return { problem: t`Enter marks such as 17 or 17.5, or AB, ML or EX` }
  const marks = Number(digits[1]) * 100 + Number((digits[2] ?? '').padEnd(2, '0'))
  const highest = percentNumber(highestMarks)
  return marks > highestMarks ? { problem: t`At most ${highest} marks` } : { score: marks }
}

/** A score as its two columns store it: at most one of them is not null. */
export interface StoredScore {
  marks: Marks | null
  code: Code | null
}

export function scoreOf({ marks, code }: StoredScore): Score | null {
  return marks ?? code
}

export function storedScore(score: Score | null): StoredScore {
  return { marks: typeof score === 'number' ? score : null, code: typeof score === 'string' ? score : null }
}

/** A column that has scores, with the highest of their marks; null where all of them are codes. */
export interface UsedColumn {
  subjectId: number
  part: string
  component: string
  test: number
  most: Marks | null
}

/** Why scores of a column could not stay: it is gone, its highest mark is lower, or its grades are others. */
export interface LostColumn extends UsedColumn {
  why: 'GONE' | 'ABOVE' | 'GRADES'
  /** The highest mark that the column would have; 0 for one that is gone. */
  highestMarks: Marks
}

/**
 * Returns the columns whose scores could not stay if their subjects were assessed by another scheme.
 * @param patternOf returns the pattern of a subject in both schemes
 */
export function lostColumns(
  before: Scheme,
  after: Scheme,
  patternOf: (subjectId: number) => string,
  used: readonly UsedColumn[],
): LostColumn[] {
  return used.flatMap((each): LostColumn[] => {
    const pattern = patternOf(each.subjectId)
    const ground = scoreGround(after, pattern, each.part)
    const column = ground.columns.find(({ component, test }) => component === each.component && test === each.test)
    if (!column) return [{ ...each, why: 'GONE', highestMarks: 0 }]
    const { highestMarks } = column
    // A scale by points has a grade for each point, so that another number of grades gives the points another meaning.
    if (scoreGround(before, pattern, each.part).grades.length !== ground.grades.length)
      return [{ ...each, why: 'GRADES', highestMarks }]
    return each.most !== null && each.most > highestMarks ? [{ ...each, why: 'ABOVE', highestMarks }] : []
  })
}
