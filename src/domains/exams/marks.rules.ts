import { type Share, wholeShare } from '#shared/percent.ts'
import { t } from '#shared/texts.ts'
import { addFractions, compareFractions, type Fraction, fraction, roundHalfUp, scaleFraction } from './fractions.ts'
import {
  type AssessedSubject,
  type Component,
  type Marks,
  mostPoints,
  type Pattern,
  type Rounding,
  type Scale,
  type Scheme,
  type Score,
} from './scheme.schema.ts'

/** Where a score is entered. `test` counts the tests of the component in the part, from 1. */
export interface ScorePlace {
  subject: string
  part: string
  component: string
  test: number
}

/** A score of one student, not above the highest mark of its test. */
export interface ScoreEntry extends ScorePlace {
  score: Score
}

/** Marks with their share and grade. Printed marks and shares are hundredths, halves rounded up. */
export interface Mark {
  obtained: Marks
  outOf: Marks
  share: Share
  grade: string
}

/** A mark, or why there is none: a score is missing, or codes have left everything out. */
export type Assessed = Mark | 'MISSING' | 'LEFT_OUT'

interface ComponentResult {
  component: string
  result: Assessed
}

interface PartResult {
  part: string
  components: readonly ComponentResult[]
  result: Assessed
}

export interface SubjectResult {
  subject: string
  parts: readonly PartResult[]
  result: Assessed
}

/** Exact marks; `obtained` in hundredths. */
export interface Exact {
  obtained: Fraction
  outOf: Marks
}
export type ExactOrNone = Exact | 'MISSING' | 'LEFT_OUT'

/** The results of a subject before they are printed. */
export interface ExactSubject {
  subject: AssessedSubject
  pattern: Pattern
  parts: { part: string; components: { component: Component; value: ExactOrNone }[]; value: ExactOrNone }[]
  value: ExactOrNone
  /** Whether the value is that of a second examination, in which the subject passes or fails as a whole. */
  reexamined?: boolean
}

/** The steps of a rounding, in hundredths; null for none. */
export const steps: Record<Rounding, number | null> = { WHOLE: 100, HALF: 50, NONE: null }

/** Tells marks from the reasons why there are none. */
export const isMark = <Value extends object>(value: Value | 'MISSING' | 'LEFT_OUT'): value is Value => typeof value === 'object'

/** Rounds marks as the scheme says, never above the highest, which need not be a multiple of the step. */
export function rounded(obtained: Fraction, outOf: Marks, rounding: Rounding): Exact {
  const step = steps[rounding]
  return { obtained: step === null ? obtained : fraction(Math.min(roundHalfUp(obtained, step), outOf)), outOf }
}

/** Returns the grade of exact marks: the best one that they reach. Points are the share of the most points, rounded. */
function gradeOf({ obtained, outOf }: Exact, scale: Scale): string {
  const value =
    scale.by === 'SHARE'
      ? scaleFraction(obtained, 100, outOf)
      : fraction(roundHalfUp(scaleFraction(obtained, mostPoints(scale), outOf), 1))
  const grade = scale.grades.find(({ from }) => compareFractions(value, fraction(from)) >= 0) ?? scale.grades.at(-1)
  return grade?.grade ?? ''
}

/** Returns exact marks as they are printed, with their grade. */
export function printed(value: ExactOrNone, scale: Scale): Assessed {
  if (!isMark(value)) return value
  const { obtained, outOf } = value
  return {
    obtained: roundHalfUp(obtained, 1),
    outOf,
    share: roundHalfUp(scaleFraction(obtained, wholeShare, outOf), 1),
    grade: gradeOf(value, scale),
  }
}

/** Returns the marks among values: MISSING if one is missing, LEFT_OUT if all are left out. */
export function counting<Value extends { value: ExactOrNone }>(
  values: readonly Value[],
): (Value & { value: Exact })[] | 'MISSING' | 'LEFT_OUT' {
  if (values.some(({ value }) => value === 'MISSING')) return 'MISSING'
  const marks = values.filter((each): each is Value & { value: Exact } => isMark(each.value))
  return marks.length === 0 ? 'LEFT_OUT' : marks
}

/** Returns the marks in a component: the mean of its best tests, each converted to the component's marks. */
function componentValue(component: Component, scores: readonly (Score | undefined)[], scheme: Scheme): ExactOrNone {
  const tests = component.highestMarks.map((highest, index): { value: ExactOrNone } => {
    const score = scores[index]
    if (score === undefined) return { value: 'MISSING' }
    if (typeof score !== 'number' && scheme.codes[score] === 'LEFT_OUT') return { value: 'LEFT_OUT' }
    const obtained = typeof score === 'number' ? score : 0
    return { value: { obtained: fraction(obtained * component.outOf, highest), outOf: component.outOf } }
  })
  const counted = counting(tests)
  if (typeof counted === 'string') return counted
  const best = counted
    .map(({ value }) => value.obtained)
    .sort((first, second) => compareFractions(second, first))
    .slice(0, component.best)
  return rounded(scaleFraction(addFractions(best), 1, best.length), component.outOf, scheme.rounding.component)
}

/** Returns the marks in a part: the sum of its components, scaled up where some are left out. */
function partValue(pattern: Pattern, components: readonly { value: ExactOrNone }[], rounding: Rounding): ExactOrNone {
  const counted = counting(components)
  if (typeof counted === 'string') return counted
  const outOf = counted.reduce((sum, { value }) => sum + value.outOf, 0)
  const obtained = addFractions(counted.map(({ value }) => value.obtained))
  return rounded(scaleFraction(obtained, pattern.outOf, outOf), pattern.outOf, rounding)
}

/** Returns the marks of the year: the weighted mean of the parts that count. */
function yearValue(pattern: Pattern, parts: readonly { weight: number; value: ExactOrNone }[], rounding: Rounding): ExactOrNone {
  const counted = counting(parts)
  if (typeof counted === 'string') return counted
  const weights = counted.reduce((sum, { weight }) => sum + weight, 0)
  const obtained = addFractions(counted.map(({ weight, value }) => scaleFraction(value.obtained, weight, 1)))
  return rounded(scaleFraction(obtained, 1, weights), pattern.outOf, rounding)
}

/** Returns the sum of marks. */
export function sumOf(values: readonly { value: ExactOrNone }[], rounding: Rounding): ExactOrNone {
  const counted = counting(values)
  if (typeof counted === 'string') return counted
  const outOf = counted.reduce((sum, { value }) => sum + value.outOf, 0)
  return rounded(addFractions(counted.map(({ value }) => value.obtained)), outOf, rounding)
}

/** Returns the part, pattern, scale or class of a name. @throws Error without one: schemes are checked before */
export function byName<Item extends { name: string }>(items: readonly Item[], name: string): Item {
  const item = items.find((each) => each.name === name)
  if (!item) throw new Error(`The scheme has nothing of the name ${name}`)
  return item
}

/** Counts the parts and components of a subject. `scoreAt` returns a score; undefined while it is missing. */
export function countSubject(
  scheme: Scheme,
  subject: AssessedSubject,
  scoreAt: (place: ScorePlace) => Score | undefined,
): ExactSubject {
  const pattern = byName(scheme.patterns, subject.pattern)
  const parts = scheme.parts.flatMap(({ name: part, weight }) => {
    const components = pattern.components
      .filter((component) => component.parts.includes(part))
      .map((component) => {
        const place = { subject: subject.name, part, component: component.name }
        const scores = component.highestMarks.map((_, index) => scoreAt({ ...place, test: index + 1 }))
        return { component, value: componentValue(component, scores, scheme) }
      })
    return components.length === 0
      ? []
      : [{ part, weight, components, value: partValue(pattern, components, scheme.rounding.part) }]
  })
  return { subject, pattern, parts, value: yearValue(pattern, parts, scheme.rounding.subject) }
}

/** Compares the shares of marks, the lower first. */
export function compareShares(first: ExactOrNone, second: ExactOrNone): number {
  if (!isMark(first) || !isMark(second)) return 0
  return compareFractions(scaleFraction(first.obtained, 1, first.outOf), scaleFraction(second.obtained, 1, second.outOf))
}

/** Returns the sum of the counted subjects in a part. */
export function partTotal(subjects: readonly ExactSubject[], part: string, scheme: Scheme): ExactOrNone {
  const inPart = subjects
    .filter(({ subject }) => subject.kind === 'COUNTED')
    .flatMap(({ parts }) => parts.filter((each) => each.part === part))
  return sumOf(inPart, scheme.rounding.total)
}

/** Returns the results of a subject as they are printed. */
export function printedSubject({ subject, pattern, parts, value }: ExactSubject, scheme: Scheme): SubjectResult {
  const scale = byName(scheme.scales, pattern.scale)
  return {
    subject: subject.name,
    parts: parts.map((each) => ({
      part: each.part,
      components: each.components.map(({ component, value }) => ({ component: component.name, result: printed(value, scale) })),
      result: printed(each.value, scale),
    })),
    result: printed(value, scale),
  }
}

/** Returns the name of a missing score. `tests` is the number of tests of its component. */
export function showMissing({ subject, part, component, test }: ScorePlace, tests: number): string {
  return tests === 1 ? t`${subject}: ${component} in ${part}` : t`${subject}: ${component} ${test} in ${part}`
}
