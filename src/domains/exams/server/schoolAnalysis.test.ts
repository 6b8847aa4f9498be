import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal } from '#tests/refusals.ts'
import { addStudents, addSubject } from '#tests/world/rows.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { notFound } from '#platform/refusal.ts'
import { newestPart, viewAnalysis } from './schoolAnalysis.queries.ts'
import { assessClass, copyScheme } from './schemes.commands.ts'
import { enterScores } from './scores.commands.ts'

/*
 * Science is assessed in classes 7 and 8. Asha and Bina are in 7-A, which the teacher teaches, and Rohan in 8-A.
 */

let world: TestWorld
let own: TestSchool
let bina: number

const notYours = () => ({ code: 'NOT_FOUND', message: notFound().message, problems: [] })

beforeAll(async () => {
  world = await testWorld()
  own = world.own
  const call = await world.call('admin')
  const scheme = await copyScheme(call, own.id, { ready: 'cbse-6-8', name: 'Middle school' })
  ;[bina = 0] = await addStudents(world, own, own.section7A, [{ name: 'Bina Rao', phone: '9800000001', roll: '2' }])
  await addSubject(world, own, { sectionId: own.section8A, name: 'SCIENCE', userId: own.users.teacher })
  const science = { name: 'Science', kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }
  /** Enters a whole part: each student has a share of all highest marks. */
  const enter = async (
    classId: number,
    sectionId: number,
    shares: Record<string, readonly [studentId: number, share: number][]>,
  ) => {
    const { subjects } = await assessClass(call, own.id, {
      classId,
      seen: 0,
      schemeId: scheme.id,
      schemeClass: '8',
      subjects: [science],
    })
    for (const [part, of] of Object.entries(shares)) {
      const last = part === 'Term 1' ? 'Half-yearly examination' : 'Yearly examination'
      const highest = { 'Periodic test': 10, Notebook: 5, 'Subject enrichment': 5, [last]: 80 }
      await enterScores(call, own.id, {
        key: randomUUID(),
        sectionId,
        subjectId: subjects[0]!.id,
        part,
        scores: of.flatMap(([studentId, share]) =>
          Object.entries(highest).map(([component, most]) => ({
            studentId,
            component,
            test: 1,
            seen: '',
            value: String((most * share) / 100),
          })),
        ),
      })
    }
  }
  await enter(own.class7, own.section7A, {
    'Term 1': [
      [own.student7A, 80],
      [bina, 20],
    ],
    'Term 2': [
      [own.student7A, 60],
      [bina, 40],
    ],
  })
  await enter(own.class8, own.section8A, { 'Term 1': [[own.student8A, 50]] })
})
afterAll(() => world.close())

const analyse = async (who: Who = 'admin', also: object = {}) =>
  viewAnalysis(await world.call(who), own.id, { termId: own.termId, part: 'Term 1', ...also })

test('has the groups of the school in a part, with what they are called', async () => {
  const analysis = await analyse()
  expect(analysis).toMatchObject({ parts: ['Term 1', 'Term 2'], part: 'Term 1', students: 3, assessed: 3, failed: 1 })
  const groups = analysis.groups.map(({ kind, name, spread, failed }) => [kind, name, spread.mean, failed])
  expect(groups.filter(([kind]) => kind !== 'COMPONENT')).toEqual([
    ['CLASS', '7', 5000, 1],
    ['CLASS', '8', 5000, 0],
    ['SECTION', '7-A', 5000, 1],
    ['SECTION', '8-A', 5000, 0],
    ['SUBJECT', 'Science', 5000, 1],
    ['SUBJECT_OF_SECTION', '7-A Science', 5000, 1],
    ['SUBJECT_OF_SECTION', '8-A Science', 5000, 0],
    ['TEACHER', 'teacher of Own School', 5000, 1],
  ])
  expect(analysis.failedInOne).toEqual([
    {
      studentId: bina,
      name: 'Bina Rao',
      roll: '2',
      sectionName: '7-A',
      subject: 'Science',
      share: 2000,
      whole: true,
      components: [],
    },
  ])
  expect(analysis.fell).toEqual([])
})

test('compares a part with the one before, and says who fell', async () => {
  const analysis = await analyse('admin', { part: 'Term 2' })
  expect(analysis.groups.find(({ kind }) => kind === 'SECTION')).toMatchObject({ name: '7-A', change: 0 })
  expect(analysis.fell).toMatchObject([{ name: 'Asha Patil', sectionName: '7-A', before: 8000, now: 6000 }])
  // Rohan has no marks of Term 2.
  expect(analysis).toMatchObject({ students: 3, assessed: 2 })
})

test('is of the newest part that is half entered, unless it is told another', async () => {
  expect(await analyse('admin', { part: null })).toMatchObject({ part: 'Term 2' })
  expect(await analyse('admin', { part: null, year: true })).toMatchObject({ part: null, assessed: 2 })
  const tests = (part: string, count: number) => ({
    subjectId: 1,
    part,
    component: 'Notebook',
    test: 1,
    values: [],
    studentIds: Array.from({ length: count }, (_, id) => id),
  })
  expect(newestPart(['A', 'B', 'C'], [tests('A', 10), tests('B', 6), tests('C', 1)])).toBe('B')
  expect(newestPart(['A', 'B'], [])).toBe('A')
  expect(newestPart([], [])).toBeNull()
})

test('is of what the viewer sees', async () => {
  const names = async (who: Who) => (await analyse(who)).groups.filter(({ kind }) => kind === 'SECTION').map(({ name }) => name)
  expect(await names('limitedAdmin')).toEqual(['7-A'])
  expect(await names('teacher')).toEqual(['7-A'])
  expect((await analyse('admin', { classId: own.class8 })).groups[0]).toMatchObject({ name: '8' })
  expect(await refusal(analyse('limitedAdmin', { classId: own.class8 }))).toEqual(notYours())
  expect(await refusal(analyse('admin', { part: 'Term 9' }))).toEqual(notYours())
  expect((await analyse('admin', { termId: world.other.termId, part: null })).groups).toEqual([])
  for (const who of ['fees', 'attendant', 'student'] as const)
    expect(await refusal(analyse(who))).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
})
