import { type Role, roles } from './roles.ts'

/** What the page and the sign-in service must agree on. */
export const signIn = {
  /** The public client of the product's own pages. */
  client: 'web',
  /** The audience of access tokens (RFC 8707): without it the service hands out opaque ones. */
  resource: 'urn:shala:api',
  scope: 'openid offline_access email profile',
} as const

/** A password chosen by the person has 10 to 64 characters; one set by an admin exactly 10 (specification, section 5). */
export const passwordLength = { min: 10, max: 64, setByAdmin: 10 } as const

/** Returns whether a text has the form of a one-time code that is handed out, such as `K7QM-3VXD`. */
export function looksLikeCode(text: string): boolean {
  return /^[2-9A-Z]{4}[\s-]?[2-9A-Z]{4}$/i.test(text.trim())
}

/**
 * Where a person's password comes from: chosen by the person (`own`), the phone number or a code that was handed out (`phone`), or
 * set by an admin who knows it too (`admin`). All but the first open nothing but the way to one of the person's own.
 */
export const passwordSources = ['own', 'phone', 'admin'] as const
export type PasswordSource = (typeof passwordSources)[number]

/** What the sign-in says about a person. `schoolId` is '0' for a super administrator who has no school. */
export interface SignInClaims {
  /** The subject: the id of the account at the sign-in service. */
  sub: string
  role: Role
  schoolId: string
  /** Absent when the password is kept by another sign-in service. */
  password?: PasswordSource
}

/**
 * Reads the claims out of an ID token or out of the service's answer.
 * @returns null when the subject, the role or the school is missing: such a session is signed out (specification, section 4)
 */
export function readClaims(given: Record<string, unknown>): SignInClaims | null {
  const { sub, role, schoolId, password } = given
  const known = roles.find((name) => name === role)
  if (typeof sub !== 'string' || sub === '' || !known || typeof schoolId !== 'string' || schoolId === '') return null
  const source = passwordSources.find((name) => name === password)
  return { sub, role: known, schoolId, ...(source ? { password: source } : {}) }
}

/** Most sessions that one request to `/auth/end-sessions` may name. */
export const endSessionsLimit = 50
