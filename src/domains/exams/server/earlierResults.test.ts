import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { notFound } from '#platform/refusal.ts'
import {
  deleteEarlierResult,
  importEarlierResults,
  listEarlierResults,
  undoEarlierResultsImport,
} from './earlierResults.commands.ts'

/*
 * Asha (7-A, roll 1) and Rohan (8-A, roll 1) got marks in years before Shala.
 */

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})

afterAll(() => world.close())

afterEach(() =>
  world.database.transaction(world.own.id, async (db) => {
    await db.deleteFrom('earlierResults').where('schoolId', '=', world.own.id).execute()
  }),
)

const science = {
  class: '7',
  section: 'A',
  roll: '1',
  registerNo: '',
  name: '',
  year: '2024-25',
  classThen: '5',
  exam: 'Annual',
  subject: 'Science',
  marks: '72.5',
  outOf: '100',
  grade: 'B1',
  outcome: 'Passed',
}
const hindi = { ...science, subject: 'Hindi', marks: 'AB', outOf: '', grade: '' }
const ofRohan = { ...science, class: '8' }

const bring = async (rows: object[], who: Who = 'admin', key: string = randomUUID(), school = world.own) =>
  importEarlierResults(await world.call(who, school), school.id, { key, rows })
const list = async (studentId = world.own.student7A, who: Who = 'admin') =>
  listEarlierResults(await world.call(who), world.own.id, { studentId })
const undo = async (id: number, who: Who = 'admin') => undoEarlierResultsImport(await world.call(who), world.own.id, { id })
const remove = async (id: number, who: Who = 'admin', school = world.own) =>
  deleteEarlierResult(await world.call(who, school), school.id, { id })

describe('importing earlier results', () => {
  test('stores one result of a student, year and exam, with its audit row', async () => {
    const imported = await bring([science, hindi, ofRohan, { ...science, year: '2023-24', classThen: '4', outcome: '' }])
    expect(imported.count).toBe(3)
    expect(await list()).toMatchObject([
      {
        year: 2024,
        className: '5',
        exam: 'Annual',
        outcome: 'Passed',
        subjects: [
          { subject: 'Science', marks: 7250, outOf: 10_000, grade: 'B1' },
          { subject: 'Hindi', marks: 'AB', outOf: null, grade: '' },
        ],
      },
      { year: 2023, className: '4', outcome: '' },
    ])
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'earlierResult.import' })
    expect((await auditRows(world)).at(-1)!.rowIds).toHaveLength(3)
  })

  test('a request that is sent again, and a file with the same results, add nothing', async () => {
    const key = randomUUID()
    const first = await bring([science, hindi], 'admin', key)
    expect(await bring([science, hindi], 'admin', key)).toEqual(first)
    expect(await bring([science, hindi])).toEqual({ id: 0, count: 0 })
    expect(await list()).toHaveLength(1)
  })

  test('two at once store a result once', async () => {
    const both = await Promise.all([bring([science, hindi]), bring([science, hindi])])
    expect(both.reduce((sum, { count }) => sum + count, 0)).toBe(1)
    expect(await list()).toHaveLength(1)
  })

  test('is refused as a whole when a row is wrong, with the place of each mistake', async () => {
    const refused = await refusal(bring([science, { ...hindi, roll: '9' }, { ...ofRohan, marks: '120' }]))
    expect(refused).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'rows.2.marks', message: '120 is more than 100' }],
    })
    expect(await refusal(bring([science, { ...hindi, roll: '9' }]))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'rows.1.roll', message: 'No student of 7-A has the roll 9' }],
    })
    expect(await list()).toEqual([])
  })

  test('is refused where a student has another result of the exam already', async () => {
    await bring([science])
    const message = 'This student has another result of Annual 2024-25 already. Delete it on the student’s page first'
    expect(await refusal(bring([hindi, ofRohan]))).toEqual({
      code: 'CONFLICT',
      message,
      problems: [{ path: 'rows.0.exam', message }],
    })
    expect(await list(world.own.student8A)).toEqual([])
  })

  test('is for the office, and for the own classes of a limited ADMIN', async () => {
    for (const who of ['teacher', 'fees', 'attendant', 'student'] as const)
      expect(await refusal(bring([science], who))).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
    expect((await bring([science], 'limitedAdmin')).count).toBe(1)
    expect(await refusal(bring([ofRohan], 'limitedAdmin'))).toMatchObject({ code: 'BAD_INPUT' })
  })
})

test('an import is undone once, by whoever made it', async () => {
  const { id } = await bring([science, hindi, ofRohan])
  expect(await refusal(undo(id, 'limitedAdmin'))).toMatchObject({ code: 'FORBIDDEN' })
  const [result] = await list()
  await remove(result!.id)
  expect(await undo(id)).toBe(1)
  expect(await list(world.own.student8A)).toEqual([])
  expect(await refusal(undo(id))).toMatchObject({ code: 'CONFLICT' })
})

test('a result is deleted by the office, and not from another school or class', async () => {
  await bring([science, ofRohan])
  const [own] = await list()
  const [rohans] = await list(world.own.student8A)
  const gone = { code: 'NOT_FOUND', message: notFound().message, problems: [] }
  expect(await refusal(remove(own!.id, 'admin', world.other))).toEqual(gone)
  expect(await refusal(remove(rohans!.id, 'limitedAdmin'))).toEqual(gone)
  expect(await refusal(remove(own!.id, 'teacher'))).toMatchObject({ code: 'FORBIDDEN' })
  const ends = await Promise.allSettled([remove(own!.id), remove(own!.id)])
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await list()).toEqual([])
})

test('teachers see the results of their own sections', async () => {
  await bring([science, ofRohan])
  expect(await list(world.own.student7A, 'teacher')).toHaveLength(1)
  expect(await list(world.own.student8A, 'teacher')).toEqual([])
  expect(await refusal(list(world.own.student7A, 'fees'))).toMatchObject({ code: 'FORBIDDEN' })
})
