import { parseXML } from '@aws-sdk/xml-builder'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addTestFees, aPayment, paidBy, type TestFees } from '#tests/world/fees.ts'
import { addBankAccount, addFeeCategory, addFees, assignFees, enrol, setBankAccount } from '#tests/world/rows.ts'
import { addTermWithSection } from '#tests/world/yearEnd.ts'
import { startTestWorker } from '#tests/backgroundTasks.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { checkData } from '#platform/dataChecks.ts'
import { findDocument } from '#platform/documentJobs/documentJobs.commands.ts'
import { documentTask } from '#platform/documentJobs/documentTask.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { subtractMoney, sumMoney } from '#shared/money.ts'
import { type CounterMode, counterModeNames, paymentModeNames, paymentModes } from '#shared/paymentModes.ts'
import { viewDayBook } from '#domains/daybook/server/daybook.queries.ts'
import { addExpense, addExpenseCategory, deleteExpense } from '#domains/expenses/server/expenses.commands.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { settleCheque } from '#domains/fees/server/cheques.commands.ts'
import { giveDiscount } from '#domains/fees/server/discounts.commands.ts'
import { listEntries } from '#domains/fees/server/entries.queries.ts'
import { collectPayment, deletePayment } from '#domains/fees/server/payments.commands.ts'
import { cancelRefund, giveBack } from '#domains/fees/server/refunds.commands.ts'
import { orderAccountingExport, saveAccountingLedgers } from './accounting.commands.ts'
import { listAccountingExports, listAccountingLedgers, viewAccounting } from './accounting.queries.ts'
import { accountingMaker } from './accountingMaker.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

let world: TestWorld
let owner: pg.Client
let worker: { stop(): Promise<void> }
let fees: TestFees
let expenseCategory: number
let otherTerm: { termId: number; donation: number }
let account: number
const today = schoolDay(new Date())

beforeAll(async () => {
  world = await testWorld()
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
  fees = await addTestFees(world, world.own)
  const { own } = world
  account = await addBankAccount(world, own, { name: 'SBI Current' })
  await setBankAccount(world, own, fees.category, account)
  const next = await addTermWithSection(world, own, { name: '2027-28' }, '8')
  const category = await addFeeCategory(world, next, { name: 'Bus Fees' })
  await enrol(world, next, next.sectionId, [{ studentId: own.student7A }])
  const [donation = 0] = await addFees(world, next, category, [{ name: 'Bus' }])
  await assignFees(world, next, category, [own.student7A])
  otherTerm = { termId: next.termId, donation }
  expenseCategory = (await addExpenseCategory(await world.call('fees'), own.id, { name: 'Stationery' })).id
  const { services } = await world.call('admin')
  const { database } = world
  const renderer = { render: async () => Buffer.from('%PDF-'), stop: async () => {} }
  worker = startTestWorker(database, [documentTask({ database, services, renderer, makers: [accountingMaker], log: silent })])
})

afterAll(async () => {
  await worker.stop()
  await owner.end()
  await world.close()
})

beforeEach(async () => {
  // Nobody orders so much so fast.
  await owner.query("update document_jobs set created_at = now() - interval '11 minutes'")
})

async function pay(amount: number, more: Record<string, unknown> = {}) {
  const { own } = world
  const termId = (more['termId'] as number | undefined) ?? own.termId
  const studentId = own.student7A
  const feeId = termId === own.termId ? fees.donation : otherTerm.donation
  const seen = await viewFeeAccount(await world.call('admin'), own.id, { termId, studentId })
  const versions = seen.fees.filter((fee) => fee.id === feeId).map((fee) => ({ feeId, version: fee.version }))
  return collectPayment(await world.call('admin'), own.id, aPayment(own, versions, amount, { studentId, ...more }))
}

const spend = async (amount: number, paidOn: string) =>
  addExpense(await world.call('admin'), world.own.id, {
    key: randomUUID(),
    termId: world.own.termId,
    categoryId: expenseCategory,
    amount,
    paidOn,
    comment: '',
  })

async function refund(amount: number, refundedOn: string, more: Record<string, unknown> = {}) {
  const { own } = world
  const call = await world.call('admin')
  const account = { termId: own.termId, studentId: own.student7A }
  const seen = await viewFeeAccount(call, own.id, account)
  return giveBack(call, own.id, {
    key: randomUUID(),
    ...account,
    fees: seen.fees.filter((fee) => fee.id === fees.donation).map(({ id, version }) => ({ feeId: id, version })),
    amount,
    mode: 'CASH',
    reason: 'left the school',
    refundedOn,
    askAgain: false,
    ...more,
  })
}

const strike = async (id: number) =>
  deletePayment(await world.call('admin'), world.own.id, { key: randomUUID(), id, reason: 'wrong child' })

const view = async (start: string, end = start, who: Who = 'admin') =>
  viewAccounting(await world.call(who), world.own.id, { start, end })

const input = (start: string, more: Record<string, unknown> = {}) => ({
  key: randomUUID(),
  start,
  end: start,
  onlyNew: false,
  withLedgers: false,
  language: 'en',
  ...more,
})

const order = async (start: string, more: Record<string, unknown> = {}, who: Who = 'admin') =>
  orderAccountingExport(await world.call(who), world.own.id, input(start, more))

interface MadeVoucher {
  REMOTEID: string
  VCHTYPE: string
  ACTION?: string
  DATE: string
  VOUCHERNUMBER: string
  entries: { name: string; paise: number }[]
}

/** Orders an export, waits until it is made, and reads the file for Tally. */
async function exported(start: string, more: Record<string, unknown> = {}) {
  const { id } = await order(start, more)
  const job = await eventually(async () => {
    const found = await findDocument(await world.call('admin'), world.own.id, { id })
    expect(found.state).toBe('DONE')
    return found
  })
  const { config } = (await world.call('admin')).services
  const bytesOf = (format: string) => {
    const file = job.files.find((candidate) => candidate.format === format)
    return readFileSync(join(config.dataDir, 'files', String(world.own.id), file?.fileId ?? ''))
  }
  const parsed = parseXML(bytesOf('XML').toString('utf16le').slice(1)) as Parsed
  const messages = [parsed.ENVELOPE.BODY.IMPORTDATA.REQUESTDATA.TALLYMESSAGE].flat()
  const vouchers = messages.flatMap(({ VOUCHER }): MadeVoucher[] =>
    VOUCHER
      ? [
          {
            ...VOUCHER,
            entries: (VOUCHER['ALLLEDGERENTRIES.LIST'] ?? []).map(({ LEDGERNAME, AMOUNT }) => ({
              name: LEDGERNAME,
              paise: Math.round(-Number(AMOUNT) * 100),
            })),
          },
        ]
      : [],
  )
  return { job, vouchers, ledgers: messages.flatMap(({ LEDGER }) => LEDGER ?? []), workbook: () => readXlsx(bytesOf('XLSX')) }
}

type TallyVoucher = Omit<MadeVoucher, 'entries'> & { 'ALLLEDGERENTRIES.LIST'?: { LEDGERNAME: string; AMOUNT: string }[] }
interface Message {
  LEDGER?: { NAME: string; PARENT: string }
  VOUCHER?: TallyVoucher
}
interface Parsed {
  ENVELOPE: { BODY: { IMPORTDATA: { REQUESTDATA: { TALLYMESSAGE: Message | Message[] } } } }
}

/** The debits of vouchers of a type. */
const debits = (vouchers: readonly MadeVoucher[], type: string) =>
  sumMoney(
    vouchers
      .filter(({ VCHTYPE, ACTION }) => VCHTYPE === type && ACTION === undefined)
      .flatMap(({ entries }) => entries.map(({ paise }) => Math.max(paise, 0))),
  )

const day = (ago: number) => addDays(today, -ago)

test('an export has the receipts and expenses of the days, on their ledgers, and marks them', async () => {
  const on = day(30)
  const cash = await pay(10_050, { collectedOn: on })
  await pay(20_000, { ...paidBy('UPI'), collectedOn: on })
  await pay(30_000, { collectedOn: on, termId: otherTerm.termId })
  await pay(40_000, { ...paidBy('CHEQUE'), collectedOn: on })
  await spend(4_001, on)
  expect(await view(on)).toMatchObject({
    collected: 60_050,
    spent: 4_001,
    refunded: 0,
    modes: [
      { name: 'Cash', amount: 40_050 },
      { name: 'UPI', amount: 20_000 },
    ],
    ledgers: [
      { name: 'Cash', amount: 40_050 },
      { name: 'SBI Current', amount: 20_000 },
    ],
    income: [
      { name: 'Bus Fees', amount: 30_000 },
      { name: 'Tuition Fees', amount: 30_050 },
    ],
    expenses: [{ name: 'Stationery', amount: 4_001 }],
    vouchers: 4,
    exported: 0,
    toCancel: 0,
    lastExport: null,
    openBy: null,
  })
  const { vouchers, ledgers, workbook, job } = await exported(on, { withLedgers: true })
  expect(job.title).toMatch(/^Accounting Export · /)
  expect(vouchers.map(({ VCHTYPE, entries }) => [VCHTYPE, entries.map(({ name, paise }) => `${name} ${paise}`)])).toEqual([
    ['Receipt', ['Tuition Fees -10050', 'Cash 10050']],
    ['Receipt', ['Tuition Fees -20000', 'SBI Current 20000']],
    ['Receipt', ['Bus Fees -30000', 'Cash 30000']],
    ['Payment', ['Stationery 4001', 'Cash -4001']],
  ])
  expect(vouchers[0]).toMatchObject({ DATE: on.replaceAll('-', ''), REMOTEID: `shala-${world.own.id}-receipt-${cash.id}` })
  expect(ledgers.map(({ NAME, PARENT }) => `${NAME}: ${PARENT}`).sort()).toEqual([
    'Bus Fees: Direct Incomes',
    'Cash: Cash-in-Hand',
    'SBI Current: Bank Accounts',
    'Stationery: Indirect Expenses',
    'Tuition Fees: Direct Incomes',
  ])
  const { sheets } = await workbook()
  expect(sheets.map(({ name }) => name)).toEqual(['Ledgers', 'Receipts by mode', 'Vouchers'])
  expect(sheets[0]?.rows).toContainEqual(['Cash', 'Cash-in-Hand', 400.5, 40.01])
  expect(sheets[0]?.rows.at(-1)).toEqual(['Total', null, 640.51, 640.51])
  expect(sheets[1]?.rows.at(-1)).toEqual(['Total', 3, 600.5])
  expect(await view(on)).toMatchObject({ vouchers: 4, exported: 4, lastExport: { createdByName: 'admin of Own School' } })
  const [last] = await listAccountingExports(await world.call('admin'), world.own.id, {})
  expect(last).toMatchObject({ jobId: job.id, vouchers: 4, cancelled: 0, collected: 60_050, spent: 4_001, state: 'DONE' })
  expect((await auditRows(world)).slice(-2)).toMatchObject([{ action: 'accounting.export' }, { action: 'accounting.make' }])
})

test('what was exported says so, and only what is new comes after it: late receipts, cleared cheques, cancelled vouchers', async () => {
  const on = day(40)
  const wrong = await pay(1_000, { collectedOn: on })
  const cheque = await pay(2_000, { ...paidBy('CHEQUE'), collectedOn: on })
  const spent = await spend(500, on)
  await exported(on)
  expect(await refusal(order(on, { onlyNew: true }))).toMatchObject({
    code: 'BAD_INPUT',
    problems: [{ path: 'end', message: expect.stringContaining('exported already, last by admin of Own School') }],
  })

  await strike(wrong.id)
  await deleteExpense(await world.call('admin'), world.own.id, { key: randomUUID(), id: spent.id })
  await settleCheque(await world.call('admin'), world.own.id, { key: randomUUID(), id: cheque.id, outcome: 'CLEARED' })
  const late = await pay(3_000, { collectedOn: on })
  expect(await view(on)).toMatchObject({ vouchers: 2, exported: 0, toCancel: 2, collected: 5_000 })
  // The days after it tell of the change.
  expect((await view(day(31))).earlier).toMatchObject({ vouchers: 4 })

  const { vouchers } = await exported(on, { onlyNew: true })
  const school = world.own.id
  expect(vouchers.map(({ REMOTEID, ACTION }) => [REMOTEID, ACTION])).toEqual([
    [`shala-${school}-receipt-${cheque.id}`, undefined],
    [`shala-${school}-receipt-${late.id}`, undefined],
    [`shala-${school}-receipt-${wrong.id}`, 'Cancel'],
    [`shala-${school}-expense-${spent.id}`, 'Cancel'],
  ])
  // A voucher is cancelled once.
  expect(await view(on)).toMatchObject({ vouchers: 2, exported: 2, toCancel: 0 })
  const again = await exported(on)
  expect(again.vouchers.map(({ ACTION }) => ACTION)).toEqual([undefined, undefined])
  const [last] = await listAccountingExports(await world.call('admin'), school, {})
  expect(last).toMatchObject({ vouchers: 2, cancelled: 0, collected: 5_000, onlyNew: false })
})

test('discounts are a memo until the school chooses their ledger, then journals', async () => {
  const { own } = world
  const call = await world.call('admin')
  const seen = await viewFeeAccount(call, own.id, { termId: own.termId, studentId: own.student7A })
  const library = seen.fees.filter((fee) => fee.id === fees.library).map(({ id, version }) => ({ feeId: id, version }))
  await giveDiscount(call, own.id, {
    key: randomUUID(),
    termId: own.termId,
    studentId: own.student7A,
    fees: library,
    amount: 1_500,
    comment: 'Sibling',
  })
  expect(await view(today)).toMatchObject({ discounts: 1_500, concessions: 0, writeOffs: 0, vouchers: 0 })
  expect(await refusal(order(today))).toMatchObject({ problems: [{ message: 'There is nothing to export in these days.' }] })
  await saveAccountingLedgers(call, own.id, { ledgers: [{ kind: 'DISCOUNT', key: '', name: 'Fee Discounts' }] })
  const { vouchers } = await exported(today)
  expect(vouchers).toMatchObject([
    {
      VCHTYPE: 'Journal',
      entries: [
        { name: 'Fee Discounts', paise: 1_500 },
        { name: 'Tuition Fees', paise: -1_500 },
      ],
    },
  ])
  await saveAccountingLedgers(call, own.id, { ledgers: [] })
})

test('money that was given back is a payment voucher of its own number, and a cancelled one is cancelled', async () => {
  // Not before the day on which other tests have paid.
  const on = day(29)
  const { own } = world
  const call = await world.call('admin')
  await pay(9_000, { collectedOn: on })
  await exported(on)
  const { id } = await refund(2_500, on)
  await refund(1_000, on, { mode: 'UPI', reference: 'T9' })
  const books = await viewDayBook(call, own.id, { termId: own.termId, day: on })
  expect(await view(on)).toMatchObject({ collected: 9_000, refunded: books.refunded, vouchers: 3, exported: 1 })
  const { vouchers } = await exported(on, { onlyNew: true })
  expect(vouchers.map(({ VCHTYPE, entries }) => [VCHTYPE, entries.map(({ name, paise }) => `${name} ${paise}`)])).toEqual([
    ['Payment', ['Tuition Fees 2500', 'Cash -2500']],
    ['Payment', ['Tuition Fees 1000', 'SBI Current -1000']],
  ])
  expect(vouchers[0]).toMatchObject({ REMOTEID: `shala-${own.id}-refund-${id}` })
  await cancelRefund(call, own.id, { key: randomUUID(), id, reason: 'wrong amount' })
  const again = await exported(on, { onlyNew: true })
  expect(again.vouchers).toMatchObject([{ REMOTEID: `shala-${own.id}-refund-${id}`, ACTION: 'Cancel' }])
  expect(await view(on)).toMatchObject({ refunded: 1_000, toCancel: 0 })
})

describe('an order', () => {
  test('is made once per key, and while one is being made nobody orders another', async () => {
    const on = day(50)
    await pay(1_000, { collectedOn: on })
    const call = await world.call('admin')
    const same = input(on)
    const both = await Promise.allSettled([
      orderAccountingExport(call, world.own.id, same),
      order(on, { onlyNew: true }, 'superadmin'),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = both.find((outcome) => outcome.status === 'rejected')
    expect(await refusal(Promise.reject(refused?.reason))).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('is being made. Please wait until it is ready.'),
    })
    if (both[0]?.status === 'fulfilled') expect((await orderAccountingExport(call, world.own.id, same)).id).toBe(both[0].value.id)
    await eventually(async () => expect((await view(on)).openBy).toBeNull())
    expect(await view(on)).toMatchObject({ vouchers: 1, exported: 1 })
  })

  test.each([
    ['a range that ends before it starts', { start: today, end: day(1) }, 'end', 'End Date cannot precede Start Date'],
    ['more than a year', { start: day(400), end: today }, 'end', 'At most a year'],
    ['a day to come', { start: today, end: addDays(today, 1) }, 'end', 'Not a day in the future'],
    ['no day', { start: '', end: today }, 'start', 'Start Date is Required'],
    ['days without money', { start: '2001-01-01', end: '2001-01-31' }, 'end', 'There is nothing to export in these days.'],
  ])('is refused for %s', async (_, range, path, message) => {
    expect(await refusal(order(today, range))).toMatchObject({ code: 'BAD_INPUT', problems: [{ path, message }] })
  })

  test('is for those who answer for the books of the whole school', async () => {
    for (const who of ['limitedAdmin', 'fees', 'teacher', 'attendant', 'student'] as const) {
      expect(await refusal(view(today, today, who))).toMatchObject({ code: 'FORBIDDEN' })
      expect(await refusal(order(today, {}, who))).toMatchObject({ code: 'FORBIDDEN' })
    }
    const foreign = await world.call('admin', world.other)
    const theirs = [
      orderAccountingExport(foreign, world.own.id, input(today)),
      viewAccounting(foreign, world.own.id, { start: today, end: today }),
      listAccountingExports(foreign, world.own.id, {}),
      saveAccountingLedgers(foreign, world.own.id, { ledgers: [] }),
    ]
    for (const outcome of theirs) expect(await refusal(outcome)).toMatchObject({ code: 'NOT_FOUND' })
    expect((await viewAccounting(foreign, world.other.id, { start: day(60), end: today })).vouchers).toBe(0)
  })
})

describe('ledgers', () => {
  const save = async (ledgers: object[]) => saveAccountingLedgers(await world.call('admin'), world.own.id, { ledgers })

  test('have default names, and chosen ones that hold for every term', async () => {
    const { own } = world
    const rows = await listAccountingLedgers(await world.call('admin'), own.id, {})
    expect(rows).toContainEqual({ kind: 'CASH', key: '', label: '', name: '', defaultName: 'Cash' })
    expect(rows).toContainEqual({ kind: 'MODE', key: 'UPI', label: 'UPI', name: '', defaultName: '' })
    expect(rows.filter(({ kind }) => kind === 'FEES').map(({ label }) => label)).toEqual(['Tuition Fees', 'Bus Fees'])
    const saved = await save([
      { kind: 'CASH', key: '', name: '  Petty   Cash ' },
      { kind: 'MODE', key: 'UPI', name: 'HDFC UPI' },
      { kind: 'FEES', key: String(fees.category), name: 'School Fees' },
    ])
    expect(saved).toContainEqual({ kind: 'CASH', key: '', label: '', name: 'Petty Cash', defaultName: 'Cash' })
    expect((await view(day(30))).ledgers).toEqual([
      { name: 'HDFC UPI', amount: 20_000 },
      { name: 'Petty Cash', amount: 40_050 },
    ])
    await save([])
  })

  test('that Tally cannot have are refused at their field, and nothing is stored', async () => {
    const good = { kind: 'CASH', key: '', name: 'Petty Cash' }
    const messages: [object, string, string][] = [
      [{ kind: 'BANK', key: '', name: 'Bank Accounts' }, 'ledgers.1.name', 'Tally has a group of this name. Choose another one.'],
      [
        { kind: 'FEES', key: String(fees.category), name: 'petty cash' },
        'ledgers.1.name',
        'A ledger of another kind has this name. Choose another one.',
      ],
      [
        { kind: 'FEES', key: '999999', name: 'X' },
        'ledgers.1.name',
        'This ledger is not there any more. Please load the page again.',
      ],
    ]
    for (const [bad, path, message] of messages) {
      const refused = await refusal(save([good, bad]))
      expect(refused.code).toBe('BAD_INPUT')
      expect(refused.problems).toContainEqual({ path, message })
    }
    expect((await refusal(save([{ kind: 'CASH', key: '', name: 'x'.repeat(100) }]))).problems[0]?.path).toBe('ledgers.0.name')
    expect((await listAccountingLedgers(await world.call('admin'), world.own.id, {})).every(({ name }) => name === '')).toBe(true)
  })
})

test('the totals of random days are those of the day books, to the paisa, in the overview and in the file', {
  timeout: 300_000,
}, async () => {
  const { own } = world
  const step = fc.record({
    what: fc.constantFrom('pay', 'pay', 'pay', 'settle', 'strike', 'spend', 'take back'),
    mode: fc.constantFrom<CounterMode>(...counterModeNames),
    inOtherTerm: fc.boolean(),
    ago: fc.integer({ min: 0, max: 3 }),
    amount: fc.integer({ min: 1, max: 1_000_000 }),
  })
  const spent: number[] = []
  // Not before the date of a demand draft.
  const first = day(3)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), fc.nat(3), fc.nat(3), async (steps, a, b) => {
      const admin = await world.call('admin')
      await owner.query("update document_jobs set created_at = now() - interval '11 minutes'")
      for (const { what, mode, inOtherTerm, ago, amount } of steps) {
        const collectedOn = addDays(first, -ago)
        const termId = inOtherTerm ? otherTerm.termId : own.termId
        const { rows } = await listEntries(admin, own.id, { termId, pageSize: 1000 })
        const ofDays = rows.filter((row) => row.collectedOn <= first && row.collectedOn >= addDays(first, -3))
        const nth = ofDays[amount % Math.max(1, ofDays.length)]
        if (what === 'pay') await pay(amount, { ...paidBy(mode), collectedOn, termId })
        else if (what === 'spend') spent.push((await spend(amount, collectedOn)).id)
        else if (what === 'take back') {
          const id = spent.pop()
          if (id !== undefined) await deleteExpense(admin, own.id, { key: randomUUID(), id })
        } else if (what === 'strike' && nth) await strike(nth.id)
        else if (what === 'settle' && nth?.state === 'CLEARING')
          await settleCheque(admin, own.id, { key: randomUUID(), id: nth.id, outcome: amount % 3 === 0 ? 'FAILED' : 'CLEARED' })
      }
      const [start, end] = [addDays(first, -Math.max(a, b)), addDays(first, -Math.min(a, b))]
      const days = [3, 2, 1, 0].map((ago) => addDays(first, -ago)).filter((one) => one >= start && one <= end)
      const books = await Promise.all(
        [own.termId, otherTerm.termId].flatMap((termId) => days.map((one) => viewDayBook(admin, own.id, { termId, day: one }))),
      )
      const overview = await view(start, end)
      const collected = sumMoney(books.map((book) => book.collected))
      const spentInAll = sumMoney(books.map((book) => book.spent))
      expect(overview).toMatchObject({ collected, spent: spentInAll })
      expect(overview.modes).toEqual(
        paymentModeNames
          .map((mode) => ({ name: paymentModes[mode].label, amount: sumMoney(books.map((book) => book.all[mode])) }))
          .filter(({ amount }) => amount > 0),
      )
      for (const sums of [overview.ledgers, overview.income]) expect(sumMoney(sums.map(({ amount }) => amount))).toBe(collected)
      expect(sumMoney(overview.expenses.map(({ amount }) => amount))).toBe(spentInAll)
      if (overview.vouchers === 0) return
      const { vouchers } = await exported(start, { end })
      expect([debits(vouchers, 'Receipt'), debits(vouchers, 'Payment')]).toEqual([collected, spentInAll])
      const cash = vouchers.flatMap(({ entries }) => entries.filter(({ name }) => name === 'Cash').map(({ paise }) => paise))
      expect(sumMoney(cash)).toBe(subtractMoney(sumMoney(books.map((book) => book.all.CASH)), spentInAll))
      expect(await view(start, end)).toMatchObject({ exported: overview.vouchers, toCancel: 0 })
    }),
    { numRuns: 6, endOnFailure: true },
  )
  expect((await checkData(world.database)).findings).toEqual([])
})
