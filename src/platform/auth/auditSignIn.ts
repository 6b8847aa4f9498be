import { auditWithoutPerson } from '../auditWithoutPerson.ts'
import type { Database } from '../database/connect.ts'
import { findAccountRecord } from './accountRecord.ts'

/*
 * Sign-ins are in the audit log of the person's school, those of super administrators in the platform's own. They are
 * written behind the answer, so that a busy database makes no sign-in slower and a failing row refuses none. Wrong
 * passwords are numbers in these rows and not rows, because anybody could fill the log with them.
 */

/** Records a sign-in, and the number of wrong passwords of the same network or device before it. */
export async function auditSignIn(database: Database, subject: string, wrongPasswords: number): Promise<void> {
  const record = await findAccountRecord(database, subject)
  if (!record) return
  const { schoolId, role } = record
  const fields = wrongPasswords > 0 ? [`wrongPasswords:${wrongPasswords}`] : []
  await database.transaction(schoolId, (db) =>
    db.insertInto('auditLog').values({ schoolId, subject, role, action: 'account.signIn', rowIds: [], fields }).execute(),
  )
}

/** Records that further passwords of an account are refused, because too many were wrong. */
export async function auditRefusedSignIns(database: Database, subject: string): Promise<void> {
  const record = await findAccountRecord(database, subject)
  if (!record) return
  const { schoolId, userId, studentId } = record
  const entry = { role: 'STRANGER', requestId: '' } as const
  await database.transaction(schoolId, (db) =>
    userId === null
      ? auditWithoutPerson(db, schoolId, { ...entry, action: 'student.refuseSignIns', ids: [studentId ?? 0] })
      : auditWithoutPerson(db, schoolId, { ...entry, action: 'user.refuseSignIns', ids: [userId] }),
  )
}
