import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import Fastify from 'fastify'
import { type TestSignIn, testSignIn, type TestUser } from '#tests/signIn.ts'
import { signIn } from '#shared/signIn.ts'
import { appUrl } from '../database/connect.ts'
import { resealPrivateKey } from './librarySecrets.ts'
import { registerAuth } from './registerAuth.ts'
import type { VerifyAccessToken } from './tokens.ts'

const next = 'the secret that comes after the one of the tests'
let before: TestSignIn
let user: TestUser
beforeAll(async () => {
  before = await testSignIn()
  user = await before.addUser()
})
afterAll(() => before.close())

/** Another process of the same installation with other settings. */
async function served(secrets: { current: string; previous?: string; next?: string }) {
  const { config, database } = before
  const app = Fastify()
  const reports: unknown[] = []
  const verify: VerifyAccessToken = await registerAuth(app, {
    config: { ...config, secrets },
    databaseUrl: appUrl(before.ownerUrl, config.secretKey),
    connections: 2,
    database,
    sendMail: async () => undefined,
    codes: { destinationOf: async () => null, send: async () => undefined },
    log: { error: (fields) => reports.push(fields.err) },
  })
  const authorize = async (cookie: string) => {
    const query = new URLSearchParams({
      client_id: 'web',
      response_type: 'code',
      scope: signIn.scope,
      redirect_uri: `${before.appUrl}/`,
      state: 'any',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      prompt: 'none',
    })
    return (await app.inject({ url: `/auth/oauth2/authorize?${query}`, headers: { cookie } })).headers.location ?? ''
  }
  return { app, verify, authorize, reports }
}

test('replacing the secret signs nobody out, and afterwards the old secret is useless', async () => {
  const old = before.config.secretKey
  const cookie = await before.signIn(user.email, user.phone)
  const tokens = await before.tokensOf(user)
  const during = await served({ current: next, previous: old })
  expect(await during.authorize(cookie)).toContain('code=')
  expect(await during.verify(tokens.accessToken)).toMatchObject({ subject: user.subject })

  const owner = new pg.Client({ connectionString: before.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ id: string; privateKey: string }>('select id, "privateKey" from auth.jwks')
  expect(rows).toHaveLength(1)
  const { id, privateKey } = rows[0]!
  const resealed = await resealPrivateKey(privateKey, { current: next, previous: old })
  expect(await resealPrivateKey(resealed ?? '', { current: next, previous: old })).toBeNull()
  await expect(resealPrivateKey(privateKey, { current: next })).rejects.toThrow()
  await owner.query('update auth.jwks set "privateKey" = $1 where id = $2', [resealed, id])
  await owner.end()

  // Who is told of the next one already understands what the others make with it.
  const early = await served({ current: old, next })
  expect(await early.authorize(cookie)).toContain('code=')
  const after = await served({ current: next })
  expect(await after.authorize(cookie)).not.toContain('code=')
  expect(await after.verify(tokens.accessToken)).toMatchObject({ subject: user.subject })
  expect(during.reports).toEqual([])
  for (const { app } of [during, early, after]) await app.close()
})
