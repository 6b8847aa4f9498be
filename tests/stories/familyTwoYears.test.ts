import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { settleCheque } from '#domains/fees/server/cheques.commands.ts'
import { addConcessionKind } from '#domains/fees/server/concessionKinds.commands.ts'
import { giveConcessions } from '#domains/fees/server/concessions.commands.ts'
import { writeOff } from '#domains/fees/server/discounts.commands.ts'
import { collectPayment } from '#domains/fees/server/payments.commands.ts'
import { giveBack } from '#domains/fees/server/refunds.commands.ts'
import { formatReceiptNumber } from '#domains/fees/receipts.rules.ts'
import { formatRefundNumber } from '#domains/fees/refunds.rules.ts'
import { checkData } from '#platform/dataChecks.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { addFeeCategory, addFees, assignFees, enrol } from '../world/rows.ts'
import { addTermWithSection, type TermWithSection } from '../world/yearEnd.ts'
import { type TestWorld, testWorld } from '../world/testWorld.ts'
import { asText } from './asText.ts'

/*
 * Two years of the Patils. Asha and Rohan pay Tuition of April and March, ₹1,500.00 a month in 2025-26 and ₹1,600.00 in
 * 2026-27. They end the first year with an arrear and a bounced cheque, Rohan gets a concession for a sibling in the
 * second, and leaves.
 */

let world: TestWorld
let lastYear: TermWithSection

beforeAll(async () => {
  world = await testWorld()
  lastYear = await addTermWithSection(world, world.own, { name: '2025-26', past: true }, '6')
})

afterAll(() => world.close())

test('two years of a family', async () => {
  const { own } = world
  const { id: schoolId, student7A: asha, student8A: rohan } = own
  const children = [asha, rohan]
  await enrol(
    world,
    lastYear,
    lastYear.sectionId,
    children.map((studentId) => ({ studentId })),
  )
  const tuition = async (place: TermWithSection | typeof own, amount: number) => {
    const category = await addFeeCategory(world, place, { name: 'Tuition' })
    const months = ['APR', 'MAR'].map((month) => ({ name: 'Tuition', amount, month }))
    const [apr = 0, mar = 0] = await addFees(world, place, category, months)
    await assignFees(world, place, category, children)
    return { apr, mar }
  }
  const last = await tuition(lastYear, 150_000)
  const now = await tuition(own, 160_000)
  // A past year is entered by an ADMIN, because its receipt year is closed to FEES.
  const office = await world.call('admin')
  const account = (studentId: number, termId = own.termId) => viewFeeAccount(office, schoolId, { termId, studentId })
  const table: string[][] = [
    ['Day', 'What', 'Paper', 'Amount', 'Asha owes', 'of 2025-26', 'Rohan owes', 'of 2025-26', 'Concessions', 'Given up'],
  ]

  async function wrote(day: string, what: string, paper = '', amount: number | null = null) {
    const both = await Promise.all(children.map((child) => account(child)))
    const old = await Promise.all(children.map((child) => account(child, lastYear.termId)))
    const owed = both.flatMap(({ total, previousDues }) => {
      const before = sumMoney(previousDues.map(({ pending }) => pending))
      return [showMoney(sumMoney([total.pending, before])), showMoney(before)]
    })
    const sum = (part: 'concession' | 'writtenOff') => showMoney(sumMoney([...both, ...old].map(({ total }) => total[part])))
    table.push([day, what, paper, amount === null ? '' : showMoney(amount), ...owed, sum('concession'), sum('writtenOff')])
  }

  /** The fees as the counter shows them: those of the term, and dues of the year before. */
  async function seen(studentId: number, ids: readonly number[], termId: number) {
    const { fees, previousDues } = await account(studentId, termId)
    return [...fees, ...previousDues.flatMap((dues) => dues.fees)]
      .filter(({ id }) => ids.includes(id))
      .map(({ id: feeId, version }) => ({ feeId, version }))
  }

  interface Paying {
    child: number
    fees: readonly number[]
    amount: number
    how?: object
    termId?: number
  }

  async function pays(day: string, what: string, { child, fees, amount, how = { mode: 'CASH' }, termId = own.termId }: Paying) {
    const payment = await collectPayment(office, schoolId, {
      key: randomUUID(),
      termId,
      studentId: child,
      fees: await seen(child, fees, termId),
      amount,
      collectedOn: day,
      ...how,
    })
    await wrote(day, what, formatReceiptNumber(payment), amount)
    return payment
  }

  const inLastYear = { termId: lastYear.termId }
  await wrote('2025-04-01', 'The first year begins')
  await pays('2025-04-05', 'Asha: April in cash', { child: asha, fees: [last.apr], amount: 150_000, ...inLastYear })
  const cheque = await pays('2026-03-10', 'Rohan: a cheque for the year', {
    child: rohan,
    fees: [last.apr, last.mar],
    amount: 300_000,
    how: { mode: 'CHEQUE', chequeNo: '004512' },
    ...inLastYear,
  })
  await settleCheque(office, schoolId, { key: randomUUID(), id: cheque.id, outcome: 'FAILED' })
  await wrote('2026-03-14', 'The cheque bounces', formatReceiptNumber(cheque), 300_000)

  const kind = { name: 'Sibling', share: 1000, amount: null, categoryNames: null, forSiblings: true, needsDocument: false }
  const { id: kindId } = await addConcessionKind(office, schoolId, kind)
  await giveConcessions(office, schoolId, {
    key: randomUUID(),
    termId: own.termId,
    studentIds: [rohan],
    kindId,
    share: 1000,
    amount: null,
    feeCategoryIds: null,
    feeIds: null,
    startsOn: '2026-04-01',
    endsOn: null,
    reason: 'Asha is in class 7',
  })
  await wrote('2026-04-02', 'Rohan: a tenth less, for a sibling')
  const [april] = (await account(rohan)).fees.filter(({ id }) => id === now.apr)
  expect(april).toMatchObject({ amount: 160_000, concession: 16_000, pending: 144_000 })
  const both = await pays('2026-04-10', 'Rohan: last year and this April, by UPI', {
    child: rohan,
    fees: [last.apr, last.mar, now.apr],
    amount: 444_000,
    how: { mode: 'UPI', txnId: '609812345678' },
  })
  expect(both.lines.map(({ earlierTerm, amount }) => [earlierTerm, amount])).toEqual([
    ['2025-26', 150_000],
    ['2025-26', 150_000],
    [null, 144_000],
  ])
  await pays('2026-05-05', 'Asha: the old March first, and a part of April', {
    child: asha,
    fees: [last.mar, now.apr],
    amount: 200_000,
  })
  const refund = await giveBack(office, schoolId, {
    key: randomUUID(),
    termId: own.termId,
    studentId: rohan,
    fees: await seen(rohan, [now.apr], own.termId),
    amount: 144_000,
    mode: 'CASH',
    reason: 'Rohan leaves the school',
    refundedOn: '2026-06-02',
    askAgain: false,
  })
  await wrote('2026-06-02', 'Rohan leaves: his April is given back', formatRefundNumber(refund), 144_000)
  await writeOff(office, schoolId, {
    key: randomUUID(),
    termId: own.termId,
    studentId: rohan,
    fees: await seen(rohan, [now.mar], own.termId),
    amount: 144_000,
    comment: 'Rohan has left',
  })
  await wrote('2026-06-02', 'and next March is not asked for')
  await pays('2026-06-05', 'Asha: the rest', { child: asha, fees: [now.apr, now.mar], amount: 270_000 })

  expect(asText(table, 3)).toBe(`
Day         What                                            Paper           Amount  Asha owes  of 2025-26  Rohan owes  of 2025-26  Concessions   Given up
2025-04-01  The first year begins                                                   ₹6,200.00   ₹3,000.00   ₹6,200.00   ₹3,000.00        ₹0.00      ₹0.00
2025-04-05  Asha: April in cash                             2025-26/1    ₹1,500.00  ₹4,700.00   ₹1,500.00   ₹6,200.00   ₹3,000.00        ₹0.00      ₹0.00
2026-03-10  Rohan: a cheque for the year                    2025-26/2    ₹3,000.00  ₹4,700.00   ₹1,500.00   ₹3,200.00       ₹0.00        ₹0.00      ₹0.00
2026-03-14  The cheque bounces                              2025-26/2    ₹3,000.00  ₹4,700.00   ₹1,500.00   ₹6,200.00   ₹3,000.00        ₹0.00      ₹0.00
2026-04-02  Rohan: a tenth less, for a sibling                                      ₹4,700.00   ₹1,500.00   ₹5,880.00   ₹3,000.00      ₹320.00      ₹0.00
2026-04-10  Rohan: last year and this April, by UPI         2026-27/1    ₹4,440.00  ₹4,700.00   ₹1,500.00   ₹1,440.00       ₹0.00      ₹320.00      ₹0.00
2026-05-05  Asha: the old March first, and a part of April  2026-27/2    ₹2,000.00  ₹2,700.00       ₹0.00   ₹1,440.00       ₹0.00      ₹320.00      ₹0.00
2026-06-02  Rohan leaves: his April is given back           R/2026-27/1  ₹1,440.00  ₹2,700.00       ₹0.00   ₹1,440.00       ₹0.00      ₹320.00  ₹1,440.00
2026-06-02  and next March is not asked for                                         ₹2,700.00       ₹0.00       ₹0.00       ₹0.00      ₹320.00  ₹2,880.00
2026-06-05  Asha: the rest                                  2026-27/3    ₹2,700.00      ₹0.00       ₹0.00       ₹0.00       ₹0.00      ₹320.00  ₹2,880.00
`)
  expect((await checkData(world.database)).findings).toEqual([])
})
