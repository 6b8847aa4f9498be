import fc from 'fast-check'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPayment } from '#tests/world/fees.ts'
import { addFeeCategory } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addDays, addMonths } from '#shared/dates.ts'
import { checkData } from '#platform/dataChecks.ts'
import { monthStartInTerm, schoolYearMonths } from '../months.ts'
import { assignFeeCategory } from './assignments.commands.ts'
import { settleCheque } from './cheques.commands.ts'
import { giveDiscount } from './discounts.commands.ts'
import { addFees, deleteFee, listFees, reorderFees, updateFee } from './feeItems.commands.ts'
import { collectPayment, deletePayment } from './payments.commands.ts'

let world: TestWorld
let general: number
let bus: number
let foreign: number

beforeAll(async () => {
  world = await testWorld()
  general = await addFeeCategory(world, world.own, { name: 'General' })
  bus = await addFeeCategory(world, world.own, { name: 'Bus' })
  foreign = await addFeeCategory(world, world.other, { name: 'General' })
  for (const feeCategoryId of [general, bus]) {
    const { student7A, student8A } = world.own
    await assignFeeCategory(await admin(), world.own.id, { feeCategoryId, studentIds: [student7A, student8A] })
  }
})

afterAll(() => world.close())

const admin = () => world.call('admin')
const form = (name: string, more: object = {}) => ({
  feeCategoryIds: [general],
  name,
  fixedAmount: true,
  amount: 150_000,
  months: [],
  ...more,
})
const add = async (name: string, more: object = {}) => addFees(await admin(), world.own.id, form(name, more))
const fees = async (feeCategoryId?: number) =>
  listFees(await admin(), world.own.id, { termId: world.own.termId, ...(feeCategoryId ? { feeCategoryId } : {}) })

test('a one-time fee has a due date of its own near its term; one of a month is due on the school’s fee date', async () => {
  const [once] = await add('Admission', { dueOn: '2026-06-15' })
  const [monthly] = await add('Hostel', { dueOn: '2026-06-15', months: ['FEB'] })
  expect([once?.dueOn, monthly?.dueOn]).toEqual(['2026-06-15', null])
  const message = '15 Jun 2062 is far from the term, which starts on 01 Apr 2026'
  expect(await refusal(add('Trip', { dueOn: '2062-06-15' }))).toMatchObject({
    code: 'BAD_INPUT',
    problems: [{ path: 'dueOn', message }],
  })
  expect((await refusal(add('Trip', { dueOn: '2026-02-30' }))).problems).toEqual([
    { path: 'dueOn', message: 'This is not a date' },
  ])
  const { id, name, amount, month, dueOn, fixedAmount } = once!
  const seen = { name, amount, month, dueOn, fixedAmount }
  const change = { id, name, amount, month, dueOn: '2026-07-01', fixedAmount, seen }
  expect(await updateFee(await admin(), world.own.id, change)).toMatchObject({ dueOn: '2026-07-01' })
  expect(await refusal(updateFee(await admin(), world.own.id, change))).toMatchObject({ code: 'CONFLICT' })
  for (const fee of [once!, monthly!]) await deleteFee(await admin(), world.own.id, { id: fee.id })
})

test('the due date in the database is the one that the calendar says', async () => {
  const start = fc.integer({ min: 0, max: 2000 }).map((days) => addDays('2024-01-01', days))
  const cases = fc.sample(fc.tuple(fc.constantFrom(...schoolYearMonths), start, fc.integer({ min: 1, max: 31 })), 300)
  for (const [month, startsOn, feesDate] of cases) {
    const first = monthStartInTerm(month, startsOn)
    const last = addDays(addMonths(first, 1), -1)
    const inMonth = addDays(first, feesDate - 1) > last ? last : addDays(first, feesDate - 1)
    const wanted = inMonth < startsOn ? startsOn : inMonth
    const { rows } = await sql<{
      dueOn: string
    }>`select fee_due_on(${month}, null, ${startsOn}::date, null, ${feesDate}) as due_on`.execute(world.database.kysely)
    expect([month, startsOn, feesDate, rows[0]?.dueOn]).toEqual([month, startsOn, feesDate, wanted])
  }
  const { rows } =
    await sql`select fee_due_on(null, null, '2026-06-15', null, 5) as start, fee_due_on(null, '2026-09-01', '2026-06-15', null, 5) as own`.execute(
      world.database.kysely,
    )
  expect(rows).toEqual([{ start: '2026-06-15', own: '2026-09-01' }])
})

test.each([
  ['APR', '2028-06-15', 5, '2029-04-05'],
  ['JUN', '2028-06-15', 5, '2028-06-15'],
  ['JUN', '2028-06-15', 20, '2028-06-20'],
  ['MAY', '2028-06-15', 31, '2029-05-31'],
  ['FEB', '2026-04-01', 31, '2027-02-28'],
  ['FEB', '2027-04-01', 31, '2028-02-29'],
  ['APR', '2026-03-20', 5, '2026-04-05'],
  ['MAR', '2026-03-20', 5, '2027-03-05'],
  ['MAR', '2026-03-01', 5, '2026-03-05'],
  ['DEC', '2027-01-04', 5, '2027-12-05'],
  ['APR', '2026-04-10', 5, '2026-04-10'],
] as const)('the fee of %s in a term from %s is due, with fee date %d, on %s', async (month, startsOn, feesDate, due) => {
  const { rows } = await sql<{
    dueOn: string
  }>`select fee_due_on(${month}, null, ${startsOn}::date, null, ${feesDate}) as due_on`.execute(world.database.kysely)
  expect(rows[0]?.dueOn).toBe(due)
})

describe('adding fees', () => {
  test('adds one per category and month, in school-year order, with one slug', async () => {
    const added = await add('  School   Tuition ', { feeCategoryIds: [bus, general], months: ['MAR', 'APR', 'DEC'] })
    expect(added).toMatchObject(
      [general, bus].flatMap((feeCategoryId) =>
        ['APR', 'DEC', 'MAR'].map((month, place) => ({
          feeCategoryId,
          month,
          sr: place + 1,
          name: 'School Tuition',
          slug: 'school-tuition',
          amount: 150_000,
          fixedAmount: true,
          termId: world.own.termId,
          hasMoney: false,
        })),
      ),
    )
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'fee.add', rowIds: added.map((fee) => fee.id) })
    const [once] = await add('Library', { amount: 30_000 })
    expect(once).toMatchObject({ feeCategoryId: general, month: null, sr: 4 })
    expect((await fees(general)).map((fee) => [fee.sr, fee.name, fee.month])).toEqual([
      ...['APR', 'DEC', 'MAR'].map((month, place) => [place + 1, 'School Tuition', month]),
      [4, 'Library', null],
    ])
    expect(await fees()).toHaveLength(7)
    for (const who of ['superadmin', 'limitedAdmin', 'fees'] as const)
      expect(await listFees(await world.call(who), world.own.id, { termId: world.own.termId })).toHaveLength(7)
  })

  test('that are not fixed have no amount; fixed ones may have 0', async () => {
    expect(await add('Donation', { fixedAmount: false, amount: 99_900 })).toMatchObject([{ amount: 0, fixedAmount: false }])
    expect(await add('Free Lunch', { amount: undefined })).toMatchObject([{ amount: 0, fixedAmount: true }])
  })

  test('refuses fees that exist already, by name and month, and adds none of the others', async () => {
    const before = await fees()
    const message = 'There is already school TUITION (APR) in General and school TUITION (APR) in Bus'
    expect(await refusal(add('school TUITION', { feeCategoryIds: [general, bus], months: ['APR', 'MAY'] }))).toEqual({
      code: 'CONFLICT',
      message,
      problems: [{ path: 'name', message }],
    })
    expect(await fees()).toEqual(before)
  })

  test('concurrently gives unique sr, and adds only one of equal fees', async () => {
    const calls = ['Lab', 'Lab', 'Games', 'Diary', 'Exam'].map((name) =>
      add(name, { feeCategoryIds: [bus], months: schoolYearMonths }),
    )
    const answers = await Promise.allSettled(calls)
    expect(answers.filter((answer) => answer.status === 'rejected')).toHaveLength(1)
    const rows = await fees(bus)
    expect(rows.map((fee) => fee.sr)).toEqual(rows.map((_, place) => place + 1))
  })

  test('to an unknown category or another school’s is not found', async () => {
    const missing = await refusal(add('X', { feeCategoryIds: [general, 999_999] }))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(add('X', { feeCategoryIds: [general, foreign] }))).toEqual(missing)
    const listing = listFees(await admin(), world.own.id, { termId: world.own.termId, feeCategoryId: foreign })
    expect(await refusal(listing)).toEqual(missing)
    expect(await refusal(listFees(await admin(), world.own.id, { termId: world.other.termId }))).toEqual(missing)
  })

  test('needs a name, a choice of fixed or not, and a category', async () => {
    const refused = await refusal(addFees(await admin(), world.own.id, { name: '', feeCategoryIds: [], months: [] }))
    expect(refused).toMatchObject({ code: 'BAD_INPUT' })
    expect(refused.problems.map((problem) => problem.path)).toEqual(['feeCategoryIds', 'name', 'fixedAmount'])
  })
})

async function pay(fee: { id: number; amount: number; fixedAmount: boolean }, amount: number, more: object = {}) {
  const seen = [{ feeId: fee.id, version: `${fee.fixedAmount ? fee.amount : 'open'}:0:0:0` }]
  return collectPayment(await world.call('fees'), world.own.id, aPayment(world.own, seen, amount, { ...more }))
}

/** Returns a fee as a form loads it now. */
async function seenNow(id: number) {
  const fee = (await fees()).find((row) => row.id === id)
  return fee && { name: fee.name, amount: fee.amount, month: fee.month, fixedAmount: fee.fixedAmount }
}

describe('changing a fee', () => {
  const change = async (id: number, more: object) =>
    updateFee(await admin(), world.own.id, {
      id,
      name: 'Computer',
      amount: 50_000,
      month: null,
      seen: await seenNow(id),
      ...more,
    })

  test('replaces name, slug, amount and month; None means one time', async () => {
    const [fee] = await add('Computer', { amount: 40_000, months: ['JUN'] })
    expect(await change(fee!.id, { name: 'संगणक Lab', amount: 45_000, month: 'JUL' })).toMatchObject({
      name: 'संगणक Lab',
      slug: 'संगणक-lab',
      amount: 45_000,
      month: 'JUL',
      sr: fee!.sr,
    })
    expect(await change(fee!.id, {})).toMatchObject({ month: null, amount: 50_000 })
    expect((await refusal(change(fee!.id, { amount: '' }))).problems).toEqual([{ path: 'amount', message: 'Amount is required' }])
    expect(await refusal(change(fee!.id, { name: 'Library' }))).toMatchObject({
      code: 'CONFLICT',
      message: 'A fee with this name and month exists already in this category',
    })
  })

  test('with a stale form is refused and undoes nothing', async () => {
    const [fee] = await add('Swimming', { amount: 150_000 })
    const seen = await seenNow(fee!.id)
    await change(fee!.id, { name: 'Swimming', amount: 160_000, month: 'JUN', seen })
    const stale = await refusal(change(fee!.id, { name: 'Swimming Pool', amount: 150_000, seen }))
    const message = 'This fee was changed meanwhile: it is Swimming (JUN), ₹1,600.00 now. Nothing was saved. Open it again'
    expect(stale).toMatchObject({ code: 'CONFLICT', message, problems: [{ path: 'seen', message }] })
    expect(await seenNow(fee!.id)).toEqual({ name: 'Swimming', amount: 160_000, month: 'JUN', fixedAmount: true })
    // Of two forms opened at the same time, one is stored.
    const both = { name: 'Swimming', seen: await seenNow(fee!.id) }
    const done = await Promise.allSettled([170_000, 180_000].map((amount) => change(fee!.id, { ...both, amount })))
    expect(done.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await refusal(change(fee!.id, { seen: undefined }))).problems[0]?.path).toBe('seen')
  })

  test('changes between fixed and not fixed only without money on it', async () => {
    const [fee] = await add('Sports')
    const plain = { name: 'Sports', amount: 0 }
    expect(await refusal(change(fee!.id, { name: 'Sports', fixedAmount: false }))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'amount', message: 'A fee that is not fixed has no amount' }],
    })
    const open = await change(fee!.id, { ...plain, fixedAmount: false })
    expect(open).toMatchObject({ amount: 0, fixedAmount: false })
    const payment = await pay(open, 12_345)
    expect(await refusal(change(fee!.id, { name: 'Sports', fixedAmount: true }))).toMatchObject({
      code: 'CONFLICT',
      problems: [{ path: 'fixedAmount', message: 'This fee has payments or discounts: it stays not fixed' }],
    })
    await deletePayment(await admin(), world.own.id, { key: randomUUID(), id: payment.id, reason: 'entered twice' })
    expect(await change(fee!.id, { name: 'Sports', fixedAmount: true })).toMatchObject({ amount: 50_000, fixedAmount: true })
  })

  test('is never lower than a student’s payments, clearing cheques and discounts together', async () => {
    const [fee] = await add('Annual Day', { amount: 100_000 })
    const { lines } = await pay(fee!, 30_000)
    const discount = {
      key: randomUUID(),
      termId: world.own.termId,
      studentId: world.own.student7A,
      amount: 5_000,
      comment: 'sister',
    }
    await giveDiscount(await admin(), world.own.id, {
      ...discount,
      fees: [{ feeId: fee!.id, version: `100000:30000:1:${lines[0]!.id}` }],
    })
    const studentId = world.own.student8A
    const cheque = await pay(fee!, 40_000, { studentId, mode: 'CHEQUE', chequeNo: '004512' })
    const lower = (amount: number) => change(fee!.id, { name: 'Annual Day', amount })
    expect(await refusal(lower(39_999))).toMatchObject({
      code: 'CONFLICT',
      problems: [
        { path: 'amount', message: 'Rohan Patil has ₹400.00 in payments and discounts on this fee. The amount cannot be lower' },
      ],
    })
    await settleCheque(await admin(), world.own.id, { key: randomUUID(), id: cheque.id, outcome: 'FAILED' })
    expect((await refusal(lower(34_999))).message).toBe(
      'Asha Patil has ₹350.00 in payments and discounts on this fee. The amount cannot be lower',
    )
    expect(await lower(35_000)).toMatchObject({ amount: 35_000, hasMoney: true })
    expect(await lower(90_000)).toMatchObject({ amount: 90_000 })
  })

  test('and a concurrent payment: no more is collected than the fee’s amount', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [fee] = await add(`Round ${round}`, { amount: 50_000 })
      const [, lowered] = await Promise.allSettled([
        pay(fee!, 50_000),
        change(fee!.id, { name: `Round ${round}`, amount: 20_000 }),
      ])
      const now = (await fees(general)).find((row) => row.id === fee!.id)
      expect(now).toMatchObject(
        lowered.status === 'fulfilled' ? { amount: 20_000, hasMoney: false } : { amount: 50_000, hasMoney: true },
      )
    }
    expect((await checkData(world.database)).findings).toEqual([])
  })
})

describe('deleting a fee', () => {
  test('removes it from the list, unless it has live money', async () => {
    const [fee] = await add('Excursion')
    const remove = async () => deleteFee(await admin(), world.own.id, { id: fee!.id })
    const payment = await pay(fee!, 100)
    expect((await fees(general)).find((row) => row.id === fee!.id)?.hasMoney).toBe(true)
    expect(await refusal(remove())).toMatchObject({
      code: 'FORBIDDEN',
      message: 'This fee has payments or discounts. Delete them first',
    })
    await deletePayment(await admin(), world.own.id, { key: randomUUID(), id: payment.id, reason: 'entered twice' })
    expect(await remove()).toBe(fee!.id)
    expect((await fees(general)).map(({ id }) => id)).not.toContain(fee!.id)
    expect((await refusal(remove())).code).toBe('NOT_FOUND')
    await expect(add('Excursion')).resolves.toHaveLength(1)
  })

  test('and a concurrent payment: one of them wins', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [fee] = await add(`Gone ${round}`)
      const [paid, deleted] = await Promise.allSettled([
        pay(fee!, 100),
        admin().then((call) => deleteFee(call, world.own.id, { id: fee!.id })),
      ])
      expect([paid.status, deleted.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    }
    expect((await checkData(world.database)).findings).toEqual([])
  })
})

describe('reordering', () => {
  test('numbers the fees 1 to n, and is refused when the category’s fees have changed', async () => {
    const before = await fees(bus)
    const feeIds = before.map((fee) => fee.id).toReversed()
    const order = async (ids: number[]) => reorderFees(await admin(), world.own.id, { feeCategoryId: bus, feeIds: ids })
    const after = await order(feeIds)
    expect(after.map((fee) => [fee.id, fee.sr])).toEqual(feeIds.map((id, place) => [id, place + 1]))
    const stale = { code: 'CONFLICT', message: 'The fees of this category changed meanwhile. Look at them again' }
    for (const ids of [feeIds.slice(1), [...feeIds, feeIds[0]!], [...feeIds.slice(1), (await fees(general))[0]!.id]])
      expect(await refusal(order(ids))).toMatchObject(stale)
    // Two concurrent orders are both complete, and the last one stays.
    await Promise.all([order(feeIds), order(feeIds.toReversed())])
    expect((await fees(bus)).map((fee) => fee.sr)).toEqual(feeIds.map((_, place) => place + 1))
  })
})

describe('permissions', () => {
  test.each(['fees', 'limitedAdmin', 'teacher', 'student'] as const)('%s may not change fees', async (who) => {
    const call = await world.call(who)
    const [fee] = await fees(general)
    const { id, name, amount, fixedAmount } = fee!
    const attempts = [
      () => addFees(call, world.own.id, form('X')),
      () => updateFee(call, world.own.id, { id, name, amount, month: null, seen: { name, amount, month: null, fixedAmount } }),
      () => deleteFee(call, world.own.id, { id }),
      () => reorderFees(call, world.own.id, { feeCategoryId: general, feeIds: [id] }),
    ]
    for (const attempt of attempts) expect((await refusal(attempt())).code).toBe('FORBIDDEN')
  })

  test('another school’s fees are not found', async () => {
    const call = await world.call('admin', world.other)
    const [fee] = await fees(general)
    const { id, name, amount, fixedAmount } = fee!
    const attempts = [
      () => updateFee(call, world.other.id, { id, name, amount, month: null, seen: { name, amount, month: null, fixedAmount } }),
      () => deleteFee(call, world.other.id, { id }),
      () => reorderFees(call, world.other.id, { feeCategoryId: general, feeIds: [id] }),
      () => addFees(call, world.own.id, form('X')),
    ]
    for (const attempt of attempts) expect((await refusal(attempt())).code).toBe('NOT_FOUND')
  })
})
