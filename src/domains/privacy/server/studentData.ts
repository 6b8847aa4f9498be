import { strToU8, zipSync, type Zippable } from 'fflate'
import type { z } from 'zod'
import { may, requirePermission } from '#platform/action.ts'
import { statement } from '#platform/database/statement.ts'
import type { DocumentMaker, MakerContext } from '#platform/documentJobs/makers.ts'
import { storageKey, openStorage } from '#platform/files/storage.ts'
import { notFound } from '#platform/refusal.ts'
import { schoolById } from '#platform/school.ts'
import { type SheetKind, type SheetTable, writeSpreadsheet } from '#shared/sheet.ts'
import { aadhaarOf } from '#domains/students/server/studentRecords.exports.ts'
import { columnLabel, fieldLabel, actionLabel } from '../auditActions.ts'
import { privacyOf } from '../privacy.schema.ts'
import { auditPage } from './audit.sql.ts'
import { privacyActions } from './privacy.permissions.ts'
import { type StudentTable, studentTables } from './studentTables.ts'

type Value = string | number | boolean | null | object
type Row = Readonly<Record<string, Value>>
type Params = z.output<typeof privacyOf>

/** A part of an export: a table's stored rows with columns that make ids readable. */
export interface DataPart {
  table: string
  sheet: string
  rows: Row[]
}

/** Maximum number of audit rows about a student in an export. */
const maxAuditRows = 10_000

/**
 * Makes the export of everything about a student: a ZIP of data.json, the same as a spreadsheet, and the student's
 * files. {@link studentTables} lists the tables, so that none is forgotten.
 */
export const studentDataMaker: DocumentMaker<Params> = {
  kind: 'STUDENT_DATA',
  params: privacyOf,
  make: async (making) => {
    const { call, schoolId, params } = making
    const school = await schoolById(call.database, schoolId)
    const [[student]] = await call.database.read(schoolId, [
      call.database.kysely
        .selectFrom('students')
        .select(['id', 'name', 'schoolId', 'erasedAt', 'aadharSealed'])
        .where('schoolId', '=', schoolId)
        .where('id', '=', params.id),
    ] as const)
    if (!student || !school || !call.viewer) throw notFound()
    // Checks the current rights of the person who ordered it.
    requirePermission(may(privacyActions.exportStudent, { viewer: call.viewer, school, row: student }))
    const parts = await readParts(making)
    const record = parts.find((part) => part.table === 'students')
    const number = aadhaarOf(student, call.services.config)
    if (record) record.rows = record.rows.map((row) => ({ ...row, aadhar_number: number }))
    const data = {
      school: school.name,
      student: student.name,
      exported_at: new Date().toISOString(),
      exported_by: call.viewer.name,
      ...Object.fromEntries(parts.map((part) => [part.table, part.rows])),
    }
    const entries: Zippable = {
      'data.json': strToU8(JSON.stringify(data, null, 2)),
      'everything.xlsx': await writeSpreadsheet(parts.filter((part) => part.rows.length > 0).map(sheetOf)),
    }
    await addFiles(entries, parts, making)
    const name = student.name.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
    return [{ format: 'ZIP', name: `${name}-${student.id}.zip`, bytes: Buffer.from(zipSync(entries, { level: 6 })) }]
  },
}

/** Reads the rows of every table and of the audit log. */
export async function readParts({
  call,
  schoolId,
  params,
  progress,
}: Pick<MakerContext<Params>, 'call' | 'schoolId' | 'params' | 'progress'>): Promise<DataPart[]> {
  const exported = studentTables.filter((table) => table.sheet !== null)
  const parts: DataPart[] = []
  for (const [done, table] of exported.entries()) {
    const [rows] = await call.database.read(schoolId, [statement<{ row: string }>(rowsOf(table), [schoolId, params.id])] as const)
    parts.push({ table: table.table, sheet: table.sheet ?? '', rows: rows.map(({ row }) => JSON.parse(row) as Row) })
    await progress(done + 1, exported.length + 1)
  }
  const cluster = await call.database.isCluster()
  const asked = { schoolId, actions: null, hidden: [], subjects: null, studentId: params.id, from: null, to: null, cluster }
  const [audit] = await call.database.read(schoolId, [auditPage(asked, { page: 0, pageSize: maxAuditRows })] as const)
  parts.push({
    table: 'audit_log',
    sheet: 'Audit log',
    rows: audit.map(({ at, role, action, fields }) => ({
      at: at.toISOString(),
      what: actionLabel(action),
      role,
      fields: fields.map(fieldLabel).join(', '),
    })),
  })
  return parts
}

/** Builds the statement that reads a table's rows as JSON, without secrets. All bytea columns are secrets. */
function rowsOf({ table, rows, also = {}, secret = [] }: StudentTable): string {
  const more = Object.entries(also).map(([name, expression]) => `'${name}', ${expression}`)
  const joined = more.length === 0 ? '' : ` || jsonb_build_object(${more.join(', ')})`
  const hidden = [...secret, 'school_id', 'search_text', 'name_keys'].map((name) => `'${name}'`)
  const bytes = `(select coalesce(array_agg(attname::text), '{}') from pg_attribute
    where attrelid = '${table}'::regclass and atttypid = 'bytea'::regtype and attnum > 0)`
  const school = table === 'device_tokens' ? 'true' : 't.school_id = $1'
  return `select ((to_jsonb(t)${joined}) - array[${hidden.join(', ')}] - ${bytes})::text as row from ${table} t where ${school} and (${rows}) order by 1`
}

const money = new Set(['amount', 'fees_amount', 'charge', 'gst', 'payable', 'received'])

/**
 * Converts a part to a sheet. A column appears when at least one row has a value. Days are dates and amounts rupees.
 */
function sheetOf({ table, sheet, rows }: DataPart): SheetTable {
  if (table === 'students') return recordSheet(sheet, rows[0] ?? {})
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => rows.some((row) => hasValue(row[name])))
  return {
    name: sheet,
    columns: names.map((name) => ({ header: headerOf(name), kind: kindOf(name, rows) })),
    rows: rows.map((row) => ({ cells: names.map((name) => cellOf(row[name])) })),
  }
}

/** Converts the student's record to a sheet with one line per field. */
function recordSheet(name: string, row: Row): SheetTable {
  return {
    name,
    columns: [{ header: 'Field' }, { header: 'Value' }],
    rows: Object.entries(row)
      .filter(([, value]) => hasValue(value))
      .map(([field, value]) => ({ cells: [headerOf(field), cellOf(value)] })),
  }
}

function hasValue(value: Value | undefined): boolean {
  return value !== undefined && value !== null && value !== '' && JSON.stringify(value) !== '[]'
}

function headerOf(name: string): string {
  const text = columnLabel(name).replace(/ at$/, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function cellOf(value: Value | undefined): string | number | boolean | null {
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? JSON.stringify(value) : value
}

function kindOf(name: string, rows: readonly Row[]): SheetKind {
  if (money.has(name)) return 'money'
  const sample = rows.map((row) => row[name]).find((value) => hasValue(value))
  if (typeof sample === 'number') return 'number'
  if (typeof sample !== 'string') return 'text'
  if (/^\d{4}-\d\d-\d\dT/.test(sample)) return 'moment'
  return /^\d{4}-\d\d-\d\d$/.test(sample) ? 'day' : 'text'
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
}

/** Adds the uploaded files. A file without bytes is left out; its row is in the export. */
async function addFiles(
  entries: Zippable,
  parts: readonly DataPart[],
  { call, schoolId, signal }: MakerContext<Params>,
): Promise<void> {
  const disk = await openStorage(call.services.config)
  for (const { id, purpose, stored, content_type: type, name } of parts.find((part) => part.table === 'files')?.rows ?? []) {
    signal.throwIfAborted()
    const key = storageKey(schoolId, String(id))
    if (purpose === 'document' || stored !== true || !(await disk.exists(key))) continue
    const plain = String(name).replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, '-')
    const saved = plain === '' ? `${String(purpose)}.${extensions[String(type)] ?? 'bin'}` : plain
    // Pictures and PDFs are compressed already.
    entries[`files/${String(id).slice(0, 8)}-${saved}`] = [await disk.getBytes(key), { level: 0 }]
  }
}
