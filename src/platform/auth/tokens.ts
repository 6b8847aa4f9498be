import { setTimeout as sleep } from 'node:timers/promises'
import { type JSONWebKeySet, createLocalJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { signIn } from '#shared/signIn.ts'

/** The claims of a verified access token. */
export interface VerifiedToken {
  /** The account's id, see the table `logins`. */
  subject: string
  /** Unix time in seconds. */
  expiresAt: number
  /** The token's session (`sid`); null when an external sign-in service keeps the sessions. */
  session: string | null
  /**
   * The password of the sign-in: the person's own, one that others know, or one that an external service keeps. A token
   * keeps the value it was issued with, so a token for a known password never gains rights.
   */
  password: 'own' | 'known' | 'elsewhere'
}

/** Returns the claims of an access token; null when it is not ours, was changed, or has expired. */
export type VerifyAccessToken = (token: string) => Promise<VerifiedToken | null>

/**
 * Verified tokens are cached until they expire, because checking one signature costs more than the rest of a small
 * request.
 */
const maxCachedTokens = 20_000
const maxTokenLength = 8192

/** Caches the results of a token check. Refusals are not cached. */
export function cachedVerifier(check: (token: string) => Promise<VerifiedToken | null>): VerifyAccessToken {
  const verifiedTokens = new LRUCache<string, VerifiedToken>({ max: maxCachedTokens })
  return async (token) => {
    const now = Date.now()
    const cached = verifiedTokens.get(token)
    if (cached) return cached.expiresAt * 1000 > now ? cached : null
    if (token.length > maxTokenLength) return null
    const verified = await check(token)
    if (verified) verifiedTokens.set(token, verified, { ttl: Math.max(1, verified.expiresAt * 1000 - now) })
    return verified
  }
}

/** Verifies the signature, the issuer, the audience and the time; returns null if any check fails. */
export async function verifyJwt(
  token: string,
  keys: JWTVerifyGetKey,
  expected: { issuer: string; audience: string[]; algorithms: string[]; typ?: string },
): Promise<(JWTPayload & { sub: string; exp: number }) | null> {
  try {
    const { payload } = await jwtVerify(token, keys, { ...expected, requiredClaims: ['sub', 'exp'] })
    return { ...payload, sub: String(payload.sub), exp: Number(payload.exp) }
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** Creates the verifier of our own service's access tokens, with its signing keys; ES256 only. */
export function createOwnVerifier(issuer: string, loadKeys: () => Promise<JSONWebKeySet>): VerifyAccessToken {
  const keys = cachedKeys(loadKeys)
  return cachedVerifier(async (token) => {
    // `at+jwt` (RFC 9068) distinguishes an access token from an ID token, which is no credential.
    const payload = await verifyJwt(token, keys, { issuer, audience: [signIn.resource], algorithms: ['ES256'], typ: 'at+jwt' })
    if (!payload) return null
    return {
      subject: payload.sub,
      expiresAt: payload.exp,
      session: typeof payload.sid === 'string' ? payload.sid : null,
      password: payload.password === 'own' ? 'own' : 'known',
    }
  })
}

/**
 * Minimum time between two reloads for unknown keys, in milliseconds. Forged key ids cost one reload for all who send
 * them.
 */
const reloadIntervalMs = 1000

/**
 * Caches the signing keys. An unknown key causes one reload for all concurrent callers: another process may have
 * started to sign with it a moment ago, and its valid tokens must not be refused.
 */
function cachedKeys(load: () => Promise<JSONWebKeySet>): JWTVerifyGetKey {
  let current: Promise<ReturnType<typeof createLocalJWKSet>> | undefined
  let reload: Promise<ReturnType<typeof createLocalJWKSet>> | undefined
  let loadedAt = -Infinity
  const fresh = () => {
    // Uses the monotonic clock: if the machine's clock were set back, a new key would not be found for that long.
    loadedAt = performance.now()
    current = load().then(createLocalJWKSet)
    // A failed load while the database was away must not be cached.
    current.catch(() => {
      current = undefined
    })
    return current
  }
  const reloadKeys = () => {
    reload ??= sleep(Math.max(0, loadedAt + reloadIntervalMs - performance.now()))
      .then(fresh)
      .finally(() => {
        reload = undefined
      })
    return reload
  }
  return async (header, token) => {
    try {
      return await (await (current ?? fresh()))(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      return (await reloadKeys())(header, token)
    }
  }
}
