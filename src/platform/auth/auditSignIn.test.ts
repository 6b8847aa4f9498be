import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { type TestSignIn, testSignIn } from '#tests/signIn.ts'
import { admitAttempt } from './passwordAttempts.ts'

let app: TestSignIn
let owner: pg.Client
beforeAll(async () => {
  app = await testSignIn()
  owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})
beforeEach(() => owner.query('truncate audit_log, auth.password_attempts, auth.request_counts'))

const entries = async () =>
  (
    await owner.query<{ role: string; action: string; subject: string | null; ids: number[]; fields: string[] }>(
      'select role, action, subject, row_ids::int[] as ids, fields from audit_log order by id',
    )
  ).rows

async function attempt(email: string, password: string, from: string): Promise<number> {
  const { status } = await app.from(from)(`${app.appUrl}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.appUrl },
    body: JSON.stringify({ email, password }),
  })
  return status
}

test('a sign-in is in the audit log, with the number of wrong passwords before it', async () => {
  const [user, student] = [await app.addUser(), await app.addStudent()]
  for (let time = 0; time < 3; time++) expect(await attempt(user.email, 'wrong', '198.51.100.7')).toBe(401)
  expect(await attempt(user.email, user.phone, '198.51.100.7')).toBe(200)
  await eventually(async () => expect(await entries()).toHaveLength(1))
  expect(await attempt(student.email, student.phone, '198.51.100.7')).toBe(200)
  await eventually(async () =>
    expect(await entries()).toEqual([
      { role: 'TEACHER', action: 'account.signIn', subject: user.subject, ids: [], fields: ['wrongPasswords:3'] },
      { role: 'STUDENT', action: 'account.signIn', subject: student.subject, ids: [], fields: [] },
    ]),
  )
})

test('wrong passwords leave one entry an hour once they are refused, and none for an unknown e-mail', async () => {
  const user = await app.addUser()
  for (const email of [user.email, 'nobody@sign.test'])
    for (let time = 0; time < 10; time++) await admitAttempt(app.database.pool, { email, address: '198.51.100.7', device: null })
  for (let time = 0; time < 5; time++)
    for (const email of [user.email, 'nobody@sign.test']) expect(await attempt(email, 'wrong', '198.51.100.7')).toBe(401)
  // A later entry is behind all of them.
  const other = await app.addUser()
  expect(await attempt(other.email, other.phone, '203.0.113.5')).toBe(200)
  await eventually(async () => expect(await entries()).toHaveLength(2))
  await eventually(async () =>
    expect(new Map((await entries()).map(({ role, action, ids }) => [`${role} ${action}`, ids]))).toEqual(
      new Map([
        ['STRANGER user.refuseSignIns', [user.id]],
        ['TEACHER account.signIn', []],
      ]),
    ),
  )
})

test('a sign-in does not fail when its entry cannot be written', async () => {
  const user = await app.addUser()
  await owner.query('revoke insert on audit_log from shala_app')
  try {
    expect(await attempt(user.email, user.phone, '198.51.100.7')).toBe(200)
    await eventually(() => expect(app.reports).toEqual(['A task of the sign-in service failed.']))
  } finally {
    await owner.query('grant insert on audit_log to shala_app')
  }
  // The refusal of the test before may still be on its way to the log.
  expect((await entries()).filter(({ action }) => action !== 'user.refuseSignIns')).toEqual([])
})
