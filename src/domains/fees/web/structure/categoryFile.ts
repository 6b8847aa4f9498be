import { t } from '@lingui/core/macro'
import type { ImportColumn } from '#shared/importColumns.ts'
import type { ImportRow } from '#ui/import/importTable.ts'
import { categoryImportProblems } from '../../fees.rules.ts'
import { feeCategoryRow } from '../../fees.schema.ts'
import { toCellProblem } from './toCellProblem.ts'

/** The columns of FeesCategoriesTemplate.csv. */
export const categoryColumns: readonly ImportColumn[] = [
  { key: 'name', label: t`Name`, required: true, aliases: ['fees_category', 'category'] },
  { key: 'bankAccountId', label: t`Bank Account Id`, aliases: ['bank_account_id', 'account_id', 'accid'] },
]

/** The template's headers: English in every language, so that a file fits wherever it is uploaded. */
export const categoryHeaders = 'Name,Bank Account Id'.split(',')

/** Returns a row as the server takes it. */
export function categoryInput({ name = '', bankAccountId = '' }: ImportRow) {
  return { name, bankAccountId }
}

/** Returns the problems of one row on its own. */
export function checkCategory(row: ImportRow) {
  const parsed = feeCategoryRow.safeParse(categoryInput(row))
  return parsed.success ? [] : parsed.error.issues.map((issue) => ({ key: String(issue.path[0]), message: issue.message }))
}

/** Returns the check of all rows together and against the school's data. */
export function checkCategories(existing: Parameters<typeof categoryImportProblems>[1]) {
  return (rows: readonly ImportRow[]) => categoryImportProblems(rows.map(categoryInput), existing).map(toCellProblem)
}
