import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { invalidateSchool } from '#platform/school.ts'
import { importSections } from './importSections.commands.ts'
import { listSections } from './sections.commands.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})

afterAll(() => world.close())

const row = { sr: 1, class: '7', section: 'C', teachers: '', notificationTime: '', fbId: '' }
const file = (rows: object[]) => ({ termId: world.own.termId, rows })
const titles = async () => {
  const rows = await listSections(await world.call('superadmin'), world.own.id, { termId: world.own.termId })
  return rows.map((section) => `${section.class.name}-${section.name}`).sort()
}
const before = ['7-A', '7-B', '8-A']

describe('a file with problems', () => {
  test('is refused with a problem per cell, and nothing is stored', async () => {
    const rows = [row, { ...row, class: '', section: ' ' }, { ...row, section: 'D', notificationTime: 'noon', sr: 'one' }]
    const refused = await refusal(importSections(await world.call('admin'), world.own.id, file(rows)))
    expect(refused.code).toBe('BAD_INPUT')
    expect(refused.problems).toEqual([
      { path: 'rows.1.class', message: 'Required' },
      { path: 'rows.1.section', message: 'Required' },
      { path: 'rows.2.sr', message: 'SR must be a number' },
      { path: 'rows.2.notificationTime', message: 'This is not a time: write it as 17:30:00+05:30' },
    ])
    expect(await titles()).toEqual(before)
  })

  test('reports existing sections, duplicates and unknown teachers', async () => {
    const rows = [
      row,
      { ...row, section: 'a' },
      { ...row, section: 'c' },
      { ...row, section: 'E', teachers: 'TEACHER@own.test | nobody@own.test|teacher@other.test' },
    ]
    const refused = await refusal(importSections(await world.call('admin'), world.own.id, file(rows)))
    expect(refused.problems).toEqual([
      { path: 'rows.1.section', message: 'Section a of class 7 exists already' },
      { path: 'rows.2.section', message: 'Section c of class 7 is in the file twice' },
      { path: 'rows.3.teachers', message: 'nobody@own.test, teacher@other.test Missing. Please Add Them First' },
    ])
    expect(await titles()).toEqual(before)
  })

  test('is refused without rows', async () => {
    expect((await refusal(importSections(await world.call('admin'), world.own.id, file([])))).problems).toEqual([
      { path: 'rows', message: 'The file has no rows.' },
    ])
  })
})

describe('a valid file', () => {
  test('adds its sections with their teachers, in existing and new classes', async () => {
    const rows = [
      { ...row, teachers: 'teacher@own.test|Admin@own.test| teacher@own.test', notificationTime: '17:30:00+05:30', fbId: 'f1' },
      { ...row, sr: undefined, class: 'Nursery', section: 'A', notificationTime: '12:00:00Z' },
      { ...row, class: 'NURSERY', section: 'B' },
    ]
    const sent = { key: randomUUID(), ...file(rows) }
    const done = await importSections(await world.call('admin'), world.own.id, sent)
    // Sent again, as after a lost response.
    expect(await importSections(await world.call('admin'), world.own.id, sent)).toEqual(done)
    expect(done).toMatchObject({ sections: 3, classes: 1 })
    expect(await titles()).toEqual([...before, '7-C', 'Nursery-A', 'Nursery-B'].sort())
    const stored = await listSections(await world.call('admin'), world.own.id, { termId: world.own.termId })
    const [added, nursery] = [
      stored.find((section) => section.fbId === 'f1'),
      stored.find((section) => section.class.name === 'Nursery'),
    ]
    expect(added?.teachers.map((user) => user.email)).toEqual(['admin@own.test', 'teacher@own.test'])
    expect(nursery).toMatchObject({ sr: 0, notificationTime: '17:30:00+05:30' })
    const [audit, again] = (await auditRows(world)).slice(-2)
    expect(again).toMatchObject({ action: 'section.import', fields: ['again'] })
    expect(audit).toMatchObject({ action: 'section.import', role: 'ADMIN' })
    expect(audit?.rowIds).toHaveLength(3)
  })

  test('of 2,000 sections with teachers is stored', async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => ({
      ...row,
      sr: index,
      class: `Big ${index % 20}`,
      section: `S${index}`,
      teachers: 'teacher@own.test|admin@own.test',
    }))
    expect(await importSections(await world.call('admin'), world.own.id, file(rows))).toMatchObject({
      sections: 2000,
      classes: 20,
    })
    const stored = await listSections(await world.call('admin'), world.own.id, { termId: world.own.termId })
    expect(stored.filter((section) => section.class.name.startsWith('Big') && section.teachers.length === 2)).toHaveLength(2000)
  })

  test('is stored once when sent twice at the same time', async () => {
    const rows = [{ ...row, class: 'Twice', section: 'A' }]
    const call = await world.call('admin')
    const outcomes = await Promise.allSettled([1, 2].map(() => importSections(call, world.own.id, file(rows))))
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await titles()).filter((title) => title === 'Twice-A')).toHaveLength(1)
  })
})

describe('permissions', () => {
  test('an ADMIN limited to a class imports into this class only', async () => {
    const call = await world.call('limitedAdmin')
    const rows = [
      { ...row, section: 'L' },
      { ...row, class: '8', section: 'L' },
      { ...row, class: 'New', section: 'L' },
    ]
    expect((await refusal(importSections(call, world.own.id, file(rows)))).problems).toEqual([
      { path: 'rows.1.class', message: 'The class 8 does not exist, or is not one of yours' },
      { path: 'rows.2.class', message: 'The class New does not exist, or is not one of yours' },
    ])
    expect(await importSections(call, world.own.id, file(rows.slice(0, 1)))).toMatchObject({ sections: 1, classes: 0 })
  })

  test.each(['fees', 'teacher', 'attendant', 'student'] as const)('the import is refused to the role of %s', async (who) => {
    expect((await refusal(importSections(await world.call(who), world.own.id, file([row])))).code).toBe('FORBIDDEN')
  })

  test('the import is refused in a subject-wise school, into another school, and into its terms', async () => {
    const call = await world.call('admin')
    expect((await refusal(importSections(call, world.other.id, { ...file([row]), termId: world.other.termId }))).code).toBe(
      'NOT_FOUND',
    )
    expect((await refusal(importSections(call, world.own.id, { ...file([row]), termId: world.other.termId }))).code).toBe(
      'NOT_FOUND',
    )
    await world.database.kysely.updateTable('schools').set({ attType: 'SUBJECTWISE' }).where('id', '=', world.own.id).execute()
    invalidateSchool(world.database, world.own.id)
    expect((await refusal(importSections(call, world.own.id, file([{ ...row, section: 'S' }])))).code).toBe('FORBIDDEN')
  })
})
