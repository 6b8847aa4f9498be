import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { refusal } from '#tests/refusals.ts'
import { addRegister, addStudents } from '#tests/world/rows.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { notFound } from '#platform/refusal.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { publishResults, withdrawResults } from './publishing.commands.ts'
import { viewResults } from './results.queries.ts'
import { viewResultStandings } from './resultStandings.queries.ts'
import { missingSheets } from './missingSheets.ts'
import { saveRemark, chooseRemarks } from './remarks.commands.ts'
import { viewRemarkProposals } from './remarkProposals.queries.ts'
import { assessClass, copyScheme } from './schemes.commands.ts'
import { enterScores } from './scores.commands.ts'
import { viewStudentCard } from './studentCard.queries.ts'

let world: TestWorld
let own: TestSchool
let science: number
let bina: number

const today = schoolDay(new Date())
const notYours = () => ({ code: 'NOT_FOUND', message: notFound().message, problems: [] })
const complete: [string, string][] = [
  ['Notebook', '5'],
  ['Periodic test', '9'],
  ['Subject enrichment', '4'],
  ['Half-yearly examination', '72'],
]

beforeAll(async () => {
  world = await testWorld()
  own = world.own
  const call = await world.call('admin')
  const scheme = await copyScheme(call, own.id, { ready: 'cbse-6-8', name: 'Middle school' })
  const assessed = await assessClass(call, own.id, {
    classId: own.class7,
    seen: 0,
    schemeId: scheme.id,
    schemeClass: '7',
    subjects: [{ name: 'Science', kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }],
  })
  science = assessed.subjects[0]!.id
  ;[bina = 0] = await addStudents(world, own, own.section7A, [{ name: 'Bina Rao', phone: '9800000001', roll: '2' }])
  await enter(own.student7A, complete)
  await enter(bina, complete.slice(0, 1))
})
afterAll(() => world.close())

async function enter(studentId: number, values: readonly [component: string, value: string][]) {
  const scores = values.map(([component, value]) => ({ studentId, component, test: 1, seen: '', value }))
  const sheet = { sectionId: own.section7A, subjectId: science, part: 'Term 1' }
  return enterScores(await world.call('admin'), own.id, { key: randomUUID(), ...sheet, scores })
}

async function standings(who: Who = 'admin', school = own) {
  return viewResultStandings(await world.call(who, school), school.id, { termId: own.termId })
}

async function publish(also: object = {}) {
  const form = { key: randomUUID(), sectionId: own.section7A, part: 'Term 1', visibleFrom: today, incomplete: 'LEAVE_OUT' }
  return publishResults(await world.call('admin'), own.id, { ...form, ...also })
}

async function card(studentId: number, part: string | null = 'Term 1', who: Who = 'admin', school = own) {
  const choice = { sectionId: own.section7A, studentId, part }
  return viewStudentCard(await world.call(who, school), school.id, choice)
}

describe('standings', () => {
  test('count the students with missing scores by part and in the year, in the order of the school', async () => {
    const [first, second, ...rest] = await standings()
    expect(rest).toEqual([])
    expect(first).toMatchObject({
      className: '7',
      sectionName: 'A',
      students: 2,
      periods: [
        { part: 'Term 1', incomplete: 1, started: true, publication: null },
        { part: 'Term 2', incomplete: 2, started: false, publication: null },
        { part: null, incomplete: 2, started: true, publication: null },
      ],
    })
    expect(second).toMatchObject({ sectionName: 'B', periods: [{ started: false }, { started: false }, { started: false }] })
  })

  test('count no disabled student', async () => {
    const disable = (disabled: boolean) =>
      asOwner(world.ownerUrl, 'update students set disabled = $2 where id = $1', [bina, disabled])
    await disable(true)
    expect((await standings())[0]).toMatchObject({ students: 1, periods: [{ incomplete: 0 }, { incomplete: 1 }, {}] })
    await disable(false)
  })

  test('have the latest publication, also a withdrawn one', async () => {
    const published = await publish()
    const periods = async () => (await standings())[0]!.periods
    expect((await periods())[0]).toMatchObject({ publication: { id: published.id, cards: 1, leftOut: 1, withdrawnAt: null } })
    await withdrawResults(await world.call('admin'), own.id, { id: published.id, reason: 'Totalled again' })
    expect((await periods())[0]!.publication).toMatchObject({ id: published.id, withdrawReason: 'Totalled again' })
    expect((await periods())[1]!.publication).toBeNull()
  })

  test('are of the own sections for a teacher, and of nothing elsewhere', async () => {
    expect((await standings('teacher')).map(({ sectionId }) => sectionId)).toEqual([own.section7A])
    expect(await standings('admin', world.other)).toEqual([])
    for (const who of ['fees', 'attendant', 'student'] as const)
      expect(await refusal(standings(who)), who).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
  })
})

test('missing scores are named by their sheets, with the students by roll', async () => {
  const results = await viewResults(await world.call('teacher'), own.id, { sectionId: own.section7A, part: null })
  expect(missingSheets(results)).toEqual([
    {
      subjectId: science,
      subjectName: 'Science',
      part: 'Term 1',
      components: ['Periodic test', 'Subject enrichment', 'Half-yearly examination'],
      students: ['Bina Rao'],
    },
    {
      subjectId: science,
      subjectName: 'Science',
      part: 'Term 2',
      components: ['Periodic test', 'Notebook', 'Subject enrichment', 'Yearly examination'],
      students: ['Asha Patil', 'Bina Rao'],
    },
  ])
})

describe('the card of a student', () => {
  test('is a draft from the present scores and remarks until it is published, and then the published one', async () => {
    expect(await card(own.student7A)).toMatchObject({
      published: null,
      card: { student: { name: 'Asha Patil' }, total: { obtained: 9000 }, remarks: [], rank: null },
    })
    const call = await world.call('teacher')
    const remarks = [{ kind: 'GENERAL', en: 'Reads well.' }]
    await chooseRemarks(call, own.id, {
      key: randomUUID(),
      sectionId: own.section7A,
      part: 'Term 1',
      students: [{ studentId: own.student7A, seen: 0, remarks }],
    })
    expect((await card(own.student7A)).card.remarks).toEqual([{ kind: 'GENERAL', texts: { en: 'Reads well.' } }])
    const published = await publish({ rank: true, visibleFrom: addDays(today, 3) })
    const after = await card(own.student7A, 'Term 1', 'teacher')
    expect(after).toMatchObject({
      published: { visibleFrom: addDays(today, 3), publishedByName: 'admin of Own School' },
      card: { rank: { rank: 1, of: 1 } },
    })
    expect(after.published!.publicUrl).toMatch(/\/report-card\/[\w-]+$/)
    // The student who was left out has a draft.
    expect(await card(bina)).toMatchObject({ published: null, card: { outcome: 'INCOMPLETE' } })
    await withdrawResults(await world.call('admin'), own.id, { id: published.id, reason: 'Totalled again' })
    expect((await card(own.student7A)).published).toBeNull()
  })

  test('is not found for another section, another part and another school', async () => {
    expect(await refusal(card(own.student8A))).toEqual(notYours())
    expect(await refusal(card(own.student7A, 'Term 3'))).toEqual(notYours())
    expect(await refusal(card(own.student7A, null, 'admin', world.other))).toEqual(notYours())
    const other = { sectionId: own.section7B, studentId: own.student7A, part: 'Term 1' }
    expect(await refusal(viewStudentCard(await world.call('teacher'), own.id, other))).toEqual(notYours())
    expect(await refusal(card(own.student7A, null, 'fees'))).toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('proposed remarks', () => {
  const proposals = async (part: string, who: Who = 'teacher', sectionId = own.section7A) =>
    viewRemarkProposals(await world.call(who), own.id, { sectionId, part })
  const texts = async (part: string) =>
    (await proposals(part)).map(({ studentId, total, remarks }) => [studentId, total?.share ?? null, remarks.map(({ en }) => en)])

  test('are those whose rules apply to the present results', async () => {
    const call = await world.call('admin')
    const save = (en: string, rule: object | null) => saveRemark(call, own.id, { seen: 0, kind: 'GENERAL', en, rule })
    await save('Excellent', { on: 'TOTAL', from: 7500, to: 10_000 })
    await save('Strong in Science', { on: 'SUBJECT', subject: 'science', from: 8000, to: 10_000 })
    await save('Comes every day', { on: 'ATTENDANCE', from: 9500, to: 10_000 })
    await save('By hand', null)
    expect(await texts('Term 1')).toEqual([
      [own.student7A, 9000, ['Excellent', 'Strong in Science']],
      [bina, null, []],
    ])
    expect(await texts('')).toEqual([
      [own.student7A, null, []],
      [bina, null, []],
    ])
  })

  test('look at the registers where a rule asks for them', async () => {
    const day = addDays(today, -1)
    await addRegister(world, own, { sectionId: own.section7A, day }, [{ studentId: own.student7A, value: 'P' }])
    expect((await texts('Term 1'))[0]).toEqual([own.student7A, 9000, ['Excellent', 'Strong in Science', 'Comes every day']])
  })

  test('are not found for an unknown part and a section of others', async () => {
    expect(await refusal(proposals('Term 3'))).toEqual(notYours())
    expect(await refusal(proposals('Term 1', 'teacher', own.section7B))).toEqual(notYours())
    expect(await refusal(proposals('Term 1', 'student'))).toMatchObject({ code: 'FORBIDDEN' })
  })
})
