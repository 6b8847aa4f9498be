import { hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * The secret of an installation. While it is replaced two are known: what is made is made with the current one, and what either
 * has made is opened and verified, so that servers with the old and the new settings can work side by side.
 */
export interface Secrets {
  current: string
  /** SECRET_KEY_PREVIOUS: the one that was replaced. */
  previous?: string | undefined
  /** SECRET_KEY_NEXT: the one that will come, so that what other servers make with it already is understood. */
  next?: string | undefined
}

/** Every known secret once, the current one first. */
export function knownKeys(secrets: string | Secrets): string[] {
  if (typeof secrets === 'string') return [secrets]
  return [...new Set([secrets.current, secrets.previous, secrets.next].filter((key) => key !== undefined))]
}

const ids = new Map<string, string>()

/** What names a secret without giving it away: 16 hexadecimal digits. Sealed values, backups and the database carry it. */
export function keyId(secretKey: string): string {
  let id = ids.get(secretKey)
  if (id === undefined) {
    id = Buffer.from(hkdfSync('sha256', secretKey, 'shala sealed v1', 'key id', 8)).toString('hex')
    ids.set(secretKey, id)
  }
  return id
}

/** Whether a signature is what one of the known secrets makes; in constant time for each. */
export function signedByOne(secrets: string | Secrets, given: string, sign: (secretKey: string) => string): boolean {
  const bytes = Buffer.from(given)
  return knownKeys(secrets).some((key) => {
    const expected = Buffer.from(sign(key))
    return bytes.length === expected.length && timingSafeEqual(bytes, expected)
  })
}
