import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { patience } from '#tests/database.ts'
import { addTestFees, aPayment, paidBy, type TestFees } from '#tests/world/fees.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addStudents, assignFees, nameTermAfterToday } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { checkData } from '#platform/dataChecks.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { formatReceiptNumber } from '../receipts.rules.ts'
import { viewFeeAccount } from './account.queries.ts'
import { settleCheque } from './cheques.commands.ts'
import { movePayment } from './movePayment.commands.ts'
import { collectPayment, deletePayment } from './payments.commands.ts'
import { viewReceipt } from './receipts.commands.ts'
import { cancelRefund, giveBack } from './refunds.commands.ts'

/* Money of Asha Patil of 7-A was taken for Usha Patil of 7-B, whose name sounds alike. */

let world: TestWorld
let fees: TestFees
let usha: number
const today = schoolDay(new Date())

beforeAll(async () => {
  world = await testWorld()
  await nameTermAfterToday(world, world.own)
  fees = await addTestFees(world, world.own)
  const [added = 0] = await addStudents(world, world.own, world.own.section7B, [{ name: 'Usha Patil', roll: '1' }])
  usha = added
  await assignFees(world, world.own, fees.category, [usha])
})

afterAll(() => world.close())

async function account(studentId: number) {
  return viewFeeAccount(await world.call('admin'), world.own.id, { termId: world.own.termId, studentId })
}

async function see(studentId: number, ...feeIds: number[]) {
  const { fees: rows } = await account(studentId)
  return feeIds.map((feeId) => ({ feeId, version: rows.find((fee) => fee.id === feeId)?.version ?? '' }))
}

const row = async (studentId: number, feeId: number) => (await account(studentId)).fees.find((fee) => fee.id === feeId)!

/** Takes money for the wrong student. */
async function pay(amount: number, more: Record<string, unknown> = {}) {
  const call = await world.call('fees')
  return collectPayment(call, world.own.id, {
    ...aPayment(world.own, await see(usha, fees.tuitionApr), amount, more),
    studentId: usha,
  })
}

async function aMove(id: number, more: Record<string, unknown> = {}) {
  const { student7A } = world.own
  return {
    key: randomUUID(),
    id,
    studentId: student7A,
    fees: await see(student7A, fees.tuitionApr, fees.tuitionMay),
    reason: 'a namesake',
    ...more,
  }
}

const move = async (id: number, more: Record<string, unknown> = {}, who: Who = 'admin') =>
  movePayment(await world.call(who), world.own.id, await aMove(id, more))
const settle = async (id: number) =>
  settleCheque(await world.call('fees'), world.own.id, { key: randomUUID(), id, outcome: 'CLEARED' })

beforeEach(async () => {
  const call = await world.call('admin')
  for (const studentId of [usha, world.own.student7A])
    for (const { id } of (await account(studentId)).payments)
      await deletePayment(call, world.own.id, { key: randomUUID(), id, reason: 'clean account' })
})

describe('moving a payment', () => {
  test('strikes the first receipt and takes the next number for the right student, who has paid on that day', async () => {
    const first = await pay(100_000, { ...paidBy('UPI'), collectedOn: addDays(today, -1) })
    const moved = await move(first.id)
    expect(moved).toMatchObject({
      studentId: world.own.student7A,
      studentName: 'Asha Patil',
      sectionName: '7-A',
      amount: 100_000,
      mode: 'UPI',
      txnId: '004512',
      collectedOn: addDays(today, -1),
      createdByName: 'fees of Own School',
      movedFrom: first.id,
      state: 'COLLECTED',
      receiptNo: first.receiptNo + 1,
    })
    expect(await row(usha, fees.tuitionApr)).toMatchObject({ collected: 0, pending: 150_000 })
    expect(await row(world.own.student7A, fees.tuitionApr)).toMatchObject({ collected: 100_000, pending: 50_000 })
    const call = await world.call('fees')
    expect(await viewReceipt(call, world.own.id, { paymentId: moved.id })).toMatchObject({
      insteadOf: formatReceiptNumber(first),
      deleted: null,
    })
    expect(await viewReceipt(call, world.own.id, { paymentId: first.id })).toMatchObject({
      deleted: { byName: 'admin of Own School', reason: `Moved to receipt ${formatReceiptNumber(moved)}: a namesake` },
    })
    expect((await auditRows(world)).at(-1)).toMatchObject({
      role: 'ADMIN',
      action: 'payment.move',
      rowIds: [moved.id, first.id],
    })
  })

  test('keeps a cheque clearing, and a cleared one cleared', async () => {
    const clearing = await pay(50_000, paidBy('CHEQUE'))
    const moved = await move(clearing.id)
    expect(moved).toMatchObject({ state: 'CLEARING', chequeNo: '004512', lines: [{ status: 'CLEARING' }] })
    expect(await settle(moved.id)).toMatchObject({ state: 'COLLECTED' })
    expect(await refusal(settle(clearing.id))).toMatchObject({ code: 'CONFLICT' })
    const draft = await settle((await pay(50_000, paidBy('DD'))).id)
    expect(await move(draft.id)).toMatchObject({
      state: 'COLLECTED',
      settledOn: draft.settledOn,
      settledByName: draft.settledByName,
      bankName: draft.bankName,
      instrumentOn: draft.instrumentOn,
      lines: [{ status: 'PART_PAID' }],
    })
    expect((await checkData(world.database)).findings).toEqual([])
  })

  test('the same request again gives the same receipt', async () => {
    const first = await pay(50_000)
    const input = await aMove(first.id)
    const call = await world.call('admin')
    const moved = await movePayment(call, world.own.id, input)
    expect((await movePayment(call, world.own.id, input)).id).toBe(moved.id)
  })

  test('is refused in words where it cannot be', async () => {
    const first = await pay(150_000)
    expect(await refusal(move(first.id, { studentId: usha, fees: await see(usha, fees.tuitionMay) }))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'studentId', message: 'This is the student of the receipt. Choose another one.' }],
    })
    expect(await refusal(move(first.id, { fees: await see(world.own.student7A, fees.library) }))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'fees' }],
    })
    expect(await refusal(move(first.id, { reason: '' }))).toMatchObject({
      problems: [{ path: 'reason', message: 'Reason is required' }],
    })
    expect(await refusal(move(first.id, { studentId: world.other.student7A }))).toMatchObject({ code: 'NOT_FOUND' })
    const call = await world.call('admin')
    const refund = await giveBack(call, world.own.id, {
      key: randomUUID(),
      termId: world.own.termId,
      studentId: usha,
      fees: await see(usha, fees.tuitionApr),
      amount: 100,
      mode: 'CASH',
      reason: 'paid twice',
      refundedOn: today,
      askAgain: true,
    })
    expect(await refusal(move(first.id))).toMatchObject({
      code: 'CONFLICT',
      message: 'Money that was paid on Tuition (APR) was given back. Cancel that refund first. Nothing was saved.',
    })
    await cancelRefund(call, world.own.id, { key: randomUUID(), id: refund.id, reason: 'not needed' })
    const failed = await pay(100, { ...paidBy('CHEQUE'), fees: await see(usha, fees.tuitionMay) })
    await settleCheque(call, world.own.id, { key: randomUUID(), id: failed.id, outcome: 'FAILED' })
    expect(await refusal(move(failed.id))).toMatchObject({
      message: 'The bank has returned this payment: there is no money to move.',
    })
    await move(first.id)
    expect(await refusal(move(first.id))).toMatchObject({
      message: 'This payment was deleted by admin of Own School already.',
    })
  })

  test('is for ADMIN of the school', async () => {
    const first = await pay(100)
    for (const who of ['fees', 'teacher'] as const)
      expect(await refusal(move(first.id, {}, who)), who).toMatchObject({ code: 'FORBIDDEN' })
    const foreign = await world.call('admin', world.other)
    expect(await refusal(movePayment(foreign, world.other.id, await aMove(first.id)))).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('two at once', () => {
  test('a payment is moved while its cheque clears: both or the bank’s answer alone, 30 times', {
    timeout: patience(300_000),
  }, async () => {
    for (let round = 0; round < 30; round++) {
      const cheque = await pay(100_000, paidBy('CHEQUE'))
      const input = await aMove(cheque.id)
      const call = await world.call('admin')
      const [moved, settled] = await Promise.allSettled([movePayment(call, world.own.id, input), settle(cheque.id)])
      if (moved.status !== 'fulfilled') throw moved.reason
      // The first of both wins: a cheque that was moved before is cleared on its new receipt.
      expect(moved.value.state).toBe(settled.status === 'fulfilled' ? 'COLLECTED' : 'CLEARING')
      if (settled.status === 'rejected') expect(settled.reason).toMatchObject({ code: 'CONFLICT' })
      await deletePayment(call, world.own.id, { key: randomUUID(), id: moved.value.id, reason: 'again' })
    }
    expect((await checkData(world.database)).findings).toEqual([])
  })

  test('of two moves to two students one is done, 20 times', { timeout: patience(300_000) }, async () => {
    const [third = 0] = await addStudents(world, world.own, world.own.section8A, [{ name: 'Isha Patil', roll: '2' }])
    await assignFees(world, world.own, fees.category, [third])
    const call = await world.call('admin')
    for (let round = 0; round < 20; round++) {
      const first = await pay(100_000)
      const inputs = [await aMove(first.id), await aMove(first.id, { studentId: third, fees: await see(third, fees.tuitionApr) })]
      const both = await Promise.allSettled(inputs.map((input) => movePayment(call, world.own.id, input)))
      expect(both.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
      for (const outcome of both)
        if (outcome.status === 'fulfilled')
          await deletePayment(call, world.own.id, { key: randomUUID(), id: outcome.value.id, reason: 'again' })
    }
    expect((await checkData(world.database)).findings).toEqual([])
  })
})
