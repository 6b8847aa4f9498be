import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addStudents } from '#tests/world/rows.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { deleteStudent } from '#domains/students/server/students.commands.ts'
import { notAuthorized } from '#platform/action.ts'
import { notFound } from '#platform/refusal.ts'
import { schoolDay } from '#shared/dates.ts'
import { reportCard } from '../reportCard.schema.ts'
import { scheme as schemeSchema } from '../scheme.schema.ts'
import { enterHolistic, listHolistic, viewHolistic } from './holistic.commands.ts'
import { publishResults, viewPublishedCards } from './publishing.commands.ts'
import { assessClass, changeScheme, copyScheme, viewAssessment, viewScheme } from './schemes.commands.ts'

let world: TestWorld
let own: TestSchool
let schemeId: number
/** Of 7-A, by roll. */
let asha: number
let bina: number
let ofB: number

const notYours = () => ({ code: 'NOT_FOUND', message: notFound().message, problems: [] })

beforeAll(async () => {
  world = await testWorld()
  own = world.own
  const call = await world.call('admin')
  const art = { name: 'Art', kind: 'GRADES_ONLY', pattern: 'Co-scholastic', group: '', replaces: [] }
  ;({ id: schemeId } = await copyScheme(call, own.id, { ready: 'cbse-6-8', name: 'Middle school' }))
  for (const classId of [own.class7, own.class8])
    await assessClass(call, own.id, { classId, seen: 0, schemeId, schemeClass: '7', subjects: [art] })
  asha = own.student7A
  ;[bina = 0] = await addStudents(world, own, own.section7A, [{ name: 'Bina Rao', phone: '9800000001', roll: '2' }])
  ;[ofB = 0] = await addStudents(world, own, own.section7B, [{ name: 'Dev Joshi', phone: '9800000003', roll: '1' }])
})
afterAll(() => world.close())

beforeEach(async () => {
  await world.database.transaction(own.id, (db) => db.deleteFrom('holisticEntries').where('schoolId', '=', own.id).execute())
})

const sky = { voice: 'TEACHER', statement: 1, grade: 'Sky' }
const helps = { voice: 'CLASSMATES', area: 2, text: 'She helps us.' }

interface Entered {
  studentId: number
  seen?: number
  descriptors?: object[]
  words?: object[]
}

async function enter(students: readonly Entered[], also: object = {}, who: Who = 'teacher', school = own) {
  return enterHolistic(await world.call(who, school), school.id, {
    key: randomUUID(),
    sectionId: own.section7A,
    part: 'Term 1',
    students: students.map((student) => ({ seen: 0, descriptors: [], words: [], ...student })),
    ...also,
  })
}

async function view(also: object = {}, who: Who = 'teacher', school = own) {
  return viewHolistic(await world.call(who, school), school.id, { sectionId: own.section7A, part: 'Term 1', ...also })
}

const progress = async (who: Who = 'teacher', school = own) =>
  listHolistic(await world.call(who, school), school.id, { termId: own.termId })

describe('entries of holistic cards', () => {
  test('are entered, replaced as a whole and taken away, by part, with who', async () => {
    const { students } = await enter([{ studentId: asha, descriptors: [sky], words: [helps] }, { studentId: bina }])
    expect(students).toMatchObject([
      {
        studentId: asha,
        version: 1,
        entries: { descriptors: [sky], words: [helps] },
        changedByName: 'teacher of Own School',
      },
      { studentId: bina, version: 0, entries: { descriptors: [], words: [] } },
    ])
    expect((await view()).students).toEqual(students)
    expect((await view({ part: 'Term 2' })).students[0]).toMatchObject({ version: 0 })
    const other = { ...sky, grade: 'Stream' }
    const changed = await enter([{ studentId: asha, seen: 1, descriptors: [other] }], {}, 'admin')
    expect(changed.students[0]).toMatchObject({ version: 2, entries: { descriptors: [other], words: [] } })
    expect((await enter([{ studentId: asha, seen: 2 }])).students[0]).toMatchObject({ version: 0 })
    expect((await auditRows(world)).at(-1)).toEqual({
      role: 'TEACHER',
      action: 'holistic.enter',
      rowIds: [own.section7A],
      fields: ['entries'],
    })
  })

  test('are asked by the scheme, and are counted by section and part', async () => {
    const { voices, areas } = await view()
    expect(voices.map(({ voice, grades }) => [voice, grades.length])).toEqual([
      ['TEACHER', 3],
      ['OWN', 3],
      ['CLASSMATES', 3],
      ['FAMILY', 3],
    ])
    expect(areas.map(({ name }) => name)).toEqual(['Awareness', 'Sensitivity', 'Creativity'])
    await enter([{ studentId: asha, descriptors: [sky] }])
    const ofA = { sectionId: own.section7A, className: '7', sectionName: 'A', students: 2 }
    expect(await progress()).toEqual([
      { ...ofA, part: 'Term 1', entered: 1 },
      { ...ofA, part: 'Term 2', entered: 0 },
    ])
    expect(new Set((await progress('admin')).map(({ sectionId }) => sectionId)).size).toBeGreaterThan(2)
    expect(new Set((await progress('limitedAdmin')).map(({ className }) => className))).toEqual(new Set(['7']))
    expect(await progress('admin', world.other)).toEqual([])
  })

  test('are stored once for a repeated request', async () => {
    const key = randomUUID()
    await enter([{ studentId: asha, descriptors: [sky] }], { key })
    expect((await enter([{ studentId: asha, descriptors: [sky] }], { key })).students[0]).toMatchObject({ version: 1 })
  })

  test('of two who enter at once, one is told who was first', async () => {
    const outcomes = await Promise.allSettled([
      enter([{ studentId: asha, descriptors: [sky] }]),
      enter([{ studentId: asha, words: [helps] }], {}, 'admin'),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [first] = (await view()).students
    const message = `${first!.changedByName} has changed the entries of Asha Patil meanwhile`
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'CONFLICT', problems: [{ path: 'students.0', message }] },
    })
  })

  test('refuse what the card does not ask, each at its place, and store nothing then', async () => {
    const asked = await refusal(
      enter([
        { studentId: asha, descriptors: [sky, sky, { ...sky, statement: 99 }, { ...sky, grade: 'Proficient' }] },
        { studentId: ofB, words: [{ ...helps, area: 9 }, helps, helps] },
        { studentId: asha },
      ]),
    )
    expect(asked.code).toBe('BAD_INPUT')
    expect(asked.problems).toEqual([
      { path: 'students.0.descriptors.1.grade', message: 'This statement is here twice' },
      { path: 'students.0.descriptors.2.grade', message: 'The card does not ask for “Sky” here' },
      { path: 'students.0.descriptors.3.grade', message: 'The card does not ask for “Proficient” here' },
      { path: 'students.1.studentId', message: 'This student is not in the section' },
      { path: 'students.1.words.0.text', message: 'The card has no place for these words' },
      { path: 'students.1.words.2.text', message: 'These words are here twice' },
      { path: 'students.2.studentId', message: 'This student is here twice' },
    ])
    expect((await view()).students[0]).toMatchObject({ version: 0 })
    expect(await refusal(enter([{ studentId: asha }], { part: 'Term 3' }))).toEqual(notYours())
  })

  test('are for who teaches the section and for the office', async () => {
    for (const who of ['attendant', 'fees', 'student'] as const) {
      expect(await refusal(enter([{ studentId: asha }], {}, who)), who).toMatchObject({
        code: 'FORBIDDEN',
        message: notAuthorized(),
      })
      expect(await refusal(view({}, who)), who).toMatchObject({ code: 'FORBIDDEN' })
    }
    expect(await refusal(view({ sectionId: own.section8A }))).toEqual(notYours())
    expect(await refusal(view({ sectionId: own.section8A }, 'limitedAdmin'))).toEqual(notYours())
    expect(await refusal(enter([{ studentId: own.student8A }], { sectionId: own.section8A }))).toEqual(notYours())
    expect(await refusal(view({}, 'admin', world.other))).toEqual(notYours())
    expect(await refusal(enter([{ studentId: asha }], {}, 'admin', world.other))).toEqual(notYours())
  })

  test('stand on the card of their part, and those of the last part on the card of the year', async () => {
    await enter([{ studentId: asha, descriptors: [sky], words: [helps] }])
    await enter([{ studentId: asha, descriptors: [{ ...sky, grade: 'Mountain' }] }], { part: 'Term 2' })
    const holisticOn = async (part: string | null) => {
      const call = await world.call('admin')
      const form = {
        key: randomUUID(),
        sectionId: own.section7A,
        part,
        visibleFrom: schoolDay(new Date()),
        incomplete: 'INCLUDE',
      }
      const { id } = await publishResults(call, own.id, form)
      const cards = await viewPublishedCards(call, own.id, { id })
      return cards.map(({ content }) => reportCard.parse(JSON.parse(content)).holistic)
    }
    const [ofTerm, none] = await holisticOn('Term 1')
    expect(ofTerm!.areas[0]!.statements[0]!.descriptors).toEqual({ TEACHER: 'Sky' })
    expect(ofTerm!.areas[1]!.words).toEqual({ CLASSMATES: 'She helps us.' })
    expect(none).toBeNull()
    const [ofYear] = await holisticOn(null)
    expect(ofYear!.areas[0]!.statements[0]!.descriptors).toEqual({ TEACHER: 'Mountain' })
  })

  test('keep to a statement whose words are corrected, and leave out one that has gone', async () => {
    await enter([{ studentId: asha, descriptors: [sky, { ...sky, statement: 2 }] }])
    const call = await world.call('admin')
    const { version, content } = await viewScheme(call, own.id, { id: schemeId })
    const scheme = schemeSchema.parse(JSON.parse(content))
    const [first, ...others] = scheme.holistic!.areas
    const areas = [{ ...first!, statements: [{ id: 1, text: 'Understands the lessons' }] }, ...others]
    const changed = { ...scheme, holistic: { ...scheme.holistic!, areas } }
    ;({ id: schemeId } = await changeScheme(call, own.id, { id: schemeId, seen: version, content: JSON.stringify(changed) }))
    const { students, areas: now } = await view()
    expect(now[0]!.statements).toEqual([{ id: 1, text: 'Understands the lessons' }])
    expect(students[0]!.entries.descriptors).toEqual([sky])
  })

  test('keep their part from being renamed, and name the first student', async () => {
    await enter([{ studentId: asha, descriptors: [sky] }])
    const call = await world.call('admin')
    const { version, content } = await viewScheme(call, own.id, { id: schemeId })
    const renamed = content.replaceAll('"Term 1"', '"First term"')
    const name = (await view()).students[0]!.name
    expect((await refusal(changeScheme(call, own.id, { id: schemeId, seen: version, content: renamed }))).problems).toEqual([
      {
        path: 'content.parts',
        message: `Class 7: “Term 1” has remarks or holistic entries, such as those of ${name}, so it cannot go`,
      },
    ])
    const { version: seen } = await viewAssessment(call, own.id, { classId: own.class7 })
    const other = await copyScheme(call, own.id, { ready: 'maharashtra-1-8', name: 'Of the state' })
    const drawing = { name: 'Art', kind: 'GRADES_ONLY', pattern: 'Formative alone', group: '', replaces: [] }
    const move = { classId: own.class7, seen, schemeId: other.id, schemeClass: '7', subjects: [drawing] }
    expect((await refusal(assessClass(call, own.id, move))).problems).toMatchObject([{ path: 'schemeId' }])
  })

  test('go with their student', async () => {
    const [gone = 0] = await addStudents(world, own, own.section7A, [{ name: 'Gone Soon', phone: '9800000004', roll: '9' }])
    await enter([{ studentId: gone, descriptors: [sky] }])
    await deleteStudent(await world.call('superadmin'), own.id, { id: gone })
    expect((await view()).students.map(({ studentId }) => studentId)).not.toContain(gone)
  })
})
