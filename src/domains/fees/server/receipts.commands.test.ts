import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addTestFees, aPayment, type TestFees } from '#tests/world/fees.ts'
import { setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { notAuthorized } from '#platform/action.ts'
import { invalidateSchool } from '#platform/school.ts'
import { schoolDay, writeDay } from '#shared/dates.ts'
import { viewFeeAccount } from './account.queries.ts'
import { settleCheque } from './cheques.commands.ts'
import { collectPayment, deletePayment } from './payments.commands.ts'
import { receiptDocument } from './receiptDocument.ts'
import { issueReceipt, viewReceipt, viewReceipts } from './receipts.commands.ts'

let world: TestWorld
let fees: TestFees
const today = schoolDay(new Date())

beforeAll(async () => {
  world = await testWorld()
  fees = await addTestFees(world, world.own)
  await addTestFees(world, world.other)
})

afterAll(() => world.close())

async function pay(feeIds: number[], amount: number, more: Record<string, unknown> = {}) {
  const studentId = (more.studentId as number | undefined) ?? world.own.student7A
  const { fees: rows } = await viewFeeAccount(await world.call('fees'), world.own.id, { termId: world.own.termId, studentId })
  const seen = feeIds.map((feeId) => ({ feeId, version: rows.find((row) => row.id === feeId)?.version ?? '' }))
  return collectPayment(await world.call('fees'), world.own.id, aPayment(world.own, seen, amount, more))
}

const view = async (paymentId: number, who: Who = 'fees') => viewReceipt(await world.call(who), world.own.id, { paymentId })
const issue = async (paymentId: number, key: string = randomUUID(), who: Who = 'fees') =>
  issueReceipt(await world.call(who), world.own.id, { paymentId, key })

describe('a receipt', () => {
  test('has everything the paper needs, and what is still pending', async () => {
    const payment = await pay([fees.tuitionApr, fees.library], 170_050)
    expect(await view(payment.id)).toMatchObject({
      id: String(payment.id),
      receiptNumber: expect.stringMatching(/^20\d\d-\d\d\/1$/),
      termName: '2026-27',
      school: { name: 'Own School', description: '', logoUrl: null },
      studentName: 'Asha Patil',
      sectionName: '7-A',
      roll: '1',
      collectedOn: today,
      createdByName: 'fees of Own School',
      lines: [
        { feeName: 'Tuition', month: 'APR', amount: 150_000 },
        { feeName: 'Library', month: null, amount: 20_050 },
      ],
      amount: 170_050,
      amountInWords: 'Rupees One Thousand Seven Hundred and Fifty Paise Only',
      mode: 'CASH',
      state: 'COLLECTED',
      deleted: null,
      duplicate: false,
      balance: { pending: 330_000 - 170_050 },
    })
  })

  test('is in the languages of the school, or in those that are asked for', async () => {
    const payment = await pay([fees.donation], 10_000)
    const call = await world.call('admin')
    expect(await view(payment.id)).toMatchObject({ languages: 'EN', amountInWords: 'Rupees One Hundred Only' })
    await setSchool(world, world.own, { receiptLanguages: 'MR_EN' })
    const both = { languages: 'MR_EN', amountInWords: 'शंभर रुपये फक्त\nRupees One Hundred Only' }
    expect([await view(payment.id), await issue(payment.id)]).toMatchObject([both, both])
    const [printed] = await viewReceipts(call, world.own.id, { termId: world.own.termId })
    expect(printed?.languages).toBe('MR_EN')
    const asked = { paymentId: payment.id, languages: 'HI' }
    const hindi = { languages: 'HI', amountInWords: 'एक सौ रुपये मात्र' }
    expect(await viewReceipt(call, world.own.id, asked)).toMatchObject(hindi)
    expect(await issueReceipt(call, world.own.id, { ...asked, key: randomUUID() })).toMatchObject({ ...hindi, duplicate: true })
    expect((await refusal(viewReceipt(call, world.own.id, { ...asked, languages: 'HI_MR' }))).code).toBe('BAD_INPUT')
    const { kysely } = world.database
    await expect(kysely.updateTable('schools').set({ receiptLanguages: 'HI_MR' }).execute()).rejects.toThrow(/receipt_languages/)
    await setSchool(world, world.own, { receiptLanguages: 'EN' })
  })

  test('of another school, or of a class the viewer may not see, is not found', async () => {
    const payment = await pay([fees.library], 100, { studentId: world.own.student8A })
    const missing = await refusal(view(999_999))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(view(payment.id, 'limitedAdmin'))).toEqual(missing)
    expect(await refusal(issue(payment.id, randomUUID(), 'limitedAdmin'))).toEqual(missing)
    const foreign = await world.call('fees', world.other)
    expect(await refusal(viewReceipt(foreign, world.other.id, { paymentId: payment.id }))).toEqual(missing)
    expect(await refusal(issueReceipt(foreign, world.other.id, { paymentId: payment.id, key: randomUUID() }))).toEqual(missing)
  })

  test.each(['teacher', 'attendant', 'student'] as const)('is refused to %s', async (who) => {
    const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }
    expect(await refusal(view(1, who))).toEqual(forbidden)
    expect(await refusal(issue(1, randomUUID(), who))).toEqual(forbidden)
  })
})

describe('issuing a receipt', () => {
  test('the first issue is the original, every later one a duplicate, and the audit log says which', async () => {
    const payment = await pay([fees.donation], 500)
    expect((await issue(payment.id)).duplicate).toBe(false)
    expect((await view(payment.id)).duplicate).toBe(true)
    expect((await issue(payment.id, randomUUID(), 'admin')).duplicate).toBe(true)
    expect((await auditRows(world)).slice(-2)).toEqual([
      { role: 'FEES', action: 'payment.issueReceipt', rowIds: [payment.id], fields: ['original'] },
      { role: 'ADMIN', action: 'payment.issueReceipt', rowIds: [payment.id], fields: ['duplicate'] },
    ])
  })

  test('a repeated request gets the original again', async () => {
    const payment = await pay([fees.donation], 500)
    const key = randomUUID()
    expect([(await issue(payment.id, key)).duplicate, (await issue(payment.id, key)).duplicate]).toEqual([false, false])
    expect((await issue(payment.id)).duplicate).toBe(true)
  })

  test('of ten concurrent issues, one is the original', async () => {
    const payment = await pay([fees.donation], 500)
    const issued = await Promise.all(Array.from({ length: 10 }, () => issue(payment.id)))
    expect(issued.filter((receipt) => !receipt.duplicate)).toHaveLength(1)
  })

  test('a clearing cheque has its note; a failed or deleted one has no original', async () => {
    const cheque = { mode: 'CHEQUE', chequeNo: '004512' }
    const [cleared, failed, deleted] = [
      await pay([fees.donation], 1, cheque),
      await pay([fees.donation], 2, cheque),
      await pay([fees.donation], 3),
    ]
    expect(await issue(cleared.id)).toMatchObject({ state: 'CLEARING', chequeNo: '004512', duplicate: false })
    await settleCheque(await world.call('fees'), world.own.id, { key: randomUUID(), id: failed.id, outcome: 'FAILED' })
    expect(await issue(failed.id)).toMatchObject({ state: 'FAILED', settledOn: today, duplicate: true, balance: null })
    await deletePayment(await world.call('admin'), world.own.id, { key: randomUUID(), id: deleted.id, reason: 'wrong child' })
    expect(await view(deleted.id)).toMatchObject({
      deleted: { byName: 'admin of Own School', reason: 'wrong child', refundRef: null },
      duplicate: true,
      balance: null,
    })
    expect((await issue(deleted.id)).duplicate).toBe(true)
  })
})

describe('the receipts of a day', () => {
  test('are copies by number, and use up no original', async () => {
    const payment = await pay([fees.donation], 700)
    const all = await viewReceipts(await world.call('admin'), world.own.id, { termId: world.own.termId, from: today, to: today })
    const numbers = all.map((receipt) => Number(receipt.receiptNumber.split('/')[1]))
    expect(numbers.length).toBeGreaterThan(3)
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    expect(all.every((receipt) => receipt.duplicate)).toBe(true)
    expect(all.some((receipt) => receipt.deleted !== null)).toBe(false)
    expect((await issue(payment.id)).duplicate).toBe(false)
    expect(await refusal(viewReceipts(await world.call('fees'), world.own.id, { termId: world.own.termId }))).toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  test('more than one print holds are returned in parts, each receipt once, also after a deletion meanwhile', async () => {
    for (let count = 0; count < 5; count += 1) await pay([fees.donation], 600 + count)
    const view = { termId: world.own.termId, from: today, to: today }
    const part = async (more: object = {}) =>
      (await viewReceipts(await world.call('admin'), world.own.id, { ...view, ...more })).map(({ id }) => id)
    const all = await part()
    const parts: string[][] = []
    for (let last: string | undefined; parts.length === 0 || parts.at(-1)?.length === 3; last = parts.at(-1)?.at(-1))
      parts.push(await part({ pageSize: 3, afterId: last }))
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.flat()).toEqual(all)
    const first = await part({ pageSize: 3 })
    await deletePayment(await world.call('admin'), world.own.id, {
      key: randomUUID(),
      id: Number(first[0]),
      reason: 'wrong child',
    })
    expect(await part({ pageSize: 500, afterId: first.at(-1) })).toEqual(all.slice(3))
    expect(await part({ afterId: 999_999_999 })).toEqual([])
    expect((await refusal(part({ pageSize: 501 }))).code).toBe('BAD_INPUT')
  })

  test('of an ADMIN limited to classes are of these classes', async () => {
    await pay([fees.donation], 800, { studentId: world.own.student8A })
    const all = await viewReceipts(await world.call('limitedAdmin'), world.own.id, { termId: world.own.termId })
    expect(new Set(all.map((receipt) => receipt.sectionName))).toEqual(new Set(['7-A']))
  })
})

test('the PDF contains the school’s logo, and making it issues the receipt', async () => {
  const call = await world.call('fees')
  const payment = await pay([fees.donation], 900)
  const { id: logoFile } = await world.database.transaction(world.own.id, (db) =>
    db
      .insertInto('files')
      .values({ schoolId: world.own.id, purpose: 'school-logo', contentType: 'image/webp', size: 4, createdBy: randomUUID() })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  await world.database.kysely
    .updateTable('schools')
    .set({ logoFile, description: 'Pune <411038>' })
    .where('id', '=', world.own.id)
    .execute()
  invalidateSchool(world.database, world.own.id)
  const params = { paymentId: String(payment.id), key: randomUUID() }
  // The logo's file is missing: the receipt is made without it.
  expect((await receiptDocument.make(call, world.own.id, params)).body).not.toContain('<img')
  const folder = join(call.services.config.dataDir, 'files', String(world.own.id))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, logoFile), 'logo')
  const made = await receiptDocument.make(call, String(world.own.id), params)
  expect(made.body).toContain(`<img src="data:image/webp;base64,${Buffer.from('logo').toString('base64')}"`)
  expect(made.body).toContain('Pune &lt;411038&gt;')
  expect(made.body).toContain(writeDay(today))
  expect(made.body).not.toContain('DUPLICATE')
  expect(made.fileName).toMatch(/^receipt-\d{4}-\d\d\/\d+$/)
  expect((await receiptDocument.make(call, world.own.id, { ...params, key: randomUUID() })).body).toContain('DUPLICATE')
  expect(await refusal(receiptDocument.make(call, world.own.id, { paymentId: payment.id }))).toMatchObject({ code: 'BAD_INPUT' })
})
