import type { ImportColumn } from '#shared/importColumns.ts'
import type { ImportRow } from '#ui/import/importTable.ts'
import { categoryImportProblems } from '../../fees.rules.ts'
import { feeCategoryRow } from '../../fees.schema.ts'
import { placed } from './placed.ts'

/** The columns of FeesCategoriesTemplate.csv. */
export const categoryColumns: readonly ImportColumn[] = [
  { key: 'name', label: 'Name', required: true, aliases: ['fees_category', 'category'] },
  { key: 'bankAccountId', label: 'Bank Account Id', aliases: ['account_id', 'accid'] },
]

/** What a row is sent as. */
export function sentCategory({ name = '', bankAccountId = '' }: ImportRow) {
  return { name, bankAccountId }
}

/** What is wrong with one row on its own. */
export function checkCategory(row: ImportRow) {
  const parsed = feeCategoryRow.safeParse(sentCategory(row))
  return parsed.success ? [] : parsed.error.issues.map((issue) => ({ key: String(issue.path[0]), message: issue.message }))
}

/** What is wrong with the rows beside each other and beside what the school has. */
export function checkCategories(ground: Parameters<typeof categoryImportProblems>[1]) {
  return (rows: readonly ImportRow[]) => categoryImportProblems(rows.map(sentCategory), ground).map(placed)
}
