import { headerKey } from './csv.ts'

export interface ImportColumn {
  /** The key of the row's value, and the header in the template. */
  key: string
  /** Name on the screen. */
  label: string
  /** The file must have this column, and no cell of it may be blank. */
  required?: boolean
  /** Corrects a cell as the file is read, such as a phone with a country code. The screen lists every correction. */
  repair?: (cell: string) => string
  /** Other headers that files use for this column. */
  aliases?: readonly string[]
}

/**
 * Maximum length of a cell. A longer one is a mistake in the file and would freeze the code that shows or checks it.
 */
export const maxCellLength = 10_000

/**
 * Returns the index of each column's header. A header matches a column's key, label or alias by the specification's
 * rule: lower case, non-word characters as underscores.
 */
export function matchHeaders(headers: readonly string[], columns: readonly ImportColumn[]): Map<string, number> {
  const keys = headers.map(headerKey)
  const withoutUnderscores = (text: string) => text.replaceAll('_', '')
  const usedHeaders = new Set<number>()
  const matched = new Map<string, number>()
  // Match all columns exactly before any column loosely; otherwise 'Roll No' could take the header 'roll_no_2'.
  for (const matches of [
    (a: string, b: string) => a === b,
    (a: string, b: string) => withoutUnderscores(a) !== '' && withoutUnderscores(a) === withoutUnderscores(b),
  ]) {
    for (const column of columns) {
      if (matched.has(column.key)) continue
      const candidates = [column.key, column.label, ...(column.aliases ?? [])].map(headerKey)
      const headerIndex = keys.findIndex((key, index) => !usedHeaders.has(index) && candidates.some((word) => matches(word, key)))
      if (headerIndex < 0) continue
      usedHeaders.add(headerIndex)
      matched.set(column.key, headerIndex)
    }
  }
  return matched
}
