import type { FillItem } from '../udise.items.ts'

/** A cell that was changed and is not stored yet. */
export interface Draft {
  typed: string
  /** The value to be stored; undefined while the typed text is none. */
  value?: string
  /** What is wrong with it, of the grid or of the server. */
  message?: string
}

/** The changed cells, by student and item. They stay while other students are looked at. */
export type Drafts = ReadonlyMap<string, Draft>

export const draftKey = (studentId: string, item: FillItem) => `${studentId} ${item}`

/** Returns the rows to be stored: each student with the changed cells. */
export function draftRows(drafts: Drafts): ({ id: string } & Partial<Record<FillItem, string>>)[] {
  const rows = new Map<string, { id: string } & Partial<Record<FillItem, string>>>()
  for (const [key, { value }] of drafts) {
    const [id = '', item = ''] = key.split(' ')
    if (value === undefined) continue
    const row = rows.get(id) ?? { id }
    row[item as FillItem] = value
    rows.set(id, row)
  }
  return [...rows.values()]
}

/** Puts the server's problems at their cells, and returns the messages without a cell. */
export function withProblems(
  drafts: Drafts,
  rows: readonly { id: string }[],
  problems: readonly { path: string; message: string }[],
): { drafts: Drafts; others: string[] } {
  const next = new Map(drafts)
  const others: string[] = []
  for (const { path, message } of problems) {
    const [, index = '', item = ''] = path.split('.')
    const key = draftKey(rows[Number(index)]?.id ?? '', item as FillItem)
    const draft = next.get(key)
    if (draft) next.set(key, { ...draft, message })
    else if (!others.includes(message)) others.push(message)
  }
  return { drafts: next, others }
}
