import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditedScores } from '#tests/auditedScores.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addStudents, addSubject, addTerm, addUser, giveAccount, setCurrentTerm } from '#tests/world/rows.ts'
import { somebodyWaits } from '#tests/lockWaiters.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { updateSection } from '#domains/classes/server/sections.commands.ts'
import { deleteStudent, setStudentDisabled, updateStudent } from '#domains/students/server/students.commands.ts'
import { notAuthorized } from '#platform/action.ts'
import type { Call } from '#platform/command.ts'
import { checkData } from '#platform/dataChecks.ts'
import { speakIn } from '#platform/languages/speech.ts'
import { notFound } from '#platform/refusal.ts'
import { viewerOf } from '#platform/viewer.ts'
import type { AssessedSubject, Scheme } from '../scheme.schema.ts'
import { lockScores, unlockScores, viewScoreBoard } from './scoreBoard.commands.ts'
import { assessClass, changeScheme, copyScheme, viewAssessment, viewScheme } from './schemes.commands.ts'
import { correctScores, enterScores, viewScoreHistory, viewScoreSheet } from './scores.commands.ts'
import { lockSubjects } from './scores.sql.ts'

let world: TestWorld
let own: TestSchool
/** Assessed subjects of class 7, and Science of class 8. */
let science: number
let art: number
let science8: number
/** Of 7-A, by roll. */
let asha: number
let bina: number
let gita: number
let ofB: number

const notYours = () => ({ code: 'NOT_FOUND', message: notFound().message, problems: [] })
const subject: AssessedSubject = { name: 'Science', kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }
const subjects: AssessedSubject[] = [subject, { ...subject, name: 'Art', kind: 'GRADES_ONLY', pattern: 'Co-scholastic' }]

beforeAll(async () => {
  world = await testWorld()
  own = world.own
  const call = await world.call('admin')
  const scheme = await copyScheme(call, own.id, { ready: 'cbse-6-8', name: 'Middle school' })
  const assess = (classId: number) =>
    assessClass(call, own.id, { classId, seen: 0, schemeId: scheme.id, schemeClass: '7', subjects })
  const of7 = await assess(own.class7)
  const of8 = await assess(own.class8)
  science = of7.subjects[0]!.id
  art = of7.subjects[1]!.id
  science8 = of8.subjects[0]!.id
  asha = own.student7A
  ;[bina = 0, gita = 0] = await addStudents(world, own, own.section7A, [
    { name: 'Bina Rao', phone: '9800000001', roll: '2' },
    { name: 'Gita Sen', phone: '9800000002', roll: '10' },
  ])
  ;[ofB = 0] = await addStudents(world, own, own.section7B, [{ name: 'Dev Joshi', phone: '9800000003', roll: '1' }])
})
afterAll(() => world.close())

beforeEach(async () => {
  await world.database.transaction(own.id, async (db) => {
    for (const table of ['scores', 'scoreChanges', 'scoreLocks'] as const)
      await db.deleteFrom(table).where('schoolId', '=', own.id).execute()
  })
})

type Cell = [studentId: number, component: string, value: string, seen?: string]

const form = (cells: readonly Cell[], also: object = {}) => ({
  key: randomUUID(),
  sectionId: own.section7A,
  subjectId: science,
  part: 'Term 1',
  scores: cells.map(([studentId, component, value, seen = '']) => ({ studentId, component, test: 1, seen, value })),
  ...also,
})

async function enter(cells: readonly Cell[], also: object = {}, who: Who = 'admin') {
  return enterScores(await world.call(who), own.id, form(cells, also))
}

async function correct(cells: readonly Cell[], also: object = {}, who: Who = 'admin') {
  return correctScores(await world.call(who), own.id, form(cells, { reason: 'Totalled again', ...also }))
}

async function lock(also: object = {}, who: Who = 'admin') {
  return lockScores(await world.call(who), own.id, { sectionId: own.section7A, subjectIds: [science], part: 'Term 1', ...also })
}

async function sheet(also: object = {}, who: Who = 'admin') {
  const choice = { sectionId: own.section7A, subjectId: science, part: 'Term 1', ...also }
  return viewScoreSheet(await world.call(who), own.id, choice)
}

/** The values of a sheet: `Asha Patil: Notebook 5`. */
async function values(also: object = {}) {
  const { students } = await sheet(also)
  return students.flatMap(({ name, scores }) => scores.map(({ component, value }) => `${name}: ${component} ${value}`))
}

/** Adds a TEACHER and returns a call as that person. */
async function teacher(name: string): Promise<{ id: number; call: Call }> {
  const email = `${name.toLowerCase().replace(' ', '.')}@teachers.test`
  const { id, account } = await world.database.transaction(own.id, async (db) => {
    const userId = await addUser(db, own, { name, email, role: 'TEACHER' })
    return { id: userId, account: await giveAccount(db, own, { userId }) }
  })
  return { id, call: { ...(await world.call('anonymous')), viewer: (await viewerOf(world.database, account)) ?? null } }
}

describe('a sheet', () => {
  test('has the enabled students by roll, the tests of the part, and the scores in their order', async () => {
    await enter([
      [gita, 'Notebook', '4.5'],
      [gita, 'Periodic test', 'ab'],
      [asha, 'Half-yearly examination', '72.25'],
    ])
    const stored = await sheet()
    expect(stored).toMatchObject({
      sectionName: 'A',
      className: '7',
      termName: '2026-27',
      subjectName: 'Science',
      grades: [],
      locked: null,
    })
    expect(stored.columns.map(({ component, highestMarks }) => [component, highestMarks])).toEqual([
      ['Periodic test', 1000],
      ['Notebook', 500],
      ['Subject enrichment', 500],
      ['Half-yearly examination', 8000],
    ])
    expect(stored.students.map(({ name, roll }) => [name, roll])).toEqual([
      ['Asha Patil', '1'],
      ['Bina Rao', '2'],
      ['Gita Sen', '10'],
    ])
    const [first, , last] = stored.students
    expect(first!.scores).toMatchObject([
      { component: 'Half-yearly examination', value: '72.25', changedByName: 'admin of Own School' },
    ])
    expect(last!.scores.map(({ component, value }) => [component, value])).toEqual([
      ['Periodic test', 'AB'],
      ['Notebook', '4.5'],
    ])
  })

  test('of a subject with grades has the grades', async () => {
    await enter([[asha, 'Grade', 'b']], { subjectId: art })
    const stored = await sheet({ subjectId: art })
    expect(stored.grades.map(({ grade }) => grade)).toEqual(['A', 'B', 'C'])
    expect(stored.students[0]!.scores).toMatchObject([{ component: 'Grade', value: 'B' }])
  })

  test('is not found in a part without it, of another class, and of a class without an assessment', async () => {
    expect(await refusal(sheet({ part: 'Term 3' }))).toEqual(notYours())
    expect(await refusal(sheet({ subjectId: science8 }))).toEqual(notYours())
    expect(await refusal(sheet({ sectionId: own.section8A }))).toEqual(notYours())
  })

  test('leaves out a student who is disabled, whose scores stay', async () => {
    await enter([[bina, 'Notebook', '3']])
    const call = await world.call('admin')
    await setStudentDisabled(call, own.id, { id: bina, disabled: true })
    expect((await sheet()).students.map(({ studentId }) => studentId)).toEqual([asha, gita])
    expect((await refusal(enter([[bina, 'Notebook', '4', '3']]))).problems).toEqual([
      { path: 'scores.0.value', message: 'This student is not in 7-A' },
    ])
    await setStudentDisabled(call, own.id, { id: bina, disabled: false })
    expect(await values()).toEqual(['Bina Rao: Notebook 3'])
  })
})

describe('entering scores', () => {
  test('stores them with their history and one audit row, and returns the sheet', async () => {
    const answered = await enter([
      [asha, 'Periodic test', '9.5'],
      [bina, 'Periodic test', 'ML'],
    ])
    expect(answered).toEqual(await sheet())
    const changed = await enter([
      [asha, 'Periodic test', '8', '9.5'],
      [bina, 'Periodic test', '', 'ML'],
    ])
    expect(changed).toEqual(await sheet())
    expect(await values()).toEqual(['Asha Patil: Periodic test 8'])
    expect((await auditRows(world)).at(-1)).toEqual({
      role: 'ADMIN',
      action: 'scores.enter',
      rowIds: [science],
      fields: ['scores'],
    })
    expect(await auditedScores(world)).toEqual([
      'Asha Patil, Science: Periodic test in Term 1: 9.5 > 8',
      'Bina Rao, Science: Periodic test in Term 1: ML > ',
    ])
    const cell = { sectionId: own.section7A, subjectId: science, part: 'Term 1', component: 'Periodic test', test: 1 }
    const history = await viewScoreHistory(await world.call('admin'), own.id, { ...cell, studentId: bina })
    expect(history).toMatchObject([
      { was: 'ML', value: '', reason: '', changedByName: 'admin of Own School' },
      { was: '', value: 'ML', reason: '' },
    ])
    const { findings } = await checkData(world.database)
    expect(findings).toEqual([])
  })

  test('once per key: a repeated request stores nothing again, also after the lock', async () => {
    const call = await world.call('teacher')
    const input = form([[asha, 'Notebook', '3']])
    await enterScores(call, own.id, input)
    await enter([[asha, 'Notebook', '4', '3']])
    expect((await enterScores(call, own.id, input)).students[0]!.scores).toMatchObject([{ value: '4' }])
    await lock()
    expect((await enterScores(call, own.id, input)).locked).not.toBeNull()
    const other = { ...input, scores: form([[asha, 'Notebook', '1']]).scores }
    expect(await refusal(enterScores(call, own.id, other))).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'key' }] })
  })

  test('a value that is stored already changes nothing', async () => {
    await enter([[asha, 'Notebook', '3']])
    await enter([[asha, 'Notebook', '3.00', '']])
    const cell = { sectionId: own.section7A, subjectId: science, part: 'Term 1', component: 'Notebook', test: 1 }
    expect(await viewScoreHistory(await world.call('admin'), own.id, { ...cell, studentId: asha })).toHaveLength(1)
  })

  test('names every wrong value at its cell, and stores none', async () => {
    const wrong = await refusal(
      enter([
        [asha, 'Periodic test', '10.01'],
        [bina, 'Periodic test', '7'],
        [bina, 'Notebook', 'seven'],
        [ofB, 'Notebook', '3'],
        [own.student8A, 'Notebook', '3'],
        [gita, 'Practical', '3'],
        [bina, 'Periodic test', '8'],
      ]),
    )
    expect(wrong).toEqual({
      code: 'BAD_INPUT',
      message: 'At most 10 marks',
      problems: [
        { path: 'scores.0.value', message: 'At most 10 marks' },
        { path: 'scores.2.value', message: 'Enter marks such as 17 or 17.5, or AB, ML or EX' },
        { path: 'scores.3.value', message: 'This student is not in 7-A' },
        { path: 'scores.4.value', message: 'This student is not in 7-A' },
        {
          path: 'scores.5.value',
          message: '“Practical” has no such test in Term 1 any more. Open the sheet again.',
        },
        { path: 'scores.6.value', message: 'This score is here twice' },
      ],
    })
    expect(await values()).toEqual([])
    expect((await refusal(enter([]))).problems).toEqual([{ path: 'scores', message: 'Enter at least one score' }])
    expect((await refusal(enter([[asha, 'Grade', 'D']], { subjectId: art }))).problems).toEqual([
      { path: 'scores.0.value', message: 'Enter one of A, B, C, AB, ML, EX' },
    ])
  })

  test('tells of each cell that somebody else has changed, and stores none', async () => {
    await enter([
      [asha, 'Notebook', '3'],
      [bina, 'Notebook', '2'],
    ])
    await enter([[bina, 'Notebook', '', '2']], {}, 'superadmin')
    const late = await refusal(
      enter(
        [
          [gita, 'Notebook', '5'],
          [asha, 'Notebook', '4'],
          [bina, 'Notebook', '1', '2'],
        ],
        {},
        'teacher',
      ),
    )
    expect(late).toEqual({
      code: 'CONFLICT',
      message: 'admin of Own School has entered 3 here meanwhile',
      problems: [
        { path: 'scores.1', message: 'admin of Own School has entered 3 here meanwhile' },
        { path: 'scores.2', message: 'Super Admin has cleared this meanwhile' },
      ],
    })
    expect(await values()).toEqual(['Asha Patil: Notebook 3'])
  })

  test('of two people at once in one cell one is told of the other', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const seen = (await sheet()).students[0]!.scores[0]?.value ?? ''
      const both = await Promise.allSettled([
        enter([[asha, 'Notebook', String(turn % 2), seen]], {}, 'teacher'),
        enter([[asha, 'Notebook', String(2 + (turn % 3)), seen]]),
      ])
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'CONFLICT', problems: [{ path: 'scores.0' }] },
      })
    }
  })

  test('of two people at once in different cells both are stored', async () => {
    await Promise.all([enter([[asha, 'Notebook', '1']], {}, 'teacher'), enter([[bina, 'Notebook', '2']])])
    expect(await values()).toEqual(['Asha Patil: Notebook 1', 'Bina Rao: Notebook 2'])
  })
})

describe('who enters', () => {
  test('the section’s teachers where it has no subject of the name, else its teachers', async () => {
    await enter([[asha, 'Notebook', '1']], {}, 'teacher')
    const meera = await teacher('Meera Nair')
    const input = form([[asha, 'Notebook', '2', '1']])
    expect(await refusal(enterScores(meera.call, own.id, input))).toEqual(notYours())
    const subjectId = await addSubject(world, own, { sectionId: own.section7A, name: 'SCIENCE', userId: meera.id })
    expect((await enterScores(meera.call, own.id, input)).students[0]!.scores).toMatchObject([{ value: '2' }])
    const message = 'Only Meera Nair may enter scores of Science'
    const seen = await sheet({}, 'teacher')
    expect(seen.teachers).toEqual(['Meera Nair'])
    expect(await refusal(enter([[asha, 'Notebook', '3', '2']], {}, 'teacher'))).toEqual({
      code: 'FORBIDDEN',
      message,
      problems: [],
    })
    // The subject teacher sees nothing else of the section.
    const artSheet = viewScoreSheet(meera.call, own.id, { sectionId: own.section7A, subjectId: art, part: 'Term 1' })
    expect(await refusal(artSheet)).toEqual(notYours())
    expect(
      (await viewScoreBoard(meera.call, own.id, { termId: own.termId })).map(({ subjectName, part }) => [subjectName, part]),
    ).toEqual([
      ['Science', 'Term 1'],
      ['Science', 'Term 2'],
    ])
    await world.database.transaction(own.id, (db) =>
      db.deleteFrom('subjects').where('schoolId', '=', own.id).where('id', '=', subjectId).execute(),
    )
  })

  test.each(['fees', 'attendant', 'student'] as const)('%s neither sees nor changes scores', async (who) => {
    const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }
    const call = await world.call(who)
    expect(await refusal(sheet({}, who))).toEqual(forbidden)
    expect(await refusal(enter([[asha, 'Notebook', '1']], {}, who))).toEqual(forbidden)
    expect(await refusal(viewScoreBoard(call, own.id, { termId: own.termId }))).toEqual(forbidden)
    expect(await refusal(lock({}, who))).toEqual(forbidden)
  })

  test('a TEACHER neither locks nor corrects', async () => {
    const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }
    await lock()
    expect(await refusal(lock({}, 'teacher'))).toEqual(forbidden)
    expect(await refusal(correct([[asha, 'Notebook', '1']], {}, 'teacher'))).toEqual(forbidden)
  })

  test('nothing of another section, class or school is found', async () => {
    const of8 = { sectionId: own.section8A, subjectId: science8 }
    const cells: Cell[] = [[own.student8A, 'Notebook', '1']]
    for (const who of ['teacher', 'limitedAdmin'] as const) {
      expect(await refusal(sheet(of8, who))).toEqual(notYours())
      expect(await refusal(enter(cells, of8, who))).toEqual(notYours())
    }
    expect(await refusal(lock({ ...of8, subjectIds: [] }, 'limitedAdmin'))).toEqual(notYours())
    await lock({ sectionId: own.section8A, subjectIds: [science8] })
    expect(await refusal(correct(cells, of8, 'limitedAdmin'))).toEqual(notYours())
    const stranger = await world.call('admin', world.other)
    expect(await refusal(enterScores(stranger, world.other.id, form([[asha, 'Notebook', '1']])))).toEqual(notYours())
    expect(await refusal(enterScores(stranger, own.id, form([[asha, 'Notebook', '1']])))).toEqual(notYours())
    expect(
      await refusal(lockScores(stranger, world.other.id, { sectionId: own.section7A, subjectIds: [], part: 'Term 1' })),
    ).toEqual(notYours())
    expect(await viewScoreBoard(stranger, world.other.id, { termId: own.termId, sectionId: own.section7A })).toEqual([])
  })

  test('the history of a student of another section is empty', async () => {
    await enter([[ofB, 'Notebook', '1']], { sectionId: own.section7B })
    const cell = { sectionId: own.section7A, subjectId: science, part: 'Term 1', component: 'Notebook', test: 1, studentId: ofB }
    expect(await viewScoreHistory(await world.call('teacher'), own.id, cell)).toEqual([])
  })
})

describe('a locked sheet', () => {
  test('is changed with a reason by the office alone', async () => {
    await enter([[asha, 'Notebook', '1']])
    const board = await lock()
    expect(board.map(({ subjectName, locked }) => [subjectName, locked?.byName])).toEqual([
      ['Science', 'admin of Own School'],
      ['Art', undefined],
    ])
    const refused = await refusal(enter([[asha, 'Notebook', '2', '1']], {}, 'teacher'))
    expect(refused).toMatchObject({ code: 'CONFLICT', problems: [] })
    expect(refused.message).toMatch(/^Science of 7-A, Term 1, was locked by admin of Own School on .*, with a reason\.$/)
    expect((await refusal(correct([[asha, 'Notebook', '2', '1']], { reason: ' ' }))).problems).toEqual([
      { path: 'reason', message: 'Say why in a few words, such as: Totalled again' },
    ])
    const corrected = await correct([[asha, 'Notebook', '2', '1']], {}, 'limitedAdmin')
    expect(corrected.students[0]!.scores).toMatchObject([{ value: '2' }])
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'scores.correct', rowIds: [science] })
    expect(await auditedScores(world)).toEqual(['Asha Patil, Science: Notebook in Term 1: 1 > 2, Totalled again'])
    const cell = { sectionId: own.section7A, subjectId: science, part: 'Term 1', component: 'Notebook', test: 1, studentId: asha }
    expect((await viewScoreHistory(await world.call('teacher'), own.id, cell))[0]).toMatchObject({
      was: '1',
      value: '2',
      reason: 'Totalled again',
    })
  })

  test('is open in another part, subject and section, and again after it was unlocked', async () => {
    await lock()
    await enter([[asha, 'Notebook', '2']], { part: 'Term 2' })
    await enter([[asha, 'Grade', 'A']], { subjectId: art })
    await enter([[ofB, 'Notebook', '2']], { sectionId: own.section7B })
    expect(await refusal(correct([[asha, 'Notebook', '2', '2']], { part: 'Term 2' }))).toMatchObject({
      code: 'FORBIDDEN',
      message: 'This is not locked. Enter the scores without a reason.',
    })
    const opened = await unlockScores(await world.call('admin'), own.id, {
      sectionId: own.section7A,
      subjectIds: [],
      part: 'Term 1',
    })
    expect(opened.map(({ locked }) => locked)).toEqual([null, null])
    await enter([[asha, 'Notebook', '2']], {}, 'teacher')
  })

  test('keeps who has locked it first', async () => {
    await lock({}, 'superadmin')
    const board = await lock({ subjectIds: [] })
    expect(board.map(({ locked }) => locked?.byName)).toEqual(['Super Admin', 'admin of Own School'])
  })

  test('needs a part and subjects of the section', async () => {
    expect((await refusal(lock({ part: 'Term 3' }))).problems).toEqual([
      { path: 'part', message: 'Nothing is assessed in “Term 3”' },
    ])
    expect((await refusal(lock({ subjectIds: [science8] }))).problems).toEqual([
      { path: 'subjectIds', message: 'This subject is not assessed here' },
    ])
  })

  test('takes no score of somebody who began to enter before the lock was there', async () => {
    let entering: Promise<unknown> | undefined
    await world.database.transaction(own.id, async (db) => {
      await lockSubjects(db, own.id, [science]).execute()
      entering = enter([[asha, 'Notebook', '1']], {}, 'teacher')
      entering.catch(() => undefined)
      await somebodyWaits(world.ownerUrl)
      const sheetLock = { assessedSubjectId: science, part: 'Term 1', lockedBy: randomUUID(), lockedByName: 'Head' }
      await db
        .insertInto('scoreLocks')
        .values({ schoolId: own.id, sectionId: own.section7A, ...sheetLock })
        .execute()
    })
    expect(await refusal(entering!)).toMatchObject({ code: 'CONFLICT' })
    expect(await values()).toEqual([])
  })
})

test('the board counts what is entered of what is needed', async () => {
  await enter([
    [asha, 'Notebook', '1'],
    [bina, 'Notebook', 'AB'],
  ])
  await enter([[asha, 'Grade', 'A']], { subjectId: art, part: 'Term 2' })
  const of = async (who: Who, sectionId?: number) =>
    (await viewScoreBoard(await world.call(who), own.id, { termId: own.termId, sectionId })).map(
      ({ className, sectionName, subjectName, part, entered, needed }) =>
        `${className}-${sectionName} ${subjectName} ${part} ${entered}/${needed}`,
    )
  const of7A = ['7-A Science Term 1 2/12', '7-A Science Term 2 0/12', '7-A Art Term 1 0/3', '7-A Art Term 2 1/3']
  expect(await of('teacher')).toEqual(of7A)
  expect(await of('admin', own.section7A)).toEqual(of7A)
  const all = await of('admin')
  expect(all.slice(0, 8)).toEqual([
    ...of7A,
    '7-B Science Term 1 0/4',
    '7-B Science Term 2 0/4',
    '7-B Art Term 1 0/1',
    '7-B Art Term 2 0/1',
  ])
  expect(all).toHaveLength(12)
  expect(await of('limitedAdmin')).toHaveLength(8)
})

describe('scores keep their place', () => {
  const content = async (): Promise<{ id: number; version: number; scheme: Scheme }> => {
    const call = await world.call('admin')
    const { schemeId } = await viewAssessment(call, own.id, { classId: own.class7 })
    const row = await viewScheme(call, own.id, { id: schemeId! })
    return { id: row.id, version: row.version, scheme: JSON.parse(row.content) as Scheme }
  }
  const change = async (
    components: (pattern: string) => Partial<Record<string, object>>,
    also: (scheme: Scheme) => Partial<Scheme> = () => ({}),
  ) => {
    const { id, version, scheme } = await content()
    const patterns = scheme.patterns.map((pattern) => ({
      ...pattern,
      components: pattern.components.map((component) => ({ ...component, ...components(pattern.name)[component.name] })),
    }))
    const changed = JSON.stringify({ ...scheme, patterns, ...also(scheme) })
    return changeScheme(await world.call('admin'), own.id, { id, seen: version, content: changed })
  }

  test('a scheme is not changed where a score would lose its test or be above the highest mark', async () => {
    await enter([
      [gita, 'Notebook', '4.5'],
      [bina, 'Notebook', '5'],
      [asha, 'Periodic test', '9'],
    ])
    await enter([[asha, 'Grade', 'A']], { subjectId: art })
    const lost = await refusal(change((pattern) => (pattern === 'Scholastic' ? { Notebook: { name: 'Project' } } : {})))
    const gone = 'Class 7, Science: “Notebook” in Term 1 has scores, such as that of Bina Rao, so it cannot go'
    expect(lost).toEqual({ code: 'BAD_INPUT', message: gone, problems: [{ path: 'content.patterns', message: gone }] })
    expect((await refusal(change(() => ({ 'Periodic test': { highestMarks: [850] } })))).message).toBe(
      'Class 7, Science: Asha Patil has 9 in “Periodic test”, Term 1, which is more than 8.5',
    )
    const fourGrades = ({ scales }: Scheme): Partial<Scheme> => ({
      scales: scales.map((scale) =>
        scale.by === 'POINTS' ? { ...scale, grades: [{ grade: 'A+', from: 4, to: 4, meaning: '' }, ...scale.grades] } : scale,
      ),
    })
    expect((await refusal(change(() => ({ Grade: { highestMarks: [400] } }), fourGrades))).message).toBe(
      'Class 7, Art: “Grade” in Term 1 has grades, such as that of Asha Patil, so their number cannot change',
    )
    await change(() => ({ 'Periodic test': { highestMarks: [900] } }))
    expect((await sheet()).columns[0]).toMatchObject({ component: 'Periodic test', highestMarks: 900 })
    await change(() => ({ 'Periodic test': { highestMarks: [1000] } }))
  })

  test('a scheme that is changed while a score is entered has its test, or the score is refused', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const [before, after] = turn % 2 === 0 ? ['Notebook', 'Project'] : ['Project', 'Notebook']
      const rename = change((pattern) => (pattern === 'Scholastic' ? { [before]: { name: after } } : {}))
      await Promise.allSettled([enter([[asha, before, '3']]), rename])
      const { columns, students } = await sheet()
      for (const { component } of students[0]!.scores) expect(columns.map((column) => column.component)).toContain(component)
      await world.database.transaction(own.id, async (db) => {
        await db.deleteFrom('scores').where('schoolId', '=', own.id).execute()
        await db.deleteFrom('scoreChanges').where('schoolId', '=', own.id).execute()
      })
      const { scheme } = await content()
      const names = scheme.patterns[0]!.components.map(({ name }) => name)
      if (!names.includes(after)) await change((pattern) => (pattern === 'Scholastic' ? { [before]: { name: after } } : {}))
    }
  })

  test('a class keeps a subject with scores and its pattern', async () => {
    await enter([[asha, 'Notebook', '3']])
    const assess = async (input: object) => {
      const call = await world.call('admin')
      const { version, schemeId } = await viewAssessment(call, own.id, { classId: own.class7 })
      return assessClass(call, own.id, { classId: own.class7, seen: version, schemeId, schemeClass: '7', subjects, ...input })
    }
    expect((await refusal(assess({ subjects: [subjects[1]] }))).problems).toEqual([
      { path: 'subjects', message: 'Science has scores, so it cannot go' },
    ])
    const graded = { ...subject, name: 'SCIENCE', kind: 'GRADES_ONLY', pattern: 'Co-scholastic' }
    expect((await refusal(assess({ subjects: [graded] }))).problems).toEqual([
      { path: 'subjects.0.pattern', message: 'Science has scores, so its pattern stays “Scholastic”' },
    ])
    // A pattern of a ready scheme has its name in the language of the person.
    expect((await speakIn('mr', () => refusal(assess({ subjects: [graded] })))).message).toContain('“शालेय विषय”')
    const call = await world.call('admin')
    const nineTen = await copyScheme(call, own.id, { ready: 'cbse-9-10', name: 'High school' })
    const scholastic = JSON.parse(nineTen.content) as Scheme
    const subjects9 = [{ ...subject, pattern: scholastic.patterns[0]!.name }]
    const other = await refusal(assess({ schemeId: nineTen.id, schemeClass: '9', subjects: subjects9 }))
    expect(other.problems[0]!.message).toMatch(/^Science has scores|^Class 7, Science/)
    // Without scores it goes, and its history with it.
    await enter([[asha, 'Notebook', '', '3']])
    await assess({ subjects: [subjects[1]] })
    const again = await assess({})
    science = again.subjects[0]!.id
  })

  test('a class of a term before the current one keeps its version of the scheme', async () => {
    const next = await addTerm(world, own, { name: '2027-28' })
    await setCurrentTerm(world, { ...own, termId: next })
    const { id } = await content()
    const changed = await change(() => ({}))
    expect((await content()).id).toBe(id)
    expect(changed.id).not.toBe(id)
    await setCurrentTerm(world, own)
    const call = await world.call('admin')
    for (const classId of [own.class7, own.class8]) {
      const { version } = await viewAssessment(call, own.id, { classId })
      await assessClass(call, own.id, { classId, seen: version, schemeId: changed.id, schemeClass: '7', subjects })
    }
  })

  test('a section with scores stays in its class', async () => {
    await enter([[asha, 'Notebook', '3']])
    const call = await world.call('admin')
    const move = () =>
      updateSection(call, own.id, {
        id: own.section7A,
        classId: own.class8,
        name: 'Moved',
        sr: 1,
        notificationTime: '',
        teacherIds: [own.users.teacher],
      })
    expect(await refusal(move())).toMatchObject({
      code: 'CONFLICT',
      message: 'Asha Patil has 1 score in class 7. Clear them there before the student comes to another class.',
    })
    await enter([[asha, 'Notebook', '', '3']])
    await lock()
    await move()
    expect(await refusal(sheet())).toEqual(notYours())
    const locks = await viewScoreBoard(call, own.id, { termId: own.termId, sectionId: own.section7A })
    expect(locks.map(({ locked }) => locked)).toEqual(locks.map(() => null))
    await updateSection(call, own.id, {
      id: own.section7A,
      classId: own.class7,
      name: 'A',
      sr: 1,
      notificationTime: '',
      teacherIds: [own.users.teacher],
    })
  })

  test('a student with scores comes to another section of the class, and to no other class', async () => {
    await enter([[bina, 'Notebook', '3']])
    const moveTo = async (classId: number, sectionId: number) =>
      updateStudent(await world.call('admin'), own.id, {
        id: bina,
        termId: own.termId,
        name: 'Bina Rao',
        phone: '9800000001',
        section: `${classId}:${sectionId}`,
        roll: '2',
      })
    await moveTo(own.class7, own.section7B)
    expect(await values({ sectionId: own.section7B })).toEqual(['Bina Rao: Notebook 3'])
    expect(await refusal(moveTo(own.class8, own.section8A))).toMatchObject({
      code: 'CONFLICT',
      message: 'Bina Rao has 1 score in class 7. Clear them there before the student comes to another class.',
    })
    await moveTo(own.class7, own.section7A)
  })

  test('go with their student', async () => {
    const [gone = 0] = await addStudents(world, own, own.section7A, [{ name: 'Hari Das', phone: '9800000009', roll: '20' }])
    await enter([[gone, 'Notebook', '3']])
    await deleteStudent(await world.call('superadmin'), own.id, { id: gone })
    expect(await values()).toEqual([])
    expect((await checkData(world.database)).findings).toEqual([])
  })
})
