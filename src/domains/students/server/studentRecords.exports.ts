import { sql } from 'kysely'
import { endSessions } from '#platform/auth/accounts.ts'
import type { CommandContext } from '#platform/command.ts'
import type { Config } from '#platform/config.ts'
import { unseal } from '#platform/sealed.ts'
import { invalidateViewer } from '#platform/viewer.ts'
import { schoolDay } from '#shared/dates.ts'
import { type FieldKind, studentFieldNames, studentFields } from '../students.fields.ts'
import { beginPlaces, endPlacesOfLeavers } from './places.sql.ts'
import type { Student } from './students.sql.ts'
import { aadhaarSealContext } from './writeStudents.ts'

export { beginFirstPlaces } from './places.sql.ts'
export { lockStudent, type Student, studentById, visibleStudents } from './students.sql.ts'

/**
 * Disables or enables a student in the caller's transaction. Disabling ends all sessions of the student, and the
 * places; enabling begins them again today, so that no register asks for the days between.
 * @returns a callback for the command's `afterCommit` that removes the student from the viewer cache
 */
export async function writeStudentDisabled(
  { db, call, schoolId }: Pick<CommandContext<unknown, unknown>, 'db' | 'call' | 'schoolId'>,
  student: Pick<Student, 'id' | 'subject' | 'disabled'>,
  disabled: boolean,
): Promise<() => void> {
  const today = schoolDay(new Date())
  const ofStudent = sql`e.student_id = ${student.id}`
  if (disabled && !student.disabled) await endPlacesOfLeavers(db, schoolId, today, ofStudent)
  await db
    .updateTable('students')
    .set({ disabled, switchedAt: new Date() })
    .where('schoolId', '=', schoolId)
    .where('id', '=', student.id)
    .execute()
  if (!disabled && student.disabled) await beginPlaces(db, schoolId, today, ofStudent)
  if (disabled && student.subject) await endSessions(db, student.subject)
  return () => invalidateViewer(call.database, student.subject)
}

/** Returns the whole Aadhaar number of a student, or null for none. The caller authorizes and audits it. */
export function aadhaarOf(
  student: Pick<Student, 'schoolId' | 'id' | 'aadharSealed'>,
  { secrets }: Pick<Config, 'secrets'>,
): string | null {
  return student.aadharSealed && unseal(student.aadharSealed, secrets, aadhaarSealContext(student.schoolId, student.id))
}

const erasedByKind: Readonly<Record<FieldKind, string>> = {
  text: "''",
  name: "''",
  day: 'null',
  flag: 'false',
  email: "''",
  phones: "'{}'",
  apaar: "''",
  language: "''",
  choice: "''",
  choices: "''",
  number: "''",
}

/** What the plain fields of an erased student hold: SQL by column. */
export const erasedFields: Readonly<Record<string, string>> = Object.fromEntries(
  studentFieldNames.map((field) => [
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    erasedByKind[studentFields[field].kind],
  ]),
)
