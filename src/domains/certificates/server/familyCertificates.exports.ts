import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db } from '#platform/database/connect.ts'

/** Selects the certificates of students that were issued and stand, newest first, with the code on the paper. */
export function issuedCertificates(db: Db, schoolId: number, studentIds: readonly number[]) {
  return db
    .selectFrom('certificates')
    .innerJoin('certificateFormats', (on) => onSameSchool(on, 'certificateFormats.id', 'certificates.formatId'))
    .select(['certificates.id', 'certificates.studentId', 'certificates.serial', 'certificates.copy', 'certificates.token'])
    .select(['certificates.issuedAt', 'certificateFormats.name'])
    .where('certificates.schoolId', '=', schoolId)
    .where(sql<boolean>`certificates.student_id = any(${studentIds}::bigint[])`)
    .where('certificates.cancelledAt', 'is', null)
    .orderBy('certificates.id', 'desc')
    .limit(20)
}
