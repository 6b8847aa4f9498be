import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import pg from 'pg'
import { signIn } from '#shared/signIn.ts'

/**
 * Returns a function that signs access tokens like the sign-in service, with a key added beside the service's own.
 * Signing in thousands of people would measure the sign-in instead.
 * @param lasting lifetime of the tokens
 */
export async function signer(ownerUrl: string, url: string, lasting = '1h'): Promise<(subject: string) => Promise<string>> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  // The service creates its key on the first request for one, and would take this key for its own.
  await (await fetch(`${url}/auth/jwks`)).body?.cancel()
  const kid = randomUUID()
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    // Older than any key of the service, which keeps signing with its newest.
    await owner.query(
      `insert into auth.jwks (id, "publicKey", "privateKey", "createdAt") values ($1, $2, 'none', now() - interval '1 day')`,
      [kid, JSON.stringify(await exportJWK(publicKey))],
    )
  } finally {
    await owner.end()
  }
  const sessions = new pg.Pool({ connectionString: ownerUrl, max: 1, idleTimeoutMillis: 1000, allowExitOnIdle: true })
  sessions.on('error', () => undefined)
  return async (subject) =>
    new SignJWT({ password: 'own', sid: await openSession(sessions, subject) })
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt' })
      .setSubject(subject)
      .setIssuer(`${url}/auth`)
      .setAudience(signIn.resource)
      .setIssuedAt()
      .setExpirationTime(lasting)
      .sign(privateKey)
}

/** Opens a session, because a token is valid only as long as its session. The account gets the e-mail of its record. */
async function openSession(owner: pg.Pool, subject: string): Promise<string> {
  await owner.query(
    `with student as (
       update students set login_email = coalesce(login_email, subject || '@signed.test') where subject = $1 returning login_email)
     insert into auth."user" (id, name, email, "emailVerified")
     select $1::uuid, 'Signed in', coalesce(
       (select login_email from student), (select email from users where subject = $1), $1::text || '@signed.test'), true
     on conflict (id) do nothing`,
    [subject],
  )
  const { rows } = await owner.query<{ id: string }>(
    `insert into auth.session ("userId", token, "expiresAt", "updatedAt")
     values ($1, gen_random_uuid()::text, now() + interval '1 day', now()) returning id::text`,
    [subject],
  )
  return rows[0]?.id ?? ''
}
