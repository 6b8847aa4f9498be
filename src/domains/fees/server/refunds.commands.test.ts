import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { patience } from '#tests/database.ts'
import { addTestFees, aPayment, type TestFees } from '#tests/world/fees.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { viewCollected } from '#domains/dashboard/server/dashboard.queries.ts'
import { viewDayBook } from '#domains/daybook/server/daybook.queries.ts'
import { checkData } from '#platform/dataChecks.ts'
import { addDays, schoolDay, showDay } from '#shared/dates.ts'
import { receiptYear } from '../receipts.rules.ts'
import { formatRefundNumber } from '../refunds.rules.ts'
import { viewFeeAccount } from './account.queries.ts'
import { settleCheque } from './cheques.commands.ts'
import { collectPayment, deletePayment } from './payments.commands.ts'
import { cancelRefund, giveBack } from './refunds.commands.ts'
import { listRefunds } from './refunds.queries.ts'
import { issueVoucher, viewVoucher } from './vouchers.commands.ts'

let world: TestWorld
let fees: TestFees
const today = schoolDay(new Date())

beforeAll(async () => {
  world = await testWorld()
  fees = await addTestFees(world, world.own)
  await addTestFees(world, world.other)
})

afterAll(() => world.close())

async function account(who: Who = 'fees', studentId = world.own.student7A) {
  return viewFeeAccount(await world.call(who), world.own.id, { termId: world.own.termId, studentId })
}

const row = async (feeId: number) => (await account()).fees.find((fee) => fee.id === feeId)!

async function see(...feeIds: number[]) {
  const { fees: rows } = await account()
  return feeIds.map((feeId) => ({ feeId, version: rows.find((fee) => fee.id === feeId)?.version ?? '' }))
}

async function pay(feeIds: number[], amount: number, more: Record<string, unknown> = {}) {
  return collectPayment(await world.call('admin'), world.own.id, aPayment(world.own, await see(...feeIds), amount, more))
}

/** Returns a refund in cash of today, to be changed by a test. */
async function aRefund(feeIds: number[], amount: number, more: Record<string, unknown> = {}) {
  return {
    key: randomUUID(),
    termId: world.own.termId,
    studentId: world.own.student7A,
    fees: await see(...feeIds),
    amount,
    mode: 'CASH',
    reason: 'leaves the school',
    refundedOn: today,
    askAgain: true,
    ...more,
  }
}

const give = async (feeIds: number[], amount: number, more: Record<string, unknown> = {}, who: Who = 'admin') =>
  giveBack(await world.call(who), world.own.id, await aRefund(feeIds, amount, more))
const cancel = async (id: number, who: Who = 'admin') =>
  cancelRefund(await world.call(who), world.own.id, { key: randomUUID(), id, reason: 'entered twice' })
const remove = async (id: number) =>
  deletePayment(await world.call('admin'), world.own.id, { key: randomUUID(), id, reason: 'entered twice' })

/** Each test starts with a clean account. */
beforeEach(async () => {
  const { refunds, payments } = await account('admin')
  for (const refund of refunds) if (!refund.cancelledAt) await cancel(refund.id)
  for (const payment of payments) await remove(payment.id)
})

describe('giving money back', () => {
  test('raises what is pending, from the last paid fee backwards, on a voucher with the next number', async () => {
    await pay([fees.library], 30_000)
    await pay([fees.tuitionApr], 150_000)
    const { rows: before } = await listRefunds(await world.call('fees'), world.own.id, { termId: world.own.termId })
    const refund = await give([fees.library, fees.tuitionApr], 160_000)
    expect(refund).toMatchObject({
      amount: 160_000,
      mode: 'CASH',
      reference: '',
      refundedOn: today,
      createdByName: 'admin of Own School',
      studentName: 'Asha Patil',
      sectionName: '7-A',
      refundYear: receiptYear(today),
      refundNo: before.length + 1,
      writtenOff: 0,
      lines: [
        { feeId: fees.tuitionApr, amount: 150_000 },
        { feeId: fees.library, amount: 10_000 },
      ],
    })
    expect(await row(fees.tuitionApr)).toMatchObject({ collected: 0, pending: 150_000, state: 'PENDING' })
    expect(await row(fees.library)).toMatchObject({ collected: 20_000, pending: 10_000, state: 'PART_PAID' })
    expect((await account()).refunds[0]).toMatchObject({ id: refund.id })
    expect((await auditRows(world)).at(-1)).toMatchObject({ role: 'ADMIN', action: 'refund.give', rowIds: [refund.id] })
  })

  test('writes the same amounts off where the fees are not asked for again; cancelling undoes both', async () => {
    await pay([fees.tuitionApr, fees.donation], 160_000)
    const refund = await give([fees.tuitionApr, fees.donation], 160_000, { askAgain: false })
    // A fee that is not fixed is never asked for.
    expect(refund).toMatchObject({ amount: 160_000, writtenOff: 150_000 })
    expect(await row(fees.tuitionApr)).toMatchObject({ collected: 0, writtenOff: 150_000, pending: 0, state: 'REFUND' })
    expect(await row(fees.donation)).toMatchObject({ collected: 0, pending: 0 })
    const cancelled = await cancel(refund.id)
    expect(cancelled).toMatchObject({ cancelledByName: 'admin of Own School', cancelReason: 'entered twice' })
    expect(await row(fees.tuitionApr)).toMatchObject({ collected: 150_000, writtenOff: 0, pending: 0, state: 'PAID' })
    expect(await row(fees.donation)).toMatchObject({ collected: 10_000 })
    expect(await refusal(cancel(refund.id))).toMatchObject({
      code: 'CONFLICT',
      message: 'This refund was cancelled by admin of Own School already.',
    })
  })

  test('stands in the day book, the dashboard and the list beside what was collected', async () => {
    const admin = await world.call('admin')
    const book = () => viewDayBook(admin, world.own.id, { termId: world.own.termId, day: today })
    const empty = await book()
    await pay([fees.tuitionApr], 150_000)
    const refund = await give([fees.tuitionApr], 50_000, { mode: 'UPI', reference: '412233' })
    const page = await book()
    expect(page).toMatchObject({
      collected: 150_000,
      refunded: 50_000,
      closing: empty.opening + 100_000,
      refundedBy: [{ name: 'admin of Own School', UPI: 50_000, CASH: 0, total: 50_000 }],
    })
    expect(page.refunds).toContainEqual(
      expect.objectContaining({
        refundNumber: formatRefundNumber(refund),
        amount: 50_000,
        reference: '412233',
        cancelledByName: null,
      }),
    )
    const { rows, amount, total } = await listRefunds(admin, world.own.id, {
      termId: world.own.termId,
      from: today,
      to: today,
      search: formatRefundNumber(refund),
    })
    expect([rows.map((one) => one.id), amount, total]).toEqual([[refund.id], 50_000, 1])
    await cancel(refund.id)
    expect(await book()).toMatchObject({ refunded: 0, refundedBy: [], closing: empty.opening + 150_000 })
    const { cards } = await viewCollected(admin, world.own.id, {})
    expect(cards.every((card) => card.refunded === 0)).toBe(true)
  })

  test('the same request again gives the same refund', async () => {
    await pay([fees.library], 30_000)
    const input = await aRefund([fees.library], 10_000)
    const call = await world.call('admin')
    const first = await giveBack(call, world.own.id, input)
    expect((await giveBack(call, world.own.id, input)).id).toBe(first.id)
    expect((await row(fees.library)).collected).toBe(20_000)
  })

  test('each wrong input has its own sentence at its field, and nothing is stored', async () => {
    await pay([fees.library], 30_000, { collectedOn: addDays(today, -2) })
    await pay([fees.tuitionApr], 100_000, { mode: 'CHEQUE', chequeNo: '004512' })
    const problems: [Record<string, unknown>, string, string][] = [
      [{ amount: 30_001 }, 'amount', 'Only ₹300.00 was paid on these fees.'],
      [{ amount: 0 }, 'amount', 'More than zero'],
      [{ reason: ' ' }, 'reason', 'Reason is required'],
      [{ mode: 'CARD' }, 'mode', 'Required'],
      [{ mode: 'UPI', reference: '' }, 'reference', 'Transaction ID is required'],
      [{ mode: 'ONLINE', reference: 'rfnd_1' }, 'mode', 'These fees were not paid online. Choose how the money goes back.'],
      [
        { refundedOn: addDays(today, -3) },
        'refundedOn',
        `This money was paid on ${showDay(addDays(today, -2))}: choose that day or a later one.`,
      ],
      [{ refundedOn: addDays(today, 1) }, 'refundedOn', 'Money cannot be given back in the future'],
    ]
    for (const [more, path, message] of problems)
      expect.soft(await refusal(give([fees.library], 10_000, more))).toMatchObject({
        code: 'BAD_INPUT',
        problems: [{ path, message }],
      })
    // What clears is no money yet.
    expect(await refusal(give([fees.tuitionApr], 1))).toMatchObject({
      problems: [{ path: 'amount', message: 'Only ₹0.00 was paid on these fees.' }],
    })
    expect((await account('admin')).refunds.filter((refund) => !refund.cancelledAt)).toEqual([])
  })

  test('what was given back is not given back again, and its payment stays', async () => {
    const first = await pay([fees.library], 10_000)
    await pay([fees.library], 20_000)
    const refund = await give([fees.library], 25_000)
    expect(await refusal(give([fees.library], 5_001))).toMatchObject({ problems: [{ path: 'amount' }] })
    expect(await refusal(remove(first.id))).toMatchObject({
      code: 'CONFLICT',
      message: 'Money that was paid on Library was given back. Cancel that refund first. Nothing was saved.',
    })
    await cancel(refund.id)
    await give([fees.library], 20_000)
    // The other payment covers it.
    await remove(first.id)
    expect((await checkData(world.database)).findings).toEqual([])
  })

  test('a refund cannot be cancelled where its fee was paid again', async () => {
    await pay([fees.library], 30_000)
    const refund = await give([fees.library], 30_000)
    const again = await pay([fees.library], 1)
    expect(await refusal(cancel(refund.id))).toMatchObject({
      code: 'CONFLICT',
      message: 'Library was paid again or lowered since, so this money does not fit on it any more. Nothing was saved.',
    })
    await remove(again.id)
    await cancel(refund.id)
  })

  test('is for ADMIN, and of the own school', async () => {
    const payment = await pay([fees.library], 30_000)
    for (const who of ['fees', 'teacher'] as const)
      expect(await refusal(give([fees.library], 100, {}, who)), who).toMatchObject({ code: 'FORBIDDEN' })
    const foreign = await world.call('admin', world.other)
    const input = await aRefund([fees.library], 100)
    expect(await refusal(giveBack(foreign, world.other.id, input))).toMatchObject({ code: 'NOT_FOUND' })
    const refund = await give([fees.library], 100)
    expect(await refusal(cancel(refund.id, 'fees'))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await refusal(cancelRefund(foreign, world.other.id, { key: randomUUID(), id: refund.id, reason: 'x' }))).toMatchObject(
      { code: 'NOT_FOUND' },
    )
    expect(await refusal(viewVoucher(foreign, world.other.id, { refundId: refund.id }))).toMatchObject({ code: 'NOT_FOUND' })
    expect(payment.amount).toBe(30_000)
  })
})

describe('a voucher', () => {
  test('is an original once, and CANCELLED after', async () => {
    await pay([fees.library], 30_000)
    const refund = await give([fees.library], 30_000, { askAgain: false, mode: 'CHEQUE', reference: '004512' })
    const call = await world.call('fees')
    const issue = (key: string) => issueVoucher(call, world.own.id, { refundId: refund.id, key })
    const key = randomUUID()
    expect(await issue(key)).toMatchObject({
      refundNumber: formatRefundNumber(refund),
      amountInWords: expect.stringContaining('Three Hundred'),
      reference: '004512',
      writtenOff: true,
      cancelled: null,
      duplicate: false,
    })
    expect(await issue(key)).toMatchObject({ duplicate: false })
    expect(await issue(randomUUID())).toMatchObject({ duplicate: true })
    await cancel(refund.id)
    expect(await viewVoucher(call, world.own.id, { refundId: refund.id, languages: 'HI_EN' })).toMatchObject({
      duplicate: true,
      languages: 'HI_EN',
      cancelled: { byName: 'admin of Own School', reason: 'entered twice' },
    })
  })
})

describe('two at once', () => {
  test('of two refunds of the same money one is stored, 30 times, without a gap in the numbers', {
    timeout: patience(300_000),
  }, async () => {
    for (let round = 0; round < 30; round++) {
      await pay([fees.library], 30_000)
      const call = await world.call('admin')
      const inputs = [await aRefund([fees.library], 20_000), await aRefund([fees.library], 20_000)]
      const both = await Promise.allSettled(inputs.map((input) => giveBack(call, world.own.id, input)))
      expect(both.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(both.find((outcome) => outcome.status === 'rejected')?.reason).toMatchObject({ code: 'CONFLICT' })
      expect((await row(fees.library)).collected).toBe(10_000)
      const { refunds, payments } = await account('admin')
      for (const refund of refunds) if (!refund.cancelledAt) await cancel(refund.id)
      for (const payment of payments) await remove(payment.id)
    }
    expect((await checkData(world.database)).findings).toEqual([])
  })

  test('of a refund and the deletion of its receipt one is done, 30 times', { timeout: patience(300_000) }, async () => {
    for (let round = 0; round < 30; round++) {
      const payment = await pay([fees.library], 30_000)
      const input = await aRefund([fees.library], 20_000)
      const call = await world.call('admin')
      const [given, deleted] = await Promise.allSettled([giveBack(call, world.own.id, input), remove(payment.id)])
      expect([given.status, deleted.status].sort()).toEqual(['fulfilled', 'rejected'])
      if (given.status === 'fulfilled') {
        await cancel(given.value.id)
        await remove(payment.id)
      }
    }
    expect((await checkData(world.database)).findings).toEqual([])
  })

  test('a cheque clears while other money of its fee is given back', async () => {
    await pay([fees.tuitionApr], 50_000)
    const cheque = await pay([fees.tuitionApr], 100_000, { mode: 'CHEQUE', chequeNo: '004512' })
    const input = await aRefund([fees.tuitionApr], 50_000)
    const call = await world.call('admin')
    await Promise.all([
      giveBack(call, world.own.id, input),
      settleCheque(call, world.own.id, { key: randomUUID(), id: cheque.id, outcome: 'CLEARED' }),
    ])
    expect(await row(fees.tuitionApr)).toMatchObject({ collected: 100_000, clearing: 0, pending: 50_000 })
    expect((await checkData(world.database)).findings).toEqual([])
  })
})
