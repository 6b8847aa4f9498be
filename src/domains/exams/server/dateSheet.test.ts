import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { deleteClass } from '#domains/classes/server/classes.commands.ts'
import { deleteSection } from '#domains/classes/server/sections.commands.ts'
import { notAuthorized } from '#platform/action.ts'
import { notFound } from '#platform/refusal.ts'
import { addDays, schoolDay, schoolYearStart } from '#shared/dates.ts'
import { announceExam, deleteExam, listExams, saveExam, viewExam, viewOwnExams, withdrawExam } from './dateSheet.commands.ts'
import type { ExamRow } from './dateSheet.sql.ts'

let world: TestWorld

const today = schoolDay(new Date())
/** The first Monday after a week from now, so that no test depends on the weekday on which it runs. */
const monday = addDays(today, 14 - ((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
const changedMeanwhile = 'Somebody else has changed this in the meantime. Copy what you have typed, and open it anew.'
const notYours = () => ({ code: 'NOT_FOUND', message: notFound().message, problems: [] })

beforeAll(async () => {
  world = await testWorld()
  // A school year that lasts until after the papers, whatever the day of the run.
  for (const school of [world.own, world.other])
    await world.database.transaction(school.id, (db) =>
      db
        .updateTable('terms')
        .set({ startsOn: schoolYearStart(monday) })
        .where('schoolId', '=', school.id)
        .execute(),
    )
})

afterAll(() => world.close())

beforeEach(() =>
  world.database.transaction(world.own.id, (db) => db.deleteFrom('exams').where('schoolId', '=', world.own.id).execute()),
)

interface Paper {
  id?: number | null
  classId?: number
  subject?: string
  day?: string
  starts?: string
  ends?: string
  sectionIds?: number[]
}

interface Saving {
  who?: Who
  school?: TestSchool
  exam?: ExamRow
  input?: object
}

async function save(papers: Paper[], { who = 'admin', school = world.own, exam, input = {} }: Saving = {}) {
  const base = { classId: school.class7, subject: 'Maths', day: monday, starts: '10:00', ends: '13:00', sectionIds: [] }
  return saveExam(await world.call(who, school), school.id, {
    id: exam?.id ?? null,
    termId: school.termId,
    seen: exam?.version ?? 0,
    name: 'Half-yearly examination',
    part: 'Term 1',
    instructions: 'Bring a pen.',
    papers: papers.map((paper) => ({ ...base, ...paper })),
    ...input,
  })
}

async function view(id: number, who: Who = 'admin') {
  return viewExam(await world.call(who), world.own.id, { id })
}

async function list(who: Who = 'admin') {
  return listExams(await world.call(who), world.own.id, { termId: world.own.termId })
}

async function seen(run: typeof announceExam, exam: ExamRow, who: Who = 'admin') {
  return run(await world.call(who), world.own.id, { id: exam.id, seen: exam.version })
}

async function ownExams() {
  return viewOwnExams(await world.call('student'), world.own.id, {})
}

describe('saving an exam', () => {
  test('stores it with its date sheet, by day and time, with an audit row', async () => {
    const { class7, class8, section7A } = world.own
    const exam = await save([
      { subject: 'Hindi', day: addDays(monday, 1), starts: '9:30', ends: '11:00', sectionIds: [section7A] },
      { subject: '  Social   science ', classId: class8 },
      {},
    ])
    expect(exam).toMatchObject({
      name: 'Half-yearly examination',
      part: 'Term 1',
      version: 1,
      papers: 3,
      firstDay: monday,
      lastDay: addDays(monday, 1),
      classes: [{ name: '7' }, { name: '8' }],
      announced: false,
      changedSince: false,
      changedByName: 'admin of Own School',
    })
    const { papers } = await view(exam.id)
    expect(papers.map(({ paper }) => paper)).toMatchObject([
      { classId: class7, className: '7', subject: 'Maths', day: monday, starts: '10:00', ends: '13:00', sectionIds: [] },
      { classId: class8, className: '8', subject: 'Social science', sectionNames: [] },
      { subject: 'Hindi', starts: '09:30', sectionIds: [section7A], sectionNames: ['A'] },
    ])
    expect(await list()).toEqual([exam])
    expect((await auditRows(world)).at(-1)).toEqual({
      role: 'ADMIN',
      action: 'exam.save',
      rowIds: [exam.id],
      fields: ['name', 'part', 'instructions', 'papers'],
    })
  })

  test('replaces the whole date sheet; a stored paper keeps its id, an id of another exam is not taken over', async () => {
    const exam = await save([{}, { subject: 'Hindi', day: addDays(monday, 1) }])
    const other = await save([{}], { input: { name: 'Unit test 1' } })
    const [first, second] = (await view(exam.id)).papers
    const [foreign] = (await view(other.id)).papers
    const changed = await save(
      [
        { id: second!.paper.id, subject: 'Hindi', day: addDays(monday, 2) },
        { id: foreign!.paper.id, subject: 'Art' },
        { id: second!.paper.id, subject: 'Music', day: addDays(monday, 3) },
      ],
      { exam },
    )
    expect(changed).toMatchObject({ id: exam.id, version: 2, papers: 3 })
    const after = (await view(exam.id)).papers.map(({ paper }) => paper)
    expect(after.map(({ subject }) => subject)).toEqual(['Art', 'Hindi', 'Music'])
    expect(after[1]!.id).toBe(second!.paper.id)
    const ids = new Set([first!, second!, foreign!].map(({ paper }) => paper.id))
    expect([after[0]!, after[2]!].filter(({ id }) => ids.has(id))).toEqual([])
    expect((await view(other.id)).papers.map(({ paper }) => paper.id)).toEqual([foreign!.paper.id])
  })

  test('takes all sections of a class as the class', async () => {
    const { section7A, section7B } = world.own
    const exam = await save([{ sectionIds: [section7B, section7A, section7A] }])
    expect((await view(exam.id)).papers[0]!.paper.sectionIds).toEqual([])
  })

  test('names each mistake at its place', async () => {
    const { section8A } = world.own
    const problemsOf = async (papers: Paper[], input: object = {}) => (await refusal(save(papers, { input }))).problems
    expect(await problemsOf([{}], { name: ' ' })).toEqual([{ path: 'name', message: 'Required' }])
    expect(await problemsOf([{ day: '' }])).toEqual([{ path: 'papers.0.day', message: 'Choose a day' }])
    const noTime = 'This is not a time: write it as 09:00'
    expect(await problemsOf([{}, { starts: 'ten', ends: '25:00' }])).toEqual([
      { path: 'papers.1.starts', message: noTime },
      { path: 'papers.1.ends', message: noTime },
    ])
    expect(await problemsOf([{ subject: '' }])).toEqual([{ path: 'papers.0.subject', message: 'Required' }])
    expect(await problemsOf([{}, { classId: world.other.class7 }])).toEqual([
      { path: 'papers.1.classId', message: 'This class is not in the term' },
    ])
    expect(await problemsOf([{ sectionIds: [section8A] }])).toEqual([
      { path: 'papers.0.sectionIds', message: 'This section is not in the class' },
    ])
    expect(await problemsOf([{}, { day: addDays(monday, 400) }, { subject: 'maths' }])).toMatchObject([
      { path: 'papers.1.day' },
      { path: 'papers.2.subject', message: 'maths is on this day already' },
      { path: 'papers.2.starts', message: 'Maths is written from 10:00 to 13:00' },
    ])
    const many = Array.from({ length: 501 }, () => ({}))
    expect(await problemsOf(many)).toEqual([{ path: 'papers', message: 'At most 500 papers' }])
    expect(await list()).toEqual([])
  })

  test('refuses a name that the term has in any letter case, and a term or exam that is not there', async () => {
    const exam = await save([])
    const taken = { path: 'name', message: 'This term has an exam with this name already' }
    expect(await refusal(save([], { input: { name: 'HALF-YEARLY EXAMINATION' } }))).toMatchObject({
      code: 'CONFLICT',
      problems: [taken],
    })
    expect(await refusal(save([], { input: { termId: world.other.termId, name: 'X' } }))).toEqual(notYours())
    expect(await refusal(save([], { exam, input: { id: 999_999 } }))).toEqual(notYours())
  })

  test('of two at once one is told of the other, and one name is given once', async () => {
    const named = await Promise.allSettled([save([{}]), save([{}]), save([{}])])
    expect(named.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [exam] = await list()
    const both = await Promise.allSettled([save([{}], { exam: exam! }), save([], { exam: exam!, who: 'superadmin' })])
    const lost = both.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(lost).toMatchObject([{ code: 'CONFLICT', problems: [{ path: 'seen', message: changedMeanwhile }] }])
    const [after] = await list()
    expect((await view(exam!.id)).papers).toHaveLength(after!.papers)
  })

  test('saves 500 papers', async () => {
    const subjects = Array.from({ length: 250 }, (_, index) => `Subject ${index}`)
    const papers = [world.own.class7, world.own.class8].flatMap((classId) =>
      subjects.map((subject, index) => ({
        classId,
        subject,
        day: addDays(monday, index % 5),
        starts: `${String(Math.floor(index / 5) % 24).padStart(2, '0')}:${index >= 120 ? '30' : '00'}`,
        ends: `${String(Math.floor(index / 5) % 24).padStart(2, '0')}:${index >= 120 ? '40' : '10'}`,
      })),
    )
    // 50 slots of a day hold the 250 subjects of a class: two an hour, and the last ten in other minutes.
    const placed = papers.map((paper, index) =>
      index % 250 < 240
        ? paper
        : {
            ...paper,
            starts: `0${index % 5}:15`,
            ends: `0${index % 5}:25`,
            day: addDays(monday, 5 - Math.floor((index % 10) / 5)),
          },
    )
    const exam = await save(placed)
    expect(exam).toMatchObject({ papers: 500, classes: [{ name: '7' }, { name: '8' }] })
    expect((await view(exam.id)).papers).toHaveLength(500)
  })
})

describe('clashes', () => {
  test('are shown with holidays, Sundays, lessons and other exams, and refuse nothing', async () => {
    const { id: schoolId, termId, section7A, class7 } = world.own
    await world.database.transaction(schoolId, async (db) => {
      await db
        .insertInto('holidays')
        .values({ schoolId, day: addDays(monday, 1), name: 'Gurpurab' })
        .execute()
      const subject = { schoolId, termId, sectionId: section7A, sr: 1, name: 'Hindi' }
      const { id: subjectId } = await db.insertInto('subjects').values(subject).returning('id').executeTakeFirstOrThrow()
      await db.insertInto('subjectSlots').values({ schoolId, subjectId, day: 1, starts: '12:00', ends: '12:45' }).execute()
    })
    await save([{ subject: 'Oral', starts: '09:00', ends: '10:30', sectionIds: [section7A] }], { input: { name: 'Unit test 1' } })
    const exam = await save([
      {},
      { subject: 'Art', day: addDays(monday, 1) },
      { subject: 'Music', day: addDays(monday, 6) },
      { subject: 'Maths', classId: world.own.class8 },
    ])
    const { papers } = await view(exam.id)
    expect(papers.map(({ paper, clashes }) => [paper.subject, paper.classId === class7, clashes])).toEqual([
      [
        'Maths',
        true,
        [
          { kind: 'LESSON', text: '7-A: Hindi 12:00 to 12:45' },
          { kind: 'EXAM', text: '7-A: Unit test 1, Oral 09:00 to 10:30' },
        ],
      ],
      ['Maths', false, []],
      ['Art', true, [{ kind: 'HOLIDAY', text: 'Gurpurab' }]],
      ['Music', true, [{ kind: 'HOLIDAY', text: 'Sunday' }]],
    ])
  })
})

describe('announcing an exam', () => {
  test('shows it to the students of its sections, and marks what is changed later until it is announced again', async () => {
    const { section7B, class8 } = world.own
    const exam = await save([{}, { subject: 'Hindi', day: addDays(monday, 1) }, { subject: 'Oral', day: addDays(monday, 2) }])
    await save([{ classId: class8 }, { sectionIds: [section7B] }], { input: { name: 'Not for 7-A' } })
    expect(await ownExams()).toEqual([])
    const announced = await seen(announceExam, exam)
    expect(announced).toMatchObject({ announced: true, announcedByName: 'admin of Own School', changedSince: false, version: 1 })
    const unchanged = { change: null, was: null }
    expect(await ownExams()).toMatchObject([
      {
        name: 'Half-yearly examination',
        instructions: 'Bring a pen.',
        papers: [
          { subject: 'Maths', day: monday, starts: '10:00', ends: '13:00', ...unchanged },
          { subject: 'Hindi', ...unchanged },
          { subject: 'Oral', ...unchanged },
        ],
      },
    ])
    const [maths, hindi] = (await view(exam.id)).papers
    const changed = await save(
      [
        { id: maths!.paper.id, starts: '11:00', ends: '14:00' },
        { id: hindi!.paper.id, subject: 'Hindi', day: addDays(monday, 1), sectionIds: [section7B] },
        { subject: 'Art', day: addDays(monday, 4) },
      ],
      { exam: announced },
    )
    expect(changed).toMatchObject({ announced: true, changedSince: true })
    const was = { day: monday, starts: '10:00', ends: '13:00' }
    expect((await ownExams())[0]!.papers).toMatchObject([
      { subject: 'Maths', starts: '11:00', change: 'MOVED', was },
      { subject: 'Art', change: 'ADDED' },
      { subject: 'Hindi', change: 'REMOVED' },
      { subject: 'Oral', change: 'REMOVED' },
    ])
    expect((await view(exam.id)).papers.map(({ paper, change }) => [paper.subject, change])).toEqual([
      ['Maths', 'MOVED'],
      ['Hindi', null],
      ['Art', 'ADDED'],
      ['Oral', 'REMOVED'],
    ])
    const again = await seen(announceExam, changed)
    expect(again).toMatchObject({ changedSince: false })
    expect((await ownExams())[0]!.papers.map(({ subject, change }) => [subject, change])).toEqual([
      ['Maths', null],
      ['Art', null],
    ])
  })

  test('is over for families after its last day', async () => {
    const exam = await seen(announceExam, await save([{ day: addDays(monday, 1) }]))
    const move = (day: string) =>
      world.database.transaction(world.own.id, (db) =>
        db.updateTable('examPapers').set({ day }).where('schoolId', '=', world.own.id).where('examId', '=', exam.id).execute(),
      )
    await move(today)
    expect(await ownExams()).toHaveLength(1)
    await move(addDays(today, -1))
    expect(await ownExams()).toEqual([])
  })

  test('needs papers and the version that was seen; withdrawn, families see it no more and it can be deleted', async () => {
    const empty = await save([])
    expect(await refusal(seen(announceExam, empty))).toMatchObject({
      code: 'CONFLICT',
      message: 'This exam has no papers yet. Add its date sheet first.',
    })
    const exam = await save([{}], { exam: empty })
    expect(await refusal(seen(announceExam, empty))).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'seen' }] })
    expect(await refusal(seen(withdrawExam, exam))).toMatchObject({ code: 'CONFLICT', message: 'This exam is not announced.' })
    const announced = await seen(announceExam, exam)
    expect(await refusal(seen(deleteExam as never, announced))).toMatchObject({
      code: 'CONFLICT',
      message: 'Families see this exam. Withdraw its announcement before you delete it.',
    })
    const withdrawn = await seen(withdrawExam, announced)
    expect(withdrawn).toMatchObject({ announced: false, announcedAt: null })
    expect(await ownExams()).toEqual([])
    expect(await seen(deleteExam as never, withdrawn)).toBe(exam.id)
    expect(await list()).toEqual([])
    expect((await auditRows(world)).slice(-3).map(({ action }) => action)).toEqual([
      'exam.announce',
      'exam.withdraw',
      'exam.delete',
    ])
  })

  test('and changing it at once leaves what was announced', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const exam = await save([{}], { input: { name: `Turn ${turn}` } })
      await Promise.allSettled([seen(announceExam, exam), save([], { exam, input: { name: `Turn ${turn}` } })])
      const sheet = await view(exam.id)
      const { announced, changedSince, papers } = sheet.exam
      // Changed first, there is nothing to announce; announced first, the change is marked.
      expect({ announced, changedSince, papers }).toEqual({ announced, changedSince: announced, papers: 0 })
      expect(sheet.papers.map(({ change }) => change)).toEqual(announced ? ['REMOVED'] : [])
    }
  })
})

describe('what exams refer to', () => {
  test('a section with papers of its own is not deleted, a class goes with its papers', async () => {
    const { id: schoolId, termId } = world.own
    const added = await world.database.transaction(schoolId, async (db) => {
      const { id: classId } = await db
        .insertInto('classes')
        .values({ schoolId, termId, name: 'Spare' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const names = ['A', 'B'].map((name) => ({ schoolId, termId, classId, name, sr: 9 }))
      const sections = await db.insertInto('sections').values(names).returning('id').execute()
      return { classId, sections: sections.map(({ id }) => id) }
    })
    const { classId } = added
    const [sectionA = 0, sectionB = 0] = added.sections
    const exam = await save([
      { classId, sectionIds: [sectionA] },
      { classId, subject: 'Art', day: addDays(monday, 1) },
    ])
    const call = await world.call('admin')
    expect(await refusal(deleteSection(call, schoolId, { id: sectionA }))).toMatchObject({
      code: 'CONFLICT',
      message: 'An exam has papers for this section alone. They keep it from being deleted.',
    })
    await deleteSection(call, schoolId, { id: sectionB })
    const art = { classId, subject: 'Art', day: addDays(monday, 1) }
    await save([art], { exam })
    await deleteSection(call, schoolId, { id: sectionA })
    await deleteClass(call, schoolId, { id: classId })
    expect(await view(exam.id)).toMatchObject({ exam: { papers: 0, classes: [] }, papers: [] })
  })

  test('a section that comes to another class leaves the papers of its old one', async () => {
    const { id: schoolId, class7, class8, section7B } = world.own
    const exam = await save([{ sectionIds: [section7B] }, { subject: 'Art', day: addDays(monday, 1) }])
    const moveTo = (classId: number) =>
      world.database.transaction(schoolId, (db) =>
        db
          .updateTable('sections')
          .set({ classId, name: classId === class7 ? 'B' : 'Z' })
          .where('schoolId', '=', schoolId)
          .where('id', '=', section7B)
          .execute(),
      )
    await moveTo(class8)
    expect((await view(exam.id)).papers.map(({ paper }) => paper.subject)).toEqual(['Art'])
    await moveTo(class7)
    expect((await view(exam.id)).papers).toHaveLength(2)
  })
})

describe('permissions', () => {
  test.each(['fees', 'attendant', 'student'] as const)('%s may not see or change exams of the school', async (who) => {
    const exam = await save([{}])
    const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }
    expect(await refusal(list(who))).toEqual(forbidden)
    expect(await refusal(view(exam.id, who))).toEqual(forbidden)
    for (const run of [announceExam, withdrawExam, deleteExam as never])
      expect(await refusal(seen(run, exam, who))).toEqual(forbidden)
    expect(await refusal(save([], { who, exam }))).toEqual(forbidden)
  })

  test('a TEACHER sees the papers of the own sections and of those with an own subject, and changes nothing', async () => {
    const { id: schoolId, termId, class8, section7B, section8A, users } = world.own
    const exam = await save([{}, { sectionIds: [section7B], subject: 'Oral', day: addDays(monday, 1) }, { classId: class8 }])
    const other = await save([{ classId: class8 }], { input: { name: 'Of class 8' } })
    expect(await list('teacher')).toMatchObject([{ id: exam.id, papers: 1, classes: [{ name: '7' }] }])
    expect((await view(exam.id, 'teacher')).papers.map(({ paper }) => paper.subject)).toEqual(['Maths'])
    expect(await refusal(view(other.id, 'teacher'))).toEqual(notYours())
    const subjectId = await world.database.transaction(schoolId, async (db) => {
      const subject = { schoolId, termId, sectionId: section8A, sr: 1, name: 'Maths' }
      const { id } = await db.insertInto('subjects').values(subject).returning('id').executeTakeFirstOrThrow()
      await db.insertInto('subjectTeachers').values({ schoolId, subjectId: id, userId: users.teacher }).execute()
      return id
    })
    expect((await view(other.id, 'teacher')).papers).toHaveLength(1)
    await world.database.transaction(schoolId, (db) =>
      db.deleteFrom('subjects').where('schoolId', '=', schoolId).where('id', '=', subjectId).execute(),
    )
    const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }
    for (const run of [announceExam, withdrawExam, deleteExam as never])
      expect(await refusal(seen(run, exam, 'teacher'))).toEqual(forbidden)
    expect(await refusal(save([], { who: 'teacher', exam }))).toEqual(forbidden)
  })

  test('an ADMIN limited to classes plans exams of these, and changes none with papers of others', async () => {
    const { class8 } = world.own
    const shared = await save([{}, { classId: class8 }])
    const foreign = await save([{ classId: class8 }], { input: { name: 'Of class 8' } })
    expect(await list('limitedAdmin')).toMatchObject([{ id: shared.id, papers: 1, classes: [{ name: '7' }], otherClasses: true }])
    expect((await view(shared.id, 'limitedAdmin')).papers).toHaveLength(1)
    const refused = { code: 'FORBIDDEN', message: 'This exam has papers of classes that you may not see', problems: [] }
    for (const run of [announceExam, withdrawExam, deleteExam as never])
      expect(await refusal(seen(run, shared, 'limitedAdmin'))).toEqual(refused)
    expect(await refusal(save([], { who: 'limitedAdmin', exam: shared }))).toEqual(refused)
    expect(await refusal(view(foreign.id, 'limitedAdmin'))).toEqual(notYours())
    expect(await refusal(save([], { who: 'limitedAdmin', exam: foreign }))).toEqual(notYours())
    const own = await save([{}], { who: 'limitedAdmin', input: { name: 'Own' } })
    expect(await refusal(save([{ classId: class8 }], { who: 'limitedAdmin', exam: own, input: { name: 'Own' } }))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'papers.0.classId', message: 'This class is not in the term' }],
    })
    const announced = await seen(announceExam, own, 'limitedAdmin')
    await seen(withdrawExam, announced, 'limitedAdmin')
  })

  test('nothing of another school is found', async () => {
    const exam = await save([{}], { school: world.other })
    expect(await refusal(view(exam.id))).toEqual(notYours())
    for (const run of [announceExam, withdrawExam, deleteExam as never])
      expect(await refusal(seen(run, exam))).toEqual(notYours())
    expect(await refusal(save([], { exam }))).toEqual(notYours())
    const call = await world.call('admin')
    expect(await refusal(listExams(call, world.other.id, { termId: world.other.termId }))).toEqual(notYours())
    expect(await refusal(listExams(call, world.own.id, { termId: world.other.termId }))).toEqual(notYours())
  })
})
