import { randomBytes, randomUUID } from 'node:crypto'
import { stripAadhaarSeparators, isMaskedAadhaar, maskAadhaar } from '#shared/aadhaar.ts'
import { changeAccountEmail, createAccounts, deleteAccounts, type NewAccount } from '#platform/auth/accounts.ts'
import type { CommandContext } from '#platform/command.ts'
import { type Problem, Refusal, type RefusalCode } from '#platform/refusal.ts'
import { seal } from '#platform/sealed.ts'
import { type StudentField, studentFieldNames, studentFields, yearBeforeFields } from '../students.fields.ts'
import { loginEmailFor, duplicateIndexes } from '../students.rules.ts'
import { splitPhones } from '#shared/phones.ts'
import { t } from '#shared/texts.ts'
import { refuseTakenRegisterNumbers, writeRegisterKeys } from './registerNumbers.ts'
import {
  enrolStudents,
  insertStudents,
  newStudentIds,
  patchStudents,
  type StudentRow,
  takenValues,
  type StudentColumns,
} from './students.sql.ts'

type Context = Pick<CommandContext<unknown, unknown>, 'db' | 'call' | 'viewer' | 'school' | 'schoolId'>

/** The fields of a student that a form or a row of a file provides. Missing fields keep their stored values. */
export type ProvidedFields = { [F in StudentField]?: string | boolean | undefined } & {
  name?: string | undefined
  phone?: string | undefined
  gender?: string | undefined
  loginEmail?: string | undefined
  aadharNumber?: string | undefined
  /** QR code of an existing card; '' for none. */
  qrcode?: string | undefined
}

/** A student's section and roll in a term. */
export interface Seat {
  termId: number
  sectionId: number
  className: string
  sectionName: string
  roll: string
}

/** A student of a form or a file, to be added or updated. */
export interface StudentEntry {
  /** Prefix of a problem's path: `rows.12.` for a file, '' for a form. */
  path: string
  provided: ProvidedFields
  seat: Seat
}

/**
 * Returns the context that an Aadhaar number is sealed for. A value copied to another student's row cannot be opened.
 */
export const aadhaarSealContext = (schoolId: number, id: number) => `students.aadhar_sealed/${schoolId}/${id}`

/** @throws Refusal with the problems and the first one's message, if there are any */
export function refuseProblems(code: RefusalCode, problems: Problem[]): void {
  if (problems[0]) throw new Refusal(code, problems[0].message, problems)
}

const nothingStored = { aadharLast4: null, loginEmail: null, previousOfTerm: null }

/** The stored columns that the columns to write depend on. */
type StoredColumns = Partial<StudentRow> & Pick<StudentRow, 'aadharLast4' | 'previousOfTerm'>

/**
 * Returns the columns of the school year before, with the term that they were entered in, when an entry changes one of
 * them. The first of a new term clears the others, which are of an earlier year.
 */
function yearBefore(provided: ProvidedFields, stored: StoredColumns, termId: number): StudentColumns {
  const changes = yearBeforeFields.some((field) => provided[field] !== undefined && provided[field] !== (stored[field] ?? ''))
  if (!changes) return {}
  const cleared =
    stored.previousOfTerm === termId
      ? []
      : yearBeforeFields.filter((field) => provided[field] === undefined).map((field) => [field, ''])
  return { ...(Object.fromEntries(cleared) as StudentColumns), previousOfTerm: termId }
}

/** Converts provided fields to columns to write. Seals the Aadhaar number. Leaves out the login e-mail and QR code. */
function columnsToWrite(
  { call, schoolId }: Context,
  id: number,
  provided: ProvidedFields,
  stored: StoredColumns,
  path: string,
  termId: number,
) {
  const written: StudentColumns = yearBefore(provided, stored, termId)
  for (const field of studentFieldNames) {
    const value = provided[field]
    if (value === undefined) continue
    const { kind } = studentFields[field]
    if (kind === 'flag') written[field] = value === true || value === 'Yes'
    else if (kind === 'phones') written[field] = splitPhones(String(value))
    else written[field] = kind === 'day' && value === '' ? null : value
  }
  for (const field of ['name', 'phone', 'gender'] as const) if (provided[field] !== undefined) written[field] = provided[field]
  const { aadharNumber } = provided
  if (aadharNumber === '') Object.assign(written, { aadharSealed: null, aadharLast4: null })
  else if (aadharNumber !== undefined && isMaskedAadhaar(aadharNumber)) {
    if (aadharNumber !== maskAadhaar(stored.aadharLast4)) {
      const message = t`This is not the saved number. Please type all 12 digits.`
      refuseProblems('BAD_INPUT', [{ path: `${path}aadharNumber`, message }])
    }
  } else if (aadharNumber !== undefined) {
    const number = stripAadhaarSeparators(aadharNumber)
    const sealed = seal(number, call.services.config.secretKey, aadhaarSealContext(schoolId, id))
    Object.assign(written, { aadharSealed: `\\x${sealed.toString('hex')}`, aadharLast4: number.slice(-4) })
  }
  return written
}

/** Returns the value of a field that was not provided for a new student. */
function blankValue(field: StudentField): StudentColumns[StudentField] {
  const { kind } = studentFields[field]
  if (kind === 'day') return null
  if (kind === 'flag') return false
  return kind === 'phones' ? [] : ''
}

/**
 * Returns the login e-mail after a change: '' when a stored one was cleared, else the typed one, else the stored one,
 * else one made from the school's format.
 */
function loginEmailAfter({ school }: Context, id: number, entry: StudentEntry, stored: Partial<StudentRow>): string {
  const { provided, seat } = entry
  if (provided.loginEmail === '' && stored.loginEmail) return ''
  const text = (field: 'name' | 'firstName' | 'surname' | 'registerNo' | 'phone') =>
    String(provided[field] ?? stored[field] ?? '')
  return loginEmailFor(school, provided.loginEmail || (stored.loginEmail ?? ''), {
    id,
    name: text('name'),
    firstName: text('firstName'),
    surname: text('surname'),
    registerNo: text('registerNo'),
    phone: text('phone'),
    roll: seat.roll,
    className: seat.className,
    sectionName: seat.sectionName,
  })
}

/** Messages about values that must be unique: a value that occurs twice in the entries, and one that is taken. */
const uniqueFields = {
  loginEmail: {
    twice: (value: string) => t`The email ${value} is here twice.`,
    taken: (value: string) => t`The email ${value} is already used by another account.`,
  },
  rfid: {
    twice: (value: string) => t`The RFID ${value} is here twice.`,
    taken: (value: string) => t`The RFID ${value} is already used by another student.`,
  },
  qrcode: {
    twice: (value: string) => t`The QR code ${value} is here twice.`,
    taken: (value: string) => t`The QR code ${value} is already used by another student.`,
  },
}
type UniqueField = keyof typeof uniqueFields

/**
 * Refuses login e-mails, RFIDs and QR codes that occur twice in the entries, or that another student of the school has.
 */
async function refuseTakenValues(
  { db, schoolId }: Context,
  entries: readonly ({ path: string } & Record<UniqueField, string>)[],
  exceptIds: readonly number[],
): Promise<void> {
  const problems: Problem[] = []
  let hasDuplicates = false
  for (const field of ['loginEmail', 'rfid', 'qrcode'] as const) {
    const values = entries.map((entry) => entry[field])
    const messages = uniqueFields[field]
    for (const index of duplicateIndexes(values)) {
      hasDuplicates = true
      problems.push({ path: `${entries[index]?.path}${field}`, message: messages.twice(values[index] ?? '') })
    }
    const taken = await takenValues(
      db,
      schoolId,
      field,
      values.filter((value) => value !== ''),
      exceptIds,
    )
    entries.forEach((entry, index) => {
      if (taken.has(values[index] ?? ''))
        problems.push({
          path: `${entry.path}${field}`,
          message: messages.taken(entry[field]),
        })
    })
  }
  refuseProblems(hasDuplicates ? 'BAD_INPUT' : 'CONFLICT', problems)
}

/**
 * Adds students with their enrolments and accounts in bulk. A student without a provided QR code gets a random one of
 * 128 bits.
 * @returns their ids, in the order of the entries
 * @throws Refusal BAD_INPUT or CONFLICT with a problem per login e-mail, RFID, QR code or register number that is taken
 */
export async function addStudents(
  context: Context,
  entries: readonly StudentEntry[],
  files: StudentColumns = {},
): Promise<number[]> {
  const { db, schoolId } = context
  const ids = await newStudentIds(db, entries.length)
  const written = entries.map(({ provided, path, seat }, index) =>
    columnsToWrite(context, ids[index] ?? 0, provided, nothingStored, path, seat.termId),
  )
  // One statement inserts all rows: a column that one of them writes has a value in each.
  const used = studentFieldNames.filter((field) => written.some((columns) => columns[field] !== undefined))
  const blank = Object.fromEntries(used.map((field) => [field, blankValue(field)]))
  const rows = entries.map((entry, index) => {
    const id = ids[index] ?? 0
    const loginEmail = loginEmailAfter(context, id, entry, {})
    const row: StudentColumns = {
      schoolId,
      id,
      gender: 'BLANK',
      aadharSealed: null,
      aadharLast4: null,
      ...blank,
      ...written[index],
      ...files,
      loginEmail: loginEmail || null,
      subject: loginEmail ? randomUUID() : null,
      qrcode: entry.provided.qrcode || randomBytes(16).toString('base64url'),
      createTermId: entry.seat.termId,
    }
    return { id, row, entry, loginEmail }
  })
  await refuseTakenValues(
    context,
    rows.map(({ row, entry, loginEmail }) => ({
      path: entry.path,
      loginEmail,
      rfid: String(row.rfid ?? ''),
      qrcode: entry.provided.qrcode ?? '',
    })),
    [],
  )
  const numbers = await refuseTakenRegisterNumbers(
    context,
    entries.map(({ path, provided, seat: { termId } }) => ({
      path,
      termId,
      studentId: null,
      registerNo: String(provided.registerNo ?? ''),
      storedNo: '',
    })),
  )
  await insertStudents(
    db,
    rows.map(({ row }) => row),
  )
  await enrolStudents(
    db,
    rows.map(({ id, entry: { seat } }) => ({ ...seat, schoolId, studentId: id })),
  )
  await writeRegisterKeys(db, schoolId, numbers, ids)
  await createAccounts(
    db,
    rows.flatMap(({ id, row, entry, loginEmail }): NewAccount[] =>
      loginEmail ? [{ ...newAccount(schoolId, id, loginEmail, String(row.name), entry.path), subject: String(row.subject) }] : [],
    ),
  )
  return ids
}

/** An update of a stored student. */
export interface StudentChange {
  entry: StudentEntry
  stored: StudentRow
  /** Further columns to write, such as files. */
  also?: StudentColumns
}

/**
 * Updates students, their enrolments and their accounts. An account gets the new login e-mail, and is deleted with it.
 * @returns the names of the fields that changed
 * @throws Refusal as {@link addStudents}
 */
export async function changeStudents(context: Context, changes: readonly StudentChange[]): Promise<string[]> {
  const { db, schoolId } = context
  const rows = changes.map(({ entry, stored, also }) => {
    const { id } = stored
    const loginEmail = loginEmailAfter(context, id, entry, stored)
    const row: StudentColumns = {
      ...columnsToWrite(context, id, entry.provided, stored, entry.path, entry.seat.termId),
      ...also,
    }
    if (entry.provided.qrcode) row.qrcode = entry.provided.qrcode
    if (loginEmail !== (stored.loginEmail ?? '')) row.loginEmail = loginEmail || null
    const subject = loginEmail === '' ? null : (stored.subject ?? randomUUID())
    if (subject !== stored.subject) row.subject = subject
    return { entry, stored, row, loginEmail, subject }
  })
  await refuseTakenValues(
    context,
    rows.map(({ entry, stored, row, loginEmail }) => ({
      path: entry.path,
      loginEmail: loginEmail === stored.loginEmail ? '' : loginEmail,
      rfid: typeof row.rfid === 'string' && row.rfid !== stored.rfid ? row.rfid : '',
      qrcode: entry.provided.qrcode === stored.qrcode ? '' : (entry.provided.qrcode ?? ''),
    })),
    rows.map(({ stored }) => stored.id),
  )
  const numbers = await refuseTakenRegisterNumbers(
    context,
    rows.map(({ entry: { path, provided, seat }, stored }) => numberedRow(path, seat.termId, provided, stored)),
  )
  await patchStudents(
    db,
    schoolId,
    rows.map(({ row, stored }) => ({ ...row, id: stored.id })),
  )
  await enrolStudents(
    db,
    rows.map(({ stored, entry: { seat } }) => ({ ...seat, schoolId, studentId: stored.id })),
  )
  await writeRegisterKeys(
    db,
    schoolId,
    numbers,
    rows.map(({ stored }) => stored.id),
  )
  await createAccounts(
    db,
    rows.flatMap(({ entry, stored, loginEmail, subject }): NewAccount[] =>
      subject !== null && stored.subject === null
        ? [{ ...newAccount(schoolId, stored.id, loginEmail, entry.provided.name ?? stored.name, entry.path), subject }]
        : [],
    ),
  )
  for (const { entry, stored, loginEmail } of rows)
    if (stored.subject !== null && loginEmail !== '' && loginEmail !== stored.loginEmail)
      await changeAccountEmail(db, stored.subject, loginEmail).catch((error: unknown) => {
        throw error instanceof Refusal ? withPath(error, `${entry.path}loginEmail`) : error
      })
  await deleteAccounts(
    db,
    rows.flatMap(({ stored, subject }) => (stored.subject !== null && subject === null ? [stored.subject] : [])),
  )
  return changedColumns(rows)
}

/** New values of a student's own fields, without place and account. */
export interface FieldsChange {
  /** Prefix of a problem's path, such as `rows.12.`. */
  path: string
  provided: Omit<ProvidedFields, 'loginEmail' | 'qrcode' | 'rfid'>
  stored: StudentRow
}

/**
 * Updates fields of students, with the term that values of the school year before are entered in. Place and account
 * stay.
 * @returns the names of the columns that changed
 */
export async function changeFields(context: Context, termId: number, changes: readonly FieldsChange[]): Promise<string[]> {
  const blank = Object.fromEntries(yearBeforeFields.map((field) => [field, '']))
  const rows = changes.map(({ path, provided, stored }) => {
    // What is entered for a term is new in it, also when it is what an earlier term has.
    const known = stored.previousOfTerm === termId ? stored : { ...stored, ...blank }
    return { stored, row: columnsToWrite(context, stored.id, provided, known, path, termId) }
  })
  const numbers = await refuseTakenRegisterNumbers(
    context,
    changes.map(({ path, provided, stored }) => numberedRow(path, termId, provided, stored)),
  )
  await patchStudents(
    context.db,
    context.schoolId,
    rows.map(({ row, stored }) => ({ ...row, id: stored.id })),
  )
  await writeRegisterKeys(
    context.db,
    context.schoolId,
    numbers,
    rows.map(({ stored }) => stored.id),
  )
  return changedColumns(rows)
}

function numberedRow(path: string, termId: number, provided: Pick<ProvidedFields, 'registerNo'>, stored: StudentRow) {
  const { id, registerNo: storedNo } = stored
  return { path, termId, studentId: id, registerNo: String(provided.registerNo ?? storedNo), storedNo }
}

function newAccount(schoolId: number, studentId: number, email: string, name: string, path: string): NewAccount {
  return { email, name, schoolId, studentId, path: `${path}loginEmail` }
}

function withPath(refusal: Refusal, path: string): Refusal {
  return new Refusal(
    refusal.code,
    refusal.message,
    refusal.problems.map((problem) => ({ ...problem, path })),
  )
}

function changedColumns(rows: readonly { row: StudentColumns; stored: StudentRow }[]): string[] {
  const names = new Set<string>()
  for (const { row, stored } of rows)
    for (const [name, value] of Object.entries(row))
      if (name !== 'aadharSealed' && JSON.stringify(value) !== JSON.stringify(stored[name as keyof StudentRow])) names.add(name)
  return [...names]
}
