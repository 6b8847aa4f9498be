import { createHash, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { seal, unseal } from '#platform/sealed.ts'
import { type Secrets, isSignedByKnownKey } from '#platform/secretKeys.ts'
import { codeAlphabet, codeLength, schoolPart } from '../onlinefees.rules.ts'

/** A new secret of a guardian link: what is stored of it, and itself. */
export interface LinkSecret {
  text: string
  hash: Buffer
  sealed: Buffer
}

/** How a token or code is found without being stored. */
export function secretHash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function kept(text: string, secretKey: string, column: 'token' | 'code', schoolId: number): LinkSecret {
  return { text, hash: secretHash(text), sealed: seal(text, secretKey, linkContext(column, schoolId)) }
}

/** Where the secrets of a guardian's link live; see `seal`. */
export function linkContext(column: 'token' | 'code', schoolId: number): string {
  return `guardian_links.${column}/${schoolId}`
}

/** A token of 144 random bits, with its school in front. */
export function newToken(secretKey: string, schoolId: number): LinkSecret {
  return kept(`${schoolPart(schoolId)}-${randomBytes(18).toString('base64url')}`, secretKey, 'token', schoolId)
}

/** A short code of 58 random bits for an SMS; guessing is slowed down by its address (publicRoutes.ts). */
export function newCode(secretKey: string, schoolId: number): LinkSecret {
  const code = Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
  return kept(`${schoolPart(schoolId)}-${code}`, secretKey, 'code', schoolId)
}

/** The token or code that was sealed. */
export function openSecret(sealed: Buffer, secrets: string | Secrets, column: 'token' | 'code', schoolId: number): string {
  return unseal(sealed, secrets, linkContext(column, schoolId))
}

const idAlphabet = '0123456789abcdefghijklmnopqrstuvwxyz'

/** A transaction's name at the gateway: unique, with its school in front, 25 characters at most. */
export function newTxnid(schoolId: number): string {
  const random = Array.from({ length: 16 }, () => idAlphabet[randomInt(idAlphabet.length)]).join('')
  return `${schoolPart(schoolId)}Z${random}`
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

/** A reference by which one order can be looked at for a day, and no other. */
export function orderRef(secretKey: string, schoolId: number, orderId: number, now = Date.now()): string {
  const body = [schoolId, orderId, Math.floor(now / 1000) + day].map((part) => part.toString(36)).join('.')
  return `${body}.${sign(secretKey, body)}`
}

/** The order of a reference; null when it is not ours or its day is over. */
export function orderOfRef(
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
