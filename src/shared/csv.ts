/** Value of an export's cell. A number stays a number; everything else is written as text. */
export type Cell = string | number | boolean | null | undefined

/**
 * Matches `=`, `+`, `-`, `@`, their full-width forms, tab and carriage return: each starts a formula in a spreadsheet
 * program, also after spaces.
 */
const formulaStart = /^[\s\u0000]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/**
 * Puts a quote before a text that would start a formula, so that a spreadsheet program shows the text instead of
 * running it.
 */
export function escapeFormula(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

/** Removes the quote that {@link escapeFormula} added. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && escapeFormula(cell.slice(1)) === cell ? cell.slice(1) : cell
}

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  const text = typeof cell === 'string' ? escapeFormula(cell) : String(cell)
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Writes a CSV file. The first row is the header, and formulas in all cells are escaped.
 * The file starts with a byte order mark, because Excel otherwise reads Devanagari as Windows-1252. Lines end with CRLF
 * (RFC 4180).
 */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`
}

/** Returns the key of a column's header by the specification's rule: lower case, non-word characters as underscores. */
export function headerKey(header: string): string {
  return header
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_]/gu, '_')
}
