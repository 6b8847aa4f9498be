import { endSessions } from '#platform/auth/accounts.ts'
import type { Running } from '#platform/command.ts'
import type { Config } from '#platform/config.ts'
import { unseal } from '#platform/sealed.ts'
import { forgetViewer } from '#platform/viewer.ts'
import type { Student } from './students.sql.ts'
import { aadhaarPlace } from './writeStudents.ts'

export { lockStudent, type Student, studentById } from './students.sql.ts'

/**
 * Disables or enables a student in the caller's transaction; a disabled one is signed out everywhere at once.
 * @returns what forgets her in this process, for the command's `after`
 */
export async function switchStudent(
  { db, call, schoolId }: Pick<Running<unknown, unknown>, 'db' | 'call' | 'schoolId'>,
  student: Pick<Student, 'id' | 'subject'>,
  disabled: boolean,
): Promise<() => void> {
  await db
    .updateTable('students')
    .set({ disabled, switchedAt: new Date() })
    .where('schoolId', '=', schoolId)
    .where('id', '=', student.id)
    .execute()
  if (disabled && student.subject) await endSessions(db, student.subject)
  return () => forgetViewer(call.database, student.subject)
}

/** The whole Aadhaar number of a student, for who may see it and is written down for it; null for none. */
export function aadhaarOf(
  student: Pick<Student, 'schoolId' | 'id' | 'aadharSealed'>,
  { secrets }: Pick<Config, 'secrets'>,
): string | null {
  return student.aadharSealed && unseal(student.aadharSealed, secrets, aadhaarPlace(student.schoolId, student.id))
}
