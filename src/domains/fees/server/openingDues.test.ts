import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addTestFees, aPayment } from '#tests/world/fees.ts'
import { addFeeCategory, addFees, assignFees, enrol, setCurrentTerm } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { addTermWithSection } from '#tests/world/yearEnd.ts'
import { checkData } from '#platform/dataChecks.ts'
import { paidForOtherTerms } from '#domains/dashboard/money.rules.ts'
import { viewMoney } from '#domains/dashboard/server/money.queries.ts'
import { schoolDay } from '#shared/dates.ts'
import { sumMoney } from '#shared/money.ts'
import { viewFeeAccount } from './account.queries.ts'
import { setStudentFeeCategories } from './assignments.commands.ts'
import { addConcessionKind } from './concessionKinds.commands.ts'
import { giveConcessions } from './concessions.commands.ts'
import { writeOff } from './discounts.commands.ts'
import { listFeeCategories } from './feeCategories.commands.ts'
import { deleteFee, listFees, updateFee } from './feeItems.commands.ts'
import { importOpeningDues, undoOpeningDuesImport } from './openingDues.commands.ts'
import { collectPayment, deletePayment } from './payments.commands.ts'
import { listPending } from './pending.queries.ts'
import { viewReceipt } from './receipts.commands.ts'

/*
 * Asha (7-A, roll 1) and Rohan (8-A, roll 1) owe fees of the current term, and what a file says of years before Shala.
 */

let world: TestWorld
/** The imports that are not undone. */
const imports = new Set<number>()

beforeAll(async () => {
  world = await testWorld()
  await addTestFees(world, world.own)
})

afterAll(() => world.close())

const asha = { class: '7', section: 'A', roll: '1', registerNo: '', name: '', amount: '4500', year: '2024-25', note: '' }
const rohan = { ...asha, class: '8' }

const bring = async (rows: object[], who: Who = 'admin', key: string = randomUUID()) => {
  const imported = await importOpeningDues(await world.call(who), world.own.id, { key, rows })
  if (imported.id > 0) imports.add(imported.id)
  return imported
}
async function undo(id: number, who: Who = 'admin') {
  const count = await undoOpeningDuesImport(await world.call(who), world.own.id, { id })
  imports.delete(id)
  return count
}

async function account(studentId = world.own.student7A, termId = world.own.termId) {
  return viewFeeAccount(await world.call('fees'), world.own.id, { termId, studentId })
}
const duesOf = async (studentId?: number) =>
  (await account(studentId)).fees.filter((fee) => fee.categoryName === 'Dues from before Shala')
const feeOf = async (year: string, studentId?: number) => (await duesOf(studentId)).find((fee) => fee.name === `Dues of ${year}`)!

async function pay(year: string, amount: number) {
  const { id: feeId, version } = await feeOf(year)
  return collectPayment(await world.call('fees'), world.own.id, aPayment(world.own, [{ feeId, version }], amount))
}
const deletePaid = async (id: number) =>
  deletePayment(await world.call('admin'), world.own.id, { key: randomUUID(), id, reason: 'entered twice' })

const healthy = async () => expect((await checkData(world.database)).findings).toEqual([])

/** Undoes the imports of the test before, the last first. */
async function undoAll() {
  for (const id of [...imports].toReversed()) await undo(id)
}

beforeEach(async () => {
  await undoAll()
  expect(await duesOf()).toEqual([])
})

describe('importing dues', () => {
  test('adds a category, a fee for each year and what each student owes, overdue and first', async () => {
    expect(
      await bring([asha, { ...asha, year: '2023-24', amount: '100.50', note: 'bus' }, { ...rohan, amount: '20' }]),
    ).toMatchObject({
      count: 3,
    })
    expect(await duesOf()).toMatchObject([
      { name: 'Dues of 2023-24', amount: 10_050, pending: 10_050, state: 'PENDING', due: 'OVERDUE', dueOn: '2024-03-31' },
      { name: 'Dues of 2024-25', amount: 450_000, pending: 450_000, dueOn: '2025-03-31' },
    ])
    // Rohan does not see the year in which only Asha owed something.
    expect(await duesOf(world.own.student8A)).toMatchObject([{ name: 'Dues of 2024-25', amount: 2000, pending: 2000 }])
    expect((await account()).fees[0]).toMatchObject({ name: 'Dues of 2023-24' })
    expect((await feeOf('2023-24')).lines).toMatchObject([{ status: 'OPENING', amount: -10_050, comment: 'bus' }])
    const categories = await listFeeCategories(await world.call('admin'), world.own.id, { termId: world.own.termId })
    expect(categories).toContainEqual(
      expect.objectContaining({ name: 'Dues from before Shala', feeCount: 2, studentCount: 2, fixedTotal: 0, bankAccount: null }),
    )
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'openingDues.import', fields: ['amount', 'year'] })
    await healthy()
  })

  test('lists them as pending, of the student and of the whole school', async () => {
    const pending = async (filter: object) => {
      const list = await listPending(await world.call('fees'), world.own.id, {
        termId: world.own.termId,
        terms: 'ALL',
        due: 'OVERDUE',
        ...filter,
      })
      return [list.pending, list.rows.find((student) => student.studentId === world.own.student7A)?.pending]
    }
    const before = [await pending({}), await pending({ classId: world.own.class7 })]
    await bring([asha])
    const after = [await pending({}), await pending({ classId: world.own.class7 })]
    expect(after).toEqual(before.map((sums) => sums.map((sum) => (sum ?? 0) + 450_000)))
  })

  test('are money of an earlier year: this year has collected what its own fees got', async () => {
    const { own } = world
    const fees = await world.call('fees')
    const page = async () => viewMoney(await world.call('admin'), own.id, { termId: own.termId })
    const list = async (terms: 'EARLIER' | 'TERM') => listPending(fees, own.id, { termId: own.termId, terms })
    const category = await addFeeCategory(world, own, { name: randomUUID() })
    const [tuition = 0] = await addFees(world, own, category, [{ name: 'Tuition', amount: 200_000, dueOn: '2026-05-01' }])
    await assignFees(world, own, category, [own.student7A])
    const [before, beforeThis] = [await page(), (await list('TERM')).pending]
    await bring([{ ...asha, year: '2025-26', amount: '8000' }])

    expect(await list('EARLIER')).toMatchObject({
      pending: 800_000,
      rows: [{ studentId: own.student7A, earlierTerms: ['2025-26'], months: [], oneTime: false }],
    })
    expect((await list('TERM')).pending).toBe(beforeThis)
    expect(await page()).toMatchObject({ earlierPending: 800_000, now: { fees: before.now.fees } })

    const dues = await feeOf('2025-26')
    const row = (await account()).fees.find(({ id }) => id === tuition)!
    const paid = await collectPayment(
      fees,
      own.id,
      aPayment(
        own,
        [dues, row].map(({ id, version }) => ({ feeId: id, version })),
        1_000_000,
      ),
    )
    const after = await page()
    expect(after).toMatchObject({ earlierPending: 0, now: { collected: before.now.collected + 1_000_000 } })
    expect(after.now.fees.paid - before.now.fees.paid).toBe(200_000)
    expect(paidForOtherTerms(after.now) - paidForOtherTerms(before.now)).toBe(800_000)
    expect((await list('EARLIER')).rows).toEqual([])
    await deletePaid(paid.id)
  })

  test('takes money on them with a receipt that names the year', async () => {
    await bring([asha])
    const { id } = await pay('2024-25', 150_000)
    expect(await feeOf('2024-25')).toMatchObject({ amount: 450_000, collected: 150_000, pending: 300_000, state: 'PART_PAID' })
    const receipt = await viewReceipt(await world.call('fees'), world.own.id, { paymentId: id })
    expect(JSON.stringify(receipt)).toContain('Dues of 2024-25')
    const rest = await pay('2024-25', 300_000)
    expect(await feeOf('2024-25')).toMatchObject({ pending: 0, state: 'PAID', collected: 450_000 })
    await expect(pay('2024-25', 1)).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await healthy()
    await deletePaid(rest.id)
    await deletePaid(id)
  })

  test('the same file again changes nothing, and the same key returns the first import', async () => {
    const key = randomUUID()
    const first = await bring([asha], 'admin', key)
    expect(await bring([asha], 'admin', key)).toEqual(first)
    expect(await bring([asha])).toEqual({ id: 0, count: 0 })
    expect((await refusal(bring([{ ...asha, amount: '1' }], 'admin', key))).code).toBe('CONFLICT')
  })

  test('another amount corrects a due, down to what is paid', async () => {
    await bring([asha])
    const { id } = await pay('2024-25', 150_000)
    expect(await bring([{ ...asha, amount: '5000' }])).toMatchObject({ count: 1 })
    expect(await feeOf('2024-25')).toMatchObject({ amount: 500_000, collected: 150_000, pending: 350_000 })
    const message = '₹1,500.00 of these dues is paid, discounted or written off already. The amount cannot be lower'
    expect(await refusal(bring([rohan, { ...asha, amount: '1499.99' }]))).toEqual({
      code: 'CONFLICT',
      message,
      problems: [{ path: 'rows.1.amount', message }],
    })
    expect(await duesOf(world.own.student8A)).toEqual([])
    await bring([{ ...asha, amount: '1500' }])
    expect(await feeOf('2024-25')).toMatchObject({ amount: 150_000, pending: 0 })
    await healthy()
    await deletePaid(id)
  })

  test('after the turn of the year a due is corrected in its term, and a new one is of the new term', async () => {
    await bring([asha])
    const next = await addTermWithSection(world, world.own, { name: '2027-28' }, '8')
    await enrol(world, next, next.sectionId, [{ studentId: world.own.student7A, roll: '5' }])
    await setCurrentTerm(world, next)
    const place = { ...asha, class: '8', roll: '5' }
    const corrected = await bring([
      { ...place, amount: '4000' },
      { ...place, year: '2025-26', amount: '70' },
    ])
    expect(corrected.count).toBe(2)
    const later = await account(world.own.student7A, next.termId)
    expect(later.previousDues.flatMap((term) => term.fees)).toContainEqual(
      expect.objectContaining({ name: 'Dues of 2024-25', amount: 400_000, pending: 400_000 }),
    )
    expect(later.fees).toMatchObject([{ name: 'Dues of 2025-26', amount: 7000 }])
    await healthy()
    await undo(corrected.id)
    await setCurrentTerm(world, world.own)
    expect(await feeOf('2024-25')).toMatchObject({ amount: 450_000 })
  })

  test('stores nothing of a file with a wrong row, and says what is wrong with each', async () => {
    const bad = [
      rohan,
      { ...asha, roll: '99' },
      { ...asha, amount: '0' },
      { ...asha, amount: '1.234' },
      { ...asha, year: '2024' },
    ]
    expect((await refusal(bring(bad))).problems).toEqual([
      { path: 'rows.2.amount', message: 'More than zero' },
      { path: 'rows.3.amount', message: 'An amount such as 1,234.50, with two decimals at most' },
      { path: 'rows.4.year', message: 'A term such as 2024-25' },
    ])
    expect(await refusal(bring([rohan, { ...asha, roll: '99' }, asha, asha]))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'rows.1.roll' }, { path: 'rows.3.year' }],
    })
    expect(await duesOf(world.own.student8A)).toEqual([])
  })

  test.each(['fees', 'teacher', 'attendant', 'student', 'limitedAdmin'] as const)('%s may not', async (who) => {
    expect((await refusal(bring([asha], who))).code).toBe('FORBIDDEN')
  })

  test('another school’s ADMIN does not find the school', async () => {
    expect((await refusal(importOpeningDues(await world.call('admin', world.other), world.own.id, { rows: [asha] }))).code).toBe(
      'NOT_FOUND',
    )
  })
})

describe('undoing an import', () => {
  test('removes dues, fees and the category, and brings corrected dues back', async () => {
    const first = await bring([asha])
    const second = await bring([
      { ...asha, amount: '60', note: 'less' },
      { ...rohan, year: '2022-23' },
    ])
    expect(await refusal(undo(first.id))).toMatchObject({
      message: 'This import cannot be undone any more: these dues have 1 later correction.',
    })
    expect(await undo(second.id)).toBe(2)
    expect(await feeOf('2024-25')).toMatchObject({ amount: 450_000, lines: [{ status: 'OPENING', comment: '' }] })
    expect(await duesOf(world.own.student8A)).toEqual([])
    await healthy()
    // The first import can be undone again.
    expect(await undo(first.id)).toBe(1)
    expect(await duesOf()).toEqual([])
    await healthy()
  })

  test('is refused once money was taken, and for another person', async () => {
    const { id } = await bring([asha])
    const payment = await pay('2024-25', 100)
    expect(await refusal(undo(id))).toMatchObject({
      code: 'CONFLICT',
      message: 'This import cannot be undone any more: these dues have 1 payment or discount.',
    })
    expect((await refusal(undo(id, 'fees'))).code).toBe('FORBIDDEN')
    await deletePaid(payment.id)
    expect(await undo(id)).toBe(1)
    expect((await refusal(undo(id))).message).toBe('This import was undone already.')
    const categories = await listFeeCategories(await world.call('admin'), world.own.id, { termId: world.own.termId })
    expect(categories.map((category) => category.name)).not.toContain('Dues from before Shala')
    await healthy()
  })

  test('and a payment at once: one of them wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await bring([asha])
      const [paid, undone] = await Promise.allSettled([pay('2024-25', 100), undo(id)])
      expect([paid.status, undone.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      if (paid.status === 'fulfilled') {
        await deletePaid(paid.value.id)
        await undo(id)
      }
      await healthy()
    }
  })
})

test('two imports, and an import and payments of the same due, at once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const done = await Promise.allSettled([bring([asha, rohan]), bring([rohan, { ...asha, amount: '3000' }])])
    expect(done.map((one) => one.status)).toEqual(['fulfilled', 'fulfilled'])
    const { id: feeId, version } = await feeOf('2024-25')
    const seen = [{ feeId, version }]
    const [paid, lowered] = await Promise.allSettled([
      collectPayment(await world.call('fees'), world.own.id, aPayment(world.own, seen, 200_000)),
      bring([{ ...asha, amount: '1000' }]),
    ])
    expect([paid.status, lowered.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    await healthy()
    if (paid.status === 'fulfilled') await deletePaid(paid.value.id)
    await undoAll()
    expect(await duesOf()).toEqual([])
  }
})

describe('the fee of a year', () => {
  test('is not changed or deleted by hand, and its students stay', async () => {
    await bring([asha])
    const call = await world.call('admin')
    const fee = (await listFees(call, world.own.id, { termId: world.own.termId })).find(({ name }) => name === 'Dues of 2024-25')!
    const seen = { name: fee.name, amount: 0, month: null, dueOn: fee.dueOn, fixedAmount: true }
    const change = { id: fee.id, name: fee.name, amount: 100, month: null, dueOn: fee.dueOn, fixedAmount: true, seen }
    expect((await refusal(updateFee(call, world.own.id, change))).message).toContain('Import them again')
    expect((await refusal(deleteFee(call, world.own.id, { id: fee.id }))).message).toContain('Undo their import')
    const own = { termId: world.own.termId, studentId: world.own.student7A }
    const assigned = (await listFeeCategories(call, world.own.id, { termId: world.own.termId })).map(({ id }) => id)
    expect(
      await refusal(setStudentFeeCategories(call, world.own.id, { ...own, feeCategoryIds: [], seen: assigned })),
    ).toMatchObject({ message: 'Asha Patil owes ₹4,500.00 from before Shala. Write it off instead. Nothing was changed' })
  })

  test('is written off, and no concession takes anything off it', async () => {
    await bring([asha])
    const call = await world.call('admin')
    const usual = { categoryNames: null, forSiblings: false, needsDocument: false }
    const kind = await addConcessionKind(call, world.own.id, { name: 'RTE', share: 10_000, amount: null, ...usual })
    await giveConcessions(call, world.own.id, {
      key: randomUUID(),
      termId: world.own.termId,
      studentIds: [world.own.student7A],
      kindId: kind.id,
      share: 10_000,
      amount: null,
      feeCategoryIds: null,
      feeIds: null,
      startsOn: '2020-04-01',
      endsOn: null,
      reason: 'quota',
    })
    expect(await feeOf('2024-25')).toMatchObject({ concession: 0, pending: 450_000 })
    const { id: feeId, version } = await feeOf('2024-25')
    const given = { key: randomUUID(), termId: world.own.termId, studentId: world.own.student7A, amount: 450_000 }
    await writeOff(call, world.own.id, { ...given, fees: [{ feeId, version }], comment: 'left the town' })
    expect(await feeOf('2024-25')).toMatchObject({ pending: 0, writtenOff: 450_000, state: 'WRITE_OFF' })
    const { total, fees } = await account()
    expect(total.pending).toBe(sumMoney(fees.map((fee) => fee.pending)))
    expect(schoolDay(new Date()) > fees[0]!.dueOn).toBe(true)
    await healthy()
  })
})
