import { sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { deleteAccounts } from '#platform/auth/accounts.ts'
import { mayTry } from '#platform/action.ts'
import { command, query, type Running } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { attachFile, removeFile, replaceFile } from '#platform/files/files.ts'
import { notFound, type Problem, Refusal } from '#platform/refusal.ts'
import { forgetViewer } from '#platform/viewer.ts'
import { seesClass, sectionInTerm } from '#domains/classes/server/classes.exports.ts'
import { assignAtAdmission } from '#domains/fees/server/fees.exports.ts'
import { studentFieldNames } from '../students.fields.ts'
import {
  newStudentForm,
  qrSheetView,
  studentDisabled,
  type studentForm,
  studentId,
  studentPhoto,
  studentsOfTerm,
  studentsView,
  studentUpdate,
} from '../students.schema.ts'
import { qrSheet, studentCount, studentPage, termRolls } from './studentList.sql.ts'
import { aadhaarOf, switchStudent } from './studentRecords.exports.ts'
import { type OfSchool, studentActions } from './students.permissions.ts'
import { lockStudent, readStudent, removeStudents, type Student, studentById } from './students.sql.ts'
import { addStudents, changeStudents, type ProvidedFields, type Seat } from './writeStudents.ts'

const conflicts = {
  students_login_email: { path: 'loginEmail', message: 'This email is already used by another account.' },
  students_qrcode: { path: 'qrcode', message: 'This QR code is already used by another student.' },
  students_rfid: { path: 'rfid', message: 'This RFID is already used by another student.' },
  enrolments_school_id_term_id_section_id_fkey: { path: 'section', message: 'This section does not exist any more.' },
}

/** Error for a student who cannot be deleted, because records that must be kept refer to the student. */
export const standsOn = 'Payments or other records stand on this student. Disable the student instead.'

/** One page of a term's students with their places, and how many there are: two statements in one round trip. */
export const listStudents = query({
  action: studentActions.list,
  input: studentsView,
  run: async ({ db, read, viewer, schoolId, input }) => {
    const [rows, [count]] = await read(studentPage(db, schoolId, viewer, input), studentCount(db, schoolId, viewer, input))
    return { rows, total: count?.total ?? 0 }
  },
})

/** One student with the places in all terms. A STUDENT finds nobody but herself. */
export const viewStudent = query({
  action: studentActions.view,
  input: studentId,
  run: async ({ db, read, viewer, schoolId, input }) => {
    const [[student]] = await read(readStudent(db, schoolId, viewer, input.id))
    if (!student) throw notFound()
    return student
  },
})

/** The record of the student who asks. */
export const viewOwnStudent = query({
  action: studentActions.viewOwn,
  input: z.object({}),
  run: async ({ db, read, viewer, schoolId }) => {
    const [[student]] = await read(readStudent(db, schoolId, viewer, viewer.studentId ?? 0))
    if (!student) throw notFound()
    return student
  },
})

/** The codes of the enabled students of a part of a term, for printing. */
export const viewQrSheet = query({
  action: studentActions.qrSheet,
  input: qrSheetView,
  run: async ({ db, read, viewer, schoolId, input }) => (await read(qrSheet(db, schoolId, viewer, input)))[0],
})

/** The rolls of a term, each with its student: Import Studio compares a file with them before it is sent. */
export const viewTermRolls = query({
  action: studentActions.viewTermRolls,
  input: studentsOfTerm,
  run: async ({ db, read, viewer, schoolId, input }) => (await read(termRolls(db, schoolId, viewer, input.termId)))[0],
})

/** The row of actions on the list as a whole. */
export const viewStudentsActions = query({
  action: studentActions.list,
  input: z.object({}),
  run: async ({ schoolId }): Promise<OfSchool> => ({ schoolId }),
})

/**
 * Adds a student with her place in a term and, where a login e-mail was typed or the school's format makes one, an account
 * whose password is the phone. CONFLICT on `loginEmail`, `rfid` or `qrcode` that is taken; FORBIDDEN on `qrcode` for all but a
 * SUPERADMIN; BAD_INPUT on `section`, `photoFile`, `aadharFile`, `feeCategoryIds` that are not there.
 */
export const addStudent = command({
  action: studentActions.add,
  input: newStudentForm,
  conflicts,
  run: async (running) => {
    const { db, viewer, schoolId, input } = running
    refuseCode(running, '')
    const seat = await seatOf(running, input)
    const files = { photoFile: input.photoFile || null, aadharFile: input.aadharFile || null }
    if (files.photoFile) await attachFile(running, files.photoFile, 'student-photo', 'photoFile')
    if (files.aadharFile) await attachFile(running, files.aadharFile, 'student-aadhar', 'aadharFile')
    const [id = 0] = await addStudents(running, [{ path: '', said: saidBy(input), seat }], files)
    await assignAtAdmission(running, { termId: seat.termId, studentId: id, feeCategoryIds: input.feeCategoryIds ?? [] })
    const fields = Object.keys(input).filter((field) => input[field as keyof typeof input] !== undefined)
    return { result: await studentById(db, schoolId, viewer, id).executeTakeFirstOrThrow(), ids: [id], fields }
  },
})

/**
 * Writes what is given of a student, and her place in the term named; the account follows the login e-mail, and one that is
 * cleared goes. Refused as in `addStudent`, and for an ADMIN limited to classes when the section is not in one of them.
 */
export const updateStudent = command<typeof studentUpdate, Student, Student>({
  action: studentActions.update,
  input: studentUpdate,
  conflicts,
  load: ({ db, viewer, schoolId, input }) => lockStudent(db, schoolId, viewer, input.id),
  run: async (running) => {
    const { db, call, viewer, schoolId, input, row } = running
    refuseCode(running, row.qrcode)
    const seat = await seatOf(running, input)
    const [photo, aadhar] = await replaceFiles(running, input)
    const changed = await changeStudents(running, [
      { entry: { path: '', said: saidBy(input), seat }, stored: row, also: { ...photo.column, ...aadhar.column } },
    ])
    const before = row.places.find((place) => place.termId === seat.termId)
    if (before?.sectionId !== seat.sectionId) changed.push('section')
    if (before?.roll !== seat.roll) changed.push('roll')
    return {
      result: await studentById(db, schoolId, viewer, row.id).executeTakeFirstOrThrow(),
      ids: [row.id],
      fields: changed,
      after: async () => {
        forgetViewer(call.database, row.subject)
        await photo.remove()
        await aadhar.remove()
      },
    }
  },
})

/** Disables or enables a student. A disabled one is signed out everywhere at once. */
export const setStudentDisabled = command<typeof studentDisabled, Student, Student>({
  action: studentActions.setDisabled,
  input: studentDisabled,
  load: ({ db, viewer, schoolId, input }) => lockStudent(db, schoolId, viewer, input.id),
  run: async (running) => {
    const { id, disabled } = running.input
    const after = await switchStudent(running, running.row, disabled)
    return { result: { ...running.row, disabled }, ids: [id], fields: ['disabled'], after }
  },
})

/** Puts a photo in the place of a student's, or takes it away (''). BAD_INPUT on `photoFile` that is not there. */
export const setStudentPhoto = command<typeof studentPhoto, Student, Student>({
  action: studentActions.update,
  input: studentPhoto,
  load: ({ db, viewer, schoolId, input }) => lockStudent(db, schoolId, viewer, input.id),
  run: async ({ db, call, schoolId, input: { id, photoFile }, row }) => {
    const to = photoFile || null
    const change = { from: row.photoFile, to, purpose: 'student-photo', path: 'photoFile' } as const
    const after = await replaceFile({ db, call, schoolId }, change)
    await db.updateTable('students').set({ photoFile: to }).where('schoolId', '=', schoolId).where('id', '=', id).execute()
    return { result: { ...row, photoFile: to }, ids: [id], fields: ['photoFile'], after }
  },
})

/** Answers the whole Aadhaar number of a student, or null for none; asking is written into the audit log. */
export const revealAadhaar = command<typeof studentId, Student, string | null>({
  action: studentActions.revealAadhaar,
  input: studentId,
  load: ({ db, viewer, schoolId, input }) => lockStudent(db, schoolId, viewer, input.id),
  run: async ({ call, row }) => ({
    result: aadhaarOf(row, call.services.config),
    ids: [row.id],
    fields: ['aadharNumber'],
  }),
})

/**
 * Deletes a student for good, with the places in all terms, the attendance, the account and the files. CONFLICT when other records stand on
 * her. Answers the id.
 */
export const deleteStudent = command<typeof studentId, Student, number>({
  action: studentActions.delete,
  input: studentId,
  load: ({ db, viewer, schoolId, input }) => lockStudent(db, schoolId, viewer, input.id),
  run: async ({ db, call, schoolId, row }) => {
    const remove = await deleteRows({ db, call, schoolId }, [row])
    return { result: row.id, ids: [row.id], after: remove }
  },
})

/**
 * Removes students with what is only theirs.
 * @param pathOf where the problem of a student stands whom other records name
 * @returns what forgets and removes what no rollback brings back, for the command's `after`
 * @throws Refusal CONFLICT with a problem for everybody on whom other records stand
 */
export async function deleteRows(
  { db, call, schoolId }: Pick<Running<unknown, unknown>, 'db' | 'call' | 'schoolId'>,
  rows: readonly Pick<Student, 'id' | 'subject' | 'photoFile' | 'aadharFile'>[],
  pathOf: (id: number) => string = () => '',
): Promise<() => Promise<void>> {
  const ids = rows.map((row) => row.id)
  const left = await removeUnless(db, schoolId, ids)
  if (left.length > 0) {
    const problems = left.map((id): Problem => ({ path: pathOf(id), message: standsOn }))
    throw new Refusal('CONFLICT', standsOn, problems)
  }
  const subjects = rows.flatMap((row) => (row.subject === null ? [] : [row.subject]))
  await deleteAccounts(db, subjects)
  const removals: (() => Promise<void>)[] = []
  for (const file of rows.flatMap((row) => [row.photoFile, row.aadharFile]))
    if (file !== null) removals.push(await removeFile(db, call, schoolId, file))
  return async () => {
    for (const subject of subjects) forgetViewer(call.database, subject)
    for (const remove of removals) await remove()
  }
}

/**
 * Removes students but those on whom other records stand, and answers these. Which ones they are, the database does not say
 * under row-level security: the list is halved until they are found.
 */
async function removeUnless(db: Tx, schoolId: number, ids: readonly number[]): Promise<readonly number[]> {
  if (await removed(db, schoolId, ids)) return []
  if (ids.length === 1) return ids
  const half = ids.length >> 1
  const first = await removeUnless(db, schoolId, ids.slice(0, half))
  return [...first, ...(await removeUnless(db, schoolId, ids.slice(half)))]
}

/** Removes students, or nothing and answers false when other records stand on one of them. */
async function removed(db: Tx, schoolId: number, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true
  await sql`savepoint removal`.execute(db)
  try {
    await removeStudents(db, schoolId, ids)
    return true
  } catch (error) {
    // 23503: a row of another table still refers to a row that was to go.
    if (!(error instanceof pg.DatabaseError) || error.code !== '23503') throw error
    await sql`rollback to savepoint removal`.execute(db)
    return false
  }
}

type Form = z.output<typeof studentForm>

function saidBy(input: Form): ProvidedFields {
  const { name, phone, gender, loginEmail, aadharNumber, qrcode } = input
  return {
    name,
    phone,
    gender,
    loginEmail,
    aadharNumber,
    qrcode,
    ...Object.fromEntries(studentFieldNames.map((field) => [field, input[field]])),
  }
}

/** Whoever knows a code can be marked with it: only those who print the codes may say one. What is stored is no change. */
function refuseCode({ viewer, school, input }: Running<Form, unknown>, stored: string): void {
  if (!input.qrcode || input.qrcode === stored || mayTry(studentActions.qrSheet, viewer, school).allowed) return
  const message = 'Only a super administrator may change the QR code'
  throw new Refusal('FORBIDDEN', message, [{ path: 'qrcode', message }])
}

/** The seat a form names, or BAD_INPUT on `section` when the term has none such, or it is not for this viewer. */
async function seatOf({ db, viewer, schoolId }: Running<Form, unknown>, input: Form): Promise<Seat> {
  const [classId = 0, sectionId = 0] = input.section.split(':').map(Number)
  const section = await sectionInTerm(db, schoolId, sectionId).executeTakeFirst()
  if (section?.termId !== input.termId || section.classId !== classId || !seesClass(viewer, classId)) {
    const message = 'This section does not exist in this term any more.'
    throw new Refusal('BAD_INPUT', message, [{ path: 'section', message }])
  }
  const { termId, roll } = input
  return { termId, sectionId, className: section.className, sectionName: section.name, roll }
}

async function replaceFiles(running: Running<Form, Student>, input: Form) {
  const one = async (column: 'photoFile' | 'aadharFile', purpose: 'student-photo' | 'student-aadhar') => {
    const wanted = input[column]
    if (wanted === undefined) return { column: {}, remove: async () => {} }
    const to = wanted || null
    return {
      column: { [column]: to },
      remove: await replaceFile(running, { from: running.row[column], to, purpose, path: column }),
    }
  }
  // One after the other: a transaction has one connection.
  return [await one('photoFile', 'student-photo'), await one('aadharFile', 'student-aadhar')] as const
}
