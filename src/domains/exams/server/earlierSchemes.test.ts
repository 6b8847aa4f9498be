import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestSchool, type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { earlierSchemes } from '../earlierSchemes.ts'
import { readyScheme, readySchemes } from '../readySchemes.ts'
import { reportCardFormatOf } from '../reportCardFormats.ts'
import type { AssessedSubject, Scheme } from '../scheme.schema.ts'
import { enterHolistic, viewHolistic } from './holistic.commands.ts'
import { assessClass, changeScheme, copyScheme, listSchemes, viewAssessment } from './schemes.commands.ts'
import { nextSchemeId } from './schemes.sql.ts'
import { enterScores, viewScoreSheet } from './scores.commands.ts'

// Copies of CBSE 1–5, which is two ready schemes since.

let world: TestWorld
let own: TestSchool

beforeAll(async () => {
  world = await testWorld()
  own = world.own
})
afterAll(() => world.close())

/** Returns the scheme as its file had it: all that both schemes have, and the statements of classes 1 and 2. */
function earlierScheme(): Scheme {
  const [foundational, preparatory] = [readyScheme('cbse-1-2'), readyScheme('cbse-3-5')]
  return {
    ...preparatory,
    name: earlierSchemes['cbse-1-5'],
    classes: [...foundational.classes, ...preparatory.classes],
    patterns: [...foundational.patterns, ...preparatory.patterns],
    holistic: foundational.holistic,
  }
}

/** Stores a copy from the time when the scheme was offered. */
async function addEarlierCopy(): Promise<number> {
  return world.database.transaction(own.id, async (db) => {
    const id = await nextSchemeId(db)
    const content = earlierScheme()
    const row = { schoolId: own.id, id, firstId: id, name: content.name, content: JSON.stringify(content) }
    await db
      .insertInto('assessmentSchemes')
      .values({ ...row, copiedFrom: 'cbse-1-5', changedBy: randomUUID(), changedByName: 'Admin' })
      .execute()
    return id
  })
}

const levels: AssessedSubject = {
  name: 'Language',
  kind: 'GRADES_ONLY',
  pattern: 'Levels in classes 1 and 2',
  group: '',
  replaces: [],
}
const english: AssessedSubject = { ...levels, name: 'English', kind: 'COUNTED', pattern: 'Marks in classes 3 to 5' }

test('an earlier scheme is not offered, has a name, and its cards look as they did', () => {
  for (const file of Object.keys(earlierSchemes)) expect(readySchemes).not.toContain(file)
  expect(earlierSchemes['cbse-1-5']).toBe('CBSE, classes 1 to 5')
  expect(reportCardFormatOf({}, 'cbse-1-5')).toMatchObject({ title: 'ACHIEVEMENT_RECORD', remarkLines: 2 })
})

test('a copy goes on: it is listed, copied, changed and assesses; and a class moves to the scheme of its stage as it is', async () => {
  const call = await world.call('admin')
  const id = await addEarlierCopy()
  expect(await listSchemes(call, own.id, {})).toMatchObject([{ id, copiedFrom: 'cbse-1-5' }])
  expect(await copyScheme(call, own.id, { id, name: 'Again' })).toMatchObject({ copiedFrom: 'cbse-1-5' })
  const changed = JSON.stringify({ ...earlierScheme(), name: 'Primary' })
  expect(await changeScheme(call, own.id, { id, seen: 1, content: changed })).toMatchObject({
    copiedFrom: 'cbse-1-5',
    version: 2,
  })

  // The first class is one of the foundational stage, the other one of the preparatory.
  const stages = [
    { classId: own.class7, schemeClass: '2', subject: levels, ready: 'cbse-1-2', sectionId: own.section7A },
    { classId: own.class8, schemeClass: '4', subject: english, ready: 'cbse-3-5', sectionId: null },
  ]
  const place = { sectionId: own.section7A, part: 'Term 1' }
  const score = { studentId: own.student7A, component: 'Level', test: 1, seen: '', value: 'Proficient' }
  const entry = { voice: 'TEACHER', statement: 9, grade: 'Progressing' }
  for (const { classId, schemeClass, subject, ready, sectionId } of stages) {
    const form = { classId, schemeClass, subjects: [subject] }
    const assessed = await assessClass(call, own.id, { ...form, seen: 0, schemeId: id })
    const subjectId = assessed.subjects[0]!.id
    if (sectionId !== null) {
      await enterScores(call, own.id, { ...place, key: randomUUID(), subjectId, scores: [score] })
      const students = [{ studentId: own.student7A, seen: 0, descriptors: [entry], words: [] }]
      await enterHolistic(call, own.id, { ...place, key: randomUUID(), students })
    }
    const { id: schemeId } = await copyScheme(call, own.id, { ready, name: ready })
    await assessClass(call, own.id, { ...form, seen: assessed.version, schemeId })
    expect(await viewAssessment(call, own.id, { classId })).toMatchObject({ schemeId, subjects: [{ id: subjectId }] })
    if (sectionId !== null) {
      const sheet = await viewScoreSheet(call, own.id, { ...place, subjectId })
      expect(sheet.students[0]?.scores).toMatchObject([{ component: 'Level', value: 'Proficient' }])
      const { students } = await viewHolistic(call, own.id, place)
      expect(students[0]?.entries.descriptors).toEqual([entry])
    }
  }
})

test('the statements of the stages differ, in their numbers too, so that none stands for another', () => {
  const numbersOf = ({ holistic }: Scheme) => ({
    areas: (holistic?.areas ?? []).map(({ id }) => id),
    statements: (holistic?.areas ?? []).flatMap(({ statements }) => statements.map(({ id }) => id)),
  })
  const [foundational, preparatory] = [readyScheme('cbse-1-2'), readyScheme('cbse-3-5')]
  expect(foundational.holistic?.classes).toEqual(['1', '2'])
  expect(preparatory.holistic?.classes).toEqual(['3', '4', '5'])
  for (const key of ['areas', 'statements'] as const) {
    const [first, second] = [numbersOf(foundational)[key], numbersOf(preparatory)[key]]
    expect(first.filter((id) => second.includes(id))).toEqual([])
    expect(second.length).toBeGreaterThan(3)
  }
})
