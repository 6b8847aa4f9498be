import { sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { deleteAccounts } from '#platform/auth/accounts.ts'
import { roleAndModulePermission } from '#platform/action.ts'
import { command, query, type CommandContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { attachFile, fileUrl, removeFile, replaceFile } from '#platform/files/files.ts'
import { notFound, type Problem, Refusal } from '#platform/refusal.ts'
import { invalidateViewer } from '#platform/viewer.ts'
import { seesClass, sectionInTerm } from '#domains/classes/server/classes.exports.ts'
import { t } from '#shared/texts.ts'
import { studentFieldNames } from '../students.fields.ts'
import { searchWords } from '../students.rules.ts'
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
import { askAboutSameStudents } from './askAboutSameStudents.ts'
import { formerPhotosOf } from './deleteFormerPhotos.exports.ts'
import { type ListedStudent, qrSheetStudents, searchedStudents, studentCount, studentPage, termRolls } from './studentList.sql.ts'
import { aadhaarOf, writeStudentDisabled } from './studentRecords.exports.ts'
import { registerNoConflict } from './registerNumbers.ts'
import { refuseTakenRolls } from './refuseTakenRolls.ts'
import { type SchoolRow, studentActions } from './students.permissions.ts'
import { afterPlacements, beforePlacements } from './studentHooks.exports.ts'
import { lockStudent, removeStudents, type Student, studentById } from './students.sql.ts'
import { addStudents, changeStudents, type ProvidedFields, type Seat } from './writeStudents.ts'

const conflicts = {
  students_login_email: {
    path: 'loginEmail',
    get message() {
      return t`This email is already used by another account.`
    },
  },
  students_qrcode: {
    path: 'qrcode',
    get message() {
      return t`This QR code is already used by another student.`
    },
  },
  students_rfid: {
    path: 'rfid',
    get message() {
      return t`This RFID is already used by another student.`
    },
  },
  ...registerNoConflict,
  enrolments_school_id_term_id_section_id_fkey: {
    path: 'section',
    get message() {
      return t`This section does not exist any more.`
    },
  },
}

/** Returns the error for a student who cannot be deleted, because records that must be kept refer to the student. */
export const hasRecordsMessage = () => t`Payments or other records stand on this student. Disable the student instead.`

/** A page of students, and the number of students on all pages. */
interface StudentPage {
  rows: ListedStudent[]
  total: number
}

/**
 * Returns a page of a term's students with their enrolments and the total count, in one round trip.
 */
export const listStudents = query({
  action: studentActions.list,
  input: studentsView,
  run: async ({ db, read, viewer, schoolId, input }): Promise<StudentPage> => {
    if (searchWords(input.search ?? '').length > 0) {
      const [found] = await read(searchedStudents(db, schoolId, viewer, input))
      const rows = found.filter(({ id }) => id !== null).map(({ total: _total, ...row }) => row as ListedStudent)
      return { rows, total: found[0]?.total ?? 0 }
    }
    const [rows, [count]] = await read(studentPage(db, schoolId, viewer, input), studentCount(db, schoolId, viewer, input))
    return { rows, total: count?.total ?? 0 }
  },
})

/** Returns a student with the enrolments of all terms. A STUDENT reads only their own record. */
export const viewStudent = query({
  action: studentActions.view,
  input: studentId,
  run: async ({ db, read, viewer, schoolId, input }) => {
    const [[student]] = await read(studentById(db, schoolId, viewer, input.id))
    if (!student) throw notFound()
    return student
  },
})

/** Returns the record of the student who is signed in. */
export const viewOwnStudent = query({
  action: studentActions.viewOwn,
  input: z.object({}),
  run: async ({ db, read, viewer, schoolId }) => {
    const [[student]] = await read(studentById(db, schoolId, viewer, viewer.studentId ?? 0))
    if (!student) throw notFound()
    return student
  },
})

/** Returns the QR codes of enabled students of a term, class or section, for printing. */
export const viewQrSheet = query({
  action: studentActions.qrSheet,
  input: qrSheetView,
  run: async ({ db, read, viewer, schoolId, input }) => (await read(qrSheetStudents(db, schoolId, viewer, input)))[0],
})

/** Returns the rolls of a term with their students. Import Studio compares a file with them before the upload. */
export const viewTermRolls = query({
  action: studentActions.viewTermRolls,
  input: studentsOfTerm,
  run: async ({ db, read, viewer, schoolId, input }) => (await read(termRolls(db, schoolId, viewer, input.termId)))[0],
})

/** Returns the school as the row for the actions on the whole list. */
export const viewStudentsActions = query({
  action: studentActions.list,
  input: z.object({}),
  run: async ({ schoolId }): Promise<SchoolRow> => ({ schoolId }),
})

/**
 * Adds a student with an enrolment. A student with a login e-mail, typed or made from the school's format, gets an
 * account whose first password is the phone. CONFLICT on a `loginEmail`, `rfid`, `qrcode` or `registerNo` that is
 * taken, and on `addAnyway` when the child is a student already. FORBIDDEN on `qrcode` for all but a SUPERADMIN.
 * BAD_INPUT on a `section`, `photoFile`, `aadharFile` or `feeCategoryIds` that does not exist, and on a taken `roll`.
 */
export const addStudent = command({
  action: studentActions.add,
  input: newStudentForm,
  conflicts,
  run: async (running) => {
    const { db, viewer, schoolId, input } = running
    refuseNewQrCode(running, '')
    const seat = await seatFromForm(running, input)
    const files = { photoFile: input.photoFile || null, aadharFile: input.aadharFile || null }
    if (files.photoFile) await attachFile(running, files.photoFile, 'student-photo', 'photoFile')
    if (files.aadharFile) await attachFile(running, files.aadharFile, 'student-aadhar', 'aadharFile')
    await refuseTakenRolls(running, [{ path: '', seat, studentId: null }])
    const entry = { path: '', provided: formFields(input), seat }
    if (!input.addAnyway) await askAboutSameStudents(running, [entry])
    await beforePlacements(db, schoolId, [seat.termId])
    const [id = 0] = await addStudents(running, [entry], files)
    const { termId } = seat
    const placement = { termId, studentId: id, fromClassId: null, feeCategoryIds: input.feeCategoryIds ?? [] }
    const also = await afterPlacements(running, [placement])
    const { addAnyway: _confirmed, ...given } = input
    const fields = Object.keys(given).filter((field) => given[field as keyof typeof given] !== undefined)
    return {
      result: await studentById(db, schoolId, viewer, id).executeTakeFirstOrThrow(),
      ids: [id],
      fields: [...new Set([...fields, ...also])],
    }
  },
})

/**
 * Updates the provided fields of a student and the enrolment in the form's term. The account gets the new login e-mail,
 * and is deleted when the e-mail is cleared. Refused as in `addStudent`, and for an ADMIN limited to classes when the
 * section is in another class.
 */
export const updateStudent = command<typeof studentUpdate, Student, Student>({
  action: studentActions.update,
  input: studentUpdate,
  conflicts,
  load: ({ db, viewer, schoolId, input }) => lockStudent(db, schoolId, viewer, input.id, 'change'),
  run: async (running) => {
    const { db, call, viewer, schoolId, input, row } = running
    refuseNewQrCode(running, row.qrcode)
    const seat = await seatFromForm(running, input)
    await refuseTakenRolls(running, [{ path: '', seat, studentId: row.id }])
    const [photo, aadhar] = await replaceFiles(running, input)
    await beforePlacements(db, schoolId, [seat.termId])
    const changed = await changeStudents(running, [
      { entry: { path: '', provided: formFields(input), seat }, stored: row, also: { ...photo.column, ...aadhar.column } },
    ])
    const before = row.places.find((enrolment) => enrolment.termId === seat.termId)
    if (before?.sectionId !== seat.sectionId) changed.push('section')
    if (before?.roll !== seat.roll) changed.push('roll')
    const placement = { termId: seat.termId, studentId: row.id, fromClassId: before?.classId ?? null }
    changed.push(...(await afterPlacements(running, [placement])))
    return {
      result: await studentById(db, schoolId, viewer, row.id).executeTakeFirstOrThrow(),
      ids: [row.id],
      fields: changed,
      afterCommit: async () => {
        invalidateViewer(call.database, row.subject)
        await photo.remove()
        await aadhar.remove()
      },
    }
  },
})

/** Disables or enables a student. Disabling ends all sessions of the student. */
export const setStudentDisabled = command<typeof studentDisabled, Student, Student>({
  action: studentActions.setDisabled,
  input: studentDisabled,
  load: ({ db, viewer, schoolId, input }) => lockStudent(db, schoolId, viewer, input.id),
  run: async (running) => {
    const { id, disabled } = running.input
    const after = await writeStudentDisabled(running, running.row, disabled)
    return { result: { ...running.row, disabled }, ids: [id], fields: ['disabled'], afterCommit: after }
  },
})

/** Replaces a student's photo, or removes it (''). BAD_INPUT on a `photoFile` that does not exist. */
export const setStudentPhoto = command<typeof studentPhoto, Student, Student>({
  action: studentActions.update,
  input: studentPhoto,
  load: ({ db, viewer, schoolId, input }) => lockStudent(db, schoolId, viewer, input.id),
  run: async ({ db, call, schoolId, input: { id, photoFile }, row }) => {
    const to = photoFile || null
    const change = { from: row.photoFile, to, purpose: 'student-photo', path: 'photoFile' } as const
    const after = await replaceFile({ db, call, schoolId }, change)
    await db.updateTable('students').set({ photoFile: to }).where('schoolId', '=', schoolId).where('id', '=', id).execute()
    return { result: { ...row, photoFile: to }, ids: [id], fields: ['photoFile'], afterCommit: after }
  },
})

/** Returns the whole Aadhaar number of a student, or null for none. Each call is audited. */
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

/** Returns the address of a student's Aadhaar PDF for some minutes, or null for none. Each call is audited. */
export const openAadhaarScan = command<typeof studentId, Student, string | null>({
  action: studentActions.openAadhaarScan,
  input: studentId,
  load: ({ db, viewer, schoolId, input }) => lockStudent(db, schoolId, viewer, input.id),
  run: async ({ call, row }) => ({
    result: fileUrl(call, row.schoolId, row.aadharFile, 'student-aadhar'),
    ids: [row.id],
    fields: ['aadharFile'],
  }),
})

/**
 * Deletes a student permanently, with all enrolments, attendance, the account and the files, and returns the id.
 * CONFLICT when the student has records that must be kept.
 */
export const deleteStudent = command<typeof studentId, Student, number>({
  action: studentActions.delete,
  input: studentId,
  load: ({ db, viewer, schoolId, input }) => lockStudent(db, schoolId, viewer, input.id),
  run: async ({ db, call, schoolId, row }) => {
    const remove = await deleteStudentRows({ db, call, schoolId }, [row])
    return { result: row.id, ids: [row.id], afterCommit: remove }
  },
})

/**
 * Deletes students with their enrolments, accounts and files.
 * @param pathOf returns the path of the problem of a student who cannot be deleted
 * @returns a callback for the command's `afterCommit` that deletes files and cache entries, which a rollback could not
 * restore
 * @throws Refusal CONFLICT with a problem for each student with records that must be kept
 */
export async function deleteStudentRows(
  { db, call, schoolId }: Pick<CommandContext<unknown, unknown>, 'db' | 'call' | 'schoolId'>,
  rows: readonly Pick<Student, 'id' | 'subject' | 'photoFile' | 'aadharFile'>[],
  pathOf: (id: number) => string = () => '',
): Promise<() => Promise<void>> {
  const ids = rows.map((row) => row.id)
  // Their rows go with the students.
  const former = await formerPhotosOf(db, schoolId, ids)
  const left = await deleteDeletable(db, schoolId, ids)
  if (left.length > 0) {
    const problems = left.map((id): Problem => ({ path: pathOf(id), message: hasRecordsMessage() }))
    throw new Refusal('CONFLICT', hasRecordsMessage(), problems)
  }
  const subjects = rows.flatMap((row) => (row.subject === null ? [] : [row.subject]))
  await deleteAccounts(db, subjects)
  const removals: (() => Promise<void>)[] = []
  for (const file of [...former, ...rows.flatMap((row) => [row.photoFile, row.aadharFile])])
    if (file !== null) removals.push(await removeFile(db, call, schoolId, file))
  return async () => {
    for (const subject of subjects) invalidateViewer(call.database, subject)
    for (const remove of removals) await remove()
  }
}

/**
 * Deletes students except those with records that must be kept, and returns the ids of these. Bisects the list to find
 * them, because a foreign key error does not name the row under row-level security.
 */
async function deleteDeletable(db: Tx, schoolId: number, ids: readonly number[]): Promise<readonly number[]> {
  if (await tryDelete(db, schoolId, ids)) return []
  if (ids.length === 1) return ids
  const half = ids.length >> 1
  const first = await deleteDeletable(db, schoolId, ids.slice(0, half))
  return [...first, ...(await deleteDeletable(db, schoolId, ids.slice(half)))]
}

/**
 * Deletes all of the students and returns true, or deletes none and returns false when one has records that must be
 * kept.
 */
async function tryDelete(db: Tx, schoolId: number, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return true
  await sql`savepoint removal`.execute(db)
  try {
    await removeStudents(db, schoolId, ids)
    return true
  } catch (error) {
    // 23503, foreign_key_violation: a row of another table refers to one of the students.
    if (!(error instanceof pg.DatabaseError) || error.code !== '23503') throw error
    await sql`rollback to savepoint removal`.execute(db)
    return false
  }
}

type Form = z.output<typeof studentForm>

function formFields(input: Form): ProvidedFields {
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

/**
 * Refuses a new QR code from a viewer who may not print codes, because a code is enough to mark its student present.
 */
function refuseNewQrCode({ viewer, school, input }: CommandContext<Form, unknown>, stored: string): void {
  if (!input.qrcode || input.qrcode === stored || roleAndModulePermission(studentActions.qrSheet, viewer, school).allowed) return
  const message = t`Only a super administrator may change the QR code`
  throw new Refusal('FORBIDDEN', message, [{ path: 'qrcode', message }])
}

/**
 * Returns the seat that a form names. BAD_INPUT on `section` when the term does not have it or the viewer does not see
 * it.
 */
async function seatFromForm({ db, viewer, schoolId }: CommandContext<Form, unknown>, input: Form): Promise<Seat> {
  const [classId = 0, sectionId = 0] = input.section.split(':').map(Number)
  const section = await sectionInTerm(db, schoolId, sectionId).executeTakeFirst()
  if (section?.termId !== input.termId || section.classId !== classId || !seesClass(viewer, classId)) {
    const message = t`This section does not exist in this term any more.`
    throw new Refusal('BAD_INPUT', message, [{ path: 'section', message }])
  }
  const { termId, roll } = input
  return { termId, sectionId, className: section.className, sectionName: section.name, roll }
}

async function replaceFiles(running: CommandContext<Form, Student>, input: Form) {
  const replace = async (column: 'photoFile' | 'aadharFile', purpose: 'student-photo' | 'student-aadhar') => {
    const fileId = input[column]
    if (fileId === undefined) return { column: {}, remove: async () => {} }
    const to = fileId || null
    return {
      column: { [column]: to },
      remove: await replaceFile(running, { from: running.row[column], to, purpose, path: column }),
    }
  }
  // Sequential, because a transaction has one connection.
  return [await replace('photoFile', 'student-photo'), await replace('aadharFile', 'student-aadhar')] as const
}
