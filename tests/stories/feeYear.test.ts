import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { settleCheque } from '#domains/fees/server/cheques.commands.ts'
import { deleteDiscounts, giveDiscount } from '#domains/fees/server/discounts.commands.ts'
import { collectPayment, deletePayment } from '#domains/fees/server/payments.commands.ts'
import { formatReceiptNumber } from '#domains/fees/receipts.rules.ts'
import { checkData } from '#platform/dataChecks.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { addTestFees, type TestFees } from '../world/fees.ts'
import { type TestWorld, testWorld } from '../world/testWorld.ts'
import { asText } from './asText.ts'

/*
 * A fee year of the Patils, as the clerk enters it and an accountant reads it. Asha and Rohan each have Tuition of
 * April and May (₹1,500.00 a month), Library (₹300.00) and a voluntary donation.
 */

let world: TestWorld
let fees: TestFees

beforeAll(async () => {
  world = await testWorld()
  fees = await addTestFees(world, world.own)
})

afterAll(() => world.close())

test('the fee year of a family', async () => {
  const { id: schoolId, termId, student7A: asha, student8A: rohan } = world.own
  // A past year is entered by an ADMIN, because its receipt year is closed to FEES.
  const clerk = await world.call('admin')
  const head = await world.call('admin')
  const account = (studentId: number) => viewFeeAccount(clerk, schoolId, { termId, studentId })
  const table: string[][] = [
    ['Day', 'What', 'Receipt', 'Amount', 'Asha owes', 'Rohan owes', 'Clearing', 'Discounts', 'Collected'],
  ]
  const receipts = new Map<string, number>()

  async function wrote(day: string, what: string, receipt: string, amount: number | null) {
    const both = [(await account(asha)).total, (await account(rohan)).total] as const
    const sum = (part: 'clearing' | 'discount' | 'collected') => showMoney(sumMoney(both.map((total) => total[part])))
    table.push([
      day,
      what,
      receipt,
      amount === null ? '' : showMoney(amount),
      showMoney(both[0].pending),
      showMoney(both[1].pending),
      sum('clearing'),
      sum('discount'),
      sum('collected'),
    ])
  }

  const seen = async (studentId: number, ids: number[]) =>
    (await account(studentId)).fees.filter((fee) => ids.includes(fee.id)).map((fee) => ({ feeId: fee.id, version: fee.version }))

  async function pays(
    day: string,
    what: string,
    studentId: number,
    ids: number[],
    amount: number,
    how: object = { mode: 'CASH' },
  ) {
    const payment = await collectPayment(clerk, schoolId, {
      key: randomUUID(),
      termId,
      studentId,
      fees: await seen(studentId, ids),
      amount,
      collectedOn: day,
      ...how,
    })
    receipts.set(formatReceiptNumber(payment), payment.id)
    await wrote(day, what, formatReceiptNumber(payment), amount)
  }

  const cheque = async (day: string, what: string, receipt: string, outcome: 'CLEARED' | 'FAILED') => {
    const { amount } = await settleCheque(clerk, schoolId, { key: randomUUID(), id: receipts.get(receipt), outcome })
    await wrote(day, what, receipt, amount)
  }

  const all = [fees.tuitionApr, fees.tuitionMay, fees.library]
  await wrote('2025-04-01', 'The year begins', '', null)
  await pays('2025-04-05', 'Asha: April in cash', asha, [fees.tuitionApr], 150_000)
  await pays('2025-04-05', 'Rohan: a cheque for April and May', rohan, all, 300_000, { mode: 'CHEQUE', chequeNo: '004512' })
  await cheque('2025-04-09', 'The cheque bounces', '2025-26/2', 'FAILED')
  await pays('2025-04-12', 'Rohan: April by UPI instead', rohan, [fees.tuitionApr], 150_000, {
    mode: 'UPI',
    txnId: '509812345678',
  })
  await pays('2025-05-06', 'Asha: part of May, by cheque', asha, [fees.tuitionMay], 100_000, {
    mode: 'CHEQUE',
    chequeNo: '004513',
  })
  await giveDiscount(clerk, schoolId, {
    key: randomUUID(),
    termId,
    studentId: rohan,
    fees: await seen(rohan, [fees.tuitionMay]),
    amount: 50_000,
    comment: 'second child',
  })
  await wrote('2025-05-06', 'Rohan: ₹500 off May, second child', '', 50_000)
  await cheque('2025-05-08', 'The cheque clears', '2025-26/4', 'CLEARED')
  await pays('2025-06-02', 'Rohan: all that is left, and a donation', rohan, [...all, fees.donation], 180_000)
  await pays('2025-06-02', 'Asha: Library, entered for the wrong child', asha, [fees.library], 30_000)
  await deletePayment(head, schoolId, { key: randomUUID(), id: receipts.get('2025-26/6'), reason: 'wrong child' })
  await wrote('2025-06-02', 'The head deletes it', '2025-26/6', 30_000)
  await deleteDiscounts(head, schoolId, {
    key: randomUUID(),
    termId,
    studentId: rohan,
    ids: (await account(rohan)).discounts.map((line) => line.id),
    reason: 'not a second child',
  })
  await wrote('2025-07-01', 'Rohan: the discount was a mistake', '', 50_000)
  await pays('2026-03-31', 'Rohan: May in full', rohan, [fees.tuitionMay], 50_000)
  await pays('2026-04-01', 'Asha: the rest, in the new year', asha, all, 80_000)

  expect(asText(table, 3)).toBe(`
Day         What                                        Receipt       Amount  Asha owes  Rohan owes   Clearing  Discounts  Collected
2025-04-01  The year begins                                                   ₹3,300.00   ₹3,300.00      ₹0.00      ₹0.00      ₹0.00
2025-04-05  Asha: April in cash                         2025-26/1  ₹1,500.00  ₹1,800.00   ₹3,300.00      ₹0.00      ₹0.00  ₹1,500.00
2025-04-05  Rohan: a cheque for April and May           2025-26/2  ₹3,000.00  ₹1,800.00     ₹300.00  ₹3,000.00      ₹0.00  ₹1,500.00
2025-04-09  The cheque bounces                          2025-26/2  ₹3,000.00  ₹1,800.00   ₹3,300.00      ₹0.00      ₹0.00  ₹1,500.00
2025-04-12  Rohan: April by UPI instead                 2025-26/3  ₹1,500.00  ₹1,800.00   ₹1,800.00      ₹0.00      ₹0.00  ₹3,000.00
2025-05-06  Asha: part of May, by cheque                2025-26/4  ₹1,000.00    ₹800.00   ₹1,800.00  ₹1,000.00      ₹0.00  ₹3,000.00
2025-05-06  Rohan: ₹500 off May, second child                        ₹500.00    ₹800.00   ₹1,300.00  ₹1,000.00    ₹500.00  ₹3,000.00
2025-05-08  The cheque clears                           2025-26/4  ₹1,000.00    ₹800.00   ₹1,300.00      ₹0.00    ₹500.00  ₹4,000.00
2025-06-02  Rohan: all that is left, and a donation     2025-26/5  ₹1,800.00    ₹800.00       ₹0.00      ₹0.00    ₹500.00  ₹5,800.00
2025-06-02  Asha: Library, entered for the wrong child  2025-26/6    ₹300.00    ₹500.00       ₹0.00      ₹0.00    ₹500.00  ₹6,100.00
2025-06-02  The head deletes it                         2025-26/6    ₹300.00    ₹800.00       ₹0.00      ₹0.00    ₹500.00  ₹5,800.00
2025-07-01  Rohan: the discount was a mistake                        ₹500.00    ₹800.00     ₹500.00      ₹0.00      ₹0.00  ₹5,800.00
2026-03-31  Rohan: May in full                          2025-26/7    ₹500.00    ₹800.00       ₹0.00      ₹0.00      ₹0.00  ₹6,300.00
2026-04-01  Asha: the rest, in the new year             2026-27/1    ₹800.00      ₹0.00       ₹0.00      ₹0.00      ₹0.00  ₹7,100.00
`)
  expect((await checkData(world.database)).findings).toEqual([])
})
