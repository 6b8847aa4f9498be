import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { addBankAccount, addFeeCategory, addFees, assignFees } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { updateSchool } from '#domains/schools/server/schools.commands.ts'
import { updateTerm } from '#domains/schools/server/terms.commands.ts'
import { addDays, addMonths, type Day, monthStart, schoolDay } from '#shared/dates.ts'
import { type Month, months } from '../months.ts'
import { viewFeeAccount } from './account.queries.ts'
import { updateFeeCategory } from './feeCategories.commands.ts'
import { listPending } from './pending.queries.ts'

let world: TestWorld
const today = schoolDay(new Date())
const monthOf = (day: Day) => months[Number(day.slice(5, 7)) - 1] as Month

beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.close())

const set = async (fields: Record<string, unknown>) => updateSchool(await world.call('admin'), world.own.id, fields)
const term = () => world.own.termId
/** Begins the term anew, with the school's fee date in all its months. */
const begin = async (startsOn: Day) => {
  await asOwner(world.ownerUrl, 'update terms set fees_dates = null')
  await updateTerm(await world.call('superadmin'), world.own.id, { id: term(), name: `Term ${randomUUID()}`, startsOn })
}
const account = async () =>
  viewFeeAccount(await world.call('fees'), world.own.id, { termId: term(), studentId: world.own.student7A })

/** Gives a student a category with a fee of ₹100 for each month, and returns what its fees are due on. */
async function everyMonth() {
  const category = await addFeeCategory(world, world.own, { name: randomUUID() })
  const ids = await addFees(
    world,
    world.own,
    category,
    months.map((month) => ({ name: 'Tuition', month, amount: 10_000 })),
  )
  await assignFees(world, world.own, category, [world.own.student7A])
  const fees = async () => (await account()).fees.filter(({ id }) => ids.includes(id))
  const days = async () => Object.fromEntries((await fees()).map(({ month, dueOn }) => [month, dueOn])) as Record<Month, Day>
  return { category, fees, days }
}

/** Leaves nothing that is asked of others. */
const without = (category: number) =>
  asOwner(world.ownerUrl, 'delete from student_fee_categories where fee_category_id = $1', [category])

test('a term from 15 June has its April in the next year, in the account, the list and its months', async () => {
  await begin('2028-06-15')
  const { category, days, fees } = await everyMonth()
  const due = await days()
  expect([due.JUN, due.JUL, due.MAR, due.APR, due.MAY]).toEqual([
    '2028-06-15',
    '2028-07-05',
    '2029-03-05',
    '2029-04-05',
    '2029-05-05',
  ])
  expect((await fees()).map(({ month }) => month)).toEqual([...months.slice(5), ...months.slice(0, 5)])
  const pending = async (month: Month) => {
    const call = await world.call('admin')
    const view = { termId: term(), month, upTo: true, search: '', page: 1, pageSize: 50 }
    return (await listPending(call, world.own.id, view)).pending
  }
  expect([await pending('JUN'), await pending('AUG'), await pending('APR')]).toEqual([10_000, 30_000, 110_000])
  await without(category)
})

test('a change of the fee date holds from now on, and moves no due day or late fee that has passed', async () => {
  await set({ feesDate: 5 })
  await begin(addMonths(monthStart(today), -6))
  const { category, days, fees } = await everyMonth()
  await updateFeeCategory(await world.call('admin'), world.own.id, {
    id: category,
    name: randomUUID(),
    bankAccountId: await addBankAccount(world, world.own, { name: 'Fees Account' }),
    lateFee: { kind: 'BY_DAY', amount: 100, graceDays: 0, max: 1_000_000 },
  })
  const before = await days()
  const lateFees = async () => (await fees()).map(({ lateFeeDue }) => lateFeeDue)
  const charged = await lateFees()
  expect(charged.filter((amount) => amount > 0).length).toBeGreaterThanOrEqual(6)

  for (const feesDate of [28, 1, 31, 5, 20]) await set({ feesDate })

  const after = await days()
  const next = addMonths(monthStart(today), 1)
  for (const [month, day] of Object.entries(before) as [Month, Day][]) {
    const expected = day < today ? day : day < next ? after[month] : `${day.slice(0, 8)}20`
    expect([month, after[month]]).toEqual([month, expected])
  }
  expect(await lateFees()).toEqual(charged)
  // The month that runs: its day was to come when the date changed, or it had passed.
  expect(after[monthOf(today)] >= today || after[monthOf(today)] === before[monthOf(today)]).toBe(true)
  await set({ feesDate: 5 })
  await without(category)
})

test('a fee date that moves to an earlier day makes nothing overdue', async () => {
  await set({ feesDate: 31 })
  await begin(monthStart(today))
  const last = addDays(addMonths(monthStart(today), 1), -1)
  const { category, days } = await everyMonth()
  expect((await days())[monthOf(today)]).toBe(last)
  await set({ feesDate: 1 })
  const due = await days()
  expect(due[monthOf(today)]).toBe(last)
  expect(due[monthOf(addMonths(today, 1))]).toBe(addMonths(monthStart(today), 1))
  await set({ feesDate: 5 })
  await without(category)
})
