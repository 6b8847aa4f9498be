import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { addTestFees, aPayment, type TestFees } from '#tests/world/fees.ts'
import { nameTermAfterToday } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import type { Call } from '#platform/command.ts'
import type { Database } from '#platform/database/connect.ts'
import { invalidateSchool } from '#platform/school.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { settleCheque } from '#domains/fees/server/cheques.commands.ts'
import { giveDiscount } from '#domains/fees/server/discounts.commands.ts'
import { collectPayment, deletePayment } from '#domains/fees/server/payments.commands.ts'
import { setStudentDisabled } from '#domains/students/server/students.commands.ts'
import { addTerm, setCurrentTerm } from '#domains/schools/server/terms.commands.ts'
import { sumExpected, type FeeSums } from '../dashboard.rules.ts'
import { viewCollected, viewFeesChart } from './dashboard.queries.ts'
import { viewToday } from './today.queries.ts'

let world: TestWorld
let fees: TestFees
const today = schoolDay(new Date())

beforeAll(async () => {
  world = await testWorld()
  await nameTermAfterToday(world, world.own)
  fees = await addTestFees(world, world.own)
  await addTestFees(world, world.other)
})

afterAll(() => world.close())

/** Returns a call whose reads are not shared with other calls. */
async function unsharedCall(who: Who): Promise<Call> {
  const call = await world.call(who)
  return { ...call, database: Object.create(call.database) as Database }
}

async function cards(who: Who = 'fees') {
  const { cards: cardList } = await viewCollected(await unsharedCall(who), world.own.id, {})
  const { cheques: toClear } = await viewToday(await world.call(who), world.own.id, {})
  return { ...Object.fromEntries(cardList.map((card) => [card.name, [card.collected, card.collectedBefore]])), toClear }
}

async function chart(who: Who = 'fees') {
  const { months } = await viewFeesChart(await unsharedCall(who), world.own.id, { termId: world.own.termId })
  return Object.fromEntries(months.map(({ month, ...sums }) => [month ?? 'once', sums]))
}

async function pay(studentId: number, feeId: number, amount: number, more: Record<string, unknown> = {}) {
  const call = await world.call('fees')
  const account = await viewFeeAccount(call, world.own.id, { termId: world.own.termId, studentId })
  const version = account.fees.find((fee) => fee.id === feeId)?.version ?? ''
  return collectPayment(call, world.own.id, aPayment(world.own, [{ feeId, version }], amount, { studentId, ...more }))
}

const sums = (amounts: Partial<FeeSums>): FeeSums => ({
  paid: 0,
  clearing: 0,
  discount: 0,
  concession: 0,
  writtenOff: 0,
  pending: 0,
  // All of them were due in the past.
  overdue: amounts.pending ?? 0,
  ...amounts,
})

test('the cards and the chart include payments, cheques, discounts and deletions at once', async () => {
  const { student7A, student8A, id: schoolId, termId } = world.own
  expect(await cards()).toEqual({
    TODAY: [0, 0],
    YESTERDAY: [0, 0],
    WEEK: [0, 0],
    MONTH: [0, 0],
    toClear: { count: 0, amount: 0 },
  })
  expect(await chart()).toEqual({
    APR: sums({ pending: 300_000 }),
    MAY: sums({ pending: 300_000 }),
    once: sums({ pending: 60_000 }),
  })

  await pay(student7A, fees.tuitionApr, 150_000)
  await pay(student8A, fees.tuitionApr, 40_001)
  await pay(student8A, fees.donation, 1_100)
  await pay(student8A, fees.tuitionApr, 9_999, { collectedOn: addDays(today, -1) })
  const cheque = await pay(student7A, fees.tuitionMay, 150_000, { mode: 'CHEQUE', chequeNo: '004512' })
  const wrong = await pay(student8A, fees.library, 30_000)
  await deletePayment(await world.call('admin'), schoolId, { key: randomUUID(), id: wrong.id, reason: 'entered twice' })
  const account = await viewFeeAccount(await world.call('fees'), schoolId, { termId, studentId: student8A })
  await giveDiscount(await world.call('fees'), schoolId, {
    key: randomUUID(),
    termId,
    studentId: student8A,
    amount: 25_000,
    comment: 'sister',
    fees: account.fees.filter((fee) => fee.id === fees.tuitionMay).map((fee) => ({ feeId: fee.id, version: fee.version })),
  })

  expect(await cards()).toMatchObject({
    TODAY: [191_101, 9_999],
    YESTERDAY: [9_999, 0],
    toClear: { count: 1, amount: 150_000 },
  })
  const full = {
    APR: sums({ paid: 200_000, pending: 100_000 }),
    MAY: sums({ clearing: 150_000, discount: 25_000, pending: 125_000 }),
    once: sums({ paid: 1_100, pending: 60_000 }),
  }
  expect(await chart()).toEqual(full)
  expect(sumExpected(full.MAY)).toBe(300_000)

  // An ADMIN limited to class 7 sees what came from there.
  expect(await cards('limitedAdmin')).toMatchObject({ TODAY: [150_000, 0], toClear: { count: 1, amount: 150_000 } })
  expect(await chart('limitedAdmin')).toEqual({
    APR: sums({ paid: 150_000 }),
    MAY: sums({ clearing: 150_000 }),
    once: sums({ pending: 30_000 }),
  })

  await settleCheque(await world.call('fees'), schoolId, { key: randomUUID(), id: cheque.id, outcome: 'CLEARED' })
  expect(await cards()).toMatchObject({ TODAY: [341_101, 9_999], toClear: { count: 0, amount: 0 } })
  expect((await chart()).MAY).toEqual(sums({ paid: 150_000, discount: 25_000, pending: 125_000 }))

  // A disabled student's fees are no longer pending. Payments still count.
  await setStudentDisabled(await world.call('admin'), schoolId, { id: student8A, disabled: true })
  expect(await cards()).toMatchObject({ TODAY: [341_101, 9_999] })
  expect(await chart()).toEqual({
    APR: sums({ paid: 200_000 }),
    MAY: sums({ paid: 150_000, discount: 25_000 }),
    once: sums({ paid: 1_100, pending: 30_000 }),
  })
  await setStudentDisabled(await world.call('admin'), schoolId, { id: student8A, disabled: false })
})

test('what is due in the future is pending and not overdue', async () => {
  const setDueOn = (day: string | null) =>
    asOwner(world.ownerUrl, 'update fees set due_on = $2 where school_id = $1 and id = $3', [world.own.id, day, fees.library])
  const { once } = await chart()
  expect(once?.overdue).toBe(once?.pending)
  await setDueOn(addDays(today, 1))
  expect((await chart()).once).toEqual({ ...once, overdue: 0 })
  await setDueOn(today)
  expect((await chart()).once?.overdue).toBe(0)
  await setDueOn(addDays(today, -1))
  expect((await chart()).once).toEqual(once)
})

test('equal requests of several people are each authorized, and see money as soon as it is there', async () => {
  const { id: schoolId } = world.own
  const asked = async (who: Who) => viewCollected(await world.call(who), schoolId, {})
  const first = await asked('fees')
  for (const again of await Promise.all((['admin', 'fees', 'admin'] as const).map(asked))) expect(again).toEqual(first)
  expect(await refusal(asked('teacher'))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusal(viewCollected(await world.call('admin', world.other), schoolId, {}))).toMatchObject({
    code: 'NOT_FOUND',
  })
  const limited = await asked('limitedAdmin')
  await pay(world.own.student8A, fees.donation, 100)
  expect((await asked('fees')).cards[0]?.collected).toBe((first.cards[0]?.collected ?? 0) + 100)
  // A viewer limited to classes has sums of its own: the payment is of another class.
  expect(await asked('limitedAdmin')).toEqual(limited)
})

test("the dashboard's money is of the day, whichever term is current", async () => {
  const before = await cards('admin')
  const admin = await world.call('admin')
  const next = await addTerm(admin, world.own.id, { name: 'Another' })
  await setCurrentTerm(admin, world.own.id, { id: next.id })
  expect(await cards('admin')).toEqual(before)
  await setCurrentTerm(admin, world.own.id, { id: world.own.termId })
})

test("another school's term has no sums", async () => {
  expect((await viewFeesChart(await unsharedCall('admin'), world.own.id, { termId: world.other.termId })).months).toEqual([])
})

test('without the fees module there are cards and no chart', async () => {
  const { id: schoolId, termId } = world.own
  const setFeesModule = async (feesModule: boolean) => {
    await world.database.kysely.updateTable('schools').set({ feesModule }).where('id', '=', schoolId).execute()
    invalidateSchool(world.database, schoolId)
  }
  await setFeesModule(false)
  expect(await cards()).toHaveProperty('TODAY')
  expect(await refusal(viewFeesChart(await world.call('admin'), schoolId, { termId }))).toMatchObject({ code: 'DISABLED_MODULE' })
  await setFeesModule(true)
})
