import { type Share, wholeShare } from '#shared/percent.ts'
import { t } from '#shared/texts.ts'
import { addFractions, compareFractions, type Fraction, fraction, roundDown, roundHalfUp, scaleFraction } from './fractions.ts'
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

/** The scores of a student in the order of the tests of a plan; undefined while a score is missing. */
export type Scores = readonly (Score | undefined)[]

/** How a class is assessed: found once, and read for each of its students. */
export interface AssessmentPlan {
  scheme: Scheme
  subjects: readonly SubjectPlan[]
  /** Every test of every subject. The number of a test is its index. */
  tests: readonly ScorePlace[]
  /** Returns the number of a test; undefined for one that the class does not have. */
  numberOf(place: ScorePlace): number | undefined
}

interface SubjectPlan {
  subject: AssessedSubject
  pattern: Pattern
  /** The parts in which the subject is assessed. */
  parts: readonly { part: string; weight: number; components: readonly ComponentPlan[] }[]
}

interface ComponentPlan {
  component: Component
  /** The number of its first test. Its other tests are the next ones. */
  firstTest: number
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
  // Bounds are whole, so that marks reach a bound exactly if their whole per cents do.
  const reached =
    scale.by === 'SHARE'
      ? roundDown(scaleFraction(obtained, 100, outOf))
      : roundHalfUp(scaleFraction(obtained, mostPoints(scale), outOf), 1)
  const grade = scale.grades.find(({ from }) => reached >= from) ?? scale.grades.at(-1)
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
function componentValue({ component, firstTest }: ComponentPlan, scores: Scores, { codes, rounding }: Scheme): ExactOrNone {
  const { highestMarks, outOf } = component
  const counted: Fraction[] = []
  for (const [test, highest] of highestMarks.entries()) {
    const score = scores[firstTest + test]
    if (score === undefined) return 'MISSING'
    if (typeof score !== 'number' && codes[score] === 'LEFT_OUT') continue
    counted.push(fraction(typeof score === 'number' ? score * outOf : 0, highest))
  }
  if (counted.length === 0) return 'LEFT_OUT'
  const best = counted.sort((first, second) => compareFractions(second, first)).slice(0, component.best)
  return rounded(scaleFraction(addFractions(best), 1, best.length), outOf, rounding.component)
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

/** Returns what the counting of a class needs: the parts and components of each subject, and all tests with numbers. */
export function assessmentPlan(scheme: Scheme, subjects: readonly AssessedSubject[]): AssessmentPlan {
  const tests: ScorePlace[] = []
  const componentPlan = (subject: string, part: string, component: Component): ComponentPlan => {
    const firstTest = tests.length
    component.highestMarks.forEach((_, index) => tests.push({ subject, part, component: component.name, test: index + 1 }))
    return { component, firstTest }
  }
  const subjectPlans = subjects.map((subject): SubjectPlan => {
    const pattern = byName(scheme.patterns, subject.pattern)
    const parts = scheme.parts.map(({ name: part, weight }) => ({
      part,
      weight,
      components: pattern.components
        .filter((component) => component.parts.includes(part))
        .map((component) => componentPlan(subject.name, part, component)),
    }))
    return { subject, pattern, parts: parts.filter(({ components }) => components.length > 0) }
  })
  const keyOf = ({ subject, part, component, test }: ScorePlace) => JSON.stringify([subject, part, component, test])
  const numbers = new Map(tests.map((place, number) => [keyOf(place), number]))
  return { scheme, subjects: subjectPlans, tests, numberOf: (place) => numbers.get(keyOf(place)) }
}

/** Returns the scores that are there, each with its place. */
export function scoreEntries({ tests }: AssessmentPlan, scores: Scores): ScoreEntry[] {
  return tests.flatMap((place, number) => {
    const score = scores[number]
    return score === undefined ? [] : [{ ...place, score }]
  })
}

/** Counts the parts and components of a subject. */
export function countSubject({ subject, pattern, parts }: SubjectPlan, scores: Scores, scheme: Scheme): ExactSubject {
  const counted = parts.map(({ part, weight, components }) => {
    const values = components.map((plan) => ({ component: plan.component, value: componentValue(plan, scores, scheme) }))
    return { part, weight, components: values, value: partValue(pattern, values, scheme.rounding.part) }
  })
  return { subject, pattern, parts: counted, value: yearValue(pattern, counted, scheme.rounding.subject) }
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
