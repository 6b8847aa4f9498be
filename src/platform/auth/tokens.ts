import { setTimeout as sleep } from 'node:timers/promises'
import { type JSONWebKeySet, createLocalJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { signIn } from '#shared/signIn.ts'

/** What a verified access token says. */
export interface VerifiedToken {
  /** The subject: the account's id, see the table `logins`. */
  subject: string
  /** Unix seconds. */
  expiresAt: number
  /** The session that the token belongs to (`sid`); null when another sign-in service keeps the sessions. */
  session: string | null
  /**
   * Whose password the sign-in was made with: the person's own, one that others know too, or one that another sign-in service keeps.
   * A token keeps what it was issued with, so one issued for a known password never gains rights.
   */
  password: 'own' | 'known' | 'elsewhere'
}

/** Answers who an access token was given to; null when it is not one of ours, was changed, or has run out. */
export type VerifyAccessToken = (token: string) => Promise<VerifiedToken | null>

/** Verified tokens are kept until they run out: checking one signature costs more than the rest of a small request. */
const keptTokens = 20_000
const longestToken = 8192

/** Makes a verifier around a check of one token; what the check refuses is not kept. */
export function cachedVerifier(check: (token: string) => Promise<VerifiedToken | null>): VerifyAccessToken {
  const known = new LRUCache<string, VerifiedToken>({ max: keptTokens })
  return async (token) => {
    const now = Date.now()
    const kept = known.get(token)
    if (kept) return kept.expiresAt * 1000 > now ? kept : null
    if (token.length > longestToken) return null
    const verified = await check(token)
    if (verified) known.set(token, verified, { ttl: Math.max(1, verified.expiresAt * 1000 - now) })
    return verified
  }
}

/** Verifies the signature, the issuer, the audience and the time; null for whatever fails. */
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

/** Verifies access tokens of our own service with the keys it signs with; ES256 and nothing else. */
export function ownVerifier(issuer: string, loadKeys: () => Promise<JSONWebKeySet>): VerifyAccessToken {
  const keys = keysOf(loadKeys)
  return cachedVerifier(async (token) => {
    // `at+jwt` (RFC 9068) tells an access token from an ID token, which is no credential.
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

/** Between two looks for a key that nobody knows, in milliseconds: what is made up costs one look for all who bring it. */
const lookAgainMs = 1000

/**
 * Keys held in memory. An unknown one is looked for again, for all who ask at the same time: another process may have begun to sign with
 * it a moment ago, and a good token must not be refused for that.
 */
function keysOf(load: () => Promise<JSONWebKeySet>): JWTVerifyGetKey {
  let current: Promise<ReturnType<typeof createLocalJWKSet>> | undefined
  let again: Promise<ReturnType<typeof createLocalJWKSet>> | undefined
  let loadedAt = -Infinity
  const fresh = () => {
    // By the monotonic clock: after the machine's was set back, a new key would not be looked for as long as that.
    loadedAt = performance.now()
    current = load().then(createLocalJWKSet)
    // A database that was away once must not be remembered as the answer.
    current.catch(() => {
      current = undefined
    })
    return current
  }
  const lookAgain = () => {
    again ??= sleep(Math.max(0, loadedAt + lookAgainMs - performance.now()))
      .then(fresh)
      .finally(() => {
        again = undefined
      })
    return again
  }
  return async (header, token) => {
    try {
      return await (await (current ?? fresh()))(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      return (await lookAgain())(header, token)
    }
  }
}
