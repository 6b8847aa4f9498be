import { createHash, timingSafeEqual } from 'node:crypto'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { defaultPhone } from '#shared/defaultPhone.ts'
import type { PasswordSource } from '#shared/signIn.ts'
import type { Database } from '../database/connect.ts'
import type { Secrets } from '../secretKeys.ts'
import { isHandedCode } from './codes.ts'
import { adminMark, phoneMark } from './passwordMarks.ts'
import { recordOf } from './record.ts'

/**
 * Checks a password against what the account's column holds; takes about as long whichever kind it is. Until a password was set it is
 * the code that was handed out, or the phone number of the record; the default phone number is everybody's, and no password.
 */
export function passwordCheck(
  database: Database,
  secrets: Secrets,
): (given: { hash: string; password: string }) => Promise<boolean> {
  return async ({ hash, password }) => {
    if (!hash.startsWith(phoneMark))
      return verifyPassword({ hash: hash.startsWith(adminMark) ? hash.slice(adminMark.length) : hash, password })
    const subject = hash.slice(phoneMark.length)
    const [record, byCode] = await Promise.all([
      recordOf(database, subject),
      isHandedCode(database.kysely, secrets, subject, password),
      hashPassword(password),
    ])
    return byCode || (record !== null && record.phone !== defaultPhone && sameText(password, record.phone))
  }
}

/** Compares in a time that does not depend on where two texts differ. */
function sameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}

/** Where the password of an account comes from; undefined when another sign-in service keeps it. */
export async function passwordSourceOf(database: Database, subject: string): Promise<PasswordSource | undefined> {
  const { rows } = await sql<{ password: string }>`
    select password from auth.account where "userId" = ${subject} and "providerId" = 'credential' and password is not null
  `.execute(database.kysely)
  const password = rows[0]?.password
  if (password === undefined) return undefined
  if (password.startsWith(phoneMark)) return 'phone'
  return password.startsWith(adminMark) ? 'admin' : 'own'
}

/** Whether a text is the own password of an account; null when another sign-in service keeps it. Takes a tenth of a second. */
export async function isPasswordOf(database: Database, subject: string, password: string): Promise<boolean | null> {
  const { rows } = await sql<{ hash: string }>`
    select password as hash from auth.account where "userId" = ${subject} and "providerId" = 'credential' and password is not null
  `.execute(database.kysely)
  const hash = rows[0]?.hash
  if (hash === undefined) return null
  return !hash.startsWith(phoneMark) && !hash.startsWith(adminMark) && verifyPassword({ hash, password })
}
