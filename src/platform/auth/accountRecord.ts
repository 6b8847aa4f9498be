import type { Role } from '#shared/roles.ts'
import type { Database } from '../database/connect.ts'

/** The user's or student's record behind an account, read directly and not from a cache. */
export interface AccountRecord {
  role: Role
  /** 0 for a super administrator. */
  schoolId: number
  /** One of `userId` and `studentId` is null. */
  userId: number | null
  studentId: number | null
  name: string
  phone: string
  /** The contact e-mail; '' when none is known. A student's sign-in e-mail may be made up by the school. */
  email: string
  disabled: boolean
}

/** Returns the record of an account, also a disabled one; null when there is none any more. */
export async function findAccountRecord(database: Database, subject: string): Promise<AccountRecord | null> {
  const db = database.kysely
  const login = await db.selectFrom('logins').selectAll().where('subject', '=', subject).executeTakeFirst()
  if (!login) return null
  const { schoolId } = login
  if (login.userId !== null) {
    const [[user]] = await database.read(schoolId, [
      db
        .selectFrom('users')
        .select(['role', 'name', 'phone', 'email', 'disabled'])
        .where('schoolId', '=', schoolId)
        .where('id', '=', login.userId),
    ] as const)
    return user ? { ...user, schoolId, userId: login.userId, studentId: null, role: user.role as Role } : null
  }
  const [[student]] = await database.read(schoolId, [
    db
      .selectFrom('students')
      .select(['name', 'phone', 'email', 'disabled'])
      .where('schoolId', '=', schoolId)
      .where('id', '=', login.studentId),
  ] as const)
  return student ? { ...student, schoolId, userId: null, studentId: login.studentId, role: 'STUDENT' } : null
}

/** Returns all phones of an account's record; a student has several. */
export async function findPhones(database: Database, subject: string): Promise<string[]> {
  const db = database.kysely
  const login = await db.selectFrom('logins').selectAll().where('subject', '=', subject).executeTakeFirst()
  if (!login) return []
  const { schoolId, userId, studentId } = login
  const [users, students] = await database.read(schoolId, [
    db.selectFrom('users').select('phone').where('schoolId', '=', schoolId).where('id', '=', userId),
    db.selectFrom('students').select(['phone', 'phones']).where('schoolId', '=', schoolId).where('id', '=', studentId),
  ] as const)
  return [...users.map(({ phone }) => phone), ...students.flatMap(({ phone, phones }) => [phone, ...phones])]
}
