import { type Role, roles } from './roles.ts'

/** OpenID settings that the page and the sign-in service share. */
export const signIn = {
  /** Public OAuth client of the product's own pages. */
  client: 'web',
  /** Audience of access tokens (RFC 8707). Without it the service issues opaque tokens. */
  resource: 'urn:shala:api',
  scope: 'openid offline_access email profile',
} as const

/**
 * Length of passwords: 10 to 64 characters when chosen by the person, exactly 10 when set by an admin (specification,
 * section 5).
 */
export const passwordLength = { min: 10, max: 64, setByAdmin: 10 } as const

/** Returns whether a text looks like a one-time code that an admin hands out, such as `K7QM-3VXD`. */
export function looksLikeCode(text: string): boolean {
  return /^[2-9A-Z]{4}[\s-]?[2-9A-Z]{4}$/i.test(text.trim())
}

/**
 * Origin of a password: chosen by the person (`own`), the phone number or a handed-out code (`phone`), or set by an
 * admin, who knows it too (`admin`). With any but the first, the person can only choose an own password.
 */
export const passwordSources = ['own', 'phone', 'admin'] as const
export type PasswordSource = (typeof passwordSources)[number]

/** Claims of a sign-in. `schoolId` is '0' for a super administrator without a school. */
export interface SignInClaims {
  /** Subject: the account's id in the sign-in service. */
  sub: string
  role: Role
  schoolId: string
  /** Absent when another sign-in service manages the password. */
  password?: PasswordSource
}

/**
 * Reads the claims from an ID token or from the service's response.
 * @returns null when the subject, the role or the school is missing; such a session is signed out (specification,
 * section 4)
 */
export function readClaims(claims: Record<string, unknown>): SignInClaims | null {
  const { sub, role, schoolId, password } = claims
  const knownRole = roles.find((name) => name === role)
  if (typeof sub !== 'string' || sub === '' || !knownRole || typeof schoolId !== 'string' || schoolId === '') return null
  const source = passwordSources.find((name) => name === password)
  return { sub, role: knownRole, schoolId, ...(source ? { password: source } : {}) }
}

/** Maximum number of sessions in one request to `/auth/end-sessions`. */
export const endSessionsLimit = 50
