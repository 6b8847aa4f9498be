import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from '#tests/refusals.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { schoolDay } from '#shared/dates.ts'
import { viewAssessmentKinds } from './assessmentKinds.queries.ts'
import { publishResults } from './publishing.commands.ts'
import { assessClass, copyScheme } from './schemes.commands.ts'

let world: TestWorld
let own: TestSchool
let schemeId: number

beforeAll(async () => {
  world = await testWorld()
  own = world.own
  ;({ id: schemeId } = await copyScheme(await world.call('admin'), own.id, { ready: 'cbse-6-8', name: 'Middle school' }))
})
afterAll(() => world.close())

const kinds = async (who: Who = 'admin', school = own) =>
  viewAssessmentKinds(await world.call(who, school), school.id, { termId: own.termId })

/** Assesses class 7 as a class of the scheme: CBSE keeps nobody back in 7, and examines again in 8. */
async function assess(schemeClass: string, seen: number) {
  const subjects = [{ name: 'Art', kind: 'GRADES_ONLY', pattern: 'Co-scholastic', group: '', replaces: [] }]
  await assessClass(await world.call('admin'), own.id, { classId: own.class7, seen, schemeId, schemeClass, subjects })
}

test('a term without assessed classes has neither kind', async () => {
  expect(await kinds()).toEqual({ holistic: false, reexamination: false })
})

test('a class with holistic cards counts for those who see it', async () => {
  await assess('7', 0)
  expect(await kinds()).toEqual({ holistic: true, reexamination: false })
  expect(await kinds('teacher')).toMatchObject({ holistic: true })
})

test('published results of the year bring the re-examination, in a class that has one', async () => {
  await publishResults(await world.call('admin'), own.id, {
    key: randomUUID(),
    sectionId: own.section7A,
    visibleFrom: schoolDay(new Date()),
    incomplete: 'INCLUDE',
  })
  expect(await kinds()).toMatchObject({ reexamination: false })
  await assess('8', 1)
  expect(await kinds()).toMatchObject({ reexamination: true })
})

test('another school has its own, and other roles have none', async () => {
  expect(await kinds('admin', world.other)).toEqual({ holistic: false, reexamination: false })
  expect(await refusal(kinds('fees'))).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
})
