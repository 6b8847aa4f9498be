import { createHmac, randomBytes } from 'node:crypto'
import type { createAuthMiddleware } from 'better-auth/api'
import { type Secrets, isSignedByKnownKey } from '../secretKeys.ts'

/** The cookie that proves which accounts have signed in on this device. */
export const deviceCookie = 'shala.device'

/** The maximum lifetime of a cookie in browsers: 400 days. */
export const deviceCookieSeconds = 400 * 24 * 60 * 60

/** Maximum number of accounts in one cookie; the one with the oldest sign-in is dropped. */
const maxAccounts = 30

const part = /^[\w-]{22}$/

/** A device whose id the server has signed. */
export interface KnownDevice {
  id: string
  /** Returns whether the account of this e-mail has signed in on the device. */
  hasSignedIn(email: string): boolean
  /** Returns the cookie's value after the account of this e-mail has signed in. */
  afterSignIn(email: string): string
}

/**
 * Reads the device cookie: the device's random id, the id's signature, and a signature of id and account for each
 * account.
 *
 * @returns null without a cookie, or when the server did not make it
 */
export function readDevice(value: string | null | undefined, secrets: Secrets): KnownDevice | null {
  const [id = '', ...signatures] = (value ?? '').split('.')
  const [own = '', ...accounts] = signatures
  if (signatures.length > maxAccounts + 1 || ![id, ...signatures].every((text) => part.test(text))) return null
  if (!isSignedByKnownKey(secrets, own, (key) => sign(key, id, ''))) return null
  return device(id, accounts, secrets)
}

/** Generates the id of a new device. */
export function newDevice(secrets: Secrets): KnownDevice {
  return device(randomBytes(16).toString('base64url'), [], secrets)
}

function device(id: string, accounts: readonly string[], secrets: Secrets): KnownDevice {
  const isOf = (email: string) => (signature: string) => isSignedByKnownKey(secrets, signature, (key) => sign(key, id, email))
  return {
    id,
    hasSignedIn: (email) => accounts.some(isOf(email)),
    afterSignIn: (email) => {
      const others = accounts.filter((signature) => !isOf(email)(signature))
      const signatures = [sign(secrets.current, id, ''), sign(secrets.current, id, email), ...others]
      return [id, ...signatures.slice(0, maxAccounts + 1)].join('.')
    },
  }
}

/** Returns a keyed digest of 128 bits in 22 characters. */
function sign(secretKey: string, id: string, email: string): string {
  const text = `sign-in device\n${id}\n${email.toLowerCase()}`
  return createHmac('sha256', secretKey).update(text).digest().subarray(0, 16).toString('base64url')
}

/** The part of a sign-in request's context that reads and writes cookies. */
type CookieContext = Pick<Parameters<Parameters<typeof createAuthMiddleware>[0]>[0], 'getCookie' | 'setCookie'>

/** Reads the device cookie of a sign-in request. */
export function readRequestDevice(ctx: CookieContext, secrets: Secrets): KnownDevice | null {
  return readDevice(ctx.getCookie(deviceCookie), secrets)
}

/**
 * Adds an account to the device cookie of a request. Call it only for a person who proved more than colleagues know: an
 * own password, a code, or the link of a mail.
 *
 * @param secure whether the page is served by TLS, so that its cookies may be restricted to it
 */
export function rememberDevice(
  ctx: CookieContext,
  email: string,
  { secrets, secure }: { secrets: Secrets; secure: boolean },
): void {
  const value = (readRequestDevice(ctx, secrets) ?? newDevice(secrets)).afterSignIn(email)
  ctx.setCookie(deviceCookie, value, { path: '/auth', maxAge: deviceCookieSeconds, httpOnly: true, sameSite: 'lax', secure })
}
