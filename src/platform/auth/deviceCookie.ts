import { createHmac, randomBytes } from 'node:crypto'
import type { createAuthMiddleware } from 'better-auth/api'
import { type Secrets, signedByOne } from '../secretKeys.ts'

/** The cookie by which a device proves that accounts have signed in on it before. */
export const deviceCookie = 'shala.device'

/** Seconds that browsers keep a cookie at most: 400 days. */
export const deviceCookieSeconds = 400 * 24 * 60 * 60

/** Accounts that one cookie proves; the one that signed in longest ago gives way. */
const mostAccounts = 30

const part = /^[\w-]{22}$/

/** A device whose id the server has signed. */
export interface KnownDevice {
  id: string
  /** Returns whether the account of this e-mail has signed in on the device. */
  hasSignedIn(email: string): boolean
  /** The value of the cookie after the account of this e-mail has signed in. */
  afterSignIn(email: string): string
}

/**
 * Reads the device cookie: the device's random id, the id's signature, and a signature of id and account for each account.
 * @returns null when there is none, or the server did not make it
 */
export function readDevice(value: string | null | undefined, secrets: Secrets): KnownDevice | null {
  const [id = '', ...signatures] = (value ?? '').split('.')
  const [own = '', ...accounts] = signatures
  if (signatures.length > mostAccounts + 1 || ![id, ...signatures].every((text) => part.test(text))) return null
  if (!signedByOne(secrets, own, (key) => sign(key, id, ''))) return null
  return device(id, accounts, secrets)
}

/** Makes an id for a device that has none yet. */
export function newDevice(secrets: Secrets): KnownDevice {
  return device(randomBytes(16).toString('base64url'), [], secrets)
}

function device(id: string, accounts: readonly string[], secrets: Secrets): KnownDevice {
  const isOf = (email: string) => (signature: string) => signedByOne(secrets, signature, (key) => sign(key, id, email))
  return {
    id,
    hasSignedIn: (email) => accounts.some(isOf(email)),
    afterSignIn: (email) => {
      const others = accounts.filter((signature) => !isOf(email)(signature))
      const signatures = [sign(secrets.current, id, ''), sign(secrets.current, id, email), ...others]
      return [id, ...signatures.slice(0, mostAccounts + 1)].join('.')
    },
  }
}

/** 128 bits of a keyed digest, 22 characters. */
function sign(secretKey: string, id: string, email: string): string {
  const text = `sign-in device\n${id}\n${email.toLowerCase()}`
  return createHmac('sha256', secretKey).update(text).digest().subarray(0, 16).toString('base64url')
}

/** A request to the sign-in service, as far as cookies depend on it. */
type CookieContext = Pick<Parameters<Parameters<typeof createAuthMiddleware>[0]>[0], 'getCookie' | 'setCookie'>

/** Reads the device cookie of a request to the sign-in service. */
export function deviceOf(ctx: CookieContext, secrets: Secrets): KnownDevice | null {
  return readDevice(ctx.getCookie(deviceCookie), secrets)
}

/**
 * Makes the device of a request known for the account of an e-mail. Only for who has proved more than what colleagues know: an own
 * password, a code, or the link of a mail.
 * @param secure whether the page is served by TLS, so that its cookies may ask for it
 */
export function rememberDevice(
  ctx: CookieContext,
  email: string,
  { secrets, secure }: { secrets: Secrets; secure: boolean },
): void {
  const value = (deviceOf(ctx, secrets) ?? newDevice(secrets)).afterSignIn(email)
  ctx.setCookie(deviceCookie, value, { path: '/auth', maxAge: deviceCookieSeconds, httpOnly: true, sameSite: 'lax', secure })
}
