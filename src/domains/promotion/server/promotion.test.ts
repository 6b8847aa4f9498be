import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { leaveTask, startTestWorker } from '#tests/backgroundTasks.ts'
import { eventually } from '#tests/eventually.ts'
import { allRows } from '#tests/allRows.ts'
import { addClass, addSection, addTerm, enrol, setCurrentTerm } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { addTermWithSection, startNextTerm } from '#tests/world/yearEnd.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { checkData } from '#platform/dataChecks.ts'
import { Database } from '#platform/database/connect.ts'
import {
  findPromotion,
  listPromotions,
  previewPromotion,
  promotionGround,
  promotionStudents,
} from './promotionContext.queries.ts'
import { continuePromotion, promoteSections, promoteStudents } from './promotion.commands.ts'
import { limitedToClasses, underWay } from './promotion.permissions.ts'
import { previewReversal, reversePromotion } from './reversal.commands.ts'
import { promotionTask } from './promotionTask.ts'

let world: TestWorld
let year: Awaited<ReturnType<typeof startNextTerm>>
let owner: pg.Client
let tended: { stop(): Promise<void> }[] = []

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: vi.fn<(fields: unknown, message: string) => void>() }

beforeAll(async () => {
  world = await testWorld()
  year = await startNextTerm(world, world.own)
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
})

afterEach(async () => {
  await Promise.all(tended.map((one) => one.stop()))
  tended = []
})

afterAll(async () => {
  await owner.end()
  await world.close()
})

const tend = (database = world.database) => void tended.push(startTestWorker(database, [promotionTask({ database, log })], log))
const schoolId = () => world.own.id

/** Returns an order of both sections of class 7 as 7-A and 7-B, with all options and the fees. */
const sectionsOrder = (changes: object = {}) => ({
  key: randomUUID(),
  termId: world.own.termId,
  toTermId: year.newTermId,
  sections: [
    { sectionId: world.own.section7A, className: '7', sectionName: 'A', teacherIds: [world.own.users.teacher] },
    { sectionId: world.own.section8A, className: ' 8 ', sectionName: 'A', teacherIds: [] },
  ],
  subjects: true,
  books: true,
  smsNames: true,
  feeCategoryIds: [year.feeCategoryId],
  ...changes,
})

async function until(id: number, state: string) {
  await eventually(async () =>
    expect(await findPromotion(await world.call('admin'), schoolId(), { id })).toMatchObject({ state }),
  )
  return findPromotion(await world.call('admin'), schoolId(), { id })
}

async function carriedOut(ordered: Promise<{ id: number }>) {
  const { id } = await ordered
  tend()
  return until(id, 'DONE')
}

const admin = () => world.call('admin')
const superadmin = () => world.call('superadmin')
const reversed = async (id: number) => reversePromotion(await superadmin(), schoolId(), { id })
const loadContext = async () => promotionGround(await admin(), schoolId(), { termId: world.own.termId })
const targetOf = async (className: string, name: string) =>
  (await loadContext()).targets.find((target) => target.className === className && target.name === name)?.id ?? 0

describe('promoting and reversing', () => {
  let sections = 0

  test('promotionGround returns sections with students, teachers, subjects and fees, and no targets yet', async () => {
    expect(await loadContext()).toMatchObject({
      from: { name: '2026-27' },
      to: { name: '2027-28' },
      targets: [],
      sections: [
        { name: 'A', className: '7', ready: 12, disabled: 1, already: 0, subjectCount: 1, bookCount: 1, teachers: [{}] },
        { name: 'B', className: '7', ready: 0, disabled: 0, already: 0, teachers: [] },
        { name: 'A', className: '8', ready: 1 },
      ],
      feeCategories: [{ name: 'Tuition', feeCount: 3, studentCount: 13, there: false }],
    })
    expect(await refusal(promotionGround(await admin(), schoolId(), { termId: year.newTermId }))).toMatchObject({
      code: 'BAD_INPUT',
    })
  })

  test('sections are created once with all their rows, however often they are ordered; a reversal restores every row', async () => {
    const before = await allRows(world.ownerUrl)
    const order = sectionsOrder()
    const first = await promoteSections(await admin(), schoolId(), order)
    expect(first).toMatchObject({ kind: 'SECTIONS', state: 'QUEUED', done: 0, parts: [{}, {}, {}] })
    expect(await promoteSections(await admin(), schoolId(), order)).toMatchObject({ id: first.id })
    expect((await refusal(promoteSections(await admin(), schoolId(), sectionsOrder()))).message).toContain('under way')
    expect((await refusal(reversed(first.id))).message).toBe(underWay())
    tend()
    const done = await until(first.id, 'DONE')
    expect(done).toMatchObject({
      count: 2,
      done: 3,
      failed: 0,
      parts: [
        { kind: 'FEES', count: 1, message: '1 fee category with 3 fees.' },
        { title: '7-A', targetTitle: '7-A', count: 1, message: '7-A was added to 2027-28.' },
        { title: '8-A', targetTitle: '8-A', message: '8-A was added to 2027-28.' },
      ],
    })
    const { rows } = await owner.query(
      `select c.name, c.sms_suffix, (select count(*)::int from class_admins a where a.school_id = c.school_id and a.class_id = c.id) as admins,
         (select count(*)::int from section_teachers t where t.school_id = s.school_id and t.section_id = s.id) as teachers,
         (select count(*)::int from subject_slots l join subjects b on b.school_id = l.school_id and b.id = l.subject_id
            where b.school_id = s.school_id and b.section_id = s.id) as slots,
         (select count(*)::int from book_teachers t join books b on b.school_id = t.school_id and b.id = t.book_id
            join subjects j on j.school_id = b.school_id and j.id = b.subject_id
            where j.school_id = s.school_id and j.section_id = s.id) as books
       from sections s join classes c on c.school_id = s.school_id and c.id = s.class_id
       where s.school_id = $1 and s.term_id = $2 order by 1`,
      [schoolId(), year.newTermId],
    )
    expect(rows).toEqual([
      { name: '7', sms_suffix: 'Own High School', admins: 1, teachers: 1, slots: 2, books: 1 },
      { name: '8', sms_suffix: '', admins: 0, teachers: 0, slots: 0, books: 0 },
    ])
    // The teachers of the previous term are cleared (specification) and are still offered.
    const cleared = await owner.query('select from section_teachers where section_id = $1', [world.own.section7A])
    expect(cleared.rowCount).toBe(0)
    expect((await loadContext()).sections[0]).toMatchObject({ teachers: [{ id: world.own.users.teacher }] })

    expect(await previewReversal(await superadmin(), schoolId(), { id: first.id })).toMatchObject({ restores: 1, blocks: [] })
    expect((await refusal(reversePromotion(await admin(), schoolId(), { id: first.id }))).code).toBe('FORBIDDEN')
    expect(await reversed(first.id)).toMatchObject({ state: 'REVERSED', reversedByName: 'Super Admin' })
    expect(await allRows(world.ownerUrl)).toEqual(before)
    expect((await refusal(reversed(first.id))).message).toContain('already reversed')
    const actions = (await auditRows(world)).map((row) => row.action)
    expect(actions.filter((action) => action === 'promotion.carryOut')).toHaveLength(3)
    expect(actions.at(-1)).toBe('promotion.reverse')
  })

  test('existing rows are reused and only missing ones added; a reversal leaves them unchanged', async () => {
    const newTerm = { id: schoolId(), termId: year.newTermId }
    await addSection(world, newTerm, { classId: await addClass(world, newTerm, '8'), name: 'a', sr: 9 })
    const before = await allRows(world.ownerUrl)
    const done = await carriedOut(promoteSections(await admin(), schoolId(), sectionsOrder()))
    expect(done).toMatchObject({
      count: 1,
      parts: [{}, { count: 1 }, { count: 0, message: expect.stringContaining('existed already') }],
    })
    await reversed(done.id)
    expect(await allRows(world.ownerUrl)).toEqual(before)
    const again = await promoteSections(await admin(), schoolId(), sectionsOrder())
    expect(await until(again.id, 'DONE')).toMatchObject({ count: 1 })
    sections = again.id
  })

  test('the promotion of students does what the preview says; a reversal restores every row', async () => {
    const [target, other] = [await targetOf('8', 'a'), await targetOf('7', 'A')]
    // One student is enrolled already, with roll 3.
    const newTerm = { id: schoolId(), termId: year.newTermId }
    await enrol(world, newTerm, target, [{ studentId: world.own.student7A, roll: '3' }])
    const plan = {
      termId: world.own.termId,
      toTermId: year.newTermId,
      rolls: 'KEEP',
      feeCategories: true,
      moves: [{ sectionId: world.own.section7A, targetSectionId: target, stayingIds: [year.students[0]] }],
    }
    const preview = await previewPromotion(await admin(), schoolId(), plan)
    // Each of them owes two months of tuition and the library.
    expect(preview).toMatchObject({
      moving: 10,
      owing: 10,
      owed: 10 * 450_000,
      fees: [{ name: 'Tuition', students: 10, there: true }],
      sections: [
        { moving: 10, staying: 1, disabled: 1, already: 1, alreadyIn: [{ title: '8-a', count: 1 }], duplicateRolls: ['3'] },
      ],
    })
    const listed = await promotionStudents(await admin(), schoolId(), { sectionId: world.own.section7A })
    expect(listed.filter((one) => one.alreadyIn === '8-a').map((one) => one.id)).toEqual([world.own.student7A])
    expect(new Set(listed.map((one) => one.owed))).toEqual(new Set([450_000]))

    const before = await allRows(world.ownerUrl)
    const done = await carriedOut(promoteStudents(await admin(), schoolId(), { key: randomUUID(), ...plan }))
    expect(done.parts).toMatchObject([{ state: 'DONE', count: 10, message: 'Students from 7-A promoted to 8-a successfully!' }])
    const assigned = await owner.query('select from student_fee_categories where term_id = $1', [year.newTermId])
    expect(assigned.rowCount).toBe(10)
    // The enrolment of the previous term stays as history.
    const history = await owner.query('select from enrolments where term_id = $1', [world.own.termId])
    expect(history.rowCount).toBe(14)
    expect((await refusal(reversed(sections))).message).toBe(
      'This cannot be reversed any more: Fees Categories has 10 fee categories assigned.',
    )
    await reversed(done.id)
    expect(await allRows(world.ownerUrl)).toEqual(before)

    const byName = await carriedOut(
      promoteStudents(await admin(), schoolId(), {
        key: randomUUID(),
        ...plan,
        rolls: 'BY_NAME',
        feeCategories: false,
        moves: [
          { sectionId: world.own.section8A, targetSectionId: other, stayingIds: [] },
          { sectionId: world.own.section7A, targetSectionId: other, stayingIds: [] },
        ],
      }),
    )
    const { rows } = await owner.query(
      `select s.name, e.roll from enrolments e join students s on s.school_id = e.school_id and s.id = e.student_id
       where e.school_id = $1 and e.section_id = $2 order by e.roll_sort`,
      [schoolId(), other],
    )
    expect(rows.slice(0, 3)).toEqual([
      { name: 'Rohan Patil', roll: '1' },
      { name: 'Student P', roll: '2' },
      { name: 'Student Q', roll: '3' },
    ])
    await reversed(byName.id)
    expect(await allRows(world.ownerUrl)).toEqual(before)
  })

  test('blockers are reported by section, and nothing is deleted', async () => {
    const target = await targetOf('8', 'a')
    const done = await carriedOut(
      promoteStudents(await admin(), schoolId(), {
        key: randomUUID(),
        termId: world.own.termId,
        toTermId: year.newTermId,
        rolls: 'NONE',
        feeCategories: true,
        moves: [{ sectionId: world.own.section7A, targetSectionId: target, stayingIds: [] }],
      }),
    )
    const [one = 0, two = 0] = year.students
    const register = await owner.query(
      `insert into registers (school_id, term_id, section_id, day, session, present, taken_by, taken_by_name)
       values ($1, $2, $3, now()::date - 1, 'DAY', 1, $4, 'A Teacher') returning id`,
      [schoolId(), year.newTermId, target, randomUUID()],
    )
    await owner.query("insert into marks values ($1, $2, $3, 'P')", [schoolId(), register.rows[0].id, one])
    await owner.query('update enrolments set roll = 7 where term_id = $1 and student_id = $2', [year.newTermId, two])
    const before = await allRows(world.ownerUrl)
    const refused = await refusal(reversed(done.id))
    expect(refused).toMatchObject({
      code: 'CONFLICT',
      message: 'This cannot be reversed any more: 8-a has 1 mark and 1 student moved or renumbered manually.',
    })
    expect((await previewReversal(await superadmin(), schoolId(), { id: done.id })).blocks).toEqual([
      { title: '8-a', standing: ['1 mark', '1 student moved or renumbered manually'] },
    ])
    expect(await allRows(world.ownerUrl)).toEqual(before)
    await owner.query('delete from marks where register_id = $1', [register.rows[0].id])
    await owner.query('delete from registers where id = $1', [register.rows[0].id])
    await owner.query("update enrolments set roll = '0' where term_id = $1 and student_id = $2", [year.newTermId, two])

    // The year after: students promoted again keep the enrolment in between.
    const last = await addTermWithSection(world, world.own, { name: '2028-29' }, '9')
    await setCurrentTerm(world, last)
    const later = await carriedOut(
      promoteStudents(await admin(), schoolId(), {
        key: randomUUID(),
        termId: year.newTermId,
        toTermId: last.termId,
        rolls: 'KEEP',
        feeCategories: false,
        moves: [{ sectionId: target, targetSectionId: last.sectionId, stayingIds: [one] }],
      }),
    )
    // A student enrolled before is not part of the batch.
    expect((await refusal(reversed(done.id))).message).toContain(`8-a has ${later.count - 1} students promoted again since`)
    await reversed(later.id)
    await setCurrentTerm(world, { id: schoolId(), termId: year.newTermId })
    await reversed(done.id)
  })
})

describe('processes that die', () => {
  // Longer than the time after which a silent run is taken over here.
  const order = async () =>
    promoteStudents(await admin(), schoolId(), {
      key: randomUUID(),
      termId: world.own.termId,
      toTermId: year.newTermId,
      rolls: 'KEEP',
      feeCategories: true,
      moves: [
        { sectionId: world.own.section7A, targetSectionId: await targetOf('8', 'a'), stayingIds: [] },
        { sectionId: world.own.section8A, targetSectionId: await targetOf('7', 'A'), stayingIds: [] },
      ],
    })

  test('another process continues a silent run, and each part is done once', async () => {
    const { id } = await order()
    await leaveTask(world.ownerUrl, { kind: 'PROMOTION', id, table: 'promotions' }, { starts: 1, isDead: true })
    const other = new Database(world.appUrl, { onError: () => undefined, connections: 2 })
    tend(other)
    tend()
    expect(await until(id, 'DONE')).toMatchObject({ count: 12, parts: [{ count: 11 }, { count: 1 }] })
    expect((await owner.query('select from background_tasks')).rowCount).toBe(0)
    await Promise.all(tended.map((one) => one.stop()))
    tended = []
    await other.close()
    await reversed(id)
  })

  test('a failed part reports its reason, the others continue, and Continue retries it', async () => {
    const { id } = await order()
    const { rows } = await owner.query('select section_id as id from promotion_sections where promotion_id = $1 order by id', [
      id,
    ])
    await owner.query('update promotion_sections set target_section_id = null where promotion_id = $1 and section_id = $2', [
      id,
      rows[0].id,
    ])
    tend()
    expect(await until(id, 'DONE')).toMatchObject({
      failed: 1,
      count: 1,
      parts: [
        { state: 'FAILED', message: 'Error in Student Promotion: the section 8-a does not exist any more.' },
        { state: 'DONE', count: 1 },
      ],
    })
    await owner.query('update promotion_sections set target_section_id = $3 where promotion_id = $1 and section_id = $2', [
      id,
      rows[0].id,
      await targetOf('8', 'a'),
    ])
    await continuePromotion(await admin(), schoolId(), { id })
    expect(await until(id, 'DONE')).toMatchObject({ failed: 0, count: 12 })
    expect((await refusal(continuePromotion(await admin(), schoolId(), { id }))).code).toBe('FORBIDDEN')
    await reversed(id)
  })

  test('a batch is given up after three runs at the same part, and Continue resumes it', async () => {
    const { id } = await order()
    await leaveTask(world.ownerUrl, { kind: 'PROMOTION', id, table: 'promotions' }, { starts: 3, isDead: true })
    tend()
    await until(id, 'FAILED')
    // After the current term has changed, nobody is moved.
    await setCurrentTerm(world, world.own)
    expect(await refusal(continuePromotion(await admin(), schoolId(), { id }))).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('2027-28 is not the current term any more'),
    })
    expect(await findPromotion(await admin(), schoolId(), { id })).toMatchObject({ state: 'FAILED', count: 0 })
    await setCurrentTerm(world, { id: schoolId(), termId: year.newTermId })
    await continuePromotion(await admin(), schoolId(), { id })
    await until(id, 'DONE')
    await reversed(id)
  })
})

test('the data checks pass after all tests', async () => {
  expect((await checkData(world.database)).findings).toEqual([])
})

test('permissions: only the whole school, its own rows, and the current term', async () => {
  expect((await refusal(listPromotions(await world.call('limitedAdmin'), schoolId(), {}))).message).toBe(limitedToClasses())
  expect((await refusal(listPromotions(await world.call('teacher'), schoolId(), {}))).code).toBe('FORBIDDEN')
  const foreign = await refusal(promoteSections(await superadmin(), world.other.id, sectionsOrder()))
  expect(foreign.code).toBe('NOT_FOUND')
  const stale = await refusal(
    promoteSections(await admin(), schoolId(), sectionsOrder({ termId: year.newTermId, toTermId: world.own.termId })),
  )
  expect(stale).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('The current term was changed') })
  const wrong = sectionsOrder({
    sections: [
      { sectionId: world.own.section7A, className: '7', sectionName: 'A', teacherIds: [999_999] },
      { sectionId: world.other.section7A, className: '7', sectionName: 'a ', teacherIds: [] },
    ],
  })
  expect((await refusal(promoteSections(await admin(), schoolId(), wrong))).problems).toEqual([
    { path: 'sections.1.sectionName', message: '7-a is selected twice' },
  ])
  wrong.sections[1]!.sectionName = 'B'
  expect((await refusal(promoteSections(await admin(), schoolId(), wrong))).problems).toEqual([
    { path: 'sections.1.sectionId', message: 'This section does not exist any more' },
    { path: 'sections.0.teacherIds', message: 'This teacher does not exist any more' },
  ])
})

describe('a previous term that is not earlier is refused', () => {
  test.each([
    ['by the years in its name', '2030-31'],
    ['by when it was added, where its name has no years', 'Summer school'],
  ])('%s', async (_, name) => {
    const termId = await addTerm(world, world.own, { name })
    const message = `${name} is not earlier than 2027-28. Please choose an earlier term.`
    const refused = { code: 'BAD_INPUT', message, problems: [{ path: 'termId', message }] }
    const before = await listPromotions(await admin(), schoolId(), {})
    const terms = { termId, toTermId: year.newTermId }
    const plan = { ...terms, moves: [], rolls: 'KEEP' as const, feeCategories: false }
    const moves = [{ sectionId: world.own.section7A, targetSectionId: world.own.section8A, stayingIds: [] }]
    expect(await refusal(promotionGround(await admin(), schoolId(), { termId }))).toMatchObject(refused)
    expect(await refusal(previewPromotion(await admin(), schoolId(), plan))).toMatchObject(refused)
    expect(await refusal(promoteSections(await superadmin(), schoolId(), sectionsOrder(terms)))).toMatchObject(refused)
    expect(await refusal(promoteStudents(await superadmin(), schoolId(), { ...plan, key: randomUUID(), moves }))).toMatchObject(
      refused,
    )
    expect(await listPromotions(await admin(), schoolId(), {})).toEqual(before)
  })

  test('an earlier year that was added later, as by the legacy import, is accepted', async () => {
    const termId = await addTerm(world, world.own, { name: '2019-20' })
    expect(await promotionGround(await admin(), schoolId(), { termId })).toMatchObject({ from: { name: '2019-20' } })
  })
})

test('a super administrator can reverse promotions until the added rows are used', async () => {
  const target = await targetOf('8', 'a')
  const before = await allRows(world.ownerUrl)
  const promoted = await carriedOut(
    promoteStudents(await admin(), schoolId(), {
      key: randomUUID(),
      termId: world.own.termId,
      toTermId: year.newTermId,
      moves: [{ sectionId: world.own.section7A, targetSectionId: target, stayingIds: [] }],
      rolls: 'KEEP',
      feeCategories: true,
    }),
  )
  expect(promoted.count).toBeGreaterThan(0)
  for (const who of ['admin', 'limitedAdmin', 'fees', 'teacher'] as const) {
    const call = await world.call(who)
    expect((await refusal(reversePromotion(call, schoolId(), { id: promoted.id }))).code, who).toBe('FORBIDDEN')
    expect((await refusal(previewReversal(call, schoolId(), { id: promoted.id }))).code, who).toBe('FORBIDDEN')
  }
  const place = [world.own.id, year.newTermId, year.students[0]]
  await owner.query("update enrolments set roll = '77' where school_id = $1 and term_id = $2 and student_id = $3", place)
  expect((await refusal(reversed(promoted.id))).message).toBe(
    'This cannot be reversed any more: 8-a has 1 student moved or renumbered manually.',
  )
  await owner.query("update enrolments set roll = '2' where school_id = $1 and term_id = $2 and student_id = $3", place)
  await reversed(promoted.id)
  expect(await allRows(world.ownerUrl)).toEqual(before)
})
