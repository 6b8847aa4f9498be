import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { notFound } from '#platform/refusal.ts'
import { schoolDay } from '#shared/dates.ts'
import { reportCard } from '../reportCard.schema.ts'
import { publishResults, viewPublishedCards } from './publishing.commands.ts'
import { readyScheme } from '../readySchemes.ts'
import { assessClass, changeScheme, copyScheme, viewAssessment } from './schemes.commands.ts'

let world: TestWorld
let own: TestSchool
let schemeId: number

const art = { name: 'Art', kind: 'GRADES_ONLY', pattern: 'Co-scholastic', group: '', replaces: [] }
const term1 = { part: 'Term 1', from: '2026-06-15', to: '2026-10-31' }
const term2 = { part: 'Term 2', from: '2026-11-16', to: '2027-04-15' }

beforeAll(async () => {
  world = await testWorld()
  own = world.own
  ;({ id: schemeId } = await copyScheme(await world.call('admin'), own.id, { ready: 'cbse-6-8', name: 'Middle school' }))
})
afterAll(() => world.close())

async function assess(partDays: readonly object[] | undefined, also: object = {}, who: Who = 'admin', school = own) {
  const { version } = await viewAssessment(await world.call('admin'), own.id, { classId: own.class7 })
  const form = { classId: own.class7, seen: version, schemeId, schemeClass: '7', subjects: [art], partDays }
  return assessClass(await world.call(who, school), school.id, { ...form, ...also })
}

test('a class has days for some of its parts, with an audit row; without them it has none', async () => {
  expect((await assess(undefined)).partDays).toEqual([])
  expect((await assess([term1, { part: 'Term 2', from: '', to: '' }])).partDays).toEqual([term1])
  expect((await auditRows(world)).at(-1)).toMatchObject({
    action: 'assessment.assess',
    fields: ['scheme', 'schemeClass', 'subjects', 'partDays'],
  })
  expect((await assess([term1, term2], {}, 'limitedAdmin')).partDays).toEqual([term1, term2])
})

test('a part that the scheme does not have and days that cannot be are refused at their place', async () => {
  expect((await refusal(assess([term1, { ...term2, part: 'Term 3' }]))).problems).toEqual([
    { path: 'partDays.1.part', message: '“Term 3” is no part of this scheme' },
  ])
  expect((await refusal(assess([term1, { ...term2, from: '2026-10-01' }]))).problems).toEqual([
    { path: 'partDays.1.from', message: 'Term 1 lasts until 31 Oct 2026' },
  ])
  expect(await refusal(assess([term1], {}, 'teacher'))).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
  expect(await refusal(assess([term1], {}, 'admin', world.other))).toMatchObject({
    code: 'NOT_FOUND',
    message: notFound().message,
  })
})

test('of two who change them at once, one is told', async () => {
  const { version: seen } = await assess([term1, term2])
  const both = await Promise.allSettled([assess([term1], { seen }), assess([term2], { seen }, 'superadmin')])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('the card of a part counts the attendance of its days, and that of the year the whole term', async () => {
  for (const [day, value] of [
    ['2026-06-15', 'P'],
    ['2026-10-31', 'A'],
    ['2026-11-02', 'P'],
    ['2026-11-16', 'L'],
  ])
    await asOwner(
      world.ownerUrl,
      `with register as (
        insert into registers (school_id, term_id, section_id, day, session, taken_by, taken_by_name)
        values ($1, $2, $3, $4, 'DAY', $5, 'A Teacher') returning school_id, id
      )
      insert into marks (school_id, register_id, student_id, value) select school_id, id, $6, $7 from register`,
      [own.id, own.termId, own.section7A, day, randomUUID(), own.student7A, value],
    )
  const attendance = async (part: string | null) => {
    const call = await world.call('admin')
    const form = { key: randomUUID(), sectionId: own.section7A, part, visibleFrom: schoolDay(new Date()), incomplete: 'INCLUDE' }
    const { id } = await publishResults(call, own.id, form)
    const [card] = await viewPublishedCards(call, own.id, { id })
    return reportCard.parse(JSON.parse(card!.content)).attendance
  }
  await assess([term1])
  expect(await attendance('Term 1')).toEqual({ present: 1, workingDays: 2 })
  expect(await attendance('Term 2')).toEqual({ present: 3, workingDays: 4 })
  expect(await attendance(null)).toEqual({ present: 3, workingDays: 4 })
})

test('a part that is renamed keeps its days', async () => {
  await assess([term1, term2])
  const call = await world.call('admin')
  // The ready scheme under the school's name, with another name of the first part wherever it stands.
  const renamed = JSON.stringify(readyScheme('cbse-6-8')).replaceAll('"Term 1"', '"First term"')
  const content = JSON.stringify({ ...(JSON.parse(renamed) as object), name: 'Middle school' })
  await changeScheme(call, own.id, { id: schemeId, seen: 1, content })
  const { partDays } = await viewAssessment(call, own.id, { classId: own.class7 })
  expect(partDays).toEqual([{ ...term1, part: 'First term' }, term2])
})
