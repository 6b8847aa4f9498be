import { createHash, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { seal, unseal } from '#platform/sealed.ts'
import { type Secrets, isSignedByKnownKey } from '#platform/secretKeys.ts'
import { codeAlphabet, codeLength, schoolPrefix } from '../onlinefees.rules.ts'

/** A new secret of a guardian link: its text, and the hash and sealed text to be stored. */
export interface LinkSecret {
  text: string
  hash: Buffer
  sealed: Buffer
}

/** Hashes a token or code, so that it is found without being stored in plain text. */
export function secretHash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function sealSecret(text: string, secretKey: string, column: 'token' | 'code', schoolId: number): LinkSecret {
  return { text, hash: secretHash(text), sealed: seal(text, secretKey, linkSealContext(column, schoolId)) }
}

/** Returns the sealing context of a guardian link's secrets; see `seal`. */
export function linkSealContext(column: 'token' | 'code', schoolId: number): string {
  return `guardian_links.${column}/${schoolId}`
}

/** Creates a token of 144 random bits, prefixed with its school. */
export function createToken(secretKey: string, schoolId: number): LinkSecret {
  return sealSecret(`${schoolPrefix(schoolId)}-${randomBytes(18).toString('base64url')}`, secretKey, 'token', schoolId)
}

/** Creates a short code of 58 random bits for an SMS. Guesses are limited per network address (publicRoutes.ts). */
export function createCode(secretKey: string, schoolId: number): LinkSecret {
  const code = Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
  return sealSecret(`${schoolPrefix(schoolId)}-${code}`, secretKey, 'code', schoolId)
}

/** Unseals a token or code. */
export function unsealSecret(sealed: Buffer, secrets: string | Secrets, column: 'token' | 'code', schoolId: number): string {
  return unseal(sealed, secrets, linkSealContext(column, schoolId))
}

const idAlphabet = '0123456789abcdefghijklmnopqrstuvwxyz'

/** Creates an order's id at the gateway: unique, prefixed with its school, at most 25 characters. */
export function createTxnid(schoolId: number): string {
  const random = Array.from({ length: 16 }, () => idAlphabet[randomInt(idAlphabet.length)]).join('')
  return `${schoolPrefix(schoolId)}Z${random}`
}

const refKeys = new Map<string, Buffer>()
const day = 86_400

function sign(secretKey: string, text: string): string {
  let key = refKeys.get(secretKey)
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secretKey, 'shala orders v1', 'ref', 32))
    refKeys.set(secretKey, key)
  }
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Creates a signed reference that gives access to one order for a day. */
export function createOrderRef(secretKey: string, schoolId: number, orderId: number, now = Date.now()): string {
  const body = [schoolId, orderId, Math.floor(now / 1000) + day].map((part) => part.toString(36)).join('.')
  return `${body}.${sign(secretKey, body)}`
}

/** Returns the order ids in a reference; null when it is forged or expired. */
export function verifyOrderRef(
  secrets: string | Secrets,
  ref: string,
  now = Date.now(),
): { schoolId: number; orderId: number } | null {
  const parts = ref.split('.')
  const [schoolId = NaN, orderId = NaN, expires = NaN] = parts.slice(0, 3).map((part) => Number.parseInt(part, 36))
  const body = parts.slice(0, 3).join('.')
  if (parts.length !== 4 || !isSignedByKnownKey(secrets, parts[3] ?? '', (key) => sign(key, body))) return null
  return expires * 1000 > now ? { schoolId, orderId } : null
}
