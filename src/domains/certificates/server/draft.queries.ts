import type { QueryContext } from '#platform/command.ts'
import { query } from '#platform/command.ts'
import { fileUrl } from '#platform/files/files.ts'
import { notFound } from '#platform/refusal.ts'
import type { School } from '#platform/school.ts'
import { schoolDay, writeDay } from '#shared/dates.ts'
import { termAttendance } from '#domains/attendance/server/termAttendance.exports.ts'
import { pendingByTerm } from '#domains/fees/server/fees.exports.ts'
import type { StudentHead } from '#domains/students/server/studentHead.exports.ts'
import { type Student, studentById } from '#domains/students/server/studentRecords.exports.ts'
import { picturesOf } from '../certificates.rules.ts'
import { draftView } from '../certificates.schema.ts'
import { type CertificateFacts, fieldLabel, isFixed, isNeeded, prefilledValue } from '../fields.ts'
import type { FormatDoc } from '../format.schema.ts'
import { certificateActions } from './certificates.permissions.ts'
import { type CertificateRow, serialCounter, validOriginal } from './certificates.sql.ts'
import { type FormatRow, formatRows } from './formats.sql.ts'

type Place = Student['places'][number]

/** A field of a draft with its known value. The server writes `fixed` fields itself. */
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
  student: StudentHead
  format: FormatRow
  serial: number
  standing: CertificateRow | null
  fields: DraftField[]
  /** The student's arrears, by term. */
  dues: { termName: string; pending: number }[]
  pictures: { fileId: string; url: string }[]
  logoUrl: string | null
  signatureUrl: string | null
  photoUrl: string | null
}

/**
 * Returns a student's certificate as it would be issued now.
 * @throws Refusal NOT_FOUND for a format or a student that the viewer may not see
 */
export const viewDraft = query({
  action: certificateActions.draft,
  input: draftView,
  run: async (reading): Promise<Draft> => {
    const { call, db, read, school, schoolId } = reading
    const { student, format, facts, standing } = await readDraft(reading)
    const dues = school.feesModule ? (await read(pendingByTerm(db, schoolId, student.id)))[0] : []
    return {
      student: { ...student, sectionName: sectionOf(facts) || null, roll: facts.place?.roll ?? null },
      format,
      standing,
      serial: facts.serial ?? 1,
      fields: format.fields.map(({ name }) => {
        const value = prefilledValue(name, facts)
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

/** Reads the data of a draft, with the next serial. */
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
    validOriginal(db, schoolId, viewer, input.studentId),
    db.selectFrom('terms').select(['id', 'name', 'current']).where('schoolId', '=', schoolId),
  )
  if (!student || !format) throw notFound()
  const place = placeOf(student, terms)
  const term = terms.find(({ id }) => id === place?.termId) ?? terms.find(({ current }) => current)
  const [days] = place ? (await read(termAttendance(db, school, { termId: place.termId, studentId: student.id })))[0] : []
  const attendance = days && days.workingDays > 0 ? days : null
  const facts = withToday({
    school,
    student,
    place,
    termName: term?.name ?? '',
    classSince: place ? startOfClass(student, place, terms) : '',
    attendance,
    serial: (counter?.lastSerial ?? 0) + 1,
  })
  return { student, format, facts, standing: standing ?? null }
}

/** Returns a student's current or last section; null for a student who never had one. */
export function placeOf(student: Student, terms: readonly { id: number; current: boolean }[]): Place | null {
  const current = terms.find((term) => term.current)?.id
  return student.places.find((place) => place.termId === current) ?? student.places[0] ?? null
}

/**
 * Returns since when a student has been in a class. If the student was admitted to it, that is the date of admission;
 * otherwise the first of the school years without another class in between.
 */
function startOfClass(student: Student, place: Place, terms: readonly { id: number; name: string }[]): string {
  const { className } = place
  if (student.dateOfAdmission && student.admitInClass === className) return writeDay(student.dateOfAdmission)
  const upToNow = student.places.slice(student.places.indexOf(place))
  const otherClass = upToNow.findIndex((earlier) => earlier.className !== className)
  const first = otherClass < 0 ? upToNow.at(-1) : upToNow[otherClass - 1]
  return terms.find(({ id }) => id === first?.termId)?.name ?? ''
}

/** Returns `7-B`, or '' for a student without a section. */
export function sectionOf({ place }: Pick<CertificateFacts, 'place'>): string {
  return place ? `${place.className}-${place.sectionName}` : ''
}

function withToday(facts: Omit<CertificateFacts, 'school' | 'today'> & { school: School }): CertificateFacts {
  return { ...facts, today: schoolDay(new Date()) }
}
