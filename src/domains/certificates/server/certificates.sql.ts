import { type Expression, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { currentSchool } from '#platform/database/currentSchool.ts'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import { keyPart } from '#shared/nameSearch.ts'
import { visibleSection } from '#domains/classes/server/classes.exports.ts'
import { studentsWithWords } from '#domains/students/server/students.exports.ts'
import type { certificatesView } from '../certificates.schema.ts'

/**
 * SQL condition: the viewer may see the certificate. A class-limited admin sees those of current and former students of
 * the classes.
 */
function visibleTo(viewer: Viewer): Expression<SqlBool> {
  if (viewer.classIds === null) return sql<SqlBool>`true`
  return sql<SqlBool>`exists (
    select from enrolments e
    join sections on sections.school_id = current_school() and sections.id = e.section_id
    where e.school_id = current_school() and e.student_id = certificates.student_id and ${visibleSection(viewer)})`
}

const columns = [
  'schoolId',
  'id',
  'serial',
  'copy',
  'studentId',
  'termId',
  'formatId',
  'studentName',
  'registerNo',
  'sectionName',
  'token',
  'reason',
  'issuedAt',
  'issuedByName',
  'cancelledAt',
  'cancelledByName',
  'cancelReason',
] as const

/** Selects the certificates that a viewer may see, without layout and values. */
export function certificateRows(db: Db | Tx, schoolId: number, viewer: Viewer) {
  return db
    .selectFrom('certificates')
    .select(columns.map((column) => `certificates.${column}` as const))
    .select((row) => [
      row
        .selectFrom('certificateFormats')
        .select('certificateFormats.name')
        .where('certificateFormats.schoolId', '=', currentSchool)
        .whereRef('certificateFormats.id', '=', 'certificates.formatId')
        .$asScalar()
        .$notNull()
        .as('formatName'),
      row
        .selectFrom('certificates as copies')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('copies.schoolId', '=', currentSchool)
        .whereRef('copies.serial', '=', 'certificates.serial')
        .where('copies.copy', '>', 0)
        .$asScalar()
        .$notNull()
        .as('duplicates'),
    ])
    .where('certificates.schoolId', '=', schoolId)
    .where(visibleTo(viewer))
}

export type CertificateRow = Awaited<ReturnType<ReturnType<typeof certificateRows>['executeTakeFirstOrThrow']>>

/** Selects certificates with layout and values as JSON text, because camel-casing must not change the keys inside. */
export function certificateContents(db: Db | Tx, schoolId: number, viewer: Viewer) {
  return certificateRows(db, schoolId, viewer)
    .innerJoin('students', (on) => onSameSchool(on, 'students.id', 'certificates.studentId'))
    .select(['students.photoFile', 'certificates.signatureFile'])
    .select(sql<string>`certificates.format::text`.as('format'))
    .select(sql<string>`certificates."values"::text`.as('values'))
}

export type CertificateContents = Awaited<ReturnType<ReturnType<typeof certificateContents>['executeTakeFirstOrThrow']>>

/**
 * Locks a certificate through its student and returns it; undefined when the viewer may not see it. The student is
 * locked as when issuing, so that both take their locks in the same order.
 */
export async function lockCertificate(
  db: Tx,
  schoolId: number,
  viewer: Viewer,
  id: number,
): Promise<CertificateContents | undefined> {
  const row = await certificateRows(db, schoolId, viewer).where('certificates.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  await sql`select from students where school_id = ${schoolId} and id = ${row.studentId} for update`.execute(db)
  return certificateContents(db, schoolId, viewer).where('certificates.id', '=', id).executeTakeFirst()
}

function matchesSearch(schoolId: number, search: string): Expression<SqlBool> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const conditions = words.map(
    (word) => sql`(position(${word} in lower(certificates.student_name)) > 0
      or position(${word} in lower(certificates.register_no)) > 0 or certificates.serial::text = ${word}
      ${keyPart(word) === null ? sql`` : sql`or certificates.student_id in (${studentsWithWords(schoolId, word)})`})`,
  )
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

type View = z.output<typeof certificatesView>

function inState(state: View['state']): Expression<SqlBool> {
  if (state === 'CANCELLED') return sql<SqlBool>`certificates.cancelled_at is not null`
  if (state === 'DUPLICATE') return sql<SqlBool>`certificates.copy > 0 and certificates.cancelled_at is null`
  return state === 'VALID' ? sql<SqlBool>`certificates.copy = 0 and certificates.cancelled_at is null` : sql<SqlBool>`true`
}

/** Selects a page of the issue register, newest first. */
export function certificatePage(db: Db, schoolId: number, viewer: Viewer, view: View) {
  const { search = '', state, page = 0, pageSize = 20 } = view
  return certificateRows(db, schoolId, viewer)
    .where(matchesSearch(schoolId, search))
    .where(inState(state))
    .orderBy('certificates.id', 'desc')
    .limit(pageSize)
    .offset(page * pageSize)
}

/** Counts the certificates on all pages. */
export function certificateCount(db: Db, schoolId: number, viewer: Viewer, { search = '', state }: View) {
  return db
    .selectFrom('certificates')
    .select((count) => count.fn.countAll<number>().as('total'))
    .where('certificates.schoolId', '=', schoolId)
    .where(visibleTo(viewer))
    .where(matchesSearch(schoolId, search))
    .where(inState(state))
}

/** Selects the certificates that were issued for a student, newest first. */
export function certificatesOfStudent(db: Db, schoolId: number, viewer: Viewer, studentId: number) {
  return certificateRows(db, schoolId, viewer).where('certificates.studentId', '=', studentId).orderBy('certificates.id', 'desc')
}

/** Selects a student's last valid original. */
export function validOriginal(db: Db | Tx, schoolId: number, viewer: Viewer, studentId: number) {
  return certificateRows(db, schoolId, viewer)
    .where('certificates.studentId', '=', studentId)
    .where('certificates.copy', '=', 0)
    .where('certificates.cancelledAt', 'is', null)
    .orderBy('certificates.serial', 'desc')
    .limit(1)
}

/** Selects a school's first serial and the last one taken. A school without a row starts with 1. */
export function serialCounter(db: Db | Tx, schoolId: number) {
  return db.selectFrom('certificateCounters').select(['firstSerial', 'lastSerial']).where('schoolId', '=', schoolId)
}

/** Takes the next serial. The counter row stays locked until the transaction ends; a rollback returns the serial. */
export async function takeSerial(db: Tx, schoolId: number): Promise<number> {
  const { lastSerial: serial } = await db
    .insertInto('certificateCounters')
    .values({ schoolId, lastSerial: 1 })
    .onConflict((conflict) => conflict.column('schoolId').doUpdateSet({ lastSerial: sql`certificate_counters.last_serial + 1` }))
    .returning('lastSerial')
    .executeTakeFirstOrThrow()
  return serial
}

/** Selects the certificate for the public page, with layout and values as JSON text and the state of its original. */
export function publicCertificate(db: Db, schoolId: number, token: string) {
  return db
    .selectFrom('certificates')
    .innerJoin('certificates as original', (on) =>
      onSameSchool(on, 'original.serial', 'certificates.serial').on('original.copy', '=', 0),
    )
    .select([
      'certificates.serial',
      'certificates.copy',
      'certificates.issuedAt',
      'certificates.cancelledAt',
      'original.issuedAt as originalAt',
      'original.cancelledAt as originalCancelledAt',
      sql<string>`certificates.format::text`.as('format'),
      sql<string>`certificates."values"::text`.as('values'),
    ])
    .where('certificates.schoolId', '=', schoolId)
    .where('certificates.token', '=', token)
}
