import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { patience } from '#tests/database.ts'
import { addTestFees, aPayment, paidBy, type TestFees } from '#tests/world/fees.ts'
import { addBankAccount, nameTermAfterToday } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { asOwner } from '#tests/asOwner.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { checkData } from '#platform/dataChecks.ts'
import { addDays, schoolDay, showDay } from '#shared/dates.ts'
import type { Denomination, NoteCounts } from '../cashier.rules.ts'
import { viewCounterDay, viewFeeAccount } from './account.queries.ts'
import { closeDay, reopenDay } from './cashier.commands.ts'
import { listCashiers, listOpenDays, viewCashierDay, viewClosing } from './cashier.queries.ts'
import { collectPayment, deletePayment } from './payments.commands.ts'
import { settleCheque } from './cheques.commands.ts'

let world: TestWorld
let fees: TestFees
const today = schoolDay(new Date())
const daysAgo = (days: number) => addDays(today, -days)

// Closings cannot be removed, so each test has a world of its own.
beforeEach(async () => {
  await world?.close()
  world = await testWorld()
  await nameTermAfterToday(world, world.own)
  fees = await addTestFees(world, world.own)
})

afterAll(() => world.close())

async function pay(amount: number, more: Record<string, unknown> = {}, who: Who = 'fees', studentId = world.own.student7A) {
  const call = await world.call(who)
  const account = await viewFeeAccount(call, world.own.id, { termId: world.own.termId, studentId })
  const seen = account.fees.filter((fee) => fee.id === fees.donation).map((fee) => ({ feeId: fee.id, version: fee.version }))
  return collectPayment(call, world.own.id, aPayment(world.own, seen, amount, { studentId, ...more }))
}

const viewDay = async (day = today, who: Who = 'fees', clerk?: string) =>
  viewCashierDay(await world.call(who), world.own.id, { day, ...(clerk ? { clerk } : {}) })

const noteFields = (notes: NoteCounts) =>
  Object.fromEntries([500, 200, 100, 50, 20, 10, 5, 2, 1].map((value) => [`n${value}`, notes[value as Denomination] ?? 0]))

interface Counted {
  notes?: NoteCounts
  deposit?: NoteCounts
  reason?: string
  [field: string]: unknown
}

async function close(day: string, { notes = {}, deposit = {}, ...more }: Counted = {}, who: Who = 'fees') {
  const clerk = more.clerk as string | undefined
  const { version } = await viewDay(day, who, clerk)
  return closeDay(await world.call(who), world.own.id, {
    key: randomUUID(),
    day,
    version,
    notes: noteFields(notes),
    deposit: noteFields(deposit),
    bankAccountId: null,
    reason: '',
    ...more,
  })
}

const reopen = async (id: number, who: Who = 'admin') =>
  reopenDay(await world.call(who), world.own.id, { key: randomUUID(), id, reason: 'a receipt was forgotten' })

const remove = async (id: number) =>
  deletePayment(await world.call('admin'), world.own.id, { key: randomUUID(), id, reason: 'wrong child' })

async function expectHealthy() {
  expect((await checkData(world.database)).findings).toEqual([])
}

test('a day is closed with what was counted, and its paper says it all', async () => {
  const account = await addBankAccount(world, world.own, { name: 'Main' })
  await pay(200_000)
  await pay(50_050)
  const upi = await pay(30_000, paidBy('UPI'))
  const cheque = await pay(40_000, { ...paidBy('CHEQUE'), bankName: 'Bank of Baroda' })
  const postDated = await pay(70_000, { mode: 'CHEQUE', chequeNo: '004599', instrumentOn: addDays(today, 20) })
  await pay(99_900, {}, 'admin')

  expect(await viewDay()).toMatchObject({
    closed: false,
    opening: 0,
    cashIn: 250_050,
    expected: 250_050,
    modes: [
      { mode: 'CASH', amount: 250_050, receipts: 2 },
      { mode: 'UPI', amount: 30_000, receipts: 1 },
      { mode: 'CHEQUE', amount: 110_000, receipts: 2 },
    ],
    openBefore: [],
    closings: [],
  })
  const closing = await close(today, {
    notes: { 500: 4, 200: 2, 100: 1 },
    deposit: { 500: 4 },
    bankAccountId: account,
    reason: '50 paise short',
  })
  expect(closing).toMatchObject({
    clerkName: 'fees of Own School',
    closedByName: 'fees of Own School',
    day: today,
    openingCash: 0,
    cashIn: 250_050,
    cashOut: 0,
    expectedCash: 250_050,
    countedCash: 250_000,
    difference: -50,
    reason: '50 paise short',
    notes: { 500: 4, 200: 2, 100: 1 },
    depositNotes: { 500: 4 },
    depositedCash: 200_000,
    carriedCash: 50_000,
    bankAccount: expect.stringMatching(/^Main, /),
    depositCheques: [{ paymentId: cheque.id, reference: '004512', bankName: 'Bank of Baroda', amount: 40_000 }],
    isLast: true,
    reopened: null,
  })
  expect(closing.receipts.map(({ paymentId }) => paymentId)).toEqual(expect.arrayContaining([upi.id, postDated.id]))
  expect(closing.receipts).toHaveLength(5)
  expect((await auditRows(world)).at(-1)).toEqual({ role: 'FEES', action: 'cashier.closeDay', rowIds: [closing.id], fields: [] })
  await expectHealthy()
})

test('a closed day takes no more of that clerk’s money, in words, backdated money too; others go on', async () => {
  await pay(10_000, { collectedOn: daysAgo(3) })
  await close(daysAgo(3), { notes: { 100: 1 } })
  await pay(20_000, { collectedOn: daysAgo(1) })
  await close(daysAgo(1), { notes: { 100: 3 } })
  for (const day of [daysAgo(1), daysAgo(2), daysAgo(3)]) {
    const refused = await refusal(pay(5_000, { collectedOn: day }))
    expect(refused).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'collectedOn' }] })
    expect(refused.message).toContain(`Your ${showDay(day)} is closed`)
    await refusal(pay(5_000, { ...paidBy('UPI'), collectedOn: day }))
  }
  // What is booked before the first closing is counted in no drawer: an admin types old books in.
  for (const mode of ['CASH', 'UPI'] as const)
    expect(await refusal(pay(5_000, { ...paidBy(mode), collectedOn: daysAgo(4) }))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'collectedOn', message: expect.stringContaining('counted in no drawer') }],
    })
  await pay(5_000, { collectedOn: daysAgo(4) }, 'admin')
  await pay(5_000)
  await pay(5_000, { collectedOn: daysAgo(1) }, 'admin')
  await expectHealthy()
})

test('a clerk who has closed no day books nothing before the first day that the school has closed', async () => {
  await pay(10_000, { collectedOn: daysAgo(3) }, 'admin')
  await pay(5_000, { collectedOn: daysAgo(4) })
  await close(daysAgo(3), { notes: { 100: 1 } }, 'admin')
  expect(await refusal(pay(5_000, { collectedOn: daysAgo(4) }))).toMatchObject({ problems: [{ path: 'collectedOn' }] })
  await pay(5_000, { collectedOn: daysAgo(3) })
  await expectHealthy()
})

test('a payment that is sent again after the closing gets the answer of the first', async () => {
  const key = randomUUID()
  const account = await viewFeeAccount(await world.call('fees'), world.own.id, {
    termId: world.own.termId,
    studentId: world.own.student7A,
  })
  const seen = account.fees.filter((fee) => fee.id === fees.donation).map((fee) => ({ feeId: fee.id, version: fee.version }))
  const input = aPayment(world.own, seen, 10_000, { key })
  const first = await collectPayment(await world.call('fees'), world.own.id, input)
  await close(today, { notes: { 100: 1 } })
  expect((await collectPayment(await world.call('fees'), world.own.id, input)).id).toBe(first.id)
})

test('cash is carried on, days are closed in order, and the counter names the first that is open', async () => {
  await pay(30_000, { collectedOn: daysAgo(2) })
  // A school that has closed no day is told nothing.
  const counter = async () => viewCounterDay(await world.call('fees'), world.own.id, {})
  expect(await counter()).toMatchObject({ closed: false, openDay: null })
  await close(daysAgo(2), { notes: { 100: 3 }, deposit: { 100: 2 } })
  await pay(20_000, { collectedOn: daysAgo(1) })
  await pay(5_000)
  expect(await counter()).toMatchObject({ closed: false, openDay: daysAgo(1) })
  expect(await refusal(close(today, { notes: { 50: 7 } }))).toMatchObject({
    code: 'CONFLICT',
    message: `Close ${showDay(daysAgo(1))} first: days are closed in order.`,
  })
  expect(await close(daysAgo(1), { notes: { 100: 3 } })).toMatchObject({ openingCash: 10_000, expectedCash: 30_000 })
  expect(await close(today, { notes: { 100: 3, 50: 1 } })).toMatchObject({ openingCash: 30_000, expectedCash: 35_000 })
  expect(await counter()).toMatchObject({ closed: true, openDay: null })
  expect(await refusal(close(today))).toMatchObject({ code: 'CONFLICT', message: `${showDay(today)} is closed already.` })
  expect(await refusal(close(daysAgo(9)))).toMatchObject({ code: 'CONFLICT' })
  await expectHealthy()
})

test('bad counts are refused at their fields, and nothing is stored', async () => {
  await addBankAccount(world, world.own, { name: 'Main' })
  await pay(50_000)
  const refused = async (counted: Counted) => (await refusal(close(today, counted))).problems
  expect(await refused({ notes: { 500: -1 } })).toEqual([{ path: 'notes.n500', message: 'A whole number, such as 12' }])
  expect(await refused({ notes: { 500: 1.5 } })).toEqual([{ path: 'notes.n500', message: 'A whole number, such as 12' }])
  expect(await refused({ notes: { 500: 1 }, deposit: { 500: 2 } })).toEqual([{ path: 'deposit.n500', message: 'Only 1 counted' }])
  expect(await refused({ notes: { 200: 2 } })).toEqual([
    { path: 'reason', message: 'Say why the counted cash differs from the expected' },
  ])
  expect(await refused({ notes: { 500: 1 }, deposit: { 500: 1 } })).toEqual([
    { path: 'bankAccountId', message: 'Choose the account for the deposit' },
  ])
  expect((await refusal(close(addDays(today, 1)))).problems[0]?.path).toBe('day')
  expect((await viewDay()).closings).toEqual([])
})

test('money that came after the count is not closed unseen', async () => {
  await pay(50_000)
  const { version } = await viewDay()
  await pay(20_000)
  expect(await refusal(close(today, { notes: { 500: 1 }, version }))).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('₹700.00 should be in the drawer now'),
  })
})

test('a repeated key closes once', async () => {
  await pay(50_000)
  const { version } = await viewDay()
  const input = {
    key: randomUUID(),
    day: today,
    version,
    notes: noteFields({ 500: 1 }),
    deposit: noteFields({}),
    bankAccountId: null,
    reason: '',
  }
  const call = await world.call('fees')
  const first = await closeDay(call, world.own.id, input)
  expect((await closeDay(call, world.own.id, input)).id).toBe(first.id)
})

test('an admin opens the last day again, with a reason; the first closing stays, and the second counts', async () => {
  await pay(50_000, { collectedOn: daysAgo(1) })
  const early = await close(daysAgo(1), { notes: { 500: 1 } })
  await pay(10_000)
  const first = await close(today, { notes: { 500: 1, 100: 1 } })
  expect(await refusal(reopen(early.id))).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining(`${showDay(today)} was closed after ${showDay(daysAgo(1))}`),
  })
  expect(await refusal(reopen(first.id, 'fees'))).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusal(reopen(first.id, 'limitedAdmin'))).toMatchObject({ code: 'FORBIDDEN' })
  expect(
    await refusal(reopenDay(await world.call('admin'), world.own.id, { key: randomUUID(), id: first.id, reason: ' ' })),
  ).toMatchObject({ problems: [{ path: 'reason', message: 'Reason is required' }] })
  expect(await reopen(first.id)).toMatchObject({
    isLast: false,
    reopened: { byName: 'admin of Own School', reason: 'a receipt was forgotten' },
  })
  expect((await auditRows(world)).at(-1)).toEqual({
    role: 'ADMIN',
    action: 'cashier.reopenDay',
    rowIds: [first.id],
    fields: ['reopenedAt'],
  })
  expect(await refusal(reopen(first.id))).toMatchObject({ code: 'CONFLICT' })
  await pay(20_000)
  const second = await close(today, { notes: { 500: 1, 100: 3 } })
  expect(second).toMatchObject({ openingCash: 50_000, cashIn: 30_000 })
  expect((await viewDay()).closings.map(({ id }) => id)).toEqual([second.id, first.id])
  await expectHealthy()
  // Down to the first: the school then closes no days any more.
  await reopen(second.id)
  await reopen(early.id)
  expect(await viewDay(daysAgo(1))).toMatchObject({ closed: false, opening: 0 })
  expect(await listOpenDays(await world.call('admin'), world.own.id, {})).toEqual([])
  await expectHealthy()
})

test('a receipt of a closed day is deleted: its paper stays, and the cash goes from the next closing, once', async () => {
  const wrong = await pay(30_000, { collectedOn: daysAgo(1) })
  const byUpi = await pay(40_000, { ...paidBy('UPI'), collectedOn: daysAgo(1) })
  const first = await close(daysAgo(1), { notes: { 100: 3 } })
  await remove(wrong.id)
  await remove(byUpi.id)
  expect(await viewClosing(await world.call('fees'), world.own.id, { id: first.id })).toMatchObject({
    cashIn: 30_000,
    deletedSince: [{ amount: 30_000, deletedByName: 'admin of Own School', reason: 'wrong child' }, { amount: 40_000 }],
  })
  // Taken again for the right child, on today: the drawer still holds the same notes.
  await pay(30_000, {}, 'fees', world.own.student8A)
  expect(await viewDay()).toMatchObject({ opening: 30_000, cashIn: 30_000, cashOut: 30_000, expected: 30_000 })
  const second = await close(today, { notes: { 100: 3 } })
  expect(second).toMatchObject({ outflows: [{ amount: 30_000, collectedOn: daysAgo(1), paymentId: wrong.id }] })
  await expectHealthy()
  await reopen(second.id)
  expect(await viewDay()).toMatchObject({ cashOut: 30_000 })
  await reopen(first.id)
  // Its own day has not counted it any more.
  expect(await viewDay(daysAgo(1))).toMatchObject({ cashIn: 0, cashOut: 0 })
  await close(daysAgo(1))
  expect(await viewDay()).toMatchObject({ opening: 0, cashIn: 30_000, cashOut: 0 })
  await expectHealthy()
})

test('a cheque clears or fails after its day was closed', async () => {
  const cheque = await pay(30_000, paidBy('CHEQUE'))
  const failed = await pay(10_000, paidBy('CHEQUE'))
  await close(today)
  for (const [id, outcome] of [
    [cheque.id, 'CLEARED'],
    [failed.id, 'FAILED'],
  ])
    await settleCheque(await world.call('fees'), world.own.id, { key: randomUUID(), id, outcome })
  await expectHealthy()
})

test('a post-dated cheque goes to the bank with the closing of the day on which it comes due', async () => {
  const { id } = await pay(30_000, { ...paidBy('CHEQUE'), collectedOn: daysAgo(5), instrumentOn: daysAgo(1) })
  expect(await close(daysAgo(5))).toMatchObject({ depositCheques: [] })
  expect(await viewDay()).toMatchObject({ depositCheques: [{ paymentId: id }] })
  await close(today)
})

test('the head sees each clerk of a day, and the days that are not closed; an admin closes for a clerk who left', async () => {
  await pay(50_000, { collectedOn: daysAgo(3) })
  await pay(60_000, { collectedOn: daysAgo(1) })
  await pay(10_000, { ...paidBy('CHEQUE'), collectedOn: daysAgo(1) }, 'admin')
  await close(daysAgo(1), {}, 'admin')
  const head = await world.call('admin')
  expect(await listOpenDays(head, world.own.id, {})).toMatchObject([{ clerkName: 'fees of Own School', day: daysAgo(1) }])
  expect(await listCashiers(head, world.own.id, { day: daysAgo(1) })).toMatchObject([
    { clerkName: 'admin of Own School', closed: true, clearing: 10_000, closing: { difference: 0 } },
    { clerkName: 'fees of Own School', closed: false, collected: 60_000, cash: 60_000, receipts: 1, closing: null },
  ])
  const clerk = world.own.subjects.fees ?? ''
  expect(await refusal(close(daysAgo(1), { notes: { 500: 1, 100: 1 }, clerk }, 'limitedAdmin'))).toMatchObject({
    code: 'FORBIDDEN',
  })
  expect(await refusal(viewDay(daysAgo(1), 'fees', world.own.subjects.admin))).toMatchObject({ code: 'FORBIDDEN' })
  const closing = await close(daysAgo(1), { notes: { 500: 1, 100: 1 }, clerk }, 'admin')
  expect(closing).toMatchObject({ clerkName: 'fees of Own School', closedByName: 'admin of Own School', expectedCash: 60_000 })
  expect(await listOpenDays(head, world.own.id, {})).toEqual([])
  expect(await refusal(viewClosing(await world.call('admin', world.other), world.other.id, { id: closing.id }))).toMatchObject({
    code: 'NOT_FOUND',
  })
  await expectHealthy()
})

test('the checks find money of a closed day that its closing does not know, other sums, and a drawer that says otherwise', async () => {
  await pay(50_000)
  const { id } = await close(today, { notes: { 500: 1 } })
  await asOwner(world.ownerUrl, `update day_closings set receipts = jsonb_set(receipts, '{0,paymentId}', '0') where id = $1`, [
    id,
  ])
  expect((await checkData(world.database)).findings.map(({ check }) => check)).toEqual(['drawers-count-cash-once'])
  await asOwner(
    world.ownerUrl,
    `with emptied as (update day_closings set receipts = '[]', closed_at = closed_at - interval '1 hour' where id = $1 returning drawer_id)
    update cash_drawers set closed_until = closed_until + 1 from emptied where cash_drawers.id = emptied.drawer_id`,
    [id],
  )
  expect((await checkData(world.database)).findings.map(({ check }) => check)).toEqual([
    'closed-days-take-no-money',
    'closings-equal-their-parts',
    'closings-follow-each-other',
  ])
})

test('closing while money is taken, 50 times: what is taken is in the closing or refused', {
  timeout: patience(300_000),
}, async () => {
  for (let round = 0; round < 50; round++) {
    const day = daysAgo(60 - round)
    // In every other round the drawer has had no money yet.
    if (round % 2) await pay(100, { collectedOn: day }, 'admin')
    const { version } = await viewDay(day, 'admin')
    const [paid, closed] = await Promise.allSettled([
      pay(200, { collectedOn: day }, 'admin'),
      close(day, { version, reason: 'not counted' }, 'admin'),
    ])
    const closings = (await viewDay(day, 'admin')).closings
    if (closed.status === 'rejected') {
      expect(paid.status).toBe('fulfilled')
      expect(closed.reason).toMatchObject({ code: 'CONFLICT' })
      await close(day, { reason: 'not counted' }, 'admin')
    } else {
      expect(closings[0]?.receipts.length).toBe(paid.status === 'fulfilled' ? (round % 2) + 1 : round % 2)
      if (paid.status === 'rejected') expect(paid.reason).toMatchObject({ code: 'BAD_INPUT' })
    }
  }
  await expectHealthy()
})

test('two payments at once on a new day, and two first closings at once, 50 times', {
  timeout: patience(300_000),
}, async () => {
  for (let round = 0; round < 50; round++) {
    const day = daysAgo(60 - round)
    const both = await Promise.all([pay(100, { collectedOn: day }), pay(100, { collectedOn: day }, 'fees', world.own.student8A)])
    expect(both).toHaveLength(2)
    const { version, receipts } = await viewDay(day)
    expect(receipts).toHaveLength(2)
    const counted = { version, notes: { 2: round + 1 } }
    const closed = await Promise.allSettled([close(day, counted), close(day, counted)])
    expect(closed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  }
  await expectHealthy()
})
