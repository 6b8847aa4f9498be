import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { aPayment } from '#tests/world/fees.ts'
import { addFeeCategory, addFees, assignFees } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { checkData } from '#platform/dataChecks.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { askedAmount, isAsked, storedMonths } from '../assignedMonths.rules.ts'
import { type Month, months as calendarMonths, monthsOfTerm, schoolYearMonths } from '../months.ts'
import { viewFeeAccount } from './account.queries.ts'
import { settleCheque } from './cheques.commands.ts'
import { listFeeCategoriesOfStudent, setStudentFeeCategories, viewAskedByMonths } from './assignments.commands.ts'
import { addConcessionKind } from './concessionKinds.commands.ts'
import { giveConcessions } from './concessions.commands.ts'
import { updateFee } from './feeItems.commands.ts'
import { cancelRefund, giveBack } from './refunds.commands.ts'
import { collectPayment } from './payments.commands.ts'
import { listPending } from './pending.queries.ts'

/* Asha of 7-A comes by bus: stop A costs ₹900 a month, stop B ₹1,200, and a badge ₹50, which is due in January. */

let world: TestWorld
let stopA: number
let stopB: number
let feesOfA: number[]
let termStart: string

beforeAll(async () => {
  world = await testWorld()
  const rows = await asOwner<{ day: string }>(world.ownerUrl, 'select starts_on::text as day from terms where id = $1', [
    world.own.termId,
  ])
  termStart = rows[0]?.day ?? ''
})

const everyMonth = (amount: number) => schoolYearMonths.map((month) => ({ name: 'Bus', month, amount }))

beforeEach(async () => {
  stopA = await addFeeCategory(world, world.own, { name: 'Stop A' })
  stopB = await addFeeCategory(world, world.own, { name: 'Stop B' })
  feesOfA = await addFees(world, world.own, stopA, [
    ...everyMonth(90_000),
    { name: 'Badge', amount: 5_000, dueOn: `${Number(termStart.slice(0, 4)) + 1}-01-10` },
  ])
  await addFees(world, world.own, stopB, everyMonth(120_000))
  await assignFees(world, world.own, stopA, [world.own.student7A])
})

const clean = `truncate collected_lines, payments, refunds, refund_counters, receipt_counters, receipt_issues, concessions, concession_kinds,
  student_fee_categories, fees, fee_categories, request_keys, audit_log cascade`
afterEach(async () => {
  expect((await checkData(world.database)).findings).toEqual([])
  await asOwner(world.ownerUrl, clean)
})

afterAll(() => world.close())

const of = () => ({ termId: world.own.termId, studentId: world.own.student7A })
const untilSeptember = schoolYearMonths.slice(0, 6)
const fromOctober = schoolYearMonths.slice(6)
const account = async () => viewFeeAccount(await world.call('admin'), world.own.id, of())
/** What is asked of Asha, who has paid nothing. */
const total = async () => (await account()).total.pending

const set = async (form: object, who: Who = 'admin') =>
  setStudentFeeCategories(await world.call(who), world.own.id, { ...of(), seen: [stopA], seenMonths: [], ...form } as never)

const moveToB = () => ({
  feeCategoryIds: [stopA, stopB],
  months: [
    { feeCategoryId: stopA, months: untilSeptember },
    { feeCategoryId: stopB, months: fromOctober },
  ],
})

async function pay(fees: readonly number[], amount: number, more: Record<string, unknown> = {}) {
  const seen = (await account()).fees.filter(({ id }) => fees.includes(id)).map(({ id, version }) => ({ feeId: id, version }))
  return collectPayment(await world.call('admin'), world.own.id, aPayment(world.own, seen, amount, more))
}

describe('stop A until September and stop B from October', () => {
  test('is one step: what is asked follows, everywhere', async () => {
    expect(await total()).toBe(12 * 90_000 + 5_000)
    const months = moveToB().months
    const asked = await viewAskedByMonths(await world.call('admin'), world.own.id, {
      ...of(),
      feeCategoryIds: [stopA, stopB],
      months,
    })
    expect(asked).toMatchObject([
      { feeCategoryId: stopA, asked: 6 * 90_000, months: untilSeptember },
      { feeCategoryId: stopB, asked: 6 * 120_000, months: fromOctober },
    ])
    await set(moveToB())
    expect(await total()).toBe(6 * 90_000 + 6 * 120_000)
    const pending = await listPending(await world.call('admin'), world.own.id, {
      termId: world.own.termId,
      terms: 'TERM',
    })
    expect(pending.rows.find(({ studentId }) => studentId === world.own.student7A)?.pending).toBe(await total())
    const listed = await listFeeCategoriesOfStudent(await world.call('admin'), world.own.id, of())
    expect(listed).toMatchObject([
      { name: 'Stop A', fixedTotal: 540_000, months: untilSeptember },
      { name: 'Stop B', fixedTotal: 720_000, months: fromOctober },
    ])
    expect((await auditRows(world)).at(-1)).toMatchObject({ rowIds: [world.own.student7A], fields: ['feeCategories'] })
  })

  test('keeps the months when a form that knows none saves the categories, and gives all back where it says so', async () => {
    await set(moveToB())
    await setStudentFeeCategories(await world.call('admin'), world.own.id, {
      ...of(),
      feeCategoryIds: [stopA, stopB],
      seen: [stopA, stopB],
    })
    expect(await total()).toBe(1_260_000)
    await set({ feeCategoryIds: [stopA], months: [], seen: [stopA, stopB], seenMonths: moveToB().months })
    expect(await total()).toBe(12 * 90_000 + 5_000)
  })

  test('is refused while money stands on a month that would not be asked, and nothing is changed', async () => {
    await pay([feesOfA[7]!], 30_000)
    const message = 'Payments or discounts would stand on what is not asked: ₹300.00 on Bus (NOV). Nothing was changed'
    expect(await refusal(set(moveToB()))).toEqual({ code: 'CONFLICT', message, problems: [{ path: 'months', message }] })
    expect(await total()).toBe(12 * 90_000 + 5_000 - 30_000)
  })

  test('is refused where the months were changed meanwhile, to who may not, and with a wrong month', async () => {
    await set(moveToB())
    expect(await refusal(set({ ...moveToB(), seen: [stopA, stopB], seenMonths: [] }))).toMatchObject({
      code: 'CONFLICT',
      problems: [{ path: 'feeCategoryIds' }],
    })
    expect((await refusal(set(moveToB(), 'fees'))).code).toBe('FORBIDDEN')
    expect((await refusal(set({ ...moveToB(), months: [{ feeCategoryId: stopA, months: ['MEI'] }] }))).code).toBe('BAD_INPUT')
  })

  test('and a payment for November at the same time: one of them wins', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [paid, moved] = await Promise.allSettled([pay([feesOfA[7]!], 100), set(moveToB())])
      expect([paid.status, moved.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      await asOwner(world.ownerUrl, `truncate collected_lines, payments, refunds, refund_counters, receipt_counters cascade`)
      await asOwner(world.ownerUrl, 'delete from student_fee_categories where fee_category_id = $1', [stopB])
      await asOwner(world.ownerUrl, 'update student_fee_categories set months = null')
    }
  })

  test('takes back what a concession took off the months that are not asked', async () => {
    const admin = await world.call('admin')
    const usual = { share: 5000, amount: null, categoryNames: null, forSiblings: false, needsDocument: false }
    const { id: kindId } = await addConcessionKind(admin, world.own.id, { name: 'Staff child', ...usual })
    await giveConcessions(admin, world.own.id, {
      key: randomUUID(),
      termId: world.own.termId,
      studentIds: [world.own.student7A],
      kindId,
      share: 5000,
      amount: null,
      feeCategoryIds: null,
      feeIds: null,
      startsOn: termStart,
      endsOn: null,
      reason: 'a child of the staff',
    })
    expect((await account()).total.concession).toBe(6 * 90_000 + 2_500)
    await set(moveToB())
    expect((await account()).total).toMatchObject({ pending: 630_000, concession: 630_000 })
  })
})

test('of the first month a part is asked, and no more than it can be taken', async () => {
  const months = [{ feeCategoryId: stopA, months: schoolYearMonths.slice(4), firstPart: 387 }]
  await set({ feeCategoryIds: [stopA], months })
  const [august] = (await account()).fees
  expect(august).toMatchObject({ month: 'AUG', amount: 34_800, pending: 34_800 })
  expect((await refusal(pay([august!.id], 34_801))).code).toBe('BAD_INPUT')
  await pay([august!.id], 34_800)
  const smaller = [{ feeCategoryId: stopA, months: schoolYearMonths.slice(4), firstPart: 300 }]
  expect(await refusal(set({ feeCategoryIds: [stopA], months: smaller, seenMonths: months }))).toMatchObject({
    code: 'CONFLICT',
    message:
      'Payments or discounts would stand on what is not asked: ₹348.00 on Bus (AUG), of which ₹270.00 would be asked. Nothing was changed',
  })
})

test('a fee keeps its month while somebody who does not pay the other has money on it', async () => {
  await set(moveToB())
  await pay([feesOfA[0]!], 10_000)
  const seen = { name: 'Bus', amount: 90_000, month: 'APR', dueOn: null, fixedAmount: true }
  const change = (more: object) => ({ id: feesOfA[0], ...seen, seen, ...more })
  const admin = await world.call('admin')
  await asOwner(world.ownerUrl, 'update fees set deleted_at = now() where id = $1', [feesOfA[6]])
  expect(await refusal(updateFee(admin, world.own.id, change({ month: 'OCT' }) as never))).toMatchObject({
    code: 'CONFLICT',
    message: 'Asha Patil does not pay this month, and has ₹100.00 in payments and discounts on this fee',
    problems: [{ path: 'month' }],
  })
  await updateFee(admin, world.own.id, change({ amount: 80_000 }) as never)
})

describe('of the first month a part', () => {
  /** Asha pays 38.7 % of August: ₹348.00 of ₹900.00. */
  const fromAugust = () =>
    set({ feeCategoryIds: [stopA], months: [{ feeCategoryId: stopA, months: schoolYearMonths.slice(4), firstPart: 387 }] })

  test('is paid in full by a cheque over it, when the bank has cleared it', async () => {
    await fromAugust()
    const cheque = { mode: 'CHEQUE', chequeNo: '004512' }
    const { id } = await pay([feesOfA[4]!], 34_800, cheque)
    const settled = await settleCheque(await world.call('admin'), world.own.id, { key: randomUUID(), id, outcome: 'CLEARED' })
    expect(settled.lines).toMatchObject([{ amount: 34_800, status: 'PAID' }])
  })

  test('has no room for the money of a refund, after it was paid again', async () => {
    await fromAugust()
    const admin = await world.call('admin')
    await pay([feesOfA[4]!], 34_800)
    const fee = (await account()).fees.find(({ id }) => id === feesOfA[4])!
    const refund = await giveBack(admin, world.own.id, {
      ...of(),
      key: randomUUID(),
      fees: [{ feeId: fee.id, version: fee.version }],
      amount: 34_800,
      mode: 'CASH',
      reason: 'paid twice',
      refundedOn: schoolDay(new Date()),
      askAgain: true,
    })
    await pay([feesOfA[4]!], 34_800)
    const cancel = cancelRefund(admin, world.own.id, { key: randomUUID(), id: refund.id, reason: 'a mistake' })
    expect(await refusal(cancel)).toMatchObject({
      code: 'CONFLICT',
      message: 'Bus (AUG) was paid again or lowered since, so this money does not fit on it any more. Nothing was saved.',
    })
  })
})

test('the database asks what the rules ask', async () => {
  const cases = fc.sample(
    fc.record({
      month: fc.option(fc.constantFrom(...schoolYearMonths)),
      due: fc.option(fc.nat(500)),
      amount: fc.nat(2_000_000),
      months: fc.option(fc.subarray([...calendarMonths]).map((list) => [...list])),
      start: fc.nat(500),
      firstPart: fc.option(fc.integer({ min: 1, max: 999 })),
    }),
    3000,
  )
  const given = cases.map(({ month, due, amount, months, firstPart, start }) => ({
    startsOn: addDays('2026-01-01', start),
    month,
    dueOn: month === null && due !== null ? addDays('2026-03-01', due) : null,
    amount,
    months:
      months && (storedMonths(months, monthsOfTerm(addDays('2026-01-01', start))) ?? monthsOfTerm(addDays('2026-01-01', start))),
    firstPart: months?.length ? firstPart : null,
  }))
  const { rows } = await world.database.transaction(world.own.id, (db) =>
    sql<{ asked: boolean; amount: number }>`
      select fee_is_asked(month, due_on, string_to_array(months, ','), starts_on) as asked,
        fee_amount_asked(amount, month, string_to_array(months, ','), first_part) as amount
      from unnest(${given.map((one) => one.month)}::text[], ${given.map((one) => one.dueOn)}::date[], ${given.map((one) => one.amount)}::bigint[],
        ${given.map((one) => one.months?.join(',') ?? null)}::text[], ${given.map((one) => one.firstPart)}::smallint[], ${given.map((one) => one.startsOn)}::date[])
        with ordinality as one (month, due_on, amount, months, first_part, starts_on, nth) order by nth`.execute(db),
  )
  expect(rows).toEqual(
    given.map(({ months, firstPart, startsOn, ...fee }) => {
      const of = { months: months as Month[] | null, firstPart }
      return { asked: isAsked(fee, of, startsOn), amount: askedAmount(fee, of) }
    }),
  )
})
