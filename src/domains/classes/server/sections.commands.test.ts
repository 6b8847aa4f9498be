import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addStudents } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { may, notAuthorized } from '#platform/action.ts'
import { invalidateSchool, schoolById } from '#platform/school.ts'
import { sectionHasStudents } from '../classes.rules.ts'
import { addBook } from './books.commands.ts'
import { addClass, viewCurriculum } from './classes.commands.ts'
import { holdSection, sectionInTerm, sectionKey, sectionsByName } from './classes.exports.ts'
import { sectionActions } from './classes.permissions.ts'
import { addSection, deleteSection, listMySections, listSections, updateSection } from './sections.commands.ts'
import { addSubject } from './subjects.commands.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})

afterAll(() => world.close())

const section = () => ({ classId: world.own.class7, name: 'C', sr: 3, teacherIds: [] as number[], notificationTime: '17:30' })
const titles = (rows: readonly { name: string; class: { name: string } }[]) => rows.map((row) => `${row.class.name}-${row.name}`)
const term = () => ({ termId: world.own.termId })

async function attType(type: 'DAILY' | 'SUBJECTWISE') {
  await world.database.kysely.updateTable('schools').set({ attType: type }).where('id', '=', world.own.id).execute()
  invalidateSchool(world.database, world.own.id)
}

describe('listSections', () => {
  test('returns each section with class, teachers and number of students', async () => {
    const rows = await listSections(await world.call('admin'), world.own.id, term())
    expect(titles(rows)).toEqual(['7-A', '7-B', '8-A'])
    expect(rows[0]).toMatchObject({
      id: world.own.section7A,
      class: { id: world.own.class7, name: '7', sectionCount: 2 },
      teachers: [{ id: world.own.users.teacher, name: 'teacher of Own School', email: 'teacher@own.test' }],
      studentCount: 1,
      subjectCount: 0,
      bookCount: 0,
    })
    expect(rows[1]).toMatchObject({ teachers: [], studentCount: 0 })
  })

  test.each([
    ['superadmin', ['7-A', '7-B', '8-A']],
    ['fees', ['7-A', '7-B', '8-A']],
    ['attendant', ['7-A', '7-B', '8-A']],
    ['limitedAdmin', ['7-A', '7-B']],
    ['teacher', ['7-A']],
  ] as const)('shows %s %j', async (who, expected) => {
    expect(titles(await listSections(await world.call(who), world.own.id, term()))).toEqual(expected)
  })

  test('is refused for a student, and returns the own sections of a teacher', async () => {
    expect(await refusal(listSections(await world.call('student'), world.own.id, term()))).toMatchObject({
      code: 'FORBIDDEN',
      message: notAuthorized(),
    })
    expect(titles(await listMySections(await world.call('teacher'), world.own.id, term()))).toEqual(['7-A'])
    expect(await listMySections(await world.call('superadmin'), world.own.id, term())).toEqual(
      await listSections(await world.call('superadmin'), world.own.id, term()),
    )
    expect((await refusal(listMySections(await world.call('admin'), world.own.id, term()))).code).toBe('FORBIDDEN')
    const foreign = await refusal(listMySections(await world.call('teacher'), world.own.id, { termId: world.other.termId }))
    expect(foreign.code).toBe('NOT_FOUND')
  })
})

describe('addSection', () => {
  test('stores the section with its teachers in the term of its class, with an audit row', async () => {
    const { teacher, admin } = world.own.users
    const added = await addSection(await world.call('admin'), world.own.id, {
      ...section(),
      teacherIds: [teacher, String(admin)],
    })
    expect(added).toMatchObject({ name: 'C', sr: 3, termId: world.own.termId, notificationTime: '17:30:00+05:30', fbId: '' })
    expect(added.teachers.map((user) => user.id)).toEqual([admin, teacher])
    expect((await auditRows(world)).at(-1)).toEqual({
      role: 'ADMIN',
      action: 'section.add',
      rowIds: [added.id],
      fields: ['classId', 'name', 'sr', 'teacherIds', 'notificationTime'],
    })
    await deleteSection(await world.call('admin'), world.own.id, { id: added.id })
  })

  test('defaults the notification time to the current time in India', async () => {
    vi.useFakeTimers({ now: new Date('2026-06-15T20:00:05Z'), toFake: ['Date'] })
    const added = await addSection(await world.call('admin'), world.own.id, { ...section(), notificationTime: '' })
    vi.useRealTimers()
    expect(added.notificationTime).toBe('01:30:05+05:30')
    await deleteSection(await world.call('admin'), world.own.id, { id: added.id })
  })

  test('reports every missing or invalid field', async () => {
    const wrong = { ...section(), name: '', sr: 'x', notificationTime: 'noon' }
    const refused = await refusal(addSection(await world.call('admin'), world.own.id, wrong))
    expect(refused.code).toBe('BAD_INPUT')
    expect(refused.problems).toEqual([
      { path: 'name', message: 'Required' },
      { path: 'sr', message: 'SR must be a number' },
      { path: 'notificationTime', message: 'This is not a time: write it as 17:30:00+05:30' },
    ])
  })

  test('requires a serial number unless the school is subject-wise', async () => {
    const call = await world.call('admin')
    for (const sr of [null, undefined, ''])
      expect(await refusal(addSection(call, world.own.id, { ...section(), sr }))).toMatchObject({
        code: 'BAD_INPUT',
        problems: [{ path: 'sr', message: 'SR is required' }],
      })
    await attType('SUBJECTWISE')
    const added = await addSection(call, world.own.id, { ...section(), sr: null })
    await attType('DAILY')
    expect(added.sr).toBe(0)
    await deleteSection(call, world.own.id, { id: added.id })
  })

  test('refuses a name that the class has; another class may have it', async () => {
    const call = await world.call('admin')
    const problem = { path: 'name', message: 'This class has a section with this name already' }
    expect(await refusal(addSection(call, world.own.id, { ...section(), name: 'a' }))).toMatchObject({
      code: 'CONFLICT',
      problems: [problem],
    })
    const added = await addSection(call, world.own.id, { ...section(), classId: world.own.class8, name: 'B' })
    await deleteSection(call, world.own.id, { id: added.id })
  })

  test('refuses teachers who are not users of the school, at their index', async () => {
    const { teacher } = world.other.users
    const refused = refusal(
      addSection(await world.call('admin'), world.own.id, { ...section(), teacherIds: [world.own.users.teacher, teacher] }),
    )
    expect(await refused).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'teacherIds.1', message: 'This teacher does not exist any more' }],
    })
  })

  test('answers NOT_FOUND for a class of another school', async () => {
    const call = await world.call('admin')
    const missing = await refusal(addSection(call, world.own.id, { ...section(), classId: 999_999 }))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(addSection(call, world.own.id, { ...section(), classId: world.other.class7 }))).toEqual(missing)
    expect(await refusal(addSection(call, world.other.id, { ...section(), classId: world.other.class7 }))).toEqual(missing)
  })

  test.each(['fees', 'teacher', 'attendant', 'student'] as const)('is refused to the role of %s', async (who) => {
    expect((await refusal(addSection(await world.call(who), world.own.id, section()))).code).toBe('FORBIDDEN')
  })
})

describe('updateSection', () => {
  test('replaces fields and teachers, and can move the section to another class of the term', async () => {
    const call = await world.call('admin')
    const { id } = await addSection(call, world.own.id, { ...section(), teacherIds: [world.own.users.teacher] })
    const changed = {
      id,
      classId: world.own.class8,
      name: 'Z',
      sr: 9,
      teacherIds: [world.own.users.admin],
      notificationTime: '08:00:00',
    }
    const updated = await updateSection(call, world.own.id, changed)
    expect(updated).toMatchObject({ id, name: 'Z', sr: 9, class: { name: '8' }, notificationTime: '08:00:00+05:30' })
    expect(updated.teachers.map((user) => user.id)).toEqual([world.own.users.admin])
    await deleteSection(call, world.own.id, { id })
  })

  test('answers NOT_FOUND for a section or a class of another school', async () => {
    const call = await world.call('admin')
    const missing = await refusal(updateSection(call, world.own.id, { id: 999_999, ...section() }))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(updateSection(call, world.own.id, { id: world.other.section7A, ...section() }))).toEqual(missing)
    const into = { id: world.own.section7B, ...section(), classId: world.other.class7 }
    expect(await refusal(updateSection(call, world.own.id, into))).toEqual(missing)
  })

  test('is allowed for a limited ADMIN only from and to the own class', async () => {
    const call = await world.call('limitedAdmin')
    const { id, section7B, section8A, class8 } = world.own
    const own = { id: section7B, ...section(), name: 'B', sr: 2 }
    expect(await updateSection(call, id, own)).toMatchObject({ sr: 2 })
    for (const outside of [
      () => updateSection(call, id, { ...own, id: section8A }),
      () => updateSection(call, id, { ...own, classId: class8 }),
      () => addSection(call, id, { ...section(), classId: class8 }),
      () => deleteSection(call, id, { id: section8A }),
    ])
      expect((await refusal(outside())).code).toBe('NOT_FOUND')
  })
})

describe('deleteSection', () => {
  test('is refused for a section with students with the specified message, also in viewerCan', async () => {
    const call = await world.call('admin')
    const refused = await refusal(deleteSection(call, world.own.id, { id: world.own.section7A }))
    expect(refused).toEqual({ code: 'FORBIDDEN', message: sectionHasStudents(), problems: [] })
    const [row] = await listSections(call, world.own.id, term())
    const school = await schoolById(world.database, world.own.id)
    expect(may(sectionActions.delete, { viewer: call.viewer!, school: school!, row: row! })).toEqual({
      allowed: false,
      reason: sectionHasStudents(),
    })
  })

  test('deletes the subjects and books of the section', async () => {
    const call = await world.call('admin')
    const { id } = await addSection(call, world.own.id, section())
    const subject = await addSubject(call, world.own.id, { sectionId: id, name: 'Maths', sr: 1, teacherIds: [] })
    await addBook(call, world.own.id, { subjectId: subject.id, name: 'Ganit', pages: 90, teacherIds: [world.own.users.teacher] })
    expect(await listSections(call, world.own.id, term())).toContainEqual(
      expect.objectContaining({ id, subjectCount: 1, bookCount: 1 }),
    )
    expect(await deleteSection(call, world.own.id, { id })).toBe(id)
    expect((await auditRows(world)).at(-1)).toMatchObject({
      action: 'section.delete',
      rowIds: [id],
      fields: ['subjects', 'books'],
    })
    const [left] = await world.database.read(world.own.id, [
      world.database.kysely.selectFrom('books').select('id').where('schoolId', '=', world.own.id),
    ] as const)
    expect(left).toEqual([])
  })

  test('leaves no student without a section when one is enrolled at the same time', async () => {
    const call = await world.call('admin')
    const { id: schoolId } = world.own
    for (const held of [true, false, true, false]) {
      const { id: sectionId } = await addSection(call, schoolId, section())
      const enrol = world.database.transaction(schoolId, async (db) => {
        if (held && !(await holdSection(db, schoolId, sectionId))) return 'gone'
        await addStudents(db, world.own, sectionId, 1)
        return 'in'
      })
      const [entered, deleted] = await Promise.allSettled([enrol, deleteSection(call, schoolId, { id: sectionId })])
      const [counted] = await world.database.read(schoolId, [sectionInTerm(world.database.kysely, schoolId, sectionId)] as const)
      if (deleted.status === 'rejected') {
        expect((deleted.reason as Error).message).toBe(sectionHasStudents())
        expect(entered).toMatchObject({ status: 'fulfilled', value: 'in' })
        expect(counted).toHaveLength(1)
        await world.database.transaction(schoolId, (db) =>
          db.deleteFrom('enrolments').where('schoolId', '=', schoolId).where('sectionId', '=', sectionId).execute(),
        )
        await deleteSection(call, schoolId, { id: sectionId })
      } else {
        expect(entered.status === 'rejected' || entered.value === 'gone').toBe(true)
        expect(counted).toHaveLength(0)
      }
    }
  })

  test('answers NOT_FOUND for a section of another school', async () => {
    const call = await world.call('admin')
    const missing = await refusal(deleteSection(call, world.own.id, { id: 999_999 }))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(deleteSection(call, world.own.id, { id: world.other.section7B }))).toEqual(missing)
  })
})

test('sectionsByName finds sections by class and section name, ignoring case', async () => {
  const [rows] = await world.database.read(world.own.id, [
    sectionsByName(world.database.kysely, world.own.id, world.own.termId),
  ] as const)
  const found = new Map(rows.map((row) => [sectionKey(row.className, row.name), row]))
  expect(found.get(sectionKey(' 7', 'a'))).toMatchObject({ id: world.own.section7A, classId: world.own.class7 })
})

test('viewCurriculum returns the tree', async () => {
  const call = await world.call('admin')
  const subject = await addSubject(call, world.own.id, { sectionId: world.own.section8A, name: 'Maths', sr: 1, teacherIds: [] })
  await addBook(call, world.own.id, { subjectId: subject.id, name: 'Ganit', pages: 90, teacherIds: [world.own.users.teacher] })
  await addClass(call, world.own.id, { termId: world.own.termId, name: '10' })
  const tree = await viewCurriculum(call, world.own.id, term())
  expect(tree.map((place) => place.class.name)).toEqual(['7', '8', '10'])
  expect(tree[1]?.sections[0]).toMatchObject({
    section: { id: world.own.section8A },
    subjects: [
      {
        name: 'Maths',
        timetable: [{ day: 1, start: '09:00:00', end: '10:00:00' }],
        books: [{ name: 'Ganit', pages: 90, teachers: [{ email: 'teacher@own.test' }] }],
      },
    ],
  })
})
