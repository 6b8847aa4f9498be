import { createHash } from 'node:crypto'
import { completeFields, printedName } from '#domains/certificates/certificates.rules.ts'
import { type CertificateFacts, prefilledValue } from '#domains/certificates/fields.ts'
import { maharashtra } from '#domains/certificates/formats/maharashtra.ts'
import type { Tx } from '#platform/database/connect.ts'
import { addDays, schoolDay, writeDay } from '#shared/dates.ts'
import { showSchoolYear } from '#shared/schoolYears.ts'
import type { Clerk, DemoStudent } from './fees.ts'
import { demoYear } from './schoolYear.ts'

interface DemoOffice {
  schoolId: number
  termId: number
  now: Date
  /** The user who issues certificates. */
  clerk: Clerk
}

/** The values that a clerk types into the form. */
const typed: Readonly<Record<string, string>> = {
  bookNo: '4',
  nationality: 'Indian',
  motherTongue: 'Marathi',
  religion: 'Hindu',
  caste: 'Maratha',
  subCaste: '–',
  birthPlace: 'Pune',
  birthTaluka: 'Haveli',
  birthDist: 'Pune',
  birthState: 'Maharashtra',
  birthCountry: 'India',
  lastSchoolAttended: 'Z. P. School, Kothrud',
  lastClass: '9',
  admitInClass: '10',
  progress: 'Good',
  conduct: 'Good',
  reason: 'Transfer of the father',
  remarks: 'None',
}

/**
 * Adds the Maharashtra form as the school's format and the certificates of the students who have left. One certificate
 * was lost and issued again.
 */
export async function addCertificates(db: Tx, office: DemoOffice, leaving: readonly DemoStudent[]): Promise<void> {
  const { schoolId, termId, now, clerk } = office
  const fields = completeFields(maharashtra.format, [])
  const format = JSON.stringify(maharashtra.format)
  const { id: formatId } = await db
    .insertInto('certificateFormats')
    .values({
      schoolId,
      name: maharashtra.name,
      format,
      fields: JSON.stringify(fields),
      changedByName: 'Savita Rane',
      usual: true,
      createdAt: daysBefore(now, 40),
      changedAt: daysBefore(now, 40),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const school = await db.selectFrom('schools').selectAll().where('id', '=', schoolId).executeTakeFirstOrThrow()
  await db.insertInto('certificateCounters').values({ schoolId, lastSerial: leaving.length }).execute()
  const termName = showSchoolYear(demoYear(schoolDay(now)))
  for (const [index, place] of leaving.entries()) {
    const serial = index + 1
    const issuedAt = daysBefore(now, 20 - 8 * index)
    const student = await db
      .updateTable('students')
      .set({ disabled: true })
      .where('schoolId', '=', schoolId)
      .where('id', '=', place.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const facts: CertificateFacts = {
      school,
      student,
      place,
      termName,
      classSince: termName,
      attendance: null,
      serial,
      today: schoolDay(issuedAt),
    }
    const own: Readonly<Record<string, string>> = {
      saralId: `2016272505${String(place.id).padStart(9, '0')}`,
      aadhaar: 'Not given',
      leavingDate: writeDay(addDays(schoolDay(issuedAt), -1)),
    }
    const values = new Map(
      fields.map(({ name }) => [name, prefilledValue(name, facts) || own[name] || typed[name] || '–'] as const),
    )
    const paper = {
      schoolId,
      serial,
      studentId: student.id,
      termId,
      formatId,
      format,
      values: JSON.stringify(Object.fromEntries(values)),
      studentName: printedName(maharashtra.format, values) ?? student.name,
      registerNo: student.registerNo,
      issuedBy: clerk.subject,
      issuedByName: clerk.name,
      sectionName: `${place.className}-${place.sectionName}`,
    }
    const copies = index === 0 ? [0, 1] : [0]
    await db
      .insertInto('certificates')
      .values(
        copies.map((copy) => ({
          ...paper,
          copy,
          token: tokenOf(schoolId, serial, copy),
          reason: copy === 0 ? '' : 'Lost while moving house',
          issuedAt: copy === 0 ? issuedAt : daysBefore(now, 3),
        })),
      )
      .execute()
  }
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000)
}

/** Returns a token that is the same on every machine. */
function tokenOf(schoolId: number, serial: number, copy: number): string {
  const secret = createHash('sha256').update(`certificate ${schoolId} ${serial} ${copy}`).digest('base64url')
  return `${schoolId.toString(36)}-${secret.slice(0, 24)}`
}
