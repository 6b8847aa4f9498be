import { sql } from 'kysely'
import { z } from 'zod'
import { command, query, type CommandContext } from '#platform/command.ts'
import type { Tx } from '#platform/database/connect.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { newPaperToken } from '#platform/http/paperPage.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { schoolDay, writeDay } from '#shared/dates.ts'
import { id } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'
import { lockStudent, type Student, writeStudentDisabled } from '#domains/students/server/studentRecords.exports.ts'
import { imagesOf, missingParts, missingPartsMessage, printed, printedName } from '../certificates.rules.ts'
import {
  cancelForm,
  certificateParams,
  certificatesView,
  duplicateForm,
  fillAllMessage,
  issueForm,
} from '../certificates.schema.ts'
import { isFixed, maskValue } from '../fields.ts'
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
  certificatesOfStudent,
  lockCertificate,
  validOriginal,
  takeSerial,
} from './certificates.sql.ts'
import { placeOf, sectionOf } from './draft.queries.ts'
import { type FormatRow, lockFormat, pictureBytes } from './formats.sql.ts'
import { lockSignature } from './signatures.sql.ts'

/** Lists a page of the issue register with the total count, in one round trip. */
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

/** Lists the certificates that were issued for a student, newest first. */
export const listCertificatesOfStudent = query({
  action: certificateActions.list,
  input: z.object({ studentId: id }),
  run: async ({ db, read, viewer, schoolId, input: { studentId } }): Promise<CertificateRow[]> =>
    (await read(certificatesOfStudent(db, schoolId, viewer, studentId)))[0],
})

/** Returns the school for which the viewer's rights on certificates are checked. */
export const viewCertificatesActions = query({
  action: certificateActions.list,
  input: z.object({}),
  run: async ({ schoolId }) => ({ schoolId }),
})

/**
 * Issues a student's original with the next serial number and the current layout and values. Arrears do not matter.
 * A student who came back since the last original and leaves again gets another one, and the last one stays valid.
 * Idempotent by the request key.
 * @throws Refusal BAD_INPUT 'Please fill all the fields!' with a problem per empty field; on `formatId` if it is too
 *   large to print
 * @throws Refusal CONFLICT on `studentId` when a valid original exists, naming it, unless an enabled student came back;
 *   on `formatVersion` when the layout was changed after it was seen; on `formatId` for a layout without the student's
 *   name, the serial or the date
 */
export const issueCertificate = command<typeof issueForm, Student, CertificateRow>({
  action: certificateActions.issue,
  input: issueForm,
  // The student's lock comes first, so of two clerks the second sees the certificate of the first.
  load: ({ db, viewer, schoolId, input }) => lockStudent(db, schoolId, viewer, input.studentId),
  run: (running) => {
    const { db, viewer, schoolId, input } = running
    return runOncePerKey(
      running,
      certificateActions.issue.name,
      input,
      () => issueOriginal(running),
      ([id = 0]) => certificateRows(db, schoolId, viewer).where('certificates.id', '=', id).executeTakeFirstOrThrow(),
    )
  },
})

async function issueOriginal(running: CommandContext<z.output<typeof issueForm>, Student>) {
  const { db, viewer, schoolId, input, row: student } = running
  const original = await validOriginal(db, schoolId, viewer, student.id).executeTakeFirst()
  // Who has left is disabled: a student who is not enabled again has not come back.
  if (original && !(input.cameBack && !student.disabled)) {
    const message = t`This student has certificate no. ${original.serial} of ${writeDay(schoolDay(original.issuedAt))} already. Issue a duplicate of it, or cancel it first.`
    throw new Refusal('CONFLICT', message, [{ path: 'studentId', message }])
  }
  const format = await lockFormat(db, schoolId, input.formatId)
  if (!format) throw notFound()
  if (format.version !== input.formatVersion) {
    const message = t`This format was changed in the meantime. Please check the certificate again.`
    throw new Refusal('CONFLICT', message, [{ path: 'formatVersion', message }])
  }
  const layout = JSON.parse(format.format) as FormatDoc
  // A format that is older than this rule may lack a part.
  const problem = missingPartsMessage(missingParts(layout))
  if (problem) throw new Refusal('CONFLICT', problem, [{ path: 'formatId', message: problem }])
  const filledValues = fillFields(format, input.values)
  const bytes = await pictureBytes(db, schoolId, imagesOf(layout))
  // Checked before a serial is taken, because the serial of an unprintable certificate would be lost.
  refuseTooLarge({ format: layout, value: (name) => filledValues.get(name) ?? '' }, (fileId) => bytes.get(fileId) ?? 0)
  const signatureFile = await lockSignature(db, schoolId)
  const terms = await db.selectFrom('terms').select(['id', 'current']).where('schoolId', '=', schoolId).execute()
  const place = placeOf(student, terms)
  const termId = place?.termId ?? terms.find((term) => term.current)?.id ?? 0
  const serial = await takeSerial(db, schoolId)
  const issuedAt = new Date()
  const fixed: Record<string, string> = { serialNo: String(serial), issueDate: writeDay(schoolDay(issuedAt)) }
  const values = new Map([...filledValues].map(([name, value]) => [name, isFixed(name) ? (fixed[name] ?? '') : value]))
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
    // The register has the name and number as the paper prints them, or else those of the record.
    studentName: printedName(layout, values) ?? student.name,
    registerNo: printed(layout, values, 'registerNo') || student.registerNo,
    sectionName: sectionOf({ place }),
  })
  const after = input.disableStudent && !student.disabled ? await writeStudentDisabled(running, student, true) : undefined
  return {
    result: await certificateRows(db, schoolId, viewer).where('certificates.id', '=', id).executeTakeFirstOrThrow(),
    ids: [id],
    fields: [...(original ? ['cameBack'] : []), ...(input.disableStudent ? ['disabled'] : [])],
    ...(after ? { afterCommit: after } : {}),
  }
}

/**
 * Returns the typed values of the format's fields.
 * @throws Refusal BAD_INPUT at `values.N.value` for an empty field, where N is the field's index in the format
 */
function fillFields(format: FormatRow, typed: readonly { name: string; value: string }[]): Map<string, string> {
  const typedValues = new Map(typed.map(({ name, value }) => [name, value]))
  const fields = format.fields.map(({ name }) => [name, maskValue(name, typedValues.get(name) ?? '')] as const)
  const problems = fields.flatMap(([name, value], index) =>
    value === '' && !isFixed(name) ? [{ path: `values.${index}.value`, message: t`Required` }] : [],
  )
  if (problems.length > 0) throw new Refusal('BAD_INPUT', fillAllMessage(), problems)
  return new Map(fields)
}

interface NewCertificate {
  serial: number
  copy: number
  studentId: number
  termId: number
  formatId: number
  /** The layout as JSON text, like the values. */
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
      token: newPaperToken(schoolId),
      issuedBy: viewer.subject,
      issuedByName: viewer.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Issues a duplicate of a valid original: the same serial, layout and values, marked DUPLICATE, with the current head's
 * signature.
 * @throws Refusal FORBIDDEN for a certificate that was cancelled or is a duplicate itself
 */
export const issueDuplicate = command<typeof duplicateForm, CertificateContents, CertificateRow>({
  action: certificateActions.duplicate,
  input: duplicateForm,
  load: ({ db, viewer, schoolId, input }) => lockCertificate(db, schoolId, viewer, input.id),
  run: (running) => {
    const { db, viewer, schoolId, input, row } = running
    const rowById = (id: number) =>
      certificateRows(db, schoolId, viewer).where('certificates.id', '=', id).executeTakeFirstOrThrow()
    const issueCopy = async () => {
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
        signatureFile: await lockSignature(db, schoolId),
        reason: input.reason,
      })
      return { result: await rowById(id), ids: [id] }
    }
    return runOncePerKey(running, certificateActions.duplicate.name, input, issueCopy, ([id = 0]) => rowById(id))
  },
})

/**
 * Cancels a certificate; an original together with its duplicates. Its serial is never used again.
 * @throws Refusal FORBIDDEN when it was cancelled already
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
    if (student === undefined)
      throw new Refusal(
        'FORBIDDEN',
        t`This student sits in another class now. Somebody who sees that class has to enable the student.`,
      )
    const enable = student?.disabled === true
    const after = enable ? await writeStudentDisabled(running, student, false) : undefined
    return {
      result: await certificateRows(db, schoolId, viewer).where('certificates.id', '=', row.id).executeTakeFirstOrThrow(),
      ids: cancelled.map(({ id }) => id).toSorted((a, b) => a - b),
      fields: enable ? ['cancelled', 'disabled'] : ['cancelled'],
      ...(after ? { afterCommit: after } : {}),
    }
  },
})

/** Returns a certificate with its contents for printing. It is a command so that the audit log records the download. */
export const downloadCertificate = command<typeof certificateParams, CertificateContents, CertificateContents>({
  action: certificateActions.download,
  input: certificateParams,
  load: ({ db, viewer, schoolId, input }) =>
    certificateContents(db, schoolId, viewer).where('certificates.id', '=', input.certificateId).executeTakeFirst(),
  run: async ({ row }) => ({ result: row, ids: [row.id] }),
})
