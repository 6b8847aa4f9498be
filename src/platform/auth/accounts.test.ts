import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeExchange, refresh } from '#scripts/codeExchange.ts'
import { type TestSignIn, testSignIn } from '#tests/signIn.ts'
import { addUser } from '#tests/world/rows.ts'
import type { Refusal } from '../refusal.ts'
import { changeAccountEmail, createAccounts, deleteAccounts, endSessions, setPassword } from './accounts.ts'

let test: TestSignIn
beforeAll(async () => {
  test = await testSignIn()
})
afterAll(() => test.close())

async function count(what: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.raw(what)}`.execute(
    test.database.kysely,
  )
  return rows[0]?.count ?? -1
}

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  return work.then(
    () => {
      throw new Error('nothing was refused')
    },
    (error: Refusal) => error,
  )
}

describe('accounts', () => {
  it('are created for 5,000 students at once', async () => {
    const schoolId = (await test.addUser()).schoolId
    await test.database.transaction(schoolId, async (tx) => {
      const students = await sql<{ id: number; email: string; subject: string }>`
        insert into students (school_id, subject, phone, name, login_email)
        select ${schoolId}, gen_random_uuid(), '9811100000', 'Student ' || n, 'many' || n || '@sign.test' from generate_series(1, 5000) as n
        returning id, login_email as email, subject
      `.execute(tx)
      const people = students.rows.map(({ id, ...row }) => ({ ...row, name: 'Student', schoolId, studentId: id }))
      const subjects = await createAccounts(tx, people)
      expect(subjects).toEqual(students.rows.map((row) => row.subject))
    })
    await expect(test.signIn('many4711@sign.test', '9811100000')).resolves.toContain('shala.session_token')
  })

  it('are refused with a problem for every taken e-mail, and nothing is stored', async () => {
    const user = await test.addUser()
    const before = [await count('auth."user"'), await count('auth.account'), await count('logins')]
    const refusal = await refusalOf(
      test.database.transaction(user.schoolId, async (tx) => {
        const other = { name: 'Other', email: 'other-one@sign.test', role: 'TEACHER' }
        const id = await addUser(tx, { id: user.schoolId }, other)
        await createAccounts(tx, [
          { email: 'fresh@sign.test', name: 'Fresh', schoolId: user.schoolId, userId: id, path: 'rows.0.email' },
          { email: user.email.toUpperCase(), name: 'Again', schoolId: user.schoolId, userId: id, path: 'rows.1.email' },
          { email: 'fresh@sign.test', name: 'Twice', schoolId: user.schoolId, userId: id, path: 'rows.2.email' },
        ])
      }),
    )
    expect(refusal.code).toBe('CONFLICT')
    expect(refusal.problems).toEqual([
      { path: 'rows.1.email', message: `The email ${user.email} is already used by another account.` },
      { path: 'rows.2.email', message: 'The email fresh@sign.test is already used by another account.' },
    ])
    expect([await count('auth."user"'), await count('auth.account'), await count('logins')]).toEqual(before)
  })

  it('are deleted with everything that belongs to them', async () => {
    const user = await test.addUser()
    const tokens = await codeExchange(test.appUrl, await test.signIn(user.email, user.phone), test.fetch)
    await test.database.transaction(user.schoolId, async (tx) => {
      await deleteAccounts(tx, [user.subject])
      await tx.deleteFrom('users').where('schoolId', '=', user.schoolId).where('id', '=', user.id).execute()
    })
    expect(await count(`auth.session where "userId" = '${user.subject}'`)).toBe(0)
    expect(await count(`logins where subject = '${user.subject}'`)).toBe(0)
    await expect(refresh(test.appUrl, tokens.refreshToken, test.fetch)).rejects.toThrow()
    await expect(test.signIn(user.email, user.phone)).rejects.toThrow('Invalid email or password')
  })

  it('change their e-mail unless another account has it', async () => {
    const [user, other] = [await test.addUser(), await test.addUser()]
    const change = (email: string) =>
      test.database.transaction(user.schoolId, (tx) => changeAccountEmail(tx, user.subject, email))
    const refusal = await refusalOf(change(other.email))
    expect(refusal.problems).toEqual([{ path: 'email', message: `The email ${other.email} is already used by another account.` }])
    await change('Renamed@Sign.test')
    await expect(test.signIn('renamed@sign.test', user.phone)).resolves.toBeTruthy()
    await expect(test.signIn(user.email, user.phone)).rejects.toThrow('Invalid email or password')
  })

  it('are written by the transaction of the command or not at all', async () => {
    const user = await test.addUser()
    await expect(
      test.database.transaction(user.schoolId, async (tx) => {
        await setPassword(tx, user.subject, 'abcdefghij')
        await changeAccountEmail(tx, user.subject, 'rolled-back@sign.test')
        throw new Error('the command failed')
      }),
    ).rejects.toThrow('the command failed')
    await expect(test.signIn(user.email, user.phone)).resolves.toBeTruthy()
  })
})

describe('a password set by an admin', () => {
  it('has exactly 10 characters', async () => {
    const user = await test.addUser()
    for (const password of ['123456789', '12345678901'])
      await expect(
        test.database.transaction(user.schoolId, (tx) => setPassword(tx, user.subject, password)),
      ).rejects.toMatchObject({
        code: 'BAD_INPUT',
        problems: [{ path: 'password', message: 'Password should have 10 characters.' }],
      })
  })

  it('replaces the phone number, ends every session and must be replaced by the owner', async () => {
    const user = await test.addUser()
    const tokens = await codeExchange(test.appUrl, await test.signIn(user.email, user.phone), test.fetch)
    await test.database.transaction(user.schoolId, (tx) => setPassword(tx, user.subject, 'abcdefghij'))
    await expect(refresh(test.appUrl, tokens.refreshToken, test.fetch)).rejects.toThrow('session not found')
    await expect(test.signIn(user.email, user.phone)).rejects.toThrow('Invalid email or password')
    const next = await codeExchange(test.appUrl, await test.signIn(user.email, 'abcdefghij'), test.fetch)
    expect(JSON.parse(atob(next.idToken.split('.')[1] ?? ''))).toMatchObject({ password: 'admin' })
  })
})

describe('ending sessions', () => {
  it('refuses the cookie and the refresh token', async () => {
    const user = await test.addUser()
    const cookie = await test.signIn(user.email, user.phone)
    const tokens = await codeExchange(test.appUrl, cookie, test.fetch)
    await test.database.transaction(user.schoolId, (tx) => endSessions(tx, user.subject))
    await expect(refresh(test.appUrl, tokens.refreshToken, test.fetch)).rejects.toThrow('session not found')
    await expect(codeExchange(test.appUrl, cookie, test.fetch)).rejects.toThrow('authentication required')
  })
})
