import { setTimeout as sleep } from 'node:timers/promises'
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { codeExchange, refresh } from '../../../scripts/codeExchange.ts'
import { type TestSignIn, testSignIn, type TestUser } from '../../../tests/signIn.ts'
import { defaultPhone } from '../../shared/phones.ts'
import { signIn } from '../../shared/signIn.ts'
import { setPassword } from './accounts.ts'

let test: TestSignIn
beforeAll(async () => {
  test = await testSignIn()
})
afterAll(() => test.close())
afterEach(() => expect(test.reports).toEqual([]))

const wrong = 'Invalid email or password'

async function disable(user: TestUser): Promise<void> {
  await test.database.transaction(user.schoolId, async (tx) => {
    await tx
      .updateTable('users')
      .set({ disabled: true })
      .where('schoolId', '=', user.schoolId)
      .where('id', '=', user.id)
      .execute()
  })
}

async function ownPassword(user: TestUser, password: string): Promise<void> {
  await test.database.transaction(user.schoolId, (tx) => setPassword(tx, user.subject, password, 'own'))
}

async function tokensOf(user: TestUser, password = user.phone) {
  return codeExchange(test.appUrl, await test.signIn(user.email, password), test.fetch)
}

/** A POST as our own page makes it. */
async function post(
  path: string,
  body: unknown,
  cookie = '',
): Promise<{ status: number; body: { code?: string; message?: string } }> {
  const response = await test.fetch(`${test.appUrl}/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: test.appUrl, ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json().catch(() => ({}))) as { code?: string; message?: string } }
}

describe('tokens', () => {
  it('say who, in which role and of which school, and verify', async () => {
    const user = await test.addUser({ role: 'FEES', email: 'Fees@Sign.test'.toLowerCase() })
    const { accessToken, idToken } = await tokensOf(user)
    expect(decodeProtectedHeader(accessToken)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' })
    const claims = decodeJwt(accessToken)
    expect(claims).toMatchObject({ iss: `${test.appUrl}/auth`, sub: user.subject, role: 'FEES', schoolId: String(user.schoolId) })
    expect(Number(claims.exp) - Number(claims.iat)).toBe(600)
    expect(decodeJwt(idToken)).toMatchObject({
      sub: user.subject,
      role: 'FEES',
      schoolId: String(user.schoolId),
      password: 'phone',
    })
    expect(await test.verifyAccessToken(accessToken)).toEqual({ subject: user.subject, expiresAt: claims.exp })
    expect(await test.verifyAccessToken(accessToken)).toEqual({ subject: user.subject, expiresAt: claims.exp })
  })

  it('are given to a super administrator with school 0 and to a student with the role STUDENT', async () => {
    const superadmin = await tokensOf(await test.addUser({ schoolId: 0, role: 'SUPERADMIN' }))
    expect(decodeJwt(superadmin.idToken)).toMatchObject({ role: 'SUPERADMIN', schoolId: '0' })
    const student = await tokensOf(await test.addStudent())
    expect(decodeJwt(student.idToken)).toMatchObject({ role: 'STUDENT' })
  })

  it('of another kind, issuer, audience, key or time do not verify', async () => {
    const user = await test.addUser()
    const { accessToken, idToken, refreshToken } = await tokensOf(user)
    const [header = '', payload = '', signature = ''] = accessToken.split('.')
    const changed = Buffer.from(JSON.stringify({ ...decodeJwt(accessToken), role: 'SUPERADMIN' })).toString('base64url')
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    expect((await exportJWK(privateKey)).kty).toBe('EC')
    const forged = await new SignJWT(decodeJwt(accessToken))
      .setProtectedHeader({ ...decodeProtectedHeader(accessToken), alg: 'ES256' })
      .sign(privateKey)
    const bad = [
      ...[idToken, refreshToken, '', 'x', `${header}.${changed}.${signature}`, `${none}.${payload}.`, forged],
      `${header}.${payload}.${signature.slice(2)}`,
      'x'.repeat(100_000),
    ]
    for (const token of bad) expect(await test.verifyAccessToken(token)).toBeNull()
  })

  it('are not given without the resource: an opaque one does not verify', async () => {
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
      ...{ client_id: 'web', redirect_uri: `${test.appUrl}/`, response_type: 'code', scope: signIn.scope, state: 'state' },
      ...{ resource: signIn.resource, prompt: 'none', code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' },
    })
    for (const [name, value] of Object.entries(changes)) value === null ? query.delete(name) : query.set(name, value)
    const response = await test.fetch(`${test.appUrl}/auth/oauth2/authorize?${query}`, {
      headers: { cookie: await test.signIn(user.email, user.phone) },
    })
    const location = new URL(response.headers.get('location') ?? '', test.appUrl)
    return location.hash ? new URLSearchParams(location.hash.slice(1)) : location.searchParams
  }

  it('gives a code for a proper request', async () => {
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

  it('refuses another verifier, and a code used twice ends what it gave', async () => {
    const user = await test.addUser()
    const cookie = await test.signIn(user.email, user.phone)
    const changed = codeExchange(test.appUrl, cookie, (url, init) =>
      test.fetch(
        url,
        typeof init?.body === 'string' ? { ...init, body: init.body.replace(/code_verifier=./, 'code_verifier=_') } : init,
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

  it('needs somebody who is signed in', async () => {
    await expect(codeExchange(test.appUrl, '', test.fetch)).rejects.toThrow('authentication required')
  })
})

describe('refresh tokens', () => {
  it('are rotated; the same one again soon after gives the same answer, and later ends them all', async () => {
    const user = await test.addUser()
    const first = await tokensOf(user)
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
    const { refreshToken } = await tokensOf(user)
    const answers = await Promise.allSettled([0, 1].map(() => refresh(test.appUrl, refreshToken, test.fetch)))
    const given = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
    expect(given.length).toBeGreaterThan(0)
    await expect(refresh(test.appUrl, given[0]?.refreshToken ?? '', test.fetch)).resolves.toBeTruthy()
  })

  it('are refused to a disabled user and to one without a record', async () => {
    const [user, gone] = [await test.addUser(), await test.addStudent()]
    const [tokens, tokensOfGone] = [await tokensOf(user), await tokensOf(gone)]
    await disable(user)
    await test.database.transaction(gone.schoolId, async (tx) => {
      await tx.deleteFrom('students').where('schoolId', '=', gone.schoolId).where('id', '=', gone.id).execute()
    })
    for (const { refreshToken } of [tokens, tokensOfGone])
      await expect(refresh(test.appUrl, refreshToken, test.fetch)).rejects.toThrow('This account may not sign in.')
  })
})

describe('signing in', () => {
  it('answers a wrong password and an unknown e-mail with the same words', async () => {
    const user = await test.addUser()
    await expect(test.signIn(user.email, 'not the phone')).rejects.toThrow(wrong)
    await expect(test.signIn('nobody@sign.test', user.phone)).rejects.toThrow(wrong)
  })

  it('tells a person with the right password why not: disabled, or no record', async () => {
    const [user, gone] = [await test.addUser(), await test.addStudent()]
    await disable(user)
    await test.database.transaction(gone.schoolId, async (tx) => {
      await tx.deleteFrom('students').where('schoolId', '=', gone.schoolId).where('id', '=', gone.id).execute()
    })
    await expect(test.signIn(user.email, user.phone)).rejects.toThrow('This account is disabled. Please ask your school.')
    await expect(test.signIn(gone.email, gone.phone)).rejects.toThrow(wrong)
  })

  it('keeps the cookie 30 days with Remember me, else for the browser session, out of reach of scripts', async () => {
    const user = await test.addUser()
    for (const rememberMe of [true, false]) {
      const response = await test.fetch(`${test.appUrl}/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: test.appUrl },
        body: JSON.stringify({ email: user.email, password: user.phone, rememberMe }),
      })
      const cookie = response.headers.getSetCookie().find((value) => value.startsWith('shala.session_token=')) ?? ''
      expect(cookie).toContain('HttpOnly')
      expect(cookie).toContain('SameSite=Lax')
      expect(cookie.includes('Max-Age=2592000')).toBe(rememberMe)
    }
  })

  it('is refused to another origin', async () => {
    const user = await test.addUser()
    const response = await test.fetch(`${test.appUrl}/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.test', cookie: 'any=1' },
      body: JSON.stringify({ email: user.email, password: user.phone }),
    })
    expect(response.status).toBe(403)
    expect(test.reports.splice(0)).toEqual(['Invalid origin: https://evil.test'])
  })

  it.each([
    '/sign-up/email',
    '/token',
    '/get-session',
    '/update-user',
    '/change-email',
    '/delete-user',
    '/oauth2/register',
    '/oauth2/create-client',
    '/admin/oauth2/resources',
    '/oauth2/introspect',
    '/list-sessions',
    '/ok',
  ])('has no door at %s', async (path) => {
    expect((await post(path, {})).status).toBe(404)
    expect((await test.fetch(`${test.appUrl}/auth${path}`)).status).toBe(404)
  })
})

describe('lock-out', () => {
  it('refuses the 11th failure, and then the right password with the same words, from every address', async () => {
    const user = await test.addUser()
    for (let failure = 1; failure <= 10; failure++) await expect(test.signIn(user.email, 'wrong')).rejects.toThrow(wrong)
    await expect(test.signIn(user.email, user.phone)).rejects.toThrow(wrong)
  })

  it('lets nine failures pass, and a success forgets them', async () => {
    const user = await test.addUser()
    for (let round = 0; round < 2; round++) {
      for (let failure = 1; failure <= 9; failure++) await expect(test.signIn(user.email, 'wrong')).rejects.toThrow(wrong)
      await expect(test.signIn(user.email, user.phone)).resolves.toBeTruthy()
    }
  })

  it('looks at ten of twenty guesses made at the same time, not at more', async () => {
    const user = await test.addUser()
    const guesses = Array.from({ length: 20 }, (_, index) =>
      post('/sign-in/email', { email: user.email.toUpperCase(), password: index < 10 ? 'wrong' : `wrong ${index}` }),
    )
    const answers = await Promise.all(guesses)
    expect(new Set(answers.map(({ body }) => body.message))).toEqual(new Set([wrong]))
    const owner = new pg.Client(test.ownerUrl)
    await owner.connect()
    const { rows } = await owner.query(
      'select cardinality(attempts) as tried, locked from auth.sign_in_attempts where user_id = $1',
      [user.subject],
    )
    expect(rows).toEqual([{ tried: 10, locked: true }])
    // Fifteen minutes later.
    await owner.query(
      `update auth.sign_in_attempts set attempts = array(select moment - interval '15 minutes' from unnest(attempts) moment)`,
    )
    await owner.end()
    await expect(test.signIn(user.email, user.phone)).resolves.toBeTruthy()
  })

  it('counts addresses apart: sixty attempts a minute', async () => {
    const body = JSON.stringify({ email: 'nobody', password: 'x' })
    const headers = { 'content-type': 'application/json', origin: test.appUrl, 'x-shala-address': '203.0.113.9' }
    const attempt = async (address: string) =>
      (await test.from(address)(`${test.appUrl}/auth/sign-in/email`, { method: 'POST', headers, body })).status
    const statuses = await Promise.all(Array.from({ length: 61 }, () => attempt('203.0.113.1')))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(await attempt('203.0.113.2')).toBe(400)
  })
})

describe('the first password', () => {
  it('is the phone number as the record has it now', async () => {
    const user = await test.addUser({ phone: defaultPhone })
    expect(decodeJwt((await tokensOf(user)).idToken)).toMatchObject({ password: 'defaultPhone' })
    await test.database.transaction(user.schoolId, async (tx) => {
      await tx
        .updateTable('users')
        .set({ phone: '9000000001' })
        .where('schoolId', '=', user.schoolId)
        .where('id', '=', user.id)
        .execute()
    })
    await expect(test.signIn(user.email, defaultPhone)).rejects.toThrow(wrong)
    expect(decodeJwt((await tokensOf(user, '9000000001')).idToken)).toMatchObject({ password: 'phone' })
  })

  it('gives way to one of 10 to 64 characters that is not the phone number; other sessions end, this one gets new tokens', async () => {
    const user = await test.addUser()
    const [cookie, elsewhere] = [await test.signIn(user.email, user.phone), await test.signIn(user.email, user.phone)]
    const before = await codeExchange(test.appUrl, cookie, test.fetch)
    for (const newPassword of ['123456789', 'x'.repeat(65), user.phone, '', null])
      expect((await post('/choose-password', { newPassword }, cookie)).status).toBe(400)
    expect((await post('/choose-password', { newPassword: 'a password of mine' })).status).toBe(401)
    expect((await post('/choose-password', { newPassword: 'a password of mine' }, cookie)).status).toBe(200)
    await expect(refresh(test.appUrl, before.refreshToken, test.fetch)).rejects.toThrow()
    await expect(codeExchange(test.appUrl, elsewhere, test.fetch)).rejects.toThrow('authentication required')
    const after = await codeExchange(test.appUrl, cookie, test.fetch)
    expect(decodeJwt(after.idToken)).toMatchObject({ password: 'own' })
    await expect(test.signIn(user.email, user.phone)).rejects.toThrow(wrong)
    await expect(test.signIn(user.email, 'a password of mine')).resolves.toBeTruthy()
    expect(await post('/choose-password', { newPassword: 'another password' }, cookie)).toMatchObject({
      status: 403,
      body: { code: 'OWN_PASSWORD' },
    })
  })
})

describe('a forgotten password', () => {
  async function ask(email: string) {
    const before = test.mails.length
    const answer = await post('/request-password-reset', { email })
    await sleep(150)
    return { answer, mails: test.mails.slice(before) }
  }

  it('is answered alike whether or not there is such an account', async () => {
    const user = await test.addUser()
    const [known, unknown] = [await ask(user.email), await ask('nobody-at-all@sign.test')]
    expect(known.answer).toEqual(unknown.answer)
    expect(known.answer.status).toBe(200)
    expect(known.mails).toHaveLength(1)
    expect(unknown.mails).toHaveLength(0)
  })

  it('is replaced by a link that works once, ends every session and lifts the lock', async () => {
    const user = await test.addUser()
    await ownPassword(user, 'the forgotten one')
    const tokens = await tokensOf(user, 'the forgotten one')
    for (let failure = 1; failure <= 10; failure++) await expect(test.signIn(user.email, 'wrong')).rejects.toThrow(wrong)
    const [older, newer] = [await ask(user.email), await ask(user.email)].map(({ mails }) => {
      const link = new URL(/https?:\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '')
      expect(link.origin + link.pathname).toBe(`${test.appUrl}/reset-password`)
      return link.searchParams.get('token') ?? ''
    })
    const reset = (token: string | undefined, newPassword: string) => post('/reset-password', { token, newPassword })
    expect((await reset(newer, 'too short')).status).toBe(400)
    expect((await reset(newer, 'the one I remember')).status).toBe(200)
    expect(await reset(newer, 'again and again')).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
    expect((await reset(older, 'again and again')).status).toBe(400)
    await expect(refresh(test.appUrl, tokens.refreshToken, test.fetch)).rejects.toThrow()
    await expect(test.signIn(user.email, 'the forgotten one')).rejects.toThrow(wrong)
    await expect(test.signIn(user.email, 'the one I remember')).resolves.toBeTruthy()
  })

  it('sends three mails an hour and no more, and none to a disabled user', async () => {
    const [user, disabled] = [await test.addUser(), await test.addUser()]
    await disable(disabled)
    expect((await ask(disabled.email)).mails).toHaveLength(0)
    const sent = []
    for (let request = 0; request < 4; request++) sent.push(...(await ask(user.email)).mails)
    expect(sent).toHaveLength(3)
  })

  it('escapes what the mail shows', async () => {
    const user = await test.addUser({ name: '<b>Asha</b> & Co' })
    const { mails } = await ask(user.email)
    expect(mails[0]?.html).toContain('Hello &#60;b&#62;Asha&#60;/b&#62; &#38; Co')
    expect(mails[0]?.to).toBe(user.email)
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
