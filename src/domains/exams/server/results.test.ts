import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '#tests/refusals.ts'
import { addStudents } from '#tests/world/rows.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { notFound } from '#platform/refusal.ts'
import type { AssessedSubject } from '../scheme.schema.ts'
import { viewResults } from './results.queries.ts'
import { assessClass, copyScheme } from './schemes.commands.ts'
import { enterScores } from './scores.commands.ts'

let world: TestWorld
let own: TestSchool
let science: number
let bina: number

const subject: AssessedSubject = { name: 'Science', kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }
const notYours = () => ({ code: 'NOT_FOUND', message: notFound().message, problems: [] })

beforeAll(async () => {
  world = await testWorld()
  own = world.own
  const call = await world.call('admin')
  const scheme = await copyScheme(call, own.id, { ready: 'cbse-6-8', name: 'Middle school' })
  const subjects = [subject, { ...subject, name: 'Art', kind: 'GRADES_ONLY', pattern: 'Co-scholastic' }]
  const assessed = await assessClass(call, own.id, {
    classId: own.class7,
    seen: 0,
    schemeId: scheme.id,
    schemeClass: '7',
    subjects,
  })
  science = assessed.subjects[0]!.id
  const art = assessed.subjects[1]!.id
  ;[bina = 0] = await addStudents(world, own, own.section7A, [{ name: 'Bina Rao', phone: '9800000001', roll: '2' }])
  const enter = async (subjectId: number, part: string, values: Record<string, readonly [number, string][]>) =>
    enterScores(call, own.id, {
      key: randomUUID(),
      sectionId: own.section7A,
      subjectId,
      part,
      scores: Object.entries(values).flatMap(([component, cells]) =>
        cells.map(([studentId, value]) => ({ studentId, component, test: 1, seen: '', value })),
      ),
    })
  const both = (first: string, second: string): [number, string][] => [
    [own.student7A, first],
    [bina, second],
  ]
  await enter(science, 'Term 1', {
    'Periodic test': both('9.5', '10'),
    Notebook: both('5', 'ML'),
    'Subject enrichment': both('4', '5'),
    'Half-yearly examination': both('72', 'AB'),
  })
  await enter(art, 'Term 1', { Grade: both('A', 'B') })
  await enter(science, 'Term 2', { Notebook: both('3', '3') })
})
afterAll(() => world.close())

async function results(
  part: string | null,
  { who = 'admin', sectionId = own.section7A }: { who?: Who; sectionId?: number } = {},
) {
  return viewResults(await world.call(who), own.id, { sectionId, part })
}

describe('results', () => {
  test('of a part are those of its scores, with the places in the section', async () => {
    const { students, subjects, section } = await results('Term 1', { who: 'teacher' })
    expect(section).toMatchObject({ className: '7', sectionName: 'A', schemeName: 'Middle school' })
    expect(subjects.map(({ name }) => name)).toEqual(['Science', 'Art'])
    const [asha, second] = students
    // 9.5 + 5 + 4 + 72 of 100, whole.
    const mark = { obtained: 9100, outOf: 10_000, share: 9100, grade: 'A1' }
    expect(asha).toMatchObject({ name: 'Asha Patil', total: mark, outcome: null, rank: 1, missing: [], shortfalls: [] })
    expect(asha!.subjects).toMatchObject([
      { subject: 'Science', result: mark },
      { subject: 'Art', result: { grade: 'A' } },
    ])
    // 10 + 5 + 0 of 95, scaled up to 100: 15.79, whole.
    expect(second).toMatchObject({ name: 'Bina Rao', total: { obtained: 1600, grade: 'E' }, rank: 2 })
  })

  test('of the year are incomplete while a score is missing', async () => {
    const { students } = await results(null)
    expect(students[0]).toMatchObject({ total: 'MISSING', outcome: 'INCOMPLETE', rank: null })
    expect(students[0]!.missing.map(({ subject: name, component }) => `${name} ${component}`)).toEqual([
      'Science Periodic test',
      'Science Subject enrichment',
      'Science Yearly examination',
      'Art Grade',
    ])
    const { students: ofPart } = await results('Term 2')
    expect(ofPart[0]).toMatchObject({ outcome: 'INCOMPLETE', rank: null, total: 'MISSING' })
  })

  test('are not found for a class without an assessment, an unknown part, and sections of others', async () => {
    expect(await refusal(results('Term 3'))).toEqual(notYours())
    expect(await refusal(results(null, { sectionId: own.section8A }))).toEqual(notYours())
    expect(await refusal(results(null, { who: 'teacher', sectionId: own.section7B }))).toEqual(notYours())
    const stranger = await world.call('admin', world.other)
    expect(await refusal(viewResults(stranger, world.other.id, { sectionId: own.section7A }))).toEqual(notYours())
  })

  test.each(['fees', 'attendant', 'student'] as const)('are not for %s', async (who) => {
    expect(await refusal(results('Term 1', { who }))).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
  })
})
