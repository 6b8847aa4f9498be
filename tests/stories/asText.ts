/**
 * Returns a story's table as text: the first columns are words, aligned to the left, the others amounts.
 * @param words number of columns with words
 */
export function asText(rows: readonly string[][], words: number): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column < words ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  )
  return `\n${lines.join('\n')}\n`
}
