import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableOfTest } from '#tests/cluster/testServer.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { newUserInput, userForm } from '#tests/userForms.ts'
import { addSectionTeacher } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { createPasswordVerifier } from '#platform/auth/passwords.ts'
import { viewerOf } from '#platform/viewer.ts'
import {
  addUser,
  deleteUser,
  listTeachers,
  listUsers,
  setUserDisabled,
  setUserPassword,
  setUserPhoto,
  updateUser,
  viewUser,
  viewUserAssignments,
} from './users.commands.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})

afterAll(() => world.close())

async function added(given: object = {}) {
  return addUser(await world.call('admin'), world.own.id, newUserInput(given))
}

/** Returns the account of an e-mail: its id, its record, and its password column. */
async function accountOf(email: string) {
  const { rows } = await sql<{ id: string; name: string; userId: number; schoolId: number; password: string }>`
    select u.id, u.name, l.user_id, l.school_id, a.password
    from auth."user" u join auth.account a on a."userId" = u.id join logins l on l.subject = u.id
    where u.email = ${email}
  `.execute(world.database.kysely)
  return rows[0]
}

async function sessionsOf(subject: string | null) {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from auth.session where "userId" = ${subject})
         + (select count(*) from auth."oauthRefreshToken" where "userId" = ${subject}) as n
  `.execute(world.database.kysely)
  return rows[0]?.n
}

async function signedIn(subject: string | null) {
  await sql`
    insert into auth.session (id, "userId", token, "expiresAt", "updatedAt")
    values (gen_random_uuid(), ${subject}, gen_random_uuid()::text, now() + interval '1 day', now())
  `.execute(world.database.kysely)
  expect(await sessionsOf(subject)).toBe(1)
}

async function ownList() {
  return listUsers(await world.call('admin'), world.own.id, {})
}

describe('reading users', () => {
  test('lists the users of the school by name, with the classes of a limited ADMIN, and without super administrators', async () => {
    const users = await ownList()
    expect(users.map((user) => user.name)).toEqual(
      users.map((user) => user.name).toSorted((left, right) => left.localeCompare(right)),
    )
    expect(users.every((user) => user.schoolId === world.own.id && user.role !== 'SUPERADMIN')).toBe(true)
    const limited = users.find((user) => user.id === world.own.users.limitedAdmin)
    expect(limited?.classes).toEqual([{ id: world.own.class7, name: '7', termId: world.own.termId, termName: '2026-27' }])
    expect(await listUsers(await world.call('limitedAdmin'), world.own.id, {})).toEqual(users)
    expect(await listUsers(await world.call('superadmin'), 0, {})).toEqual([])
  })

  test('lists the enabled teachers for selectors', async () => {
    const call = await world.call('admin')
    expect((await listTeachers(call, world.own.id, {})).map((user) => user.id)).toEqual([world.own.users.teacher])
  })

  test('shows a teacher only their own record', async () => {
    const call = await world.call('teacher')
    expect((await viewUser(call, world.own.id, { id: world.own.users.teacher })).id).toBe(world.own.users.teacher)
    const hidden = await refusal(viewUser(call, world.own.id, { id: world.own.users.admin }))
    expect(hidden).toEqual(await refusal(viewUser(call, world.own.id, { id: 999_999 })))
    expect(hidden.code).toBe('NOT_FOUND')
  })

  test('counts the assignments of a teacher', async () => {
    const call = await world.call('admin')
    expect(await viewUserAssignments(call, world.own.id, { id: world.own.users.teacher })).toEqual({
      sections: 1,
      subjects: 0,
      books: 0,
    })
    const foreign = viewUserAssignments(call, world.own.id, { id: world.other.users.teacher })
    expect((await refusal(foreign)).code).toBe('NOT_FOUND')
  })
})

describe('addUser', () => {
  test('stores the user with an account whose first password is the phone', async () => {
    const user = await added({ name: '  a.b.  patil', email: ' Teacher.One@OWN.test ', zoomId: '123' })
    expect(user).toMatchObject({ name: 'A. B. Patil', email: 'teacher.one@own.test', role: 'TEACHER', zoomId: '123' })
    const account = await accountOf(user.email)
    expect(account).toMatchObject({ id: user.subject, name: 'A. B. Patil', userId: user.id, schoolId: world.own.id })
    const check = createPasswordVerifier(world.database, { current: 'any secret of a test' })
    expect(await check({ hash: account?.password ?? '', password: user.phone })).toBe(true)
    expect(await viewerOf(world.database, account?.id ?? '')).toMatchObject({ userId: user.id, role: 'TEACHER' })
    expect((await auditRows(world)).at(-1)).toMatchObject({ role: 'ADMIN', action: 'user.add', rowIds: [user.id] })
  })

  test('accepts another first password', async () => {
    const user = await added({ password: 'ten chars!' })
    const hash = (await accountOf(user.email))?.password ?? ''
    const check = createPasswordVerifier(world.database, { current: 'any secret of a test' })
    expect(await check({ hash, password: 'ten chars!' })).toBe(true)
    expect(await check({ hash, password: user.phone })).toBe(false)
    expect((await auditRows(world)).at(-1)?.fields).not.toContain('zoom')
  })

  test('stores classes for an ADMIN only', async () => {
    const admin = await added({ role: 'ADMIN', classIds: [String(world.own.class8), String(world.own.class7)] })
    expect(admin.classes.map((one) => one.name)).toEqual(['7', '8'])
    expect((await added({ role: 'FEES', classIds: [world.own.class7] })).classes).toEqual([])
    const foreign = await refusal(added({ role: 'ADMIN', classIds: [world.other.class7] }))
    const problem = { path: 'classIds', message: 'This class does not exist any more.' }
    expect(foreign).toEqual({ code: 'CONFLICT', message: problem.message, problems: [problem] })
  })

  test('refuses an e-mail of any account of the installation', async () => {
    const first = await added()
    const message = `The email ${first.email} is already used by another account.`
    const elsewhere = addUser(await world.call('admin', world.other), world.other.id, newUserInput({ email: first.email }))
    expect(await refusal(elsewhere)).toEqual({ code: 'CONFLICT', message, problems: [{ path: 'email', message }] })
    const here = await refusal(added({ email: first.email.toUpperCase() }))
    expect(here).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'email' }] })
  })

  test('refuses the roles SUPERADMIN and STUDENT', async () => {
    for (const role of ['SUPERADMIN', 'STUDENT'])
      expect(await refusal(added({ role }))).toMatchObject({
        code: 'BAD_INPUT',
        problems: [{ path: 'role', message: 'Required' }],
      })
  })

  test('rolls back the record when the account cannot be created', async () => {
    const before = await ownList()
    const owner = new pg.Client({ connectionString: world.ownerUrl })
    await owner.connect()
    try {
      await owner.query(`alter table auth.account add constraint broken check ("providerId" <> 'credential') not valid`)
      const input = newUserInput({ role: 'ADMIN', classIds: [world.own.class7] })
      await expect(addUser(await world.call('admin'), world.own.id, input)).rejects.toThrow('broken')
      expect(await ownList()).toEqual(before)
      const left = await owner.query(
        `select (select count(*) from auth."user" where email = $1) + (select count(*) from users where email = $1) as n`,
        [input.email],
      )
      expect(left.rows[0]).toEqual({ n: 0 })
    } finally {
      await owner.query('alter table auth.account drop constraint if exists broken')
      await owner.end()
    }
  })

  test('rolls back the account when the record cannot be stored', async () => {
    const input = newUserInput({ role: 'ADMIN', classIds: [999_999] })
    expect((await refusal(added(input))).code).toBe('CONFLICT')
    const { rows } = await sql`select from auth."user" where email = ${input.email}`.execute(world.database.kysely)
    expect(rows).toEqual([])
  })
})

/** Uploads a photo that no record has. */
async function storedPhoto(purpose = 'user-photo'): Promise<string> {
  return world.database.transaction(world.own.id, async (db) => {
    const { rows } = await sql<{ id: string }>`insert into files (school_id, purpose, content_type, size, created_by)
      values (${world.own.id}, ${purpose}, 'image/jpeg', 10, ${world.own.subjects.admin}) returning id`.execute(db)
    return rows[0]?.id ?? ''
  })
}

async function files(...ids: string[]): Promise<string[]> {
  return world.database.transaction(world.own.id, async (db) =>
    (await db.selectFrom('files').select('id').where('id', 'in', ids).execute()).map((row) => row.id),
  )
}

test('a photo is set with the form or by itself; it is deleted when replaced and with the user', async () => {
  const call = await world.call('admin')
  const [first, second] = [await storedPhoto(), await storedPhoto()]
  const user = await added({ photoFile: first })
  expect(user.photoFile).toBe(first)
  expect((await updateUser(call, world.own.id, userForm(user, { phone: '9000000002' }))).photoFile).toBe(first)
  expect((await setUserPhoto(call, world.own.id, { id: user.id, photoFile: second })).photoFile).toBe(second)
  expect(await files(first, second)).toEqual([second])
  expect((await refusal(added({ photoFile: second }))).problems[0]?.path).toBe('photoFile')
  expect((await refusal(added({ photoFile: await storedPhoto('student-photo') }))).problems[0]?.path).toBe('photoFile')
  await deleteUser(call, world.own.id, { id: user.id })
  expect(await files(second)).toEqual([])
})

describe('updateUser', () => {
  test('stores the new fields and changes the e-mail of the account', async () => {
    const user = await added({ role: 'ADMIN', classIds: [world.own.class7] })
    const changes = { name: 'new NAME', phone: '9000000001', email: `moved.${user.email}`, classIds: [world.own.class8] }
    const call = await world.call('admin')
    const changed = await updateUser(call, world.own.id, userForm(user, changes))
    expect(changed).toMatchObject({ id: user.id, name: 'New Name', phone: '9000000001', email: changes.email })
    expect(changed.classes.map((one) => one.id)).toEqual([world.own.class8])
    expect(await accountOf(user.email)).toBeUndefined()
    expect(await accountOf(changes.email)).toMatchObject({ id: user.subject, userId: user.id })
    expect((await auditRows(world)).at(-1)).toEqual({
      role: 'ADMIN',
      action: 'user.update',
      rowIds: [user.id],
      fields: ['name', 'phone', 'email', 'classIds'],
    })
  })

  test('takes effect at once for the person', async () => {
    const user = await added({ role: 'ADMIN' })
    const subject = user.subject ?? ''
    expect((await viewerOf(world.database, subject))?.classIds).toBeNull()
    await updateUser(await world.call('admin'), world.own.id, userForm(user, { classIds: [world.own.class7] }))
    expect((await viewerOf(world.database, subject))?.classIds).toEqual([world.own.class7])
    await updateUser(await world.call('admin'), world.own.id, userForm(user, { role: 'FEES' }))
    expect(await viewerOf(world.database, subject)).toMatchObject({ role: 'FEES', classIds: null })
  })

  test('clears zoom fields and classes when the role changes', async () => {
    const user = await added({ zoomId: '1', zoomPassword: 'p', zoomLink: 'https://zoom.us/j/1' })
    const call = await world.call('admin')
    const fees = await updateUser(call, world.own.id, userForm(user, { role: 'FEES', classIds: [world.own.class7] }))
    expect(fees).toMatchObject({ role: 'FEES', zoomId: '', zoomPassword: '', zoomLink: '', classes: [] })
  })

  test('refuses the e-mail of another account, and changes nothing', async () => {
    const [user, other] = [await added(), await addUser(await world.call('superadmin'), world.other.id, newUserInput())]
    const call = await world.call('admin')
    const refused = await refusal(updateUser(call, world.own.id, userForm(user, { name: 'Somebody', email: other.email })))
    expect(refused).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'email' }] })
    expect(await viewUser(call, world.own.id, { id: user.id })).toEqual(user)
  })

  test('refuses a change of the own permission or classes', async () => {
    const own = await viewUser(await world.call('admin'), world.own.id, { id: world.own.users.admin })
    const role = await refusal(updateUser(await world.call('admin'), world.own.id, userForm(own, { role: 'TEACHER' })))
    expect(role).toMatchObject({ code: 'FORBIDDEN', problems: [{ path: 'role' }] })
    const classes = updateUser(await world.call('admin'), world.own.id, userForm(own, { classIds: [world.own.class7] }))
    expect(await refusal(classes)).toMatchObject({ code: 'FORBIDDEN', problems: [{ path: 'classIds' }] })
  })
})

describe('setUserDisabled', () => {
  test('ends all sessions at once; enabling allows signing in again', async () => {
    const user = await added()
    const subject = user.subject ?? ''
    await signedIn(subject)
    expect(await viewerOf(world.database, subject)).not.toBeNull()
    const call = await world.call('admin')
    expect(await setUserDisabled(call, world.own.id, { id: user.id, disabled: true })).toEqual({ ...user, disabled: true })
    expect(await sessionsOf(subject)).toBe(0)
    expect(await viewerOf(world.database, subject)).toBeNull()
    expect(await setUserDisabled(call, world.own.id, { id: user.id, disabled: false })).toEqual(user)
    expect(await viewerOf(world.database, subject)).not.toBeNull()
  })

  test('is refused for oneself', async () => {
    const self = setUserDisabled(await world.call('admin'), world.own.id, { id: world.own.users.admin, disabled: true })
    expect(await refusal(self)).toMatchObject({ code: 'FORBIDDEN', message: 'You cannot disable yourself.' })
  })
})

describe('setUserPassword', () => {
  test('replaces the password and ends the sessions', async () => {
    const user = await added()
    await signedIn(user.subject)
    await setUserPassword(await world.call('admin'), world.own.id, { id: user.id, password: 'abcdefghij' })
    const hash = (await accountOf(user.email))?.password ?? ''
    expect(
      await createPasswordVerifier(world.database, { current: 'any secret of a test' })({ hash, password: 'abcdefghij' }),
    ).toBe(true)
    expect(await sessionsOf(user.subject)).toBe(0)
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'user.setPassword', rowIds: [user.id], fields: ['password'] })
  })

  test('requires exactly ten characters', async () => {
    const user = await added()
    const call = await world.call('admin')
    const problem = { path: 'password', message: 'Password should have 10 characters.' }
    for (const password of ['', '123456789', '12345678901'])
      expect(await refusal(setUserPassword(call, world.own.id, { id: user.id, password }))).toEqual({
        code: 'BAD_INPUT',
        message: problem.message,
        problems: [problem],
      })
  })
})

describe('deleteUser', () => {
  test('deletes the account and all assignments', async () => {
    const user = await added()
    await signedIn(user.subject)
    await addSectionTeacher(world, world.own, world.own.section7B, user.id)
    const call = await world.call('admin')
    expect((await viewUserAssignments(call, world.own.id, { id: user.id })).sections).toBe(1)
    expect(await deleteUser(call, world.own.id, { id: user.id })).toBe(user.id)
    expect((await refusal(viewUser(call, world.own.id, { id: user.id }))).code).toBe('NOT_FOUND')
    expect(await accountOf(user.email)).toBeUndefined()
    expect(await sessionsOf(user.subject)).toBe(0)
    expect(await viewerOf(world.database, user.subject ?? '')).toBeNull()
    expect((await added({ email: user.email })).id).not.toBe(user.id)
  })

  test('keeps the account when the record cannot be deleted', async () => {
    const user = await added()
    const owner = new pg.Client({ connectionString: world.ownerUrl })
    await owner.connect()
    try {
      await tableOfTest(
        owner,
        'create table standing (school_id bigint, user_id bigint, foreign key (school_id, user_id) references users)',
      )
      await owner.query('insert into standing values ($1, $2)', [world.own.id, user.id])
      await expect(deleteUser(await world.call('admin'), world.own.id, { id: user.id })).rejects.toThrow('standing')
      expect(await accountOf(user.email)).toMatchObject({ id: user.subject, userId: user.id })
    } finally {
      await owner.query('drop table if exists standing')
      await owner.end()
    }
  })

  test('is refused for oneself', async () => {
    const self = deleteUser(await world.call('admin'), world.own.id, { id: world.own.users.admin })
    expect(await refusal(self)).toMatchObject({ code: 'FORBIDDEN', message: 'You cannot delete yourself.' })
  })
})
