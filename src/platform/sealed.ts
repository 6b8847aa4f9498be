import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { keyId, knownKeys, type Secrets } from './secretKeys.ts'

/*
 * Layout of a sealed value, version 1 (lengths in bytes):
 *   version 1 | key id 8 | wrapping iv 12 | wrapped data key 32 | its tag 16 | iv 12 | tag 16 | ciphertext
 *
 * Every value has a data key of its own; the installation's key only wraps those. So nothing large is ever encrypted under
 * the long-lived key, and the key id says which secret a value needs before anything is tried.
 */
const version = 1
const at = { keyId: 1, wrapIv: 9, wrapped: 21, wrapTag: 53, iv: 69, tag: 81, text: 97 }

/** A sealed value that cannot be opened; the message says why, without anything of the value. */
export class CannotUnseal extends Error {}

interface WrappingKey {
  key: Buffer
  id: Buffer
}

const wrappingKeys = new Map<string, WrappingKey>()

function wrappingKey(secretKey: string): WrappingKey {
  let known = wrappingKeys.get(secretKey)
  if (!known) {
    const key = Buffer.from(hkdfSync('sha256', secretKey, 'shala sealed v1', 'key', 32))
    known = { key, id: Buffer.from(keyId(secretKey), 'hex') }
    wrappingKeys.set(secretKey, known)
  }
  return known
}

/**
 * Encrypts a text for the database (AES-256-GCM, envelope).
 * @param secretKey the installation's SECRET_KEY; the key itself is derived from it by HKDF
 * @param context where the value lives, such as `bank_accounts.key_secret/12` (table, column, school): a value moved elsewhere does not open
 */
export function seal(text: string, secretKey: string, context: string): Buffer {
  const wrapping = wrappingKey(secretKey)
  const dataKey = randomBytes(32)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', dataKey, iv)
  cipher.setAAD(Buffer.from(context, 'utf8'))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([head(wrapping, dataKey, context), iv, cipher.getAuthTag(), sealed])
}

/** What stands before the value's own part: version, key id and the wrapped data key. */
function head(wrapping: WrappingKey, dataKey: Buffer, context: string): Buffer {
  const wrapIv = randomBytes(12)
  const wrap = createCipheriv('aes-256-gcm', wrapping.key, wrapIv)
  wrap.setAAD(Buffer.from(context, 'utf8'))
  const wrapped = Buffer.concat([wrap.update(dataKey), wrap.final()])
  return Buffer.concat([Buffer.of(version), wrapping.id, wrapIv, wrapped, wrap.getAuthTag()])
}

/**
 * Opens what {@link seal} made with any of the known secrets.
 * @throws CannotUnseal for another secret, another context, or a value that was changed
 */
export function unseal(blob: Buffer, secrets: string | Secrets, context: string): string {
  const dataKey = dataKeyOf(blob, secrets, context)
  const part = (from: number, to?: number) => blob.subarray(from, to)
  return orChanged(() => open(dataKey, context, part(at.iv, at.tag), part(at.tag, at.text), part(at.text)).toString('utf8'))
}

/**
 * The same value under the current secret: its data key is wrapped anew, the value itself is neither read nor changed.
 * @returns null for a value that is under the current secret already
 * @throws CannotUnseal as {@link unseal}
 */
export function reseal(blob: Buffer, secrets: Secrets, context: string): Buffer | null {
  const current = wrappingKey(secrets.current)
  if (sealedUnder(blob) === current.id.toString('hex')) return null
  return Buffer.concat([head(current, dataKeyOf(blob, secrets, context), context), blob.subarray(at.iv)])
}

/** What copies of one sealed value have in common, under whatever secret each is by now. */
export function sealedName(blob: Buffer): string {
  return blob.toString('hex', at.iv)
}

/** The id of the secret that a value needs, see `keyId`. */
export function sealedUnder(blob: Buffer): string {
  if (blob.length < at.text || blob[0] !== version) throw new CannotUnseal('This is not a sealed value of a known version.')
  return blob.toString('hex', at.keyId, at.wrapIv)
}

function dataKeyOf(blob: Buffer, secrets: string | Secrets, context: string): Buffer {
  const needed = sealedUnder(blob)
  const secretKey = knownKeys(secrets).find((key) => keyId(key) === needed)
  if (secretKey === undefined) throw new CannotUnseal(`This was sealed with another SECRET_KEY (key ${needed}).`)
  const part = (from: number, to: number) => blob.subarray(from, to)
  const { key } = wrappingKey(secretKey)
  return orChanged(() => open(key, context, part(at.wrapIv, at.wrapped), part(at.wrapTag, at.iv), part(at.wrapped, at.wrapTag)))
}

function orChanged<T>(opened: () => T): T {
  try {
    return opened()
  } catch {
    throw new CannotUnseal('This sealed value was changed, or it belongs somewhere else.')
  }
}

function open(key: Buffer, context: string, iv: Buffer, tag: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 })
  decipher.setAAD(Buffer.from(context, 'utf8'))
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed), decipher.final()])
}
