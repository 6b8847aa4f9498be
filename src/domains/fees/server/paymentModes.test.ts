import { randomUUID } from 'node:crypto'
import type { GraphQLEnumType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTestFees, aPayment, paidBy, type TestFees } from '#tests/world/fees.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import { schema } from '#app/schema.ts'
import { addDays, schoolDay, showDay } from '#shared/dates.ts'
import {
  counterModeNames,
  counterModes,
  type DetailField,
  type PaymentMode,
  paymentModeNames,
  paymentModes,
} from '#shared/paymentModes.ts'
import { viewFeeAccount } from './account.queries.ts'
import { updateSchool } from '#domains/schools/server/schools.commands.ts'
import { settleCheque } from './cheques.commands.ts'
import { collectPayment } from './payments.commands.ts'
import type { Payment } from './payments.sql.ts'

let world: TestWorld
let fees: TestFees

beforeAll(async () => {
  world = await testWorld()
  fees = await addTestFees(world, world.own)
})
afterAll(() => world.close())

async function pay(more: object): Promise<Payment> {
  const { own } = world
  const call = await world.call('admin')
  const account = await viewFeeAccount(call, own.id, { termId: own.termId, studentId: own.student7A })
  const seen = account.fees.filter((fee) => fee.id === fees.donation).map(({ id, version }) => ({ feeId: id, version }))
  return collectPayment(call, own.id, aPayment(own, seen, 100, { ...more }))
}

/** Returns whether the database accepts a copy of a payment with these values; it is rolled back. */
async function isTaken(
  payment: Payment,
  values: { mode: PaymentMode; state?: string } & Record<string, unknown>,
): Promise<boolean> {
  const undo = new Error('undo')
  const { lines: _lines, insteadOf: _insteadOf, id: _id, ...columns } = payment
  const none = { chequeNo: '', txnId: '', onlineRef: null, transferKind: null, cardLast4: null, bankName: '', instrumentOn: null }
  const row = { ...columns, ...none, receiptNo: payment.receiptNo + 1_000, ...values }
  return world.database
    .transaction(world.own.id, async (db) => {
      await db.insertInto('payments').values(row).execute()
      throw undo
    })
    .catch((error: { code?: string }) => {
      if (error === undo) return true
      expect(error.code).toBe('23514')
      return false
    })
}

/** Returns a value of a detail, from a mode that has it. */
function sampleOf(field: DetailField): string | undefined {
  return counterModeNames.map((mode) => paidBy(mode)[field]).find((value) => value !== undefined)
}

const valuesOf = (name: string) => (schema.getType(name) as GraphQLEnumType).getValues().map((value) => value.name)

test('GraphQL has the modes of the record, and CounterMode those of the counter', () => {
  expect(valuesOf('PaymentMode')).toEqual([...paymentModeNames].sort())
  expect(valuesOf('CounterMode')).toEqual([...counterModeNames].sort())
})

test('the database constraints allow the modes of the record, with the same rules', async () => {
  const cash = await pay({})
  for (const mode of paymentModeNames) {
    const { reference, clearsLater } = paymentModes[mode]
    const whole = mode === 'ONLINE' ? { mode, onlineRef: '004512' } : paidBy(mode)
    const settled = { settledOn: cash.collectedOn, settledBy: cash.createdBy, settledByName: cash.createdByName }
    expect(await isTaken(cash, { ...whole, ...(clearsLater ? settled : {}) }), mode).toBe(true)
    expect(await isTaken(cash, { ...whole, state: 'CLEARING' }), `${mode} that clears later`).toBe(clearsLater)
    if (reference)
      expect(
        await isTaken(cash, { ...whole, [reference.field]: reference.field === 'onlineRef' ? null : '' }),
        `${mode} without its reference`,
      ).toBe(false)
  }
  for (const mode of counterModeNames)
    for (const { field, required } of counterModes[mode].details) {
      const settled = { settledOn: cash.collectedOn, settledBy: cash.createdBy, settledByName: cash.createdByName }
      const whole = { ...paidBy(mode), ...(counterModes[mode].clearsLater ? settled : {}) }
      expect(await isTaken(cash, { ...whole, [field]: field === 'bankName' ? '' : null }), `${mode} without ${field}`).toBe(
        required === false,
      )
      expect(await isTaken(cash, { mode: 'CASH', [field]: sampleOf(field) }), `cash with ${field}`).toBe(false)
    }
  expect(await isTaken(cash, { ...paidBy('CARD'), cardLast4: '432' })).toBe(false)
  expect(await isTaken(cash, { ...paidBy('BANK'), transferKind: 'SWIFT' })).toBe(false)
  expect(await isTaken(cash, { mode: 'BARTER' as PaymentMode })).toBe(false)
})

test.each(counterModeNames)('%s is accepted at the counter, and only with all that is asked of it', async (mode) => {
  const { reference, details, clearsLater } = counterModes[mode]
  const whole = paidBy(mode)
  const asked = [...(reference ? [reference.field] : []), ...details.filter(({ required }) => required).map(({ field }) => field)]
  for (const field of asked)
    expect(await refusal(pay({ ...whole, [field]: undefined })), field).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: field }],
    })
  const payment = await pay(whole)
  expect(payment).toMatchObject({ ...whole, state: clearsLater ? 'CLEARING' : 'COLLECTED' })
})

test('what was typed for another mode is not stored', async () => {
  const { mode: _, ...cheque } = { ...paidBy('DD'), ...paidBy('BANK'), ...paidBy('CARD') }
  expect(await pay({ mode: 'CASH', ...cheque })).toMatchObject({
    chequeNo: '',
    txnId: '',
    transferKind: null,
    cardLast4: null,
    bankName: '',
    instrumentOn: null,
  })
})

test('the reference of the QR code is stored with money by UPI, and with no other', async () => {
  expect(await pay({ ...paidBy('UPI'), upiRef: 'FEE7K2' })).toMatchObject({ upiRef: 'FEE7K2' })
  expect(await pay({ ...paidBy('CARD'), upiRef: 'FEE7K2' })).toMatchObject({ upiRef: null })
  expect(await refusal(pay({ ...paidBy('UPI'), upiRef: 'fee 7' }))).toMatchObject({ problems: [{ path: 'upiRef' }] })
  const cash = await pay({})
  expect(await isTaken(cash, { mode: 'CASH', upiRef: 'FEE7K2' })).toBe(false)
})

test('an account names where the school is paid by UPI, once a super administrator has said so', async () => {
  const { own } = world
  const upi = async () =>
    (await viewFeeAccount(await world.call('fees'), own.id, { termId: own.termId, studentId: own.student7A })).upi
  expect(await upi()).toBeNull()
  const setUpi = async (who: 'admin' | 'superadmin', input: object) => updateSchool(await world.call(who), own.id, input)
  expect((await refusal(setUpi('admin', { upiAddress: 'thief@sbi' }))).code).toBe('FORBIDDEN')
  await setUpi('superadmin', { upiAddress: 'school@sbi' })
  const { name } = await setUpi('superadmin', {})
  expect(await upi()).toEqual({ address: 'school@sbi', name })
  await setUpi('superadmin', { upiPayee: 'Shri Shivaji Trust' })
  expect(await upi()).toEqual({ address: 'school@sbi', name: 'Shri Shivaji Trust' })
  await expect(
    world.database.kysely.updateTable('schools').set({ upiAddress: 'school' }).where('id', '=', own.id).execute(),
  ).rejects.toThrow(/upi_address/)
})

test('a post-dated cheque is clearing, and cleared on its date at the earliest; it may fail before', async () => {
  const today = schoolDay(new Date())
  const call = await world.call('admin')
  const settle = (id: number, outcome: string) => settleCheque(call, world.own.id, { key: randomUUID(), id, outcome })
  const dated = (instrumentOn: string) => pay({ ...paidBy('CHEQUE'), instrumentOn, bankName: 'Bank of India' })
  const [later, now] = [await dated(addDays(today, 20)), await dated(today)]
  expect(later).toMatchObject({ state: 'CLEARING', instrumentOn: addDays(today, 20), bankName: 'Bank of India' })
  expect(await refusal(settle(later.id, 'CLEARED'))).toMatchObject({
    code: 'CONFLICT',
    message: `This cheque is dated ${showDay(addDays(today, 20))}. The bank does not pay it earlier.`,
  })
  expect(await settle(now.id, 'CLEARED')).toMatchObject({ state: 'COLLECTED' })
  expect(await settle(later.id, 'FAILED')).toMatchObject({ state: 'FAILED' })
})

test('a demand draft is cleared or fails like a cheque, once', async () => {
  const call = await world.call('admin')
  const settle = (id: number, outcome: string) => settleCheque(call, world.own.id, { key: randomUUID(), id, outcome })
  const [good, bad] = [await pay(paidBy('DD')), await pay(paidBy('DD'))]
  expect(await settle(good.id, 'CLEARED')).toMatchObject({ state: 'COLLECTED', lines: [{ status: 'PAID' }] })
  expect(await settle(bad.id, 'FAILED')).toMatchObject({ state: 'FAILED', lines: [{ status: 'FAILED' }] })
  expect((await refusal(settle(bad.id, 'CLEARED'))).message).toMatch(/^This demand draft was marked failed by .+ already\. /)
})
