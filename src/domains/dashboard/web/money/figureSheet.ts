import { t } from '@lingui/core/macro'
import type { SheetTable } from '#shared/sheet.ts'
import { beforeTitle, type FigureRow, type FigureTable, type TermSums } from '../../moneyTables.ts'

/** Returns a table of figures for the export; those of the term before stand in columns of their own. */
export function figureSheet(
  { title, what, columns, rows, sum }: FigureTable,
  before: Pick<TermSums, 'termName' | 'day'> | null,
): SheetTable {
  const earlier = before ? columns.map((column) => `${column}, ${beforeTitle(before)}`) : []
  const cells = ({ label, now, before: was }: FigureRow) => [label, ...now, ...(before ? was : [])]
  return {
    name: title,
    columns: [{ header: what }, ...[...columns, ...earlier].map((header) => ({ header, kind: 'money' as const }))],
    rows: [...rows.map((row) => ({ cells: cells(row) })), { cells: cells(sum), strong: true }],
  }
}

/** Returns the figures on top of the page for the export. */
export function topSheet(
  now: readonly { label: string; amount: number }[],
  before: readonly { amount: number }[] | null,
  titles: { now: string; before: string },
): SheetTable {
  return {
    name: t`Money`,
    columns: [
      { header: t`Figure` },
      { header: titles.now, kind: 'money' },
      ...(before ? [{ header: titles.before, kind: 'money' as const }] : []),
    ],
    rows: now.map(({ label, amount }, index) => ({ cells: [label, amount, ...(before ? [before[index]?.amount ?? ''] : [])] })),
  }
}
