import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTestFees, aPayment, paidBy, type TestFees } from '#tests/world/fees.ts'
import { addFeeCategory, addFees, assignFees, enrol } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { addTermWithSection } from '#tests/world/yearEnd.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { viewFeesOfAccount } from './account.queries.ts'
import { settleCheque } from './cheques.commands.ts'
import { giveDiscount } from './discounts.commands.ts'
import { waiveLateFee } from './lateFees.commands.ts'
import { collectPayment } from './payments.commands.ts'
import { giveBack } from './refunds.commands.ts'

/* A payment answers its fees from what it has read and stored: they must be the fees that are read right after it. */

let world: TestWorld
let fees: TestFees
/** Of an earlier term, with a late fee of 50 rupees each. */
let earlier: { tuition: number; bus: number }
/** Overdue for ten days, with a late fee of 10 rupees a day. */
let trip: number

const today = schoolDay(new Date())
const account = () => ({ termId: world.own.termId, studentId: world.own.student7A })

beforeAll(async () => {
  world = await testWorld()
  const { own } = world
  fees = await addTestFees(world, own)
  const place = await addTermWithSection(world, own, { name: '2025-26', past: true }, '7')
  await enrol(world, place, place.sectionId, [{ studentId: own.student7A }])
  const ofEarlier = await addFeeCategory(world, place, {
    name: 'School fees',
    lateFeeKind: 'FLAT',
    lateFeeAmount: 5000,
    lateFeeGrace: 0,
  })
  const [tuition = 0, bus = 0] = await addFees(world, place, ofEarlier, [
    { name: 'Tuition', amount: 100_000 },
    { name: 'Bus', amount: 40_000 },
  ])
  await assignFees(world, place, ofEarlier, [own.student7A])
  earlier = { tuition, bus }
  const byDay = { lateFeeKind: 'BY_DAY', lateFeeAmount: 1000, lateFeeGrace: 0, lateFeeMax: 20_000 }
  const ofTerm = await addFeeCategory(world, own, { name: 'Trips', ...byDay })
  ;[trip = 0] = await addFees(world, own, ofTerm, [{ name: 'Trip', amount: 100_000, dueOn: addDays(today, -10) }])
  await assignFees(world, own, ofTerm, [own.student7A])
})

afterAll(() => world.close())

async function see(feeIds: readonly number[]) {
  const seen = await viewFeesOfAccount(await world.call('fees'), world.own.id, { ...account(), feeIds: [...feeIds] })
  return seen.map(({ id, version }) => ({ feeId: id, version }))
}

const change = async (feeIds: readonly number[]) => ({ key: randomUUID(), ...account(), fees: await see(feeIds) })

interface Case {
  on: () => number[]
  amount: number
  how?: Record<string, unknown>
  /** The fees that get a part; all of `on` by default. */
  paid?: () => number[]
  before?: () => Promise<unknown>
}

let cheque: number

const cases: [string, Case][] = [
  ['a part of a fee', { on: () => [fees.tuitionApr], amount: 50_000 }],
  [
    'more of it, with fees that get nothing',
    {
      on: () => [fees.library, fees.tuitionMay, fees.tuitionApr],
      amount: 60_000,
      how: paidBy('UPI'),
      paid: () => [fees.tuitionApr],
    },
  ],
  ['a cheque for two fees', { on: () => [fees.tuitionApr, fees.tuitionMay], amount: 100_000, how: paidBy('CHEQUE') }],
  [
    'a fee with a returned cheque and a discount',
    {
      on: () => [fees.tuitionMay],
      amount: 10_000,
      before: async () => {
        const call = await world.call('fees')
        await settleCheque(call, world.own.id, { key: randomUUID(), id: cheque, outcome: 'FAILED' })
        await giveDiscount(call, world.own.id, { ...(await change([fees.tuitionMay])), amount: 20_000, comment: 'a sibling' })
      },
    },
  ],
  ['a fee that is not fixed, after all of another one', { on: () => [fees.donation, fees.library], amount: 30_700 }],
  [
    'the same fees, after money was given back',
    {
      on: () => [fees.donation, fees.library],
      amount: 12_000,
      before: async () =>
        giveBack(await world.call('admin'), world.own.id, {
          ...(await change([fees.library])),
          amount: 10_000,
          mode: 'CASH',
          reference: '',
          reason: 'paid twice',
          refundedOn: today,
          askAgain: true,
        }),
    },
  ],
  ['a part of an earlier term, with a late fee', { on: () => [earlier.tuition], amount: 60_000 }],
  [
    'a fee whose late fee was waived in part',
    {
      on: () => [trip],
      amount: 20_000,
      how: paidBy('CARD'),
      before: async () =>
        waiveLateFee(await world.call('fees'), world.own.id, { ...(await change([trip])), amount: 2000, comment: 'was ill' }),
    },
  ],
  [
    'fees of two terms, with a late fee',
    { on: () => [trip, earlier.bus, earlier.tuition], amount: 100_000, how: paidBy('CHEQUE') },
  ],
]

test.each(cases)('%s', async (_, { on, amount, how = {}, paid = on, before }) => {
  await before?.()
  const call = await world.call('fees')
  const input = aPayment(world.own, await see(on()), amount, how)
  const first = await collectPayment(call, world.own.id, input)
  if (first.mode === 'CHEQUE') cheque = first.id
  const feeIds = first.lines.map(({ feeId }) => feeId)
  expect(new Set(feeIds)).toEqual(new Set(paid()))
  expect(first.fees).toStrictEqual(await viewFeesOfAccount(call, world.own.id, { ...account(), feeIds }))
  const again = await collectPayment(call, world.own.id, input)
  expect(again).toEqual(first)
})
