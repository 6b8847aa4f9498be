import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { auditedScores } from '#tests/auditedScores.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addStudents } from '#tests/world/rows.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { notFound } from '#platform/refusal.ts'
import { schoolDay } from '#shared/dates.ts'
import { reportCard } from '../reportCard.schema.ts'
import { listCardsOfStudent } from './cardsOfStudent.queries.ts'
import { publishResults, viewPublishedCards, withdrawResults } from './publishing.commands.ts'
import { enterReexaminations, listReexaminations, viewReexaminationHistory } from './reexamination.commands.ts'
import { viewResults } from './results.queries.ts'
import { assessClass, copyScheme } from './schemes.commands.ts'
import { enterScores, viewScoreSheet } from './scores.commands.ts'

let world: TestWorld
let own: TestSchool
/** Of 7-A, by roll: passes, fails Maths, fails both. */
let asha: number
let bina: number
let chand: number
let maths: number
let science: number

const notYours = () => ({ code: 'NOT_FOUND', message: notFound().message, problems: [] })

beforeAll(async () => {
  world = await testWorld()
  own = world.own
  const call = await world.call('admin')
  const { id: schemeId } = await copyScheme(call, own.id, { ready: 'cbse-6-8', name: 'Middle school' })
  const subjects = ['Maths', 'Science'].map((name) => ({ name, kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }))
  for (const classId of [own.class7, own.class8]) {
    const assessed = await assessClass(call, own.id, { classId, seen: 0, schemeId, schemeClass: '8', subjects })
    if (classId === own.class7) [maths = 0, science = 0] = assessed.subjects.map(({ id }) => id)
  }
  asha = own.student7A
  ;[bina = 0, chand = 0] = await addStudents(world, own, own.section7A, [
    { name: 'Bina Rao', phone: '9800000001', roll: '2' },
    { name: 'Chand Khan', phone: '9800000002', roll: '3' },
  ])
  for (const part of ['Term 1', 'Term 2']) {
    await fill(maths, part, [60, 20, 20])
    await fill(science, part, [60, 60, 20])
  }
})
afterAll(() => world.close())

beforeEach(async () => {
  await asOwner(
    world.ownerUrl,
    'delete from report_cards; delete from result_publications; delete from reexamination_scores; delete from reexamination_changes',
  )
})

/** Enters all scores of a sheet: a share of the highest marks for each student by roll. */
async function fill(subjectId: number, part: string, shares: readonly number[]): Promise<void> {
  const call = await world.call('admin')
  const sheet = { sectionId: own.section7A, subjectId, part }
  const { columns } = await viewScoreSheet(call, own.id, sheet)
  const scores = [asha, bina, chand].flatMap((studentId, index) =>
    columns.map(({ component, test, highestMarks }) => {
      const value = String((highestMarks * (shares[index] ?? 0)) / 10_000)
      return { studentId, component, test, seen: '', value }
    }),
  )
  await enterScores(call, own.id, { key: randomUUID(), ...sheet, scores })
}

async function publish(also: object = {}, who: Who = 'admin') {
  return publishResults(await world.call(who), own.id, {
    key: randomUUID(),
    sectionId: own.section7A,
    visibleFrom: schoolDay(new Date()),
    incomplete: 'LEAVE_OUT',
    rank: true,
    ...also,
  })
}

async function cardsOf(id: number) {
  const rows = await viewPublishedCards(await world.call('admin'), own.id, { id })
  return new Map(rows.map(({ studentId, content }) => [studentId, reportCard.parse(JSON.parse(content))]))
}

async function due(who: Who = 'admin', school = own, also: object = {}) {
  return listReexaminations(await world.call(who, school), school.id, { termId: own.termId, ...also })
}

type Typed = [studentId: number, subjectId: number, value: string, seen?: string]

async function enter(scores: readonly Typed[], also: object = {}, who: Who = 'admin', school = own) {
  return enterReexaminations(await world.call(who, school), school.id, {
    key: randomUUID(),
    sectionId: own.section7A,
    scores: scores.map(([studentId, subjectId, value, seen = '']) => ({ studentId, subjectId, value, seen })),
    ...also,
  })
}

const values = async () => (await due()).map(({ name, subjectName, marks, code }) => [name, subjectName, marks ?? code])

describe('who is examined again', () => {
  test('are those whose published card of the year says so, by subject, with what they lacked', async () => {
    expect(await due()).toEqual([])
    await publish()
    const rows = await due()
    expect(rows).toMatchObject([
      { name: 'Bina Rao', subjectName: 'Maths', highestMarks: 10_000, marks: null, publishedAt: null },
      { name: 'Chand Khan', subjectName: 'Maths', shortfalls: [{ obtained: 2000, needed: 3300 }] },
      { name: 'Chand Khan', subjectName: 'Science', className: '7', sectionName: 'A' },
    ])
    expect(await due('teacher')).toHaveLength(3)
    expect(await due('limitedAdmin', own, { sectionId: own.section7A })).toHaveLength(3)
    expect(await due('admin', own, { sectionId: own.section7B })).toEqual([])
    expect(await due('admin', world.other)).toEqual([])
    for (const who of ['attendant', 'fees', 'student'] as const)
      expect(await refusal(due(who)), who).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
  })
})

describe('second scores', () => {
  beforeEach(async () => {
    await publish()
  })

  test('are entered, changed and taken back, with their history and audit rows', async () => {
    await enter([
      [bina, maths, '41.5'],
      [chand, maths, 'ab'],
    ])
    expect(await values()).toEqual([
      ['Bina Rao', 'Maths', 4150],
      ['Chand Khan', 'Maths', 'AB'],
      ['Chand Khan', 'Science', null],
    ])
    await enter([[bina, maths, '45', '41.5']])
    await enter([[bina, maths, '', '45']])
    const call = await world.call('teacher')
    const cell = { sectionId: own.section7A, studentId: bina, subjectId: maths }
    const history = await viewReexaminationHistory(call, own.id, cell)
    expect(history.map(({ was, value, reason }) => [was, value, reason])).toEqual([
      ['45', '', ''],
      ['41.5', '45', ''],
      ['', '41.5', ''],
    ])
    expect((await auditRows(world)).at(-1)).toEqual({
      role: 'ADMIN',
      action: 'reexaminations.enter',
      rowIds: [own.section7A],
      fields: ['scores'],
    })
    expect(await auditedScores(world)).toEqual(['Bina Rao, Maths: re-examination: 45 > '])
    expect(await refusal(viewReexaminationHistory(call, own.id, { ...cell, studentId: asha }))).toEqual(notYours())
  })

  test('are stored once for a repeated request, and by one of two at once', async () => {
    const key = randomUUID()
    await enter([[bina, maths, '41']], { key })
    await enter([[bina, maths, '41']], { key })
    const cell = { sectionId: own.section7A, studentId: bina, subjectId: maths }
    expect(await viewReexaminationHistory(await world.call('admin'), own.id, cell)).toHaveLength(1)
    const both = await Promise.allSettled([
      enter([[bina, maths, '42', '41']]),
      enter([[bina, maths, '43', '41']], {}, 'superadmin'),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const now = String(((await due())[0]?.marks ?? 0) / 100)
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'CONFLICT', problems: [{ path: 'scores.0', message: expect.stringContaining(`has entered ${now} here`) }] },
    })
  })

  test('refuse what cannot be, each at its place, and store nothing then', async () => {
    const asked = await refusal(
      enter([
        [bina, maths, '101'],
        [bina, science, '50'],
        [asha, maths, '50'],
        [chand, maths, 'ML'],
        [chand, science, '40'],
        [chand, science, '41'],
      ]),
    )
    expect(asked.code).toBe('BAD_INPUT')
    expect(asked.problems).toEqual([
      { path: 'scores.0.value', message: 'At most 100 marks' },
      { path: 'scores.1.value', message: 'This student is not examined again in this subject' },
      { path: 'scores.2.value', message: 'This student is not examined again in this subject' },
      { path: 'scores.3.value', message: 'Enter marks such as 41, or AB: this examination is held once' },
      { path: 'scores.5.value', message: 'This score is here twice' },
    ])
    expect((await values()).map(([, , value]) => value)).toEqual([null, null, null])
  })

  test('are for the office and for who enters the scores of the subject', async () => {
    await enter([[bina, maths, '41']], {}, 'teacher')
    for (const who of ['attendant', 'fees', 'student'] as const)
      expect(await refusal(enter([[bina, maths, '42', '41']], {}, who)), who).toMatchObject({ code: 'FORBIDDEN' })
    expect(await refusal(enter([[bina, maths, '42', '41']], {}, 'admin', world.other))).toEqual(notYours())
    expect(await refusal(enter([[own.student8A, maths, '42']], { sectionId: own.section8A }, 'limitedAdmin'))).toEqual(notYours())
  })

  test('decide the result once every subject has one: passed on re-examination, or failed', async () => {
    const outcomes = async () => {
      const { students } = await viewResults(await world.call('admin'), own.id, { sectionId: own.section7A, part: null })
      return students.map(({ outcome, rank }) => [outcome, rank])
    }
    await enter([
      [bina, maths, '41'],
      [chand, maths, '50'],
    ])
    expect(await outcomes()).toEqual([
      ['PASS', 1],
      ['PASS', null],
      ['COMPARTMENT', null],
    ])
    await enter([[chand, science, '12']])
    expect((await outcomes())[2]).toEqual(['FAIL', null])
  })
})

describe('a supplementary publication', () => {
  const supplementary = { supplementary: true, promotedTo: '9' }

  test('has cards of those alone who have all second scores, and leaves the others as they are', async () => {
    expect(await refusal(publish(supplementary))).toMatchObject({
      code: 'CONFLICT',
      message: 'Publish the results of the year first.',
    })
    const first = await publish()
    const nobody = 'Nobody of this section has all second marks and no card yet'
    expect((await refusal(publish(supplementary))).problems).toEqual([{ path: 'sectionId', message: nobody }])
    await enter([
      [bina, maths, '41'],
      [chand, maths, '50'],
    ])
    const second = await publish(supplementary)
    expect(second).toMatchObject({ supplementary: true, cards: 1, leftOut: 0, part: '' })
    expect(await cardsOf(second.id)).toEqual(
      new Map([
        [
          bina,
          expect.objectContaining({
            outcome: 'PASS',
            promotedTo: '9',
            rank: null,
            shortfalls: [],
            reexamined: [{ subject: 'Maths', score: '41', before: 2000, outOf: 10_000, passed: true }],
            total: expect.objectContaining({ obtained: 10_100, outOf: 20_000 }),
          }),
        ],
      ]),
    )
    expect((await cardsOf(first.id)).get(bina)).toMatchObject({ outcome: 'COMPARTMENT', reexamined: [] })
    expect((await refusal(publish(supplementary))).problems).toEqual([{ path: 'sectionId', message: nobody }])
    await enter([[chand, science, 'AB']])
    const third = await publish(supplementary)
    expect((await cardsOf(third.id)).get(chand)).toMatchObject({ outcome: 'FAIL', promotedTo: '' })
    expect((await due()).every(({ publishedAt }) => publishedAt !== null)).toBe(true)
    expect((await refusal(publish({ ...supplementary, part: 'Term 1' }))).problems).toMatchObject([{ path: 'part' }])
  })

  test('closes its scores for teachers; the office changes one with a reason, and publishes again', async () => {
    await publish()
    await enter([[bina, maths, '20']])
    const { id } = await publish(supplementary)
    expect(await refusal(enter([[bina, maths, '41', '20']], {}, 'teacher'))).toMatchObject({
      code: 'FORBIDDEN',
      message: 'This result is published. The office changes it, with a reason.',
    })
    const why = 'This result is published. Say why it changes, and publish it again.'
    expect((await refusal(enter([[bina, maths, '41', '20']]))).problems).toEqual([{ path: 'reason', message: why }])
    await enter([[bina, maths, '41', '20']], { reason: 'Totalled again' })
    await withdrawResults(await world.call('admin'), own.id, { id, reason: 'Totalled again' })
    expect((await cardsOf((await publish(supplementary)).id)).get(bina)).toMatchObject({ outcome: 'PASS' })
  })

  test('is not needed where the section is published again: its cards have the second scores, which stay to be corrected', async () => {
    const first = await publish()
    await enter([[bina, maths, '41']])
    await withdrawResults(await world.call('admin'), own.id, { id: first.id, reason: 'Totalled again' })
    expect(await due()).toEqual([])
    const second = await publish()
    expect((await cardsOf(second.id)).get(bina)).toMatchObject({ outcome: 'PASS', reexamined: [{ subject: 'Maths' }] })
    const [row, ...others] = await due()
    expect(row).toMatchObject({ name: 'Bina Rao', subjectName: 'Maths', marks: 4100, publishedAt: expect.any(Date) })
    expect(others.map(({ name }) => name)).toEqual(['Chand Khan', 'Chand Khan'])
    await enter([[bina, maths, '42', '41']], { reason: 'Totalled again' })
  })

  test('stands before the card of the year in the list of the student, and is told from it', async () => {
    await publish()
    await enter([[bina, maths, '41']])
    await publish(supplementary)
    const cards = await listCardsOfStudent(await world.call('admin'), own.id, { studentId: bina })
    expect(cards.map(({ part, outcome, reexamined }) => [part, outcome, reexamined])).toEqual([
      ['', 'PASS', true],
      ['', 'COMPARTMENT', false],
    ])
  })

  test('is made once of two at once, and by the office alone', async () => {
    await publish()
    await enter([[bina, maths, '41']])
    const both = await Promise.allSettled([publish(supplementary), publish(supplementary, 'superadmin')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refusal(publish(supplementary, 'teacher'))).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
  })
})
