import { query, type QueryContext } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { type AssessmentPlan, assessmentPlan, type Scores } from '../marks.rules.ts'
import {
  type PeriodResult,
  periodResult,
  plannedResult,
  ranks,
  type ReexaminedScore,
  type StudentResult,
} from '../results.rules.ts'
import { resultsChoice } from '../results.schema.ts'
import type { Scheme, Score } from '../scheme.schema.ts'
import { type SecondScore, selectSecondScores } from './reexamination.sql.ts'
import { resultActions } from './scores.permissions.ts'
import {
  type AssessedSection,
  type ClassSubject,
  type PlacedStudent,
  scoreOfValue,
  selectAssessedSections,
  selectPlacedStudents,
  selectSubjects,
  selectTestScores,
  type TestScores,
} from './results.sql.ts'
import { parseStored } from './storedScheme.ts'

/** The result of a student with the scores of which it was computed, in the order of the plan. */
export interface ComputedResult extends PlacedStudent {
  plan: AssessmentPlan
  scores: Scores
  result: StudentResult
}

/** What results are computed of: the answers of the statements in `results.sql.ts`. */
export interface ResultSource {
  sections: readonly AssessedSection[]
  subjects: readonly ClassSubject[]
  students: readonly PlacedStudent[]
  tests: readonly TestScores[]
  /** Scores of the examination after the result; left out where only the first ones are asked for. */
  secondScores?: readonly SecondScore[]
}

/** Computes the results of the students of some sections, in the order of the students. */
export function computeResults(source: ResultSource): ComputedResult[] {
  const { subjects, secondScores = [] } = source
  const subjectOf = new Map(subjects.map((subject) => [subject.id, subject]))
  const secondOf = Map.groupBy(secondScores, ({ studentId }) => studentId)
  return withScores(source).map(({ student, className, plan, scores }): ComputedResult => {
    const reexamined = (secondOf.get(student.studentId) ?? []).flatMap(({ subjectId, marks }): ReexaminedScore[] => {
      const subject = subjectOf.get(subjectId)
      return subject ? [{ subject: subject.name, score: marks ?? 'AB' }] : []
    })
    return { ...student, plan, scores, result: plannedResult(plan, { className, reexamined, scores }) }
  })
}

/** Returns the students of sections that are assessed, each with the scores in the order of the plan of the class. */
function withScores({ sections, subjects, students, tests }: ResultSource) {
  const plans = classPlans(sections, subjects)
  const sectionOf = new Map(sections.map((section) => [section.sectionId, section]))
  const subjectOf = new Map(subjects.map((subject) => [subject.id, subject]))
  const scored = students.flatMap((student) => {
    const section = sectionOf.get(student.sectionId)
    const plan = section && plans.get(section.classId)
    if (!plan) return []
    return [{ student, className: section.schemeClass, plan, scores: plan.tests.map((): Score | undefined => undefined) }]
  })
  const scoredOf = new Map(scored.map((each) => [each.student.studentId, each]))
  for (const { subjectId, part, component, test, studentIds, values } of tests) {
    const subject = subjectOf.get(subjectId)
    const plan = plans.get(subject?.classId ?? 0)
    if (!subject || !plan) continue
    const number = plan.numberOf({ subject: subject.name, part, component, test })
    if (number === undefined) continue
    studentIds.forEach((studentId, index) => {
      const own = scoredOf.get(studentId)
      if (own?.plan === plan) own.scores[number] = scoreOfValue(values[index] ?? 0)
    })
  }
  return scored
}

/** Returns the plan of each class. */
function classPlans(sections: readonly AssessedSection[], subjects: readonly ClassSubject[]): Map<number, AssessmentPlan> {
  const subjectsOf = Map.groupBy(subjects, ({ classId }) => classId)
  const contentOf = new Map(sections.map(({ classId, content }) => [classId, content]))
  return new Map(
    [...contentOf].map(([classId, content]) => [classId, assessmentPlan(parseStored(content), subjectsOf.get(classId) ?? [])]),
  )
}

/** Reads a section with all of which its results are computed, in one round trip. NOT_FOUND as a sheet. */
export async function readSection(
  { db, read, viewer, schoolId }: Pick<QueryContext<unknown>, 'db' | 'read' | 'viewer' | 'schoolId'>,
  sectionId: number,
): Promise<ResultSource & { section: AssessedSection; scheme: Scheme }> {
  const scope = { termId: 0, sectionId }
  const [sections, subjects, students, tests, secondScores] = await read(
    selectAssessedSections(db, viewer, schoolId, { sectionId }),
    selectSubjects(db, schoolId, scope),
    selectPlacedStudents(db, schoolId, scope),
    selectTestScores(db, schoolId, scope),
    selectSecondScores(db, schoolId, scope),
  )
  const [section] = sections
  if (!section) throw notFound()
  return { section, scheme: parseStored(section.content), sections, subjects, students, tests, secondScores }
}

/** The result of a student in a part, or of the year. */
export interface ShownResult extends Omit<PlacedStudent, 'sectionId'>, PeriodResult {
  /** The place in the section; null for a student without one. */
  rank: number | null
  grace: StudentResult['grace']
  replaced: StudentResult['replaced']
}

/** The results of a section in a part, or of the year. */
export interface SectionResults {
  section: AssessedSection
  scheme: Scheme
  subjects: readonly ClassSubject[]
  part: string | null
  students: readonly ShownResult[]
}

/**
 * Computes the results of a section from its scores. NOT_FOUND for a section that the viewer may not see or whose class
 * is not assessed, and for a part that the scheme does not have.
 */
export const viewResults = query({
  action: resultActions.view,
  input: resultsChoice,
  run: async ({ input: { sectionId, part }, ...reading }): Promise<SectionResults> => {
    const source = await readSection(reading, sectionId)
    const { section, scheme, subjects } = source
    if (part !== null && !scheme.parts.some(({ name }) => name === part)) throw notFound()
    return { section, scheme, subjects, part, students: shownResults(computeResults(source), part) }
  },
})

/** Returns the results of a section in a part, or of the year, with the places of the students. */
function shownResults(results: readonly ComputedResult[], part: string | null): ShownResult[] {
  const periods = results.map(({ result }) => periodResult(result, part))
  const places = ranks(periods)
  return results.map(({ studentId, name, roll, result }, index) => ({
    studentId,
    name,
    roll,
    ...(periods[index] as PeriodResult),
    rank: places[index] ?? null,
    grace: part === null ? result.grace : [],
    replaced: part === null ? result.replaced : [],
  }))
}
