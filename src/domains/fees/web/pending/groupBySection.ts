import { type Paise, sumMoney } from '#shared/money.ts'

interface PendingRow {
  sectionName: string
  pending: Paise
  clearing: Paise
}

/** The rows of one section in their given order, with their sums. */
export interface SheetSection<Row> {
  sectionName: string
  rows: Row[]
  pending: Paise
  clearing: Paise
}

/** Groups rows that are sorted by section. */
export function groupBySection<Row extends PendingRow>(rows: readonly Row[]): SheetSection<Row>[] {
  const sections: { sectionName: string; rows: Row[] }[] = []
  for (const row of rows) {
    const last = sections.at(-1)
    if (last?.sectionName === row.sectionName) last.rows.push(row)
    else sections.push({ sectionName: row.sectionName, rows: [row] })
  }
  return sections.map((section) => ({ ...section, ...sumPending(section.rows) }))
}

/** Sums what is pending and clearing in rows. */
export function sumPending(rows: readonly PendingRow[]): { pending: Paise; clearing: Paise } {
  return { pending: sumMoney(rows.map((row) => row.pending)), clearing: sumMoney(rows.map((row) => row.clearing)) }
}
