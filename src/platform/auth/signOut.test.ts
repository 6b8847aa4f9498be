import { decodeJwt } from 'jose'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { codeExchange, refresh, type Tokens } from '#scripts/codeExchange.ts'
import { type TestSignIn, testSignIn, type TestUser } from '#tests/signIn.ts'
import { deleteAccounts, endSessions, setPassword } from './accounts.ts'
import { deleteExpired } from './deleteExpired.ts'
import { invalidateSessions } from './openSessions.ts'

let test: TestSignIn
let owner: pg.Pool
beforeAll(async () => {
  test = await testSignIn()
  owner = new pg.Pool({ connectionString: test.ownerUrl, max: 1 })
})
afterAll(async () => {
  await owner.end()
  await test.close()
})
afterEach(() => expect(test.reports).toEqual([]))

interface SignedIn extends Tokens {
  user: TestUser
  cookie: string
  /** The id of the session, `sid` of its tokens. */
  session: string
}

async function signedIn(user?: TestUser): Promise<SignedIn> {
  const person = user ?? (await test.addUser())
  const cookie = await test.signIn(person.email, person.phone)
  const tokens = await codeExchange(test.appUrl, cookie, test.fetch)
  return { ...tokens, user: person, cookie, session: String(decodeJwt(tokens.idToken).sid) }
}

async function tokensLeft(subject: string): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::integer as count from auth."oauthRefreshToken" where "userId" = $1`,
    [subject],
  )
  return rows[0]?.count ?? -1
}

/**
 * Ends a session as a browser does that was sent to the end-session endpoint: it shows a page, and that is confirmed.
 */
async function confirmEndSession(cookie: string): Promise<void> {
  const page = await test.fetch(`${test.appUrl}/auth/oauth2/end-session`, { headers: { cookie, accept: 'text/html' } })
  const state = page.headers.getSetCookie().map((line) => line.split(';')[0])
  const confirmed = await test.fetch(`${test.appUrl}/auth/oauth2/end-session/confirm`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: test.appUrl,
      cookie: [cookie, ...state].join('; '),
      accept: 'text/html',
    },
    body: 'action=confirm',
  })
  expect(await confirmed.text()).toContain('Logged out.')
}

/** Every way in which a session ends; each gets a person who is signed in. */
const ends: Readonly<Record<string, (given: SignedIn) => Promise<unknown>>> = {
  '/auth/sign-out': ({ cookie }) => test.post('/sign-out', {}, cookie),
  'the end-session endpoint of OpenID Connect': ({ cookie }) => confirmEndSession(cookie),
  '/auth/end-sessions without the cookie': ({ session }) => test.post('/end-sessions', { sessions: [session] }),
  'a disabled record': ({ user }) => test.database.transaction(user.schoolId, (tx) => endSessions(tx, user.subject)),
  'a password set by an admin': ({ user }) =>
    test.database.transaction(user.schoolId, (tx) => setPassword(tx, user.subject, 'abcdefghij')),
  'a deleted account': ({ user }) => test.database.transaction(user.schoolId, (tx) => deleteAccounts(tx, [user.subject])),
  'a session row that is deleted by any statement': ({ session }) =>
    owner.query('delete from auth.session where id = $1', [session]),
  'the sweeping of a session that has run out': async ({ session }) => {
    await owner.query('update auth.session set "expiresAt" = now() where id = $1', [session])
    await deleteExpired(owner)
  },
}

describe('signing out leaves no token alive on the server', () => {
  it.each(Object.keys(ends))('refuses a stolen refresh token after %s', async (way) => {
    const given = await signedIn()
    const rotated = await refresh(test.appUrl, given.refreshToken, test.fetch)
    await ends[way]?.(given)
    await expect(refresh(test.appUrl, rotated.refreshToken, test.fetch)).rejects.toThrow()
    await expect(refresh(test.appUrl, given.refreshToken, test.fetch)).rejects.toThrow()
    await expect(codeExchange(test.appUrl, given.cookie, test.fetch)).rejects.toThrow()
    expect(await tokensLeft(given.user.subject)).toBe(0)
  })

  it('ends the session of one device and leaves the others', async () => {
    const here = await signedIn()
    const elsewhere = await signedIn(here.user)
    await test.post('/sign-out', {}, here.cookie)
    await expect(refresh(test.appUrl, here.refreshToken, test.fetch)).rejects.toThrow()
    await expect(refresh(test.appUrl, elsewhere.refreshToken, test.fetch)).resolves.toBeTruthy()
  })

  it('refuses an access token at once after the session was ended by the service', async () => {
    const given = await signedIn()
    expect(await test.verifyAccessToken(given.accessToken)).toMatchObject({ subject: given.user.subject })
    await test.post('/sign-out', {}, given.cookie)
    expect(await test.verifyAccessToken(given.accessToken)).toBeNull()
  })

  it('refuses an access token after a command has ended the sessions', async () => {
    const given = await signedIn()
    expect(await test.verifyAccessToken(given.accessToken)).not.toBeNull()
    await test.database.transaction(given.user.schoolId, (tx) => endSessions(tx, given.user.subject))
    invalidateSessions(test.database, given.user.subject)
    expect(await test.verifyAccessToken(given.accessToken)).toBeNull()
  })

  it('keeps a session open for as long as its tokens are renewed', async () => {
    const [given, before] = [await signedIn(), new Date()]
    await owner.query(
      `update auth.session set "updatedAt" = "updatedAt" - interval '29 days', "expiresAt" = "expiresAt" - interval '29 days' where id = $1`,
      [given.session],
    )
    const life = async () =>
      (
        await owner.query<{ days: number; used: boolean }>(
          `select round(extract(epoch from "expiresAt" - now()) / 86400)::integer as days, "updatedAt" > $2 as used
           from auth.session where id = $1`,
          [given.session, before],
        )
      ).rows[0]
    expect(await life()).toEqual({ days: 1, used: false })
    await refresh(test.appUrl, given.refreshToken, test.fetch)
    expect(await life()).toEqual({ days: 30, used: true })
  })

  it('keeps a session without Remember me for seven days without use', async () => {
    const user = await test.addUser()
    await test.post('/sign-in/email', { email: user.email, password: user.phone, rememberMe: false })
    const { rows } = await owner.query(
      `select round(extract(epoch from "expiresAt" - now()) / 86400)::integer as days from auth.session where "userId" = $1`,
      [user.subject],
    )
    expect(rows).toEqual([{ days: 7 }])
  })
})

describe('/auth/end-sessions, which a device sends when a sign-out did not reach the server', () => {
  it('succeeds for a session that has ended, and for one that never existed', async () => {
    const given = await signedIn()
    for (let time = 0; time < 2; time += 1)
      expect((await test.post('/end-sessions', { sessions: [given.session, crypto.randomUUID()] })).status).toBe(200)
  })

  it('clears the cookie of the session it ends', async () => {
    const given = await signedIn()
    const response = await test.fetch(`${test.appUrl}/auth/end-sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: test.appUrl, cookie: given.cookie },
      body: JSON.stringify({ sessions: [given.session] }),
    })
    expect(response.headers.getSetCookie().join('\n')).toMatch(/shala\.session_token=;.*Max-Age=0/)
  })

  it('leaves the next person on the device signed in', async () => {
    const before = await signedIn()
    const next = await signedIn()
    expect((await test.post('/end-sessions', { sessions: [before.session] }, next.cookie)).status).toBe(200)
    await expect(refresh(test.appUrl, before.refreshToken, test.fetch)).rejects.toThrow()
    await expect(refresh(test.appUrl, next.refreshToken, test.fetch)).resolves.toBeTruthy()
    await expect(codeExchange(test.appUrl, next.cookie, test.fetch)).resolves.toBeTruthy()
  })

  it.each([
    ['no list', {}],
    ['something else than ids', { sessions: ['x'] }],
    ['more than fifty', { sessions: Array.from({ length: 51 }, () => crypto.randomUUID()) }],
  ])('refuses %s', async (_name, body) => {
    expect((await test.post('/end-sessions', body)).status).toBe(400)
  })
})
