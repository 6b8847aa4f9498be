import type { ReportColumn } from './report.model.ts'

/** The width of a table on paper in millimetres: A4 landscape without the margins and half of a border. */
const tableWidth = 280.7
/** Millimetres of the widest column of numbers that is joined: it has three digits at most. */
const widestNumber = 10

/**
 * Adjacent columns of short texts that are one cell on paper: the days of a month, the weeks of a term, and the counts
 * after them. A browser prints a text of 31 letters in a fraction of the time of 31 cells (decisions/0078).
 */
export interface Strip {
  /** Index of the first column. */
  from: number
  count: number
  kind: 'letters' | 'percentages' | 'numbers'
  /** Millimetres from one column to the next. */
  step: number
  /** Millimetres from the left side of the table. */
  startsAt: number
}

/**
 * Returns the strips of a table, at most one of each kind: adjacent columns of letters or percentages without a
 * width, and narrow numbers of one width, of which the last may be wider. None when a column of another kind shares the
 * width, because then only the browser knows where the columns start.
 */
export function findStrips(columns: readonly ReportColumn[]): Strip[] {
  const shared = columns.filter((column) => column.width === undefined)
  if (shared.some((column) => stripKind(column) === undefined)) return []
  const share = (tableWidth - columns.reduce((sum, { width = 0 }) => sum + width, 0)) / shared.length
  const strips: Strip[] = []
  let open: Strip | undefined
  let startsAt = 0
  for (const [from, column] of columns.entries()) {
    const { width = share } = column
    const kind = stripKind(column)
    if (open && open.kind === kind) open.count += 1
    else if (kind === undefined || strips.some((strip) => strip.kind === kind)) open = undefined
    else {
      open = { from, count: 1, kind, step: width, startsAt }
      strips.push(open)
    }
    // The next tab stop would be beside the next column.
    if (open && open.step !== width) open = undefined
    startsAt += width
  }
  return strips.filter(({ count }) => count > 1)
}

function stripKind({ kind, align, width }: ReportColumn): Strip['kind'] | undefined {
  if (width === undefined)
    return kind === 'mark' ? 'letters' : kind === 'percent' && align === 'center' ? 'percentages' : undefined
  return (kind === 'number' || kind === 'percent') && align === 'right' && width <= widestNumber ? 'numbers' : undefined
}
