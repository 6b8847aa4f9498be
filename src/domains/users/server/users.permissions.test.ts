import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '#tests/refusals.ts'
import { newUserInput, userForm } from '#tests/userForms.ts'
import { addSectionTeacher } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import {
  addUser,
  deleteUser,
  handOutUserCode,
  listTeachers,
  listUsers,
  setUserDisabled,
  setUserPassword,
  updateUser,
  viewUser,
} from './users.commands.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})

afterAll(() => world.close())

async function added(given: object = {}) {
  return addUser(await world.call('admin'), world.own.id, newUserInput(given))
}

describe('an ADMIN limited to classes', () => {
  test('adds teachers, and ADMINs of the own classes only', async () => {
    const call = await world.call('limitedAdmin')
    const add = (given: object) => addUser(call, world.own.id, newUserInput(given))
    expect((await add({})).role).toBe('TEACHER')
    expect((await add({ role: 'ADMIN', classIds: [world.own.class7] })).classes).toHaveLength(1)
    for (const classIds of [[], [world.own.class8], [world.own.class7, world.own.class8]])
      expect(await refusal(add({ role: 'ADMIN', classIds }))).toMatchObject({
        code: 'FORBIDDEN',
        problems: [{ path: 'classIds' }],
      })
  })

  test('cannot change another ADMIN', async () => {
    const admin = await added({ role: 'ADMIN' })
    const call = await world.call('limitedAdmin')
    const { id } = admin
    for (const attempt of [
      () => updateUser(call, world.own.id, userForm(admin)),
      () => setUserDisabled(call, world.own.id, { id, disabled: true }),
      () => setUserPassword(call, world.own.id, { id, password: '0123456789' }),
      () => deleteUser(call, world.own.id, { id }),
    ])
      expect(await refusal(attempt())).toMatchObject({
        code: 'FORBIDDEN',
        message: 'An admin limited to classes cannot change another admin.',
      })
    expect(await viewUser(call, world.own.id, { id })).toEqual(admin)
  })

  test('cannot change a teacher of another class of the current term', async () => {
    const teacher = await added()
    const call = await world.call('limitedAdmin')
    const { own } = world
    const teach = (sectionId: number) => addSectionTeacher(world, own, sectionId, teacher.id)
    await teach(own.section7A)
    expect((await updateUser(call, own.id, userForm(teacher))).name).toBe(teacher.name)
    await teach(own.section8A)
    const { id } = teacher
    for (const attempt of [
      () => updateUser(call, own.id, userForm(teacher)),
      () => setUserPassword(call, own.id, { id, password: '0123456789' }),
      () => handOutUserCode(call, own.id, { id }),
      () => setUserDisabled(call, own.id, { id, disabled: true }),
      () => deleteUser(call, own.id, { id }),
    ])
      expect(await refusal(attempt())).toMatchObject({
        code: 'FORBIDDEN',
        message: 'An admin limited to classes cannot change a teacher of other classes.',
      })
  })

  test('cannot grant a teacher wider rights, nor change a user who sees the whole school', async () => {
    const teacher = await added()
    const call = await world.call('limitedAdmin')
    for (const role of ['ADMIN', 'FEES', 'ATTENDANT'] as const) {
      expect((await refusal(updateUser(call, world.own.id, userForm(teacher, { role })))).code).toBe('FORBIDDEN')
      expect((await refusal(addUser(call, world.own.id, newUserInput({ role })))).code).toBe('FORBIDDEN')
    }
    const { fees: id } = world.own.users
    expect((await refusal(setUserPassword(call, world.own.id, { id, password: '0123456789' }))).code).toBe('FORBIDDEN')
  })
})

describe('permissions', () => {
  test.each(['fees', 'teacher', 'attendant', 'student'] as const)(
    'the role of %s can neither read nor change users',
    async (who) => {
      const call = await world.call(who)
      const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }
      expect(await refusal(listUsers(call, world.own.id, {}))).toEqual(forbidden)
      expect(await refusal(listTeachers(call, world.own.id, {}))).toEqual(forbidden)
      expect(await refusal(addUser(call, world.own.id, newUserInput()))).toEqual(forbidden)
      expect(await refusal(deleteUser(call, world.own.id, { id: world.own.users.teacher }))).toEqual(forbidden)
    },
  )

  test.each(['anonymous', 'disabled'] as const)('%s is refused as signed out', async (who) => {
    expect((await refusal(listUsers(await world.call(who), world.own.id, {}))).code).toBe('SIGNED_OUT')
  })

  test('another school and its users are NOT_FOUND', async () => {
    const call = await world.call('admin')
    const missing = await refusal(deleteUser(call, world.own.id, { id: 999_999 }))
    expect(missing.code).toBe('NOT_FOUND')
    const id = world.other.users.teacher
    for (const attempt of [
      () => listUsers(call, world.other.id, {}),
      () => viewUser(call, world.own.id, { id }),
      () => updateUser(call, world.own.id, { ...newUserInput(), id }),
      () => setUserDisabled(call, world.own.id, { id, disabled: true }),
      () => setUserPassword(call, world.own.id, { id, password: '0123456789' }),
      () => deleteUser(call, world.own.id, { id }),
      () => deleteUser(call, world.other.id, { id }),
      () => addUser(call, world.other.id, newUserInput()),
    ])
      expect(await refusal(attempt())).toEqual(missing)
  })

  test('nobody can change a super administrator or add a user without a school', async () => {
    const call = await world.call('superadmin')
    const id = call.viewer?.userId ?? 0
    expect((await refusal(deleteUser(call, world.own.id, { id }))).code).toBe('NOT_FOUND')
    expect((await refusal(setUserDisabled(call, 0, { id, disabled: true }))).code).toBe('CONFLICT')
    expect((await refusal(addUser(call, 0, newUserInput()))).code).toBe('CONFLICT')
    expect((await refusal(viewUser(call, 0, { id }))).code).toBe('NOT_FOUND')
  })
})
