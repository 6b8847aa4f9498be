import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { keyId, knownKeys, type Secrets } from './secretKeys.ts'

/*
 * Layout of a sealed value, version 1 (lengths in bytes): version 1 | key id 8 | wrapping iv 12 | wrapped data key 32 |
 * its tag 16 | iv 12 | tag 16 | ciphertext
 *
 * Every value has its own data key; the installation's key only wraps data keys. So nothing large is ever encrypted
 * under the long-lived key, and the key id tells which secret opens a value.
 */
const version = 1
const at = { keyId: 1, wrapIv: 9, wrapped: 21, wrapTag: 53, iv: 69, tag: 81, text: 97 }

/** Error when a sealed value cannot be opened. The message says why and contains nothing of the value. */
export class CannotUnseal extends Error {}

interface WrappingKey {
  key: Buffer
  id: Buffer
}

const wrappingKeys = new Map<string, WrappingKey>()

function wrappingKey(secretKey: string): WrappingKey {
  let wrapping = wrappingKeys.get(secretKey)
  if (!wrapping) {
    const key = Buffer.from(hkdfSync('sha256', secretKey, 'shala sealed v1', 'key', 32))
    wrapping = { key, id: Buffer.from(keyId(secretKey), 'hex') }
    wrappingKeys.set(secretKey, wrapping)
  }
  return wrapping
}

/**
 * Encrypts a text for the database (AES-256-GCM, envelope).
 *
 * @param secretKey the installation's SECRET_KEY; the key is derived from it by HKDF
 * @param context the value's place, such as `bank_accounts.key_secret/12` (table, column, school); a value that was
 * moved does not open
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

/** Returns the bytes before the value's own part: version, key id and wrapped data key. */
function head(wrapping: WrappingKey, dataKey: Buffer, context: string): Buffer {
  const wrapIv = randomBytes(12)
  const wrap = createCipheriv('aes-256-gcm', wrapping.key, wrapIv)
  wrap.setAAD(Buffer.from(context, 'utf8'))
  const wrapped = Buffer.concat([wrap.update(dataKey), wrap.final()])
  return Buffer.concat([Buffer.of(version), wrapping.id, wrapIv, wrapped, wrap.getAuthTag()])
}

/**
 * Decrypts a value that {@link seal} made with any of the known secrets.
 *
 * @throws CannotUnseal for an unknown secret, another context, or a changed value
 */
export function unseal(blob: Buffer, secrets: string | Secrets, context: string): string {
  const dataKey = dataKeyOf(blob, secrets, context)
  const part = (from: number, to?: number) => blob.subarray(from, to)
  return orCannotUnseal(() => open(dataKey, context, part(at.iv, at.tag), part(at.tag, at.text), part(at.text)).toString('utf8'))
}

/**
 * Wraps a value's data key under the current secret. The value itself is neither read nor changed.
 *
 * @returns null when the value is already under the current secret
 * @throws CannotUnseal as {@link unseal}
 */
export function reseal(blob: Buffer, secrets: Secrets, context: string): Buffer | null {
  const current = wrappingKey(secrets.current)
  if (sealingKeyId(blob) === current.id.toString('hex')) return null
  return Buffer.concat([head(current, dataKeyOf(blob, secrets, context), context), blob.subarray(at.iv)])
}

/** Returns the part that all copies of one sealed value share, under whichever secret each is sealed. */
export function sealedValueId(blob: Buffer): string {
  return blob.toString('hex', at.iv)
}

/** Returns the id of the secret that opens a value, see `keyId`. */
export function sealingKeyId(blob: Buffer): string {
  if (blob.length < at.text || blob[0] !== version) throw new CannotUnseal('This is not a sealed value of a known version.')
  return blob.toString('hex', at.keyId, at.wrapIv)
}

function dataKeyOf(blob: Buffer, secrets: string | Secrets, context: string): Buffer {
  const needed = sealingKeyId(blob)
  const secretKey = knownKeys(secrets).find((key) => keyId(key) === needed)
  if (secretKey === undefined) throw new CannotUnseal(`This was sealed with another SECRET_KEY (key ${needed}).`)
  const part = (from: number, to: number) => blob.subarray(from, to)
  const { key } = wrappingKey(secretKey)
  return orCannotUnseal(() =>
    open(key, context, part(at.wrapIv, at.wrapped), part(at.wrapTag, at.iv), part(at.wrapped, at.wrapTag)),
  )
}

function orCannotUnseal<T>(decrypt: () => T): T {
  try {
    return decrypt()
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
