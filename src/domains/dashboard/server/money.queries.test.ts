import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { refusal } from '#tests/refusals.ts'
import { addTestFees, aPayment, type TestFees } from '#tests/world/fees.ts'
import { addFeeCategory, addFees, addTerm, assignFees, enrol } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { addTermWithSection, type TermWithSection } from '#tests/world/yearEnd.ts'
import type { Call } from '#platform/command.ts'
import type { Database } from '#platform/database/connect.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { sumMoney } from '#shared/money.ts'
import { addExpense, addExpenseCategory, listExpenses } from '#domains/expenses/server/expenses.commands.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { addConcessionKind } from '#domains/fees/server/concessionKinds.commands.ts'
import { giveConcessions, listConcessions } from '#domains/fees/server/concessions.commands.ts'
import { giveDiscount } from '#domains/fees/server/discounts.commands.ts'
import { listEntries } from '#domains/fees/server/entries.queries.ts'
import { collectPayment } from '#domains/fees/server/payments.commands.ts'
import { listPending } from '#domains/fees/server/pending.queries.ts'
import { giveBack } from '#domains/fees/server/refunds.commands.ts'
import { listRefunds } from '#domains/fees/server/refunds.queries.ts'
import { setStudentDisabled } from '#domains/students/server/students.commands.ts'
import { addFeeSums, sumExpected } from '../dashboard.rules.ts'
import { viewFeesChart } from './dashboard.queries.ts'
import { moneyDocument } from './moneyDocument.ts'
import { listStudentMoney, viewMoney } from './money.queries.ts'

let world: TestWorld
let fees: TestFees
let before: TermWithSection
const today = schoolDay(new Date())

/** Returns a call whose reads are not shared with other calls. */
async function unsharedCall(who: Who): Promise<Call> {
  const call = await world.call(who)
  return { ...call, database: Object.create(call.database) as Database }
}

const money = async (who: Who = 'admin', termId = world.own.termId) =>
  viewMoney(await unsharedCall(who), world.own.id, { termId })
const students = async (more: Record<string, unknown> = {}, who: Who = 'admin') =>
  listStudentMoney(await world.call(who), world.own.id, { termId: world.own.termId, ...more })
const pending = async (more: Record<string, unknown>, who: Who = 'admin') =>
  (await listPending(await world.call(who), world.own.id, { termId: world.own.termId, ...more } as never)).pending

async function versioned(termId: number, studentId: number, feeIds: readonly number[]) {
  const account = await viewFeeAccount(await world.call('admin'), world.own.id, { termId, studentId })
  return account.fees.filter(({ id }) => feeIds.includes(id)).map(({ id, version }) => ({ feeId: id, version }))
}

async function pay(studentId: number, feeId: number, amount: number, more: { termId?: number } & Record<string, unknown> = {}) {
  const { own } = world
  const seen = await versioned(more.termId ?? own.termId, studentId, [feeId])
  return collectPayment(await world.call('admin'), own.id, aPayment(own, seen, amount, { studentId, ...more }))
}

/** A term with payments, a concession, a discount, a refund and expenses; a term before it with two payments. */
beforeAll(async () => {
  world = await testWorld()
  const { own } = world
  fees = await addTestFees(world, own)
  await addTestFees(world, world.other)
  const admin = await world.call('admin')

  await pay(own.student7A, fees.tuitionApr, 150_000)
  await pay(own.student8A, fees.tuitionApr, 40_001)
  await pay(own.student8A, fees.donation, 1_100)
  await pay(own.student7A, fees.library, 30_000, { mode: 'CHEQUE', chequeNo: '004512' })
  await giveDiscount(admin, own.id, {
    key: randomUUID(),
    termId: own.termId,
    studentId: own.student8A,
    amount: 25_000,
    comment: 'sister',
    fees: await versioned(own.termId, own.student8A, [fees.tuitionMay]),
  })
  const kind = await addConcessionKind(admin, own.id, {
    name: 'Staff child',
    share: null,
    amount: 20_000,
    categoryNames: null,
    forSiblings: false,
    needsDocument: false,
  })
  await giveConcessions(admin, own.id, {
    key: randomUUID(),
    termId: own.termId,
    studentIds: [own.student7A],
    kindId: kind.id,
    share: null,
    amount: 20_000,
    feeCategoryIds: null,
    feeIds: [fees.tuitionMay],
    startsOn: '2020-01-01',
    endsOn: null,
    reason: 'works here',
  })
  await giveBack(admin, own.id, {
    key: randomUUID(),
    termId: own.termId,
    studentId: own.student8A,
    fees: await versioned(own.termId, own.student8A, [fees.tuitionApr]),
    amount: 10_001,
    mode: 'CASH',
    reason: 'paid twice',
    refundedOn: today,
    askAgain: false,
  })
  for (const [name, amount] of [
    ['Salaries', 50_000],
    ['Chalk', 1_250],
  ] as const) {
    const category = await addExpenseCategory(admin, own.id, { name })
    await addExpense(admin, own.id, { key: randomUUID(), termId: own.termId, categoryId: category.id, amount, paidOn: today })
  }

  before = await addTermWithSection(world, own, { name: '2025-26', past: true }, '7')
  await enrol(world, before, before.sectionId, [{ studentId: own.student7A }])
  const earlier = { ...own, termId: before.termId }
  const category = await addFeeCategory(world, earlier, { name: 'Tuition Fees' })
  const [apr = 0, may = 0] = await addFees(world, earlier, category, [
    { name: 'Tuition', amount: 100_000, month: 'APR' },
    { name: 'Tuition', amount: 100_000, month: 'MAY' },
  ])
  await assignFees(world, earlier, category, [own.student7A])
  await pay(own.student7A, apr, 60_000, { termId: before.termId })
  await pay(own.student7A, may, 70_000, { termId: before.termId })
  // The first was paid a year ago; the second today, with a receipt of the term before.
  await asOwner(
    world.ownerUrl,
    `update payments set collected_on = $2 where school_id = $1 and term_id = $3 and amount = 60000`,
    [own.id, addDays(today, -366), before.termId],
  )
  await asOwner(
    world.ownerUrl,
    `update collected_lines set collected_on = $2 where school_id = $1 and term_id = $3 and amount = 60000`,
    [own.id, addDays(today, -366), before.termId],
  )
})

afterAll(() => world.close())

test('the figures of a term are those of the chart, and months, classes and students agree to the paisa', async () => {
  const { own } = world
  const { now, months, classes, expenses } = await money()
  expect(now).toMatchObject({
    collected: 191_101,
    clearing: 30_000,
    refunded: 10_001,
    spent: 51_250,
    fees: { paid: 181_100, clearing: 30_000, discount: 25_000, concession: 20_000, writtenOff: 10_001 },
  })
  const chart = await viewFeesChart(await unsharedCall('admin'), own.id, { termId: own.termId })
  expect(addFeeSums(months)).toEqual(addFeeSums(chart.months))
  expect(now.fees).toEqual(addFeeSums(months))
  expect(addFeeSums(classes)).toEqual(now.fees)
  expect(classes.map(({ className }) => className)).toEqual(['7', '8'])
  expect((await students()).sums).toEqual(now.fees)
  expect(months.map(({ month }) => month)).toEqual(['APR', 'MAY', null])
  for (const { month, ...row } of months) {
    const listed = await students(month === null ? { oneTime: true } : { month })
    expect(addFeeSums([row])).toEqual(listed.sums)
    expect(addFeeSums(listed.rows)).toEqual(listed.sums)
  }
  for (const { classId, ...row } of classes) expect(addFeeSums([row])).toEqual((await students({ classId })).sums)
  expect(expenses?.categories.map(({ categoryName, spent }) => [categoryName, spent])).toEqual([
    ['Chalk', 1_250],
    ['Salaries', 50_000],
  ])
})

test('each figure has the same sum as the list it opens', async () => {
  const { own } = world
  const { id: schoolId, termId } = own
  const admin = await world.call('admin')
  const { now, months, classes, expenses } = await money()
  expect(await listEntries(admin, schoolId, { termId })).toMatchObject({ collected: now.collected, clearing: now.clearing })
  expect((await listRefunds(admin, schoolId, { termId })).amount).toBe(now.refunded)
  const given = await listConcessions(admin, schoolId, { termId })
  expect(sumMoney(given.map(({ taken }) => taken))).toBe(now.fees.concession)
  expect(await pending({ terms: 'TERM', due: 'OVERDUE' })).toBe(now.fees.overdue)
  expect(await pending({ terms: 'TERM' })).toBe(now.fees.pending)
  for (const { month, ...row } of months) {
    const of = month === null ? { oneTime: true } : { month }
    expect(await pending({ terms: 'TERM', ...of })).toBe(row.pending)
    expect(await pending({ terms: 'TERM', ...of, due: 'OVERDUE' })).toBe(row.overdue)
  }
  for (const { classId, ...row } of classes) {
    expect(await pending({ terms: 'TERM', classId })).toBe(row.pending)
    expect(await pending({ terms: 'TERM', classId, due: 'OVERDUE' })).toBe(row.overdue)
  }
  if (!expenses) throw new Error('An ADMIN of the whole school sees expenses.')
  const spent = await listExpenses(admin, schoolId, { termId, start: expenses.from, end: expenses.to })
  expect(spent.total).toBe(now.spent)
})

test('the term before stands beside it with what was there by the same day', async () => {
  const page = await money()
  expect(page.before).toMatchObject({ termName: '2025-26', collected: 60_000, refunded: 0, spent: 0 })
  expect(page.before?.fees).toMatchObject({ paid: 60_000, pending: 140_000, overdue: 140_000 })
  expect(page.months.map(({ month, before: { paid } }) => [month, paid])).toEqual([
    ['APR', 60_000],
    ['MAY', 0],
    [null, 0],
  ])
  expect(addFeeSums(page.classes.map((row) => row.before))).toEqual(page.before?.fees)
  // Shown itself, the term has all of its money, and nothing beside it.
  const own = await money('admin', before.termId)
  expect(own).toMatchObject({ before: null, now: { collected: 130_000, fees: { paid: 130_000, pending: 70_000 } } })
})

test('a term before without money does not stand beside', async () => {
  const empty = await addTerm(world, world.own, { name: '2024-25', past: true })
  expect((await money('admin', empty)).before).toMatchObject({ termName: '2025-26' })
  expect((await money()).before).toBeNull()
  await asOwner(world.ownerUrl, 'delete from terms where id = $1', [empty])
})

test('a disabled student owes nothing; what was paid counts', async () => {
  const admin = await world.call('admin')
  const { student8A, id } = world.own
  const enabled = (await money()).now.fees
  await setStudentDisabled(admin, id, { id: student8A, disabled: true })
  const { now, classes } = await money()
  expect(now.fees).toMatchObject({ paid: enabled.paid, discount: enabled.discount })
  expect(now.fees.pending).toBeLessThan(enabled.pending)
  expect(addFeeSums(classes)).toEqual(now.fees)
  expect(await pending({ terms: 'TERM' })).toBe(now.fees.pending)
  await setStudentDisabled(admin, id, { id: student8A, disabled: false })
})

test('a list of students is paged, sorted and searched, and sums all pages', async () => {
  const all = await students({ sort: 'PENDING', descending: true })
  expect(all.rows.map(({ pending: owed }) => owed)).toEqual(all.rows.map((row) => row.pending).toSorted((a, b) => b - a))
  const second = await students({ sort: 'PENDING', descending: true, page: 1, pageSize: 1 })
  expect(second).toEqual({ ...all, rows: all.rows.slice(1, 2) })
  expect((await students({ search: 'Rohan' })).rows.map(({ name }) => name)).toEqual(['Rohan Patil'])
  expect(await students({ page: 9 })).toEqual({ rows: [], total: 2, sums: all.sums })
  expect(sumExpected(all.sums)).toBe(sumMoney(all.rows.map(sumExpected)))
})

test('an ADMIN of some classes sees these, and no expenses; FEES and others see nothing', async () => {
  const limited = await money('limitedAdmin')
  expect(limited.classes.map(({ className }) => className)).toEqual(['7'])
  expect(addFeeSums(limited.classes)).toEqual(limited.now.fees)
  expect(limited.now).toMatchObject({ collected: 150_000, refunded: 0, spent: null })
  expect(limited.expenses).toBeNull()
  expect((await students({}, 'limitedAdmin')).sums).toEqual(limited.now.fees)
  expect(await pending({ terms: 'TERM' }, 'limitedAdmin')).toBe(limited.now.fees.pending)
  for (const who of ['fees', 'teacher', 'attendant', 'student'] as const) {
    expect(await refusal(money(who))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await refusal(students({}, who))).toMatchObject({ code: 'FORBIDDEN' })
  }
})

test("another school's term does not exist, and its students are not listed", async () => {
  const { other } = world
  expect(await refusal(money('admin', other.termId))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await students({ termId: other.termId })).toMatchObject({ rows: [], total: 0 })
})

test('the PDF has the figures, and is refused like the page', async () => {
  const { id, termId } = world.own
  const { body, fileName } = await moneyDocument.make(await unsharedCall('admin'), id, { termId })
  expect(fileName).toBe(`money-2026-27-${today}`)
  for (const text of ['₹1,911.01', '₹1,811.00', 'Fees by class', 'Salaries', '2025-26 up to']) expect(body).toContain(text)
  expect(await refusal(moneyDocument.make(await unsharedCall('fees'), id, { termId }))).toMatchObject({ code: 'FORBIDDEN' })
})
