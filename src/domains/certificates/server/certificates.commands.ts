import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { command, query, type CommandContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { schoolDay, writeDay } from '#shared/dates.ts'
import { lockStudent, type Student, writeStudentDisabled } from '#domains/students/server/studentRecords.exports.ts'
import { imagesOf, missingParts, missingPartsMessage, printed, printedName } from '../certificates.rules.ts'
import { cancelForm, certificateParams, certificatesView, duplicateForm, fillAll, issueForm } from '../certificates.schema.ts'
import { isFixed, keptValue } from '../fields.ts'
import type { FormatDoc } from '../format.schema.ts'
import { refuseTooLarge } from './certificatePaper.ts'
import { certificateActions } from './certificates.permissions.ts'
import {
  type CertificateContents,
  certificateContents,
  certificateCount,
  certificatePage,
  type CertificateRow,
  certificateRows,
  lockCertificate,
  standingOriginal,
  takeSerial,
} from './certificates.sql.ts'
import { placeOf, sectionOf } from './draft.queries.ts'
import { type FormatRow, lockFormat, pictureBytes } from './formats.sql.ts'
import { heldSignature } from './signatures.sql.ts'

/** A page of the issue register and how many there are: two statements in one round trip. */
export const listCertificates = query({
  action: certificateActions.list,
  input: certificatesView,
  run: async ({ db, read, viewer, schoolId, input }): Promise<{ rows: CertificateRow[]; total: number }> => {
    const [rows, [count]] = await read(
      certificatePage(db, schoolId, viewer, input),
      certificateCount(db, schoolId, viewer, input),
    )
    return { rows, total: count?.total ?? 0 }
  },
})

/** The row of actions on certificates as a whole. */
export const viewCertificatesActions = query({
  action: certificateActions.list,
  input: z.object({}),
  run: async ({ schoolId }) => ({ schoolId }),
})

const conflicts = {
  certificates_one_original: { path: 'studentId', message: 'This student has a certificate already. Issue a duplicate of it.' },
}

/**
 * Issues a student's original: the next serial number, the layout and the values as they are now. Arrears are no matter of it. The
 * same key answers the first result again. BAD_INPUT 'Please fill all the fields!' with a problem per empty field, and on `formatId`
 * for what would be too large to print; CONFLICT on `studentId` when an original stands, naming it, on `formatVersion` when the
 * layout was changed after it was seen, and on `formatId` for a layout without the student's name, the serial or the date.
 */
export const issueCertificate = command<typeof issueForm, Student, CertificateRow>({
  action: certificateActions.issue,
  input: issueForm,
  conflicts,
  // The student's lock comes first: of two clerks, the second finds what the first has issued.
  load: ({ db, viewer, schoolId, input }) => lockStudent(db, schoolId, viewer, input.studentId),
  run: (running) => {
    const { db, viewer, schoolId, input } = running
    return runOncePerKey(
      running,
      certificateActions.issue.name,
      input,
      () => issue(running),
      ([id = 0]) => certificateRows(db, schoolId, viewer).where('certificates.id', '=', id).executeTakeFirstOrThrow(),
    )
  },
})

async function issue(running: CommandContext<z.output<typeof issueForm>, Student>) {
  const { db, viewer, schoolId, input, row: student } = running
  const standing = await standingOriginal(db, schoolId, viewer, student.id).executeTakeFirst()
  if (standing) {
    const message = `Certificate no. ${standing.serial} of ${writeDay(schoolDay(standing.issuedAt))} stands for this student. Issue a duplicate of it, or cancel it first.`
    throw new Refusal('CONFLICT', message, [{ path: 'studentId', message }])
  }
  const format = await lockFormat(db, schoolId, input.formatId)
  if (!format) throw notFound()
  if (format.version !== input.formatVersion) {
    const message = 'This format was changed in the meantime. Please look at the certificate once more.'
    throw new Refusal('CONFLICT', message, [{ path: 'formatVersion', message }])
  }
  const layout = JSON.parse(format.format) as FormatDoc
  // Formats that are older than the rule stay in the list until somebody mends them.
  const problem = missingPartsMessage(missingParts(layout))
  if (problem) throw new Refusal('CONFLICT', problem, [{ path: 'formatId', message: problem }])
  const given = filled(format, input.values)
  const bytes = await pictureBytes(db, schoolId, imagesOf(layout))
  // A number that was given to a paper which cannot be printed would be lost.
  refuseTooLarge({ format: layout, value: (name) => given.get(name) ?? '' }, (fileId) => bytes.get(fileId) ?? 0)
  const signatureFile = await heldSignature(db, schoolId)
  const terms = await db.selectFrom('terms').select(['id', 'current']).where('schoolId', '=', schoolId).execute()
  const place = placeOf(student, terms)
  const termId = place?.termId ?? terms.find((term) => term.current)?.id ?? 0
  const serial = await takeSerial(db, schoolId)
  const issuedAt = new Date()
  const fixed: Record<string, string> = { serialNo: String(serial), issueDate: writeDay(schoolDay(issuedAt)) }
  const values = new Map([...given].map(([name, value]) => [name, isFixed(name) ? (fixed[name] ?? '') : value]))
  const id = await insertCertificate(running, {
    serial,
    copy: 0,
    studentId: student.id,
    termId,
    formatId: format.id,
    format: format.format,
    reason: '',
    issuedAt,
    values: JSON.stringify(Object.fromEntries(values)),
    signatureFile,
    // The register says what the paper says; what the paper does not, it has of the record.
    studentName: printedName(layout, values) ?? student.name,
    registerNo: printed(layout, values, 'registerNo') || student.registerNo,
    sectionName: sectionOf({ place }),
  })
  const after = input.disableStudent && !student.disabled ? await writeStudentDisabled(running, student, true) : undefined
  return {
    result: await certificateRows(db, schoolId, viewer).where('certificates.id', '=', id).executeTakeFirstOrThrow(),
    ids: [id],
    fields: input.disableStudent ? ['disabled'] : [],
    ...(after ? { afterCommit: after } : {}),
  }
}

/** The format's fields with what was typed, or BAD_INPUT: problems stand at `values.N.value`, N being the field's place in the format. */
function filled(format: FormatRow, typed: readonly { name: string; value: string }[]): Map<string, string> {
  const said = new Map(typed.map(({ name, value }) => [name, value]))
  const fields = format.fields.map(({ name }) => [name, keptValue(name, said.get(name) ?? '')] as const)
  const problems = fields.flatMap(([name, value], place) =>
    value === '' && !isFixed(name) ? [{ path: `values.${place}.value`, message: 'Required' }] : [],
  )
  if (problems.length > 0) throw new Refusal('BAD_INPUT', fillAll, problems)
  return new Map(fields)
}

interface NewCertificate {
  serial: number
  copy: number
  studentId: number
  termId: number
  formatId: number
  /** JSON, as the values are. */
  format: string
  values: string
  studentName: string
  registerNo: string
  sectionName: string
  signatureFile: string | null
  reason: string
  issuedAt?: Date
}

async function insertCertificate(
  { db, viewer, schoolId }: { db: Tx; viewer: { subject: string; name: string }; schoolId: number },
  { format, values, ...row }: NewCertificate,
): Promise<number> {
  const { id } = await db
    .insertInto('certificates')
    .values({
      schoolId,
      ...row,
      format: sql<string>`${format}::jsonb`,
      values: sql<string>`${values}::jsonb`,
      token: `${schoolId.toString(36)}-${randomBytes(18).toString('base64url')}`,
      issuedBy: viewer.subject,
      issuedByName: viewer.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Issues a duplicate of an original that stands: its serial number, layout and values, marked DUPLICATE, with the signature of
 * whoever is the head now. FORBIDDEN for a certificate that was cancelled or is a duplicate itself.
 */
export const issueDuplicate = command<typeof duplicateForm, CertificateContents, CertificateRow>({
  action: certificateActions.duplicate,
  input: duplicateForm,
  load: ({ db, viewer, schoolId, input }) => lockCertificate(db, schoolId, viewer, input.id),
  run: (running) => {
    const { db, viewer, schoolId, input, row } = running
    const one = (id: number) => certificateRows(db, schoolId, viewer).where('certificates.id', '=', id).executeTakeFirstOrThrow()
    const first = async () => {
      const { serial, studentId, termId, formatId, format, values, studentName, registerNo, sectionName } = row
      const id = await insertCertificate(running, {
        serial,
        copy: row.duplicates + 1,
        studentId,
        termId,
        formatId,
        format,
        values,
        studentName,
        registerNo,
        sectionName,
        signatureFile: await heldSignature(db, schoolId),
        reason: input.reason,
      })
      return { result: await one(id), ids: [id] }
    }
    return runOncePerKey(running, certificateActions.duplicate.name, input, first, ([id = 0]) => one(id))
  },
})

const otherClass = 'This student sits in another class now: somebody who sees that class has to enable the student.'

/**
 * Cancels a certificate; an original with all of its duplicates. Its number is never given again. FORBIDDEN when it was
 * cancelled already.
 */
export const cancelCertificate = command<typeof cancelForm, CertificateContents, CertificateRow>({
  action: certificateActions.cancel,
  input: cancelForm,
  load: ({ db, viewer, schoolId, input }) => lockCertificate(db, schoolId, viewer, input.id),
  run: async (running) => {
    const { db, viewer, schoolId, input, row } = running
    const cancelled = await db
      .updateTable('certificates')
      .set({ cancelledAt: new Date(), cancelledByName: viewer.name, cancelReason: input.reason })
      .where('schoolId', '=', schoolId)
      .where('serial', '=', row.serial)
      .where('cancelledAt', 'is', null)
      .$if(row.copy > 0, (query) => query.where('copy', '=', row.copy))
      .returning('id')
      .execute()
    const student = input.enableStudent ? await lockStudent(db, schoolId, viewer, row.studentId) : null
    if (student === undefined) throw new Refusal('FORBIDDEN', otherClass)
    const enable = student?.disabled === true
    const after = enable ? await writeStudentDisabled(running, student, false) : undefined
    return {
      result: await certificateRows(db, schoolId, viewer).where('certificates.id', '=', row.id).executeTakeFirstOrThrow(),
      ids: cancelled.map(({ id }) => id).toSorted((one, other) => one - other),
      fields: enable ? ['cancelled', 'disabled'] : ['cancelled'],
      ...(after ? { afterCommit: after } : {}),
    }
  },
})

/** A certificate with everything on it, to be printed; that it was asked for is written down. */
export const takeCertificate = command<typeof certificateParams, CertificateContents, CertificateContents>({
  action: certificateActions.download,
  input: certificateParams,
  load: ({ db, viewer, schoolId, input }) =>
    certificateContents(db, schoolId, viewer).where('certificates.id', '=', input.certificateId).executeTakeFirst(),
  run: async ({ row }) => ({ result: row, ids: [row.id] }),
})
