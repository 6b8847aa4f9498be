import type { QueryContext } from '#platform/command.ts'
import { query } from '#platform/command.ts'
import { fileUrl } from '#platform/files/files.ts'
import { notFound } from '#platform/refusal.ts'
import type { School } from '#platform/school.ts'
import { schoolDay, writeDay } from '#shared/dates.ts'
import { termAttendance } from '#domains/attendance/server/termAttendance.exports.ts'
import { pendingByTerm } from '#domains/fees/server/fees.exports.ts'
import { type Student, studentById } from '#domains/students/server/studentRecords.exports.ts'
import { picturesOf } from '../certificates.rules.ts'
import { draftView } from '../certificates.schema.ts'
import { type CertificateFacts, fieldLabel, isFixed, isNeeded, knownValue } from '../fields.ts'
import type { FormatDoc } from '../format.schema.ts'
import { certificateActions } from './certificates.permissions.ts'
import { type CertificateRow, serialCounter, standingOriginal } from './certificates.sql.ts'
import { type FormatRow, formatRows } from './formats.sql.ts'

type Place = Student['places'][number]

/** One field as it is asked: with what is known of it. `fixed` ones the server writes by itself. */
export interface DraftField {
  name: string
  label: string
  value: string
  known: boolean
  fixed: boolean
  needed: boolean
}

/** A certificate before it is issued. */
export interface Draft {
  student: Student
  sectionName: string
  format: FormatRow
  serial: number
  standing: CertificateRow | null
  fields: DraftField[]
  /** What the student still owes, by term. */
  dues: { termName: string; pending: number }[]
  pictures: { fileId: string; url: string }[]
  logoUrl: string | null
  signatureUrl: string | null
  photoUrl: string | null
}

/** What would stand on a student's certificate. NOT_FOUND for a format or a student the viewer may not know of. */
export const viewDraft = query({
  action: certificateActions.draft,
  input: draftView,
  run: async (reading): Promise<Draft> => {
    const { call, db, read, school, schoolId } = reading
    const { student, format, facts, standing } = await readDraft(reading)
    const dues = school.feesModule ? (await read(pendingByTerm(db, schoolId, student.id)))[0] : []
    return {
      student,
      format,
      standing,
      serial: facts.serial ?? 1,
      sectionName: sectionOf(facts),
      fields: format.fields.map(({ name }) => {
        const value = knownValue(name, facts)
        return { name, label: fieldLabel(name), value, known: value !== '', fixed: isFixed(name), needed: isNeeded(name) }
      }),
      dues,
      pictures: picturesOf(JSON.parse(format.format) as FormatDoc).map((fileId) => ({
        fileId,
        url: fileUrl(call, schoolId, fileId, 'certificate-picture') ?? '',
      })),
      logoUrl: fileUrl(call, schoolId, school.logoFile, 'school-logo'),
      signatureUrl: fileUrl(call, schoolId, school.signatureFile, 'school-signature'),
      photoUrl: fileUrl(call, schoolId, student.photoFile, 'student-photo'),
    }
  },
})

/** What a draft is made of, with the serial number that would be next. */
export async function readDraft({
  db,
  read,
  viewer,
  school,
  schoolId,
  input,
}: QueryContext<{ formatId: number; studentId: number }>): Promise<{
  student: Student
  format: FormatRow
  facts: CertificateFacts
  standing: CertificateRow | null
}> {
  const [[student], [format], [counter], [standing], terms] = await read(
    studentById(db, schoolId, viewer, input.studentId),
    formatRows(db, schoolId).where('id', '=', input.formatId),
    serialCounter(db, schoolId),
    standingOriginal(db, schoolId, viewer, input.studentId),
    db.selectFrom('terms').select(['id', 'name', 'current']).where('schoolId', '=', schoolId),
  )
  if (!student || !format) throw notFound()
  const place = placeOf(student, terms)
  const term = terms.find((one) => one.id === place?.termId) ?? terms.find((one) => one.current)
  const [days] = place
    ? (await read(termAttendance(db, school, { termId: place.termId, studentId: student.id, sectionId: place.sectionId })))[0]
    : []
  const attendance = days && days.workingDays > 0 ? days : null
  const facts = factsOf({
    school,
    student,
    place,
    termName: term?.name ?? '',
    classSince: place ? sinceOf(student, place, terms) : '',
    attendance,
    serial: (counter?.lastSerial ?? 0) + 1,
  })
  return { student, format, facts, standing: standing ?? null }
}

/** Where a student sits now, or sat last. */
export function placeOf(student: Student, terms: readonly { id: number; current: boolean }[]): Place | null {
  const current = terms.find((term) => term.current)?.id
  return student.places.find((place) => place.termId === current) ?? student.places[0] ?? null
}

/**
 * Since when a student sits in the class of a place: since the admission when that was to this class, or else since the first of the
 * school years without another class in between.
 */
function sinceOf(student: Student, place: Place, terms: readonly { id: number; name: string }[]): string {
  const { className } = place
  if (student.dateOfAdmission && student.admitInClass === className) return writeDay(student.dateOfAdmission)
  const before = student.places.slice(student.places.indexOf(place))
  const other = before.findIndex((one) => one.className !== className)
  const first = other < 0 ? before.at(-1) : before[other - 1]
  return terms.find(({ id }) => id === first?.termId)?.name ?? ''
}

/** '7-B', or '' for a student without a place. */
export function sectionOf({ place }: Pick<CertificateFacts, 'place'>): string {
  return place ? `${place.className}-${place.sectionName}` : ''
}

function factsOf(given: Omit<CertificateFacts, 'school' | 'today'> & { school: School }): CertificateFacts {
  return { ...given, today: schoolDay(new Date()) }
}
