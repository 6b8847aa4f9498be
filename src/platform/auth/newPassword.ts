import { dictionary } from '@zxcvbn-ts/language-common'
import { commonPasswordMessage, passwordProblem } from '#shared/passwords.ts'
import { passwordLength } from '#shared/signIn.ts'
import { t } from '#shared/texts.ts'
import type { Database } from '../database/connect.ts'
import { Refusal } from '../refusal.ts'
import { findPhones } from './accountRecord.ts'

/** Only passwords that are long enough to be chosen: about 1,500 of 49,000. */
const commonPasswords = new Set(
  dictionary['passwords-common'].map(String).filter((password) => password.length >= passwordLength.min),
)

/**
 * Returns why a password may not be chosen, in words for its field; null when it may. It must have 10 to 64 characters,
 * and not be a phone of the record, the placeholder, or a common password.
 */
export function newPasswordProblem(password: string, phones: readonly string[]): string | null {
  return passwordProblem(password, phones) ?? (isCommon(password) ? commonPasswordMessage() : null)
}

/** Checks a new password of an account against the phones of its record. */
export async function passwordProblemFor(database: Database, subject: string, password: string): Promise<string | null> {
  return newPasswordProblem(password, await findPhones(database, subject))
}

/**
 * Checks a password that an admin sets for a person: exactly 10 characters, and otherwise the rules of an own one.
 *
 * @throws Refusal BAD_INPUT on `password`
 */
export function checkAdminPassword(password: string, phones: readonly string[]): void {
  const { setByAdmin } = passwordLength
  const wrongLength = password.length === setByAdmin ? null : t`Password should have ${setByAdmin} characters.`
  const message = wrongLength ?? newPasswordProblem(password, phones)
  if (message) throw new Refusal('BAD_INPUT', message, [{ path: 'password', message }])
}

/** Also detects common passwords with capitals or with marks between the letters, and one repeated character. */
function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  return commonPasswords.has(lower) || commonPasswords.has(lower.replace(/[^a-z0-9]/g, '')) || /^(.)\1+$/.test(lower)
}
