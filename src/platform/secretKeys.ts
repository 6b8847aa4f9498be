import { hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * The secret of an installation. During a replacement two secrets are known: the current one seals and signs, and both
 * open and verify. So servers with the old and the new settings can run side by side.
 */
export interface Secrets {
  current: string
  /** SECRET_KEY_PREVIOUS: the replaced secret. */
  previous?: string | undefined
  /** SECRET_KEY_NEXT: the coming secret, so that values of servers that use it already can be opened. */
  next?: string | undefined
}

/** Returns the distinct known secrets, the current one first. */
export function knownKeys(secrets: string | Secrets): string[] {
  if (typeof secrets === 'string') return [secrets]
  return [...new Set([secrets.current, secrets.previous, secrets.next].filter((key) => key !== undefined))]
}

const ids = new Map<string, string>()

/**
 * Returns an identifier of a secret that does not reveal it: 16 hexadecimal digits. Sealed values, backups and the
 * database store it.
 */
export function keyId(secretKey: string): string {
  let id = ids.get(secretKey)
  if (id === undefined) {
    id = Buffer.from(hkdfSync('sha256', secretKey, 'shala sealed v1', 'key id', 8)).toString('hex')
    ids.set(secretKey, id)
  }
  return id
}

/** Returns whether one of the known secrets makes this signature. Takes constant time for each secret. */
export function isSignedByKnownKey(secrets: string | Secrets, signature: string, sign: (secretKey: string) => string): boolean {
  const bytes = Buffer.from(signature)
  return knownKeys(secrets).some((key) => {
    const expected = Buffer.from(sign(key))
    return bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
}
