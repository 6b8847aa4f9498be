import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { decodeJwt } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeExchange } from '#scripts/codeExchange.ts'
import { callerOf } from '#platform/viewer.ts'
import { type TestSignIn, testSignIn } from './signIn.ts'

let app: TestSignIn
let owner: pg.Client

beforeAll(async () => {
  app = await testSignIn()
  owner = new pg.Client(app.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

/** Runs `npm run superadmin` with these arguments. */
async function superadmin(...given: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { dataDir, secretKey } = app.config
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: app.ownerUrl, SECRET_KEY: secretKey }
  const run = promisify(execFile)(process.execPath, ['scripts/superadmin.ts', ...given], {
    cwd: join(import.meta.dirname, '..'),
    env,
  })
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
}

describe('npm run superadmin', () => {
  test('prints a one-time code for 24 hours, which only allows choosing a password', async () => {
    const { code, stdout } = await superadmin('First@Install.test', 'first  person', '9811111111')
    expect(code).toBe(0)
    expect(stdout).toContain('First Person can sign in as first@install.test with this one-time code')
    const [, oneTimeCode = ''] = /^ {2}(\S+)$/m.exec(stdout) ?? []
    expect(oneTimeCode).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
    const { rows } = await owner.query<{ hours: number }>(
      'select (extract(epoch from expires_at - now()) / 3600)::float8 as hours from auth.one_time_codes',
    )
    expect(rows[0]?.hours).toBeCloseTo(24, 1)

    const cookie = await app.signIn('first@install.test', oneTimeCode)
    const caller = async () => {
      const token = await app.verifyAccessToken((await codeExchange(app.appUrl, cookie, app.fetch)).accessToken)
      if (!token) throw new Error('The token was expected to verify.')
      return callerOf(app.database, token)
    }
    expect(await caller()).toEqual({ viewer: null, mustChoosePassword: true })
    expect((await app.post('/choose-password', { newPassword: 'seven green kites' }, cookie)).status).toBe(200)
    expect((await caller()).viewer).toMatchObject({ role: 'SUPERADMIN', schoolId: 0 })
    await expect(app.signIn('first@install.test', oneTimeCode)).rejects.toThrow('Invalid email or password')
    const { idToken } = await app.tokensOf({ email: 'first@install.test' } as never, 'seven green kites')
    expect(decodeJwt(idToken)).toMatchObject({ password: 'own' })

    // The sign-ins are there too.
    const logged = await owner.query<{ text: string }>(
      `select entry::text as text from audit_log entry where action <> 'account.signIn'`,
    )
    expect(logged.rows).toHaveLength(1)
    expect(logged.rows[0]?.text).toContain('superadmin.add')
    expect(logged.rows[0]?.text).not.toContain(oneTimeCode)
  })

  test('refuses wrong arguments, each with a message, and adds nobody', async () => {
    const before = await owner.query('select id from users')
    const { code, stdout, stderr } = await superadmin('someone', '', '1234567890')
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr.trim().split('\n')).toEqual([
      'email: is not a valid e-mail',
      'name: is missing',
      'phone: must be a real one',
      'Usage: npm run superadmin -- EMAIL "NAME" PHONE',
    ])
    expect((await owner.query('select id from users')).rows).toEqual(before.rows)
  })

  test('refuses an e-mail that has an account already', async () => {
    const user = await app.addUser()
    const { code, stderr } = await superadmin(user.email, 'A Person', '9811111111')
    expect(code).toBe(1)
    expect(stderr).toContain(`The email ${user.email} is already used by another account.`)
  })
})
