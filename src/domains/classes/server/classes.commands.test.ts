import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { limitToClass } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { invalidateViewer } from '#platform/viewer.ts'
import { addClass, deleteClass, listClasses, updateClass, viewCurriculum } from './classes.commands.ts'
import { addSection, deleteSection } from './sections.commands.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})

afterAll(() => world.close())

const names = (rows: readonly { name: string }[]) => rows.map((row) => row.name)

describe('addClass', () => {
  test('stores the class with an audit row; lists are in natural order', async () => {
    const call = await world.call('admin')
    const added = await addClass(call, world.own.id, { termId: world.own.termId, name: '  Class   10 ' })
    expect(added).toMatchObject({ name: 'Class 10', termId: world.own.termId, schoolId: world.own.id, sectionCount: 0 })
    await addClass(call, world.own.id, { termId: world.own.termId, name: 'Class 9' })
    expect(names(await listClasses(call, world.own.id, { termId: world.own.termId }))).toEqual(['7', '8', 'Class 9', 'Class 10'])
    expect((await auditRows(world))[0]).toEqual({
      role: 'ADMIN',
      action: 'class.add',
      rowIds: [added.id],
      fields: ['termId', 'name'],
    })
  })

  test('refuses a blank name and one that the term has, ignoring case', async () => {
    const call = await world.call('superadmin')
    const { id, termId } = world.own
    const problem = { path: 'name', message: 'A class with this name exists already' }
    expect(await refusal(addClass(call, id, { termId, name: 'CLASS 10' }))).toMatchObject({
      code: 'CONFLICT',
      problems: [problem],
    })
    expect(await refusal(addClass(call, id, { termId, name: ' ' }))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'name', message: 'Required' }],
    })
  })

  test('answers NOT_FOUND for a term of another school and an unknown one', async () => {
    const call = await world.call('admin')
    const missing = await refusal(addClass(call, world.own.id, { termId: 999_999, name: 'X' }))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(addClass(call, world.own.id, { termId: world.other.termId, name: 'X' }))).toEqual(missing)
    expect(await refusal(addClass(call, world.other.id, { termId: world.other.termId, name: 'X' }))).toEqual(missing)
  })
})

describe('an ADMIN limited to a class', () => {
  test('sees only this class in lists and in the curriculum', async () => {
    const call = await world.call('limitedAdmin')
    const term = { termId: world.own.termId }
    expect(names(await listClasses(call, world.own.id, term))).toEqual(['7'])
    const [place, ...others] = await viewCurriculum(call, world.own.id, term)
    expect(others).toEqual([])
    expect(place?.class.name).toBe('7')
    expect(place?.sections.map(({ section }) => section.name)).toEqual(['A', 'B'])
  })

  test('may rename it, cannot see others, and cannot add one', async () => {
    const call = await world.call('limitedAdmin')
    const { id, class7, class8, termId } = world.own
    expect(await updateClass(call, id, { id: class7, name: '7 ' })).toMatchObject({ id: class7, name: '7', sectionCount: 2 })
    for (const outside of [() => updateClass(call, id, { id: class8, name: 'X' }), () => deleteClass(call, id, { id: class8 })])
      expect((await refusal(outside())).code).toBe('NOT_FOUND')
    expect(await refusal(addClass(call, id, { termId, name: 'X' }))).toMatchObject({
      code: 'FORBIDDEN',
      message: 'You are limited to some classes and cannot add others',
    })
  })
})

describe('deleteClass', () => {
  test('is refused for a class with sections', async () => {
    const refused = await refusal(deleteClass(await world.call('admin'), world.own.id, { id: world.own.class8 }))
    expect(refused).toMatchObject({ code: 'FORBIDDEN', message: 'This class has a section. Delete all its sections first' })
  })

  test('deletes an empty class', async () => {
    const call = await world.call('admin')
    const { id } = await addClass(call, world.own.id, { termId: world.own.termId, name: 'Empty' })
    expect(await deleteClass(call, world.own.id, { id })).toBe(id)
    expect(names(await listClasses(call, world.own.id, { termId: world.own.termId }))).not.toContain('Empty')
    expect((await refusal(deleteClass(call, world.own.id, { id }))).code).toBe('NOT_FOUND')
  })

  test('is refused for the only class of a limited ADMIN', async () => {
    const { id: schoolId, termId, users } = world.own
    const call = await world.call('admin')
    const [one, two] = [
      await addClass(call, schoolId, { termId, name: 'One' }),
      await addClass(call, schoolId, { termId, name: 'Two' }),
    ]
    const limit = async (classIds: number[]) => {
      await world.database.transaction(schoolId, async (db) => {
        await db.deleteFrom('classAdmins').where('schoolId', '=', schoolId).where('userId', '=', users.limitedAdmin).execute()
        for (const classId of classIds) await limitToClass(db, world.own, users.limitedAdmin, classId)
      })
      invalidateViewer(world.database, world.own.subjects.limitedAdmin ?? null)
    }
    await limit([one.id, two.id])
    const both = await Promise.allSettled([one, two].map(({ id }) => deleteClass(call, schoolId, { id })))
    expect(both.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    const left = both[0]?.status === 'rejected' ? one : two
    expect(await refusal(deleteClass(call, schoolId, { id: left.id }))).toMatchObject({
      code: 'CONFLICT',
      message: 'This is the only class of limitedAdmin of Own School. Give them another class, or all classes, first',
    })
    await limit([world.own.class7])
    await expect(deleteClass(call, schoolId, { id: left.id })).resolves.toBe(left.id)
  })

  test('leaves no section without a class when a section is added at the same time', async () => {
    const call = await world.call('admin')
    for (const round of [1, 2, 3, 4]) {
      const { id } = await addClass(call, world.own.id, { termId: world.own.termId, name: `Race ${round}` })
      const section = { classId: id, name: 'A', sr: 1, teacherIds: [], notificationTime: '' }
      const outcomes = await Promise.allSettled([
        addSection(call, world.own.id, section),
        deleteClass(call, world.own.id, { id }),
      ])
      const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'ok' : (outcome.reason as { code: string }).code))
      expect([
        ['ok', 'FORBIDDEN'],
        ['NOT_FOUND', 'ok'],
      ]).toContainEqual(codes)
      if (outcomes[0].status === 'fulfilled') {
        await deleteSection(call, world.own.id, { id: outcomes[0].value.id })
        await deleteClass(call, world.own.id, { id })
      }
    }
  })
})

describe('permissions', () => {
  test('FEES lists classes and cannot change them', async () => {
    const call = await world.call('fees')
    expect(names(await listClasses(call, world.own.id, { termId: world.own.termId }))).toContain('8')
    expect((await refusal(addClass(call, world.own.id, { termId: world.own.termId, name: 'X' }))).code).toBe('FORBIDDEN')
  })

  test.each(['fees', 'teacher', 'attendant', 'student'] as const)('the curriculum is refused to the role of %s', async (who) => {
    const refused = await refusal(viewCurriculum(await world.call(who), world.own.id, { termId: world.own.termId }))
    expect(refused).toEqual({ code: 'FORBIDDEN', message: notAuthorized(), problems: [] })
  })

  test.each(['teacher', 'attendant', 'student'] as const)('the list of classes is refused to the role of %s', async (who) => {
    const refused = await refusal(listClasses(await world.call(who), world.own.id, { termId: world.own.termId }))
    expect(refused.code).toBe('FORBIDDEN')
  })

  test('a term of another school is NOT_FOUND, as one that does not exist', async () => {
    const call = await world.call('admin')
    const missing = await refusal(listClasses(call, world.own.id, { termId: 999_999 }))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(listClasses(call, world.own.id, { termId: world.other.termId }))).toEqual(missing)
    expect(await refusal(viewCurriculum(call, world.own.id, { termId: world.other.termId }))).toEqual(missing)
    expect(await refusal(listClasses(call, world.other.id, { termId: world.other.termId }))).toEqual(missing)
  })
})
