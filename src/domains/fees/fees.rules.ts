import { t } from '#shared/texts.ts'
import { type Month, schoolYearMonths, showMonth } from './months.ts'
import { type MatchableStudent, nameKey, type NamedStudent, studentFinder } from '#shared/studentFinder.ts'

/** A problem with one cell of an imported file; `path` is such as `rows.12.name`. */
export interface RowProblem {
  path: string
  message: string
}

export const categoryExists = () => t`A fees category with this name exists already`
export const bankAccountRequired = () => t`Bank Account Is Required`
export const bankAccountUnknown = () => t`Bank account id does not match.`

/**
 * Returns the slug that the months and categories of one fee share: letters and digits of any script, everything else
 * as hyphens. Equal names have equal slugs. A name without a letter or digit gets 'fee'.
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

/** Returns a fee's title: `Tuition (APR)`, `Library`. */
export function feeTitle({ name, month }: { name: string; month: string | null }): string {
  return month ? `${name} (${showMonth(month)})` : name
}

/** Returns why a school refuses a category without a bank account, or null (specification, section 5). */
export function bankAccountProblem(onlineFees: boolean, bankAccountId: number | null): string | null {
  return onlineFees && bankAccountId === null ? bankAccountRequired() : null
}

/**
 * Returns the page size of a chart table: 20 for up to 20 rows, 50 for up to 50, otherwise 100 (specification, section
 * 2).
 */
export function chartPageSize(rows: number): 20 | 50 | 100 {
  if (rows <= 20) return 20
  return rows <= 50 ? 50 : 100
}

/** A fee to be added to a category. */
export interface NewFee {
  feeCategoryId: number
  /** null means one time. */
  month: Month | null
  sr: number
}

/**
 * Returns a fee for every category and month. A category's new months follow the school year and come after its
 * existing fees. Without months, returns one fee per category.
 * @param categories each with the highest sr of its fees, 0 for none
 */
export function feesToAdd(categories: readonly { id: number; lastSr: number }[], months: readonly Month[]): NewFee[] {
  const chosen: readonly (Month | null)[] =
    months.length === 0 ? [null] : schoolYearMonths.filter((month) => months.includes(month))
  return categories.flatMap(({ id, lastSr }) =>
    chosen.map((month, place) => ({ feeCategoryId: id, month, sr: lastSr + place + 1 })),
  )
}

/** Returns the problems of a category file: each row on its own, and duplicate names. */
export function categoryImportProblems(
  rows: readonly { name: string; bankAccountId: string }[],
  existing: { names: Iterable<string>; accountIds: ReadonlySet<string>; onlineFees: boolean },
): RowProblem[] {
  const known = new Set([...existing.names].map(nameKey))
  const seen = new Set<string>()
  return rows.flatMap(({ name, bankAccountId }, place) => {
    const problems: RowProblem[] = []
    const key = nameKey(name)
    if (known.has(key)) problems.push({ path: `rows.${place}.name`, message: categoryExists() })
    else if (key !== '' && seen.has(key))
      problems.push({ path: `rows.${place}.name`, message: t`This name is in the file twice` })
    seen.add(key)
    const account = importedAccountProblem(bankAccountId, existing)
    if (account) problems.push({ path: `rows.${place}.bankAccountId`, message: account })
    return problems
  })
}

function importedAccountProblem(
  bankAccountId: string,
  { accountIds, onlineFees }: { accountIds: ReadonlySet<string>; onlineFees: boolean },
): string | null {
  if (bankAccountId === '') return onlineFees ? bankAccountRequired() : null
  return accountIds.has(bankAccountId) ? null : bankAccountUnknown()
}

/** One row of an assignment file. */
export interface AssignmentRow extends NamedStudent {
  feeCategory: string
}

export const unknownCategoryMessage = (name: string) => t`${name} is no fees category of this term`

/** Finds the student and the category of every row. Duplicate pairs are returned once. */
export function matchAssignments(
  rows: readonly AssignmentRow[],
  existing: { students: readonly MatchableStudent[]; categories: readonly { id: number; name: string }[] },
): { problems: RowProblem[]; pairs: { studentId: number; feeCategoryId: number }[] } {
  const categories = new Map(existing.categories.map((category) => [nameKey(category.name), category.id]))
  const findStudent = studentFinder(existing.students)
  const problems: RowProblem[] = []
  const pairs = new Map<string, { studentId: number; feeCategoryId: number }>()

  rows.forEach((row, place) => {
    const student = findStudent(row)
    const feeCategoryId = categories.get(nameKey(row.feeCategory))
    if ('problems' in student)
      for (const { key, message } of student.problems) problems.push({ path: `rows.${place}.${key}`, message })
    if (feeCategoryId === undefined)
      problems.push({ path: `rows.${place}.feeCategory`, message: unknownCategoryMessage(row.feeCategory) })
    else if ('found' in student) pairs.set(`${student.found.id} ${feeCategoryId}`, { studentId: student.found.id, feeCategoryId })
  })
  return { problems, pairs: [...pairs.values()] }
}
