import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { refusal } from '#tests/refusals.ts'
import { addFeeCategory, addFees, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { checkData } from '#platform/dataChecks.ts'
import { joiningMonths, type JoiningMonth } from '#shared/joiningMonth.ts'
import { updateSchool } from '#domains/schools/server/schools.commands.ts'
import { importStudents } from '#domains/students/server/importStudents.commands.ts'
import { addStudent, updateStudent } from '#domains/students/server/students.commands.ts'
import { schoolYearMonths } from '../months.ts'
import { viewFeeAccount } from './account.queries.ts'
import { assignFeeCategory, importFeeAssignments, viewAskedByMonths } from './assignments.commands.ts'
import { listFeeCategories, updateFeeCategory } from './feeCategories.commands.ts'
import { previewFeeMoves } from './feeRules.queries.ts'
import { listPending } from './pending.queries.ts'

/*
 * A term from April 2020. Class 7 pays ₹1,000 a month and ₹500 once, by rule; class 8 ₹1,200 a month. The bus, ₹310 a
 * month, is given by hand. Kiran comes on 20 August.
 */

let world: TestWorld
let tuition7: number
let tuition8: number
let bus: number
let rolls = 50

beforeAll(async () => {
  world = await testWorld()
  await setSchool(world, world.own, { onlineFees: false })
  await asOwner(world.ownerUrl, "update terms set starts_on = '2020-04-01' where id = $1", [world.own.termId])
})

beforeEach(async () => {
  const { own } = world
  const monthly = (amount: number) => schoolYearMonths.map((month) => ({ name: 'Tuition', month, amount }))
  tuition7 = await addFeeCategory(world, own, { name: 'Tuition 7' })
  tuition8 = await addFeeCategory(world, own, { name: 'Tuition 8' })
  bus = await addFeeCategory(world, own, { name: 'Bus' })
  await addFees(world, own, tuition7, [...monthly(100_000), { name: 'Admission', amount: 50_000 }])
  await addFees(world, own, tuition8, monthly(120_000))
  await addFees(world, own, bus, monthly(31_000))
  await setClasses(tuition7, [own.class7])
  await setClasses(tuition8, [own.class8])
})

const clean = `truncate student_fee_categories, fees, fee_categories, fee_category_classes, fee_category_exceptions, request_keys cascade`
afterEach(async () => {
  expect((await checkData(world.database)).findings).toEqual([])
  await asOwner(world.ownerUrl, clean)
  await setSchool(world, world.own, { joiningMonth: 'WHOLE' })
})

afterAll(() => world.close())

const admin = () => world.call('admin')

async function setClasses(id: number, classIds: number[]) {
  const categories = await listFeeCategories(await admin(), world.own.id, { termId: world.own.termId })
  const name = categories.find((category) => category.id === id)?.name ?? ''
  const form = { id, name, bankAccountId: null, scope: classIds.length > 0 ? 'CLASSES' : 'HAND', classIds, apply: null }
  await updateFeeCategory(await admin(), world.own.id, form)
}

const kiran = (more: object = {}) => ({
  termId: world.own.termId,
  name: 'Kiran More',
  phone: '9876543210',
  section: `${world.own.class7}:${world.own.section7A}`,
  roll: String((rolls += 1)),
  dateOfAdmission: '2020-08-20',
  addAnyway: true,
  ...more,
})

const admit = async (more: object = {}) => (await addStudent(await admin(), world.own.id, kiran(more))).id

const feesOf = async (studentId: number) =>
  (await viewFeeAccount(await admin(), world.own.id, { termId: world.own.termId, studentId })).fees
const askedOf = async (studentId: number) =>
  (await viewFeeAccount(await admin(), world.own.id, { termId: world.own.termId, studentId })).total.pending

describe('a child who joins on 20 August pays', () => {
  test.each([
    ['WHOLE', 8 * 100_000],
    ['HALF', 50_000 + 7 * 100_000],
    // 12 of 31 days.
    ['DAYS', 38_700 + 7 * 100_000],
    ['NEXT', 7 * 100_000],
  ] as [JoiningMonth, number][])('by the rule %s', async (rule, tuition) => {
    await setSchool(world, world.own, { joiningMonth: rule })
    const moves = [{ sectionId: world.own.section7A, joinedOn: '2020-08-20' }]
    const shown = await previewFeeMoves(await admin(), world.own.id, { termId: world.own.termId, moves })
    expect(shown).toMatchObject({ after: tuition + 50_000, joining: 1, joiningFrom: rule === 'NEXT' ? 'SEP' : 'AUG' })
    const id = await admit()
    expect(await askedOf(id)).toBe(shown.after)
    const months = (await feesOf(id)).flatMap(({ month }) => month ?? [])
    expect(months).toEqual(schoolYearMonths.slice(rule === 'NEXT' ? 5 : 4))
  })

  test('nothing of the months before: no list has it as pending or overdue', async () => {
    const id = await admit()
    const pending = await listPending(await admin(), world.own.id, { termId: world.own.termId, terms: 'TERM' })
    expect(pending.rows.find(({ studentId }) => studentId === id)).toMatchObject({
      pending: 850_000,
      months: expect.not.arrayContaining(['APR', 'MAY', 'JUN', 'JUL']),
    })
  })

  test('whatever is assigned: at admission, to a section, by a file, and in another class', async () => {
    const chosen = await admit({ feeCategoryIds: [String(bus)] })
    expect(await askedOf(chosen)).toBe(850_000 + 8 * 31_000)
    const later = await admit()
    await assignFeeCategory(await admin(), world.own.id, { feeCategoryId: bus, sectionIds: [world.own.section7A] })
    expect(await askedOf(later)).toBe(850_000 + 8 * 31_000)
    const byFile = await admit({ registerNo: 'J-1' })
    const row = { class: '', section: '', roll: '', registerNo: 'J-1', feeCategory: 'Bus' }
    await importFeeAssignments(await admin(), world.own.id, { termId: world.own.termId, rows: [row] })
    expect(await askedOf(byFile)).toBe(850_000 + 8 * 31_000)
    await updateStudent(await admin(), world.own.id, {
      id: later,
      ...kiran({ section: `${world.own.class8}:${world.own.section8A}` }),
    })
    expect(await askedOf(later)).toBe(8 * 120_000 + 8 * 31_000)
    // Who was there in April pays all of the bus.
    expect(await askedOf(world.own.student7A)).toBe(12 * 31_000)
  })

  test('imported with others, and shown before', async () => {
    const moves = [{ sectionId: world.own.section7A, joinedOn: '2020-08-20' }, { sectionId: world.own.section7A }]
    const shown = await previewFeeMoves(await admin(), world.own.id, { termId: world.own.termId, moves })
    expect(shown).toMatchObject({ after: 850_000 + 1_250_000, joining: 1, joiningFrom: null })
    const row = { class: '7', section: 'A', name: 'Late Comer', phone: '9812300001', registerNo: 'J-7' }
    await importStudents(await admin(), world.own.id, {
      key: randomUUID(),
      termId: world.own.termId,
      rows: [
        { ...row, roll: String((rolls += 1)), dateOfAdmission: '20/08/2020' },
        { ...row, name: 'Always There', registerNo: 'J-8', phone: '9812300002', roll: String((rolls += 1)), dateOfAdmission: '' },
      ],
    } as never)
    const ids = await asOwner<{ id: number }>(
      world.ownerUrl,
      `select id from students where register_no in ('J-7', 'J-8') order by register_no`,
    )
    expect([await askedOf(Number(ids[0]?.id)), await askedOf(Number(ids[1]?.id))]).toEqual([850_000, 1_250_000])
  })
})

test('a category that is to be given begins with the month of admission, in the form that shows it', async () => {
  const studentId = await admit()
  const view = { termId: world.own.termId, studentId, feeCategoryIds: [tuition7, bus], months: [] }
  expect(await viewAskedByMonths(await admin(), world.own.id, view)).toMatchObject([
    // It is paid already, and no months are said: all of them.
    { feeCategoryId: tuition7, asked: 1_250_000, months: null },
    { feeCategoryId: bus, asked: 8 * 31_000, months: schoolYearMonths.slice(4) },
  ])
  expect((await refusal(viewAskedByMonths(await admin(), world.own.id, { ...view, studentId: 999_999 }))).code).toBe('NOT_FOUND')
})

test('a category whose classes are changed later is paid from the month of admission on, too', async () => {
  await setClasses(tuition7, [])
  const id = await admit()
  expect(await askedOf(id)).toBe(0)
  await setClasses(tuition7, [world.own.class7])
  const categories = await listFeeCategories(await admin(), world.own.id, { termId: world.own.termId })
  expect(categories.find((category) => category.id === tuition7)?.studentCount).toBe(0)
  await updateFeeCategory(await admin(), world.own.id, {
    id: tuition7,
    name: 'Tuition 7',
    bankAccountId: null,
    scope: 'CLASSES',
    classIds: [world.own.class7],
    apply: { added: await countOf(world.own.class7), removed: 0 },
  })
  expect(await askedOf(id)).toBe(850_000)
})

async function countOf(classId: number): Promise<number> {
  const [row] = await asOwner<{ count: string }>(
    world.ownerUrl,
    'select count(*) as count from enrolments e join sections s on s.id = e.section_id where s.class_id = $1',
    [classId],
  )
  return Number(row?.count)
}

test('the school chooses its rule in the settings', async () => {
  for (const joiningMonth of joiningMonths)
    expect(await updateSchool(await admin(), world.own.id, { joiningMonth })).toMatchObject({ joiningMonth })
  expect((await refusal(updateSchool(await admin(), world.own.id, { joiningMonth: 'NEVER' } as never))).code).toBe('BAD_INPUT')
  expect((await refusal(updateSchool(await world.call('fees'), world.own.id, { joiningMonth: 'HALF' }))).code).toBe('FORBIDDEN')
})
