import { APIError } from 'better-auth/api'
import type { SignInClaims } from '#shared/signIn.ts'
import { t } from '#shared/texts.ts'
import type { Database } from '../database/connect.ts'
import { passwordSourceOf } from './passwords.ts'
import { type AccountRecord, findAccountRecord } from './accountRecord.ts'

/** Returns why an account may not sign in although its password is right; null when it may. */
export function signInRefusal(record: AccountRecord | null): { code: string; message: string } | null {
  if (!record) return { code: 'NO_RECORD', message: t`There is no record for this account. Please ask your school.` }
  if (record.disabled) return { code: 'DISABLED', message: t`This account is disabled. Please ask your school.` }
  return null
}

/** Returns the claims about an account; null when its record is disabled or gone. */
export async function loadClaims(database: Database, subject: string): Promise<SignInClaims | null> {
  const record = await findAccountRecord(database, subject)
  if (!record || signInRefusal(record)) return null
  const password = await passwordSourceOf(database, subject)
  return { sub: subject, role: record.role, schoolId: String(record.schoolId), ...(password ? { password } : {}) }
}

/**
 * Returns the claims of a token, at every issue and refresh.
 *
 * @throws APIError `invalid_grant` when the record is disabled or gone; the library itself would still refresh
 */
export async function requireClaims(database: Database, subject: string | undefined): Promise<Omit<SignInClaims, 'sub'>> {
  const claims = subject === undefined ? null : await loadClaims(database, subject)
  if (!claims) throw new APIError('BAD_REQUEST', { error: 'invalid_grant', error_description: 'This account may not sign in.' })
  const { sub: _, ...granted } = claims
  return granted
}
