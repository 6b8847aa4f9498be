import type { RowProblem as CellOfRow } from '#ui/import/importTable.ts'
import type { RowProblem } from '../../fees.rules.ts'

/** Converts a problem at `rows.12.name` to the import table's cell problem. */
export function toCellProblem({ path, message }: RowProblem): CellOfRow {
  const [, index, key = null] = path.split('.')
  return { index: Number(index), key, message }
}
