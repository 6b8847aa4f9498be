import { fraction } from './fractions.ts'
import {
  type Assessed,
  type AssessmentPlan,
  assessmentPlan,
  byName,
  compareShares,
  counting,
  countSubject,
  type ExactOrNone,
  type ExactSubject,
  isMark,
  type Mark,
  partTotal,
  printed,
  printedSubject,
  rounded,
  type ScoreEntry,
  type ScorePlace,
  type Scores,
  type SubjectResult,
  sumOf,
} from './marks.rules.ts'
import {
  failedSubjects,
  graceMarks,
  lackingOf,
  type Outcome,
  outcomeOf,
  replacedSubjects,
  type Replacement,
  type Shortfall,
} from './passing.rules.ts'
import type { AssessedSubject, Marks, Scheme, Score } from './scheme.schema.ts'

/**
 * What a student got in the examination after the result, which is held once: marks out of those of the subject's
 * pattern. AB counts as 0.
 */
export interface ReexaminedScore {
  subject: string
  score: Marks | 'AB'
}

/** The result of one student. */
export interface StudentResult {
  subjects: readonly SubjectResult[]
  /** The sums of the counted subjects in each part. */
  parts: readonly { part: string; result: Assessed }[]
  total: Assessed
  outcome: Outcome
  /** What was failed after subjects were replaced and groups passed together; empty if grace marks made up for it. */
  shortfalls: readonly Shortfall[]
  /** Counted subjects that were failed, each with the optional one in its place; none while a score is missing. */
  replaced: readonly Replacement[]
  /** Grace marks by subject. They are in no other mark of the result. */
  grace: readonly { subject: string; marks: Marks }[]
  missing: readonly ScorePlace[]
  /** Subjects in which the student was examined again; their marks and the total are those of it. None before. */
  reexamined: readonly ReexaminedSubject[]
}

/** A subject after the second examination; `before` is the mark that it has replaced. */
export interface ReexaminedSubject extends ReexaminedScore {
  before: Mark | null
  outOf: Marks
  passed: boolean
}

/** A student as far as results depend on one. */
export interface StudentScores {
  /** The name of the class in the scheme. */
  className: string
  /** Scores of the compartment examination. They count once every subject that is due has one. */
  reexamined: readonly ReexaminedScore[]
  scores: readonly ScoreEntry[]
}

/** Returns the sum of the year: counted subjects and optional ones in their place; of all of these the best ones. */
function totalValue(subjects: readonly ExactSubject[], replaced: readonly Replacement[], scheme: Scheme) {
  const { best } = scheme.total
  const summed = subjects.filter(({ subject: { kind, name } }) => {
    if (kind === 'COUNTED') return !replaced.some(({ subject }) => subject === name)
    return kind === 'OPTIONAL' && (best !== null || replaced.some(({ by }) => by === name))
  })
  const counted = counting(summed)
  if (best === null || typeof counted === 'string') return sumOf(summed, scheme.rounding.total)
  const sorted = [...counted].sort(
    (first, second) => compareShares(second.value, first.value) || second.value.outOf - first.value.outOf,
  )
  return sumOf(sorted.slice(0, best), scheme.rounding.total)
}

/**
 * Returns the result of a student by a scheme.
 * @param subjects those that the student takes; checked against the scheme by `assessedSubjects`
 */
export function studentResult(scheme: Scheme, subjects: readonly AssessedSubject[], student: StudentScores): StudentResult {
  const plan = assessmentPlan(scheme, subjects)
  const scores: (Score | undefined)[] = plan.tests.map(() => undefined)
  for (const entry of student.scores) {
    const number = plan.numberOf(entry)
    if (number !== undefined) scores[number] = entry.score
  }
  return plannedResult(plan, { ...student, scores })
}

/** Returns the result of a student by the plan of the class. */
export function plannedResult(
  plan: AssessmentPlan,
  { className, reexamined, scores }: Omit<StudentScores, 'scores'> & { scores: Scores },
): StudentResult {
  const { scheme, subjects, tests } = plan
  const counted = subjects.map((subject) => countSubject(subject, scores, scheme))
  const missing = tests.filter((_, number) => scores[number] === undefined)
  const first = yearResult(counted, missing, scheme, className)
  const again = reexaminedSubjects(counted, first, reexamined, scheme)
  return again ? resultAgain(again, first, reexamined, scheme) : first
}

/** Returns the result of the year from counted subjects. */
function yearResult(
  counted: readonly ExactSubject[],
  missing: readonly ScorePlace[],
  scheme: Scheme,
  className: string,
): StudentResult {
  const schemeClass = byName(scheme.classes, className)
  const complete = missing.length === 0
  const replaced = complete ? replacedSubjects(counted, scheme) : []
  const total = totalValue(counted, replaced, scheme)
  const lacking = lackingOf(counted, replaced, total, scheme)
  const grace = complete && schemeClass.detains ? graceMarks(lacking, scheme) : []
  const shortfalls = grace.length > 0 ? [] : lacking
  return {
    ...printedYear(counted, total, scheme),
    outcome: complete && (total !== 'LEFT_OUT' || !schemeClass.detains) ? outcomeOf(schemeClass, shortfalls) : 'INCOMPLETE',
    shortfalls,
    replaced,
    grace,
    missing,
    reexamined: [],
  }
}

function printedYear(subjects: readonly ExactSubject[], total: ExactOrNone, scheme: Scheme) {
  const totalScale = byName(scheme.scales, scheme.total.scale)
  return {
    subjects: subjects.map((subject) => printedSubject(subject, scheme)),
    parts: scheme.parts.map(({ name: part }) => ({
      part,
      result: printed(partTotal(subjects, part, scheme), totalScale),
    })),
    total: printed(total, totalScale),
  }
}

/**
 * Returns the subjects with the marks of the second examination in the place of those of the year; null as long as a
 * subject that is due has none, and for a student who is not examined again. A student who has failed the total alone
 * chooses the counted subjects.
 */
function reexaminedSubjects(
  counted: readonly ExactSubject[],
  first: StudentResult,
  scores: readonly ReexaminedScore[],
  scheme: Scheme,
): ExactSubject[] | null {
  if (first.outcome !== 'COMPARTMENT') return null
  const failed = failedSubjects(first.shortfalls)
  const scoreOf = new Map(scores.map(({ subject, score }) => [subject, score]))
  const isReplaced = (name: string) => first.replaced.some(({ subject }) => subject === name)
  const mayBe = ({ subject: { name, kind } }: ExactSubject) =>
    failed.length > 0 ? failed.includes(name) : kind === 'COUNTED' && !isReplaced(name)
  const again = counted.filter((each) => mayBe(each) && scoreOf.has(each.subject.name))
  if (again.length === 0 || failed.some((name) => !scoreOf.has(name))) return null
  return counted.map((each) => {
    if (!again.includes(each)) return each
    const score = scoreOf.get(each.subject.name)
    const { outOf } = each.pattern
    const obtained = fraction(typeof score === 'number' ? score : 0)
    return { ...each, value: rounded(obtained, outOf, scheme.rounding.subject), reexamined: true }
  })
}

/** Returns the result after the second examination. What was replaced before stays so, and no grace marks are given. */
function resultAgain(
  subjects: readonly ExactSubject[],
  first: StudentResult,
  scores: readonly ReexaminedScore[],
  scheme: Scheme,
): StudentResult {
  const total = totalValue(subjects, first.replaced, scheme)
  const shortfalls = lackingOf(subjects, first.replaced, total, scheme)
  return {
    ...printedYear(subjects, total, scheme),
    outcome: shortfalls.length === 0 ? 'PASS' : 'FAIL',
    shortfalls,
    replaced: first.replaced,
    grace: [],
    missing: [],
    reexamined: subjects.flatMap(({ subject: { name }, pattern: { outOf }, reexamined }): ReexaminedSubject[] => {
      const score = scores.findLast(({ subject }) => subject === name)?.score
      if (!reexamined || score === undefined) return []
      const mark = first.subjects.find(({ subject }) => subject === name)?.result
      const passed = !shortfalls.some(({ subject }) => subject === name)
      return [{ subject: name, score, before: typeof mark === 'object' ? mark : null, outOf, passed }]
    }),
  }
}

/**
 * Returns the ranks of students by the share of their totals, in the order given; null for a student with a shortfall,
 * without a total, with a missing score or after a second examination. Equal shares have one rank, and the next rank is
 * left out: 1, 2, 2, 4.
 */
export function ranks(
  results: readonly (Pick<PeriodResult, 'total' | 'outcome' | 'shortfalls'> & Partial<Pick<PeriodResult, 'reexamined'>>)[],
): (number | null)[] {
  const shares = results.map(({ total, outcome, shortfalls, reexamined = [] }) =>
    outcome === 'INCOMPLETE' || shortfalls.length > 0 || reexamined.length > 0 || !isMark(total) ? null : total.share,
  )
  const sorted = shares.filter((share) => share !== null).sort((first, second) => second - first)
  return shares.map((share) => (share === null ? null : sorted.indexOf(share) + 1))
}

/** What a part says of a student, or the year if `part` is null. */
export interface PeriodResult {
  subjects: readonly { subject: string; result: Assessed }[]
  total: Assessed
  /** Null for a part, which nobody passes or fails. INCOMPLETE also of a part. */
  outcome: Outcome | null
  shortfalls: StudentResult['shortfalls']
  missing: readonly ScorePlace[]
  /** None of a part. */
  reexamined: StudentResult['reexamined']
}

/** Returns the result of a part, or of the year. Subjects that the part does not assess are left out of the list. */
export function periodResult(result: StudentResult, part: string | null): PeriodResult {
  if (part === null)
    return { ...result, subjects: result.subjects.map(({ subject, result: year }) => ({ subject, result: year })) }
  const missing = result.missing.filter((place) => place.part === part)
  return {
    subjects: result.subjects.flatMap(({ subject, parts }) =>
      parts.filter((each) => each.part === part).map((each) => ({ subject, result: each.result })),
    ),
    total: result.parts.find((each) => each.part === part)?.result ?? 'LEFT_OUT',
    outcome: missing.length > 0 ? 'INCOMPLETE' : null,
    shortfalls: [],
    missing,
    reexamined: [],
  }
}
