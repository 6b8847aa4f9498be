import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { refresh } from '#scripts/codeExchange.ts'
import { eventually } from '#tests/eventually.ts'
import { type TestSignIn, testSignIn, type TestUser } from '#tests/signIn.ts'
import { setPassword } from './accounts.ts'
import { deleteExpired } from './deleteExpired.ts'
import { admitAttempt } from './passwordAttempts.ts'

let test: TestSignIn
beforeAll(async () => {
  test = await testSignIn()
})
afterAll(() => test.close())
afterEach(() => expect(test.reports).toEqual([]))

const wrong = 'Invalid email or password'

async function ownPassword(user: TestUser, password: string): Promise<void> {
  await test.database.transaction(user.schoolId, (tx) => setPassword(tx, user.subject, password, 'own'))
}

describe('signing in', () => {
  it('answers a wrong password and an unknown e-mail with the same message', async () => {
    const user = await test.addUser()
    await expect(test.signIn(user.email, 'not the phone')).rejects.toThrow(wrong)
    await expect(test.signIn('nobody@sign.test', user.phone)).rejects.toThrow(wrong)
  })

  it('explains a refusal to a person with the right password: disabled, or no record', async () => {
    const [user, gone] = [await test.addUser(), await test.addStudent({ firstPassword: true })]
    await test.disable(user)
    await test.database.transaction(gone.schoolId, async (tx) => {
      await tx.deleteFrom('students').where('schoolId', '=', gone.schoolId).where('id', '=', gone.id).execute()
    })
    await expect(test.signIn(user.email, user.phone)).rejects.toThrow('This account is disabled. Please ask your school.')
    await expect(test.signIn(gone.email, gone.phone)).rejects.toThrow(wrong)
  })

  it('keeps the cookie 30 days with Remember me, else for the browser session, not readable by scripts', async () => {
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

  it.each([
    ['POST', '/sign-in/email', { email: 'any@sign.test\u0000', password: 'any' }],
    ['POST', '/reset-password', { token: 'any\u0000', newPassword: 'long enough 1' }],
    ['GET', '/oauth2/authorize?client_id=web%00&response_type=code', undefined],
  ])('%s %s refuses a text no database holds', async (method, path, body) => {
    const response = await test.fetch(`${test.appUrl}/auth${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin: test.appUrl },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    expect(response.status).toBe(400)
  })

  it('refuses another origin', async () => {
    const user = await test.addUser()
    const response = await test.fetch(`${test.appUrl}/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.test', cookie: 'any=1' },
      body: JSON.stringify({ email: user.email, password: user.phone }),
    })
    expect(response.status).toBe(403)
    // Anybody can ask with another origin: that is no error of ours.
    expect(test.reports).toEqual([])
  })

  it.each([
    '/sign-up/email',
    '/token',
    '/get-session',
    '/update-user',
    '/change-email',
    '/change-password',
    '/set-password',
    '/delete-user',
    '/oauth2/register',
    '/oauth2/create-client',
    '/admin/oauth2/resources',
    '/oauth2/introspect',
    '/list-sessions',
    '/ok',
  ])('has no door at %s', async (path) => {
    expect((await test.post(path, {})).status).toBe(404)
    expect((await test.fetch(`${test.appUrl}/auth${path}`)).status).toBe(404)
  })
})

describe('requests of one network', () => {
  it('counts addresses separately: sixty attempts a minute', async () => {
    const body = JSON.stringify({ email: 'nobody', password: 'x' })
    const headers = { 'content-type': 'application/json', origin: test.appUrl, 'x-shala-address': '203.0.113.9' }
    const attempt = async (address: string) =>
      (await test.from(address)(`${test.appUrl}/auth/sign-in/email`, { method: 'POST', headers, body })).status
    const statuses = await Promise.all(Array.from({ length: 61 }, () => attempt('203.0.113.1')))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(await attempt('203.0.113.2')).toBe(400)
  })
})

describe('a forgotten password', () => {
  /** Asks for a link, and waits for so many mails: with none, for a moment in which one could come. */
  async function ask(email: string, count = 1) {
    const before = test.mails.length
    const answer = await test.post('/request-password-reset', { email })
    if (count === 0) await sleep(150)
    await eventually(() => expect(test.mails).toHaveLength(before + count))
    return { answer, mails: test.mails.slice(before) }
  }

  it('is answered alike whether or not the account exists', async () => {
    const user = await test.addUser()
    const [known, unknown] = [await ask(user.email), await ask('nobody-at-all@sign.test', 0)]
    expect(known.answer).toEqual(unknown.answer)
    expect(known.answer.status).toBe(200)
    expect(known.mails).toHaveLength(1)
    expect(unknown.mails).toHaveLength(0)
  })

  it('is replaced by a link that works once, ends every session and lifts the lock', async () => {
    const user = await test.addUser()
    await ownPassword(user, 'the forgotten one')
    const tokens = await test.tokensOf(user, 'the forgotten one')
    const attempt = { email: user.email, address: '198.51.100.9', device: null }
    for (let failure = 1; failure <= 10; failure++) await admitAttempt(test.database.pool, attempt)
    expect(await admitAttempt(test.database.pool, attempt)).toMatchObject({ admitted: false })
    const [older, newer] = [await ask(user.email), await ask(user.email)].map(({ mails }) => {
      const link = new URL(/https?:\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '')
      expect(link.origin + link.pathname).toBe(`${test.appUrl}/reset-password`)
      return link.searchParams.get('token') ?? ''
    })
    const reset = (token: string | undefined, newPassword: string) => test.post('/reset-password', { token, newPassword })
    expect((await reset(newer, 'too short')).status).toBe(400)
    expect((await reset(newer, 'the one I remember')).status).toBe(200)
    expect(await reset(newer, 'again and again')).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } })
    expect((await reset(older, 'again and again')).status).toBe(400)
    await expect(refresh(test.appUrl, tokens.refreshToken, test.fetch)).rejects.toThrow()
    await expect(test.signIn(user.email, 'the forgotten one')).rejects.toThrow(wrong)
    expect(await admitAttempt(test.database.pool, attempt)).toEqual({ admitted: true })
    await expect(test.signIn(user.email, 'the one I remember')).resolves.toBeTruthy()
  })

  it('sends at most three mails an hour, and none to a disabled user', async () => {
    const [user, disabled] = [await test.addUser(), await test.addUser()]
    await test.disable(disabled)
    expect((await ask(disabled.email, 0)).mails).toHaveLength(0)
    const sent = []
    for (const count of [1, 1, 1, 0]) sent.push(...(await ask(user.email, count)).mails)
    expect(sent).toHaveLength(3)
  })

  it('escapes values in the mail', async () => {
    const user = await test.addUser({ name: '<b>Asha</b> & Co' })
    const { mails } = await ask(user.email)
    expect(mails[0]?.html).toContain('Hello &#60;b&#62;Asha&#60;/b&#62; &#38; Co')
    expect(mails[0]?.to).toBe(user.email)
  })
})

describe('deleting expired rows', () => {
  it('deletes what has expired and nothing else', async () => {
    const user = await test.addUser()
    const { refreshToken } = await test.tokensOf(user)
    const owner = new pg.Pool({ connectionString: test.ownerUrl, max: 1 })
    await owner.query('truncate auth.password_attempts')
    await expect(test.signIn(user.email, 'a wrong guess')).rejects.toThrow(wrong)
    const left = async () =>
      (
        await owner.query(
          `select (select count(*)::integer from auth.session where "userId" = $1) as sessions,
                  (select count(*)::integer from auth."oauthRefreshToken" where "userId" = $1) as tokens,
                  (select count(*)::integer from auth.password_attempts) as attempts`,
          [user.subject],
        )
      ).rows[0]
    await deleteExpired(owner)
    expect(await left()).toEqual({ sessions: 1, tokens: 1, attempts: 2 })
    await expect(refresh(test.appUrl, refreshToken, test.fetch)).resolves.toBeTruthy()
    for (const table of ['session', '"oauthRefreshToken"']) await owner.query(`update auth.${table} set "expiresAt" = now()`)
    await owner.query(`update auth.password_attempts set attempts = array[now() - interval '1 hour']`)
    await owner.query(`update auth.request_counts set window_start = now() - interval '1 day'`)
    await deleteExpired(owner)
    expect(await left()).toEqual({ sessions: 0, tokens: 0, attempts: 0 })
    expect((await owner.query('select from auth.request_counts')).rowCount).toBe(0)
    await owner.end()
  })
})
