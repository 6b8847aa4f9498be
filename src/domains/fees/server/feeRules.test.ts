import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aPayment } from '#tests/world/fees.ts'
import { addFeeCategory, addFees, addSection, addStudents, inSchool, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { updateSection } from '#domains/classes/server/sections.commands.ts'
import { editStudents } from '#domains/students/server/editStudents.commands.ts'
import { importStudents } from '#domains/students/server/importStudents.commands.ts'
import { addStudent, deleteStudent, updateStudent } from '#domains/students/server/students.commands.ts'
import { undoStudentsImport } from '#domains/students/server/undoStudentsImport.commands.ts'
import { notAuthorized } from '#platform/action.ts'
import { checkData } from '#platform/dataChecks.ts'
import {
  assignFeeCategory,
  listFeeCategoryStudents,
  setStudentFeeCategories,
  unassignFeeCategory,
} from './assignments.commands.ts'
import {
  addFeeCategory as addCategory,
  deleteFeeCategory,
  listFeeCategories,
  updateFeeCategory,
} from './feeCategories.commands.ts'
import { previewFeeCategoryRule, previewFeeMoves, previewFeeMovesOfSection } from './feeRules.queries.ts'
import { collectPayment } from './payments.commands.ts'

let world: TestWorld
/** Tuition of class 7, ₹1,500.00, and of class 8, ₹1,800.00, for their classes; Bus, ₹500.00, is given by hand. */
let tuition7: number
let tuition8: number
let bus: number
let feeOf7: number
let run = 0

beforeAll(async () => {
  world = await testWorld()
  // So that a category needs no bank account.
  await setSchool(world, world.own, { onlineFees: false })
})

afterAll(() => world.close())

beforeEach(async () => {
  run += 1
  const { own } = world
  tuition7 = await addFeeCategory(world, own, { name: `Tuition 7 / ${run}` })
  tuition8 = await addFeeCategory(world, own, { name: `Tuition 8 / ${run}` })
  bus = await addFeeCategory(world, own, { name: `Bus / ${run}` })
  const [fee = 0] = await addFees(world, own, tuition7, [{ name: 'Tuition', amount: 150_000, month: 'APR' }])
  await addFees(world, own, tuition8, [{ name: 'Tuition', amount: 180_000, month: 'APR' }])
  await addFees(world, own, bus, [{ name: 'Bus', amount: 50_000, month: 'APR' }])
  feeOf7 = fee
  await setRule(tuition7, [own.class7])
  await setRule(tuition8, [own.class8])
})

// The next test's students get nothing of this one's categories.
afterEach(async () => {
  for (const id of [tuition7, tuition8, bus]) await setRule(id, []).catch(() => undefined)
})

const admin = () => world.call('admin')
const schoolId = () => world.own.id
const termId = () => world.own.termId
const nameOf = (id: number) => ({ [tuition7]: 'Tuition 7', [tuition8]: 'Tuition 8', [bus]: 'Bus' })[id] ?? String(id)

interface Rule {
  scope: 'HAND' | 'CLASSES' | 'ALL'
  classIds: number[]
}
const ruleOf = (classIds: number[]): Rule => ({ scope: classIds.length > 0 ? 'CLASSES' : 'HAND', classIds })

/** Stores a category's classes; `apply` are the numbers that the form has shown. */
async function setRule(
  id: number,
  rule: number[] | Rule,
  apply: { added: number; removed: number } | null = null,
  who: Who = 'admin',
) {
  const categories = await listFeeCategories(await admin(), schoolId(), { termId: termId() })
  const name = categories.find((category) => category.id === id)?.name ?? ''
  const form = { id, name, bankAccountId: null, ...(Array.isArray(rule) ? ruleOf(rule) : rule), apply }
  return updateFeeCategory(await world.call(who), schoolId(), form)
}

const preview = async (id: number, rule: number[] | Rule) =>
  previewFeeCategoryRule(await admin(), schoolId(), { termId: termId(), id, ...(Array.isArray(rule) ? ruleOf(rule) : rule) })

let rolls = 100
const nextRoll = () => String((rolls += 1))
const in7 = () => `${world.own.class7}:${world.own.section7A}`
const in8 = () => `${world.own.class8}:${world.own.section8A}`
const form = (section: string, more: object = {}) => ({
  termId: termId(),
  name: 'Kiran More',
  phone: '9876543210',
  section,
  roll: nextRoll(),
  addAnyway: true,
  ...more,
})

async function admit(section: string, more: object = {}) {
  return (await addStudent(await admin(), schoolId(), form(section, more))).id
}

async function moveTo(section: string, id: number) {
  await updateStudent(await admin(), schoolId(), { id, ...form(section) })
}

/** Returns a student's categories of this test, with the hand or the rule that gave them. */
async function feesOf(studentId: number) {
  const rows = await inSchool(world, schoolId(), (db) =>
    db
      .selectFrom('studentFeeCategories')
      .select(['feeCategoryId', 'byRule'])
      .where('schoolId', '=', schoolId())
      .where('studentId', '=', studentId)
      .orderBy('feeCategoryId')
      .execute(),
  )
  return rows
    .filter(({ feeCategoryId }) => feeCategoryId >= tuition7)
    .map(({ feeCategoryId, byRule }) => `${nameOf(feeCategoryId)} by ${byRule ? 'rule' : 'hand'}`)
}

async function pay(studentId: number, amount = 50_000) {
  const seen = [{ feeId: feeOf7, version: '150000:0:0:0' }]
  await collectPayment(await world.call('fees'), schoolId(), aPayment(world.own, seen, amount, { studentId }))
}

const violations = async () => (await checkData(world.database)).findings

describe('a student who gets a place', () => {
  test('is assigned by the rules of the class when added, beside what the form chose', async () => {
    expect(await feesOf(await admit(in7()))).toEqual(['Tuition 7 by rule'])
    expect(await feesOf(await admit(in8(), { feeCategoryIds: [bus, tuition8] }))).toEqual(['Tuition 8 by rule', 'Bus by hand'])
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'student.add' })
    expect((await auditRows(world)).at(-1)?.fields).toContain('feeCategories')
    await setRule(bus, { scope: 'ALL', classIds: [] })
    expect(await feesOf(await admit(in8()))).toEqual(['Tuition 8 by rule', 'Bus by rule'])
    expect(await violations()).toEqual([])
  })

  test('is assigned when imported, and when a Bulk Edit adds or moves the student', async () => {
    const line = { section: 'A', name: 'Meera Joshi', phone: '9812345678' }
    const rows = [
      { ...line, class: '7', roll: nextRoll() },
      { ...line, class: '8', roll: nextRoll() },
    ]
    const before = new Set((await listed(tuition7)).concat(await listed(tuition8)))
    await importStudents(await admin(), schoolId(), { termId: termId(), rows, addAnyway: true })
    expect((await listed(tuition7)).filter((id) => !before.has(id))).toHaveLength(1)
    const [moving = 0] = (await listed(tuition8)).filter((id) => !before.has(id))
    const term = '2026-27'
    await editStudents(await world.call('superadmin'), schoolId(), {
      rows: [
        { ...line, action: 'U', id: String(moving), term, class: '7', roll: nextRoll() },
        { ...line, action: 'A', term, class: '8', roll: nextRoll(), name: 'New One' },
      ],
    })
    expect(await feesOf(moving)).toEqual(['Tuition 7 by rule'])
    const [added = 0] = (await listed(tuition8)).filter((id) => !before.has(id))
    expect(await feesOf(added)).toEqual(['Tuition 8 by rule'])
    expect(await violations()).toEqual([])
  })

  test('keeps the fees in another section of the class, and gets those of another class', async () => {
    const id = await admit(in7(), { feeCategoryIds: [bus] })
    await moveTo(`${world.own.class7}:${world.own.section7B}`, id)
    expect(await feesOf(id)).toEqual(['Tuition 7 by rule', 'Bus by hand'])
    await moveTo(in8(), id)
    expect(await feesOf(id)).toEqual(['Tuition 8 by rule', 'Bus by hand'])
    expect(await violations()).toEqual([])
  })

  test('keeps fees with money on them, and the preview says what was stored', async () => {
    const id = await admit(in7(), { feeCategoryIds: [bus] })
    const { section8A } = world.own
    const moves = { termId: termId(), moves: [{ studentId: id, sectionId: section8A }] }
    expect(await previewFeeMoves(await admin(), schoolId(), moves)).toMatchObject({
      before: 200_000,
      after: 230_000,
      added: [{ name: `Tuition 8 / ${run}`, total: 180_000, students: 1, names: ['Kiran More'] }],
      removed: [{ name: `Tuition 7 / ${run}` }],
      keptForMoney: [],
      keptByHand: [{ name: `Bus / ${run}` }],
    })
    await pay(id)
    expect(await previewFeeMoves(await admin(), schoolId(), moves)).toMatchObject({
      before: 200_000,
      after: 380_000,
      removed: [],
      keptForMoney: [{ name: `Tuition 7 / ${run}` }],
    })
    await moveTo(in8(), id)
    expect(await feesOf(id)).toEqual(['Tuition 7 by rule', 'Tuition 8 by rule', 'Bus by hand'])
    expect(await violations()).toEqual([])
  })

  test('does not get back what was taken by hand, until it is given by hand', async () => {
    const id = await admit(in7())
    await unassignFeeCategory(await admin(), schoolId(), { feeCategoryId: tuition7, studentIds: [id] })
    const [row] = await listFeeCategoryStudents(await admin(), schoolId(), {
      feeCategoryId: tuition7,
      search: 'kiran more',
    }).then((students) => students.filter(({ studentId }) => studentId === id))
    expect(row).toMatchObject({ assigned: false, byRule: false, excepted: true })
    await moveTo(in8(), id)
    await moveTo(in7(), id)
    expect(await feesOf(id)).toEqual([])
    expect(await preview(tuition7, [world.own.class7])).toMatchObject({ excepted: 1 })
    await assignFeeCategory(await admin(), schoolId(), { feeCategoryId: tuition7, studentIds: [id] })
    expect(await feesOf(id)).toEqual(['Tuition 7 by hand'])
    await moveTo(in8(), id)
    expect(await feesOf(id)).toEqual(['Tuition 7 by hand', 'Tuition 8 by rule'])
    await setStudentFeeCategories(await admin(), schoolId(), {
      termId: termId(),
      studentId: id,
      feeCategoryIds: [],
      seen: [tuition7, tuition8],
    })
    await moveTo(in7(), id)
    expect(await feesOf(id)).toEqual(['Tuition 7 by rule'])
    await moveTo(in8(), id)
    expect(await feesOf(id)).toEqual([])
    expect(await violations()).toEqual([])
  })

  test('can be deleted again, and an import undone, with what the rules gave', async () => {
    const id = await admit(in7())
    await unassignFeeCategory(await admin(), schoolId(), { feeCategoryId: tuition7, studentIds: [id] })
    await deleteStudent(await world.call('superadmin'), schoolId(), { id })
    const rows = [{ class: '7', section: 'A', name: 'Meera Joshi', phone: '9812345678', roll: nextRoll() }]
    const before = await listed(tuition7)
    const imported = await importStudents(await admin(), schoolId(), {
      key: randomUUID(),
      termId: termId(),
      rows,
      addAnyway: true,
    })
    expect(await listed(tuition7)).toHaveLength(before.length + 1)
    expect(await undoStudentsImport(await admin(), schoolId(), { id: imported.id })).toBe(1)
    expect(await listed(tuition7)).toEqual(before)
    expect(await violations()).toEqual([])
  })

  test('is in a file’s preview as a new one, and a student or section of elsewhere is not found', async () => {
    const { section7A, section8A, student8A } = world.own
    const ask = async (moves: object[], who: Who = 'admin') =>
      previewFeeMoves(await world.call(who), schoolId(), { termId: termId(), moves })
    const rows = [{ sectionId: section7A }, { sectionId: section7A }, { sectionId: section8A }]
    expect(await ask(rows)).toMatchObject({
      before: 0,
      after: 480_000,
      added: [
        { name: `Tuition 7 / ${run}`, students: 2, names: [] },
        { name: `Tuition 8 / ${run}`, students: 1 },
      ],
    })
    for (const moves of [
      [{ studentId: world.other.student7A, sectionId: section7A }],
      [{ studentId: student8A, sectionId: world.other.section7A }],
    ])
      expect((await refusal(ask(moves))).code).toBe('NOT_FOUND')
    expect((await refusal(ask([{ studentId: student8A, sectionId: section7A }], 'limitedAdmin'))).code).toBe('NOT_FOUND')
    expect((await refusal(ask([{ sectionId: section7A }], 'fees'))).message).toBe(notAuthorized())
    expect((await refusal(ask([]))).code).toBe('BAD_INPUT')
  })

  test('comes along with a section that is given another class', async () => {
    const { own } = world
    const sectionId = await addSection(world, own, { classId: own.class7, name: `Z${run}`, sr: 50 + run })
    const ids = [await admit(`${own.class7}:${sectionId}`), await admit(`${own.class7}:${sectionId}`)]
    expect(await previewFeeMovesOfSection(await admin(), schoolId(), { sectionId, classId: own.class8 })).toMatchObject({
      before: 300_000,
      after: 360_000,
      added: [{ name: `Tuition 8 / ${run}`, students: 2 }],
      removed: [{ students: 2 }],
    })
    for (const [section, classId] of [
      [world.other.section7A, own.class8],
      [sectionId, world.other.class8],
    ] as const)
      expect((await refusal(previewFeeMovesOfSection(await admin(), schoolId(), { sectionId: section, classId }))).code).toBe(
        'NOT_FOUND',
      )
    const changed = {
      id: sectionId,
      classId: own.class8,
      name: `Z${run}`,
      sr: 50 + run,
      teacherIds: [],
      notificationTime: '08:00',
    }
    await updateSection(await admin(), schoolId(), changed)
    for (const id of ids) expect(await feesOf(id)).toEqual(['Tuition 8 by rule'])
    expect(await violations()).toEqual([])
  })
})

/** Returns the ids of the students who pay a category. */
async function listed(feeCategoryId: number) {
  const students = await listFeeCategoryStudents(await admin(), schoolId(), { feeCategoryId, assigned: true })
  return students.map(({ studentId }) => studentId)
}

describe('the classes of a category', () => {
  test('are stored with the category, and each wrong choice has its sentence', async () => {
    const { own, other } = world
    const added = await addCategory(await admin(), schoolId(), {
      termId: termId(),
      name: `Lab / ${run}`,
      bankAccountId: null,
      scope: 'CLASSES',
      classIds: [own.class8, own.class7, own.class7],
    })
    expect(added).toMatchObject({ allClasses: false, classes: [{ name: '7' }, { name: '8' }], studentCount: 0 })
    expect(await setRule(added.id, { scope: 'ALL', classIds: [] })).toMatchObject({ allClasses: true, classes: [] })
    expect(await setRule(added.id, [])).toMatchObject({ allClasses: false, classes: [] })
    const refused = (rule: Rule, who: Who = 'admin') => refusal(setRule(added.id, rule, null, who))
    expect((await refused({ scope: 'CLASSES', classIds: [] })).problems).toEqual([
      { path: 'classIds', message: 'Choose at least one class' },
    ])
    expect((await refused({ scope: 'CLASSES', classIds: [other.class7] })).problems).toEqual([
      { path: 'classIds', message: 'One of these classes does not exist in this term any more' },
    ])
    expect((await refused({ scope: 'ALL', classIds: [] }, 'fees')).message).toBe(notAuthorized())
    expect((await refused({ scope: 'ALL', classIds: [] }, 'limitedAdmin')).code).toBe('FORBIDDEN')
    await deleteFeeCategory(await world.call('superadmin'), schoolId(), { id: added.id })
    expect(await violations()).toEqual([])
  })

  test('stay as they are when a form does not name them', async () => {
    const name = `Tuition 7 / ${run}`
    expect(await updateFeeCategory(await admin(), schoolId(), { id: tuition7, name, bankAccountId: null })).toMatchObject({
      classes: [{ name: '7' }],
    })
  })

  test('change students only when the form says so, with the numbers that it has shown', async () => {
    const { own } = world
    const [first = 0, second = 0, third = 0] = await addStudents(world, own, own.section7B, 3, rolls)
    rolls += 3
    const seen = await preview(tuition7, [own.class7])
    expect(seen).toMatchObject({ removed: 0, adopted: 0, excepted: 0, kept: [], each: 150_000 })
    expect(await feesOf(first)).toEqual([])
    await setRule(tuition7, [own.class7])
    expect(await feesOf(first)).toEqual([])
    const stale = await refusal(setRule(tuition7, [own.class7], { added: seen.added - 1, removed: 0 }))
    expect(stale).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'apply' }] })
    expect(await feesOf(first)).toEqual([])
    await setRule(tuition7, [own.class7], { added: seen.added, removed: 0 })
    for (const id of [first, second, third]) expect(await feesOf(id)).toEqual(['Tuition 7 by rule'])

    await pay(third)
    await assignFeeCategory(await admin(), schoolId(), { feeCategoryId: tuition8, studentIds: [first] })
    const change = await preview(tuition7, [own.class8])
    expect(change).toMatchObject({ removed: seen.added - 1, kept: ['Pupil ' + (rolls - 1)] })
    await setRule(tuition7, [own.class8], { added: change.added, removed: change.removed })
    expect(await feesOf(first)).toEqual(['Tuition 8 by hand'])
    expect(await feesOf(second)).toEqual([])
    expect(await feesOf(third)).toEqual(['Tuition 7 by rule'])
    expect(await violations()).toEqual([])
  })

  test('leave the students of other classes to the hand, when nothing is applied', async () => {
    const id = await admit(in7())
    await setRule(tuition7, [world.own.class8])
    expect(await feesOf(id)).toEqual(['Tuition 7 by hand'])
    expect(await preview(tuition7, [world.own.class7])).toMatchObject({ adopted: expect.any(Number), removed: 0 })
    const { added } = await preview(tuition7, [world.own.class7])
    await setRule(tuition7, [world.own.class7], { added, removed: 0 })
    expect(await feesOf(id)).toEqual(['Tuition 7 by rule'])
    expect(await violations()).toEqual([])
  })

  test('previews are for the office, and a category of elsewhere is not found', async () => {
    const rule = { termId: termId(), id: tuition7, scope: 'ALL', classIds: [] }
    expect((await refusal(previewFeeCategoryRule(await world.call('fees'), schoolId(), rule))).message).toBe(notAuthorized())
    const foreign = await addFeeCategory(world, world.other, { name: `Foreign / ${run}` })
    const elsewhere = previewFeeCategoryRule(await admin(), schoolId(), { ...rule, id: foreign })
    expect((await refusal(elsewhere)).code).toBe('NOT_FOUND')
  })
})

describe('two at once', () => {
  test('a student who is added while the classes change gets the old rules or the new ones', async () => {
    const { own } = world
    for (let round = 0; round < 10; round += 1) {
      await setRule(tuition7, [own.class7])
      const { added, removed } = await preview(tuition7, [own.class8])
      const [changed, admitted] = await Promise.allSettled([setRule(tuition7, [own.class8], { added, removed }), admit(in7())])
      if (admitted.status === 'rejected') throw admitted.reason
      // Either the change came first, or the new student was one more than the form had shown.
      const fees = await feesOf(admitted.value)
      expect(fees).toEqual(changed.status === 'fulfilled' ? [] : ['Tuition 7 by rule'])
    }
    expect(await violations()).toEqual([])
  })

  test('money that is taken while a student moves keeps its fees', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await admit(in7())
      const [paid] = await Promise.allSettled([pay(id), moveTo(in8(), id)])
      expect(await feesOf(id)).toEqual(
        paid.status === 'fulfilled' ? ['Tuition 7 by rule', 'Tuition 8 by rule'] : ['Tuition 8 by rule'],
      )
    }
    expect(await violations()).toEqual([])
  })

  test('money that is taken while the classes are applied keeps its student', async () => {
    const { own } = world
    for (let round = 0; round < 10; round += 1) {
      await setRule(tuition7, [own.class7])
      const id = await admit(in7())
      const { added, removed } = await preview(tuition7, [own.class8])
      const [paid, changed] = await Promise.allSettled([pay(id), setRule(tuition7, [own.class8], { added, removed })])
      const standing = paid.status === 'fulfilled' || changed.status === 'rejected'
      expect((await feesOf(id)).includes('Tuition 7 by rule')).toBe(standing)
    }
    expect(await violations()).toEqual([])
  })
})
