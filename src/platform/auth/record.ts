import type { Role } from '#shared/roles.ts'
import type { Database } from '../database/connect.ts'

/** The user's or student's record behind an account, read now and not from a cache. */
export interface AccountRecord {
  role: Role
  /** 0 for a super administrator. */
  schoolId: number
  /** One of the two is null. */
  userId: number | null
  studentId: number | null
  name: string
  phone: string
  /** Where the person can be written to; '' where none is known. A student's e-mail to sign in with may be made up by the school. */
  email: string
  disabled: boolean
}

/** Finds the record an account stands for, also a disabled one; null when there is none any more. */
export async function recordOf(database: Database, subject: string): Promise<AccountRecord | null> {
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

/** Every phone of the record behind an account: a student's has several. */
export async function phonesOf(database: Database, subject: string): Promise<string[]> {
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
