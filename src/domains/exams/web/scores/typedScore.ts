import type { Scale } from '../../scheme.schema.ts'
import { readScore, type ScoreColumn, showScore } from '../../scores.rules.ts'

/** Grades of a sheet as GraphQL has them: the best first, each with one point more than the next. */
export type Grades = readonly { grade: string; meaning: string }[]

/** A typed value as it is stored, or what is typed with why it cannot be. */
export type TypedScore = { value: string; problem: null } | { value: string; problem: string }

const fractions: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75' }

/** Returns the grades with their points, which the order says. */
export function withPoints(grades: Grades): Scale['grades'] {
  return grades.map((each, index) => ({ ...each, from: grades.length - index, to: grades.length - index }))
}

/**
 * Reads what a teacher types: `17`, `17.5`, `17½`, `AB`, a grade, '' for none, in any letter case and with the digits
 * of any script of India. A value that can be stored is returned as the server shows it.
 */
export function typedScore(typed: string, column: Pick<ScoreColumn, 'highestMarks'>, grades: Grades): TypedScore {
  const text = typed
    .trim()
    .replace(/[½¼¾]$/, (sign) => fractions[sign] ?? sign)
    .replace(/^\./, '0.')
    // On the way to 17.5.
    .replace(/^(\d+)\.$/, '$1')
  const scale = withPoints(grades)
  const read = readScore(text, column, scale)
  return 'problem' in read
    ? { value: typed.trim(), problem: read.problem }
    : { value: showScore(read.score, scale), problem: null }
}
