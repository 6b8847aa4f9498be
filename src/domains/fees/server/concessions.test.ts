import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { addTestFees, aPayment, type TestFees } from '#tests/world/fees.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addGuardianLink, addMerchant, anOrder, onlineGateway } from '#tests/world/onlinePayments.ts'
import { addFeeCategory, addFees, addStudents, assignFees, inSchool, setBankAccount } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { checkData } from '#platform/dataChecks.ts'
import { createOrder } from '#domains/onlinefees/server/orders.commands.ts'
import { viewFeeAccount } from './account.queries.ts'
import { assignFeeCategory, setStudentFeeCategories } from './assignments.commands.ts'
import {
  endConcession,
  giveConcessions,
  listConcessionProposals,
  listConcessions,
  previewConcession,
} from './concessions.commands.ts'
import { addConcessionKind, deleteConcessionKind, listConcessionKinds, updateConcessionKind } from './concessionKinds.commands.ts'
import { deleteDiscounts, giveDiscount } from './discounts.commands.ts'
import { addFees as addFeesOf, deleteFee, updateFee } from './feeItems.commands.ts'
import { settleCheque } from './cheques.commands.ts'
import { collectPayment, deletePayment } from './payments.commands.ts'
import { viewReceipt } from './receipts.commands.ts'

/* Asha pays ₹1,500 for April and May each, ₹300 once, due on 30 June 2026, and a donation. */

let world: TestWorld
let fees: TestFees
let kindId: number

beforeAll(async () => {
  world = await testWorld()
})

beforeEach(async () => {
  fees = await addTestFees(world, world.own)
  kindId = (await kind({ name: 'Staff child' })).id
})

const clean = `truncate collected_lines, payments, receipt_counters, receipt_issues, concessions, concession_kinds, discount_requests, guardian_links, online_orders,
  student_fee_categories, fees, fee_categories, request_keys, audit_log, files cascade`
afterEach(async () => {
  expect((await checkData(world.database)).findings).toEqual([])
  await asOwner(world.ownerUrl, clean)
})

afterAll(() => world.close())

const kind = async (more: Record<string, unknown> = {}, who: Who = 'admin') =>
  addConcessionKind(await world.call(who), world.own.id, {
    name: 'Sibling',
    share: 2500,
    amount: null,
    categoryNames: null,
    forSiblings: false,
    needsDocument: false,
    ...more,
  })

const input = (more: Record<string, unknown> = {}) => ({
  key: randomUUID(),
  termId: world.own.termId,
  studentIds: [world.own.student7A],
  kindId,
  share: 2500,
  amount: null,
  feeCategoryIds: null,
  feeIds: null,
  startsOn: '2026-04-01',
  endsOn: null,
  reason: 'father teaches here',
  ...more,
})

const give = async (more: Record<string, unknown> = {}, who: Who = 'admin') =>
  giveConcessions(await world.call(who), world.own.id, input(more))

const end = async (id: number, endedOn: string, more: Record<string, unknown> = {}) =>
  endConcession(await world.call('admin'), world.own.id, { key: randomUUID(), id, endedOn, reason: 'father left', ...more })

async function account(studentId = world.own.student7A) {
  return viewFeeAccount(await world.call('fees'), world.own.id, { termId: world.own.termId, studentId })
}

async function row(feeId: number, studentId = world.own.student7A) {
  return (await account(studentId)).fees.find((fee) => fee.id === feeId)!
}

const conceded = async (...feeIds: number[]) => {
  const { fees: rows } = await account()
  return feeIds.map((id) => rows.find((fee) => fee.id === id)?.concession)
}

async function see(...feeIds: number[]) {
  const { fees: rows } = await account()
  return rows.filter((fee) => feeIds.includes(fee.id)).map((fee) => ({ feeId: fee.id, version: fee.version }))
}

const pay = async (feeId: number, amount: number, more: Record<string, unknown> = {}) =>
  collectPayment(await world.call('fees'), world.own.id, aPayment(world.own, await see(feeId), amount, more))

describe('a concession', () => {
  test('takes its share off the fees of its days, without money, and the account names it', async () => {
    const [given] = await give()
    expect(given).toMatchObject({ kindName: 'Staff child', studentName: (await account()).student.name, taken: 82_500 })
    expect(await row(fees.tuitionApr)).toMatchObject({ concession: 37_500, collected: 0, pending: 112_500, state: 'PART_PAID' })
    const { total, concessions, discounts, fees: rows } = await account()
    expect(total).toMatchObject({ concession: 82_500, discount: 0, collected: 0, pending: 247_500 })
    expect([concessions.length, discounts.length]).toEqual([1, 0])
    expect(rows[0]?.lines).toMatchObject([
      { status: 'CONCESSION', concessionName: 'Staff child', amount: 37_500, paymentId: null },
    ])
    expect(await row(fees.tuitionApr, world.own.student8A)).toMatchObject({ concession: 0 })
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'concession.give', rowIds: [given?.id] })
  })

  test('covers by the month of the due date, its categories, or single fees, as an amount too', async () => {
    await give({ startsOn: '2026-05-20', share: null, amount: 20_000 })
    expect(await conceded(fees.tuitionApr, fees.tuitionMay, fees.library, fees.donation)).toEqual([0, 20_000, 20_000, 0])
    await give({ kindId: (await kind()).id, feeIds: [fees.tuitionApr], share: 10_000 })
    expect(await row(fees.tuitionApr)).toMatchObject({ concession: 150_000, pending: 0, state: 'CONCESSION' })
    const other = await addFeeCategory(world, world.own, { name: 'Bus' })
    await give({ kindId: (await kind({ name: 'Driver' })).id, feeCategoryIds: [other] })
    expect(await conceded(fees.tuitionMay)).toEqual([20_000])
  })

  test('takes no more than is pending, and its share again when a payment or discount is deleted or a cheque fails', async () => {
    const cash = await pay(fees.tuitionApr, 140_000)
    const cheque = await pay(fees.tuitionMay, 150_000, { mode: 'CHEQUE', chequeNo: '004512' })
    await giveDiscount(await world.call('admin'), world.own.id, {
      key: randomUUID(),
      termId: world.own.termId,
      studentId: world.own.student7A,
      amount: 30_000,
      comment: 'prize',
      fees: await see(fees.library),
    })
    await give()
    const all = [fees.tuitionApr, fees.tuitionMay, fees.library]
    expect(await conceded(...all)).toEqual([10_000, 0, 0])
    await deletePayment(await world.call('admin'), world.own.id, { key: randomUUID(), id: cash.id, reason: 'wrong child' })
    await settleCheque(await world.call('fees'), world.own.id, { key: randomUUID(), id: cheque.id, outcome: 'FAILED' })
    await deleteDiscounts(await world.call('admin'), world.own.id, {
      key: randomUUID(),
      termId: world.own.termId,
      studentId: world.own.student7A,
      reason: 'a mistake',
      ids: (await account()).discounts.map((line) => line.id),
    })
    expect(await conceded(...all)).toEqual([37_500, 37_500, 7_500])
  })

  test('follows fees that are added, changed and deleted, by marks and new lines', async () => {
    await give()
    const admin = await world.call('admin')
    const [hostel] = await addFeesOf(admin, world.own.id, {
      feeCategoryIds: [fees.category],
      name: 'Hostel',
      fixedAmount: true,
      amount: 80_000,
      months: ['JUL'],
      dueOn: null,
    })
    expect(await conceded(hostel!.id)).toEqual([20_000])
    const seen = { name: 'Hostel', amount: 80_000, month: 'JUL' as const, dueOn: null, fixedAmount: true }
    await updateFee(admin, world.own.id, { id: hostel!.id, ...seen, amount: 40_000, seen })
    expect(await conceded(hostel!.id)).toEqual([10_000])
    await deleteFee(admin, world.own.id, { id: hostel!.id })
    const lines = await inSchool(world, world.own.id, (db) =>
      db.selectFrom('collectedLines').select(['amount', 'deleteReason']).where('feeId', '=', hostel!.id).orderBy('id').execute(),
    )
    expect(lines).toEqual([
      { amount: 20_000, deleteReason: 'The fee was changed' },
      { amount: 10_000, deleteReason: 'The fee was deleted' },
    ])
  })

  test('follows the student’s categories, which it does not keep from being removed', async () => {
    await give()
    const bus = await addFeeCategory(world, world.own, { name: 'Bus' })
    const [ride = 0] = await addFees(world, world.own, bus, [{ name: 'Ride', amount: 10_000, month: 'JUN' }])
    const admin = await world.call('admin')
    await assignFeeCategory(admin, world.own.id, { feeCategoryId: bus, studentIds: [world.own.student7A] })
    expect(await conceded(ride)).toEqual([2_500])
    const of = { termId: world.own.termId, studentId: world.own.student7A }
    await setStudentFeeCategories(admin, world.own.id, { ...of, feeCategoryIds: [bus], seen: [bus, fees.category] })
    expect(await conceded(ride, fees.tuitionApr)).toEqual([2_500, undefined])
    expect((await account()).total).toMatchObject({ concession: 2_500, pending: 7_500 })
    await setStudentFeeCategories(admin, world.own.id, { ...of, feeCategoryIds: [bus, fees.category], seen: [bus] })
    expect(await conceded(fees.tuitionApr)).toEqual([37_500])
  })

  test('ends after a day: later months are asked again; a day before its start takes it back; once', async () => {
    const [given] = await give()
    const ended = await end(given!.id, '2026-04-10')
    expect(ended[0]).toMatchObject({ endedOn: '2026-04-10', endedByName: 'admin of Own School', endReason: 'father left' })
    expect(await conceded(fees.tuitionApr, fees.tuitionMay, fees.library)).toEqual([37_500, 0, 0])
    expect(await refusal(end(given!.id, '2026-06-01'))).toMatchObject({ code: 'FORBIDDEN' })
    const [again] = await give({ startsOn: '2026-05-01' })
    await end(again!.id, '2026-04-30')
    expect((await account()).total.concession).toBe(37_500)
    const [short] = await give({ startsOn: '2026-05-01', endsOn: '2026-05-31' })
    expect(await refusal(end(short!.id, '2026-06-30'))).toMatchObject({ problems: [{ path: 'endedOn' }] })
  })

  test('of one kind is not given twice for the same fee; a repeated key gives once', async () => {
    const same = { key: randomUUID() }
    const [first] = await give(same)
    expect(await give(same)).toMatchObject([{ id: first?.id }])
    const { student } = await account()
    expect(await refusal(give())).toEqual({
      code: 'CONFLICT',
      message: `${student.name} has this concession already, for Tuition (APR) too. End it first`,
      problems: [{ path: 'kindId', message: expect.any(String) }],
    })
    const both = await Promise.allSettled([
      give({ studentIds: [world.own.student8A] }),
      give({ studentIds: [world.own.student8A, world.own.student7A], kindId: (await kind({ name: 'RTE' })).id }),
    ])
    expect(both.map((one) => one.status)).toEqual(['fulfilled', 'fulfilled'])
  })

  test.each<[message: string, more: Record<string, unknown>, path: string]>([
    ['Enter a per cent or an amount', { share: null }, 'share'],
    ['Enter a per cent or an amount', { amount: 100 }, 'share'],
    ['At most 100 %', { share: 10_001 }, 'share'],
    ['More than zero', { share: null, amount: 0 }, 'amount'],
    ['The last day cannot be before the first', { endsOn: '2026-03-31' }, 'endsOn'],
    ['This is not a date', { startsOn: '2026-02-30' }, 'startsOn'],
    ['Reason is required', { reason: ' ' }, 'reason'],
    ['This fee does not exist any more.', { feeIds: [99_999_999] }, 'feeIds'],
    ['This fees category does not exist in this term any more.', { feeCategoryIds: [99_999_999] }, 'feeCategoryIds'],
    ['This kind of concession does not exist any more.', { kindId: 99_999_999 }, 'kindId'],
    ['This upload is not there any more. Please choose the file again.', { fileId: randomUUID() }, 'fileId'],
  ])('is refused: %s %o', async (message, more, path) => {
    expect(await refusal(give(more))).toMatchObject({ code: 'BAD_INPUT', problems: [{ path, message }] })
    expect((await account()).total.concession).toBe(0)
  })

  test('is given by the office to students it may see', async () => {
    for (const who of ['fees', 'teacher', 'student'] as const) expect((await refusal(give({}, who))).code).toBe('FORBIDDEN')
    expect((await refusal(give({ studentIds: [world.own.student8A] }, 'limitedAdmin'))).code).toBe('NOT_FOUND')
    const stranger = giveConcessions(await world.call('admin', world.other), world.own.id, input())
    expect((await refusal(stranger)).code).toBe('NOT_FOUND')
  })

  test('that needs a document is refused without one, and has it for itself', async () => {
    const rte = await kind({ name: 'RTE', share: 10_000, needsDocument: true })
    expect(await refusal(give({ kindId: rte.id }))).toMatchObject({
      problems: [{ path: 'fileId', message: 'RTE needs a document that proves it' }],
    })
    const { id: fileId } = await inSchool(world, world.own.id, (db) =>
      db
        .insertInto('files')
        .values({
          schoolId: world.own.id,
          id: randomUUID(),
          purpose: 'concession-document',
          contentType: 'application/pdf',
          size: 10,
          createdBy: world.own.subjects.admin ?? '',
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const two = [world.own.student7A, world.own.student8A]
    expect(await refusal(give({ kindId: rte.id, fileId, studentIds: two }))).toMatchObject({ problems: [{ path: 'fileId' }] })
    expect(await give({ kindId: rte.id, fileId })).toMatchObject([{ fileId }])
  })

  test('and a payment of the same fee at once: one waits, and money is never above the fee, 20 times', async () => {
    for (let round = 0; round < 20; round++) {
      const fee = await see(fees.tuitionApr)
      const clerk = await world.call('fees')
      const [given, paid] = await Promise.allSettled([
        give({ share: 10_000, startsOn: '2026-04-01', endsOn: '2026-04-30' }),
        collectPayment(clerk, world.own.id, aPayment(world.own, fee, 100_000)),
      ])
      if (given.status === 'rejected') throw given.reason
      const { concession, collected, pending } = await row(fees.tuitionApr)
      expect([concession, collected, pending]).toEqual(paid.status === 'fulfilled' ? [50_000, 100_000, 0] : [150_000, 0, 0])
      if (paid.status === 'rejected') expect(paid.reason).toMatchObject({ code: 'CONFLICT' })
      else
        await deletePayment(await world.call('admin'), world.own.id, { key: randomUUID(), id: paid.value.id, reason: 'a trial' })
      await end(given.value[0]!.id, '2026-03-31')
    }
  })

  test('waits until an online payment of the fee has an answer', async () => {
    const { secretKey } = (await world.call('admin')).services.config
    const { token } = await addGuardianLink(world, world.own, secretKey)
    const account = await addMerchant(world, world.own, secretKey, { name: 'Fees Account' })
    await setBankAccount(world, world.own, fees.category, account)
    const { standIn, call } = await onlineGateway(world)
    await createOrder(call, token, await anOrder(call, token, { [world.own.student7A]: [fees.library] }))
    expect(await refusal(give())).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'studentIds' }] })
    expect(await give({ endsOn: '2026-05-31' })).toMatchObject([{ taken: 75_000 }])
    await standIn.stop()
  })

  test('stands on the receipts of the term', async () => {
    await give()
    const { id: paymentId } = await pay(fees.library, 10_000)
    expect((await viewReceipt(await world.call('fees'), world.own.id, { paymentId })).balance).toMatchObject({
      pending: 237_500,
      concessions: [{ name: 'Staff child', amount: 82_500 }],
    })
  })

  test('is previewed as it would be given', async () => {
    const { key: _key, reason: _reason, ...previewed } = input({ startsOn: '2026-05-01' })
    const [preview] = await previewConcession(await world.call('admin'), world.own.id, previewed)
    expect(preview).toMatchObject({ amount: 45_000, fees: [{ amount: 37_500, pending: 112_500 }, { amount: 7_500 }] })
    const [given] = await give({ startsOn: '2026-05-01' })
    expect(given?.taken).toBe(preview?.amount)
    expect(await listConcessions(await world.call('fees'), world.own.id, { termId: world.own.termId })).toMatchObject([
      { id: given?.id },
    ])
  })
})

test('siblings are proposed from the shared phone: all but the child in the highest class', async () => {
  const { own } = world
  const [small = 0] = await addStudents(world, own, own.section7A, [{ name: 'Kiran Patil', roll: '8', phone: '9123456789' }])
  const [big = 0] = await addStudents(world, own, own.section8A, [{ name: 'Leela Patil', roll: '8', phone: '9123456789' }])
  await assignFees(world, own, fees.category, [small, big])
  const view = { termId: own.termId, kindId, source: 'SIBLINGS' as const }
  const proposed = async () =>
    (await listConcessionProposals(await world.call('admin'), own.id, view)).map(({ students }) =>
      students.filter((student) => student.proposed).map((student) => student.studentId),
    )
  expect(await proposed()).toContainEqual([small])
  await give({ studentIds: [small] })
  expect((await proposed()).flat()).not.toContain(small)
  await asOwner(world.ownerUrl, 'update students set disabled = true where id = any($1)', [[small, big]])
})

test('kinds are the whole-school office’s: named once, changed, and deleted while concessions go on', async () => {
  const admin = await world.call('admin')
  expect(await refusal(kind({ name: ' staff  CHILD' }))).toMatchObject({ code: 'CONFLICT', problems: [{ path: 'name' }] })
  for (const who of ['fees', 'limitedAdmin'] as const) expect((await refusal(kind({}, who))).code).toBe('FORBIDDEN')
  expect(await refusal(kind({ share: null }))).toMatchObject({ problems: [{ path: 'share' }] })
  await give()
  const fields = { share: null, amount: 5_000, categoryNames: ['Tuition Fees'], forSiblings: true, needsDocument: false }
  expect(await updateConcessionKind(admin, world.own.id, { id: kindId, name: 'Staff', ...fields })).toMatchObject(fields)
  expect((await account()).concessions).toMatchObject([{ kindName: 'Staff', share: 2500, taken: 82_500 }])
  await deleteConcessionKind(admin, world.own.id, { id: kindId })
  expect(await listConcessionKinds(admin, world.own.id, {})).toEqual([])
  expect((await account()).total.concession).toBe(82_500)
  const foreign = deleteConcessionKind(await world.call('admin', world.other), world.other.id, { id: kindId })
  expect((await refusal(foreign)).code).toBe('NOT_FOUND')
})
