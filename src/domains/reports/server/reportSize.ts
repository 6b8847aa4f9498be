import { Refusal } from '#platform/refusal.ts'
import { t } from '#shared/texts.ts'

/** Largest number of cells: about a thousand pages, which a browser can still show. */
const mostCells = 600_000

/** Refuses a report with too many cells to print with BAD_INPUT. */
export function requirePrintableSize(cells: number): void {
  if (cells > mostCells)
    throw new Refusal('BAD_INPUT', t`This report would be too long. Please choose one section or fewer days.`)
}
