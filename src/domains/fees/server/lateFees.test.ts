import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '#tests/refusals.ts'
import { aPayment } from '#tests/world/fees.ts'
import { addBankAccount, addFeeCategory, addFees, assignFees, nameTermAfterToday } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { checkData } from '#platform/dataChecks.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { amountExceedsFees } from '../account.rules.ts'
import type { LateFeeRule } from '../lateFee.rules.ts'
import { viewFeeAccount } from './account.queries.ts'
import { settleCheque } from './cheques.commands.ts'
import { listFeeCategories, updateFeeCategory } from './feeCategories.commands.ts'
import { giveDiscount } from './discounts.commands.ts'
import { undoWaivers, waiveLateFee } from './lateFees.commands.ts'
import { collectPayment, deletePayment, previewPayment } from './payments.commands.ts'
import { viewReceipt } from './receipts.commands.ts'
import { giveBack } from './refunds.commands.ts'

let world: TestWorld
let bankAccountId: number
let category: number
/** Overdue for ten days. */
let fee: number
/** Due in a month. */
let later: number

const today = schoolDay(new Date())
/** Five days of it are grace, so today is the fifth day with a late fee. */
const byDay: LateFeeRule = { kind: 'BY_DAY', amount: 1000, graceDays: 5, max: 20_000 }
const flat: LateFeeRule = { kind: 'FLAT', amount: 7500, graceDays: 5, max: null }

beforeAll(async () => {
  world = await testWorld()
  await nameTermAfterToday(world, world.own)
  bankAccountId = await addBankAccount(world, world.own, { name: 'Fees Account' })
})

afterAll(async () => {
  expect((await checkData(world.database)).findings).toEqual([])
  await world.close()
})

/** Each test has a category of its own. */
beforeEach(async () => {
  category = await addFeeCategory(world, world.own, { name: randomUUID() })
  ;[fee = 0, later = 0] = await addFees(world, world.own, category, [
    { name: 'Tuition', amount: 100_000, dueOn: addDays(today, -10) },
    { name: 'Trip', amount: 50_000, dueOn: addDays(today, 30) },
  ])
  await assignFees(world, world.own, category, [world.own.student7A])
  await setRule(byDay)
})

async function setRule(lateFee: LateFeeRule | null) {
  const call = await world.call('admin')
  const { name } = (await listFeeCategories(call, world.own.id, { termId: world.own.termId })).find(({ id }) => id === category)!
  return updateFeeCategory(call, world.own.id, { id: category, name, bankAccountId, lateFee })
}

const of = () => ({ termId: world.own.termId, studentId: world.own.student7A })
const account = async () => viewFeeAccount(await world.call('fees'), world.own.id, of())
const row = async (feeId = fee) => (await account()).fees.find(({ id }) => id === feeId)!
const see = async (...feeIds: number[]) =>
  Promise.all(feeIds.map(async (feeId) => ({ feeId, version: (await row(feeId)).version })))

async function pay(amount: number, more: Record<string, unknown> = {}, feeIds = [fee]) {
  return collectPayment(await world.call('fees'), world.own.id, aPayment(world.own, await see(...feeIds), amount, more))
}
async function waive(amount: number, who: Who = 'fees') {
  const input = { key: randomUUID(), ...of(), fees: await see(fee), amount, comment: 'was ill' }
  return waiveLateFee(await world.call(who), world.own.id, input)
}
const remove = async (id: number) =>
  deletePayment(await world.call('admin'), world.own.id, { key: randomUUID(), id, reason: 'entered twice' })

describe('taking money on an overdue fee', () => {
  test('takes the late fee with it, and the receipt names it apart', async () => {
    expect(await row()).toMatchObject({ pending: 100_000, lateFee: 0, lateFeeDue: 5000, state: 'PENDING' })
    expect(await row(later)).toMatchObject({ lateFeeDue: 0 })
    const payment = await pay(155_000, {}, [fee, later])
    expect(payment.lines).toMatchObject([
      { feeId: fee, amount: 105_000, lateFee: 5000, status: 'PAID' },
      { feeId: later, amount: 50_000, lateFee: 0, status: 'PAID' },
    ])
    expect(await row()).toMatchObject({ collected: 105_000, pending: 0, lateFee: 5000, lateFeeDue: 0, state: 'PAID' })
    const receipt = await viewReceipt(await world.call('fees'), world.own.id, { paymentId: payment.id })
    expect(receipt).toMatchObject({ amount: 155_000, lateFee: 5000, lines: [{ amount: 100_000 }, { amount: 50_000 }] })
  })

  test('pays the late fee first, and the days go on for what is left', async () => {
    await pay(30_000)
    expect(await row()).toMatchObject({ collected: 30_000, pending: 75_000, lateFee: 5000, lateFeeDue: 0, state: 'PART_PAID' })
    const first = await pay(3000, { collectedOn: addDays(today, -1) })
    expect(first.lines).toMatchObject([{ amount: 3000, lateFee: 0 }])
    expect((await refusal(pay(72_001))).problems).toEqual([{ path: 'amount', message: amountExceedsFees() }])
    await pay(72_000)
    expect(await row()).toMatchObject({ collected: 105_000, pending: 0, lateFee: 5000, state: 'PAID' })
  })

  test('asks for the late fee of the day on which the family paid', async () => {
    const call = await world.call('fees')
    const input = { ...of(), fees: await see(fee), amount: 103_000, kind: 'PAYMENT', collectedOn: addDays(today, -2) }
    expect((await previewPayment(call, world.own.id, input)).lines).toMatchObject([
      { amount: 103_000, lateFee: 3000, pending: 0 },
    ])
    expect((await refusal(pay(103_001, { collectedOn: addDays(today, -2) }))).problems[0]?.path).toBe('amount')
    await pay(100_000, { collectedOn: addDays(today, -5) })
    expect(await row()).toMatchObject({ collected: 100_000, pending: 0, lateFee: 0, lateFeeDue: 0 })
  })

  test('takes a flat late fee once', async () => {
    await setRule(flat)
    await pay(50_000)
    expect(await row()).toMatchObject({ pending: 57_500, lateFee: 7500, lateFeeDue: 0 })
    await pay(57_500)
    expect(await row()).toMatchObject({ pending: 0, lateFee: 7500 })
  })

  test('is refused when the rule changed since the counter showed the fee', async () => {
    const fees = await see(fee)
    await setRule(flat)
    const refused = await refusal(collectPayment(await world.call('fees'), world.own.id, aPayment(world.own, fees, 105_000)))
    expect(refused).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'fees' }] })
  })

  test('while the rule changes takes the late fee that the counter showed, or is refused, 8 times', async () => {
    for (let round = 0; round < 8; round++) {
      await setRule(byDay)
      const fees = await see(fee)
      const [taken] = await Promise.allSettled([
        collectPayment(await world.call('fees'), world.own.id, aPayment(world.own, fees, 105_000)),
        setRule(flat),
      ])
      if (taken.status === 'rejected') {
        expect(taken.reason).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'fees' }] })
        continue
      }
      expect(taken.value.lines).toMatchObject([{ amount: 105_000, lateFee: 5000, status: 'PAID' }])
      await remove(taken.value.id)
    }
    expect(await row()).toMatchObject({ collected: 0, pending: 100_000, lateFee: 0, lateFeeDue: 7500 })
  })

  test('twice at once takes the late fee once', async () => {
    const fees = await see(fee)
    const call = await world.call('fees')
    const outcomes = await Promise.allSettled(
      [1, 2].map(() => collectPayment(call, world.own.id, aPayment(world.own, fees, 50_000))),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await row()).toMatchObject({ collected: 50_000, lateFee: 5000, pending: 55_000 })
  })
})

describe('a payment that goes', () => {
  test('takes its late fee with it, which is computed anew', async () => {
    const payment = await pay(40_000)
    await pay(65_000)
    await remove(payment.id)
    expect(await row()).toMatchObject({ collected: 65_000, pending: 35_000, lateFee: 0, lateFeeDue: 5000 })
    await expect(viewReceipt(await world.call('fees'), world.own.id, { paymentId: payment.id })).resolves.toMatchObject({
      lateFee: 5000,
      lines: [{ amount: 35_000 }],
    })
  })

  test('a cheque that clears stops the late fee, and one that fails starts it again', async () => {
    const cheque = await pay(103_000, { mode: 'CHEQUE', chequeNo: '004512', collectedOn: addDays(today, -2) })
    expect(await row()).toMatchObject({ clearing: 103_000, pending: 0, lateFee: 3000, lateFeeDue: 0, state: 'CLEARING' })
    await settleCheque(await world.call('fees'), world.own.id, { key: randomUUID(), id: cheque.id, outcome: 'FAILED' })
    expect(await row()).toMatchObject({ clearing: 0, pending: 100_000, lateFee: 0, lateFeeDue: 5000 })
  })

  test('money that was given back is asked again with the late fee that was in it, once', async () => {
    await pay(105_000)
    await giveBack(await world.call('admin'), world.own.id, {
      ...of(),
      key: randomUUID(),
      fees: await see(fee),
      amount: 105_000,
      mode: 'CASH',
      reason: 'paid by mistake',
      refundedOn: today,
      askAgain: true,
    })
    expect(await row()).toMatchObject({ collected: 0, pending: 105_000, lateFeeDue: 0 })
  })
})

describe('waiving', () => {
  test('a part of it asks for the rest, and undoing it for all', async () => {
    await waive(3000)
    expect(await row()).toMatchObject({ pending: 100_000, lateFee: 0, lateFeeDue: 2000 })
    const [waiver] = (await account()).waivers.filter((line) => line.feeId === fee)
    expect(waiver).toMatchObject({ amount: 0, waived: 3000, comment: 'was ill', createdByName: 'fees of Own School' })
    const undoing = { key: randomUUID(), ...of(), ids: [waiver?.id], reason: 'was not ill' }
    await undoWaivers(await world.call('fees'), world.own.id, undoing)
    expect(await row()).toMatchObject({ lateFeeDue: 5000 })
    expect((await refusal(undoWaivers(await world.call('fees'), world.own.id, { ...undoing, key: randomUUID() }))).code).toBe(
      'NOT_FOUND',
    )
  })

  test('all of it leaves the fee as it is', async () => {
    await waive(5000)
    await pay(100_000)
    expect(await row()).toMatchObject({ collected: 100_000, pending: 0, lateFee: 0, state: 'PAID' })
  })

  test('is refused above the late fee, without a reason, and where there is none', async () => {
    expect((await refusal(waive(5001))).problems).toEqual([{ path: 'amount', message: 'This is more than the late fee' }])
    const call = await world.call('fees')
    const input = { key: randomUUID(), ...of(), fees: await see(fee), amount: 1, comment: ' ' }
    expect((await refusal(waiveLateFee(call, world.own.id, input))).problems).toEqual([
      { path: 'comment', message: 'Reason is required' },
    ])
    expect((await refusal(waiveLateFee(await world.call('teacher'), world.own.id, { ...input, comment: 'x' }))).code).toBe(
      'FORBIDDEN',
    )
    await setRule(null)
    expect((await refusal(waive(1))).problems[0]?.path).toBe('amount')
  })

  test('while a payment is taken does one of them', async () => {
    const [fees, call] = [await see(fee), await world.call('fees')]
    const outcomes = await Promise.allSettled([
      waiveLateFee(call, world.own.id, { key: randomUUID(), ...of(), fees, amount: 5000, comment: 'was ill' }),
      collectPayment(call, world.own.id, aPayment(world.own, fees, 105_000)),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('a discount never takes off a late fee', async () => {
    const input = { key: randomUUID(), ...of(), fees: await see(fee), amount: 100_001, comment: 'sister' }
    const call = await world.call('admin')
    expect((await refusal(giveDiscount(call, world.own.id, input))).problems[0]?.path).toBe('amount')
    await giveDiscount(call, world.own.id, { ...input, amount: 100_000 })
    expect(await row()).toMatchObject({ pending: 0, lateFeeDue: 0 })
  })
})

describe('the rule of a category', () => {
  test('is stored, kept by a form that does not name it, and taken away', async () => {
    expect(await setRule(byDay)).toMatchObject({
      lateFeeKind: 'BY_DAY',
      lateFeeAmount: 1000,
      lateFeeGrace: 5,
      lateFeeMax: 20_000,
    })
    const call = await world.call('admin')
    const kept = await updateFeeCategory(call, world.own.id, { id: category, name: randomUUID(), bankAccountId })
    expect(kept).toMatchObject({ lateFeeKind: 'BY_DAY', lateFeeMax: 20_000 })
    // A highest sum that was typed before is no part of a flat late fee.
    expect(await setRule({ ...flat, max: 9 })).toMatchObject({ lateFeeKind: 'FLAT', lateFeeAmount: 7500, lateFeeMax: null })
    expect(await setRule(null)).toMatchObject({ lateFeeKind: null, lateFeeAmount: null })
  })

  test.each([
    ['amount', 'Amount is required', { ...byDay, amount: '' }],
    ['graceDays', 'Days from 0 to 366', { ...byDay, graceDays: 367 }],
    ['max', 'Enter the highest late fee of one fee', { ...byDay, max: '' }],
    ['max', 'The highest late fee is less than one day’s', { ...byDay, max: 999 }],
  ])('is refused at %s: %s', async (field, message, rule) => {
    const refused = await refusal(setRule(rule as unknown as LateFeeRule))
    expect(refused.problems).toEqual([{ path: `lateFee.${field}`, message }])
  })
})
