import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { fromNow } from '#tests/moments.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import { schoolDay } from '#shared/dates.ts'
import { fieldLabel } from '../auditActions.ts'
import { listAudit, listAuditPeople, noteAuditExport } from './audit.queries.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
  const { id, student7A, users, subjects } = world.own
  const row = (minutes: number, role: string, subject: string | null, action: string, ids: number[]) =>
    asOwner(
      world.ownerUrl,
      `insert into audit_log (school_id, at, subject, role, action, row_ids, fields)
       values ($1, now() - make_interval(mins => $2), $3, $4, $5, $6, '{photoFile}')`,
      [id, minutes, subject, role, action, ids],
    )
  await row(50, 'ADMIN', subjects.admin ?? '', 'student.update', [student7A])
  await row(40, 'ADMIN', subjects.admin ?? '', 'user.update', [users.teacher])
  await row(30, 'JOB', null, 'lecture.close', [1, 2, 3, 4, 5, 6, 7])
  // A student changed together with others, and rows of other kinds and another school with the same id.
  await row(20, 'ADMIN', subjects.admin ?? '', 'student.edit', [900001, student7A, student7A])
  await row(10, 'ADMIN', subjects.admin ?? '', 'user.importTeachers', [student7A, 900001])
  await asOwner(
    world.ownerUrl,
    "insert into audit_log (school_id, role, action, row_ids) values ($1, 'ADMIN', 'student.edit', $2)",
    [world.other.id, [student7A, 900001]],
  )
  await row(60 * 24 * 40, 'ADMIN', subjects.admin ?? '', 'student.revealAadhaar', [student7A])
  await asOwner(world.ownerUrl, "insert into audit_log (school_id, role, action) values ($1, 'ADMIN', 'term.add')", [
    world.other.id,
  ])
})
afterAll(() => world.close())

const list = async (input: object = {}) => listAudit(await world.call('admin'), world.own.id, input)

test('the list shows who did what, newest first, with labels and names, for the own school only', async () => {
  const { rows, total } = await list()
  expect(total).toBe(6)
  expect(rows.map(({ who, says, rowCount, rowsAre, targets }) => [who, says, rowCount, rowsAre, targets[0]?.name])).toEqual([
    ['admin of Own School', 'Teachers added from a file', 2, 'users', undefined],
    ['admin of Own School', 'Students changed by a file', 3, 'students', 'Asha Patil'],
    ['The installation', 'Lecture closed because its time was over', 7, 'registers', undefined],
    ['admin of Own School', 'User changed', 1, 'user', 'teacher of Own School'],
    ['admin of Own School', 'Student changed', 1, 'student', 'Asha Patil'],
    ['admin of Own School', 'Aadhaar number shown', 1, 'student', 'Asha Patil'],
  ])
  expect(rows[2]?.rowIds).toEqual([1, 2, 3, 4, 5])
})

test('it is filtered by area, action, person, student and days, and paged by cursor', async () => {
  const { student7A, users } = world.own
  const says = async (input: object) => (await list(input)).rows.map((row) => row.says)
  expect(await says({ area: 'PRIVACY' })).toEqual(['Aadhaar number shown'])
  expect(await says({ actions: ['user.update', 'term.add'] })).toEqual(['User changed'])
  expect(await says({ area: 'MONEY', actions: ['user.update'] })).toEqual([])
  expect(await says({ person: 'NOBODY' })).toEqual(['Lecture closed because its time was over'])
  expect(await says({ person: 'PLATFORM' })).toEqual([])
  expect(await says({ person: String(users.admin), pageSize: 1, page: 3 })).toEqual(['Student changed'])
  const hers = ['Students changed by a file', 'Student changed', 'Aadhaar number shown']
  expect(await list({ studentId: String(student7A) })).toMatchObject({ rows: hers.map((one) => ({ says: one })), total: 3 })
  expect(await says({ studentId: String(student7A), actions: ['student.edit'] })).toEqual(hers.slice(0, 1))
  expect(await says({ studentId: String(student7A), person: String(users.admin), area: 'STUDENTS' })).toEqual(hers.slice(0, 2))
  const today = schoolDay(new Date())
  expect(await says({ studentId: String(student7A), to: schoolDay(fromNow(-39 * 86_400_000)) })).toHaveLength(1)
  expect(await says({ area: 'PRIVACY', from: today })).toEqual([])
  const first = (await list({ pageSize: 4 })).rows.at(-1)
  expect(await says({ before: first?.cursor })).toEqual(['Student changed', 'Aadhaar number shown'])
})

test('sign-ins are shown where they are asked for: by their area, or by a word', async () => {
  const { id, student7A, users, subjects } = world.own
  const add = (role: string, subject: string | null, action: string, ids: number[], fields: string[]) =>
    asOwner(
      world.ownerUrl,
      `insert into audit_log (school_id, at, subject, role, action, row_ids, fields) values ($1, now(), $2, $3, $4, $5, $6)`,
      [id, subject, role, action, ids, fields],
    )
  const { total } = await list()
  await add('TEACHER', subjects.teacher ?? '', 'account.signIn', [], ['wrongPasswords:3'])
  await add('GUARDIAN', null, 'family.signIn', [student7A], [])
  await add('STRANGER', null, 'user.refuseSignIns', [users.teacher], [])
  expect((await list()).total).toBe(total)
  const { rows } = await list({ area: 'SIGN_INS' })
  expect(rows.map(({ who, says, targets }) => [who, says, targets[0]?.name])).toEqual([
    ['Somebody unknown', 'Sign-in of a user refused after many wrong passwords', 'teacher of Own School'],
    ['A parent', 'Signed in for the family', 'Asha Patil'],
    ['teacher of Own School', 'Signed in', undefined],
  ])
  expect(rows[2]?.fields.map(fieldLabel)).toEqual(['3 wrong passwords before'])
  expect((await list({ actions: ['account.signIn'] })).total).toBe(1)
  expect((await list({ studentId: String(student7A) })).total).toBe(3)
  expect((await list({ studentId: String(student7A), area: 'SIGN_INS' })).total).toBe(1)
})

test('an export is recorded, and a class-limited admin is refused', async () => {
  const call = await world.call('superadmin')
  expect(await noteAuditExport(call, world.own.id, { area: 'PRIVACY' })).toBe(1)
  expect((await list({ area: 'PRIVACY' })).rows[0]).toMatchObject({
    who: 'Super Admin',
    says: 'Audit log exported',
    fields: ['area'],
  })
  expect((await listAuditPeople(call, world.own.id, {})).map((one) => one.name)).toContain('teacher of Own School')
  expect((await refusal(listAudit(await world.call('limitedAdmin'), world.own.id, {}))).code).toBe('FORBIDDEN')
})
