import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeExchange, type Fetch, passwordSignIn, refresh } from '#scripts/codeExchange.ts'
import { setPassword } from '#platform/auth/accounts.ts'
import { admitAttempt } from '#platform/auth/passwordAttempts.ts'
import { registerAuth } from '#platform/auth/registerAuth.ts'
import type { VerifyAccessToken } from '#platform/auth/tokens.ts'
import { appUrl, Database } from '#platform/database/connect.ts'
import { injected, type TestSignIn, testSignIn } from './signIn.ts'

let one: TestSignIn
/** Sign-in service of a second server on the same database. */
let other: { app: FastifyInstance; database: Database; verify: VerifyAccessToken; fetch: Fetch; from(address: string): Fetch }

beforeAll(async () => {
  one = await testSignIn()
  const databaseUrl = appUrl(one.ownerUrl, one.config.secretKey)
  const database = new Database(databaseUrl, { connections: 4, onError: () => undefined })
  const app = Fastify()
  const parts = {
    config: one.config,
    databaseUrl,
    connections: 5,
    database,
    sendMail: async () => undefined,
    codes: { destinationOf: async () => null, send: async () => undefined },
    log: { error: () => undefined },
  }
  const verify = await registerAuth(app, parts)
  await app.ready()
  let requests = 0
  const from = (address: string) => injected(app, address)
  const fetch: Fetch = (url, init) => from(`10.9.0.${requests++ % 250}`)(url, init)
  other = { app, database, verify, fetch, from }
})

afterAll(async () => {
  await other.app.close()
  await other.database.close()
  await one.close()
})

test('a session of one server is valid at the other, and ends at both at once', async () => {
  const user = await one.addUser()
  const cookie = await one.signIn(user.email, user.phone)
  const tokens = await codeExchange(one.appUrl, cookie, other.fetch)
  expect(await one.verifyAccessToken(tokens.accessToken)).toMatchObject({ subject: user.subject })
  expect(await other.verify(tokens.accessToken)).toMatchObject({ subject: user.subject })
  expect((await one.post('/sign-out', {}, cookie)).status).toBe(200)
  await expect(codeExchange(one.appUrl, cookie, other.fetch)).rejects.toThrow()
})

test('a refresh token whose response was lost works at the other server too', async () => {
  const tokens = await one.tokensOf(await one.addUser())
  const here = await refresh(one.appUrl, tokens.refreshToken, one.fetch)
  const there = await refresh(one.appUrl, tokens.refreshToken, other.fetch)
  expect(there.refreshToken).toBe(here.refreshToken)
  await refresh(one.appUrl, there.refreshToken, other.fetch)
})

test('a password set at one server applies at the other and ends the sessions there', async () => {
  const user = await one.addUser()
  const cookie = await passwordSignIn(one.appUrl, { email: user.email, password: user.phone }, other.fetch)
  const tokens = await codeExchange(one.appUrl, cookie, other.fetch)
  await one.database.transaction(user.schoolId, (tx) => setPassword(tx, user.subject, 'ten-chars!'))
  await expect(refresh(one.appUrl, tokens.refreshToken, other.fetch)).rejects.toThrow()
  await expect(codeExchange(one.appUrl, cookie, other.fetch)).rejects.toThrow()
  await expect(passwordSignIn(one.appUrl, { email: user.email, password: user.phone }, other.fetch)).rejects.toThrow()
  await passwordSignIn(one.appUrl, { email: user.email, password: 'ten-chars!' }, other.fetch)
})

test('a disabled record gets no tokens from either server', async () => {
  const user = await one.addUser()
  const tokens = await one.tokensOf(user)
  await one.disable(user)
  await expect(refresh(one.appUrl, tokens.refreshToken, other.fetch)).rejects.toThrow('may not sign in')
})

test('password guesses and requests per address are counted across both servers', async () => {
  const user = await one.addUser()
  const address = '10.77.0.9'
  const guess = (at: Pick<typeof one, 'from'>, password: string) =>
    passwordSignIn(one.appUrl, { email: user.email, password }, at.from(address))
  // Most attempts are only counted, because checking a password takes 0.1 s and this tests the counting.
  for (let turn = 0; turn < 4; turn += 1)
    await Promise.all(
      [one, other].map(({ database }) => admitAttempt(database.pool, { email: user.email, address, device: null })),
    )
  await Promise.allSettled([guess(one, 'a wrong guess'), guess(other, 'a wrong guess')])
  await expect(guess(other, user.phone)).rejects.toThrow('Invalid')
  const ask = async (fetcher: Fetch) =>
    (
      await fetcher(`${one.appUrl}/auth/request-password-reset`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: one.appUrl },
        body: JSON.stringify({ email: 'nobody@sign.test' }),
      })
    ).status
  const statuses: number[] = []
  for (let turn = 0; turn < 11; turn += 1) statuses.push(await ask(one.from('10.77.0.1')), await ask(other.from('10.77.0.1')))
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
})
