import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { setSchool } from '#tests/world/rows.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { deleteClass } from '#domains/classes/server/classes.commands.ts'
import { notAuthorized } from '#platform/action.ts'
import { notFound } from '#platform/refusal.ts'
import { readyScheme, readySchemes } from '../readySchemes.ts'
import type { AssessedSubject, Scheme } from '../scheme.schema.ts'
import {
  assessClass,
  changeScheme,
  copyScheme,
  deleteScheme,
  listAssessments,
  listReadySchemes,
  listSchemes,
  viewAssessment,
  viewScheme,
} from './schemes.commands.ts'
import type { SchemeRow } from './schemes.sql.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})

afterAll(() => world.close())

const science: AssessedSubject = { name: 'Science', kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }
const art: AssessedSubject = { ...science, name: 'Art', kind: 'GRADES_ONLY', pattern: 'Co-scholastic' }
const notYours = () => ({ code: 'NOT_FOUND', message: notFound().message, problems: [] })
const changedMeanwhile = 'Somebody else has changed this in the meantime. Copy what you have typed, and open it anew.'

async function copy(name: string, { who = 'admin', school = world.own }: { who?: Who; school?: TestSchool } = {}) {
  return copyScheme(await world.call(who, school), school.id, { ready: 'cbse-6-8', name })
}

async function change(row: SchemeRow, changes: (content: Scheme) => Partial<Scheme>, who: Who = 'admin') {
  const content = JSON.parse(row.content) as Scheme
  const changed = JSON.stringify({ ...content, ...changes(content) })
  return changeScheme(await world.call(who), world.own.id, { id: row.id, seen: row.version, content: changed })
}

async function remove({ id, version }: SchemeRow, who: Who = 'admin') {
  return deleteScheme(await world.call(who), world.own.id, { id, seen: version })
}

async function assess(input: object, who: Who = 'admin', school = world.own) {
  const form = { classId: school.class7, seen: 0, schemeClass: '7', subjects: [science, art] }
  return assessClass(await world.call(who, school), school.id, { ...form, ...input })
}

async function list(who: Who = 'admin', school = world.own) {
  return listSchemes(await world.call(who, school), school.id, {})
}

/** Takes the assessment of class 7 away, so that each test begins without one. */
async function clear() {
  await world.database.transaction(world.own.id, async (db) => {
    await db.deleteFrom('classAssessments').where('schoolId', '=', world.own.id).execute()
    await db.updateTable('terms').set({ past: false }).where('schoolId', '=', world.own.id).execute()
  })
}

describe('copying a scheme', () => {
  test('stores a ready scheme under its new name, with its audit row, in this school alone', async () => {
    const copied = await copy('  Middle   school ')
    expect(copied).toMatchObject({ name: 'Middle school', version: 1, replaced: false, copiedFrom: 'cbse-6-8', classes: [] })
    expect(JSON.parse(copied.content)).toEqual({ ...readyScheme('cbse-6-8'), name: 'Middle school' })
    expect(await list()).toEqual([copied])
    expect(await list('admin', world.other)).toEqual([])
    expect(await auditRows(world)).toEqual([
      { role: 'ADMIN', action: 'scheme.copy', rowIds: [copied.id], fields: ['name', 'content'] },
    ])
    expect(await viewScheme(await world.call('limitedAdmin'), world.own.id, { id: copied.id })).toEqual(copied)
  })

  test('copies one of the school, which remembers the board it comes from', async () => {
    const [source] = await list()
    const copied = await copyScheme(await world.call('superadmin'), world.own.id, { id: source!.id, name: 'Second' })
    expect(copied).toMatchObject({ name: 'Second', version: 1, copiedFrom: 'cbse-6-8' })
    expect(JSON.parse(copied.content)).toEqual({ ...JSON.parse(source!.content), name: 'Second' })
    await remove(copied)
  })

  test('refuses a name that is taken in any letter case, an unknown scheme, none and two', async () => {
    const taken = { path: 'name', message: 'A scheme with this name exists already' }
    expect(await refusal(copy('MIDDLE SCHOOL'))).toEqual({ code: 'CONFLICT', message: taken.message, problems: [taken] })
    const [source] = await list()
    const call = await world.call('admin')
    const problemsOf = async (input: object) => (await refusal(copyScheme(call, world.own.id, { name: 'X', ...input }))).problems
    expect(await problemsOf({ ready: 'icse' })).toEqual([{ path: 'ready', message: 'There is no such ready scheme' }])
    const one = [{ path: 'ready', message: 'Choose one scheme to copy' }]
    expect(await problemsOf({})).toEqual(one)
    expect(await problemsOf({ ready: 'cbse-6-8', id: source!.id })).toEqual(one)
    expect(await problemsOf({ ready: 'cbse-6-8', name: ' ' })).toEqual([{ path: 'name', message: 'Required' }])
  })

  test('of two copies with one name at once only one is stored', async () => {
    const twins = await Promise.allSettled([copy('Twin'), copy('twin'), copy('TWIN')])
    expect(twins.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const stored = (await list()).filter(({ name }) => name.toLowerCase() === 'twin')
    expect(stored).toHaveLength(1)
    await remove(stored[0]!)
  })
})

test('the ready schemes are those of the files', async () => {
  const ready = await listReadySchemes(await world.call('limitedAdmin'), world.own.id, {})
  expect(ready.map((row) => row.ready)).toEqual(readySchemes)
})

describe('changing a scheme', () => {
  test('that no class uses is done in place', async () => {
    const before = await copy('Unused')
    const after = await change(before, () => ({ name: 'Renamed' }))
    expect(after).toMatchObject({ id: before.id, name: 'Renamed', version: 2, replaced: false })
    expect((await list()).map(({ name }) => name)).toEqual(['Middle school', 'Renamed'])
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'scheme.change', rowIds: [before.id] })
    await remove(after)
  })

  test('that a class uses makes a new version, to which the class moves', async () => {
    const before = await copy('Used')
    await assess({ schemeId: before.id })
    const after = await change(before, ({ rounding }) => ({ rounding: { ...rounding, total: 'HALF' } }))
    expect(after.id).not.toBe(before.id)
    expect(after).toMatchObject({ name: 'Used', version: 2, classes: [{ name: '7', termName: '2026-27' }] })
    const call = await world.call('admin')
    expect(await viewAssessment(call, world.own.id, { classId: world.own.class7 })).toMatchObject({
      schemeId: after.id,
      version: 2,
      subjects: [science, art],
    })
    expect(await viewScheme(call, world.own.id, { id: before.id })).toMatchObject({ replaced: true, content: before.content })
    expect((await list()).filter(({ name }) => name === 'Used')).toEqual([after])
    const late = await refusal(change(before, () => ({})))
    expect(late).toEqual({ code: 'CONFLICT', message: changedMeanwhile, problems: [{ path: 'seen', message: changedMeanwhile }] })
    await clear()
    await remove(after)
  })

  test('a class of a past term keeps the version that it had', async () => {
    const before = await copy('Last year')
    await assess({ schemeId: before.id })
    await world.database.transaction(world.own.id, (db) =>
      db.updateTable('terms').set({ past: true }).where('schoolId', '=', world.own.id).execute(),
    )
    const after = await change(before, ({ patterns }) => ({ patterns: patterns.filter(({ name }) => name === 'Scholastic') }))
    const call = await world.call('admin')
    const stored = await viewAssessment(call, world.own.id, { classId: world.own.class7 })
    expect(stored).toMatchObject({ schemeId: before.id, version: 1 })
    expect(after.classes).toHaveLength(1)
    await clear()
    await remove(after)
  })

  test('names each class and subject that it could not assess, and changes nothing', async () => {
    const before = await copy('Kept')
    await assess({ schemeId: before.id })
    const lost = await refusal(
      change(before, ({ patterns, classes }) => ({
        patterns: patterns.filter(({ name }) => name === 'Scholastic'),
        classes: classes.filter(({ name }) => name !== '7'),
      })),
    )
    const gone = 'Class 7 is assessed as class “7”, which this scheme does not have'
    expect(lost).toEqual({
      code: 'BAD_INPUT',
      message: gone,
      problems: [
        { path: 'content.classes', message: gone },
        { path: 'content.patterns', message: 'Class 7, Art: There is no pattern “Co-scholastic”' },
      ],
    })
    expect((await list()).find(({ name }) => name === 'Kept')).toMatchObject({ id: before.id, version: 1 })
    await clear()
    await remove(before)
  })

  test('has the path of a mistake in the document, and refuses what is no scheme or has a taken name', async () => {
    const row = await copy('Bad')
    const problemsOf = async (content: string) => {
      const changed = changeScheme(await world.call('admin'), world.own.id, { id: row.id, seen: 1, content })
      return (await refusal(changed)).problems
    }
    const { parts, ...rest } = JSON.parse(row.content) as Scheme
    expect(await problemsOf(JSON.stringify({ ...rest, parts: [...parts, { name: 'Term 2', weight: 1 }] }))).toEqual([
      { path: 'content.parts.2.name', message: '“Term 2” is there twice' },
    ])
    expect(await problemsOf('{')).toEqual([{ path: 'content', message: 'This is not a scheme.' }])
    expect(await problemsOf(' '.repeat(100_001))).toEqual([{ path: 'content', message: 'The scheme is too large.' }])
    expect(await refusal(change(row, () => ({ name: 'middle school' })))).toMatchObject({
      code: 'CONFLICT',
      problems: [{ path: 'content.name', message: 'A scheme with this name exists already' }],
    })
    await remove(row)
  })

  test('of two changes at once one is told of the other', async () => {
    const row = await copy('Raced')
    await assess({ schemeId: row.id })
    const both = await Promise.allSettled(['admin', 'superadmin'].map((who) => change(row, () => ({}), who as Who)))
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
    await clear()
    await remove((await list()).find(({ name }) => name === 'Raced')!)
  })
})

describe('deleting a scheme', () => {
  test('takes all its versions away', async () => {
    const before = await copy('Gone')
    await assess({ schemeId: before.id })
    const after = await change(before, () => ({}))
    expect(await refusal(remove(after))).toEqual({
      code: 'CONFLICT',
      message: 'This scheme cannot be deleted: it is used by class 7 (2026-27).',
      problems: [],
    })
    await clear()
    expect(await refusal(remove(before))).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'seen' }] })
    expect(await remove(after)).toBe(after.id)
    expect(await refusal(viewScheme(await world.call('admin'), world.own.id, { id: before.id }))).toEqual(notYours())
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'scheme.delete', rowIds: [after.id] })
  })

  test('and assessing a class by it at once never leaves a class without its scheme', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const row = await copy('Contested')
      const both = await Promise.allSettled([remove(row), assess({ schemeId: row.id })])
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await clear()
      const left = (await list()).find(({ name }) => name === 'Contested')
      if (left) await remove(left)
    }
  })
})

describe('assessing a class', () => {
  test('stores scheme and subjects, and replaces the list; a subject of the same name keeps its id', async () => {
    const row = await copy('Assessed')
    const first = await assess({ schemeId: row.id }, 'limitedAdmin')
    expect(first).toMatchObject({ schemeId: row.id, schemeClass: '7', version: 1, subjects: [science, art] })
    const hindi: AssessedSubject = { ...science, name: 'Hindi', group: 'Languages' }
    const sanskrit: AssessedSubject = { ...science, name: 'Sanskrit', kind: 'OPTIONAL', replaces: ['Hindi'] }
    const second = await assess({ schemeId: row.id, seen: 1, subjects: [hindi, sanskrit, { ...science, name: 'SCIENCE' }] })
    expect(second).toMatchObject({ version: 2, subjects: [hindi, sanskrit, { ...science, name: 'SCIENCE' }] })
    expect(second.subjects[2]!.id).toBe(first.subjects[0]!.id)
    const call = await world.call('admin')
    expect(await viewAssessment(call, world.own.id, { classId: world.own.class7 })).toEqual({
      ...second,
      schemeContent: row.content,
    })
    expect((await auditRows(world)).at(-1)).toEqual({
      role: 'ADMIN',
      action: 'assessment.assess',
      rowIds: [world.own.class7],
      fields: ['scheme', 'schemeClass', 'subjects', 'partDays'],
    })
    await clear()
  })

  test('a class without an assessment has version 0', async () => {
    const call = await world.call('admin')
    expect(await viewAssessment(call, world.own.id, { classId: world.own.class8 })).toMatchObject({
      className: '8',
      schemeId: null,
      version: 0,
      subjects: [],
    })
  })

  test('names what the scheme does not have', async () => {
    const row = (await list()).find(({ name }) => name === 'Assessed')!
    const problemsOf = async (input: object) => (await refusal(assess({ schemeId: row.id, ...input }))).problems
    expect(await problemsOf({ schemeId: 999_999 })).toEqual([
      { path: 'schemeId', message: 'This scheme does not exist any more' },
    ])
    expect(await problemsOf({ schemeClass: '9' })).toEqual([
      { path: 'schemeClass', message: 'There is no class “9” in this scheme' },
    ])
    expect(await problemsOf({ subjects: [] })).toEqual([{ path: 'subjects', message: 'At least one subject' }])
    const wrong = [science, { ...art, pattern: 'Practical' }, { ...science, name: 'science' }]
    expect(await problemsOf({ subjects: wrong })).toEqual([
      { path: 'subjects.2.name', message: '“science” is there twice' },
      { path: 'subjects.1.pattern', message: 'There is no pattern “Practical”' },
    ])
    expect(await problemsOf({ subjects: [{ ...science, name: '' }] })).toEqual([{ path: 'subjects.0.name', message: 'Required' }])
  })

  test('by a version that was replaced meanwhile is refused', async () => {
    const old = await copy('Stale')
    await assess({ schemeId: old.id })
    const now = await change(old, () => ({}))
    const message = 'This scheme was changed in the meantime. Choose it again.'
    expect(await refusal(assess({ classId: world.own.class8, schemeId: old.id }))).toMatchObject({
      code: 'CONFLICT',
      problems: [{ path: 'schemeId', message }],
    })
    await clear()
    await remove(now)
  })

  test('of two changes at once one is told of the other', async () => {
    const row = (await list()).find(({ name }) => name === 'Assessed')!
    const both = await Promise.allSettled([[science], [art]].map((subjects) => assess({ schemeId: row.id, subjects })))
    const lost = both.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(lost).toMatchObject([{ code: 'CONFLICT', problems: [{ path: 'seen', message: changedMeanwhile }] }])
    await clear()
  })

  test('and changing its scheme at once leaves the class with the newest version', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const row = (await list()).find(({ name }) => name === 'Assessed')!
      await assess({ schemeId: row.id })
      await Promise.allSettled([change(row, () => ({})), assess({ schemeId: row.id, seen: 1, subjects: [science] })])
      const now = (await list()).find(({ name }) => name === 'Assessed')!
      const stored = await viewAssessment(await world.call('admin'), world.own.id, { classId: world.own.class7 })
      expect(stored.schemeId).toBe(now.id)
      await clear()
    }
  })

  test('goes with its class', async () => {
    const row = (await list()).find(({ name }) => name === 'Assessed')!
    const classId = await world.database.transaction(world.own.id, async (db) => {
      const { id: schoolId, termId } = world.own
      const added = await db.insertInto('classes').values({ schoolId, termId, name: 'Spare' }).returning('id').execute()
      return added[0]!.id
    })
    await assess({ schemeId: row.id, classId })
    const call = await world.call('admin')
    await deleteClass(call, world.own.id, { id: classId })
    expect((await list()).find(({ name }) => name === 'Assessed')).toMatchObject({ classes: [] })
  })
})

describe('permissions', () => {
  test.each(['fees', 'teacher', 'attendant', 'student'] as const)('%s may do nothing with schemes', async (who) => {
    const [row] = await list()
    const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }
    const call = await world.call(who)
    expect(await refusal(listSchemes(call, world.own.id, {}))).toEqual(forbidden)
    expect(await refusal(listReadySchemes(call, world.own.id, {}))).toEqual(forbidden)
    expect(await refusal(viewScheme(call, world.own.id, { id: row!.id }))).toEqual(forbidden)
    expect(await refusal(copy('X', { who }))).toEqual(forbidden)
    expect(await refusal(change(row!, () => ({}), who))).toEqual(forbidden)
    expect(await refusal(remove(row!, who))).toEqual(forbidden)
    expect(await refusal(assess({ schemeId: row!.id }, who))).toEqual(forbidden)
    expect(await refusal(viewAssessment(call, world.own.id, { classId: world.own.class7 }))).toEqual(forbidden)
  })

  test('an ADMIN limited to classes assesses these, sees no others, and changes no scheme', async () => {
    const [row] = await list()
    const limited = {
      code: 'FORBIDDEN',
      message: 'You are limited to some classes, and schemes are shared by all classes',
      problems: [],
    }
    expect(await refusal(copy('X', { who: 'limitedAdmin' }))).toEqual(limited)
    expect(await refusal(change(row!, () => ({}), 'limitedAdmin'))).toEqual(limited)
    expect(await refusal(remove(row!, 'limitedAdmin'))).toEqual(limited)
    const eighth = { classId: world.own.class8, schemeClass: '8', schemeId: row!.id }
    expect(await refusal(assess(eighth, 'limitedAdmin'))).toEqual(notYours())
    await assess(eighth)
    expect((await list()).find(({ id }) => id === row!.id)?.classes).toHaveLength(1)
    expect((await list('limitedAdmin')).find(({ id }) => id === row!.id)?.classes).toEqual([])
    const call = await world.call('limitedAdmin')
    expect(await refusal(viewAssessment(call, world.own.id, { classId: world.own.class8 }))).toEqual(notYours())
    await clear()
  })

  test('nothing of another school is found', async () => {
    const foreign = await copy('Foreign', { school: world.other })
    const call = await world.call('admin')
    expect(await refusal(viewScheme(call, world.own.id, { id: foreign.id }))).toEqual(notYours())
    expect(await refusal(copyScheme(call, world.own.id, { id: foreign.id, name: 'X' }))).toEqual(notYours())
    expect(await refusal(change(foreign, () => ({})))).toEqual(notYours())
    expect(await refusal(remove(foreign))).toEqual(notYours())
    expect(await refusal(assess({ schemeId: foreign.id }))).toMatchObject({ problems: [{ path: 'schemeId' }] })
    const [row] = await list()
    expect(await refusal(assess({ schemeId: row!.id, classId: world.other.class7 }))).toEqual(notYours())
    expect(await refusal(viewAssessment(call, world.own.id, { classId: world.other.class7 }))).toEqual(notYours())
    expect(await refusal(listSchemes(call, world.other.id, {}))).toEqual(notYours())
    expect((await list('admin', world.other))[0]).toEqual(foreign)
  })
})

test('a school without the module has no schemes', async () => {
  await setSchool(world, world.own, { exams: false })
  try {
    expect(await refusal(list())).toMatchObject({ code: 'DISABLED_MODULE' })
    expect(await refusal(copy('Off'))).toMatchObject({ code: 'DISABLED_MODULE' })
  } finally {
    await setSchool(world, world.own, { exams: true })
  }
})

describe('the classes of a term', () => {
  beforeEach(clear)

  const classes = async (who: Who = 'admin', { termId } = world.own) =>
    listAssessments(await world.call(who), world.own.id, { termId })

  test('are listed in natural order with scheme and subjects, also those without', async () => {
    const { id, name } = await copy('Of the list')
    await assess({ schemeId: id })
    expect(await classes()).toMatchObject([
      { className: '7', schemeId: id, schemeName: name, subjects: [{ name: 'Science' }, { name: 'Art' }] },
      { className: '8', schemeId: null, schemeName: null, version: 0, subjects: [] },
    ])
    expect((await classes('limitedAdmin')).map(({ className }) => className)).toEqual(['7'])
  })

  test('name the subjects that their sections have, each once', async () => {
    const { id: schoolId, section7A, section7B, termId } = world.own
    const row = (sectionId: number, name: string, sr: number) => ({ schoolId, termId, sectionId, name, sr })
    await world.database.transaction(schoolId, (db) =>
      db
        .insertInto('subjects')
        .values([row(section7A, 'Zoology', 51), row(section7A, 'Botany', 52), row(section7B, 'botany', 52)])
        .execute(),
    )
    const own = (await classes())[0]?.ownSubjects ?? []
    expect(own.filter((name) => /zoology|botany/i.test(name))).toEqual(['Zoology', expect.stringMatching(/^botany$/i)])
  })

  test('of another school are not found, and nobody but the office lists them', async () => {
    expect(await refusal(classes('admin', world.other))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refusal(classes('teacher'))).toMatchObject({ code: 'FORBIDDEN' })
  })
})
