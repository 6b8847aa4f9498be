import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { viewerOf } from '#platform/viewer.ts'
import { importTeachers } from './importTeachers.commands.ts'
import { missingTeachers, teachersByEmail } from './users.exports.ts'
import { listTeachers } from './users.commands.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})

afterAll(() => world.close())

const rows = (tag: string, count: number) =>
  Array.from({ length: count }, (_, place) => ({
    name: `teacher  ${tag} ${'abcdefghij'[place % 10]}`,
    phone: String(9_000_000_000 + place),
    email: `${tag}${place}@IMPORT.test`,
  }))

async function counts() {
  const { rows: found } = await sql<{ accounts: number; logins: number }>`
    select (select count(*) from auth."user") as accounts, (select count(*) from logins) as logins
  `.execute(world.database.kysely)
  const teachers = await listTeachers(await world.call('admin'), world.own.id, {})
  return { ...found[0], teachers: teachers.length }
}

describe('importTeachers', () => {
  test('adds all teachers to the school, each with an account', async () => {
    const before = await counts()
    expect(await importTeachers(await world.call('admin'), world.own.id, { rows: rows('a', 100) })).toMatchObject({ count: 100 })
    const after = await counts()
    expect(after.teachers).toBe(before.teachers + 100)
    expect(after.accounts).toBe((before.accounts ?? 0) + 100)
    expect(after.logins).toBe((before.logins ?? 0) + 100)
    const [first] = await world.database
      .read(world.own.id, [teachersByEmail(world.database.kysely, world.own.id, [' A0@import.TEST '])] as const)
      .then(([found]) => found)
    expect(first).toMatchObject({ name: 'Teacher A A', email: 'a0@import.test' })
    const { rows: accounts } = await sql<{ id: string }>`
      select id from auth."user" where email = 'a0@import.test'
    `.execute(world.database.kysely)
    const viewer = await viewerOf(world.database, accounts[0]?.id ?? '')
    expect(viewer).toMatchObject({ userId: first?.id, role: 'TEACHER', schoolId: world.own.id, phone: '9000000000' })
    const audit = (await auditRows(world)).at(-1)
    expect(audit).toMatchObject({ action: 'user.importTeachers', fields: ['name', 'phone', 'email', 'role'] })
    expect(audit?.rowIds).toHaveLength(100)
  })

  test('stores a file once when it is sent again with its key', async () => {
    const sent = { key: randomUUID(), rows: rows('again', 2) }
    const first = await importTeachers(await world.call('admin'), world.own.id, sent)
    const before = await counts()
    expect(await importTeachers(await world.call('admin'), world.own.id, sent)).toEqual(first)
    expect(await counts()).toEqual(before)
  })

  test('stores nothing when one row is invalid, and reports it', async () => {
    const before = await counts()
    const bad = rows('b', 20)
    bad[7] = { name: 'Seven', phone: '123', email: 'seven@import.test' }
    const message = 'Phone should have exactly 10 digits.'
    expect(await refusal(importTeachers(await world.call('admin'), world.own.id, { rows: bad }))).toEqual({
      code: 'BAD_INPUT',
      message,
      problems: [{ path: 'rows.7.phone', message }],
    })
    expect(await counts()).toEqual(before)
  })

  test('reports every row whose e-mail occurred earlier in the file', async () => {
    const before = await counts()
    const twice = rows('c', 5)
    twice[3] = { ...twice[3]!, email: 'C1@import.test' }
    twice[4] = { ...twice[4]!, email: ' c0@import.test' }
    const refused = await refusal(importTeachers(await world.call('admin'), world.own.id, { rows: twice }))
    expect(refused.code).toBe('BAD_INPUT')
    expect(refused.problems.map((problem) => problem.path)).toEqual(['rows.3.email', 'rows.4.email'])
    expect(await counts()).toEqual(before)
  })

  test('reports every row whose e-mail has an account, in this school or another', async () => {
    await importTeachers(await world.call('admin', world.other), world.other.id, { rows: rows('d', 3) })
    const before = await counts()
    const mixed = rows('e', 6)
    mixed[1] = { ...mixed[1]!, email: 'd2@import.test' }
    mixed[2] = { ...mixed[2]!, email: 'a5@import.test' }
    mixed[4] = { ...mixed[4]!, email: 'admin@own.test' }
    const refused = await refusal(importTeachers(await world.call('admin'), world.own.id, { rows: mixed }))
    expect(refused.code).toBe('CONFLICT')
    expect(refused.problems).toEqual([
      { path: 'rows.1.email', message: 'The email d2@import.test is already used by another account.' },
      { path: 'rows.2.email', message: 'The email a5@import.test is already used by another account.' },
      { path: 'rows.4.email', message: 'The email admin@own.test is already used by another account.' },
    ])
    expect(await counts()).toEqual(before)
  })

  test('stores one of two concurrent imports of the same file', async () => {
    const call = await world.call('admin')
    const before = await counts()
    const twins = await Promise.allSettled([1, 2].map(() => importTeachers(call, world.own.id, { rows: rows('f', 50) })))
    expect(twins.filter((twin) => twin.status === 'fulfilled')).toHaveLength(1)
    expect((await counts()).teachers).toBe(before.teachers + 50)
  })

  test('accepts the maximum number of rows', async () => {
    expect(await importTeachers(await world.call('superadmin'), world.other.id, { rows: rows('g', 5000) })).toMatchObject({
      count: 5000,
    })
  })

  test.each(['fees', 'teacher', 'attendant', 'student'] as const)('is refused to the role of %s', async (who) => {
    const refused = await refusal(importTeachers(await world.call(who), world.own.id, { rows: rows('x', 1) }))
    expect(refused.code).toBe('FORBIDDEN')
  })

  test('answers NOT_FOUND for another school', async () => {
    const refused = await refusal(importTeachers(await world.call('admin'), world.other.id, { rows: rows('x', 1) }))
    expect(refused.code).toBe('NOT_FOUND')
  })
})

describe('lookups for other domains', () => {
  test('teachersByEmail returns users of the school only', async () => {
    const { kysely } = world.database
    const emails = ['TEACHER@own.test', 'teacher@other.test', 'nobody@own.test']
    const [found] = await world.database.read(world.own.id, [teachersByEmail(kysely, world.own.id, emails)] as const)
    expect(found).toEqual([{ id: world.own.users.teacher, name: 'teacher of Own School', email: 'teacher@own.test' }])
  })

  test('missingTeachers returns ids that are not users of the school, once each', async () => {
    const [own, other] = [world.own.users.teacher, world.other.users.teacher]
    await world.database.transaction(world.own.id, async (db) => {
      expect(await missingTeachers(db, world.own.id, [own, other, 999_999, other])).toEqual([other, 999_999])
      expect(await missingTeachers(db, world.own.id, [])).toEqual([])
    })
  })
})
