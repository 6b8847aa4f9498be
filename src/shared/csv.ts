/** What a cell of an export may hold; a number stays a number, everything else is text. */
export type Cell = string | number | boolean | null | undefined

/** `=`, `+`, `-`, `@`, their full-width forms, tab and carriage return start a formula in a spreadsheet program, also after spaces. */
const formulaStart = /^[\s\u0000]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/**
 * Makes a text harmless for a spreadsheet program: a quote goes before whatever would start a formula, so that it is shown instead of run.
 */
export function inertText(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

/** A cell as it was typed, before {@link inertText} made it harmless for an export. */
export function typedText(cell: string): string {
  return cell.startsWith("'") && inertText(cell.slice(1)) === cell ? cell.slice(1) : cell
}

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  const text = typeof cell === 'string' ? inertText(cell) : String(cell)
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * A CSV file of the rows, first row first, every cell made inert. It starts with a byte order mark, without which Excel
 * reads Devanagari as Windows-1252, and its lines end with CRLF (RFC 4180).
 */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`
}

/** The key of a column's header as the specification matches it: lower-cased, non-word characters turned to underscores. */
export function headerKey(header: string): string {
  return header
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_]/gu, '_')
}
