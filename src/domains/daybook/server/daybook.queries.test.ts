import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTestFees, aPayment, type TestFees } from '#tests/world/fees.ts'
import { addBankAccount, addTerm, nameTermAfterToday } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import type { Database } from '#platform/database/connect.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { subtractMoney, sumMoney } from '#shared/money.ts'
import { viewCollected } from '#domains/dashboard/server/dashboard.queries.ts'
import { viewToday } from '#domains/dashboard/server/today.queries.ts'
import { addExpense, addExpenseCategory, deleteExpense } from '#domains/expenses/server/expenses.commands.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { settleCheque } from '#domains/fees/server/cheques.commands.ts'
import { updateFeeCategory } from '#domains/fees/server/feeCategories.commands.ts'
import { giveDiscount } from '#domains/fees/server/discounts.commands.ts'
import { listEntries } from '#domains/fees/server/entries.queries.ts'
import { collectPayment, deletePayment } from '#domains/fees/server/payments.commands.ts'
import { formatReceiptNumber } from '#domains/fees/receipts.rules.ts'
import { sumByMode } from '../daybook.rules.ts'
import { viewDayBook } from './daybook.queries.ts'

let world: TestWorld
let fees: TestFees
let categoryId: number
const today = schoolDay(new Date())
const yesterday = addDays(today, -1)

let termName: string

beforeAll(async () => {
  world = await testWorld()
  termName = await nameTermAfterToday(world, world.own)
  fees = await addTestFees(world, world.own)
  await addTestFees(world, world.other)
  categoryId = (await addExpenseCategory(await world.call('fees'), world.own.id, { name: 'Stationery' })).id
})

afterAll(() => world.close())

const book = async (day: string, who: Who = 'fees', termId = world.own.termId) =>
  viewDayBook(await world.call(who), world.own.id, { termId, day })

async function seen(studentId: number, feeId: number) {
  const account = await viewFeeAccount(await world.call('fees'), world.own.id, { termId: world.own.termId, studentId })
  return account.fees.filter((fee) => fee.id === feeId).map((fee) => ({ feeId, version: fee.version }))
}

async function pay(feeId: number, amount: number, more: Record<string, unknown> = {}, who: Who = 'fees') {
  const studentId = world.own.student7A
  const input = aPayment(world.own, await seen(studentId, feeId), amount, { studentId, ...more })
  return collectPayment(await world.call(who), world.own.id, input)
}

const spend = async (amount: number, paidOn: string) =>
  addExpense(await world.call('fees'), world.own.id, {
    key: randomUUID(),
    termId: world.own.termId,
    categoryId,
    amount,
    paidOn,
    comment: '',
  })

test('the page of a day: opening, sums by clerk, mode and account, cheques, expenses, memo, closing', async () => {
  const { id: schoolId, termId } = world.own
  const early = await pay(fees.library, 10_000, { collectedOn: yesterday })
  await spend(4_001, yesterday)
  const cash = await pay(fees.tuitionApr, 100_050)
  await pay(fees.donation, 501, { mode: 'UPI', txnId: 'T1' }, 'admin')
  const cheque = await pay(fees.tuitionMay, 20_000, { mode: 'CHEQUE', chequeNo: '004512' })
  const failed = await pay(fees.tuitionMay, 30_000, { mode: 'CHEQUE', chequeNo: '004513', collectedOn: yesterday })
  await settleCheque(await world.call('admin'), schoolId, { key: randomUUID(), id: failed.id, outcome: 'FAILED' })
  const wrong = await pay(fees.library, 5_000)
  await deletePayment(await world.call('admin'), schoolId, { key: randomUUID(), id: wrong.id, reason: 'wrong child' })
  await giveDiscount(await world.call('fees'), schoolId, {
    key: randomUUID(),
    termId,
    studentId: world.own.student7A,
    amount: 1_500,
    comment: 'sister',
    fees: await seen(world.own.student7A, fees.tuitionMay),
  })
  await spend(2_050, today)
  await spend(1_000, today)

  const none = sumByMode([])
  expect(await book(today)).toMatchObject({
    day: today,
    opening: 5_999,
    collected: 100_551,
    spent: 3_050,
    closing: 103_500,
    // Receipts 1 and 5 of the year are booked on yesterday, receipt 6 was deleted.
    receipts: 3,
    receiptNumbers: `${formatReceiptNumber(cash)}–4, 6`,
    clerks: [
      { name: 'admin of Own School', ...none, UPI: 501, total: 501 },
      { name: 'fees of Own School', ...none, CASH: 100_050, total: 100_050 },
    ],
    accounts: [{ name: 'No account', ...none, CASH: 100_050, UPI: 501, total: 100_551 }],
    all: { ...none, CASH: 100_050, UPI: 501, total: 100_551 },
    expenses: [{ categoryName: 'Stationery', spent: 3_050, expenses: 2 }],
    outstanding: { count: 1, amount: 20_000 },
    toDeposit: [{ id: cheque.id, chequeNo: '004512', amount: 20_000, studentName: 'Asha Patil', sectionName: '7-A' }],
    settled: [{ id: failed.id, state: 'FAILED', collectedOn: yesterday, settledByName: 'admin of Own School' }],
    deleted: [{ id: wrong.id, deletedByName: 'admin of Own School', deleteReason: 'wrong child' }],
    late: [
      { id: early.id, collectedOn: yesterday, amount: 10_000, mode: 'CASH', otherTerm: null },
      { id: failed.id, collectedOn: yesterday, amount: 30_000, state: 'FAILED' },
    ],
    lateCount: 2,
    lateExpenses: [{ categoryName: 'Stationery', amount: 4_001, paidOn: yesterday, createdByName: 'fees of Own School' }],
    lateExpenseCount: 1,
    deletedExpenses: [],
    discounts: { count: 1, amount: 1_500 },
    writeOffs: { count: 0, amount: 0 },
    otherTerms: [],
  })
  expect(await book(yesterday)).toMatchObject({
    opening: 0,
    collected: 10_000,
    spent: 4_001,
    closing: 5_999,
    receipts: 1,
    toDeposit: [],
    settled: [],
    deleted: [],
    discounts: { count: 0, amount: 0 },
    late: [],
    lateCount: 0,
    lateExpenses: [],
    lateExpenseCount: 0,
    deletedExpenses: [],
    receiptNumbers: `${formatReceiptNumber(early)}, 5`,
  })

  // A payment deleted later is also listed on its own day, so that the change is found on both pages.
  await deletePayment(await world.call('admin'), schoolId, { key: randomUUID(), id: failed.id, reason: 'entered twice' })
  expect((await book(yesterday)).deleted).toMatchObject([{ id: failed.id }])
  expect(new Set((await book(today)).deleted.map(({ id }) => id))).toEqual(new Set([failed.id, wrong.id]))
})

test('a deleted expense is listed on the day of its deletion and on its own day', async () => {
  const { id } = await spend(7_000, yesterday)
  const before = await book(yesterday)
  await deleteExpense(await world.call('admin'), world.own.id, { key: randomUUID(), id })
  const after = await book(yesterday)
  expect(subtractMoney(before.spent, after.spent)).toBe(7_000)
  const named = { id, amount: 7_000, paidOn: yesterday, deletedByName: 'admin of Own School', otherTerm: null }
  expect(after.deletedExpenses).toMatchObject([named])
  expect((await book(today)).deletedExpenses).toMatchObject([named])
  expect((await book(addDays(today, -2))).deletedExpenses).toEqual([])
})

test('money stays with the bank account its category had on the day', async () => {
  const { id: schoolId } = world.own
  const accounts = [
    await addBankAccount(world, world.own, { name: 'Old Account' }),
    await addBankAccount(world, world.own, { name: 'New Account' }),
  ]
  const give = async (bankAccountId: number) =>
    updateFeeCategory(await world.call('admin'), schoolId, { id: fees.category, name: 'Tuition Fees', bankAccountId })
  const day = addDays(today, -9)
  const taken = async () => (await book(day)).accounts.map(({ name, total }) => [name, total])
  await pay(fees.donation, 300, { collectedOn: day })
  for (const [place, id] of accounts.entries()) {
    await give(id)
    await pay(fees.donation, 100 + place, { collectedOn: day })
  }
  expect(await taken()).toEqual([
    ['New Account', 101],
    ['Old Account', 100],
    ['No account', 300],
  ])
  // A line stores its bank account, and the database role cannot change it.
  const rewrite = world.database.transaction(schoolId, (db) =>
    db.updateTable('collectedLines').set({ bankAccountId: null }).where('schoolId', '=', schoolId).execute(),
  )
  await expect(rewrite).rejects.toThrow('permission denied')
})

test('the list of late entries is cut off and has its full count', async () => {
  const day = addDays(today, -20)
  for (let count = 0; count < 60; count += 1) await spend(100, day)
  const { lateExpenses, lateExpenseCount } = await book(today)
  expect(lateExpenses).toHaveLength(50)
  expect(lateExpenseCount).toBeGreaterThanOrEqual(60)
})

test('money collected and spent in another term on the day is a memo', async () => {
  const termId = await addTerm(world, world.own, { name: 'Another' })
  const bounced = await pay(fees.tuitionMay, 1_000, { mode: 'CHEQUE', chequeNo: '004599' })
  await settleCheque(await world.call('admin'), world.own.id, { key: randomUUID(), id: bounced.id, outcome: 'FAILED' })
  const here = await book(today)
  expect(await book(today, 'admin', termId)).toMatchObject({
    opening: 0,
    collected: 0,
    spent: 0,
    closing: 0,
    receipts: 0,
    receiptNumbers: '',
    otherTerms: [{ termName, collected: here.collected, cash: here.all.CASH, spent: here.spent }],
    accounts: [],
  })
  // A change of arrears today is listed on the pages of both terms.
  const there = await book(today, 'admin', termId)
  for (const list of ['toDeposit', 'settled', 'deleted', 'late', 'lateExpenses', 'deletedExpenses'] as const) {
    expect(here[list].length, list).toBeGreaterThan(0)
    expect(here[list].map(({ otherTerm }) => otherTerm)).toEqual(here[list].map(() => null))
    expect(there[list]).toEqual(here[list].map((row) => ({ ...row, otherTerm: termName })))
  }
})

test('is for those who take money for the whole school, and for past days', async () => {
  for (const who of ['limitedAdmin', 'teacher', 'attendant', 'student'] as const)
    expect(await refusal(book(today, who))).toMatchObject({ code: 'FORBIDDEN' })
  const foreign = viewDayBook(await world.call('admin', world.other), world.own.id, { termId: world.own.termId, day: today })
  expect(await refusal(foreign)).toMatchObject({ code: 'NOT_FOUND' })
  for (const termId of [world.other.termId, 999_999])
    expect(await refusal(book(today, 'fees', termId))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await refusal(book(addDays(today, 1)))).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'day' }] })
  expect(await refusal(book('2026-02-30'))).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'day' }] })
})

test('dashboard, entries and day book agree to the paisa on each day, and each closing is the next opening', {
  timeout: 300_000,
}, async () => {
  const { id: schoolId, termId, student7A, student8A } = world.own
  const action = fc.record({
    what: fc.constantFrom('CASH', 'UPI', 'CHEQUE', 'CHEQUE', 'CLEARED', 'FAILED', 'delete', 'spend', 'take back'),
    studentId: fc.constantFrom(student7A, student8A),
    ago: fc.integer({ min: 0, max: 3 }),
    amount: fc.integer({ min: 1, max: 10_000_000 }),
    which: fc.nat(50),
  })
  const spent: number[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 12 }), async (actions) => {
      const [clerk, admin] = [await world.call('fees'), await world.call('admin')]
      for (const { what, studentId, ago, amount, which } of actions) {
        const { rows } = await listEntries(admin, schoolId, { termId, pageSize: 1000 })
        const nth = <T>(some: readonly T[]) => some[which % (some.length || 1)]
        const key = randomUUID()
        if (what === 'spend') spent.push((await spend(amount, addDays(today, -ago))).id)
        else if (what === 'take back') {
          const id = spent.pop()
          if (id !== undefined) await deleteExpense(admin, schoolId, { key, id })
        } else if (what === 'delete') {
          const payment = nth(rows)
          if (payment) await deletePayment(admin, schoolId, { key, id: payment.id, reason: 'entered twice' })
        } else if (what === 'CLEARED' || what === 'FAILED') {
          const cheque = nth(rows.filter((row) => row.state === 'CLEARING'))
          if (cheque) await settleCheque(clerk, schoolId, { key, id: cheque.id, outcome: what })
        } else {
          const more = { studentId, mode: what, chequeNo: '004512', txnId: 'T', collectedOn: addDays(today, -ago) }
          const input = aPayment(world.own, await seen(studentId, fees.donation), amount, more)
          await collectPayment(which % 2 ? clerk : admin, schoolId, input)
        }
      }
      const days = [3, 2, 1, 0].map((ago) => addDays(today, -ago))
      const pages = await Promise.all(days.map((day) => book(day)))
      for (const page of pages) {
        const { day } = page
        const entries = await listEntries(admin, schoolId, { termId, from: day, to: day })
        expect(page.collected).toBe(entries.collected)
        expect(page.receipts).toBe(entries.receipts)
        expect(sumMoney(page.toDeposit.map((cheque) => cheque.amount))).toBe(entries.clearing)
        for (const rows of [page.clerks, page.accounts]) expect(sumMoney(rows.map((row) => row.total))).toBe(page.collected)
        expect(page.closing).toBe(subtractMoney(sumMoney([page.opening, page.collected]), page.spent))
      }
      pages.slice(1).forEach((page, index) => expect(page.opening).toBe(pages[index]?.closing))
      const fresh = { ...clerk, database: Object.create(clerk.database) as Database }
      const { cards } = await viewCollected(fresh, schoolId, {})
      const { cheques } = await viewToday(clerk, schoolId, {})
      expect(cards.find((card) => card.name === 'TODAY')?.collected).toBe(pages[3]?.collected)
      expect(cards.find((card) => card.name === 'YESTERDAY')?.collected).toBe(pages[2]?.collected)
      for (const { name, span, collected } of cards) {
        const entries = await listEntries(admin, schoolId, { termId, ...span })
        expect(entries.collected, name).toBe(collected)
      }
      expect(cheques).toEqual(pages[3]?.outstanding)
    }),
    { numRuns: 15 },
  )
})
