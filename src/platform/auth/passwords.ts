import { createHash, timingSafeEqual } from 'node:crypto'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { defaultPhone } from '../../shared/phones.ts'
import type { PasswordSource } from '../../shared/signIn.ts'
import type { Database } from '../database/connect.ts'
import { recordOf } from './record.ts'

/**
 * Stands in an account's password column, followed by the account's id, until a password was set: the phone number of the
 * record is the password then. Hashing it beforehand would take minutes for an import of thousands.
 */
export const phoneMark = 'phone:'
/** Stands before the hash of a password that an admin set and knows. */
export const adminMark = 'admin:'

/** Checks a password against what the account's column holds; takes about as long whichever kind it is. */
export function passwordCheck(database: Database): (given: { hash: string; password: string }) => Promise<boolean> {
  return async ({ hash, password }) => {
    if (!hash.startsWith(phoneMark))
      return verifyPassword({ hash: hash.startsWith(adminMark) ? hash.slice(adminMark.length) : hash, password })
    const [record] = await Promise.all([recordOf(database, hash.slice(phoneMark.length)), hashPassword(password)])
    return record !== null && sameText(password, record.phone)
  }
}

/** Compares in a time that does not depend on where two texts differ. */
function sameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}

/** Where the password of an account comes from; undefined when another sign-in service keeps it. */
export async function passwordSourceOf(database: Database, subject: string, phone: string): Promise<PasswordSource | undefined> {
  const { rows } = await sql<{ password: string }>`
    select password from auth.account where "userId" = ${subject} and "providerId" = 'credential' and password is not null
  `.execute(database.kysely)
  const password = rows[0]?.password
  if (password === undefined) return undefined
  if (password.startsWith(phoneMark)) return phone === defaultPhone ? 'defaultPhone' : 'phone'
  return password.startsWith(adminMark) ? 'admin' : 'own'
}
