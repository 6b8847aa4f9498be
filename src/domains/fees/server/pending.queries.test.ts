import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { addTestFees, aPayment, type TestFees } from '#tests/world/fees.ts'
import { addFeeCategory, addFees, addStudents, assignFees, enrol } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { addTermWithSection } from '#tests/world/yearEnd.ts'
import { refusal } from '#tests/refusals.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { sumMoney } from '#shared/money.ts'
import { viewFeesChart } from '#domains/dashboard/server/dashboard.queries.ts'
import { setStudentDisabled } from '#domains/students/server/students.commands.ts'
import { viewFeeAccount } from './account.queries.ts'
import { settleCheque } from './cheques.commands.ts'
import { giveDiscount } from './discounts.commands.ts'
import { collectPayment } from './payments.commands.ts'
import { ageingGroups } from '../pending.rules.ts'
import { listPending, listPendingBySection } from './pending.queries.ts'

let world: TestWorld
let fees: TestFees

beforeAll(async () => {
  world = await testWorld()
  fees = await addTestFees(world, world.own)
  await addTestFees(world, world.other)
})

afterAll(() => world.close())

/** What a list says where nothing is overdue. */
const nothingOverdue = ageingGroups.map((group) => ({ group, pending: 0, students: 0 }))

/** Nothing is shared with an earlier read: these tests change rows as no command does. */
async function listAnew(who: Who, input: Record<string, unknown>) {
  const call = await world.call(who)
  return listPending({ ...call, database: Object.create(call.database) as typeof call.database }, world.own.id, input)
}
const list = (input: Record<string, unknown> = {}, who: Who = 'fees') => listAnew(who, { termId: world.own.termId, ...input })
const sections = async (input: Record<string, unknown> = {}, who: Who = 'fees') =>
  listPendingBySection(await world.call(who), world.own.id, { termId: world.own.termId, ...input })

const account = async (studentId: number) =>
  viewFeeAccount(await world.call('fees'), world.own.id, { termId: world.own.termId, studentId })

async function seen(studentId: number, feeIds: readonly number[]) {
  const { fees: all } = await account(studentId)
  return all.filter((fee) => feeIds.includes(fee.id)).map((fee) => ({ feeId: fee.id, version: fee.version }))
}

async function pay(studentId: number, feeIds: readonly number[], amount: number, more: Record<string, unknown> = {}) {
  const input = aPayment(world.own, await seen(studentId, feeIds), amount, { studentId, ...more })
  return collectPayment(await world.call('fees'), world.own.id, input)
}

test('lists a student with pending and clearing sums and months while something is pending', async () => {
  const { student7A, student8A, section7A, section8A, class8 } = world.own
  expect(await list()).toMatchObject({
    total: 2,
    pending: 660_000,
    clearing: 0,
    rows: [
      {
        studentId: student7A,
        name: 'Asha Patil',
        sectionName: '7-A',
        roll: '1',
        pending: 330_000,
        months: ['APR', 'MAY'],
        oneTime: true,
      },
      { studentId: student8A, name: 'Rohan Patil', sectionName: '8-A', roll: '1', pending: 330_000, disabled: false },
    ],
  })

  await pay(student7A, [fees.tuitionApr], 150_000)
  await pay(student7A, [fees.tuitionMay], 50_000, { mode: 'CHEQUE', chequeNo: '004512' })
  await pay(student7A, [fees.donation], 99_900)
  expect((await list()).rows[0]).toMatchObject({ pending: 130_000, clearing: 50_000, months: ['MAY'], oneTime: true })

  expect(await list({ month: 'APR' })).toMatchObject({
    total: 1,
    pending: 150_000,
    rows: [{ studentId: student8A, months: ['APR'], oneTime: false }],
  })
  expect(await list({ month: 'MAY', upTo: true })).toMatchObject({ total: 2, pending: 400_000, clearing: 50_000 })
  expect(await list({ month: 'MAY' })).toMatchObject({ total: 2, pending: 250_000 })
  expect(await list({ oneTime: true })).toMatchObject({ total: 2, pending: 60_000, rows: [{ months: [], oneTime: true }, {}] })
  expect(await list({ classId: class8 })).toMatchObject({ total: 1, pending: 330_000, rows: [{ studentId: student8A }] })
  expect(await list({ sectionId: section7A })).toMatchObject({ total: 1, clearing: 50_000, rows: [{ studentId: student7A }] })
  expect(await list({ search: 'rohan' })).toMatchObject({ total: 1, rows: [{ studentId: student8A }] })
  expect((await list({ search: 'रोहन पाटील' })).rows).toMatchObject([{ studentId: student8A }])
  expect(await list({ search: 'nobody' })).toEqual({ rows: [], total: 0, pending: 0, clearing: 0, ageing: nothingOverdue })
  expect((await list({ sort: 'PENDING', descending: true })).rows.map((row) => row.studentId)).toEqual([student8A, student7A])
  expect(await list({ page: 1, pageSize: 1 })).toMatchObject({ total: 2, pending: 460_000, rows: [{ studentId: student8A }] })
  expect(await list({ page: 9 })).toMatchObject({ total: 2, rows: [] })

  expect(await sections()).toEqual([
    {
      sectionId: section7A,
      sectionName: '7-A',
      cells: expect.arrayContaining([
        expect.objectContaining({ month: 'MAY', pending: 100_000 }),
        expect.objectContaining({ month: null, pending: 30_000 }),
      ]),
    },
    {
      sectionId: section8A,
      sectionName: '8-A',
      cells: expect.arrayContaining([expect.objectContaining({ month: 'APR', pending: 150_000 })]),
    },
  ])
})

test('an ADMIN limited to classes sees these classes; other schools and other roles see nothing', async () => {
  const { student7A, class8, section8A } = world.own
  expect((await list({}, 'limitedAdmin')).rows.map((row) => row.studentId)).toEqual([student7A])
  expect(await list({ classId: class8 }, 'limitedAdmin')).toMatchObject({ total: 0, pending: 0 })
  expect(await list({ search: 'rohan' }, 'limitedAdmin')).toMatchObject({ total: 0 })
  expect(await sections({ sectionId: section8A }, 'limitedAdmin')).toEqual([])
  expect(await list({ termId: world.other.termId })).toMatchObject({ total: 0, pending: 0 })
  expect(await refusal(list({}, 'teacher'))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusal(list({ month: 'XYZ' }))).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'month' }] })
  const foreign = listPending(await world.call('fees', world.other), world.own.id, { termId: world.own.termId })
  expect(await refusal(foreign)).toMatchObject({ code: 'NOT_FOUND' })
})

test('the pages share their order and sums, which follow every change in the school', async () => {
  const { student7A, student8A, id, termId } = world.own
  const page = async (nth: number) => listPending(await world.call('fees'), id, { termId, page: nth, pageSize: 1 })
  const before = await page(0)
  expect(await page(1)).toMatchObject({ total: 2, pending: before.pending, rows: [{ studentId: student8A }] })
  await asOwner(world.ownerUrl, 'update students set disabled = true where id = $1', [student8A])
  expect(await page(1)).toMatchObject({ total: 1, rows: [] })
  await asOwner(world.ownerUrl, 'update students set disabled = false where id = $1', [student8A])

  await pay(student7A, [fees.tuitionMay], 10_000)
  expect(await page(0)).toMatchObject({
    pending: before.pending - 10_000,
    rows: [{ studentId: student7A, pending: before.rows[0]!.pending - 10_000 }],
  })
  await setStudentDisabled(await world.call('admin'), id, { id: student8A, disabled: true })
  expect(await page(1)).toMatchObject({ total: 1, rows: [] })
  await setStudentDisabled(await world.call('admin'), id, { id: student8A, disabled: false })
  expect((await page(1)).rows).toMatchObject([{ studentId: student8A }])
})

test('lists disabled students only when they are included', async () => {
  const { student8A, id } = world.own
  const before = await list()
  await setStudentDisabled(await world.call('admin'), id, { id: student8A, disabled: true })
  expect((await list()).rows.map((row) => row.studentId)).not.toContain(student8A)
  expect((await list({ search: 'rohan' })).total).toBe(0)
  expect(await sections()).toHaveLength(1)
  expect(await list({ disabledToo: true })).toMatchObject({ total: before.total, pending: before.pending })
  expect((await list({ disabledToo: true, search: 'rohan' })).rows).toMatchObject([{ studentId: student8A, disabled: true }])
  await setStudentDisabled(await world.call('admin'), id, { id: student8A, disabled: false })
})

test('an erased student never has pending fees, whatever is added to the categories later', async () => {
  const { student8A } = world.own
  const before = await list({ disabledToo: true })
  const set = (erased: string) =>
    asOwner(world.ownerUrl, `update students set disabled = ${erased !== 'null'}, erased_at = ${erased} where id = $1`, [
      student8A,
    ])
  await set('now()')
  expect((await list({ disabledToo: true })).total).toBe(before.total - 1)
  expect((await list({ disabledToo: true, search: 'rohan' })).total).toBe(0)
  expect(await sections({ disabledToo: true })).toHaveLength(1)
  await set('null')
  expect((await list({ disabledToo: true })).total).toBe(before.total)
})

test('list, sections and chart equal the accounts to the paisa, whatever happens', { timeout: 300_000 }, async () => {
  const { student7A, student8A, id: schoolId, termId } = world.own
  const fixed = [fees.tuitionApr, fees.tuitionMay, fees.library]
  const action = fc.record({
    what: fc.constantFrom('CASH', 'CHEQUE', 'DISCOUNT', 'CLEARED', 'FAILED'),
    studentId: fc.constantFrom(student7A, student8A),
    amount: fc.integer({ min: 1, max: 40_000 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 8 }), async (actions) => {
      const call = await world.call('fees')
      for (const { what, studentId, amount } of actions) {
        const { total, payments, fees: rows } = await account(studentId)
        const clearing = payments.find((payment) => payment.state === 'CLEARING')
        if (what === 'CLEARED' || what === 'FAILED') {
          if (clearing) await settleCheque(call, schoolId, { key: randomUUID(), id: clearing.id, outcome: what })
        } else if (amount > total.pending) continue
        else if (what === 'DISCOUNT')
          await giveDiscount(call, schoolId, {
            key: randomUUID(),
            termId,
            studentId,
            amount,
            fees: await seen(
              studentId,
              rows.filter(({ pending }) => pending > 0).map(({ id }) => id),
            ),
            comment: 'sister',
          })
        else await pay(studentId, fixed, amount, { mode: what, chequeNo: '004512' })
      }
      const accounts = await Promise.all([account(student7A), account(student8A)])
      const pending = sumMoney(accounts.map(({ total }) => total.pending))
      const all = await list()
      const byStudent = Object.fromEntries(all.rows.map((row) => [row.studentId, row.pending]))
      expect(all.pending).toBe(pending)
      for (const { student, total } of accounts) expect(byStudent[student.id] ?? 0).toBe(total.pending)
      expect(sumMoney((await sections()).flatMap(({ cells }) => cells.map((cell) => cell.pending)))).toBe(pending)
      // The same, read student by student.
      expect((await list({ search: 'patil' })).pending).toBe(pending)
      const fresh = { ...call, database: Object.create(call.database) as typeof call.database }
      const { months } = await viewFeesChart(fresh, schoolId, { termId })
      expect(sumMoney(months.map((month) => month.pending))).toBe(pending)
    }),
    { numRuns: 10 },
  )
})

test('lists what the term’s students owe of this term, of earlier ones, or of all', async () => {
  const { own } = world
  const earlier = await addTermWithSection(world, own, { name: '2025-26', past: true }, '6')
  const later = await addTermWithSection(world, own, { name: '2027-28' }, '8')
  for (const place of [earlier, later]) {
    await enrol(world, place, place.sectionId, [{ studentId: own.student7A }])
    const category = await addFeeCategory(world, place, { name: 'Trips' })
    await addFees(world, place, category, [{ name: 'Trip', month: 'MAR', amount: 40_000 }])
    await assignFees(world, place, category, [own.student7A])
  }
  const before = await list()
  const ofAsha = (await account(own.student7A)).total.pending
  expect(await list({ terms: 'TERM' })).toEqual(before)
  const due = {
    studentId: own.student7A,
    sectionName: '7-A',
    pending: 40_000,
    months: [],
    oneTime: false,
    earlierTerms: ['2025-26'],
  }
  expect(await list({ terms: 'EARLIER' })).toMatchObject({ total: 1, pending: 40_000, rows: [due] })
  expect(await list({ terms: 'ALL' })).toMatchObject({ total: before.total, pending: before.pending + 40_000 })
  // The months are those of the shown term.
  expect((await list({ terms: 'ALL' })).rows[0]).toMatchObject({ earlierTerms: ['2025-26'], months: before.rows[0]!.months })
  // The statement for few students says the same as the one for the whole term.
  expect(await list({ terms: 'EARLIER', search: 'asha' })).toMatchObject({ total: 1, pending: 40_000, rows: [due] })
  expect(await list({ terms: 'ALL', search: 'asha' })).toMatchObject({ total: 1, pending: ofAsha + 40_000 })
  expect(await sections({ terms: 'EARLIER' })).toEqual([
    { sectionId: own.section7A, sectionName: '7-A', cells: [{ month: 'MAR', ageing: 'OVERDUE_OVER_90', pending: 40_000 }] },
  ])
  // From the next term, this term is an earlier one.
  const next = await list({ termId: later.termId, terms: 'EARLIER' })
  expect(next).toMatchObject({ total: 1, pending: ofAsha + 40_000 })

  // A cheque that clears, and money for both terms on one receipt.
  const { previousDues } = await account(own.student7A)
  const [old] = previousDues[0]!.fees
  await collectPayment(
    await world.call('fees'),
    own.id,
    aPayment(own, [{ feeId: old!.id, version: old!.version }], 10_000, { mode: 'CHEQUE', chequeNo: '004512' }),
  )
  expect(await list({ terms: 'EARLIER' })).toMatchObject({ pending: 30_000, clearing: 10_000, rows: [{ pending: 30_000 }] })
  expect(await list()).toEqual(before)
})

test('sums what is overdue by its age, the same for the whole term and for few students', async () => {
  const { own } = world
  const today = schoolDay(new Date())
  const place = await addTermWithSection(world, own, { name: '2026-27 ageing' }, '9')
  const [first = 0, second = 0] = await addStudents(world, place, place.sectionId, [{ name: 'Ira Shah' }, { name: 'Jay Shah' }])
  const category = await addFeeCategory(world, place, { name: 'Aged fees' })
  const ages = [-40, 0, 1, 30, 31, 60, 61, 90, 91, 400]
  await addFees(
    world,
    place,
    category,
    ages.map((age) => ({ name: `${age} days`, amount: 100 * 2 ** ages.indexOf(age), dueOn: addDays(today, -age) })),
  )
  await assignFees(world, place, category, [first, second])
  const of = (input: Record<string, unknown>) => listAnew('fees', { termId: place.termId, ...input })
  const sums = [
    [100 * (4 + 8) * 2, 2],
    [100 * (16 + 32) * 2, 2],
    [100 * (64 + 128) * 2, 2],
    [100 * (256 + 512) * 2, 2],
  ]
  for (const search of ['', 'shah']) {
    const overdue = await of({ due: 'OVERDUE', search })
    expect(overdue.ageing.map(({ pending, students }) => [pending, students])).toEqual(sums)
    expect(overdue).toMatchObject({ total: 2, pending: sumMoney(sums.map(([pending = 0]) => pending)) })
    expect(overdue.rows[0]).toMatchObject({ dueSince: addDays(today, -400) })
    for (const [index, group] of ageingGroups.entries())
      expect(await of({ due: group, search })).toMatchObject({ total: 2, pending: sums[index]?.[0] })
    expect((await of({ due: 'LATER', search })).pending).toBe(200)
    expect((await of({ search })).pending).toBe(100 * 1023 * 2)
  }
  const [section] = await listPendingBySection(await world.call('fees'), own.id, { termId: place.termId })
  const ofGroup = (group: string | null) =>
    sumMoney((section?.cells ?? []).filter((cell) => cell.ageing === group).map((cell) => cell.pending))
  expect(ageingGroups.map(ofGroup)).toEqual(sums.map(([pending]) => pending))
  expect(ofGroup(null)).toBe(100 * 3 * 2)
})
