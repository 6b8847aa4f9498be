import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditedScores } from '#tests/auditedScores.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addStudents, addSubject, addUser, giveAccount } from '#tests/world/rows.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { notFound } from '#platform/refusal.ts'
import { checkData } from '#platform/dataChecks.ts'
import { viewerOf } from '#platform/viewer.ts'
import { lockScores } from './scoreBoard.commands.ts'
import { assessClass, copyScheme } from './schemes.commands.ts'
import { enterScores, viewScoreHistory, viewScoreSheet } from './scores.commands.ts'
import { importScores, undoScoresImport, viewScoreFile } from './scoresImport.commands.ts'

/*
 * 7-A has Asha (roll 1), Bina (2) and Gita (10, register no. R-10). Science and Hindi of class 7 are assessed.
 */

let world: TestWorld
let own: TestSchool
let science: number
let hindi: number
let gita: number

const notYours = () => ({ code: 'NOT_FOUND', message: notFound().message, problems: [] })

beforeAll(async () => {
  world = await testWorld()
  own = world.own
  const call = await world.call('admin')
  const scheme = await copyScheme(call, own.id, { ready: 'cbse-6-8', name: 'Middle school' })
  const subject = { kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }
  const assessed = await assessClass(call, own.id, {
    classId: own.class7,
    seen: 0,
    schemeId: scheme.id,
    schemeClass: '7',
    subjects: [
      { ...subject, name: 'Science' },
      { ...subject, name: 'Hindi' },
    ],
  })
  ;[science = 0, hindi = 0] = assessed.subjects.map(({ id }) => id)
  ;[, gita = 0] = await addStudents(world, own, own.section7A, [
    { name: 'Bina Rao', phone: '9800000001', roll: '2' },
    { name: 'Gita Sen', phone: '9800000002', roll: '10' },
  ])
  await world.database.transaction(own.id, (db) =>
    db.updateTable('students').set({ registerNo: 'R-10' }).where('id', '=', gita).execute(),
  )
})
afterAll(() => world.close())

beforeEach(async () => {
  await world.database.transaction(own.id, async (db) => {
    for (const table of ['scores', 'scoreChanges', 'scoreLocks'] as const)
      await db.deleteFrom(table).where('schoolId', '=', own.id).execute()
  })
})

const test1 = (subjectId: number, component = 'Periodic test') => ({ subjectId, component, test: 1 })
const row = (roll: string, values: string[], also: object = {}) => ({
  registerNo: '',
  roll,
  name: '',
  seen: values.map(() => ''),
  values,
  ...also,
})

async function bring(rows: object[], also: object = {}, who: Who = 'admin', school = own) {
  return importScores(await world.call(who, school), school.id, {
    key: randomUUID(),
    sectionId: own.section7A,
    part: 'Term 1',
    columns: [test1(science), test1(hindi, 'Notebook')],
    rows,
    ...also,
  })
}

const undo = async (id: number, who: Who = 'admin') => undoScoresImport(await world.call(who), own.id, { id })

/** The values of a sheet: `Asha Patil: Notebook 5`. */
async function values(subjectId = science) {
  const { students } = await viewScoreSheet(await world.call('admin'), own.id, {
    sectionId: own.section7A,
    subjectId,
    part: 'Term 1',
  })
  return students.flatMap(({ name, scores }) => scores.map(({ component, value }) => `${name}: ${component} ${value}`))
}

async function enter(value: string, seen = '', studentId = own.student7A) {
  return enterScores(await world.call('admin'), own.id, {
    key: randomUUID(),
    sectionId: own.section7A,
    subjectId: science,
    part: 'Term 1',
    scores: [{ studentId, component: 'Periodic test', test: 1, seen, value }],
  })
}

describe('importing scores', () => {
  test('stores the marks of several subjects, with history and audit row; blank cells leave what stands', async () => {
    await enter('6')
    const { id, count } = await bring([
      row('1', ['', '5']),
      row('02', ['7.5', 'AB']),
      row('', ['10', ''], { registerNo: 'r-10', name: 'gita sen' }),
    ])
    expect(count).toBe(4)
    expect(await values()).toEqual(['Asha Patil: Periodic test 6', 'Bina Rao: Periodic test 7.5', 'Gita Sen: Periodic test 10'])
    expect(await values(hindi)).toEqual(['Asha Patil: Notebook 5', 'Bina Rao: Notebook AB'])
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'scores.import', fields: ['scores'] })
    expect(await auditedScores(world)).toEqual([
      'Asha Patil, Hindi: Notebook in Term 1:  > 5',
      'Bina Rao, Hindi: Notebook in Term 1:  > AB',
      'Bina Rao, Science: Periodic test in Term 1:  > 7.5',
      'Gita Sen, Science: Periodic test in Term 1:  > 10',
    ])
    expect(id).toBeGreaterThan(0)
    const history = await viewScoreHistory(await world.call('admin'), own.id, {
      sectionId: own.section7A,
      subjectId: science,
      part: 'Term 1',
      studentId: gita,
      component: 'Periodic test',
      test: 1,
    })
    expect(history).toMatchObject([{ was: '', value: '10', changedByName: 'admin of Own School' }])
    expect((await checkData(world.database)).findings).toEqual([])
  })

  test('a request that is sent again, and a file with the stored marks, change nothing', async () => {
    const key = randomUUID()
    const rows = [row('1', ['7', '5'])]
    const first = await bring(rows, { key })
    expect(await bring(rows, { key })).toEqual(first)
    expect(await bring(rows)).toEqual({ id: 0, count: 0 })
    expect(await values()).toEqual(['Asha Patil: Periodic test 7'])
  })

  test('two at once store a mark once', async () => {
    const both = await Promise.all([bring([row('1', ['7', '5'])]), bring([row('1', ['7', '5'])])])
    expect(both.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  })

  test('is refused as a whole when a cell is wrong, each with its own sentence', async () => {
    const refused = await refusal(
      bring([
        row('1', ['11', '5']),
        row('9', ['5', '5']),
        row('2', ['absent', '5,5']),
        row('', ['5', ''], { registerNo: 'R-10' }),
        row('10', ['5', '']),
        row('', ['5', ''], { name: 'Nobody' }),
        row('', ['5', '']),
      ]),
    )
    expect(refused.code).toBe('BAD_INPUT')
    expect(refused.problems).toEqual([
      { path: 'rows.0.c0', message: 'At most 10 marks' },
      { path: 'rows.1.roll', message: 'No student of 7-A has the roll 9' },
      { path: 'rows.2.c0', message: '“absent” is no code. Write AB for absent, ML for medical leave, EX for exempt' },
      { path: 'rows.2.c1', message: 'Enter marks such as 17 or 17.5, or AB, ML or EX' },
      { path: 'rows.4.roll', message: 'This student stands in row 5 too' },
      { path: 'rows.5.name', message: 'No student of 7-A is called Nobody' },
      { path: 'rows.6.roll', message: 'Say whose marks these are: register no., roll or name' },
    ])
    expect(await refusal(bring([row('1', ['5'])], { columns: [test1(science, 'Quiz')] }))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'columns.0' }],
    })
    expect(await refusal(bring([row('1', ['5', '5'])], { columns: [test1(science), test1(science)] }))).toMatchObject({
      problems: [{ path: 'columns.1', message: 'Two columns are of Periodic test' }],
    })
    expect(await values()).toEqual([])
  })

  test('a mark that was not seen is a conflict at its cell, one that was seen is replaced', async () => {
    await enter('6')
    expect(await refusal(bring([row('1', ['8', '5'])]))).toEqual({
      code: 'CONFLICT',
      message: 'admin of Own School has entered 6 here meanwhile',
      problems: [{ path: 'rows.0.c0', message: 'admin of Own School has entered 6 here meanwhile' }],
    })
    expect(await values(hindi)).toEqual([])
    expect((await bring([row('1', ['8', '5'], { seen: ['6', ''] })])).count).toBe(2)
    expect(await values()).toEqual(['Asha Patil: Periodic test 8'])
  })

  test('is for whoever enters the marks: not for another school or class, a locked sheet, a colleague’s subject', async () => {
    const rows = [row('1', ['7', '5'])]
    for (const who of ['fees', 'attendant', 'student'] as const)
      expect(await refusal(bring(rows, {}, who))).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
    expect(await refusal(bring(rows, {}, 'admin', world.other))).toEqual(notYours())
    expect(await refusal(bring(rows, { sectionId: own.section8A }, 'limitedAdmin'))).toEqual(notYours())
    expect((await bring(rows, {}, 'limitedAdmin')).count).toBe(2)
    expect((await bring([row('2', ['7', '5'])], {}, 'teacher')).count).toBe(2)
    const lock = { sectionId: own.section7A, subjectIds: [hindi], part: 'Term 1' }
    await lockScores(await world.call('admin'), own.id, lock)
    expect(await refusal(bring([row('10', ['7', '5'])]))).toMatchObject({ code: 'CONFLICT' })
    expect((await bring([row('10', ['7'])], { columns: [test1(science)] })).count).toBe(1)
  })
})

test('a file has the subjects that a teacher enters; the office has all', async () => {
  const choice = { sectionId: own.section7B, part: 'Term 1' }
  const { teacherId, account } = await world.database.transaction(own.id, async (db) => {
    const userId = await addUser(db, own, { name: 'Only Hindi', email: 'hindi@own.test', role: 'TEACHER' })
    return { teacherId: userId, account: await giveAccount(db, own, { userId }) }
  })
  await addSubject(world, own, { sectionId: own.section7B, name: 'hindi', userId: teacherId })
  const as = { ...(await world.call('anonymous')), viewer: (await viewerOf(world.database, account)) ?? null }
  expect((await viewScoreFile(as, own.id, choice)).sheets.map(({ subjectName }) => subjectName)).toEqual(['Hindi'])
  expect(await refusal(viewScoreFile(as, own.id, { ...choice, subjectId: science }))).toEqual(notYours())
  const all = await viewScoreFile(await world.call('admin'), own.id, { ...choice, sectionId: own.section7A })
  expect(all.sheets.map(({ subjectName, columns }) => [subjectName, columns.length])).toEqual([
    ['Science', 4],
    ['Hindi', 4],
  ])
  expect(all.students.at(-1)).toMatchObject({ name: 'Gita Sen', roll: '10', registerNo: 'R-10' })
  expect(await refusal(viewScoreFile(await world.call('limitedAdmin'), own.id, { ...choice, sectionId: own.section8A }))).toEqual(
    notYours(),
  )
  expect(await refusal(viewScoreFile(await world.call('admin'), own.id, { ...choice, part: 'Term 9' }))).toEqual(notYours())
})

describe('an import', () => {
  test('is undone once, by whoever made it: what stood before stands again', async () => {
    await enter('6')
    const { id } = await bring([row('1', ['8', '5'], { seen: ['6', ''] }), row('2', ['7', ''])])
    expect(await refusal(undo(id, 'limitedAdmin'))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await undo(id)).toBe(3)
    expect(await values()).toEqual(['Asha Patil: Periodic test 6'])
    expect(await values(hindi)).toEqual([])
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'scores.undoImport', fields: ['scores'] })
    expect(await auditedScores(world)).toEqual([
      'Asha Patil, Science: Periodic test in Term 1: 8 > 6',
      'Bina Rao, Science: Periodic test in Term 1: 7 > ',
      'Asha Patil, Hindi: Notebook in Term 1: 5 > ',
    ])
    expect(await refusal(undo(id))).toMatchObject({ code: 'CONFLICT' })
    expect((await checkData(world.database)).findings).toEqual([])
  })

  test('is not undone once one of its marks was changed, or its sheet locked', async () => {
    const { id } = await bring([row('1', ['8', '5'])])
    await enter('9', '8')
    expect(await refusal(undo(id))).toMatchObject({
      code: 'CONFLICT',
      message: 'This import cannot be undone any more: 1 mark of it was changed since.',
    })
    const second = await bring([row('2', ['8', '5'])])
    await lockScores(await world.call('admin'), own.id, { sectionId: own.section7A, subjectIds: [science], part: 'Term 1' })
    expect(await refusal(undo(second.id))).toMatchObject({ code: 'CONFLICT' })
    expect(await values()).toEqual(['Asha Patil: Periodic test 9', 'Bina Rao: Periodic test 8'])
  })
})
