import { createHmac } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { keyId, knownKeys, type Secrets, isSignedByKnownKey } from '../secretKeys.ts'

/** Returns a secret's version number for the sign-in library: the same in every process on every machine. */
function versionOf(secretKey: string): number {
  return Number.parseInt(keyId(secretKey).slice(0, 8), 16)
}

/**
 * Returns the secrets in the sign-in library's format. Its ciphertexts name their secret. Those from before it knew
 * several secrets name none, and are under the oldest.
 */
export function librarySecrets(secrets: Secrets): { secrets: { version: number; value: string }[]; secret: string } {
  return {
    secrets: knownKeys(secrets).map((value) => ({ version: versionOf(value), value })),
    secret: secrets.previous ?? secrets.current,
  }
}

/**
 * Encrypts the private key of a row of `auth.jwks` under the current secret.
 *
 * @returns null when it is under the current secret already
 * @throws when none of the known secrets opens it
 */
export async function resealPrivateKey(stored: string, secrets: Secrets): Promise<string | null> {
  const data = JSON.parse(stored) as string
  if (data.startsWith(`$ba$${versionOf(secrets.current)}$`)) return null
  const keys = new Map(knownKeys(secrets).map((key) => [versionOf(key), key]))
  const { secret: legacySecret } = librarySecrets(secrets)
  const key = { keys, currentVersion: versionOf(secrets.current), legacySecret }
  return JSON.stringify(await symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) }))
}

function signature(value: string, secretKey: string): string {
  return createHmac('sha256', secretKey).update(value).digest('base64')
}

/**
 * Re-signs the cookies of a `cookie` header with the current secret. The library verifies with the current secret
 * alone, and replacing the secret must not sign anybody out. Cookies that no known secret signed stay as they are.
 */
export function withCurrentSignatures(header: string, secrets: Secrets): string {
  if (knownKeys(secrets).length === 1) return header
  return header
    .split(';')
    .map((cookie) => {
      const [, name = '', encoded = ''] = /^\s*([^=]+)=(.*)$/.exec(cookie) ?? []
      const [, value = '', signed = ''] = /^(.+)\.([A-Za-z0-9+/]{43}=)$/.exec(decodeOrEmpty(encoded)) ?? []
      if (value === '' || !isSignedByKnownKey(secrets, signed, (key) => signature(value, key))) return cookie
      return `${name}=${encodeURIComponent(`${value}.${signature(value, secrets.current)}`)}`
    })
    .join('; ')
}

function decodeOrEmpty(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
