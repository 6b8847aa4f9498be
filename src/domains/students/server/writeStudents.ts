import { randomBytes, randomUUID } from 'node:crypto'
import { bareAadhaar, isMaskedAadhaar, maskedAadhaar } from '#shared/aadhaar.ts'
import { changeAccountEmail, createAccounts, deleteAccounts, type NewAccount } from '#platform/auth/accounts.ts'
import type { Running } from '#platform/command.ts'
import { type Problem, Refusal, type RefusalCode } from '#platform/refusal.ts'
import { seal } from '#platform/sealed.ts'
import { type StudentField, studentFieldNames, studentFields } from '../students.fields.ts'
import { loginFor, repeated } from '../students.rules.ts'
import { phoneList } from '#shared/phones.ts'
import {
  enrol,
  insertStudents,
  newStudentIds,
  patchStudents,
  type StudentRow,
  takenValues,
  type Written,
} from './students.sql.ts'

type Context = Pick<Running<unknown, unknown>, 'db' | 'call' | 'school' | 'schoolId'>

/** What a form or a line of a file says about a student; what is not said stays as it is stored. */
export type ProvidedFields = { [F in StudentField]?: string | boolean | undefined } & {
  name?: string | undefined
  phone?: string | undefined
  gender?: string | undefined
  loginEmail?: string | undefined
  aadharNumber?: string | undefined
  /** A code of a card that is taken over; '' for none. */
  qrcode?: string | undefined
}

/** Where a student sits in a term. */
export interface Seat {
  termId: number
  sectionId: number
  className: string
  sectionName: string
  roll: string
}

export interface Entry {
  /** Stands before the field in a problem's path: `rows.12.`, or '' for a form. */
  path: string
  said: ProvidedFields
  seat: Seat
}

/** Where a sealed Aadhaar number lives: one student's does not open in another's row. */
export const aadhaarPlace = (schoolId: number, id: number) => `students.aadhar_sealed/${schoolId}/${id}`

/** @throws Refusal when there is a problem, in the order of the rows */
export function refuse(code: RefusalCode, problems: Problem[]): void {
  if (problems[0]) throw new Refusal(code, problems[0].message, problems)
}

const nothingStored = { aadharLast4: null, loginEmail: null }

/** The columns of what was said; Aadhaar sealed, the login apart. */
function columns(
  { call, schoolId }: Context,
  id: number,
  said: ProvidedFields,
  stored: Pick<StudentRow, 'aadharLast4'>,
  path: string,
) {
  const written: Written = {}
  for (const field of studentFieldNames) {
    const value = said[field]
    if (value === undefined) continue
    const { kind } = studentFields[field]
    if (kind === 'flag') written[field] = value === true || value === 'Yes'
    else if (kind === 'phones') written[field] = phoneList(String(value))
    else written[field] = kind === 'day' && value === '' ? null : value
  }
  for (const field of ['name', 'phone', 'gender'] as const) if (said[field] !== undefined) written[field] = said[field]
  const { aadharNumber } = said
  if (aadharNumber === '') Object.assign(written, { aadharSealed: null, aadharLast4: null })
  else if (aadharNumber !== undefined && isMaskedAadhaar(aadharNumber)) {
    if (aadharNumber !== maskedAadhaar(stored.aadharLast4)) {
      const message = 'This is not the stored number. Please type all 12 digits.'
      refuse('BAD_INPUT', [{ path: `${path}aadharNumber`, message }])
    }
  } else if (aadharNumber !== undefined) {
    const number = bareAadhaar(aadharNumber)
    const sealed = seal(number, call.services.config.secretKey, aadhaarPlace(schoolId, id))
    Object.assign(written, { aadharSealed: `\\x${sealed.toString('hex')}`, aadharLast4: number.slice(-4) })
  }
  return written
}

/** What a new student has in every column that was not named. */
function empty(field: StudentField): Written[StudentField] {
  const { kind } = studentFields[field]
  if (kind === 'day') return null
  if (kind === 'flag') return false
  return kind === 'phones' ? [] : ''
}

/**
 * The login e-mail after a change: what was typed; nothing when a stored one was cleared; what is stored; else one made by
 * the school's format.
 */
function loginAfter({ school }: Context, id: number, entry: Entry, stored: Partial<StudentRow>): string {
  const { said, seat } = entry
  if (said.loginEmail === '' && stored.loginEmail) return ''
  const text = (field: 'name' | 'firstName' | 'surname' | 'registerNo' | 'phone') => String(said[field] ?? stored[field] ?? '')
  return loginFor(school, said.loginEmail || (stored.loginEmail ?? ''), {
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

const uniqueWords = {
  loginEmail: { called: 'email', owner: 'account' },
  rfid: { called: 'RFID', owner: 'student' },
  qrcode: { called: 'QR code', owner: 'student' },
} as const
type Unique = keyof typeof uniqueWords

/** Refuses login e-mails, RFIDs and QR codes that stand twice in what is written, or that another student of the school has. */
async function refuseTaken(
  { db, schoolId }: Context,
  entries: readonly ({ path: string } & Record<Unique, string>)[],
  exceptIds: readonly number[],
): Promise<void> {
  const problems: Problem[] = []
  let twice = false
  for (const field of ['loginEmail', 'rfid', 'qrcode'] as const) {
    const values = entries.map((entry) => entry[field])
    const { called, owner } = uniqueWords[field]
    for (const place of repeated(values)) {
      twice = true
      problems.push({ path: `${entries[place]?.path}${field}`, message: `The ${called} ${values[place]} stands here twice.` })
    }
    const taken = await takenValues(
      db,
      schoolId,
      field,
      values.filter((value) => value !== ''),
      exceptIds,
    )
    entries.forEach((entry, place) => {
      if (taken.has(values[place] ?? ''))
        problems.push({
          path: `${entry.path}${field}`,
          message: `The ${called} ${values[place]} is already used by another ${owner}.`,
        })
    })
  }
  refuse(twice ? 'BAD_INPUT' : 'CONFLICT', problems)
}

/**
 * Adds students with their places and accounts, thousands at once. Every one gets the QR code that was said, or one that nobody
 * can guess.
 * @returns their ids, in the order of the entries
 * @throws Refusal BAD_INPUT or CONFLICT with a problem per login e-mail, RFID or QR code that is taken
 */
export async function addStudents(context: Context, entries: readonly Entry[], files: Written = {}): Promise<number[]> {
  const { db, schoolId } = context
  const ids = await newStudentIds(db, entries.length)
  const used = new Set(entries.flatMap(({ said }) => studentFieldNames.filter((field) => said[field] !== undefined)))
  const blank = Object.fromEntries([...used].map((field) => [field, empty(field)]))
  const rows = entries.map((entry, index) => {
    const id = ids[index] ?? 0
    const loginEmail = loginAfter(context, id, entry, {})
    const row: Written = {
      schoolId,
      id,
      gender: 'BLANK',
      aadharSealed: null,
      aadharLast4: null,
      ...blank,
      ...columns(context, id, entry.said, nothingStored, entry.path),
      ...files,
      loginEmail: loginEmail || null,
      subject: loginEmail ? randomUUID() : null,
      qrcode: entry.said.qrcode || randomBytes(16).toString('base64url'),
      createTermId: entry.seat.termId,
    }
    return { id, row, entry, loginEmail }
  })
  await refuseTaken(
    context,
    rows.map(({ row, entry, loginEmail }) => ({
      path: entry.path,
      loginEmail,
      rfid: String(row.rfid ?? ''),
      qrcode: entry.said.qrcode ?? '',
    })),
    [],
  )
  await insertStudents(
    db,
    rows.map(({ row }) => row),
  )
  await enrol(
    db,
    rows.map(({ id, entry: { seat } }) => ({ ...seat, schoolId, studentId: id })),
  )
  await createAccounts(
    db,
    rows.flatMap(({ id, row, entry, loginEmail }): NewAccount[] =>
      loginEmail ? [{ ...account(schoolId, id, loginEmail, String(row.name), entry.path), subject: String(row.subject) }] : [],
    ),
  )
  return ids
}

export interface Change {
  entry: Entry
  stored: StudentRow
  /** Files and other columns that are set besides. */
  also?: Written
}

/**
 * Writes changes of students, their places in the terms named, and their accounts, which follow the login e-mail.
 * @returns the names of the fields that changed
 * @throws Refusal as {@link addStudents}
 */
export async function changeStudents(context: Context, changes: readonly Change[]): Promise<string[]> {
  const { db, schoolId } = context
  const rows = changes.map(({ entry, stored, also }) => {
    const { id } = stored
    const loginEmail = loginAfter(context, id, entry, stored)
    const row: Written = { ...columns(context, id, entry.said, stored, entry.path), ...also }
    if (entry.said.qrcode) row.qrcode = entry.said.qrcode
    if (loginEmail !== (stored.loginEmail ?? '')) row.loginEmail = loginEmail || null
    const subject = loginEmail === '' ? null : (stored.subject ?? randomUUID())
    if (subject !== stored.subject) row.subject = subject
    return { entry, stored, row, loginEmail, subject }
  })
  await refuseTaken(
    context,
    rows.map(({ entry, stored, row, loginEmail }) => ({
      path: entry.path,
      loginEmail: loginEmail === stored.loginEmail ? '' : loginEmail,
      rfid: typeof row.rfid === 'string' && row.rfid !== stored.rfid ? row.rfid : '',
      qrcode: entry.said.qrcode === stored.qrcode ? '' : (entry.said.qrcode ?? ''),
    })),
    rows.map(({ stored }) => stored.id),
  )
  await patchStudents(
    db,
    schoolId,
    rows.map(({ row, stored }) => ({ ...row, id: stored.id })),
  )
  await enrol(
    db,
    rows.map(({ stored, entry: { seat } }) => ({ ...seat, schoolId, studentId: stored.id })),
  )
  await createAccounts(
    db,
    rows.flatMap(({ entry, stored, loginEmail, subject }): NewAccount[] =>
      subject !== null && stored.subject === null
        ? [{ ...account(schoolId, stored.id, loginEmail, entry.said.name ?? stored.name, entry.path), subject }]
        : [],
    ),
  )
  for (const { entry, stored, loginEmail } of rows)
    if (stored.subject !== null && loginEmail !== '' && loginEmail !== stored.loginEmail)
      await changeAccountEmail(db, stored.subject, loginEmail).catch((error: unknown) => {
        throw error instanceof Refusal ? moved(error, `${entry.path}loginEmail`) : error
      })
  await deleteAccounts(
    db,
    rows.flatMap(({ stored, subject }) => (stored.subject !== null && subject === null ? [stored.subject] : [])),
  )
  return changedNames(rows)
}

function account(schoolId: number, studentId: number, email: string, name: string, path: string): NewAccount {
  return { email, name, schoolId, studentId, path: `${path}loginEmail` }
}

function moved(refusal: Refusal, path: string): Refusal {
  return new Refusal(
    refusal.code,
    refusal.message,
    refusal.problems.map((problem) => ({ ...problem, path })),
  )
}

function changedNames(rows: readonly { row: Written; stored: StudentRow }[]): string[] {
  const names = new Set<string>()
  for (const { row, stored } of rows)
    for (const [name, value] of Object.entries(row))
      if (name !== 'aadharSealed' && JSON.stringify(value) !== JSON.stringify(stored[name as keyof StudentRow])) names.add(name)
  return [...names]
}
