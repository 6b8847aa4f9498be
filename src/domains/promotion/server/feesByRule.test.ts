import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { allRows } from '#tests/allRows.ts'
import { eventually } from '#tests/eventually.ts'
import { refusal } from '#tests/refusals.ts'
import {
  addFeeCategory,
  addFees,
  addStudents,
  assignFees,
  addTerm,
  inSchool,
  setCurrentTerm,
  setSchool,
} from '#tests/world/rows.ts'
import { startTestWorker } from '#tests/backgroundTasks.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { unassignFeeCategory } from '#domains/fees/server/assignments.commands.ts'
import { deleteFeeCategory, listFeeCategories, updateFeeCategory } from '#domains/fees/server/feeCategories.commands.ts'
import { checkData } from '#platform/dataChecks.ts'
import { findPromotion, previewPromotion, promotionGround, promotionStudents } from './promotionContext.queries.ts'
import { promoteSections, promoteStudents } from './promotion.commands.ts'
import { reversePromotion } from './reversal.commands.ts'
import { promotionTask } from './promotionTask.ts'

/*
 * A school with tuition of ₹1,500.00 for class 7, of ₹1,800.00 for class 8, an exam of ₹200.00 for all classes and a
 * bus of ₹500.00 by hand goes to its next year. Asha (7-A) takes the bus, Ravi (7-A) does not pay the exam, and Zoya
 * (7-A) was given the tuition before there were rules.
 */

let world: TestWorld
let worker: { stop(): Promise<void> }
let newTermId: number
let [asha, ravi, zoya] = [0, 0, 0]

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: vi.fn<(fields: unknown, message: string) => void>() }
const admin = () => world.call('admin')
const schoolId = () => world.own.id

beforeAll(async () => {
  world = await testWorld()
  const { own } = world
  await setSchool(world, own, { onlineFees: false })
  asha = own.student7A
  ;[ravi = 0, zoya = 0] = await addStudents(world, own, own.section7A, [{ name: 'Ravi Jadhav' }, { name: 'Zoya Khan' }])
  const categories: [string, number, { scope: string; classIds: number[] }][] = [
    ['Tuition 7', 150_000, { scope: 'CLASSES', classIds: [own.class7] }],
    ['Tuition 8', 180_000, { scope: 'CLASSES', classIds: [own.class8] }],
    ['Exam', 20_000, { scope: 'ALL', classIds: [] }],
    ['Bus', 50_000, { scope: 'HAND', classIds: [] }],
  ]
  for (const [name, amount, rule] of categories) {
    const id = await addFeeCategory(world, own, { name })
    await addFees(world, own, id, [{ name, amount, month: 'APR' }])
    if (name === 'Tuition 7') await assignFees(world, own, id, [zoya])
    const adopts = { 'Tuition 7': 2, 'Tuition 8': 1, Exam: 4, Bus: 0 }[name] ?? 0
    const apply = adopts > 0 ? { added: adopts, removed: 0 } : null
    await updateFeeCategory(await admin(), schoolId(), { id, name, bankAccountId: null, ...rule, apply })
    if (name === 'Bus') await assignFees(world, own, id, [asha])
    if (name === 'Exam') await unassignFeeCategory(await admin(), schoolId(), { feeCategoryId: id, studentIds: [ravi] })
  }
  await inSchool(world, schoolId(), (db) =>
    db
      .updateTable('studentFeeCategories')
      .set({ byRule: false })
      .where('schoolId', '=', schoolId())
      .where('studentId', '=', zoya)
      .execute(),
  )
  newTermId = await addTerm(world, own, { name: '2027-28' })
  await setCurrentTerm(world, { id: schoolId(), termId: newTermId })
  worker = startTestWorker(world.database, [promotionTask({ database: world.database, log })])
})

afterAll(async () => {
  await worker.stop()
  await world.close()
})

async function carriedOut(ordered: Promise<{ id: number }>) {
  const { id } = await ordered
  await eventually(async () =>
    expect(await findPromotion(await admin(), schoolId(), { id })).toMatchObject({ state: 'DONE', failed: 0 }),
  )
  return id
}

const terms = () => ({ termId: world.own.termId, toTermId: newTermId })
const targets = async () => (await promotionGround(await admin(), schoolId(), { termId: world.own.termId })).targets
const targetOf = async (className: string) => (await targets()).find((target) => target.className === className)?.id ?? 0
const newCategories = async () => listFeeCategories(await admin(), schoolId(), { termId: newTermId })

/** Returns the names of a student's categories of the new term, with the hand or the rule that gave them. */
async function feesOf(studentId: number) {
  const rows = await inSchool(world, schoolId(), (db) =>
    db
      .selectFrom('studentFeeCategories as own')
      .innerJoin('feeCategories as category', 'category.id', 'own.feeCategoryId')
      .select(['category.name', 'own.byRule'])
      .where('own.schoolId', '=', schoolId())
      .where('own.termId', '=', newTermId)
      .where('own.studentId', '=', studentId)
      .orderBy('category.name')
      .execute(),
  )
  return rows.map(({ name, byRule }) => `${name} by ${byRule ? 'rule' : 'hand'}`)
}

const promoted = async (moves: object[]) => ({ ...terms(), rolls: 'KEEP', feeCategories: true, moves })
const upTo8 = async (stayingIds: number[] = []) =>
  promoted([{ sectionId: world.own.section7A, targetSectionId: await targetOf('8'), stayingIds }])

describe('the next year', () => {
  test('has the categories with the same classes, also of classes that the promotion creates; a reversal restores all', async () => {
    const before = await allRows(world.ownerUrl)
    const categories = await listFeeCategories(await admin(), schoolId(), { termId: world.own.termId })
    const order = {
      key: randomUUID(),
      ...terms(),
      sections: [
        { sectionId: world.own.section7A, className: '7', sectionName: 'A', teacherIds: [] },
        { sectionId: world.own.section8A, className: '8', sectionName: 'A', teacherIds: [] },
      ],
      subjects: false,
      books: false,
      smsNames: false,
      feeCategoryIds: categories.map(({ id }) => id),
    }
    const first = await carriedOut(promoteSections(await admin(), schoolId(), order))
    await reversePromotion(await world.call('superadmin'), schoolId(), { id: first })
    expect(await allRows(world.ownerUrl)).toEqual(before)

    await carriedOut(promoteSections(await admin(), schoolId(), { ...order, key: randomUUID() }))
    expect(
      (await newCategories()).map(({ name, allClasses, classes }) => [name, allClasses, classes.map((one) => one.name)]),
    ).toEqual([
      ['Bus', false, []],
      ['Exam', true, []],
      ['Tuition 7', false, ['7']],
      ['Tuition 8', false, ['8']],
    ])
  })

  test('shows each total, old and new, and then gives what it has shown', async () => {
    const plan = await upTo8()
    const preview = await previewPromotion(await admin(), schoolId(), plan)
    expect(preview).toMatchObject({
      moving: 3,
      totals: {
        byRule: true,
        assigned: 6,
        before: 150_000 * 3 + 20_000 * 2 + 50_000,
        after: 180_000 * 3 + 20_000 * 2 + 50_000,
        falling: 0,
        fallingStudents: [],
      },
    })
    const students = await promotionStudents(await admin(), schoolId(), {
      sectionId: world.own.section7A,
      targetSectionId: await targetOf('8'),
    })
    expect(new Map(students.map(({ id, fees }) => [id, fees]))).toMatchObject(
      new Map([
        [asha, { before: 220_000, after: 250_000 }],
        [ravi, { before: 150_000, after: 180_000 }],
        [zoya, { before: 170_000, after: 200_000 }],
      ]),
    )

    const before = await allRows(world.ownerUrl)
    const id = await carriedOut(promoteStudents(await admin(), schoolId(), { key: randomUUID(), ...plan }))
    expect(await feesOf(asha)).toEqual(['Bus by hand', 'Exam by rule', 'Tuition 8 by rule'])
    expect(await feesOf(ravi)).toEqual(['Tuition 8 by rule'])
    expect(await feesOf(zoya)).toEqual(['Exam by rule', 'Tuition 8 by rule'])
    // What was taken by hand stays so in the new year.
    const { id: exam, name } = (await newCategories()).find((category) => category.name === 'Exam')!
    const form = { id: exam, name, bankAccountId: null, scope: 'ALL', classIds: [] }
    await updateFeeCategory(await admin(), schoolId(), { ...form, apply: { added: 0, removed: 0 } })
    expect(await feesOf(ravi)).toEqual(['Tuition 8 by rule'])
    expect((await checkData(world.database)).findings).toEqual([])
    await reversePromotion(await world.call('superadmin'), schoolId(), { id })
    expect(await allRows(world.ownerUrl)).toEqual(before)
  })

  test('warns of those whose fees fall, the largest fall first', async () => {
    const { id } = (await newCategories()).find(({ name }) => name === 'Tuition 8')!
    await updateFeeCategory(await admin(), schoolId(), {
      id,
      name: 'Tuition 8',
      bankAccountId: null,
      scope: 'HAND',
      classIds: [],
    })
    const bus = (await newCategories()).find(({ name }) => name === 'Bus')!
    await deleteFeeCategory(await world.call('superadmin'), schoolId(), { id: bus.id })
    const { totals } = await previewPromotion(await admin(), schoolId(), await upTo8([ravi]))
    expect(totals).toMatchObject({
      falling: 2,
      fallingStudents: [
        { studentName: 'Asha Patil', target: '8-A', before: 220_000, after: 20_000 },
        { studentName: 'Zoya Khan', before: 170_000, after: 20_000 },
      ],
    })
  })

  test('is not found where the target is of another school', async () => {
    const view = { sectionId: world.own.section7A, targetSectionId: world.other.section7A }
    expect((await refusal(promotionStudents(await admin(), schoolId(), view))).code).toBe('NOT_FOUND')
  })
})
