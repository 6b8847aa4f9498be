import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { codeExchange, refresh } from '#scripts/codeExchange.ts'
import { type TestSignIn, testSignIn } from '#tests/signIn.ts'
import { signIn } from '#shared/signIn.ts'
import { createOwnVerifier } from './tokens.ts'

let test: TestSignIn
beforeAll(async () => {
  test = await testSignIn()
})
afterAll(() => test.close())
afterEach(() => expect(test.reports).toEqual([]))

/** A key pair as the sign-in has them, and access tokens signed with it. */
async function newKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const sign = (subject: string) =>
    new SignJWT()
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
      .setIssuer('https://issuer.test')
      .setAudience(signIn.resource)
      .setSubject(subject)
      .setExpirationTime('10m')
      .sign(privateKey)
  return { jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256' }, sign }
}

describe('tokens', () => {
  it('contain the subject, role and school, and verify', async () => {
    const user = await test.addUser({ role: 'FEES', email: 'Fees@Sign.test'.toLowerCase() })
    const { accessToken, idToken } = await test.tokensOf(user)
    expect(decodeProtectedHeader(accessToken)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
    const claims = decodeJwt(accessToken)
    expect(claims).toMatchObject({ iss: `${test.appUrl}/auth`, sub: user.subject, role: 'FEES', schoolId: String(user.schoolId) })
    expect(Number(claims.exp) - Number(claims.iat)).toBe(600)
    expect(decodeJwt(idToken)).toMatchObject({
      sub: user.subject,
      role: 'FEES',
      schoolId: String(user.schoolId),
      password: 'own',
    })
    const verified = { subject: user.subject, expiresAt: claims.exp, session: claims.sid, password: 'own' }
    for (let time = 0; time < 2; time += 1) expect(await test.verifyAccessToken(accessToken)).toEqual(verified)
  })

  it('are issued to a super administrator with school 0 and to a student with the role STUDENT', async () => {
    const superadmin = await test.tokensOf(await test.addUser({ schoolId: 0, role: 'SUPERADMIN' }))
    expect(decodeJwt(superadmin.idToken)).toMatchObject({ role: 'SUPERADMIN', schoolId: '0' })
    const student = await test.tokensOf(await test.addStudent())
    expect(decodeJwt(student.idToken)).toMatchObject({ role: 'STUDENT' })
  })

  it('of another kind, issuer, audience, key or time do not verify', async () => {
    const user = await test.addUser()
    const { accessToken, idToken, refreshToken } = await test.tokensOf(user)
    const [header = '', payload = '', signature = ''] = accessToken.split('.')
    const changed = Buffer.from(JSON.stringify({ ...decodeJwt(accessToken), role: 'SUPERADMIN' })).toString('base64url')
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    expect((await exportJWK(privateKey)).kty).toBe('EC')
    const forged = await new SignJWT(decodeJwt(accessToken))
      .setProtectedHeader({ ...decodeProtectedHeader(accessToken), alg: 'ES256' })
      .sign(privateKey)
    const bad = [
      idToken,
      refreshToken,
      '',
      'x',
      `${header}.${changed}.${signature}`,
      `${none}.${payload}.`,
      forged,
      `${header}.${payload}.${signature.slice(2)}`,
      'x'.repeat(100_000),
    ]
    for (const token of bad) expect(await test.verifyAccessToken(token)).toBeNull()
  })

  it('verify at once with a key that another process just made; forged key ids cost one reload for all of them', async () => {
    const [mine, theirs] = await Promise.all(['one', 'other'].map((kid) => newKey(kid)))
    if (!mine || !theirs) throw new Error('Two keys were expected.')
    const known = [mine.jwk]
    let looks = 0
    const verify = createOwnVerifier('https://issuer.test', async () => {
      looks += 1
      return { keys: [...known] }
    })
    expect(await verify(await mine.sign('first'))).toMatchObject({ subject: 'first' })
    known.push(theirs.jwk)
    expect(await verify(await theirs.sign('second'))).toMatchObject({ subject: 'second' })
    const forged = await newKey('made-up')
    const answers = await Promise.all(Array.from({ length: 50 }, async (_, nth) => verify(await forged.sign(`nobody ${nth}`))))
    expect(answers.every((answer) => answer === null)).toBe(true)
    expect(looks).toBe(3)
  })

  it('are not issued without the resource: an opaque one does not verify', async () => {
    const user = await test.addUser()
    const cookie = await test.signIn(user.email, user.phone)
    const seen: string[] = []
    await codeExchange(test.appUrl, cookie, (url, init) => {
      const plain = (text: string) => text.replace(/&resource=[^&]*/g, '')
      return test.fetch(plain(url), typeof init?.body === 'string' ? { ...init, body: plain(init.body) } : init)
    }).then((tokens) => seen.push(tokens.accessToken))
    expect(await test.verifyAccessToken(seen[0] ?? '')).toBeNull()
  })
})

describe('the code exchange', () => {
  async function authorize(changes: Record<string, string | null>): Promise<URLSearchParams> {
    const user = await test.addUser()
    const query = new URLSearchParams({
      client_id: 'web',
      redirect_uri: `${test.appUrl}/`,
      response_type: 'code',
      scope: signIn.scope,
      state: 'state',
      resource: signIn.resource,
      prompt: 'none',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 'S256',
    })
    for (const [name, value] of Object.entries(changes)) value === null ? query.delete(name) : query.set(name, value)
    const response = await test.fetch(`${test.appUrl}/auth/oauth2/authorize?${query}`, {
      headers: { cookie: await test.signIn(user.email, user.phone) },
    })
    const location = new URL(response.headers.get('location') ?? '', test.appUrl)
    return location.hash ? new URLSearchParams(location.hash.slice(1)) : location.searchParams
  }

  it('issues a code for a valid request', async () => {
    expect((await authorize({})).get('code')).toBeTruthy()
  })

  it.each([
    ['no PKCE', { code_challenge: null, code_challenge_method: null }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
    ['no method', { code_challenge_method: null }],
    ['another address to return to', { redirect_uri: 'https://evil.test/' }],
    ['another client', { client_id: 'other' }],
    ['another resource', { resource: 'urn:other' }],
    ['the implicit flow', { response_type: 'token' }],
  ])('refuses %s', async (_name, changes) => {
    const answer = await authorize(changes)
    expect(answer.get('code')).toBeNull()
    expect(answer.get('error')).toBeTruthy()
  })

  it('refuses another verifier, and a code used twice revokes its tokens', async () => {
    const user = await test.addUser()
    const cookie = await test.signIn(user.email, user.phone)
    const changed = codeExchange(test.appUrl, cookie, (url, init) =>
      test.fetch(
        url,
        typeof init?.body === 'string'
          ? { ...init, body: init.body.replace(/code_verifier=(.)/, (_, first) => `code_verifier=${first === '_' ? '-' : '_'}`) }
          : init,
      ),
    )
    await expect(changed).rejects.toThrow('code verification failed')

    let request: RequestInit | undefined
    const tokens = await codeExchange(test.appUrl, cookie, (url, init) => {
      if (init?.method === 'POST') request = init
      return test.fetch(url, init)
    })
    const again = await test.fetch(`${test.appUrl}/auth/oauth2/token`, request)
    expect(again.status).toBe(400)
    await expect(refresh(test.appUrl, tokens.refreshToken, test.fetch)).rejects.toThrow()
  })

  it('requires a signed-in person', async () => {
    await expect(codeExchange(test.appUrl, '', test.fetch)).rejects.toThrow('authentication required')
  })
})

describe('refresh tokens', () => {
  it('are rotated; reuse soon after gives the same answer, and later revokes them all', async () => {
    const user = await test.addUser()
    const first = await test.tokensOf(user)
    const second = await refresh(test.appUrl, first.refreshToken, test.fetch)
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect(await refresh(test.appUrl, first.refreshToken, test.fetch)).toEqual(second)
    const owner = new pg.Client(test.ownerUrl)
    await owner.connect()
    await owner.query(
      `update auth."oauthRefreshToken" set "rotationReplayExpiresAt" = now() - interval '1 second' where revoked is not null`,
    )
    await owner.end()
    await expect(refresh(test.appUrl, first.refreshToken, test.fetch)).rejects.toThrow('invalid refresh token')
    await expect(refresh(test.appUrl, second.refreshToken, test.fetch)).rejects.toThrow('session not found')
  })

  it('used by two tabs at once never end the session', async () => {
    const user = await test.addUser()
    const { refreshToken } = await test.tokensOf(user)
    const answers = await Promise.allSettled([0, 1].map(() => refresh(test.appUrl, refreshToken, test.fetch)))
    const given = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    expect(given.length).toBeGreaterThan(0)
    await expect(refresh(test.appUrl, given[0]?.refreshToken ?? '', test.fetch)).resolves.toBeTruthy()
  })

  it('are refused for a disabled user and for one without a record', async () => {
    const [user, gone] = [await test.addUser(), await test.addStudent()]
    const [tokens, tokensOfGone] = [await test.tokensOf(user), await test.tokensOf(gone)]
    await test.disable(user)
    await test.database.transaction(gone.schoolId, async (tx) => {
      await tx.deleteFrom('students').where('schoolId', '=', gone.schoolId).where('id', '=', gone.id).execute()
    })
    for (const { refreshToken } of [tokens, tokensOfGone])
      await expect(refresh(test.appUrl, refreshToken, test.fetch)).rejects.toThrow('This account may not sign in.')
  })
})

describe('discovery', () => {
  it('describes a provider with code, PKCE (S256) and refresh', async () => {
    const response = await test.fetch(`${test.appUrl}/auth/.well-known/openid-configuration`)
    expect(await response.json()).toMatchObject({
      issuer: `${test.appUrl}/auth`,
      authorization_endpoint: `${test.appUrl}/auth/oauth2/authorize`,
      token_endpoint: `${test.appUrl}/auth/oauth2/token`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
    })
    const keys = await (await test.fetch(`${test.appUrl}/auth/jwks`)).json()
    expect(keys).toMatchObject({ keys: [{ alg: 'ES256', kty: 'EC' }] })
    expect(JSON.stringify(keys)).not.toContain('"d"')
  })
})

describe('the database role of the service', () => {
  it('owns nothing', async () => {
    const owner = new pg.Client(test.ownerUrl)
    await owner.connect()
    const { rows } = await owner.query(
      `select relname from pg_class join pg_namespace on relnamespace = pg_namespace.oid
       where nspname = 'auth' and (relowner = 'shala_app'::regrole or nspowner = 'shala_app'::regrole)`,
    )
    await owner.end()
    expect(rows).toEqual([])
  })
})
