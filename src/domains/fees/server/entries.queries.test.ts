import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTestFees, aPayment, type TestFees } from '#tests/world/fees.ts'
import { nameTermAfterToday } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import { addTerm, setCurrentTerm } from '#domains/schools/server/terms.commands.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { sumMoney } from '#shared/money.ts'
import { formatReceiptNumber } from '../receipts.rules.ts'
import { viewCounterDay, viewFeeAccount } from './account.queries.ts'
import { settleCheque } from './cheques.commands.ts'
import {
  findReceipts,
  listCheques,
  listClerks,
  listCorrectors,
  listDeletedPayments,
  listEntries,
  listOwnReceipts,
} from './entries.queries.ts'
import { collectPayment, deletePayment } from './payments.commands.ts'

let world: TestWorld
let fees: TestFees
const today = schoolDay(new Date())
const yesterday = addDays(today, -1)
/** The payments of the term by their amounts, which are all different. */
const ids: Record<number, number> = {}

async function pay(amount: number, more: Record<string, unknown> = {}, who: Who = 'fees') {
  const studentId = (more.studentId as number | undefined) ?? world.own.student7A
  const { fees: rows } = await viewFeeAccount(await world.call('fees'), world.own.id, { termId: world.own.termId, studentId })
  const version = rows.find((row) => row.id === fees.donation)?.version ?? ''
  const payment = await collectPayment(
    await world.call(who),
    world.own.id,
    aPayment(world.own, [{ feeId: fees.donation, version }], amount, more),
  )
  ids[amount] = payment.id
  return payment
}

beforeAll(async () => {
  world = await testWorld()
  await nameTermAfterToday(world, world.own)
  fees = await addTestFees(world, world.own)
  await world.database.transaction(world.own.id, (db) =>
    db
      .updateTable('students')
      .set({ registerNo: 'R-77', phone: '9822012345' })
      .where('schoolId', '=', world.own.id)
      .where('id', '=', world.own.student8A)
      .execute(),
  )
  await pay(100)
  await pay(200, { mode: 'UPI', txnId: 'T4711' }, 'admin')
  await pay(400, { mode: 'CHEQUE', chequeNo: '004512' })
  await pay(800, { mode: 'CHEQUE', chequeNo: '004513' })
  await pay(1600, { studentId: world.own.student8A, collectedOn: yesterday })
  await pay(3200, { studentId: world.own.student8A })
  await pay(6400)
  const call = await world.call('admin')
  await settleCheque(call, world.own.id, { key: randomUUID(), id: ids[800], outcome: 'FAILED' })
  await deletePayment(call, world.own.id, { key: randomUUID(), id: ids[6400], reason: 'entered twice' })
})

afterAll(() => world.close())

const list = async (view: Record<string, unknown> = {}, who: Who = 'admin') =>
  listEntries(await world.call(who), world.own.id, { termId: world.own.termId, ...view })
const amounts = async (view: Record<string, unknown>, who: Who = 'admin') => (await list(view, who)).rows.map((row) => row.amount)

describe('the entries of a term', () => {
  test('are all payments that are not deleted, newest first; failed and clearing cheques are in no total', async () => {
    const { rows, ...sums } = await list()
    expect(rows.map((row) => row.amount)).toEqual([3200, 800, 400, 200, 100, 1600])
    expect(sums).toEqual({ total: 6, collected: 100 + 200 + 1600 + 3200, clearing: 400, receipts: 5, lastId: ids[3200] })
    expect(rows[0]?.lines).toMatchObject([{ feeName: 'Donation', month: null, amount: 3200, status: 'PAID' }])
  })

  test('have the same sum as the counter’s day', async () => {
    const { collected, clearing, receipts } = await list({ from: today, to: today })
    const day = await viewCounterDay(await world.call('fees'), world.own.id, {})
    expect({ collected, clearing, receipts }).toEqual({
      collected: day.collected,
      clearing: day.clearing,
      receipts: day.receipts,
    })
  })

  test.each<[string, Record<string, unknown>, number[]]>([
    ['a day', { from: yesterday, to: yesterday }, [1600]],
    ['from a day on', { from: today }, [3200, 800, 400, 200, 100]],
    ['up to a day', { to: yesterday }, [1600]],
    ['a mode', { mode: 'UPI' }, [200]],
    ['a state', { state: 'CLEARING' }, [400]],
    ['failed', { state: 'FAILED' }, [800]],
    ['a part of a name', { search: 'rohan' }, [3200, 1600]],
    ['a name in another script', { search: 'रोहन' }, [3200, 1600]],
    ['a name with a slip', { search: 'rohann patill' }, [3200, 1600]],
    ['a register no.', { search: 'r-77' }, [3200, 1600]],
    ['a phone', { search: '9822012345' }, [3200, 1600]],
    ['a cheque', { search: '004512' }, [400]],
    ['a transfer', { search: 'T4711' }, [200]],
    ['two words', { search: 'rohan 6' }, [3200]],
    ['a short word beside another', { search: 'ro patil' }, [3200, 1600]],
    ['signs that mean something to a pattern', { search: '%_%' }, []],
    ['nothing', { search: 'nobody here' }, []],
    ['sorted by amount', { sort: 'AMOUNT' }, [100, 200, 400, 800, 1600, 3200]],
    ['sorted by receipt', { sort: 'RECEIPT', descending: true }, [3200, 1600, 800, 400, 200, 100]],
    ['sorted by student', { sort: 'STUDENT', descending: true }, [3200, 1600, 800, 400, 200, 100]],
    ['sorted by section', { sort: 'SECTION' }, [100, 200, 400, 800, 1600, 3200]],
    ['sorted by day', { sort: 'DATE' }, [1600, 100, 200, 400, 800, 3200]],
    ['a page', { pageSize: 2, page: 1 }, [400, 200]],
  ])('can be filtered: %s', async (_, view, expected) => {
    expect(await amounts(view)).toEqual(expected)
    const { total, collected } = await list({ ...view, page: 0, pageSize: 100 })
    expect(total).toBe('pageSize' in view ? 6 : expected.length)
    if (!('pageSize' in view)) expect(collected).toBe(sumMoney(expected.filter((amount) => ![400, 800].includes(amount))))
  })

  test('can be filtered by receipt number, section and clerk', async () => {
    const { rows } = await list({ mode: 'UPI' })
    expect(await amounts({ search: formatReceiptNumber(rows[0]!) })).toEqual([200])
    expect(await amounts({ search: formatReceiptNumber({ ...rows[0]!, receiptPrefix: 'GV 1/' }) })).toEqual([200])
    expect(await amounts({ search: '2' })).toEqual([200])
    expect(await amounts({ sectionId: world.own.section8A })).toEqual([3200, 1600])
    expect(await amounts({ sectionId: world.own.section7B })).toEqual([])
    const clerks = await listClerks(await world.call('admin'), world.own.id, { termId: world.own.termId })
    expect(clerks.map((clerk) => clerk.name)).toEqual(['admin of Own School', 'fees of Own School'])
    expect(await amounts({ clerk: clerks[0]?.id })).toEqual([200])
  })

  test('can be paged while money comes in, up to the latest payment of the first page', async () => {
    const { lastId } = await list({ search: 'asha' })
    expect(lastId).toBe(ids[800])
    const { rows, ...sums } = await list({ upToId: ids[400], pageSize: 1 })
    expect(rows.map((row) => row.amount)).toEqual([400])
    expect(sums).toEqual({ total: 3, collected: 300, clearing: 400, receipts: 3, lastId: ids[400] })
    expect((await list({ search: 'nobody here' })).lastId).toBeNull()
  })

  test('of an ADMIN limited to classes are of these classes, their sums too', async () => {
    const { rows, ...sums } = await list({}, 'limitedAdmin')
    expect(rows.map((row) => row.amount)).toEqual([800, 400, 200, 100])
    expect(sums).toEqual({ total: 4, collected: 300, clearing: 400, receipts: 3, lastId: ids[800] })
    const clerks = await listClerks(await world.call('limitedAdmin'), world.own.id, { termId: world.own.termId })
    expect(clerks).toHaveLength(2)
  })

  test('are for the office; another school has none of them', async () => {
    for (const who of ['fees', 'teacher', 'attendant', 'student'] as const)
      expect((await refusal(list({}, who))).code).toBe('FORBIDDEN')
    expect((await refusal(list({}, 'anonymous'))).code).toBe('SIGNED_OUT')
    const foreign = await listEntries(await world.call('admin', world.other), world.other.id, { termId: world.own.termId })
    expect(foreign).toEqual({ rows: [], total: 0, collected: 0, clearing: 0, receipts: 0, lastId: null })
    expect((await refusal(listEntries(await world.call('admin'), world.other.id, { termId: 1 }))).code).toBe('NOT_FOUND')
  })

  test('an invalid filter is refused at its field', async () => {
    const { problems } = await refusal(list({ from: '2026-02-30', pageSize: 1001, clerk: 'me' }))
    expect(problems.map((problem) => problem.path)).toEqual(['from', 'clerk', 'pageSize'])
  })
})

describe('deleted payments', () => {
  const deleted = async (view: Record<string, unknown> = {}, who: Who = 'fees') =>
    listDeletedPayments(await world.call(who), world.own.id, { termId: world.own.termId, ...view })

  test('keep their number, with who, when and why', async () => {
    const { rows, ...sums } = await deleted()
    expect(rows).toMatchObject([
      { amount: 6400, deletedByName: 'admin of Own School', deleteReason: 'entered twice', receiptNo: 7 },
    ])
    expect(sums).toEqual({ total: 1, amount: 6400 })
    expect((await deleted({ from: today, to: today })).total).toBe(1)
    expect((await deleted({ to: yesterday })).total).toBe(0)
    expect((await deleted({ search: 'asha' })).total).toBe(1)
    expect((await deleted({ search: 'rohan' })).total).toBe(0)
  })

  test('are for those who take money, limited to their classes', async () => {
    expect((await deleted({}, 'limitedAdmin')).total).toBe(1)
    for (const who of ['teacher', 'attendant', 'student'] as const)
      expect((await refusal(deleted({}, who))).code).toBe('FORBIDDEN')
    await deletePayment(await world.call('admin'), world.own.id, { key: randomUUID(), id: ids[1600], reason: 'wrong child' })
    expect((await deleted()).rows.map((row) => row.amount)).toEqual([1600, 6400])
    expect((await deleted({ descending: false })).rows.map((row) => row.amount)).toEqual([6400, 1600])
    expect((await deleted({}, 'limitedAdmin')).rows.map((row) => row.amount)).toEqual([6400])
  })
})

test('everybody at the counter finds receipts by number, deleted ones too', async () => {
  const find = async (number: string, who: Who = 'fees') =>
    (await findReceipts(await world.call(who), world.own.id, { number })).map((row) => row.amount)
  expect(await find('7')).toEqual([6400])
  expect(await find('GV/2026-27/x')).toEqual([])
  expect(await find('asha')).toEqual([])
  expect(await find('5', 'admin')).toEqual([1600])
  expect(await find('5', 'limitedAdmin')).toEqual([])
  expect((await refusal(find('5', 'teacher'))).code).toBe('FORBIDDEN')
})

describe('the counter’s lists', () => {
  const own = async (who: Who) => (await listOwnReceipts(await world.call(who), world.own.id, {})).rows.map((row) => row.amount)

  test('a clerk sees the own receipts of today, also one booked for another day, and no colleague’s', async () => {
    await pay(12_800, { studentId: world.own.student8A, collectedOn: yesterday })
    expect(await own('fees')).toEqual([3200, 800, 400, 100, 12_800])
    expect(await own('admin')).toEqual([200])
    const { collected, receipts } = await listOwnReceipts(await world.call('fees'), world.own.id, {})
    expect({ collected, receipts }).toEqual({ collected: 100 + 3200 + 12_800, receipts: 4 })
    expect(await refusal(own('teacher'))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await refusal(listOwnReceipts(await world.call('fees'), world.other.id, {}))).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('lists who may correct a receipt: the admins of the whole school', async () => {
    expect(await listCorrectors(await world.call('fees'), world.own.id, {})).toEqual(['admin of Own School'])
    expect(await refusal(listCorrectors(await world.call('attendant'), world.own.id, {}))).toMatchObject({ code: 'FORBIDDEN' })
  })

  test('lists the cheques to clear, for a clerk too', async () => {
    const { rows, clearing } = await listCheques(await world.call('fees'), world.own.id, {})
    expect(rows.map((row) => row.amount)).toEqual([400])
    expect(clearing).toBe(400)
    expect(await refusal(listCheques(await world.call('student'), world.own.id, {}))).toMatchObject({ code: 'FORBIDDEN' })
  })

  test('the day total does not depend on the term', async () => {
    const call = await world.call('admin')
    const before = await viewCounterDay(call, world.own.id, {})
    const { id: next } = await addTerm(call, world.own.id, { name: '2030-31' })
    await setCurrentTerm(call, world.own.id, { id: next })
    expect(await viewCounterDay(call, world.own.id, {})).toEqual(before)
    expect((await listEntries(call, world.own.id, { termId: next })).rows).toEqual([])
    expect((await listEntries(call, world.own.id, { from: today, to: today })).collected).toBe(before.collected)
    await setCurrentTerm(call, world.own.id, { id: world.own.termId })
  })
})
