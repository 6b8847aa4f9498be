import { dictionary } from '@zxcvbn-ts/language-common'
import { commonPassword, passwordProblem } from '#shared/passwords.ts'
import { passwordLength } from '#shared/signIn.ts'
import type { Database } from '../database/connect.ts'
import { Refusal } from '../refusal.ts'
import { phonesOf } from './record.ts'

/** Only those that are long enough to be chosen at all: some 1,500 of 49,000. */
const commonPasswords = new Set(
  dictionary['passwords-common'].map(String).filter((password) => password.length >= passwordLength.min),
)

/**
 * Returns why a password may not become an account's own, in words for its field; null when it may. It has 10 to 64 characters, and
 * is neither a phone of the record, nor the placeholder, nor a common one.
 */
export function newPasswordProblem(password: string, phones: readonly string[]): string | null {
  return passwordProblem(password, phones) ?? (isCommon(password) ? commonPassword : null)
}

/** The same for the account of a subject, whose phones are read. */
export async function passwordProblemFor(database: Database, subject: string, password: string): Promise<string | null> {
  return newPasswordProblem(password, await phonesOf(database, subject))
}

/**
 * Checks a password that an admin sets for a person: exactly 10 characters, and otherwise as one's own.
 * @throws Refusal BAD_INPUT on `password`
 */
export function checkSetPassword(password: string, phones: readonly string[]): void {
  const { setByAdmin } = passwordLength
  const wrongLength = password.length === setByAdmin ? null : `Password should have ${setByAdmin} characters.`
  const message = wrongLength ?? newPasswordProblem(password, phones)
  if (message) throw new Refusal('BAD_INPUT', message, [{ path: 'password', message }])
}

/** Also with capitals, with marks between the letters, and one character again and again. */
function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  return commonPasswords.has(lower) || commonPasswords.has(lower.replace(/[^a-z0-9]/g, '')) || /^(.)\1+$/.test(lower)
}
