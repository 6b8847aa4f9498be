import { type Day, schoolYearStart } from '#shared/dates.ts'
import { parseMoney, type Paise, showMoney } from '#shared/money.ts'
import { parseSchoolYear, showSchoolYear } from '#shared/schoolYears.ts'
import { t } from '#shared/texts.ts'
import type { RowProblem } from './fees.rules.ts'
import { type MatchableStudent, nameKey, type NamedStudent, studentFinder } from '#shared/studentFinder.ts'

/*
 * Opening dues: what students owed when their school started with Shala, by school year (`schoolYears.ts`).
 */

/** One row of OpeningDuesTemplate.csv. Every cell is text. */
export interface OpeningDuesRow extends NamedStudent {
  /** A check: it must be the name of the student who is found. Blank for none. */
  name: string
  amount: string
  year: string
  note: string
}

/** What a student owes of a year. */
export interface OpeningDue {
  /** The row's place in the file, from 0. */
  row: number
  studentId: number
  year: number
  amount: Paise
  note: string
}

/** The highest amount of one row, as of every entry: ₹1,000 crore. */
const highestAmount = 1_000_000_000_000
/** How many years before the term a year may be; an older one is mistyped. */
const oldestYear = 20

/** Returns why a cell is no amount that somebody owes, or null. */
export function owedAmountProblem(text: string): string | null {
  if (text === '') return t`Required`
  const amount = parseMoney(text)
  if (amount === null) return t`An amount such as 1,234.50, with two decimals at most`
  if (amount <= 0) return t`More than zero`
  return amount > highestAmount ? t`This is more than can be entered` : null
}

/** Returns the last day of a school year, by which its dues were to be paid. */
export function schoolYearEnd(year: number): Day {
  return `${year + 1}-03-31`
}

/**
 * Finds the student of every row and checks the rows together. The cells are checked by the schema already.
 * @param term the term in which the dues are asked for
 */
export function matchOpeningDues(
  rows: readonly OpeningDuesRow[],
  students: readonly (MatchableStudent & { name: string })[],
  term: { name: string; startsOn: Day },
): { problems: RowProblem[]; dues: OpeningDue[] } {
  const findStudent = studentFinder(students)
  const termYear = Number(schoolYearStart(term.startsOn).slice(0, 4))
  const problems: RowProblem[] = []
  const dues = new Map<string, OpeningDue>()
  rows.forEach((row, place) => {
    const refuse = (key: string, message: string) => problems.push({ path: `rows.${place}.${key}`, message })
    const student = findStudent(row)
    const year = parseSchoolYear(row.year) ?? 0
    const isYear = year < termYear && year >= termYear - oldestYear
    if (!isYear)
      refuse(
        'year',
        year < termYear
          ? t`${row.year} is more than ${oldestYear} years ago`
          : t`${row.year} is not before ${term.name}, the current term`,
      )
    if ('problems' in student) {
      for (const { key, message } of student.problems) refuse(key, message)
      return
    }
    const { id, name } = student.found
    if (row.name !== '' && nameKey(row.name) !== nameKey(name)) refuse('name', t`The student of this row has another name`)
    const pair = `${id} ${year}`
    const first = dues.get(pair)
    if (first) refuse('year', t`This student has dues of ${showSchoolYear(year)} in this file twice`)
    else dues.set(pair, { row: place, studentId: id, year, amount: parseMoney(row.amount) ?? 0, note: row.note })
  })
  return { problems, dues: [...dues.values()] }
}

/** What is stored of a student's dues of a year: the live OPENING line, and the sum of what was paid or given on it. */
export interface StoredDue {
  lineId: number
  feeId: number
  studentId: number
  year: number
  amount: Paise
  note: string
  /** Live lines that reduce it: money, discounts, write-offs. */
  reduced: Paise
}

/**
 * Returns what an import changes: the dues to be added, each with the stored one that it replaces. A due that is stored
 * as it is in the file stays.
 */
export function changedDues(
  dues: readonly OpeningDue[],
  stored: readonly StoredDue[],
): { problems: RowProblem[]; changes: { due: OpeningDue; before: StoredDue | undefined }[] } {
  const before = new Map(stored.map((due) => [`${due.studentId} ${due.year}`, due]))
  const problems: RowProblem[] = []
  const changes = dues.flatMap((due) => {
    const old = before.get(`${due.studentId} ${due.year}`)
    if (old && old.amount === due.amount && old.note === due.note) return []
    if (old && due.amount < old.reduced)
      problems.push({
        path: `rows.${due.row}.amount`,
        message: t`${showMoney(old.reduced)} of these dues is paid, discounted or written off already. The amount cannot be lower`,
      })
    return [{ due, before: old }]
  })
  return { problems, changes }
}
