import { headerKey } from './csv.ts'

export interface ImportColumn {
  /** The key of the row's value, and the header in the template. */
  key: string
  /** What a person calls it. */
  label: string
  /** The file must have it and no cell of it may be blank. */
  required?: boolean
  /** Repairs a cell as it is read, such as a phone with a country code; what was changed is shown. */
  repair?: (cell: string) => string
  /** Other headers under which files bring it. */
  aliases?: readonly string[]
}

/** A cell longer than this is a mistake in the file, and would freeze whatever shows or checks it. */
export const longestCell = 10_000

/** Finds each column's header by its key, label or aliases, as the specification matches them: lower-cased, non-word characters as underscores. */
export function matchHeaders(headers: readonly string[], columns: readonly ImportColumn[]): Map<string, number> {
  const keys = headers.map(headerKey)
  const bare = (text: string) => text.replaceAll('_', '')
  const taken = new Set<number>()
  const matched = new Map<string, number>()
  // Exact matches of all columns come before loose ones of any, or 'Roll No' could take the header of 'roll_no_2'.
  for (const same of [(a: string, b: string) => a === b, (a: string, b: string) => bare(a) !== '' && bare(a) === bare(b)]) {
    for (const column of columns) {
      if (matched.has(column.key)) continue
      const wanted = [column.key, column.label, ...(column.aliases ?? [])].map(headerKey)
      const place = keys.findIndex((key, index) => !taken.has(index) && wanted.some((word) => same(word, key)))
      if (place < 0) continue
      taken.add(place)
      matched.set(column.key, place)
    }
  }
  return matched
}
