import { typedText } from '#shared/csv.ts'
import { type ImportColumn, longestCell, matchHeaders } from '#shared/importColumns.ts'
import { firstLetters } from '#shared/letters.ts'
import { type FileRow, type ParsedFile, parseFile, UnreadableFile } from '#shared/parseFile.ts'
import { seal } from '#platform/sealed.ts'
import { providedFields } from '#domains/students/server/studentFiles.exports.ts'
import { keptProblems, type LegacyProblem, mostRows } from '../legacy.schema.ts'
import { legacyColumns, legacyRow } from './legacyRow.ts'
import { unpackedSize } from './packedSize.ts'
import type { Answer, Reading, StagedRow } from './readFile.ts'

/** A spreadsheet of 50,000 rows with every column filled has about 150 MB. */
const mostUnpacked = 300_000_000
const mostColumns = 300
const rowsAtOnce = 1000
const zip = Buffer.from('PK')

/**
 * Reads a file of the previous system: first what it is, then its rows in parts as the staging table takes them, at the end what is
 * wrong with single cells. A file that cannot be read at all is one answer with a sentence.
 */
export async function* readTable(reading: Reading): AsyncGenerator<Answer> {
  try {
    const file = await parsed(Buffer.from(reading.bytes))
    const matched = matchHeaders(file.headers, legacyColumns)
    refuseHeaders(file, matched)
    const read = new Set(matched.values())
    const unread = file.headers.filter((header, place) => header !== '' && !read.has(place))
    yield { kind: 'table', total: file.rows.length, unread: unread.slice(0, 50).map((header) => firstLetters(header, 60)) }
    const found = new Findings()
    for (let from = 0; from < file.rows.length; from += rowsAtOnce) {
      const rows = file.rows.slice(from, from + rowsAtOnce)
      const staged = rows.map((row) => stagedRow(row, file.headers.length, matched, reading, found))
      yield { kind: 'rows', count: rows.length, json: JSON.stringify(staged) }
    }
    yield {
      kind: 'end',
      problems: found.kept,
      count: found.count,
      repairedPhones: found.repairedPhones,
      repairedPhoneRows: [...found.repairedPhoneRows],
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    yield { kind: 'unreadable', message: error.message }
  }
}

async function parsed(bytes: Buffer): Promise<ParsedFile> {
  if (bytes.subarray(0, 2).equals(zip)) {
    const size = unpackedSize(bytes, mostUnpacked)
    if (size === null)
      throw new UnreadableFile('This spreadsheet cannot be read. Please open it, save it again as .xlsx or CSV, and try again.')
    if (size > mostUnpacked)
      throw new UnreadableFile('This spreadsheet holds more than can be read. Please save its table alone, as CSV.')
  }
  const file = await parseFile(bytes, undefined, mostRows)
  if (file.rows.length === 0) throw new UnreadableFile('The file has no rows.')
  return file
}

function refuseHeaders({ headers }: ParsedFile, matched: ReadonlyMap<string, number>): void {
  if (headers.length > mostColumns) throw new UnreadableFile(`The file has more than ${mostColumns} columns.`)
  const missing = legacyColumns.filter((column) => column.required && !matched.has(column.key)).map((column) => column.key)
  if (missing.length === 0) return
  const list = new Intl.ListFormat('en-IN').format(missing)
  throw new UnreadableFile(
    `The file has no column for ${list}. Its first row must hold the names of the columns, as in the sample.`,
  )
}

/** What the cells of a file have that somebody has to know. */
class Findings {
  readonly kept: LegacyProblem[] = []
  count = 0
  repairedPhones = 0
  readonly repairedPhoneRows = new Set<number>()

  add(problem: LegacyProblem): void {
    this.count += 1
    if (this.kept.length < keptProblems) this.kept.push(problem)
  }

  addRepairedPhone(row: number): void {
    this.repairedPhones += 1
    if (this.repairedPhoneRows.size < keptProblems) this.repairedPhoneRows.add(row)
  }
}

function stagedRow(
  { number: row, cells }: FileRow,
  width: number,
  matched: ReadonlyMap<string, number>,
  { secretKey, place }: Reading,
  found: Findings,
): StagedRow {
  const typed = new Map(
    legacyColumns.flatMap(({ key }): [string, string][] => {
      const at = matched.get(key)
      return at === undefined ? [] : [[key, typedText((cells[at] ?? '').trim())]]
    }),
  )
  const before = found.count
  const surplus = cells.slice(width).some((cell) => cell.trim() !== '')
  if (surplus)
    found.add({
      row,
      column: '',
      value: '',
      message: 'This row has more cells than the header. Is a text with a comma missing its quotation marks?',
    })
  for (const [column, value] of typed)
    if (value.length > longestCell)
      found.add({ row, column, value: firstLetters(value, 40), message: `This cell is longer than ${longestCell} characters.` })
  if (found.count > before) return unusable(row, typed)
  const read = legacyRow.safeParse(Object.fromEntries([...blanks, ...typed]))
  if (!read.success) {
    for (const { path, message } of read.error.issues) {
      const column = String(path[0] ?? '')
      const value = typed.get(column) ?? ''
      found.add({ row, column, value: shown(column, value), message: isRequired(column) && value === '' ? 'Required' : message })
    }
    return unusable(row, typed)
  }
  for (const { key, repair } of legacyColumns) {
    const cell = typed.get(key)
    if (repair && cell !== undefined && repair(cell) !== cell) found.addRepairedPhone(row)
  }
  const { legacy_id, term, class: className, section, roll, disabled, ...said } = read.data
  const { aadharNumber, ...open } = providedFields(said)
  return {
    row,
    legacy_id,
    term,
    class: className,
    section,
    roll,
    disabled: disabled === 'Yes',
    name: said.name,
    register_no: said.registerNo ?? '',
    login_email: said.loginEmail ?? '',
    rfid: said.rfid ?? '',
    said: open,
    // Even for a moment the number stands nowhere as it is.
    aadhar: typeof aadharNumber === 'string' ? seal(aadharNumber, secretKey, `${place}/${row}`).toString('base64') : '',
  }
}

/** What every row has, also of a file without the column. */
const blanks: readonly [string, string][] = [
  ['roll', ''],
  ['phone', ''],
]

const isRequired = (key: string) => legacyColumns.some((column: ImportColumn) => column.key === key && column.required === true)

/** What of a row with problems others are compared with: nothing of it is stored. */
function unusable(row: number, typed: ReadonlyMap<string, string>): StagedRow {
  const start = (key: string) => firstLetters(typed.get(key) ?? '', 60)
  return {
    row,
    legacy_id: start('legacy_id'),
    term: start('term'),
    class: start('class'),
    section: start('section'),
    roll: '0',
    name: '',
    register_no: '',
    login_email: '',
    rfid: '',
    disabled: false,
    said: {},
    aadhar: '',
  }
}

/** A wrong Aadhaar number may be somebody's all the same. */
function shown(column: string, value: string): string {
  return column === 'aadharNumber'
    ? firstLetters(value.slice(0, 1000).replace(/\d(?=.*\d{4})/g, 'X'), 40)
    : firstLetters(value, 100)
}
