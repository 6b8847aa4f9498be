import { collapseSpaces } from '#shared/names.ts'
import { type Month, schoolYearMonths } from './months.ts'

/** What is wrong with a cell of an imported file: `path` is `rows.12.name`. */
export interface RowProblem {
  path: string
  message: string
}

export const categoryExists = 'A fees category with this name exists already'
export const accountRequired = 'Bank Account Is Required'
export const accountUnknown = 'Bank account id does not match.'

/** By which names are matched, whatever their case and spacing. */
export function nameKey(name: string): string {
  return collapseSpaces(name).toLowerCase()
}

/**
 * What binds the months and categories of one fee together: letters and digits of any script, the rest as hyphens. Equal names
 * have equal slugs; a name without any letter or digit has 'fee'.
 */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return slug || 'fee'
}

/** A fee as a person says it: `Tuition (APR)`, `Library`. */
export function feeTitle({ name, month }: { name: string; month: string | null }): string {
  return month ? `${name} (${month})` : name
}

/** Why a category without a bank account is refused in a school, or null (specification, section 5). */
export function accountMissing(onlineFees: boolean, bankAccountId: number | null): string | null {
  return onlineFees && bankAccountId === null ? accountRequired : null
}

/** The page size of a chart table: 20 for up to 20 rows, 50 for up to 50, otherwise 100 (specification, section 2). */
export function chartPageSize(rows: number): 20 | 50 | 100 {
  if (rows <= 20) return 20
  return rows <= 50 ? 50 : 100
}

/** One fee of a list to be added. */
export interface NewFee {
  feeCategoryId: number
  /** null means one time. */
  month: Month | null
  sr: number
}

/**
 * A fee for every chosen category and month, each category's months in the order of the school's year and after the fees it has;
 * without months, one fee per category.
 * @param categories with the highest sr among their fees, 0 for none
 */
export function feesToAdd(categories: readonly { id: number; lastSr: number }[], months: readonly Month[]): NewFee[] {
  const chosen: readonly (Month | null)[] =
    months.length === 0 ? [null] : schoolYearMonths.filter((month) => months.includes(month))
  return categories.flatMap(({ id, lastSr }) =>
    chosen.map((month, place) => ({ feeCategoryId: id, month, sr: lastSr + place + 1 })),
  )
}

/** What is wrong with the rows of a categories file, each row and beside each other. */
export function categoryImportProblems(
  rows: readonly { name: string; bankAccountId: string }[],
  ground: { names: Iterable<string>; accountIds: ReadonlySet<string>; onlineFees: boolean },
): RowProblem[] {
  const known = new Set([...ground.names].map(nameKey))
  const seen = new Set<string>()
  return rows.flatMap(({ name, bankAccountId }, place) => {
    const problems: RowProblem[] = []
    const key = nameKey(name)
    if (known.has(key)) problems.push({ path: `rows.${place}.name`, message: categoryExists })
    else if (key !== '' && seen.has(key)) problems.push({ path: `rows.${place}.name`, message: 'This name stands here twice' })
    seen.add(key)
    const account = accountProblem(bankAccountId, ground)
    if (account) problems.push({ path: `rows.${place}.bankAccountId`, message: account })
    return problems
  })
}

function accountProblem(
  bankAccountId: string,
  { accountIds, onlineFees }: { accountIds: ReadonlySet<string>; onlineFees: boolean },
): string | null {
  if (bankAccountId === '') return onlineFees ? accountRequired : null
  return accountIds.has(bankAccountId) ? null : accountUnknown
}

/** One line of an assignments file. */
export interface AssignmentRow {
  class: string
  section: string
  roll: string
  registerNo: string
  feeCategory: string
}

/** A student of the term, as an assignments file finds her. */
export interface FoundStudent {
  id: number
  className: string
  sectionName: string
  roll: string
  registerNo: string
}

/** Rolls are the same whatever their case and leading zeros. */
function rollKey(roll: string): string {
  return roll
    .trim()
    .toLowerCase()
    .replace(/^0+(?=\d)/, '')
}

/** A class and section as one key. */
export function sectionKey(className: string, section: string): string {
  return `${nameKey(className)}\n${nameKey(section)}`
}

function grouped<T>(values: Iterable<T>, keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

/** What is wrong with a line by itself: a student is named by her register no., otherwise by class, section and roll. */
export function unnamedStudent(row: AssignmentRow): ('class' | 'section' | 'roll')[] {
  if (row.registerNo !== '') return []
  return (['class', 'section', 'roll'] as const).filter((key) => row[key] === '')
}

export const unknownCategory = (name: string) => `${name} is no fees category of this term`
export const unknownSection = (className: string, section: string) =>
  `${className} or ${section} does not match any class.Please check again!`

/**
 * Finds the student and the category of every line: by register no. where one is given, whatever else the line says; otherwise
 * class, section and roll must hit exactly one. A pair that stands there twice is one.
 */
export function matchAssignments(
  rows: readonly AssignmentRow[],
  ground: { students: readonly FoundStudent[]; categories: readonly { id: number; name: string }[] },
): { problems: RowProblem[]; pairs: { studentId: number; feeCategoryId: number }[] } {
  const categories = new Map(ground.categories.map((category) => [nameKey(category.name), category.id]))
  const byRegisterNo = grouped(
    ground.students.filter((student) => student.registerNo !== ''),
    (student) => nameKey(student.registerNo),
  )
  const sections = new Set(ground.students.map((student) => sectionKey(student.className, student.sectionName)))
  const byRoll = grouped(
    ground.students,
    (student) => `${sectionKey(student.className, student.sectionName)}\n${rollKey(student.roll)}`,
  )
  const problems: RowProblem[] = []
  const pairs = new Map<string, { studentId: number; feeCategoryId: number }>()

  const studentOf = (row: AssignmentRow): { id: number } | { key: string; message: string }[] => {
    if (row.registerNo !== '') {
      const found = byRegisterNo.get(nameKey(row.registerNo)) ?? []
      if (found.length === 1 && found[0]) return found[0]
      const count = found.length === 0 ? 'No student has' : `${found.length} students have`
      return [{ key: 'registerNo', message: `${count} the register no. ${row.registerNo}` }]
    }
    const missing = unnamedStudent(row)
    if (missing.length > 0) return missing.map((key) => ({ key, message: 'Required' }))
    const section = sectionKey(row.class, row.section)
    if (!sections.has(section)) return [{ key: 'class', message: unknownSection(row.class, row.section) }]
    const found = byRoll.get(`${section}\n${rollKey(row.roll)}`) ?? []
    if (found.length === 1 && found[0]) return found[0]
    const title = `${row.class}-${row.section}`
    const message =
      found.length === 0
        ? `No student of ${title} has the roll ${row.roll}`
        : `${found.length} students of ${title} have the roll ${row.roll}: give the register no.`
    return [{ key: 'roll', message }]
  }

  rows.forEach((row, place) => {
    const student = studentOf(row)
    const feeCategoryId = categories.get(nameKey(row.feeCategory))
    if (Array.isArray(student)) for (const { key, message } of student) problems.push({ path: `rows.${place}.${key}`, message })
    if (feeCategoryId === undefined)
      problems.push({ path: `rows.${place}.feeCategory`, message: unknownCategory(row.feeCategory) })
    else if (!Array.isArray(student)) pairs.set(`${student.id} ${feeCategoryId}`, { studentId: student.id, feeCategoryId })
  })
  return { problems, pairs: [...pairs.values()] }
}
