import { createHash, timingSafeEqual } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { sql } from 'kysely'
import { defaultPhone } from '#shared/defaultPhone.ts'
import type { PasswordSource } from '#shared/signIn.ts'
import type { Database } from '../database/connect.ts'
import type { Secrets } from '../secretKeys.ts'
import { isHandedCode } from './codes.ts'
import { HashingBusy, hashingFor, hashingRetrySeconds, hashPassword, verifyPassword } from './passwordHashing.ts'
import { adminPrefix, phonePrefix } from './passwordPrefixes.ts'
import { findAccountRecord } from './accountRecord.ts'

/**
 * Creates the check of a password against the account's column, which takes about the same time for every kind. Until a
 * password is set, the handed-out code or the phone number of the record is accepted. The placeholder phone number is
 * never a password.
 */
export function createPasswordVerifier(
  database: Database,
  secrets: Secrets,
): (account: { hash: string; password: string }) => Promise<boolean> {
  return async ({ hash, password }) => {
    if (!hash.startsWith(phonePrefix)) {
      const ownHash = hash.startsWith(adminPrefix) ? hash.slice(adminPrefix.length) : hash
      return verifyPassword({ hash: ownHash, password }).catch(throwApiError)
    }
    const subject = hash.slice(phonePrefix.length)
    const [record, byCode] = await Promise.all([
      findAccountRecord(database, subject),
      isHandedCode(database.kysely, secrets, subject, password),
      hashForSignIn(password),
    ])
    return byCode || (record !== null && record.phone !== defaultPhone && isSameText(password, record.phone))
  }
}

/** Hashes a password for the sign-in library, which passes on no errors but its own. */
export function hashForSignIn(password: string): Promise<string> {
  return hashPassword(password).catch(throwApiError)
}

function throwApiError(error: unknown): never {
  if (!(error instanceof HashingBusy)) throw error
  const body = { code: error.code, message: error.message }
  throw new APIError('SERVICE_UNAVAILABLE', body, { 'retry-after': String(hashingRetrySeconds) })
}

/** Compares in a time that does not depend on where the texts differ. */
function isSameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}

/** Returns the source of an account's password; undefined when an external sign-in service keeps it. */
export async function passwordSourceOf(database: Database, subject: string): Promise<PasswordSource | undefined> {
  const { rows } = await sql<{ password: string }>`
    select password from auth.account where "userId" = ${subject} and "providerId" = 'credential' and password is not null
  `.execute(database.kysely)
  const password = rows[0]?.password
  if (password === undefined) return undefined
  if (password.startsWith(phonePrefix)) return 'phone'
  return password.startsWith(adminPrefix) ? 'admin' : 'own'
}

/**
 * Returns whether a text is the own password of an account; null when an external sign-in service keeps it. Takes a
 * tenth of a second.
 *
 * @throws HashingBusy when too many passwords are being checked
 */
export async function isOwnPassword(database: Database, subject: string, password: string): Promise<boolean | null> {
  const { rows } = await sql<{ hash: string }>`
    select password as hash from auth.account where "userId" = ${subject} and "providerId" = 'credential' and password is not null
  `.execute(database.kysely)
  const hash = rows[0]?.hash
  if (hash === undefined) return null
  if (hash.startsWith(phonePrefix) || hash.startsWith(adminPrefix)) return false
  return hashingFor(subject, () => verifyPassword({ hash, password }))
}
