import Fastify, { type FastifyInstance } from 'fastify'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secondsFromNow } from '#tests/moments.ts'
import { type TestSignIn, testSignIn } from '#tests/signIn.ts'
import { CannotStart } from '../cannotStart.ts'
import { signIn } from '#shared/signIn.ts'
import { changeAccountEmail } from './accounts.ts'
import { outsideProvider } from './outsideProvider.ts'

/** A provider as others are: RSA keys, subjects that are no UUIDs, and e-mails at the userinfo endpoint only. */
let provider: FastifyInstance
let issuer: string
let keys: Awaited<ReturnType<typeof generateKeyPair>>
let test: TestSignIn
const userInfo = new Map<string, Record<string, unknown>>()

beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true })
  provider = Fastify()
  provider.get('/.well-known/openid-configuration', () => ({
    issuer,
    jwks_uri: `${issuer}/jwks`,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
  }))
  provider.get('/jwks', async () => ({ keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'RS256', kid: 'one' }] }))
  provider.get('/userinfo', (request) => userInfo.get(request.headers.authorization ?? '') ?? {})
  issuer = await provider.listen({ port: 0, host: '127.0.0.1' })
  test = await testSignIn({ AUTH_ISSUER: issuer })
})
afterAll(async () => {
  await test.close()
  await provider.close()
})

function token(claims: JWTPayload, key = keys.privateKey): Promise<string> {
  return new SignJWT({ iss: issuer, aud: signIn.client, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setExpirationTime('5 minutes')
    .sign(key)
}

async function tokenOf(sub: string, email: string, verified = true): Promise<string> {
  const made = await token({ sub })
  userInfo.set(`Bearer ${made}`, { sub, email, email_verified: verified })
  return made
}

describe('an external sign-in service', () => {
  it('is described to our pages at our own address, and our own endpoints are off', async () => {
    const discovery = await test.fetch(`${test.appUrl}/auth/.well-known/openid-configuration`)
    expect(await discovery.json()).toMatchObject({ issuer, token_endpoint: `${issuer}/token` })
    const own = await test.fetch(`${test.appUrl}/auth/sign-in/email`, { method: 'POST', body: '{}' })
    expect(own.status).toBe(404)
  })

  it('signs in the account with the verified e-mail, and afterwards by its subject', async () => {
    const user = await test.addUser()
    const first = await tokenOf('auth0|17', user.email.toUpperCase())
    expect(await test.verifyAccessToken(first)).toMatchObject({ subject: user.subject })
    const renamed = await tokenOf('auth0|17', 'another-address@sign.test')
    expect(await test.verifyAccessToken(renamed)).toMatchObject({ subject: user.subject })
    const claims = await test.fetch(`${test.appUrl}/auth/claims`, { headers: { authorization: `Bearer ${first}` } })
    expect(await claims.json()).toEqual({ sub: user.subject, role: 'TEACHER', schoolId: String(user.schoolId) })
  })

  it('does not give an account to a second subject with the same e-mail until its e-mail is set again', async () => {
    const user = await test.addUser()
    expect(await test.verifyAccessToken(await tokenOf('first', user.email))).not.toBeNull()
    expect(await test.verifyAccessToken(await tokenOf('second', user.email))).toBeNull()
    await test.database.transaction(user.schoolId, (tx) => changeAccountEmail(tx, user.subject, user.email))
    expect(await test.verifyAccessToken(await tokenOf('second', user.email))).toMatchObject({ subject: user.subject })
  })

  it('is not trusted for an unverified e-mail, nor for user info about somebody else', async () => {
    const user = await test.addUser()
    expect(await test.verifyAccessToken(await tokenOf('unverified', user.email, false))).toBeNull()
    const mixed = await token({ sub: 'mixed' })
    userInfo.set(`Bearer ${mixed}`, { sub: 'someone else', email: user.email, email_verified: true })
    expect(await test.verifyAccessToken(mixed)).toBeNull()
  })

  it('is not impersonated by other keys, issuers, audiences or times', async () => {
    const user = await test.addUser()
    const claims = { sub: 'x', email: user.email, email_verified: true }
    expect(await test.verifyAccessToken(await token(claims))).not.toBeNull()
    const other = await generateKeyPair('RS256')
    const bad = [
      await token({ ...claims, iss: 'https://other.test' }),
      await token({ ...claims, aud: 'other' }),
      await token({ ...claims, nbf: secondsFromNow(600) }),
      await token(claims, other.privateKey),
    ]
    for (const one of bad) expect(await test.verifyAccessToken(one)).toBeNull()
  })

  it('signs in nobody without a record or with a disabled one', async () => {
    const user = await test.addUser()
    const bearer = await tokenOf('disabled', user.email)
    await test.database.transaction(user.schoolId, async (tx) => {
      await tx
        .updateTable('users')
        .set({ disabled: true })
        .where('schoolId', '=', user.schoolId)
        .where('id', '=', user.id)
        .execute()
    })
    for (const one of [bearer, await tokenOf('nobody', 'nobody@sign.test')]) {
      const answer = await test.fetch(`${test.appUrl}/auth/claims`, { headers: { authorization: `Bearer ${one}` } })
      expect(answer.status).toBe(401)
    }
  })

  it('that does not answer prevents the start, and the error names the setting', async () => {
    for (const wrong of ['http://127.0.0.1:1', `${issuer}/elsewhere`])
      await expect(outsideProvider(wrong, test.database)).rejects.toThrow(CannotStart)
    await expect(outsideProvider(`${issuer}/elsewhere`, test.database)).rejects.toThrow('AUTH_ISSUER')
  })
})
