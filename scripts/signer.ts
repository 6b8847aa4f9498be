import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import pg from 'pg'
import { signIn } from '../src/shared/signIn.ts'

/**
 * Signs access tokens as the sign-in service does, with a key that it holds beside its own: signing in thousands of people would
 * measure the sign-in.
 * @param lasting until they run out
 */
export async function signer(ownerUrl: string, url: string, lasting = '1h'): Promise<(subject: string) => Promise<string>> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  // It makes its own key when it is first asked for one, and would take this one for that.
  await (await fetch(`${url}/auth/jwks`)).body?.cancel()
  const kid = randomUUID()
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    // Older than any key of the service, which goes on signing with its own.
    await owner.query(
      `insert into auth.jwks (id, "publicKey", "privateKey", "createdAt") values ($1, $2, 'none', now() - interval '1 day')`,
      [kid, JSON.stringify(await exportJWK(publicKey))],
    )
  } finally {
    await owner.end()
  }
  return (subject) =>
    new SignJWT({ password: 'own' })
      .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt' })
      .setSubject(subject)
      .setIssuer(`${url}/auth`)
      .setAudience(signIn.resource)
      .setIssuedAt()
      .setExpirationTime(lasting)
      .sign(privateKey)
}
