import { createHmac } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { keyId, knownKeys, type Secrets, signedByOne } from '../secretKeys.ts'

/** A secret's number among those of the sign-in library: the same in every process, on whatever machine. */
function versionOf(secretKey: string): number {
  return Number.parseInt(keyId(secretKey).slice(0, 8), 16)
}

/**
 * The secrets as the sign-in library takes them: what it encrypts names its secret. What it has encrypted before it was told of more than
 * one names none, and is under the oldest.
 */
export function librarySecrets(secrets: Secrets): { secrets: { version: number; value: string }[]; secret: string } {
  return {
    secrets: knownKeys(secrets).map((value) => ({ version: versionOf(value), value })),
    secret: secrets.previous ?? secrets.current,
  }
}

/**
 * The private key of a row of `auth.jwks`, under the current secret.
 * @returns null for one that is under it already
 * @throws when it opens with none of the known secrets
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
 * A `cookie` header whose signed cookies carry the current secret's signature: the library verifies with that alone, and nobody shall be
 * signed out because the secret is replaced. What neither secret has signed stays as it is.
 */
export function withCurrentSignatures(header: string, secrets: Secrets): string {
  if (knownKeys(secrets).length === 1) return header
  return header
    .split(';')
    .map((cookie) => {
      const [, name = '', written = ''] = /^\s*([^=]+)=(.*)$/.exec(cookie) ?? []
      const [, value = '', given = ''] = /^(.+)\.([A-Za-z0-9+/]{43}=)$/.exec(decoded(written)) ?? []
      if (value === '' || !signedByOne(secrets, given, (key) => signature(value, key))) return cookie
      return `${name}=${encodeURIComponent(`${value}.${signature(value, secrets.current)}`)}`
    })
    .join('; ')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
