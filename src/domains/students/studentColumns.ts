import type { ImportColumn } from '#shared/importColumns.ts'
import { phoneOrDefault, normalizePhone, normalizePhones } from '#shared/phones.ts'
import { studentFieldNames, studentFields } from './students.fields.ts'

/** Other headers that schools use for a column in their own files. */
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

const repairs: Readonly<Record<string, (cell: string) => string>> = { phone: normalizePhone, phones: normalizePhones }

function column(key: string, label: string, required = false): ImportColumn {
  const repair = repairs[key]
  return { key, label, required, ...(repair && { repair }), ...(aliases[key] && { aliases: aliases[key] }) }
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

/**
 * The columns of a Bulk Edit file. None is required here: `checkRow` reports a missing cell with the specification's
 * message.
 */
export const editColumns: readonly ImportColumn[] = [
  column('action', 'Action'),
  column('id', 'Id'),
  column('term', 'Term'),
  column('roll', 'Roll'),
  column('class', 'Class'),
  column('section', 'Section'),
  column('name', 'Name'),
  { ...column('phone', 'Phone'), repair: phoneOrDefault },
  ...plain,
]
