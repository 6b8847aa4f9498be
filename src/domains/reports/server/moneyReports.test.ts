import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPupils, setSchool } from '#tests/attendanceWorld.ts'
import { aPayment, paidBy, type TestFees, testFees } from '#tests/feesWorld.ts'
import { refusal } from '#tests/refusals.ts'
import { testWorld, type Who } from '#tests/world.ts'
import { moduleDisabled } from '#platform/action.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { showMoney, sumMoney } from '#shared/money.ts'
import { type CounterMode, counterModeNames, paymentModeNames, paymentModes } from '#shared/paymentModes.ts'
import { amountInWords } from '#shared/amountInWords.ts'
import { viewCollected, viewFeesChart } from '#domains/dashboard/server/dashboard.queries.ts'
import { viewDayBook } from '#domains/daybook/server/daybook.queries.ts'
import { formatReceiptNumber } from '#domains/fees/server/collected.exports.ts'
import { viewFeeAccount } from '#domains/fees/server/account.queries.ts'
import { settleCheque } from '#domains/fees/server/cheques.commands.ts'
import { deleteDiscounts, giveDiscount } from '#domains/fees/server/discounts.commands.ts'
import { collectPayment, deletePayment } from '#domains/fees/server/payments.commands.ts'
import { listPending } from '#domains/fees/server/pending.queries.ts'
import { setStudentDisabled } from '#domains/students/server/students.commands.ts'
import type { ReportBlock, ReportCell, ReportModel } from '../report.model.ts'
import type { ReportType } from '../reportTypes.ts'
import { makeReport } from './report.query.ts'

let world: Awaited<ReturnType<typeof testWorld>>
let fees: TestFees
let students: number[]
const today = schoolDay(new Date())
const days = [addDays(today, -2), addDays(today, -1), today]

beforeAll(async () => {
  world = await testWorld()
  fees = await testFees(world)
  const { own } = world
  const more = await addPupils(world, own, own.section7B, 2)
  students = [own.student7A, own.student8A, ...more]
  await world.database.transaction(own.id, (db) =>
    db
      .insertInto('studentFeeCategories')
      .values(more.map((studentId) => ({ schoolId: own.id, termId: own.termId, studentId, feeCategoryId: fees.category })))
      .execute(),
  )
})
afterAll(() => world.close())

/** Money that came in over the gateway, as it is booked. */
async function online(studentId: number): Promise<void> {
  const { id: schoolId, termId } = world.own
  const of = {
    schoolId,
    termId,
    studentId,
    collectedOn: days[1] ?? today,
    createdBy: randomUUID(),
    createdByName: 'Gateway',
    amount: 30_000,
  }
  await world.database.transaction(schoolId, async (db) => {
    const { id } = await db
      .insertInto('payments')
      .values({
        ...of,
        mode: 'ONLINE',
        state: 'COLLECTED',
        onlineRef: '403993715',
        receiptYear: '1999-00',
        receiptPrefix: '',
        receiptNo: 1,
        studentName: 'Pupil',
        sectionName: '7-B',
        roll: '2',
        registerNo: '',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('collectedLines')
      .values({ ...of, feeId: fees.library, paymentId: id, status: 'PAID', feeName: 'Library' })
      .execute()
  })
}

async function report(reportType: ReportType, more: Record<string, unknown> = {}, who: Who = 'admin'): Promise<ReportModel> {
  const asked = { reportType, section: 'all', currentTerm: world.own.termId, start: days[0], end: today, ...more }
  return makeReport(await world.call(who), world.own.id, asked)
}

async function seen(studentId: number, feeId: number) {
  const account = await viewFeeAccount(await world.call('fees'), world.own.id, { termId: world.own.termId, studentId })
  return account.fees.filter((fee) => fee.id === feeId)
}

interface Step {
  what: 'pay' | 'discount' | 'undo' | 'settle' | 'delete'
  student: number
  fee: number
  amount: number
  mode: CounterMode
  day: number
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    what: fc.constantFrom('pay', 'pay', 'discount', 'undo', 'settle', 'delete'),
    student: fc.nat(3),
    fee: fc.nat(3),
    amount: fc.integer({ min: 1, max: 40_000 }),
    mode: fc.constantFrom(...counterModeNames),
    day: fc.nat(2),
  }),
  { minLength: 12, maxLength: 25 },
)

/** A cheque that fails, one that is with the bank, and a payment that is deleted, whatever comes by chance. */
const certain: readonly Step[] = [
  { what: 'pay', student: 0, fee: 3, amount: 333, mode: 'CHEQUE', day: 0 },
  { what: 'settle', student: 0, fee: 3, amount: 3, mode: 'CHEQUE', day: 0 },
  { what: 'pay', student: 1, fee: 3, amount: 444, mode: 'CASH', day: 1 },
  { what: 'delete', student: 1, fee: 3, amount: 2, mode: 'CASH', day: 1 },
  { what: 'pay', student: 2, fee: 3, amount: 555, mode: 'CHEQUE', day: 2 },
  { what: 'discount', student: 0, fee: 2, amount: 1_000, mode: 'CASH', day: 2 },
  { what: 'undo', student: 0, fee: 2, amount: 1, mode: 'CASH', day: 2 },
  { what: 'discount', student: 1, fee: 2, amount: 2_000, mode: 'CASH', day: 2 },
]

/** Does what a clerk does in a day; what the books refuse is left out. */
async function carryOut({ what, student, fee, amount, mode, day }: Step): Promise<void> {
  const { own } = world
  const call = await world.call('admin')
  const studentId = students[student] ?? own.student7A
  const { payments: all, lines } = await rows()
  const payments = all.filter((payment) => payment.deletedAt === null)
  const clearing = payments.filter((payment) => payment.state === 'CLEARING')
  if (what === 'settle') {
    const cheque = clearing[amount % Math.max(1, clearing.length)]
    if (cheque)
      await settleCheque(call, own.id, { key: randomUUID(), id: cheque.id, outcome: amount % 3 === 0 ? 'FAILED' : 'CLEARED' })
    return
  }
  if (what === 'undo') {
    const given = lines.find((line) => line.status === 'DISCOUNT' && line.deletedAt === null && line.studentId === studentId)
    const asked = { key: randomUUID(), termId: own.termId, studentId, ids: [given?.id ?? 0], reason: 'by mistake' }
    if (given) await deleteDiscounts(call, own.id, asked)
    return
  }
  if (what === 'delete') {
    const payment = payments[amount % Math.max(1, payments.length)]
    if (payment && amount % 2 === 0)
      await deletePayment(call, own.id, { key: randomUUID(), id: payment.id, reason: 'entered twice', refundRef: 'R1' })
    return
  }
  const [one] = await seen(studentId, [fees.tuitionApr, fees.tuitionMay, fees.library, fees.donation][fee] ?? fees.library)
  if (!one) return
  const of = [{ feeId: one.id, version: one.version }]
  const most = one.id === fees.donation ? amount : Math.min(amount, one.pending)
  if (most <= 0) return
  if (what === 'discount') {
    if (one.id === fees.donation) return
    await giveDiscount(call, own.id, { key: randomUUID(), termId: own.termId, studentId, fees: of, amount: most, comment: '' })
    return
  }
  const more = {
    studentId,
    ...paidBy(mode),
    collectedOn: days[day],
  }
  await collectPayment(call, own.id, aPayment(own, of, most, more))
}

async function addAccount(): Promise<number> {
  const { id: schoolId } = world.own
  const sealed = Buffer.from('sealed')
  return world.database.transaction(schoolId, async (db) => {
    const { id } = await db
      .insertInto('bankAccounts')
      .values({
        schoolId,
        name: 'Main account',
        accNumber: '1',
        ifsc: 'HDFC0000001',
        keyId: 'key',
        keySecretSealed: sealed,
        miscSealed: sealed,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** From now on the category's money goes to a bank account, or to none. */
async function giveAccount(bankAccountId: number | null): Promise<void> {
  const { id: schoolId } = world.own
  await world.database.transaction(schoolId, (db) =>
    db.updateTable('feeCategories').set({ bankAccountId }).where('schoolId', '=', schoolId).execute(),
  )
}

async function rows() {
  return world.database.transaction(world.own.id, async (db) => ({
    payments: await db.selectFrom('payments').selectAll().orderBy('collectedOn').orderBy('receiptNo').execute(),
    lines: await db.selectFrom('collectedLines').selectAll().execute(),
    seats: await db.selectFrom('enrolments').selectAll().execute(),
    disabled: (await db.selectFrom('students').select('id').where('disabled', '=', true).execute()).map((row) => row.id),
  }))
}

const column = (block: ReportBlock | undefined, key: string) => block?.columns.findIndex((one) => one.key === key) ?? -1
const cells = (block: ReportBlock | undefined, key: string, from: 'rows' | 'footer' = 'rows'): ReportCell[] =>
  (block?.[from] ?? []).map((row) => row.cells[column(block, key)] ?? null)
const sum = (all: readonly { amount: number }[]) => sumMoney(all.map((one) => one.amount))

test('money agrees with a count of the rows, with the dashboard, the day book and the pending list, to the paisa', {
  timeout: 60_000,
}, async () => {
  await online(students[2] ?? 0)
  for (const step of certain) await carryOut(step)
  const account = await addAccount()
  await giveAccount(account)
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      for (const step of all) await carryOut(step)
    }),
    { numRuns: 3, endOnFailure: true },
  )
  // What is paid last nobody deletes any more: once with the account, once without.
  for (const given of [account, null]) {
    await giveAccount(given)
    await carryOut({ what: 'pay', student: 2, fee: 3, amount: 777, mode: 'UPI', day: 1 })
  }
  await setStudentDisabled(await world.call('admin'), world.own.id, { id: students[3], disabled: true })
  const { payments, lines, seats, disabled } = await rows()
  const collected = payments.filter((payment) => payment.deletedAt === null && payment.state === 'COLLECTED')
  const clearing = payments.filter((payment) => payment.deletedAt === null && payment.state === 'CLEARING')

  // Payments: every receipt, and what each mode has collected.
  const ofPayments = await report('paymentsCollected')
  const [receipts, ...others] = ofPayments.blocks
  expect(others).toEqual([])
  expect(cells(receipts, 'amount')).toEqual(payments.map((payment) => payment.amount))
  expect(receipts?.rows.map((row) => row.struck === true)).toEqual(payments.map((payment) => payment.deletedAt !== null))
  const subtotals = paymentModeNames
    .filter((mode) => payments.some((payment) => payment.mode === mode && payment.deletedAt === null))
    .map((mode) => ({ label: paymentModes[mode].label, own: collected.filter((payment) => payment.mode === mode) }))
  expect(cells(receipts, 'name', 'footer').map((cell, place) => [cell, cells(receipts, 'amount', 'footer')[place]])).toEqual([
    ...subtotals.map(({ label, own }) => [`${label} (${own.length})`, sum(own)]),
    [`Collected (${collected.length})`, sum(collected)],
  ])
  expect(ofPayments.facts.find((fact) => fact.label === 'Clearing')?.value).toBe(
    clearing.length === 0 ? undefined : showMoney(sum(clearing)),
  )

  // Students: what stands on the fees of each.
  const pages = (await report('studentsCollected')).blocks.slice(1)
  const asked = [150_000, 150_000, 30_000]
  for (const page of pages)
    for (const [place, name] of cells(page, 'name').entries()) {
      const rolls = cells(page, 'roll')
      const seat = seats.find(
        (one) =>
          one.roll === rolls[place] &&
          String(page.heading) ===
            { [world.own.section7A]: '7-A', [world.own.section7B]: '7-B', [world.own.section8A]: '8-A' }[one.sectionId],
      )!
      const own = lines.filter((line) => line.studentId === seat.studentId && line.deletedAt === null)
      const of = (...statuses: string[]) => sum(own.filter((line) => statuses.includes(line.status)))
      const fixed = own.filter((line) => line.feeId !== fees.donation && line.status !== 'FAILED')
      const off = disabled.includes(seat.studentId)
      const pending = off ? 0 : sumMoney(asked) - sum(fixed)
      expect(String(name).endsWith('(disabled)')).toBe(off)
      expect(['discount', 'paid', 'clearing', 'pending', 'expected'].map((key) => cells(page, key)[place])).toEqual([
        of('DISCOUNT'),
        of('PAID', 'PART_PAID'),
        of('CLEARING'),
        pending,
        pending + of('DISCOUNT', 'PAID', 'PART_PAID', 'CLEARING'),
      ])
      const range = collected.filter((payment) => payment.studentId === seat.studentId)
      expect(cells(page, 'inRange')[place]).toBe(sum(range))
      const standing = payments.filter(
        (payment) => payment.studentId === seat.studentId && payment.deletedAt === null && payment.state !== 'FAILED',
      )
      expect(cells(page, 'last')[place]).toBe(
        standing
          .map((payment) => payment.collectedOn)
          .sort()
          .at(-1) ?? null,
      )
    }
  // Sections: each sum is that of the rows above it; the first table has the sums of all of them.
  const amounts = ['expected', 'discount', 'paid', 'clearing', 'pending', 'inRange'] as const
  const [overview] = (await report('studentsCollected')).blocks
  const sectionSums = pages.map((page) => amounts.map((key) => sumMoney(cells(page, key).map(Number))))
  expect(pages.map((page) => amounts.map((key) => cells(page, key, 'footer')[0]))).toEqual(sectionSums)
  expect(overview?.rows.map((row) => row.cells)).toEqual(
    pages.map((page, nth) => [page.heading, page.rows.length, ...(sectionSums[nth] ?? [])]),
  )
  for (const page of pages) expect(new Set(cells(page, 'class'))).toEqual(new Set([page.heading]))
  expect(overview?.footer?.[0]?.cells).toEqual([
    'All',
    pages.reduce((count, page) => count + page.rows.length, 0),
    ...amounts.map((_, place) => sumMoney(sectionSums.map((sums) => sums[place] ?? 0))),
  ])
  const chart = (await viewFeesChart(await world.call('admin'), world.own.id, { termId: world.own.termId })).months
  for (const key of ['paid', 'clearing', 'discount', 'pending'] as const)
    expect(cells(overview, key, 'footer')).toEqual([sumMoney(chart.map((month) => month[key]))])
  const list = await listPending(await world.call('admin'), world.own.id, { termId: world.own.termId })
  expect(cells(overview, 'pending', 'footer')).toEqual([list.pending])

  // Days: the day book's, and the dashboard's.
  const [byDay, byCategory] = (await report('dailyCollected')).blocks
  for (const [place, day] of cells(byDay, 'day').entries()) {
    const book = await viewDayBook(await world.call('admin'), world.own.id, { termId: world.own.termId, day })
    const modeKeys = paymentModeNames.map((mode) => {
      const { column: key, clearsLater } = paymentModes[mode]
      return clearsLater ? `${key}Cleared` : key
    })
    const row = [...modeKeys, 'total', 'count', 'discount', 'chequeClearing'].map((key) => cells(byDay, key)[place])
    const ofDay = (line: { collectedOn: string; deletedAt: Date | null }) => line.collectedOn === day && line.deletedAt === null
    expect(row).toEqual([
      ...paymentModeNames.map((mode) => book.all[mode]),
      book.collected,
      book.receipts,
      book.discounts.amount,
      sum(clearing.filter(ofDay)),
    ])
    expect(book.collected).toBe(sum(collected.filter(ofDay)))
    expect(cells(byDay, 'discount')[place]).toBe(sum(lines.filter((line) => line.status === 'DISCOUNT' && ofDay(line))))
  }
  expect(cells(byDay, 'total', 'footer')).toEqual([sum(collected)])
  expect(cells(byCategory, 'total', 'footer')[0]).toBe(sum(collected))
  expect(byCategory?.footer?.at(-1)?.cells).toEqual([amountInWords(sum(collected))])
  // Receipts of a day: the first and the last of each series, deleted and failed ones too.
  for (const [place, day] of cells(byDay, 'day').entries()) {
    const series = Map.groupBy(
      payments.filter((payment) => payment.collectedOn === day),
      (payment) => `${payment.receiptPrefix} ${payment.receiptYear}`,
    )
    const runs = [...series.values()].map((own) => {
      const numbers = own.map((payment) => payment.receiptNo).sort((a, b) => a - b)
      const first = formatReceiptNumber({ ...own[0]!, receiptNo: numbers[0] ?? 0 })
      return numbers.length === 1 ? first : `${first}–${numbers.at(-1)}`
    })
    const shown = String(cells(byDay, 'receipts')[place])
    expect(new Set(shown.split(', '))).toEqual(new Set(runs.length === 0 ? [''] : runs))
  }

  // Lines of payments that stand, by the account their category had then.
  const paid = lines.filter((line) => collected.some((payment) => payment.id === line.paymentId))
  const accounts = [
    { name: 'Main account', own: paid.filter((line) => line.bankAccountId !== null) },
    { name: 'No account', own: paid.filter((line) => line.bankAccountId === null) },
  ]
  const modeOf = (line: (typeof lines)[number]) => payments.find((payment) => payment.id === line.paymentId)?.mode
  const sumsOf = (own: typeof lines) => [
    ...paymentModeNames.map((mode) => sum(own.filter((line) => modeOf(line) === mode))),
    sum(own),
  ]
  expect(accounts.every(({ own }) => own.length > 0)).toBe(true)
  expect(byCategory?.rows.map((row) => row.cells)).toEqual(
    accounts.map(({ name, own }) => ['Tuition Fees', name, ...sumsOf(own)]),
  )
  expect(byCategory?.footer?.[0]?.cells).toEqual(['Total', '', ...sumsOf(paid)])

  const { cards } = await viewCollected(await world.call('admin'), world.own.id, {})
  expect(cards.map((card) => card.name)).toEqual(['TODAY', 'YESTERDAY', 'WEEK', 'MONTH'])
  for (const { name, span, collected: shown } of cards) {
    const [ofCard] = (await report('dailyCollected', { start: span.from, end: span.to })).blocks
    expect([name, cells(ofCard, 'total', 'footer')[0] ?? 0]).toEqual([name, shown])
  }
})

test('a limited admin, a section and a teacher’s view have their own students’ money alone', async () => {
  const { own } = world
  const { payments, seats } = await rows()
  const of = (sections: readonly number[]) =>
    payments.filter((payment) => sections.includes(seats.find((seat) => seat.studentId === payment.studentId)?.sectionId ?? 0))
  const count = async (...asked: Parameters<typeof report>) => (await report(...asked)).blocks[0]?.rows.length
  expect(await count('paymentsCollected', {}, 'limitedAdmin')).toBe(of([own.section7A, own.section7B]).length)
  expect(await count('paymentsCollected', { section: String(own.section8A) })).toBe(of([own.section8A]).length)
  expect(await count('paymentsCollected', { teacherId: own.users.teacher }, 'superadmin')).toBe(of([own.section7A]).length)
  const standing = (sections: readonly number[]) =>
    sum(of(sections).filter((payment) => payment.deletedAt === null && payment.state === 'COLLECTED'))
  const total = async (...asked: Parameters<typeof report>) =>
    cells((await report(...asked)).blocks[0], 'total', 'footer')[0] ?? 0
  expect(await total('dailyCollected', {}, 'limitedAdmin')).toBe(standing([own.section7A, own.section7B]))
  expect(await total('dailyCollected', { section: String(own.section7B) })).toBe(standing([own.section7B]))
  expect(await total('dailyCollected', { teacherId: own.users.teacher }, 'superadmin')).toBe(standing([own.section7A]))
  const sections = async (...asked: Parameters<typeof report>) =>
    (await report(...asked)).blocks.map((block) => block.heading).filter((heading) => heading !== 'All sections')
  expect(await sections('studentsCollected', {}, 'limitedAdmin')).toEqual(['7-A', '7-B'])
  expect(await sections('studentsCollected', { teacherId: own.users.teacher }, 'superadmin')).toEqual(['7-A'])
})

test('without fees, cards or both there are no such reports', async () => {
  await setSchool(world, world.own, { feesModule: false, qrcode: false, rfid: false })
  const off = { code: 'DISABLED_MODULE', message: moduleDisabled, problems: [] }
  for (const type of ['paymentsCollected', 'studentsCollected', 'dailyCollected', 'qrentryexit', 'qrentryexitCondensed'] as const)
    expect(await refusal(report(type))).toEqual(off)
  await setSchool(world, world.own, { feesModule: true, rfid: true })
  await expect(report('qrentryexit')).resolves.toMatchObject({ type: 'qrentryexit' })
  for (const who of ['fees', 'teacher', 'attendant', 'student'] as const)
    expect((await refusal(report('condensed', {}, who))).code).toBe('FORBIDDEN')
})
