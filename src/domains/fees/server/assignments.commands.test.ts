import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aPayment } from '#tests/world/fees.ts'
import { addFeeCategory } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { checkData } from '#platform/dataChecks.ts'
import { invalidateSchool } from '#platform/school.ts'
import { addStudent, deleteStudent, hasRecordsMessage, updateStudent } from '#domains/students/server/students.commands.ts'
import {
  assignFeeCategory,
  importFeeAssignments,
  listFeeCategorySections,
  listFeeCategoryStudents,
  listStudentFeeCategories,
  setStudentFeeCategories,
  unassignFeeCategory,
} from './assignments.commands.ts'
import { addFees } from './feeItems.commands.ts'
import { collectPayment, deletePayment } from './payments.commands.ts'

let world: TestWorld
let general: number
let rte: number
let foreign: number
let fee: number
/** Kiran is in 7-A, disabled Lata in 7-B. Asha and Rohan of the world are in 7-A and 8-A. */
let kiran: number
let lata: number

beforeAll(async () => {
  world = await testWorld()
  general = await addFeeCategory(world, world.own, { name: 'General' })
  rte = await addFeeCategory(world, world.own, { name: 'RTE' })
  foreign = await addFeeCategory(world, world.other, { name: 'General' })
  const { class7, section7A, section7B } = world.own
  kiran = await admit('Kiran More', `${class7}:${section7A}`, { roll: '2', registerNo: 'R-2' })
  lata = await admit('Lata Jadhav', `${class7}:${section7B}`, { roll: '1', registerNo: 'R-3' })
  await world.database.transaction(world.own.id, (db) =>
    db.updateTable('students').set({ disabled: true }).where('schoolId', '=', world.own.id).where('id', '=', lata).execute(),
  )
  const [added] = await addFees(await admin(), world.own.id, {
    feeCategoryIds: [general],
    name: 'Tuition',
    fixedAmount: true,
    amount: 150_000,
    months: ['APR'],
  })
  fee = added!.id
})

afterAll(() => world.close())

beforeEach(async () => {
  const { class7, class8 } = world.own
  for (const feeCategoryId of [general, rte])
    await unassignFeeCategory(await admin(), world.own.id, { feeCategoryId, classIds: [class7, class8] })
})

const admin = () => world.call('admin')

async function admit(name: string, section: string, more: object = {}) {
  const student = { termId: world.own.termId, name, phone: '9876543210', section, roll: '9', ...more }
  return (await addStudent(await admin(), world.own.id, student)).id
}

const assign = async (chosen: object, who: Who = 'admin', feeCategoryId = general) =>
  assignFeeCategory(await world.call(who), world.own.id, { feeCategoryId, ...chosen })
const unassign = async (chosen: object, who: Who = 'admin') =>
  unassignFeeCategory(await world.call(who), world.own.id, { feeCategoryId: general, ...chosen })

/** Returns the names of the category's students, as a viewer sees them. */
async function payers(who: Who = 'admin', feeCategoryId = general) {
  const students = await listFeeCategoryStudents(await world.call(who), world.own.id, { feeCategoryId, assigned: true })
  return students.map((student) => student.name)
}

async function pay(studentId: number, amount: number) {
  const seen = [{ feeId: fee, version: '150000:0:0:0' }]
  const payment = await collectPayment(await world.call('fees'), world.own.id, aPayment(world.own, seen, amount, { studentId }))
  return async () => deletePayment(await admin(), world.own.id, { key: randomUUID(), id: payment.id, reason: 'entered twice' })
}

describe('assigning', () => {
  test('by students, sections and classes, each once; repeating it changes nothing', async () => {
    const { student7A, student8A, section7B, class7, class8 } = world.own
    expect(await assign({ studentIds: [student7A] })).toMatchObject({ changed: 1, category: { id: general, studentCount: 1 } })
    expect(await assign({ sectionIds: [section7B], studentIds: [student7A] })).toMatchObject({ changed: 1 })
    expect(await payers()).toEqual(['Asha Patil', 'Lata Jadhav'])
    expect(await assign({ classIds: [class7] })).toMatchObject({ changed: 1, category: { studentCount: 3 } })
    expect(await assign({ classIds: [class7, class8] })).toMatchObject({ changed: 1, category: { studentCount: 4 } })
    expect(await assign({ classIds: [class7, class8] })).toMatchObject({ changed: 0, category: { studentCount: 4 } })
    expect((await auditRows(world)).at(-2)).toMatchObject({ action: 'feeCategory.assign', rowIds: [general, student8A] })
    expect(await payers()).toEqual(['Asha Patil', 'Kiran More', 'Lata Jadhav', 'Rohan Patil'])
    const places = await listFeeCategorySections(await admin(), world.own.id, { feeCategoryId: general })
    expect(places.map((place) => [place.className, place.sectionName, place.studentCount, place.assignedCount])).toEqual([
      ['7', 'A', 2, 2],
      ['7', 'B', 1, 1],
      ['8', 'A', 1, 1],
    ])
    expect(await unassign({ sectionIds: [section7B], studentIds: [student8A] })).toMatchObject({ changed: 2 })
    expect(await payers()).toEqual(['Asha Patil', 'Kiran More'])
  })

  test('finds single students by a part of a name, register no. or phone, and by roll', async () => {
    await assign({ studentIds: [kiran] })
    const find = async (search: string) =>
      (await listFeeCategoryStudents(await admin(), world.own.id, { feeCategoryId: general, search })).map((student) => [
        student.name,
        student.assigned,
      ])
    expect(await find('PATIL')).toEqual([
      ['Asha Patil', false],
      ['Rohan Patil', false],
    ])
    expect(await find('पाटील')).toEqual(await find('PATIL'))
    expect(await find('r-2')).toEqual([['Kiran More', true]])
    expect(await find('kiran 2')).toEqual([['Kiran More', true]])
    expect(await find('50%')).toEqual([])
  })

  test('lists the students in the school’s order of classes, also among those that a search finds', async () => {
    const { id: schoolId, section7A, section7B, section8A } = world.own
    const setSr = (ids: readonly number[], sr: number) =>
      world.database.transaction(schoolId, (db) =>
        db.updateTable('sections').set({ sr }).where('schoolId', '=', schoolId).where('id', 'in', ids).execute(),
      )
    const sections = async (search?: string) =>
      (await listFeeCategoryStudents(await admin(), schoolId, { feeCategoryId: general, search })).map(
        ({ className, sectionName }) => `${className}-${sectionName}`,
      )
    const before = await world.database.transaction(schoolId, (db) =>
      db.selectFrom('sections').select(['id', 'sr']).where('schoolId', '=', schoolId).execute(),
    )
    await setSr([section8A], 1)
    await setSr([section7B], 2)
    await setSr([section7A], 3)
    expect(await sections()).toEqual(['8-A', '7-B', '7-A', '7-A'])
    expect(await sections('patil')).toEqual(['8-A', '7-A'])
    for (const { id, sr } of before) await setSr([id], sr)
  })

  test('by an admin limited to classes is limited to these classes', async () => {
    const { class7, class8, section8A, student8A } = world.own
    expect(await assign({ classIds: [class7] }, 'limitedAdmin')).toMatchObject({ changed: 3, category: { studentCount: 3 } })
    await assign({ classIds: [class8] })
    expect(await payers('limitedAdmin')).toEqual(['Asha Patil', 'Kiran More', 'Lata Jadhav'])
    const missing = { code: 'NOT_FOUND' }
    for (const chosen of [{ classIds: [class8] }, { sectionIds: [section8A] }, { studentIds: [student8A, kiran] }]) {
      expect(await refusal(assign(chosen, 'limitedAdmin'))).toMatchObject(missing)
      expect(await refusal(unassign(chosen, 'limitedAdmin'))).toMatchObject(missing)
    }
    expect(await payers()).toHaveLength(4)
    const places = await listFeeCategorySections(await world.call('limitedAdmin'), world.own.id, { feeCategoryId: general })
    expect(places.map((place) => place.className)).toEqual(['7', '7'])
  })

  test('of unknown ids or another school’s is not found; of nobody is refused', async () => {
    const { other } = world
    for (const chosen of [
      { studentIds: [other.student7A] },
      { sectionIds: [other.section7A] },
      { classIds: [999_999] },
      { studentIds: [kiran], classIds: [other.class7] },
    ])
      expect((await refusal(assign(chosen))).code).toBe('NOT_FOUND')
    expect((await refusal(assign({ studentIds: [kiran] }, 'admin', foreign))).code).toBe('NOT_FOUND')
    const nobody = { code: 'BAD_INPUT', message: 'No students selected' }
    expect(await refusal(assign({ studentIds: [], classIds: [] }))).toMatchObject(nobody)
    expect(await payers()).toEqual([])
  })

  test.each(['fees', 'teacher', 'attendant', 'student'] as const)('%s may not', async (who) => {
    const chosen = { classIds: [world.own.class7] }
    expect((await refusal(assign(chosen, who))).code).toBe('FORBIDDEN')
    expect((await refusal(unassign(chosen, who))).code).toBe('FORBIDDEN')
    expect((await refusal(listFeeCategorySections(await world.call(who), world.own.id, { feeCategoryId: general }))).code).toBe(
      'FORBIDDEN',
    )
  })
})

describe('removing', () => {
  test('a section removes students without money and names the others', async () => {
    const { class7, section7A, section7B, student7A } = world.own
    await assign({ classIds: [class7] })
    const everybody = (await payers()).length
    const undo = [await pay(student7A, 20_000)]
    const taken = await unassign({ sectionIds: [section7A, section7B] })
    expect(taken).toMatchObject({ changed: everybody - 1, kept: [{ studentName: 'Asha Patil', collected: 20_000 }] })
    expect(await payers()).toHaveLength(1)
    expect((await checkData(world.database)).findings).toEqual([])
    for (const remove of undo) await remove()
    expect(await unassign({ sectionIds: [section7A] })).toMatchObject({ changed: 1, kept: [] })
  })

  test('is refused, with names, when all students have live money on the fees', async () => {
    const { class7, student7A } = world.own
    await assign({ classIds: [class7] })
    const undo = [await pay(student7A, 20_000), await pay(kiran, 70_050)]
    const message =
      'Money was collected: ₹700.50 of Kiran More on General and ₹200.00 of Asha Patil on General. Nothing was changed'
    expect(await refusal(unassign({ studentIds: [student7A, kiran] }))).toEqual({
      code: 'CONFLICT',
      message,
      problems: [{ path: 'studentIds', message }],
    })
    expect(await payers()).toHaveLength(3)
    for (const remove of undo) await remove()
    expect(await unassign({ classIds: [class7] })).toMatchObject({ changed: 3 })
  })

  test('and a concurrent payment: one of them wins', async () => {
    for (let round = 0; round < 10; round += 1) {
      await assign({ studentIds: [kiran] })
      const [paid, taken] = await Promise.allSettled([pay(kiran, 100), unassign({ studentIds: [kiran] })])
      expect([paid.status, taken.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      if (paid.status === 'fulfilled') await paid.value()
    }
    expect((await checkData(world.database)).findings).toEqual([])
  })
})

describe('the categories of one student', () => {
  const account = () => ({ termId: world.own.termId, studentId: kiran })
  const seenNow = async () =>
    (await listStudentFeeCategories(await admin(), world.own.id, account())).map((category) => category.id)
  const set = async (feeCategoryIds: number[], who: Who = 'admin', seen?: number[]) =>
    setStudentFeeCategories(await world.call(who), world.own.id, {
      ...account(),
      feeCategoryIds,
      seen: seen ?? (await seenNow()),
    })
  const names = async (who: Who = 'admin') =>
    (await listStudentFeeCategories(await world.call(who), world.own.id, account())).map((category) => category.name)

  test('are set together; one with money stays', async () => {
    expect(await set([rte, general])).toMatchObject([{ name: 'General' }, { name: 'RTE' }])
    for (const who of ['superadmin', 'limitedAdmin', 'fees'] as const) expect(await names(who)).toEqual(['General', 'RTE'])
    const undo = await pay(kiran, 100)
    expect(await refusal(set([rte]))).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'feeCategoryIds' }] })
    expect(await set([general])).toMatchObject([{ name: 'General' }])
    await undo()
    expect(await set([])).toEqual([])
    for (const gone of [foreign, 999_999])
      expect(await refusal(set([general, gone]))).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'feeCategoryIds' }] })
    expect((await refusal(set([general], 'fees'))).code).toBe('FORBIDDEN')
    const elsewhere = { termId: world.own.termId, studentId: world.own.student8A }
    expect((await refusal(listStudentFeeCategories(await world.call('limitedAdmin'), world.own.id, elsewhere))).code).toBe(
      'NOT_FOUND',
    )
    expect(
      (
        await refusal(
          setStudentFeeCategories(await world.call('limitedAdmin'), world.own.id, { ...elsewhere, feeCategoryIds: [], seen: [] }),
        )
      ).code,
    ).toBe('NOT_FOUND')
  })

  test('a stale form is refused and undoes nothing', async () => {
    expect(await set([rte], 'admin', [])).toMatchObject([{ name: 'RTE' }])
    const message = 'What this student pays was changed meanwhile. Nothing was saved. Look at it again'
    for (const seen of [[], [general], [rte, general]])
      expect(await refusal(set([general], 'admin', seen))).toMatchObject({
        code: 'CONFLICT',
        message,
        problems: [{ path: 'feeCategoryIds', message }],
      })
    expect(await names()).toEqual(['RTE'])
    const both = await Promise.allSettled([set([rte, general], 'admin', [rte]), set([], 'superadmin', [rte])])
    expect(both.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await set([])).toEqual([])
  })

  test('are assigned at admission, stay when the student moves, and are deleted with a student without money', async () => {
    const { class7, class8, section7B, section8A } = world.own
    const place = `${class7}:${section7B}`
    const id = await admit('New Child', place, { feeCategoryIds: [general, rte, general] })
    expect(await payers()).toEqual(['New Child'])
    const moved = { id, termId: world.own.termId, name: 'New Child', phone: '9876543210', roll: '4' }
    await updateStudent(await admin(), world.own.id, { ...moved, section: `${class8}:${section8A}` })
    expect(await payers('admin', rte)).toEqual(['New Child'])

    const undo = await pay(id, 100)
    const remove = async () => deleteStudent(await world.call('superadmin'), world.own.id, { id })
    expect(await refusal(remove())).toMatchObject({ code: 'CONFLICT', message: hasRecordsMessage() })
    await undo()
    // The receipt stays in the books, and so does the student.
    expect(await refusal(remove())).toMatchObject({ code: 'CONFLICT', message: hasRecordsMessage() })
    const other = await admit('Brief Guest', place, { feeCategoryIds: [rte] })
    expect(await deleteStudent(await world.call('superadmin'), world.own.id, { id: other })).toBe(other)
    expect(await payers('admin', rte)).toEqual(['New Child'])
  })

  test('at admission must exist, and need the module', async () => {
    const place = `${world.own.class7}:${world.own.section7B}`
    expect(await refusal(admit('X', place, { feeCategoryIds: [foreign] }))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'feeCategoryIds', message: 'This fees category does not exist in this term any more.' }],
    })
    const module = async (feesModule: boolean) => {
      await world.database.kysely.updateTable('schools').set({ feesModule }).where('id', '=', world.own.id).execute()
      invalidateSchool(world.database, world.own.id)
    }
    await module(false)
    expect((await refusal(admit('X', place, { feeCategoryIds: [general] }))).code).toBe('DISABLED_MODULE')
    await expect(admit('Without Fees', place)).resolves.toBeGreaterThan(0)
    await module(true)
  })
})

describe('a file of assignments', () => {
  const row = (more: object) => ({ class: '', section: '', roll: '', registerNo: '', feeCategory: 'General', ...more })
  const upload = async (rows: object[], who: Who = 'admin') =>
    importFeeAssignments(await world.call(who), world.own.id, { termId: world.own.termId, rows })

  test('is stored completely and repeatably, or not at all with every problem at its cell', async () => {
    const rows = [
      row({ registerNo: 'r-2' }),
      row({ class: '8', section: 'a', roll: '1' }),
      row({ registerNo: 'R-2', feeCategory: 'rte' }),
    ]
    expect(await refusal(upload([...rows, row({ registerNo: 'R-9' }), row({ class: '7', feeCategory: 'Bus' })]))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [
        { path: 'rows.3.registerNo', message: 'No student has the register no. R-9' },
        { path: 'rows.4.section', message: 'Required' },
        { path: 'rows.4.roll', message: 'Required' },
        { path: 'rows.4.feeCategory', message: 'Bus is no fees category of this term' },
      ],
    })
    expect(await payers()).toEqual([])
    expect(await upload(rows)).toBe(3)
    expect(await upload(rows)).toBe(0)
    expect(await payers()).toEqual(['Kiran More', 'Rohan Patil'])
    expect(await payers('admin', rte)).toEqual(['Kiran More'])
  })

  test('of an admin limited to classes matches students of these classes only; others may not', async () => {
    expect((await refusal(upload([row({ class: '8', section: 'A', roll: '1' })], 'limitedAdmin'))).code).toBe('BAD_INPUT')
    expect(await upload([row({ registerNo: 'R-2' })], 'limitedAdmin')).toBe(1)
    expect((await refusal(upload([row({ registerNo: 'R-2' })], 'fees'))).code).toBe('FORBIDDEN')
    const elsewhere = importFeeAssignments(await admin(), world.own.id, {
      termId: world.other.termId,
      rows: [row({ registerNo: 'R-2' })],
    })
    expect((await refusal(elsewhere)).code).toBe('NOT_FOUND')
  })

  test('two concurrent imports assign everybody once', async () => {
    const rows = [row({ registerNo: 'R-2' }), row({ registerNo: 'R-3' })]
    const counts = await Promise.all([upload(rows), upload(rows.toReversed()), upload(rows)])
    expect(counts.toSorted((one, other) => one - other)).toEqual([0, 0, 2])
  })
})
