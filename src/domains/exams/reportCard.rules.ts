import type { ReportCard, ReportCardColumn, ReportCardTable } from './reportCard.schema.ts'
import type { ReportCardFormat } from './reportCardFormat.schema.ts'
import type { Assessed, Mark, ScoreEntry } from './marks.rules.ts'
import type { StudentResult } from './results.rules.ts'
import { type AssessedSubject, type Component, type Pattern, type Scheme, showMarks } from './scheme.schema.ts'

/** What a report card is made of. */
export interface ReportCardSource
  extends Pick<
    ReportCard,
    | 'school'
    | 'student'
    | 'photoFile'
    | 'termName'
    | 'className'
    | 'sectionName'
    | 'roll'
    | 'promotedTo'
    | 'rank'
    | 'attendance'
    | 'remarks'
    | 'holistic'
    | 'publishedOn'
  > {
  scheme: Scheme
  /** The ready scheme from which the scheme comes, such as `cbse-6-8`. */
  copiedFrom: string
  format: ReportCardFormat
  /** The subjects that the student takes, in the order of the class. */
  subjects: readonly AssessedSubject[]
  /** The scores of which `result` was computed. Codes are printed instead of the 0 for which they count. */
  scores: readonly ScoreEntry[]
  result: StudentResult
  /** The part of the scheme that the card is about; null for the year. */
  part: string | null
}

/** Printed where codes have left everything out. */
const leftOut = '–'

type SubjectResult = StudentResult['subjects'][number]
type PartResult = SubjectResult['parts'][number]

/** A subject with all that its row needs. */
interface Assessment {
  subject: AssessedSubject
  pattern: Pattern
  /** The parts of the card in which it is assessed. */
  parts: readonly PartResult[]
  result: Assessed
}

const isMark = (value: Assessed): value is Mark => typeof value === 'object'

/**
 * Returns the report card of a student. Subjects that are assessed alike stand in one table: their patterns have the
 * same number of components in the same shares, and grades of one scale.
 * @throws Error for a subject that the result does not have, or whose pattern the scheme does not have
 */
export function reportCardOf(source: ReportCardSource): ReportCard {
  const { scheme, result, part } = source
  const assessments = assessmentsOf(source)
  const scholastic = assessments.filter(({ subject }) => subject.kind !== 'GRADES_ONLY')
  const coScholastic = assessments.filter(({ subject }) => subject.kind === 'GRADES_ONLY')
  const total = part === null ? result.total : (result.parts.find((each) => each.part === part)?.result ?? 'LEFT_OUT')
  const missing = result.missing.filter((place) => part === null || place.part === part)
  const hasTotal = source.format.total && scholastic.some(({ subject }) => subject.kind === 'COUNTED')
  const inYear = part === null
  return {
    shape: 1,
    format: source.format,
    school: source.school,
    student: source.student,
    photoFile: source.photoFile,
    termName: source.termName,
    className: source.className,
    sectionName: source.sectionName,
    roll: source.roll,
    part,
    scholastic: tablesOf(scholastic, source),
    coScholastic: tablesOf(coScholastic, source),
    total: hasTotal && isMark(total) ? { ...total } : null,
    bestOf: inYear ? scheme.total.best : null,
    outcome: inYear ? result.outcome : missing.length > 0 ? 'INCOMPLETE' : null,
    promotedTo: source.promotedTo,
    shortfalls: inYear ? result.shortfalls.map((shortfall) => ({ ...shortfall })) : [],
    grace: inYear ? result.grace.map((grace) => ({ ...grace })) : [],
    reexamined: inYear
      ? result.reexamined.map(({ subject, score, before, outOf, passed }) => ({
          subject,
          score: typeof score === 'number' ? showMarks(score) : score,
          before: before === null ? null : before.obtained,
          outOf,
          passed,
        }))
      : [],
    replaced: inYear ? result.replaced.map((replaced) => ({ ...replaced })) : [],
    missing: withoutRepeats(missing.map(({ subject, part, component }) => ({ subject, part, component }))),
    rank: source.rank,
    attendance: source.attendance,
    remarks: source.remarks,
    holistic: source.holistic,
    scales: scheme.scales
      .filter(
        ({ name }) =>
          assessments.some(({ pattern }) => pattern.scale === name) ||
          (hasTotal && name === scheme.total.scale) ||
          source.holistic?.voices.some((voice) => voice.scale === name),
      )
      .map(({ name, by, grades }) => ({ name, by, grades })),
    scheme: { name: scheme.name, source: scheme.source.title, copiedFrom: source.copiedFrom },
    publishedOn: source.publishedOn,
  }
}

function withoutRepeats<Place extends object>(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()]
}

/** Returns the subjects that are assessed in the card's parts. */
function assessmentsOf({ scheme, subjects, result, part }: ReportCardSource): Assessment[] {
  return subjects.flatMap((subject) => {
    const found = result.subjects.find((each) => each.subject === subject.name)
    const pattern = scheme.patterns.find(({ name }) => name === subject.pattern)
    if (!found || !pattern) throw new Error(`There is no result of the subject ${subject.name}`)
    const parts = found.parts.filter((each) => part === null || each.part === part)
    return parts.length === 0 ? [] : [{ subject, pattern, parts, result: found.result }]
  })
}

/** Returns the subjects in tables, each with the subjects that are assessed alike. */
function tablesOf(assessments: readonly Assessment[], source: ReportCardSource): ReportCardTable[] {
  const groups = Map.groupBy(assessments, ({ pattern, parts }) =>
    JSON.stringify([
      pattern.scale,
      parts.map(({ part }) => [part, componentsIn(pattern, part).map(({ outOf }) => outOf / pattern.outOf)]),
    ]),
  )
  return [...groups.values()].map((alike) => tableOf(alike, assessments, source))
}

function componentsIn(pattern: Pattern, part: string): Component[] {
  return pattern.components.filter(({ parts }) => parts.includes(part))
}

function tableOf(
  alike: readonly Assessment[],
  all: readonly Assessment[],
  { scheme, format, scores, result, part, subjects }: ReportCardSource,
): ReportCardTable {
  const [first] = alike
  if (!first) return { columns: [], rows: [], totals: null }
  const columns = columnsOf(alike, scheme, format, part)
  const cells = (assessment: Assessment): string[] =>
    columns.map((column) =>
      cellOf(column, assessment, {
        scores,
        grace: part === null ? result.grace : [],
        reexamined: part === null ? result.reexamined : [],
      }),
    )
  // Optional subjects, the best ones and those in the place of others are in no sum of a column.
  const isSum = scheme.total.best === null && result.replaced.length === 0
  const hasAllCounted = all.every((each) => each.subject.kind !== 'COUNTED' || alike.includes(each))
  const counted = subjects.some(({ kind }) => kind === 'COUNTED') && first.subject.kind !== 'GRADES_ONLY'
  return {
    columns,
    rows: alike.map((assessment) => ({
      subject: assessment.subject.name,
      kind: assessment.subject.kind,
      cells: cells(assessment),
      failed: part === null && result.shortfalls.some(({ subject }) => subject === assessment.subject.name),
    })),
    totals: format.total && isSum && hasAllCounted && counted ? columns.map((column) => totalOf(column, result)) : null,
  }
}

/** Returns the columns of subjects that are assessed alike: those of each part, and of the year if it has several. */
function columnsOf(
  alike: readonly Assessment[],
  scheme: Scheme,
  format: ReportCardFormat,
  onlyPart: string | null,
): ReportCardColumn[] {
  const [first] = alike
  if (!first) return []
  const { pattern, parts, subject } = first
  const byPoints = scheme.scales.find(({ name }) => name === pattern.scale)?.by === 'POINTS'
  const withMarks = subject.kind !== 'GRADES_ONLY' && !byPoints
  const highest = mostFrequent(alike.map((each) => each.pattern.outOf))
  const grade = (part: string | null, components: string[] = []): ReportCardColumn => ({
    kind: 'GRADE',
    part,
    components,
    outOf: null,
  })
  const total = (part: string | null): ReportCardColumn[] =>
    withMarks ? [{ kind: 'TOTAL', part, components: [], outOf: highest }] : []
  const columnsOfPart = (part: string): ReportCardColumn[] => {
    const components = componentsIn(pattern, part)
    // A component alone is the part.
    if (!format.components || components.length === 1) return []
    return components.map(({ outOf }, index) => {
      const names = [...new Set(alike.map((each) => componentsIn(each.pattern, part)[index]?.name ?? ''))]
      if (!withMarks) return grade(part, names)
      return { kind: 'MARKS', part, components: names, outOf: (outOf * highest) / pattern.outOf }
    })
  }
  // The marks of a year of one part are those of the part, once more rounded.
  const single = parts.length === 1
  return [
    ...parts.flatMap(({ part }) => [
      ...columnsOfPart(part),
      ...(single ? [] : [...total(part), ...(format.partGrades || !withMarks ? [grade(part)] : [])]),
    ]),
    // The mean of grades that a teacher gave is no grade that a teacher gave.
    ...(!single && byPoints ? [] : [...total(single ? onlyPart : null), grade(single ? onlyPart : null)]),
  ]
}

function mostFrequent(values: readonly number[]): number {
  const counts = Map.groupBy(values, (value) => value)
  return [...counts.values()].sort((one, other) => other.length - one.length)[0]?.[0] ?? 0
}

/** Returns the text of a subject's cell in a column. */
function cellOf(
  column: ReportCardColumn,
  { subject, pattern, parts, result }: Assessment,
  {
    scores,
    grace,
    reexamined,
  }: { scores: readonly ScoreEntry[]; grace: StudentResult['grace']; reexamined: StudentResult['reexamined'] },
): string {
  const ofPart = parts.find(({ part }) => part === column.part)
  const own = ofPart?.components.find(({ component }) => column.components.includes(component))
  const value = own ? own.result : ofPart ? ofPart.result : result
  if (value === 'MISSING') return ''
  const again = column.part === null && !own ? reexamined.find((each) => each.subject === subject.name) : undefined
  if (again?.score === 'AB') return column.kind === 'GRADE' && typeof value === 'object' ? value.grade : again.score
  const code = again
    ? null
    : commonCode(
        scores.filter(
          (score) =>
            score.subject === subject.name &&
            (column.part === null || score.part === column.part) &&
            (!own || score.component === own.component),
        ),
      )
  if (value === 'LEFT_OUT') return column.kind === 'GRADE' && subject.kind !== 'GRADES_ONLY' ? leftOut : (code ?? leftOut)
  if (column.kind === 'GRADE') return subject.kind === 'GRADES_ONLY' ? (code ?? value.grade) : value.grade
  if (code !== null) return code
  const given = column.part === null && !own ? grace.find((each) => each.subject === subject.name) : undefined
  const obtained = given ? `${showMarks(value.obtained)} + ${showMarks(given.marks)}` : showMarks(value.obtained)
  const outOf = own ? componentsIn(pattern, column.part ?? '').find(({ name }) => name === own.component)?.outOf : pattern.outOf
  return outOf === column.outOf || outOf === undefined ? obtained : `${obtained}/${showMarks(outOf)}`
}

/** Returns the code that stands in the place of all scores; null if one is a mark, or the codes differ. */
function commonCode(scores: readonly ScoreEntry[]): string | null {
  const [first] = scores
  if (!first || typeof first.score === 'number') return null
  return scores.every(({ score }) => score === first.score) ? first.score : null
}

/** Returns the text of a column in the row of totals. */
function totalOf({ kind, part, components }: ReportCardColumn, result: StudentResult): string {
  if (components.length > 0) return ''
  const value = part === null ? result.total : (result.parts.find((each) => each.part === part)?.result ?? 'LEFT_OUT')
  if (!isMark(value)) return ''
  return kind === 'GRADE' ? value.grade : `${showMarks(value.obtained)}/${showMarks(value.outOf)}`
}
