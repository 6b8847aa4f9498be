import { createHash } from 'node:crypto'
import type { Viewer } from '#platform/viewer.ts'

/*
 * A guardian who is signed in by a phone has no account (decisions/0065, 0069). In the conversations of a child the
 * guardian is the child's family, as the student's account is, with a read mark and a limit of the phone's own.
 */

/** Returns whom a phone is in conversations, as the SQL function `guardian_subject` does. */
export function guardianSubject(phone: string): string {
  const digest = createHash('md5').update(`guardian ${phone}`).digest('hex')
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Returns a guardian as the reader of a child's conversations. The caller makes sure that the child is the phone's. */
export function guardianReader(schoolId: number, phone: string, child: { id: number; name: string }): Viewer {
  return {
    subject: guardianSubject(phone),
    role: 'STUDENT',
    schoolId,
    userId: null,
    studentId: child.id,
    name: child.name,
    email: '',
    phone,
    classIds: null,
    zoom: null,
    place: null,
    language: null,
    ownPassword: true,
  }
}
