import { t } from '#shared/texts.ts'
import { showCount } from './counts.ts'
import { parse } from 'csv-parse/browser/esm/sync'
import type { CellValue, Sheet } from 'hucre/xlsx'
import { toStorableText } from './storableText.ts'

/** A row of a file that is not blank. */
export interface FileRow {
  /** Row number as a spreadsheet program shows it: the header is row 1. */
  number: number
  cells: string[]
}

export interface ParsedFile {
  headers: string[]
  rows: FileRow[]
  /** Format shown to the user: 'UTF-8', 'Windows-1252', 'spreadsheet', … */
  format: string
}

/** Error for a file that cannot be read as a table. The message says what to do. */
export class UnreadableFile extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableFile'
  }
}

export const maxRows = 100_000
/** Maximum number of empty lines, because each would be parsed as a row. */
export const maxEmptyLines = 100_000
export const maxFileBytes = 60_000_000

type Progress = (share: number) => void

/**
 * Reads a CSV file or a spreadsheet (.xlsx) as text cells. Text may be UTF-8 with or without byte order mark, UTF-16 or
 * Windows-1252, with comma, semicolon or tab, any line ending, and line breaks inside quotes. Of a spreadsheet, reads
 * the first visible sheet, with numbers and dates as shown there.
 * @param rowLimit a file with more rows is refused
 * @throws UnreadableFile
 */
export async function parseFile(bytes: Uint8Array, onProgress: Progress = () => {}, rowLimit = maxRows): Promise<ParsedFile> {
  if (bytes.length === 0) throw new UnreadableFile(t`The file is empty.`)
  if (bytes.length > maxFileBytes) {
    throw new UnreadableFile(
      t`The file is larger than ${maxFileBytes / 1_000_000} MB. Please split it and import the parts one after the other.`,
    )
  }
  onProgress(0.1)
  const start = [...bytes.subarray(0, 4)]
  const { format, lines } = startsWith(start, [0x50, 0x4b]) ? await readSpreadsheet(bytes) : readText(bytes, start)
  onProgress(0.8)
  return toTable(lines, format, rowLimit)
}

function startsWith(start: readonly number[], mark: readonly number[]): boolean {
  return mark.every((byte, index) => start[index] === byte)
}

function toTable(lines: readonly string[][], format: string, rowLimit: number): ParsedFile {
  const first = lines.findIndex((line) => line.some((cell) => cell.trim() !== ''))
  const header = lines[first]
  if (!header) throw new UnreadableFile(t`The file has no rows. Its first row must hold the names of the columns.`)
  const headers = header.map((cell) => cell.replace(/^\uFEFF/, '').trim())
  while (headers.length > 0 && headers.at(-1) === '') headers.pop()
  const rows: FileRow[] = []
  for (let index = first + 1; index < lines.length; index++) {
    const cells = lines[index]
    if (!cells || cells.every((cell) => cell.trim() === '')) continue
    if (rows.length === rowLimit) {
      throw new UnreadableFile(
        t`The file has more than ${showCount(rowLimit)} rows. Please split it and import the parts one after the other.`,
      )
    }
    rows.push({ number: index + 1, cells })
  }
  return { headers, rows, format }
}

// ── Text
// ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

function readText(bytes: Uint8Array, start: readonly number[]): { format: string; lines: string[][] } {
  if (startsWith(start, [0xd0, 0xcf, 0x11, 0xe0])) {
    throw new UnreadableFile(
      t`This is an old Excel file (.xls), or one locked with a password. Please save it as .xlsx or CSV without a password, and try again.`,
    )
  }
  const { text, format } = decodeText(bytes)
  if (text.includes('\u0000')) throw new UnreadableFile(t`This is neither a CSV file nor a spreadsheet (.xlsx).`)
  refuseEmptyLines(text)
  return { format, lines: parseText(text) }
}

/** @throws UnreadableFile for a text with too many lines that contain only separators */
function refuseEmptyLines(text: string): void {
  let empty = 0
  let holdsSomething = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 10 || code === 13) {
      const isPair = code === 13 && text.charCodeAt(index + 1) === 10
      if (isPair) continue
      if (!holdsSomething) empty += 1
      holdsSomething = false
    } else if (!isSeparator(code)) holdsSomething = true
  }
  if (empty <= maxEmptyLines) return
  throw new UnreadableFile(
    t`The file has ${showCount(empty)} empty lines. Please delete the empty rows in your spreadsheet program, save it again, and try again.`,
  )
}

/**
 * Returns whether a character is a space, tab, comma, semicolon or quotation mark, which is how spreadsheet programs
 * save an empty row.
 */
function isSeparator(code: number): boolean {
  return code === 32 || code === 9 || code === 44 || code === 59 || code === 34
}

/**
 * Decodes a file by its byte order mark, else as UTF-16 when every other byte is zero, else as UTF-8, else as
 * Windows-1252.
 */
export function decodeText(bytes: Uint8Array): { text: string; format: string } {
  const start = [...bytes.subarray(0, 3)]
  if (startsWith(start, [0xff, 0xfe])) return { text: decode('utf-16le', bytes), format: 'UTF-16' }
  if (startsWith(start, [0xfe, 0xff])) return { text: decode('utf-16be', bytes), format: 'UTF-16' }
  const zeros = [0, 0]
  const probe = bytes.subarray(0, 2000)
  probe.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  // Headers are Latin letters, so in UTF-16 nearly half of the bytes are zero, all at even or all at odd offsets.
  if (odd > probe.length / 4 && even === 0) return { text: decode('utf-16le', bytes), format: 'UTF-16' }
  if (even > probe.length / 4 && odd === 0) return { text: decode('utf-16be', bytes), format: 'UTF-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), format: 'UTF-8' }
  } catch {
    return { text: decode('windows-1252', bytes), format: 'Windows-1252' }
  }
}

function decode(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes)
}

/** Returns the most frequent of comma, semicolon and tab in the first row, outside quotes. */
export function findDelimiter(text: string): ',' | ';' | '\t' {
  const counts = { ',': 0, ';': 0, '\t': 0 }
  let quoted = false
  let seen = false
  for (let index = 0; index < text.length; index++) {
    const letter = text[index]
    if (letter === '"') quoted = !quoted
    else if (quoted) continue
    else if (letter === ',' || letter === ';' || letter === '\t') counts[letter]++
    else if ((letter === '\n' || letter === '\r') && seen) break
    if (letter !== '\n' && letter !== '\r') seen = true
  }
  if (counts[';'] > counts[','] && counts[';'] >= counts['\t']) return ';'
  return counts['\t'] > counts[','] ? '\t' : ','
}

/**
 * Parses delimited text into cells. Rows may differ in length. Excel's own `sep=;` line sets the delimiter.
 * @throws UnreadableFile when a quote is opened and never closed
 */
export function parseText(text: string): string[][] {
  const separatorLine = /^sep=([,;\t])\r?\n/.exec(text)
  const body = separatorLine ? text.slice(separatorLine[0].length) : text
  try {
    return parse(body, {
      delimiter: separatorLine?.[1] ?? findDelimiter(body),
      bom: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
    })
  } catch (error) {
    const line = typeof error === 'object' && error !== null && 'lines' in error ? Number(error.lines) : null
    throw new UnreadableFile(
      line
        ? t`A quotation mark is opened and never closed, before line ${line}. Please repair the file, or save it again from your spreadsheet program.`
        : t`A quotation mark is opened and never closed. Please repair the file, or save it again from your spreadsheet program.`,
    )
  }
}

// ── Spreadsheet
// ────────────────────────────────────────────────────────────────────────────────────────────────────────

async function readSpreadsheet(bytes: Uint8Array): Promise<{ format: string; lines: string[][] }> {
  const { readXlsx } = await import('hucre/xlsx')
  let sheet: Sheet | undefined
  try {
    const book = await readXlsx(bytes, {
      readStyles: true,
      maxRows: maxRows + 2,
      sheets: (info) => !info.hidden && !info.veryHidden,
    })
    sheet = book.sheets.find((candidate) => candidate.rows.length > 0) ?? book.sheets[0]
  } catch {
    throw new UnreadableFile(
      t`This spreadsheet cannot be read. Please open it, save it again as .xlsx or CSV without a password, and try again.`,
    )
  }
  if (!sheet) throw new UnreadableFile(t`This spreadsheet has no sheet that is visible.`)
  const { rows, cells } = sheet
  return {
    format: 'spreadsheet',
    lines: rows.map((row, r) => Array.from(row, (value, c) => cellText(value ?? null, cells?.get(`${r},${c}`)?.style?.numFmt))),
  }
}

/**
 * Returns a spreadsheet's cell as the user sees it there: leading zeros of a format such as `0000` are kept, days are
 * DD/MM/YYYY, times HH:mm:ss.
 */
export function cellText(value: CellValue, format?: string): string {
  if (value === null) return ''
  // A spreadsheet can encode characters that do not exist, as _xD83D_ or &#0;.
  if (typeof value === 'string') return toStorableText(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : momentText(value)
  if (!Number.isFinite(value)) return ''
  if (!Number.isInteger(value)) return String(Number(value.toPrecision(15)))
  const digits = BigInt(Math.abs(value)).toString()
  const padded = format && /^0+$/.test(format) ? digits.padStart(format.length, '0') : digits
  return value < 0 ? `-${padded}` : padded
}

function momentText(moment: Date): string {
  const text = moment.toISOString()
  const day = `${text.slice(8, 10)}/${text.slice(5, 7)}/${text.slice(0, 4)}`
  const time = text.slice(11, 19)
  // A spreadsheet stores a time of day as a fraction of day 0, which is before its calendar starts.
  if (moment.getUTCFullYear() < 1900) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}
