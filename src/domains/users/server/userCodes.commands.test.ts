import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromNow } from '#tests/moments.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { setPassword } from '#platform/auth/accounts.ts'
import { createPasswordVerifier } from '#platform/auth/passwords.ts'
import { addUser, handOutUserCode, setUserDisabled } from './users.commands.ts'

let world: TestWorld
let owner: pg.Client

beforeAll(async () => {
  world = await testWorld()
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await world.close()
})

let count = 0

/** Adds a user whose password is still the phone number. */
async function added(given: object = {}) {
  count += 1
  const form = { name: `New User ${count}`, phone: '9876543210', email: `code${count}@own.test`, role: 'TEACHER' }
  const empty = { limitedToClasses: false, classIds: [], zoomId: '', zoomPassword: '', zoomLink: '', password: '' }
  return addUser(await world.call('admin'), world.own.id, { ...form, ...empty, ...given })
}

async function handOut(id: number, who: Who = 'admin', school = world.own.id) {
  return handOutUserCode(await world.call(who), school, { id })
}

/** Whether a text is the current password of an account. */
async function opens(subject: string | null, password: string): Promise<boolean> {
  const { rows } = await sql<{ hash: string }>`
    select password as hash from auth.account where "userId" = ${subject}
  `.execute(world.database.kysely)
  const { secrets } = (await world.call('admin')).services.config
  return createPasswordVerifier(world.database, secrets)({ hash: rows[0]?.hash ?? '', password })
}

describe('handOutUserCode', () => {
  test('replaces the password for 24 hours, and returns the code once', async () => {
    const [user, earliest] = [await added(), fromNow(24 * 3_600_000)]
    const made = await handOut(user.id)
    expect(made).toEqual({
      code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/),
      expiresAt: expect.any(Date),
      login: user.email,
    })
    expect(made.expiresAt.getTime()).toBeGreaterThanOrEqual(earliest.getTime())
    expect(made.expiresAt.getTime()).toBeLessThanOrEqual(fromNow(24 * 3_600_000).getTime())
    expect(await opens(user.subject, made.code)).toBe(true)
    // Only a hash is stored, so the code cannot be shown again.
    const { rows } = await owner.query('select to_jsonb(kept) as kept from auth.one_time_codes kept where user_id = $1', [
      user.subject,
    ])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${made.code}|${made.code.replace('-', '')}`))
  })

  test('creates a code that expires after 24 hours', async () => {
    const user = await added()
    const { code } = await handOut(user.id)
    const age = (hours: number) =>
      owner.query('update auth.one_time_codes set expires_at = expires_at - make_interval(mins => $2) where user_id = $1', [
        user.subject,
        hours * 60,
      ])
    await age(23.9)
    expect(await opens(user.subject, code)).toBe(true)
    await age(0.1)
    expect(await opens(user.subject, code)).toBe(false)
  })

  test('is audited without the code', async () => {
    const user = await added()
    const { code } = await handOut(user.id)
    expect((await auditRows(world)).at(-1)).toEqual({
      role: 'ADMIN',
      action: 'user.handOutCode',
      rowIds: [user.id],
      fields: [],
    })
    const { rows } = await owner.query<{ text: string }>('select entry::text as text from audit_log entry')
    expect(rows.filter(({ text }) => text.includes(code) || text.includes(code.replace('-', '')))).toEqual([])
  })

  test('invalidates the previous code', async () => {
    const user = await added()
    const [first, second] = [await handOut(user.id), await handOut(user.id)]
    expect(await opens(user.subject, first.code)).toBe(false)
    expect(await opens(user.subject, second.code)).toBe(true)
  })

  test('leaves one working code when two run at the same time', async () => {
    const user = await added()
    const codes = await Promise.all([handOut(user.id), handOut(user.id, 'superadmin')])
    const working = await Promise.all(codes.map(({ code }) => opens(user.subject, code)))
    expect(working.filter(Boolean)).toHaveLength(1)
  })

  test('invalidates an own password and ends every session', async () => {
    const user = await added()
    await world.database.transaction(world.own.id, (tx) => setPassword(tx, user.subject ?? '', 'seven green kites', 'own'))
    await owner.query(
      `insert into auth.session (id, "userId", token, "expiresAt", "updatedAt")
       values (gen_random_uuid(), $1, gen_random_uuid()::text, now() + interval '1 day', now())`,
      [user.subject],
    )
    const { code } = await handOut(user.id)
    expect(await opens(user.subject, 'seven green kites')).toBe(false)
    expect(await opens(user.subject, code)).toBe(true)
    expect((await owner.query('select from auth.session where "userId" = $1', [user.subject])).rows).toEqual([])
  })
})

describe('handOutUserCode is refused', () => {
  test('to an ADMIN limited to classes, for users with more rights than a teacher', async () => {
    for (const role of ['ADMIN', 'FEES', 'ATTENDANT']) {
      const user = await added({ role })
      expect(await refusal(handOut(user.id, 'limitedAdmin'))).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringMatching(/^An admin limited to classes cannot change/),
      })
      expect((await owner.query('select from auth.one_time_codes where user_id = $1', [user.subject])).rows).toEqual([])
    }
    expect((await handOut((await added()).id, 'limitedAdmin')).code).not.toBe('')
  })

  test('for oneself, because the code would end the session that shows it', async () => {
    expect(await refusal(handOut(world.own.users.admin))).toMatchObject({
      code: 'FORBIDDEN',
      message: 'You cannot make a code for yourself. Choose Change password in the account menu.',
    })
  })

  test.each(['fees', 'teacher', 'attendant', 'student'] as const)('to the role of %s', async (who) => {
    const { id } = await added()
    expect(await refusal(handOut(id, who))).toEqual({ code: 'FORBIDDEN', message: notAuthorized(), problems: [] })
  })

  test.each(['anonymous', 'disabled'] as const)('without a session: %s', async (who) => {
    expect((await refusal(handOut(world.own.users.teacher, who))).code).toBe('SIGNED_OUT')
  })

  test('with NOT_FOUND for a user of another school, and in another school', async () => {
    const missing = await refusal(handOut(999_999))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(handOut(world.other.users.teacher))).toEqual(missing)
    expect(await refusal(handOut(world.other.users.teacher, 'admin', world.other.id))).toEqual(missing)
  })

  test('for a super administrator', async () => {
    const call = await world.call('superadmin')
    expect((await refusal(handOutUserCode(call, world.own.id, { id: call.viewer?.userId ?? 0 }))).code).toBe('NOT_FOUND')
  })

  test('for a disabled user, with what to do', async () => {
    const { id } = await added()
    await setUserDisabled(await world.call('admin'), world.own.id, { id, disabled: true })
    expect(await refusal(handOut(id))).toMatchObject({
      code: 'CONFLICT',
      message: 'This user is disabled. Enable the user first.',
    })
  })

  test('for an invalid id', async () => {
    const call = await world.call('admin')
    for (const id of ['x', -1, null])
      expect(await refusal(handOutUserCode(call, world.own.id, { id }))).toMatchObject({
        code: 'BAD_INPUT',
        problems: [{ path: 'id' }],
      })
  })

  test('where an external sign-in service keeps the passwords', async () => {
    const call = await world.call('admin')
    const services = { ...call.services, config: { ...call.services.config, authIssuer: 'https://accounts.test' } }
    const { id } = await added()
    expect(await refusal(handOutUserCode({ ...call, services }, world.own.id, { id }))).toMatchObject({
      code: 'CONFLICT',
      message: 'Another sign-in service keeps the passwords. Codes are handed out there.',
    })
  })
})
