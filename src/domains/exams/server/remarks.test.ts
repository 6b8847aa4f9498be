import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addStudents, setSchool } from '#tests/world/rows.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { deleteStudent } from '#domains/students/server/students.commands.ts'
import { notAuthorized } from '#platform/action.ts'
import { notFound } from '#platform/refusal.ts'
import { chooseRemarks, deleteRemark, listRemarks, saveRemark, viewSectionRemarks } from './remarks.commands.ts'
import { assessClass, copyScheme } from './schemes.commands.ts'

let world: TestWorld
let own: TestSchool
/** Of 7-A, by roll. */
let asha: number
let bina: number
let ofB: number

const notYours = () => ({ code: 'NOT_FOUND', message: notFound().message, problems: [] })
const changedMeanwhile = 'Somebody else has changed this in the meantime. Copy what you have typed, and open it anew.'

beforeAll(async () => {
  world = await testWorld()
  own = world.own
  const call = await world.call('admin')
  const science = { name: 'Science', kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }
  const scheme = await copyScheme(call, own.id, { ready: 'cbse-6-8', name: 'Middle school' })
  for (const classId of [own.class7, own.class8])
    await assessClass(call, own.id, { classId, seen: 0, schemeId: scheme.id, schemeClass: '7', subjects: [science] })
  asha = own.student7A
  ;[bina = 0] = await addStudents(world, own, own.section7A, [{ name: 'Bina Rao', phone: '9800000001', roll: '2' }])
  ;[ofB = 0] = await addStudents(world, own, own.section7B, [{ name: 'Dev Joshi', phone: '9800000003', roll: '1' }])
})
afterAll(() => world.close())

beforeEach(async () => {
  await world.database.transaction(own.id, async (db) => {
    for (const table of ['studentRemarks', 'remarks'] as const)
      await db.deleteFrom(table).where('schoolId', '=', own.id).execute()
  })
})

const reads = { kind: 'GENERAL', en: 'Reads well.', mr: 'छान वाचते.' }
const rule = { on: 'TOTAL', from: 7500, to: 10_000 }

async function save(input: object = {}, who: Who = 'admin', school = own) {
  return saveRemark(await world.call(who, school), school.id, { seen: 0, ...reads, ...input })
}

async function list(who: Who = 'admin', school = own) {
  return listRemarks(await world.call(who, school), school.id, {})
}

describe('the list of remarks', () => {
  test('is added to, changed and deleted, with audit rows, in this school alone', async () => {
    const added = await save({ en: '  Reads   well. ', rule })
    expect(added).toMatchObject({ ...reads, en: 'Reads   well.', hi: '', rule: { ...rule, subject: '' }, version: 1 })
    const changed = await save({ id: added.id, seen: 1, en: 'Reads very well.', rule: null })
    expect(changed).toMatchObject({ id: added.id, en: 'Reads very well.', rule: null, version: 2 })
    expect(await list('teacher')).toEqual([changed])
    expect(await list('admin', world.other)).toEqual([])
    await deleteRemark(await world.call('superadmin'), own.id, { id: added.id, seen: 2 })
    expect(await list()).toEqual([])
    expect((await auditRows(world)).slice(-3)).toEqual([
      { role: 'ADMIN', action: 'remark.save', rowIds: [added.id], fields: ['kind', 'en', 'hi', 'mr', 'rule'] },
      { role: 'ADMIN', action: 'remark.save', rowIds: [added.id], fields: ['kind', 'en', 'hi', 'mr', 'rule'] },
      { role: 'SUPERADMIN', action: 'remark.delete', rowIds: [added.id], fields: [] },
    ])
  })

  test('stands by kind, the oldest first', async () => {
    await save({ kind: 'IMPROVEMENT', en: 'third' })
    await save({ kind: 'GENERAL', en: 'first' })
    await save({ kind: 'GENERAL', en: 'second' })
    expect((await list()).map(({ en }) => en)).toEqual(['first', 'second', 'third'])
  })

  test('refuses a version that is not the newest, and what has gone', async () => {
    const { id } = await save()
    await save({ id, seen: 1 })
    const changed = { code: 'CONFLICT', message: changedMeanwhile, problems: [{ path: 'seen', message: changedMeanwhile }] }
    expect(await refusal(save({ id, seen: 1 }))).toEqual(changed)
    const call = await world.call('admin')
    expect(await refusal(deleteRemark(call, own.id, { id, seen: 1 }))).toEqual(changed)
    await deleteRemark(call, own.id, { id, seen: 2 })
    expect(await refusal(save({ id, seen: 2 }))).toEqual(notYours())
  })

  test('of two who change one remark at once, one is told', async () => {
    const { id } = await save()
    const outcomes = await Promise.allSettled([save({ id, seen: 1, en: 'A' }), save({ id, seen: 1, en: 'B' }, 'superadmin')])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await list())[0]?.version).toBe(2)
  })

  test('is changed by the office alone, and not by one who is limited to classes', async () => {
    const { id } = await save()
    for (const who of ['teacher', 'attendant', 'fees', 'student'] as const) {
      expect(await refusal(save({}, who)), who).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
      expect(await refusal(deleteRemark(await world.call(who), own.id, { id, seen: 1 })), who).toMatchObject({
        code: 'FORBIDDEN',
      })
    }
    expect(await refusal(save({}, 'limitedAdmin'))).toMatchObject({
      code: 'FORBIDDEN',
      message: 'You are limited to some classes, and the list of remarks is shared by all classes',
    })
    expect(await refusal(save({ id, seen: 1 }, 'admin', world.other))).toEqual(notYours())
  })

  test('refuses a remark without words', async () => {
    const message = 'Write the remark in at least one language'
    expect(await refusal(save({ en: ' ', mr: '' }))).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'en', message }] })
  })
})

type Chosen = [studentId: number, seen: number, ...texts: string[]]

async function choose(students: readonly Chosen[], also: object = {}, who: Who = 'admin') {
  return chooseRemarks(await world.call(who), own.id, {
    key: randomUUID(),
    sectionId: own.section7A,
    part: 'Term 1',
    students: students.map(([studentId, seen, ...texts]) => ({
      studentId,
      seen,
      remarks: texts.map((en) => ({ kind: 'GENERAL', en })),
    })),
    ...also,
  })
}

async function view(also: object = {}, who: Who = 'admin') {
  return viewSectionRemarks(await world.call(who), own.id, { sectionId: own.section7A, part: 'Term 1', ...also })
}

describe('remarks of students', () => {
  test('are chosen, replaced as a whole and taken away, by part', async () => {
    const { students } = await choose([
      [asha, 0, 'Reads well.', 'Helps others.'],
      [bina, 0, 'Works hard.'],
    ])
    expect(students.map(({ studentId, version, remarks }) => [studentId, version, remarks.map(({ en }) => en)])).toEqual([
      [asha, 1, ['Reads well.', 'Helps others.']],
      [bina, 1, ['Works hard.']],
    ])
    expect(await view()).toMatchObject({ students })
    expect((await view({ part: '' })).students.every(({ version }) => version === 0)).toBe(true)
    const after = await choose([
      [asha, 1, 'Reads very well.'],
      [bina, 1],
    ])
    expect(after.students.map(({ version, remarks }) => [version, remarks.map(({ en }) => en)])).toEqual([
      [2, ['Reads very well.']],
      [0, []],
    ])
    expect((await auditRows(world)).at(-1)).toEqual({
      role: 'ADMIN',
      action: 'remark.choose',
      rowIds: [own.section7A],
      fields: ['remarks'],
    })
  })

  test('a repeated request stores nothing again', async () => {
    const key = randomUUID()
    await choose([[asha, 0, 'Reads well.']], { key })
    const { students } = await choose([[asha, 0, 'Reads well.']], { key })
    expect(students[0]).toMatchObject({ version: 1 })
  })

  test('who comes late is told of whom, and nothing is stored', async () => {
    await choose([[asha, 0, 'Reads well.']])
    const message = `${(await world.call('admin')).viewer?.name} has changed the remarks of ${(await view()).students[0]?.name} meanwhile`
    expect(
      await refusal(
        choose([
          [bina, 0, 'Works hard.'],
          [asha, 0, 'Late.'],
        ]),
      ),
    ).toEqual({ code: 'CONFLICT', message, problems: [{ path: 'students.1', message }] })
    expect((await view()).students[1]?.version).toBe(0)
  })

  test('of two at once, one is told', async () => {
    const outcomes = await Promise.allSettled([
      choose([
        [asha, 0, 'A'],
        [bina, 0, 'A'],
      ]),
      choose(
        [
          [bina, 0, 'B'],
          [asha, 0, 'B'],
        ],
        {},
        'superadmin',
      ),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(new Set((await view()).students.map(({ remarks }) => remarks[0]?.en)).size).toBe(1)
  })

  test('refuses a student of another section, one who is there twice, an unknown part and too many', async () => {
    expect(await refusal(choose([[ofB, 0, 'x']]))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'students.0.studentId', message: 'This student is not in the section' }],
    })
    expect(
      await refusal(
        choose([
          [asha, 0, 'x'],
          [asha, 0, 'y'],
        ]),
      ),
    ).toMatchObject({ problems: [{ path: 'students.1.studentId', message: 'This student is here twice' }] })
    expect(await refusal(choose([[asha, 0, 'x']], { part: 'Term 3' }))).toEqual(notYours())
    expect(await refusal(choose([[asha, 0, ...Array.from({ length: 11 }, () => 'x')]]))).toMatchObject({
      problems: [{ path: 'students.0.remarks', message: 'At most 10 remarks for a student' }],
    })
  })

  test('are written by the office and by class teachers in their sections', async () => {
    const { students } = await choose([[asha, 0, 'By the class teacher.']], {}, 'teacher')
    expect(students[0]?.version).toBe(1)
    expect(await refusal(view({ sectionId: own.section7B }, 'teacher'))).toEqual(notYours())
    expect(await refusal(view({ sectionId: own.section8A }, 'limitedAdmin'))).toEqual(notYours())
    expect(await refusal(choose([[ofB, 0, 'x']], { sectionId: own.section7B }, 'teacher'))).toEqual(notYours())
    for (const who of ['attendant', 'fees', 'student'] as const)
      expect(await refusal(choose([[asha, 1, 'x']], {}, who)), who).toMatchObject({ code: 'FORBIDDEN' })
    const call = await world.call('admin', world.other)
    const choice = { sectionId: own.section7A, part: 'Term 1' }
    expect(await refusal(viewSectionRemarks(call, world.other.id, choice))).toEqual(notYours())
  })

  test('go with a deleted student', async () => {
    const [gone = 0] = await addStudents(world, own, own.section7A, [{ name: 'Gone Child', phone: '9800000009', roll: '9' }])
    await choose([[gone, 0, 'x']])
    await deleteStudent(await world.call('superadmin'), own.id, { id: gone })
    expect((await view()).students.map(({ studentId }) => studentId)).not.toContain(gone)
  })
})

test('a school without the module has no remarks', async () => {
  const { id, version } = await save()
  await setSchool(world, own, { exams: false })
  try {
    const call = await world.call('admin')
    const choice = { sectionId: own.section7A, part: 'Term 1' }
    const disabled = { code: 'DISABLED_MODULE' }
    expect(await refusal(list('teacher'))).toMatchObject(disabled)
    expect(await refusal(save())).toMatchObject(disabled)
    expect(await refusal(deleteRemark(call, own.id, { id, seen: version }))).toMatchObject(disabled)
    expect(await refusal(viewSectionRemarks(call, own.id, choice))).toMatchObject(disabled)
    const students = [{ studentId: asha, seen: 0, remarks: [] }]
    expect(await refusal(chooseRemarks(call, own.id, { key: randomUUID(), ...choice, students }))).toMatchObject(disabled)
  } finally {
    await setSchool(world, own, { exams: true })
  }
})
