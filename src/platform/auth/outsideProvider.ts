import { createRemoteJWKSet } from 'jose'
import { sql } from 'kysely'
import { z } from 'zod'
import { signIn } from '#shared/signIn.ts'
import { CannotStart } from '../cannotStart.ts'
import type { Database } from '../database/connect.ts'
import { cachedVerifier, type VerifyAccessToken, verifyJwt } from './tokens.ts'

/** Signatures that anybody can check with a public key; never a shared secret, never `none`. */
const algorithms = ['ES256', 'ES384', 'ES512', 'EdDSA', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']
const requestTimeoutMs = 10_000

const discoverySchema = z.looseObject({
  issuer: z.string(),
  jwks_uri: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url().optional(),
})

/** An external OpenID provider that replaces our own service. */
export interface OutsideProvider {
  /** Its discovery document, which our pages read from our own address. */
  discovery: Record<string, unknown>
  verifyAccessToken: VerifyAccessToken
}

/**
 * Reads the discovery document of the provider of the setting AUTH_ISSUER.
 *
 * @throws CannotStart when it does not answer as an OpenID provider
 */
export async function outsideProvider(issuer: string, database: Database): Promise<OutsideProvider> {
  const address = `${issuer}/.well-known/openid-configuration`
  const answer = await fetch(address, { signal: AbortSignal.timeout(requestTimeoutMs) })
    .then((response) => response.json())
    .catch(() => undefined)
  const parsed = discoverySchema.safeParse(answer)
  if (!parsed.success || parsed.data.issuer.replace(/\/+$/, '') !== issuer)
    throw new CannotStart(`The setting AUTH_ISSUER names ${issuer}, but ${address} does not answer as that OpenID provider.`)
  const discovery = parsed.data
  const keys = createRemoteJWKSet(new URL(discovery.jwks_uri), { timeoutDuration: requestTimeoutMs })
  const expected = { issuer: discovery.issuer, audience: [signIn.resource, signIn.client], algorithms }
  return {
    discovery,
    verifyAccessToken: cachedVerifier(async (token) => {
      const payload = await verifyJwt(token, keys, expected)
      if (!payload) return null
      const subject =
        (await linkedSubject(database, discovery.issuer, payload.sub)) ??
        (await linkByEmail(database, discovery.issuer, payload.sub, async () =>
          typeof payload.email === 'string' ? payload : userInfo(discovery.userinfo_endpoint, token, payload.sub),
        ))
      return subject === null ? null : { subject, expiresAt: payload.exp, session: null, password: 'elsewhere' }
    }),
  }
}

async function linkedSubject(database: Database, issuer: string, sub: string): Promise<string | null> {
  const { rows } = await sql<{ subject: string }>`
    select "userId" as subject from auth.account where "providerId" = ${issuer} and "accountId" = ${sub}
  `.execute(database.kysely)
  return rows[0]?.subject ?? null
}

/**
 * Links the account with the e-mail that the provider verified, at the first sign-in. After that only the provider's
 * subject counts: if the provider gives the e-mail to another person, that person gets no access.
 */
async function linkByEmail(
  database: Database,
  issuer: string,
  sub: string,
  claims: () => Promise<Record<string, unknown> | null>,
): Promise<string | null> {
  const verified = z.object({ email: z.string(), email_verified: z.literal(true) }).safeParse(await claims())
  if (!verified.success) return null
  await sql`
    insert into auth.account ("accountId", "providerId", "userId", "updatedAt")
    select ${sub}, ${issuer}, id, now() from auth."user" where email = ${verified.data.email.trim().toLowerCase()}
      and not exists (select from auth.account where "userId" = auth."user".id and "providerId" = ${issuer})
    on conflict ("providerId", "accountId") do nothing
  `.execute(database.kysely)
  return linkedSubject(database, issuer, sub)
}

async function userInfo(address: string | undefined, token: string, sub: string): Promise<Record<string, unknown> | null> {
  if (!address) return null
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  if (!response.ok) return null
  const info = z.looseObject({ sub: z.string() }).safeParse(await response.json())
  // OpenID Connect Core 5.3.2: an answer about somebody else must not be used.
  return info.success && info.data.sub === sub ? info.data : null
}
