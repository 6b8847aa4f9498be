import { unescapeFormula } from '#shared/csv.ts'
import { msg } from '#shared/texts.ts'
import { type ImportColumn, maxCellLength, matchHeaders } from '#shared/importColumns.ts'
import { truncateCodePoints } from '#shared/storableText.ts'
import { type FileRow, type ParsedFile, parseFile, UnreadableFile } from '#shared/parseFile.ts'
import { joinWithAnd } from '#shared/joinWithAnd.ts'
import { seal } from '#platform/sealed.ts'
import { providedFields } from '#domains/students/server/studentFiles.exports.ts'
import { maxStoredProblems, type LegacyProblem, maxRows } from '../legacy.rules.ts'
import { legacyColumns, legacyRow } from './legacyRow.ts'
import { unpackedSize } from './unpackedSize.ts'
import type { ReadMessage, ReadRequest, StagedRow } from './readLegacyFile.ts'

/** A spreadsheet of 50,000 rows with all columns filled unpacks to about 150 MB. */
const maxUnpackedBytes = 300_000_000
const maxColumns = 300
const batchSize = 1000
const zip = Buffer.from('PK')

/**
 * Reads a file of the previous system. Yields its table, then its rows in batches for the staging table, and last the
 * problems of single cells. For an unreadable file it yields one message with an explanation.
 */
export async function* readTable(request: ReadRequest): AsyncGenerator<ReadMessage> {
  try {
    const file = await parseTable(Buffer.from(request.bytes))
    const matched = matchHeaders(file.headers, legacyColumns)
    checkHeaders(file, matched)
    const readColumns = new Set(matched.values())
    const unread = file.headers.filter((header, place) => header !== '' && !readColumns.has(place))
    yield { kind: 'table', total: file.rows.length, unread: unread.slice(0, 50).map((header) => truncateCodePoints(header, 60)) }
    const findings = new Findings()
    for (let from = 0; from < file.rows.length; from += batchSize) {
      const rows = file.rows.slice(from, from + batchSize)
      const staged = rows.map((row) => stagedRow(row, file.headers.length, matched, request, findings))
      yield { kind: 'rows', count: rows.length, json: JSON.stringify(staged) }
    }
    yield {
      kind: 'end',
      problems: findings.problems,
      count: findings.count,
      repairedPhones: findings.repairedPhones,
      repairedPhoneRows: [...findings.repairedPhoneRows],
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    yield { kind: 'unreadable', message: error.message }
  }
}

async function parseTable(bytes: Buffer): Promise<ParsedFile> {
  if (bytes.subarray(0, 2).equals(zip)) {
    const size = unpackedSize(bytes, maxUnpackedBytes)
    if (size === null)
      throw new UnreadableFile(
        msg`This spreadsheet cannot be read. Please open it, save it again as .xlsx or CSV, and try again.`,
      )
    if (size > maxUnpackedBytes)
      throw new UnreadableFile(msg`This spreadsheet holds more than can be read. Please save its table alone, as CSV.`)
  }
  const file = await parseFile(bytes, undefined, maxRows)
  if (file.rows.length === 0) throw new UnreadableFile(msg`The file has no rows.`)
  return file
}

function checkHeaders({ headers }: ParsedFile, matched: ReadonlyMap<string, number>): void {
  if (headers.length > maxColumns) throw new UnreadableFile(`The file has more than ${maxColumns} columns.`)
  const missing = legacyColumns.filter((column) => column.required && !matched.has(column.key)).map((column) => column.key)
  if (missing.length === 0) return
  const list = joinWithAnd(missing)
  throw new UnreadableFile(
    `The file has no column for ${list}. Its first row must hold the names of the columns, as in the sample.`,
  )
}

/** Collects problems and repaired phones of a file. */
class Findings {
  readonly problems: LegacyProblem[] = []
  count = 0
  repairedPhones = 0
  readonly repairedPhoneRows = new Set<number>()

  add(problem: LegacyProblem): void {
    this.count += 1
    if (this.problems.length < maxStoredProblems) this.problems.push(problem)
  }

  addRepairedPhone(row: number): void {
    this.repairedPhones += 1
    if (this.repairedPhoneRows.size < maxStoredProblems) this.repairedPhoneRows.add(row)
  }
}

function stagedRow(
  { number: row, cells }: FileRow,
  width: number,
  matched: ReadonlyMap<string, number>,
  { secretKey, sealContext }: ReadRequest,
  findings: Findings,
): StagedRow {
  const typed = new Map(
    legacyColumns.flatMap(({ key }): [string, string][] => {
      const at = matched.get(key)
      return at === undefined ? [] : [[key, unescapeFormula((cells[at] ?? '').trim())]]
    }),
  )
  const problemsBefore = findings.count
  const hasSurplusCells = cells.slice(width).some((cell) => cell.trim() !== '')
  if (hasSurplusCells)
    findings.add({
      row,
      column: '',
      value: '',
      message: msg`This row has more cells than the header. Is a text with a comma missing its quotation marks?`,
    })
  for (const [column, value] of typed)
    if (value.length > maxCellLength)
      findings.add({
        row,
        column,
        value: truncateCodePoints(value, 40),
        message: `This cell is longer than ${maxCellLength} characters.`,
      })
  if (findings.count > problemsBefore) return rowForComparison(row, typed)
  const parsed = legacyRow.safeParse(Object.fromEntries([...blankCells, ...typed]))
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      const column = String(path[0] ?? '')
      const value = typed.get(column) ?? ''
      findings.add({
        row,
        column,
        value: maskedValue(column, value),
        message: isRequired(column) && value === '' ? 'Required' : message,
      })
    }
    return rowForComparison(row, typed)
  }
  for (const { key, repair } of legacyColumns) {
    const cell = typed.get(key)
    if (repair && cell !== undefined && repair(cell) !== cell) findings.addRepairedPhone(row)
  }
  const { legacy_id, term, class: className, section, roll, disabled, ...student } = parsed.data
  const { aadharNumber, ...provided } = providedFields(student)
  return {
    row,
    legacy_id,
    term,
    class: className,
    section,
    roll,
    disabled: disabled === 'Yes',
    name: student.name,
    register_no: student.registerNo ?? '',
    login_email: student.loginEmail ?? '',
    rfid: student.rfid ?? '',
    provided,
    // Sealed at once, so that the number is never stored in plain text.
    aadhar: typeof aadharNumber === 'string' ? seal(aadharNumber, secretKey, `${sealContext}/${row}`).toString('base64') : '',
  }
}

/** Cells that every row has, even in a file without the column. */
const blankCells: readonly [string, string][] = [
  ['roll', ''],
  ['phone', ''],
]

const isRequired = (key: string) => legacyColumns.some((column: ImportColumn) => column.key === key && column.required === true)

/** Returns what other rows are compared with from a row with problems. It is staged but never imported. */
function rowForComparison(row: number, typed: ReadonlyMap<string, string>): StagedRow {
  const start = (key: string) => truncateCodePoints(typed.get(key) ?? '', 60)
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
    provided: {},
    aadhar: '',
  }
}

/** Returns a cell's value for a problem. Masks Aadhaar numbers, because even an invalid one may be somebody's. */
function maskedValue(column: string, value: string): string {
  return column === 'aadharNumber'
    ? truncateCodePoints(value.slice(0, 1000).replace(/\d(?=.*\d{4})/g, 'X'), 40)
    : truncateCodePoints(value, 100)
}
