import type { Day } from '#shared/dates.ts'
import { schoolYearStart } from '#shared/dates.ts'
import { parsePercent } from '#shared/percent.ts'
import { collapseSpaces } from '#shared/names.ts'
import { parseSchoolYear, showSchoolYear } from '#shared/schoolYears.ts'
import { type MatchableStudent, nameKey, type NamedStudent, studentFinder } from '#shared/studentFinder.ts'
import { t } from '#shared/texts.ts'
import type { Code, Marks } from './scheme.schema.ts'
import { codes } from './scoreCodes.ts'

/*
 * Earlier results: what students got before their school started with Shala. They are as the school's file says them,
 * and nothing is computed from them: the schemes of those years are not known.
 */

/** One row of ResultsTemplate.csv: a student's marks in a subject. Every cell is text. */
export interface EarlierResultRow extends NamedStudent {
  /** A check: it must be the name of the student who is found. Blank for none. */
  name: string
  year: string
  /** The class in which the student was then. */
  classThen: string
  exam: string
  subject: string
  marks: string
  outOf: string
  grade: string
  /** The outcome of the exam, on one of its rows or on all. */
  outcome: string
}

/** Marks in a subject as stored: hundredths, or the code in their place; null where a grade was given alone. */
export interface EarlierMarks {
  subject: string
  marks: Marks | Code | null
  outOf: Marks | null
  grade: string
}

/** What a student got in an exam of an earlier year. */
export interface EarlierResult {
  studentId: number
  year: number
  className: string
  exam: string
  outcome: string
  subjects: EarlierMarks[]
}

/** An earlier result with the place of its first row in the file, from 0. */
export interface ImportedResult extends EarlierResult {
  row: number
}

interface RowProblem {
  path: string
  message: string
}

/** The most marks of a subject, as a scheme has them. */
const mostMarks: Marks = 100_000
/** How many years before the term a year may be; an older one is mistyped. */
const oldestYear = 20
export const mostSubjects = 50

/** Parses `78`, `72.5` or `AB`. Returns null for any other text. */
export function parseMarks(text: string): Marks | Code | null {
  const code = codes.find((each) => each === text.trim().toUpperCase())
  return code ?? (text.includes('%') ? null : parsePercent(text))
}

/** Returns what is wrong with the marks of a row. */
export function marksProblems({ marks, outOf, grade }: Pick<EarlierResultRow, 'marks' | 'outOf' | 'grade'>): RowProblem[] {
  if (marks === '' && grade === '') return [{ path: 'marks', message: t`Marks or a grade` }]
  if (marks === '') return outOf === '' ? [] : [{ path: 'marks', message: t`Required` }]
  const got = parseMarks(marks)
  if (got === null) return [{ path: 'marks', message: t`Marks such as 72.5, or AB, ML or EX` }]
  if (outOf === '') return typeof got === 'number' ? [{ path: 'outOf', message: t`Required` }] : []
  const all = parseMarks(outOf)
  if (typeof all !== 'number' || all === 0) return [{ path: 'outOf', message: t`Marks such as 80 or 12.5` }]
  if (all > mostMarks) return [{ path: 'outOf', message: t`At most 1,000 marks` }]
  return typeof got === 'number' && got > all ? [{ path: 'marks', message: t`${marks} is more than ${outOf}` }] : []
}

/**
 * Finds the student of every row and puts the rows of each exam together. The cells are checked by the schema already.
 * @param term the current term, before which the years must be
 */
export function matchEarlierResults(
  rows: readonly EarlierResultRow[],
  students: readonly (MatchableStudent & { name: string })[],
  term: { name: string; startsOn: Day },
): { problems: RowProblem[]; results: ImportedResult[] } {
  const findStudent = studentFinder(students)
  const termYear = Number(schoolYearStart(term.startsOn).slice(0, 4))
  const problems: RowProblem[] = []
  const results = new Map<string, ImportedResult>()
  rows.forEach((row, place) => {
    const refuse = (key: string, message: string) => problems.push({ path: `rows.${place}.${key}`, message })
    const year = parseSchoolYear(row.year) ?? 0
    if (year >= termYear) refuse('year', t`${row.year} is not before ${term.name}, the current term`)
    else if (year < termYear - oldestYear) refuse('year', t`${row.year} is more than ${oldestYear} years ago`)
    const student = findStudent(row)
    if ('problems' in student) {
      for (const { key, message } of student.problems) refuse(key, message)
      return
    }
    const { id: studentId, name } = student.found
    if (row.name !== '' && nameKey(row.name) !== nameKey(name)) refuse('name', t`The student of this row has another name`)
    const { classThen: className, exam, outcome } = row
    const key = `${studentId} ${year} ${nameKey(exam)}`
    const result = results.get(key) ?? { row: place, studentId, year, className, exam, outcome: '', subjects: [] }
    results.set(key, result)
    const first = result.row + 2
    if (nameKey(result.className) !== nameKey(className))
      refuse('classThen', t`Row ${first} has class ${result.className} for the same exam`)
    if (outcome !== '' && result.outcome === '') result.outcome = outcome
    else if (outcome !== '' && nameKey(result.outcome) !== nameKey(outcome))
      refuse('outcome', t`Another row of this exam has ${result.outcome}`)
    if (result.subjects.some(({ subject }) => nameKey(subject) === nameKey(row.subject)))
      refuse('subject', t`This student has ${row.subject} of this exam in this file twice`)
    else if (result.subjects.length === mostSubjects) refuse('subject', t`At most ${mostSubjects} subjects`)
    else result.subjects.push(marksOf(row))
  })
  return { problems, results: [...results.values()] }
}

function marksOf({ subject, marks, outOf, grade }: EarlierResultRow): EarlierMarks {
  const all = outOf === '' ? null : parseMarks(outOf)
  return {
    subject: collapseSpaces(subject),
    marks: marks === '' ? null : parseMarks(marks),
    outOf: typeof all === 'number' ? all : null,
    grade,
  }
}

/**
 * Returns the results that are not stored yet. One that is stored as it is in the file stays.
 * @returns problems at `rows.N.exam` for each that is stored with other marks
 */
export function newResults(
  results: readonly ImportedResult[],
  stored: readonly EarlierResult[],
): { problems: RowProblem[]; added: ImportedResult[] } {
  const key = ({ studentId, year, exam }: EarlierResult) => `${studentId} ${year} ${nameKey(exam)}`
  const before = new Map(stored.map((result) => [key(result), result]))
  const problems: RowProblem[] = []
  const added = results.filter((result) => {
    const old = before.get(key(result))
    if (!old) return true
    if (isSame(old, result)) return false
    const message = t`This student has another result of ${result.exam} ${showSchoolYear(result.year)} already. Delete it on the student’s page first`
    problems.push({ path: `rows.${result.row}.exam`, message })
    return false
  })
  return { problems, added }
}

function isSame(first: EarlierResult, second: EarlierResult): boolean {
  const said = ({ className, outcome, subjects }: EarlierResult) =>
    JSON.stringify([className, outcome, subjects.map(({ subject, marks, outOf, grade }) => [subject, marks, outOf, grade])])
  return said(first) === said(second)
}
