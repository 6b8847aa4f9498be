import { type Paise, sumMoney } from '#shared/money.ts'

interface Owed {
  sectionName: string
  pending: Paise
  clearing: Paise
}

/** The rows of one section, in the order in which they came, with what they come to. */
export interface SheetSection<Row> {
  sectionName: string
  rows: Row[]
  pending: Paise
  clearing: Paise
}

/** Rows that come by section, cut where the section changes. */
export function bySection<Row extends Owed>(rows: readonly Row[]): SheetSection<Row>[] {
  const sections: { sectionName: string; rows: Row[] }[] = []
  for (const row of rows) {
    const last = sections.at(-1)
    if (last?.sectionName === row.sectionName) last.rows.push(row)
    else sections.push({ sectionName: row.sectionName, rows: [row] })
  }
  return sections.map((section) => ({ ...section, ...owedBy(section.rows) }))
}

/** What some rows come to. */
export function owedBy(rows: readonly Owed[]): { pending: Paise; clearing: Paise } {
  return { pending: sumMoney(rows.map((row) => row.pending)), clearing: sumMoney(rows.map((row) => row.clearing)) }
}
