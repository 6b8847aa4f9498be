import type { GraphQLEnumType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTestFees, aPayment, paidBy, type TestFees } from '#tests/world/fees.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
import { schema } from '#app/schema.ts'
import { counterModeNames, counterModes, type PaymentMode, paymentModeNames, paymentModes } from '#shared/paymentModes.ts'
import { viewFeeAccount } from './account.queries.ts'
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
  const { lines: _lines, id: _id, ...columns } = payment as Payment & { lines: unknown }
  const row = { ...columns, chequeNo: '', txnId: '', onlineRef: null, receiptNo: payment.receiptNo + 1_000, ...values }
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

const valuesOf = (name: string) => (schema.getType(name) as GraphQLEnumType).getValues().map((value) => value.name)

test('GraphQL has the modes of the record, and CounterMode those of the counter', () => {
  expect(valuesOf('PaymentMode')).toEqual([...paymentModeNames].sort())
  expect(valuesOf('CounterMode')).toEqual([...counterModeNames].sort())
})

test('the database constraints allow the modes of the record, with the same rules', async () => {
  const cash = await pay({})
  for (const mode of paymentModeNames) {
    const { reference, clearsLater } = paymentModes[mode]
    const whole = { mode, ...(reference ? { [reference.field]: '004512' } : {}) }
    const settled = { settledOn: cash.collectedOn, settledBy: cash.createdBy, settledByName: cash.createdByName }
    expect(await isTaken(cash, { ...whole, ...(clearsLater ? settled : {}) }), mode).toBe(true)
    expect(await isTaken(cash, { ...whole, state: 'CLEARING' }), `${mode} that clears later`).toBe(clearsLater)
    if (reference) expect(await isTaken(cash, { mode }), `${mode} without its reference`).toBe(false)
  }
  expect(await isTaken(cash, { mode: 'BARTER' as PaymentMode })).toBe(false)
})

test.each(counterModeNames)('%s is accepted at the counter, and only with its reference', async (mode) => {
  const { reference, clearsLater } = counterModes[mode]
  if (reference) expect(await refusal(pay({ mode }))).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: reference.field }] })
  const payment = await pay(paidBy(mode))
  expect(payment).toMatchObject({ mode, state: clearsLater ? 'CLEARING' : 'COLLECTED' })
  if (reference) expect(payment[reference.field]).toBe('004512')
})
