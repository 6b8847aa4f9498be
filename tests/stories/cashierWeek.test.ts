import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cashOf, type Denomination, denominations, type NoteCounts } from '#domains/fees/cashier.rules.ts'
import { differenceText } from '#domains/fees/closingSheet.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { closeDay, reopenDay } from '#domains/fees/server/cashier.commands.ts'
import { listOpenDays, viewCashierDay } from '#domains/fees/server/cashier.queries.ts'
import { collectPayment, deletePayment } from '#domains/fees/server/payments.commands.ts'
import { checkData } from '#platform/dataChecks.ts'
import { addDays, schoolDay, showWeekday } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import { refusal } from '../refusals.ts'
import { addTestFees, type TestFees } from '../world/fees.ts'
import { nameTermOfToday } from '../world/rows.ts'
import { type TestWorld, testWorld } from '../world/testWorld.ts'
import { asText } from './asText.ts'

/*
 * A cashier's week as the clerk lives it and the head reads it: five days of donations, counted every evening. Days are
 * of the week before, so that nothing lies in the future.
 */

let world: TestWorld
let fees: TestFees

beforeAll(async () => {
  world = await testWorld()
  await nameTermOfToday(world, world.own)
  fees = await addTestFees(world, world.own)
})

afterAll(() => world.close())

test('the week of a cashier', async () => {
  const { id: schoolId, termId, student7A: studentId } = world.own
  const clerk = await world.call('fees')
  const head = await world.call('admin')
  const monday = mondayOfLastWeek(schoolDay(new Date()))
  const [mon = '', tue = '', wed = '', thu = '', fri = ''] = [0, 1, 2, 3, 4].map((days) => addDays(monday, days))
  const today = schoolDay(new Date())
  const nameOf = (day: string) => (day === today ? 'Today' : showWeekday(day))
  const table: string[][] = [['Day', 'What', 'Amount', 'Expected', 'Counted', 'Difference', 'To the bank', 'In the drawer']]
  const closings = new Map<string, number>()

  const expectedOn = async (day: string) => (await viewCashierDay(clerk, schoolId, { day })).expected
  const wrote = async (day: string, what: string, amount: number | null = null) =>
    table.push([nameOf(day), what, amount === null ? '' : showMoney(amount), showMoney(await expectedOn(day)), '', '', '', ''])

  async function takes(day: string, what: string, amount: number, how: object = { mode: 'CASH' }) {
    const account = await viewFeeAccount(clerk, schoolId, { termId, studentId })
    const { version = '' } = account.fees.find(({ id }) => id === fees.donation) ?? {}
    const payment = await collectPayment(clerk, schoolId, {
      key: randomUUID(),
      termId,
      studentId,
      fees: [{ feeId: fees.donation, version }],
      amount,
      collectedOn: day,
      ...how,
    })
    await wrote(day, what, amount)
    return payment.id
  }

  async function counts(day: string, what: string, notes: NoteCounts, deposit: NoteCounts = {}, reason = '') {
    const { version } = await viewCashierDay(clerk, schoolId, { day })
    const closing = await closeDay(clerk, schoolId, {
      key: randomUUID(),
      day,
      version,
      notes: fieldsOf(notes),
      deposit: fieldsOf(deposit),
      bankAccountId: null,
      reason,
    })
    closings.set(day, closing.id)
    table.push([
      nameOf(day),
      what,
      '',
      showMoney(closing.expectedCash),
      showMoney(closing.countedCash),
      differenceText(closing.difference),
      showMoney(closing.depositedCash),
      showMoney(closing.carriedCash),
    ])
    expect(closing.countedCash).toBe(cashOf(notes))
    return closing
  }

  await takes(mon, 'Asha pays in cash', 250_000)
  await takes(mon, 'A cheque, which is no cash', 300_000, { mode: 'CHEQUE', chequeNo: '004512', bankName: 'Bank of Baroda' })
  const first = await counts(mon, 'Counted, most to the bank', { 500: 5 }, { 500: 4 })
  expect(first.depositCheques.map(({ reference }) => reference)).toEqual(['004512'])

  const wrong = await takes(tue, 'Rohan, in cash, entered for Asha', 80_000)
  await takes(tue, 'By UPI', 50_000, { mode: 'UPI', txnId: '509812345678' })
  await counts(tue, 'Counted, ₹100 short', { 500: 2, 100: 2 }, {}, 'a note of ₹100 is missing')

  const late = await refusal(takes(tue, 'A payment of Tuesday', 20_000))
  expect(late).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'collectedOn' }] })
  expect(late.message).toContain('is closed and takes no more money')
  await wrote(wed, 'A payment of Tuesday is refused', 20_000)
  await takes(wed, 'It is taken on Wednesday', 20_000)
  await counts(wed, 'Counted', { 500: 2, 200: 2 })

  const closing = closings.get(wed)
  await reopenDay(head, schoolId, { key: randomUUID(), id: closing, reason: 'a receipt lay under the till' })
  await wrote(wed, 'The head opens the day again')
  await takes(wed, 'The forgotten receipt', 100_000)
  await counts(wed, 'Counted once more', { 500: 4, 200: 2 }, { 500: 4 })

  await takes(thu, 'Cash on Thursday, and nobody closes', 60_000)
  await takes(fri, 'Cash on Friday', 40_000)
  expect(await refusal(counts(fri, 'Friday before Thursday', { 500: 2 }))).toMatchObject({ code: 'CONFLICT' })
  await wrote(fri, 'Friday cannot be closed before Thursday')
  expect((await listOpenDays(head, schoolId, {})).map(({ day }) => day)).toEqual([thu, fri])
  await counts(thu, 'Thursday, on Friday morning', { 500: 2 })
  await counts(fri, 'Counted', { 500: 2, 200: 2 }, { 500: 2 })
  expect(await listOpenDays(head, schoolId, {})).toEqual([])

  await deletePayment(head, schoolId, { key: randomUUID(), id: wrong, reason: 'Rohan, not Asha' })
  await wrote(today, 'The head deletes the receipt of Tuesday', 80_000)
  await takes(today, 'It is taken again, for Rohan', 80_000)
  await counts(today, 'The drawer is right', { 200: 2 })

  expect(asText(table, 2)).toBe(`
Day        What                                        Amount   Expected    Counted       Difference  To the bank  In the drawer
Monday     Asha pays in cash                        ₹2,500.00  ₹2,500.00
Monday     A cheque, which is no cash               ₹3,000.00  ₹2,500.00
Monday     Counted, most to the bank                           ₹2,500.00  ₹2,500.00             none    ₹2,000.00        ₹500.00
Tuesday    Rohan, in cash, entered for Asha           ₹800.00  ₹1,300.00
Tuesday    By UPI                                     ₹500.00  ₹1,300.00
Tuesday    Counted, ₹100 short                                 ₹1,300.00  ₹1,200.00  ₹100.00 missing        ₹0.00      ₹1,200.00
Wednesday  A payment of Tuesday is refused            ₹200.00  ₹1,200.00
Wednesday  It is taken on Wednesday                   ₹200.00  ₹1,400.00
Wednesday  Counted                                             ₹1,400.00  ₹1,400.00             none        ₹0.00      ₹1,400.00
Wednesday  The head opens the day again                        ₹1,400.00
Wednesday  The forgotten receipt                    ₹1,000.00  ₹2,400.00
Wednesday  Counted once more                                   ₹2,400.00  ₹2,400.00             none    ₹2,000.00        ₹400.00
Thursday   Cash on Thursday, and nobody closes        ₹600.00  ₹1,000.00
Friday     Cash on Friday                             ₹400.00    ₹800.00
Friday     Friday cannot be closed before Thursday               ₹800.00
Thursday   Thursday, on Friday morning                         ₹1,000.00  ₹1,000.00             none        ₹0.00      ₹1,000.00
Friday     Counted                                             ₹1,400.00  ₹1,400.00             none    ₹1,000.00        ₹400.00
Today      The head deletes the receipt of Tuesday    ₹800.00   -₹400.00
Today      It is taken again, for Rohan               ₹800.00    ₹400.00
Today      The drawer is right                                   ₹400.00    ₹400.00             none        ₹0.00        ₹400.00
`)
  expect((await checkData(world.database)).findings).toEqual([])
})

/** Returns the Monday of the week before a day's. */
function mondayOfLastWeek(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7) - 7)
}

function fieldsOf(notes: NoteCounts) {
  return Object.fromEntries(denominations.map((value: Denomination) => [`n${value}`, notes[value] ?? 0]))
}
