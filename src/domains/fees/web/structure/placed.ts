import type { RowProblem as CellOfRow } from '#ui/import/importTable.ts'
import type { RowProblem } from '../../fees.rules.ts'

/** A problem at `rows.12.name` as the import shows it at its cell. */
export function placed({ path, message }: RowProblem): CellOfRow {
  const [, index, key = null] = path.split('.')
  return { index: Number(index), key, message }
}
