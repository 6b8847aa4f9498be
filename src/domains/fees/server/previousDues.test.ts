import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { patience } from '#tests/database.ts'
import { addTestFees, aPayment, type TestFees } from '#tests/world/fees.ts'
import { refusal } from '#tests/refusals.ts'
import { addFeeCategory, addFees, assignFees, enrol } from '#tests/world/rows.ts'
import { addTermWithSection } from '#tests/world/yearEnd.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { checkData } from '#platform/dataChecks.ts'
import { sumMoney } from '#shared/money.ts'
import { viewFeeAccount } from './account.queries.ts'
import { settleCheque } from './cheques.commands.ts'
import { collectPayment, deletePayment, previewPayment } from './payments.commands.ts'
import { viewReceipt } from './receipts.commands.ts'

/*
 * Asha owes fees of the school's first term, of two terms from before the school used Shala, and of a later one. Terms
 * are in the school's order: the past terms first, although their ids are the highest.
 */

let world: TestWorld
let fees: TestFees
/** Terms by name, each with a class, a section, and a fee category that Asha pays. */
const terms = new Map<string, { termId: number; tuition: number; gift: number }>()

beforeAll(async () => {
  world = await testWorld()
  fees = await addTestFees(world, world.own)
  for (const [name, past] of [
    ['2027-28', false],
    ['2028-29', false],
    ['2024-25', true],
    ['2025-26', true],
  ] as const)
    terms.set(name, await addYear(name, past))
})

afterAll(() => world.close())

/** Adds a term in which Asha is enrolled and has a fee of ₹1,000.00 and one that is not fixed. */
async function addYear(name: string, past: boolean) {
  const { own } = world
  const place = await addTermWithSection(world, own, { name, past }, '7')
  await enrol(world, place, place.sectionId, [{ studentId: own.student7A }])
  const category = await addFeeCategory(world, place, { name: 'School fees' })
  const [tuition = 0, gift = 0] = await addFees(world, place, category, [{ name: 'Tuition', amount: 100_000 }, { name: 'Gift' }])
  await assignFees(world, place, category, [own.student7A])
  return { termId: place.termId, tuition, gift }
}

const year = (name: string) => terms.get(name)!

async function account(termId: number, studentId = world.own.student7A) {
  return viewFeeAccount(await world.call('fees'), world.own.id, { termId, studentId })
}

const duesOf = async (termId: number) => (await account(termId)).previousDues.map(({ termName, pending }) => [termName, pending])

describe('the dues of earlier terms', () => {
  test('stand on the account by term, oldest first, and only those before it', async () => {
    expect(await duesOf(year('2024-25').termId)).toEqual([])
    expect(await duesOf(year('2025-26').termId)).toEqual([['2024-25', 100_000]])
    expect(await duesOf(world.own.termId)).toEqual([
      ['2024-25', 100_000],
      ['2025-26', 100_000],
    ])
    expect(await duesOf(year('2028-29').termId)).toEqual([
      ['2024-25', 100_000],
      ['2025-26', 100_000],
      ['2026-27', 330_000],
      ['2027-28', 100_000],
    ])
    expect((await account(year('2027-28').termId, world.own.student7A)).total.pending).toBe(100_000)
  })

  test('are those of the earlier account that are pending there, with the same versions', async () => {
    const { termId } = year('2027-28')
    const earlier = await account(world.own.termId)
    const paid = earlier.fees.find((fee) => fee.id === fees.tuitionApr)!
    const part = earlier.fees.find((fee) => fee.id === fees.library)!
    for (const [fee, amount] of [
      [paid, 150_000],
      [part, 10_000],
    ] as const)
      await collectPayment(
        await world.call('fees'),
        world.own.id,
        aPayment(world.own, [{ feeId: fee.id, version: fee.version }], amount),
      )
    const unpaid = (await account(world.own.termId)).fees.filter((fee) => fee.pending > 0)
    const dues = (await account(termId)).previousDues.find((term) => term.termId === world.own.termId)!
    expect(dues.fees).toMatchObject(unpaid)
    expect(dues.fees.map((fee) => fee.id)).toEqual([fees.tuitionMay, fees.library])
    expect(dues.pending).toBe(sumMoney(unpaid.map((fee) => fee.pending)))
  })

  test('count in what a sibling’s chip says is pending', async () => {
    const { total, previousDues } = await account(world.own.termId)
    const [asha] = (await account(world.own.termId, world.own.student8A)).siblings
    expect(asha).toMatchObject({
      id: world.own.student7A,
      pending: sumMoney([total.pending, ...previousDues.map((term) => term.pending)]),
    })
  })

  test('need no more statements with five terms than with none', async () => {
    const read = vi.spyOn(world.database, 'read')
    const count = async (studentId: number, termId: number) => {
      read.mockClear()
      await account(termId, studentId)
      return read.mock.calls.map(([, statements]) => statements.length)
    }
    const none = await count(world.own.student8A, world.own.termId)
    expect(await count(world.own.student7A, year('2028-29').termId)).toEqual(none)
    read.mockRestore()
  })

  test('are not shown to who may not see the student in the account’s term, nor to another school', async () => {
    const of = { termId: world.own.termId, studentId: world.own.student8A }
    expect((await refusal(viewFeeAccount(await world.call('limitedAdmin'), world.own.id, of))).code).toBe('NOT_FOUND')
    const foreign = await world.call('fees', world.other)
    expect((await refusal(viewFeeAccount(foreign, world.own.id, { ...of, studentId: world.own.student7A }))).code).toBe(
      'NOT_FOUND',
    )
  })
})

describe('one payment for several terms', () => {
  /** Returns Asha's fees in the own term with their versions, as the counter shows them. */
  async function see(...feeIds: number[]) {
    const { fees: ofTerm, previousDues } = await account(world.own.termId)
    const all = [...previousDues.flatMap((term) => term.fees), ...ofTerm]
    return feeIds.map((feeId) => ({ feeId, version: all.find((fee) => fee.id === feeId)?.version ?? '' }))
  }
  const pay = async (feeIds: number[], amount: number, more: Record<string, unknown> = {}) =>
    collectPayment(await world.call('fees'), world.own.id, aPayment(world.own, await see(...feeIds), amount, more))
  const remove = async (id: number) =>
    deletePayment(await world.call('admin'), world.own.id, { key: randomUUID(), id, reason: 'entered twice' })
  const due = async (name: string) => (await account(year(name).termId)).fees.find((fee) => fee.id === year(name).tuition)!
  const [old, older] = ['2025-26', '2024-25'] as const

  test('goes to the oldest dues first, on one receipt; each line is of its own term', async () => {
    const payment = await pay([fees.tuitionMay, year(old).tuition, year(older).tuition], 210_000)
    expect(payment).toMatchObject({ termId: world.own.termId, receiptNo: expect.any(Number) })
    expect(payment.lines).toMatchObject([
      { feeId: year(older).tuition, amount: 100_000, status: 'PAID', earlierTerm: older },
      { feeId: year(old).tuition, amount: 100_000, status: 'PAID', earlierTerm: old },
      { feeId: fees.tuitionMay, amount: 10_000, status: 'PART_PAID', earlierTerm: null },
    ])
    expect(await due(older)).toMatchObject({ collected: 100_000, pending: 0, lines: [{ receiptNo: payment.receiptNo }] })
    expect(await duesOf(world.own.termId)).toEqual([])
    // The receipt is of the current term, and the fees of an earlier one count there.
    expect((await account(year(old).termId)).payments).toEqual([])
    expect((await account(year(old).termId)).total).toMatchObject({ collected: 100_000, pending: 0 })
    expect((await account(world.own.termId)).payments[0]?.id).toBe(payment.id)
    const receipt = await viewReceipt(await world.call('fees'), world.own.id, { paymentId: payment.id })
    expect(receipt).toMatchObject({
      termName: '2026-27',
      lines: [{ earlierTerm: older }, { earlierTerm: old }, { earlierTerm: null }],
    })
    expect(receipt.balance?.pending).toBe((await account(world.own.termId)).total.pending)
    await remove(payment.id)
    expect(await due(old)).toMatchObject({ collected: 0, pending: 100_000 })
  })

  test('says on the receipt what is still pending of all terms up to it', async () => {
    const payment = await pay([year(older).tuition], 40_000)
    const { total, previousDues } = await account(world.own.termId)
    const receipt = await viewReceipt(await world.call('fees'), world.own.id, { paymentId: payment.id })
    expect(receipt.balance?.pending).toBe(sumMoney([total.pending, ...previousDues.map((term) => term.pending)]))
    expect(previousDues[0]).toMatchObject({ termName: older, pending: 60_000 })
    await remove(payment.id)
  })

  test('the preview equals what is stored', async () => {
    const ids = [fees.tuitionMay, year(old).tuition, fees.donation]
    const input = {
      termId: world.own.termId,
      studentId: world.own.student7A,
      fees: await see(...ids),
      amount: 400_000,
      kind: 'PAYMENT',
    }
    const preview = await previewPayment(await world.call('fees'), world.own.id, input)
    const { id, lines } = await pay(ids, 400_000)
    expect(preview.lines.map(({ feeId, amount }) => [feeId, amount])).toEqual(lines.map(({ feeId, amount }) => [feeId, amount]))
    expect(preview.lines[0]).toMatchObject({ termName: old })
    await remove(id)
  })

  test('a cheque for several terms clears or fails as a whole', async () => {
    const cheque = { mode: 'CHEQUE', chequeNo: '004512' }
    for (const outcome of ['CLEARED', 'FAILED'] as const) {
      const { id } = await pay([year(old).tuition, fees.library], 110_000, cheque)
      expect(await due(old)).toMatchObject({ clearing: 100_000, pending: 0 })
      await settleCheque(await world.call('fees'), world.own.id, { key: randomUUID(), id, outcome })
      expect(await due(old)).toMatchObject(outcome === 'CLEARED' ? { collected: 100_000, state: 'PAID' } : { pending: 100_000 })
      await remove(id)
    }
  })

  test('takes neither fees of later terms, nor earlier ones that are not fixed, nor another student’s', async () => {
    const later = (await account(year('2027-28').termId)).fees.find((fee) => fee.id === year('2027-28').tuition)!
    const gift = (await account(year(old).termId)).fees.find((fee) => fee.id === year(old).gift)!
    const input = { amount: 100, mode: 'CASH' }
    for (const { id: feeId, version } of [later, gift])
      expect(
        await refusal(
          collectPayment(await world.call('fees'), world.own.id, aPayment(world.own, [{ feeId, version }], 100, input)),
        ),
      ).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'fees' }] })
    const ofAsha = aPayment(world.own, await see(year(old).tuition), 100, { studentId: world.own.student8A })
    expect((await refusal(collectPayment(await world.call('fees'), world.own.id, ofAsha))).code).toBe('CONFLICT')
  })

  test('of two clerks in two terms who take the same old due at once one wins and the other gets a conflict', {
    timeout: patience(300_000),
  }, async () => {
    const next = await account(year('2027-28').termId)
    expect(next.previousDues.at(-1)?.termId).toBe(world.own.termId)
    for (let round = 0; round < 40; round++) {
      const seen = await see(year(old).tuition, fees.tuitionMay)
      const [one, two] = await Promise.all([world.call('fees'), world.call('admin')])
      const both = await Promise.allSettled([
        collectPayment(one, world.own.id, aPayment(world.own, seen, 120_000)),
        collectPayment(two, world.own.id, aPayment(world.own, seen.toReversed(), 120_000, { termId: year('2027-28').termId })),
      ])
      const won = both.filter((outcome) => outcome.status === 'fulfilled')
      const told = both.filter((outcome) => outcome.status === 'rejected')
      expect([won.length, told.length]).toEqual([1, 1])
      expect(told[0]?.reason).toMatchObject({ code: 'CONFLICT' })
      await remove(won[0]!.value.id)
    }
  })

  test('the data check finds nothing, and finds a line of a later term', async () => {
    const payment = await pay([year(old).tuition], 100)
    expect((await checkData(world.database)).findings).toEqual([])
    await asOwner(world.ownerUrl, 'update payments set term_id = $1 where id = $2', [year(older).termId, payment.id])
    const found = (await checkData(world.database)).findings.map((finding) => finding.check)
    expect(found).toEqual(['lines-are-of-their-payment'])
  })
})
