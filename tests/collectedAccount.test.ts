import { graphql } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '#app/schema.ts'
import { withCollected } from '#domains/fees/web/counter/collectedAccount.ts'
import {
  CollectPaymentDocument,
  type CollectPaymentMutation,
  type CounterAccountFactsFragment,
} from '#domains/fees/web/counter/collectFees.graphql.ts'
import { CounterAccountDocument, type CounterAccountQuery } from '#domains/fees/web/counter/openingAccount.graphql.ts'
import { addTestFees, aPayment, paidBy, type TestFees } from './world/fees.ts'
import { addFeeCategory, addFees, assignFees, enrol } from './world/rows.ts'
import { type TestWorld, testWorld } from './world/testWorld.ts'
import { addTermWithSection } from './world/yearEnd.ts'

/* The counter puts a payment into the account that it shows: it must be the account that the server would answer. */

let world: TestWorld
let fees: TestFees
let earlier: { tuition: number; bus: number }

beforeAll(async () => {
  world = await testWorld()
  const { own } = world
  fees = await addTestFees(world, own)
  const place = await addTermWithSection(world, own, { name: '2025-26', past: true }, '7')
  await enrol(world, place, place.sectionId, [{ studentId: own.student7A }])
  const category = await addFeeCategory(world, place, { name: 'School fees' })
  const [tuition = 0, bus = 0] = await addFees(world, place, category, [
    { name: 'Tuition', amount: 100_000 },
    { name: 'Bus', amount: 40_000 },
  ])
  await assignFees(world, place, category, [own.student7A])
  await world.database.transaction(own.id, (db) =>
    db
      .updateTable('feeCategories')
      .set({ lateFeeKind: 'FLAT', lateFeeAmount: 5000, lateFeeGrace: 0 })
      .where('schoolId', '=', own.id)
      .where('id', '=', category)
      .execute(),
  )
  earlier = { tuition, bus }
})

afterAll(() => world.close())

async function ask<Data>(document: { text: string }, variables: object): Promise<Data> {
  const contextValue = await world.call('fees')
  const variableValues = { schoolId: String(world.own.id), ...variables }
  const { data, errors } = await graphql({ schema, source: document.text, contextValue, variableValues })
  if (errors) throw new Error(errors.map(({ message }) => message).join(), { cause: errors })
  // Objects of GraphQL have no prototype.
  return JSON.parse(JSON.stringify(data)) as Data
}

async function account(): Promise<CounterAccountFactsFragment> {
  const key = { termId: String(world.own.termId), studentId: String(world.own.student7A) }
  return (await ask<CounterAccountQuery>(CounterAccountDocument, { account: key })).feeAccount
}

test.each<[string, () => number[], number, Record<string, unknown>]>([
  ['a part of a fee', () => [fees.tuitionApr], 50_000, {}],
  ['the rest of it and another one', () => [fees.tuitionApr, fees.tuitionMay], 250_000, paidBy('UPI')],
  ['a cheque', () => [fees.library], 30_000, paidBy('CHEQUE')],
  ['a fee that is not fixed', () => [fees.donation], 700, {}],
  ['a part of dues of an earlier term, with its late fee', () => [earlier.tuition], 60_000, {}],
  ['all of them but one, with a fee of the term', () => [earlier.tuition, fees.donation], 45_100, {}],
  ['the last one', () => [earlier.bus], 45_000, paidBy('CARD')],
])('%s', async (_, feeIds, amount, how) => {
  const before = await account()
  const shown = [...before.fees, ...before.previousDues.flatMap((dues) => dues.fees)]
  const seen = feeIds().map((id) => ({
    feeId: String(id),
    version: shown.find(({ feeId }) => feeId === String(id))?.version ?? '',
  }))
  const { termId, studentId, ...payment } = aPayment(world.own, [], amount, how)
  const input = { ...payment, termId: String(termId), studentId: String(studentId), fees: seen }
  const { collectPayment } = await ask<CollectPaymentMutation>(CollectPaymentDocument, { input })
  expect(collectPayment.fees.map(({ feeId }) => feeId).toSorted()).toEqual(feeIds().map(String).toSorted())
  expect(withCollected(before, collectPayment)).toEqual(await account())
  // The answer to a request that is sent again is the same.
  const again = (await ask<CollectPaymentMutation>(CollectPaymentDocument, { input })).collectPayment
  expect(withCollected(await account(), again)).toEqual(await account())
})
