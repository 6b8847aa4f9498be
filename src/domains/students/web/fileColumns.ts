import type { z } from 'zod'
import { inertText } from '../../../shared/csv.ts'
import type { CellProblem, ImportColumn, ImportRow, RowProblem } from '../../../ui/import/importTable.ts'
import { studentFieldNames, studentFields } from '../students.fields.ts'
import { repeated } from '../students.rules.ts'

/** Other headers under which schools' own files bring a column. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  roll: ['roll_no', 'roll_number'],
  class: ['class_name', 'standard', 'std'],
  section: ['section_name', 'division', 'div'],
  name: ['student_name', 'full_name'],
  phone: ['mobile', 'mobile_no', 'phone_number', 'contact'],
  registerNo: ['reg_no', 'gr_no', 'general_register_no', 'register_number'],
  birthdate: ['dob', 'date_of_birth', 'birth_date'],
  gender: ['sex'],
  loginEmail: ['login', 'username'],
  aadharNumber: ['aadhar', 'aadhaar', 'aadhaar_number', 'aadhar_no'],
  dist: ['district'],
  penNumber: ['pen'],
  aaparId: ['apaar_id', 'apaar'],
}

function column(key: string, label: string, required = false): ImportColumn {
  return { key, label, required, ...(aliases[key] ? { aliases: aliases[key] } : {}) }
}

const plain: readonly ImportColumn[] = [
  column('gender', 'Gender'),
  column('loginEmail', 'Login email'),
  column('aadharNumber', 'Aadhaar number'),
  ...studentFieldNames.map((field) => column(field, studentFields[field].label)),
]

/** The columns of StudentTemplate.csv: five are required (specification, section 5). */
export const importColumns: readonly ImportColumn[] = [
  column('roll', 'Roll', true),
  column('class', 'Class', true),
  column('section', 'Section', true),
  column('name', 'Name', true),
  column('phone', 'Phone', true),
  ...plain,
]

/** The columns of a Bulk Edit file. `checkRow` says in the specification's words what a row does not have. */
export const editColumns: readonly ImportColumn[] = [
  column('action', 'Action'),
  column('id', 'Id'),
  column('term', 'Term'),
  column('roll', 'Roll'),
  column('class', 'Class'),
  column('section', 'Section'),
  column('name', 'Name'),
  column('phone', 'Phone'),
  ...plain,
]

/** A cell as it was before an export made it inert with a quote in front. */
function ownText(cell: string): string {
  return cell.startsWith("'") && inertText(cell.slice(1)) === cell ? cell.slice(1) : cell
}

/** A row whose cells are as they were typed. */
export function ownRow(row: ImportRow): Record<string, string> {
  return Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, ownText(cell)]))
}

/** What a schema finds wrong with a row, one problem per cell. */
export function cellProblems(schema: z.ZodType, row: ImportRow): CellProblem[] {
  const parsed = schema.safeParse(ownRow(row))
  if (parsed.success) return []
  return parsed.error.issues.map((issue) => ({ key: String(issue.path[0]), message: issue.message }))
}

/** Login e-mails and RFIDs that stand in a file twice. */
export function standTwice(rows: readonly ImportRow[]): RowProblem[] {
  return (['loginEmail', 'rfid'] as const).flatMap((key) =>
    repeated(rows.map((row) => (row[key] ?? '').toLowerCase())).map((index) => ({
      index,
      key,
      message: `The ${key === 'rfid' ? 'RFID' : 'email'} ${rows[index]?.[key]} stands here twice.`,
    })),
  )
}

/** The cells of a row that hold something: a blank one says nothing, and 5,000 rows need not carry 40 of them. */
export function filled<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')) as Row
}
