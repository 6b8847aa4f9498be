import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTestFees, aPayment, paidBy, type TestFees } from '#tests/world/fees.ts'
import { addBankAccount, addStudents, assignFees, setBankAccount, setSchool } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { refusal } from '#tests/refusals.ts'
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
import { cancelRefund, giveBack } from '#domains/fees/server/refunds.commands.ts'
import { listPending } from '#domains/fees/server/pending.queries.ts'
import { setStudentDisabled } from '#domains/students/server/students.commands.ts'
import type { ReportBlock, ReportCell, ReportModel } from '../report.model.ts'
import type { ReportType } from '../reportTypes.ts'
import { makeReport } from './makeReport.ts'

let world: TestWorld
let fees: TestFees
let students: number[]
const today = schoolDay(new Date())
const days = [addDays(today, -2), addDays(today, -1), today]

beforeAll(async () => {
  world = await testWorld()
  fees = await addTestFees(world, world.own)
  const { own } = world
  const more = await addStudents(world, own, own.section7B, 2)
  students = [own.student7A, own.student8A, ...more]
  await assignFees(world, own, fees.category, more)
})
afterAll(() => world.close())

/** Books a payment of the gateway. */
async function bookOnlinePayment(studentId: number): Promise<void> {
  const { id: schoolId, termId } = world.own
  const common = {
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
        ...common,
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
      .values({ ...common, feeId: fees.library, paymentId: id, status: 'PAID', feeName: 'Library' })
      .execute()
  })
}

async function report(reportType: ReportType, more: Record<string, unknown> = {}, who: Who = 'admin'): Promise<ReportModel> {
  const settings = { reportType, section: 'all', currentTerm: world.own.termId, start: days[0], end: today, ...more }
  return makeReport(await world.call(who), world.own.id, settings)
}

async function accountFees(studentId: number, feeId: number) {
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

/** Steps of every run: a failed cheque, a clearing cheque, a deleted payment, and discounts. */
const fixedSteps: readonly Step[] = [
  { what: 'pay', student: 0, fee: 3, amount: 333, mode: 'CHEQUE', day: 0 },
  { what: 'settle', student: 0, fee: 3, amount: 3, mode: 'CHEQUE', day: 0 },
  { what: 'pay', student: 1, fee: 3, amount: 444, mode: 'CASH', day: 1 },
  { what: 'delete', student: 1, fee: 3, amount: 2, mode: 'CASH', day: 1 },
  { what: 'pay', student: 2, fee: 3, amount: 555, mode: 'CHEQUE', day: 2 },
  { what: 'discount', student: 0, fee: 2, amount: 1_000, mode: 'CASH', day: 2 },
  { what: 'undo', student: 0, fee: 2, amount: 1, mode: 'CASH', day: 2 },
  { what: 'discount', student: 1, fee: 2, amount: 2_000, mode: 'CASH', day: 2 },
]

/** Carries out a step of a clerk. Steps that would be refused are skipped. */
async function carryOut({ what, student, fee, amount, mode, day }: Step): Promise<void> {
  const { own } = world
  const call = await world.call('admin')
  const studentId = students[student] ?? own.student7A
  const { payments: allPayments, lines } = await rows()
  const payments = allPayments.filter((payment) => payment.deletedAt === null)
  const clearing = payments.filter((payment) => payment.state === 'CLEARING')
  if (what === 'settle') {
    const cheque = clearing[amount % Math.max(1, clearing.length)]
    if (cheque)
      await settleCheque(call, own.id, { key: randomUUID(), id: cheque.id, outcome: amount % 3 === 0 ? 'FAILED' : 'CLEARED' })
    return
  }
  if (what === 'undo') {
    const discount = lines.find((line) => line.status === 'DISCOUNT' && line.deletedAt === null && line.studentId === studentId)
    const input = { key: randomUUID(), termId: own.termId, studentId, ids: [discount?.id ?? 0], reason: 'by mistake' }
    if (discount) await deleteDiscounts(call, own.id, input)
    return
  }
  if (what === 'delete') {
    const payment = payments[amount % Math.max(1, payments.length)]
    if (payment && amount % 2 === 0)
      await deletePayment(call, own.id, { key: randomUUID(), id: payment.id, reason: 'entered twice', refundRef: 'R1' })
    return
  }
  const [accountFee] = await accountFees(
    studentId,
    [fees.tuitionApr, fees.tuitionMay, fees.library, fees.donation][fee] ?? fees.library,
  )
  if (!accountFee) return
  const selected = [{ feeId: accountFee.id, version: accountFee.version }]
  const most = accountFee.id === fees.donation ? amount : Math.min(amount, accountFee.pending)
  if (most <= 0) return
  if (what === 'discount') {
    if (accountFee.id === fees.donation) return
    await giveDiscount(call, own.id, {
      key: randomUUID(),
      termId: own.termId,
      studentId,
      fees: selected,
      amount: most,
      comment: 'sister',
    })
    return
  }
  const more = {
    studentId,
    ...paidBy(mode),
    collectedOn: days[day],
  }
  await collectPayment(call, own.id, aPayment(own, selected, most, more))
}

/** Gives a part of a donation back, today or earlier. */
async function giveDonationBack(student: number, amount: number, day: number) {
  const { own } = world
  const studentId = students[student] ?? own.student7A
  const [donation] = await accountFees(studentId, fees.donation)
  return giveBack(await world.call('admin'), own.id, {
    key: randomUUID(),
    termId: own.termId,
    studentId,
    fees: [{ feeId: fees.donation, version: donation?.version ?? '' }],
    amount,
    mode: 'CASH',
    reason: 'was not asked for',
    refundedOn: days[day] ?? today,
    askAgain: true,
  })
}

async function rows() {
  return world.database.transaction(world.own.id, async (db) => ({
    payments: await db.selectFrom('payments').selectAll().orderBy('collectedOn').orderBy('receiptNo').execute(),
    lines: await db.selectFrom('collectedLines').selectAll().execute(),
    refunds: await db.selectFrom('refunds').selectAll().orderBy('refundedOn').orderBy('refundNo').execute(),
    enrolments: await db.selectFrom('enrolments').selectAll().execute(),
    disabled: (await db.selectFrom('students').select('id').where('disabled', '=', true).execute()).map((row) => row.id),
  }))
}

const column = (block: ReportBlock | undefined, key: string) =>
  block?.columns.findIndex((candidate) => candidate.key === key) ?? -1
const cells = (block: ReportBlock | undefined, key: string, from: 'rows' | 'footer' = 'rows'): ReportCell[] =>
  (block?.[from] ?? []).map((row) => row.cells[column(block, key)] ?? null)
const sum = (rowsWithAmount: readonly { amount: number }[]) => sumMoney(rowsWithAmount.map((row) => row.amount))

test('money agrees to the paisa with a count of the rows, the dashboard, the day book and the pending list', {
  timeout: 300_000,
}, async () => {
  await bookOnlinePayment(students[2] ?? 0)
  for (const step of fixedSteps) await carryOut(step)
  const account = await addBankAccount(world, world.own, { name: 'Main account' })
  await setBankAccount(world, world.own, fees.category, account)
  await fc.assert(
    fc.asyncProperty(steps, async (randomSteps) => {
      for (const step of randomSteps) await carryOut(step)
    }),
    { numRuns: 3, endOnFailure: true },
  )
  // Two last payments that no step deletes: one with a bank account, one without.
  for (const bankAccount of [account, null]) {
    await setBankAccount(world, world.own, fees.category, bankAccount)
    await carryOut({ what: 'pay', student: 2, fee: 3, amount: 777, mode: 'UPI', day: 1 })
  }
  await giveDonationBack(2, 500, 2)
  const { id: cancelledId } = await giveDonationBack(2, 222, 2)
  await cancelRefund(await world.call('admin'), world.own.id, { key: randomUUID(), id: cancelledId, reason: 'by mistake' })
  await setStudentDisabled(await world.call('admin'), world.own.id, { id: students[3], disabled: true })
  const { payments, lines, refunds, enrolments, disabled } = await rows()
  const standing = refunds.filter((refund) => refund.cancelledAt === null)
  const collected = payments.filter((payment) => payment.deletedAt === null && payment.state === 'COLLECTED')
  const clearing = payments.filter((payment) => payment.deletedAt === null && payment.state === 'CLEARING')

  // Payments: every receipt, and the sum of each mode.
  const paymentsReport = await report('paymentsCollected')
  const [receipts, vouchers] = paymentsReport.blocks
  expect(cells(vouchers, 'amount')).toEqual(refunds.map((refund) => refund.amount))
  expect(vouchers?.rows.map((row) => row.struck === true)).toEqual(refunds.map((refund) => refund.cancelledAt !== null))
  expect(cells(vouchers, 'amount', 'footer')).toEqual([sum(standing)])
  expect(paymentsReport.facts).toContainEqual({ label: 'Given back', value: showMoney(sum(standing)) })
  expect(cells(receipts, 'amount')).toEqual(payments.map((payment) => payment.amount))
  expect(receipts?.rows.map((row) => row.struck === true)).toEqual(payments.map((payment) => payment.deletedAt !== null))
  const subtotals = paymentModeNames
    .filter((mode) => payments.some((payment) => payment.mode === mode && payment.deletedAt === null))
    .map((mode) => ({ label: paymentModes[mode].label, payments: collected.filter((payment) => payment.mode === mode) }))
  expect(cells(receipts, 'name', 'footer').map((cell, index) => [cell, cells(receipts, 'amount', 'footer')[index]])).toEqual([
    ...subtotals.map((subtotal) => [`${subtotal.label} (${subtotal.payments.length})`, sum(subtotal.payments)]),
    [`Collected (${collected.length})`, sum(collected)],
  ])
  expect(paymentsReport.facts.find((fact) => fact.label === 'Clearing')?.value).toBe(
    clearing.length === 0 ? undefined : showMoney(sum(clearing)),
  )

  // Students: the sums of each student's fees.
  const pages = (await report('studentsCollected')).blocks.slice(1)
  const fixedAmounts = [150_000, 150_000, 30_000]
  for (const page of pages)
    for (const [index, name] of cells(page, 'name').entries()) {
      const rolls = cells(page, 'roll')
      const enrolment = enrolments.find(
        (row) =>
          row.roll === rolls[index] &&
          String(page.heading) ===
            { [world.own.section7A]: '7-A', [world.own.section7B]: '7-B', [world.own.section8A]: '8-A' }[row.sectionId],
      )!
      const studentLines = lines.filter((line) => line.studentId === enrolment.studentId && line.deletedAt === null)
      const sumOf = (...statuses: string[]) => sum(studentLines.filter((line) => statuses.includes(line.status)))
      const fixed = studentLines.filter((line) => line.feeId !== fees.donation && line.status !== 'FAILED')
      const isDisabled = disabled.includes(enrolment.studentId)
      const pending = isDisabled ? 0 : sumMoney(fixedAmounts) - sum(fixed)
      expect(String(name).endsWith('(disabled)')).toBe(isDisabled)
      expect(['discount', 'paid', 'clearing', 'pending', 'expected'].map((key) => cells(page, key)[index])).toEqual([
        sumOf('DISCOUNT'),
        sumOf('PAID', 'PART_PAID', 'REFUND'),
        sumOf('CLEARING'),
        pending,
        pending + sumOf('DISCOUNT', 'PAID', 'PART_PAID', 'REFUND', 'CLEARING'),
      ])
      expect(cells(page, 'refunded')[index]).toBe(sum(standing.filter((refund) => refund.studentId === enrolment.studentId)))
      const studentPayments = collected.filter((payment) => payment.studentId === enrolment.studentId)
      expect(cells(page, 'inRange')[index]).toBe(sum(studentPayments))
      const livePayments = payments.filter(
        (payment) => payment.studentId === enrolment.studentId && payment.deletedAt === null && payment.state !== 'FAILED',
      )
      expect(cells(page, 'last')[index]).toBe(
        livePayments
          .map((payment) => payment.collectedOn)
          .sort()
          .at(-1) ?? null,
      )
    }
  // Sections: each footer is the sum of its rows, and the first table has the sums of all sections.
  const amounts = ['expected', 'discount', 'paid', 'clearing', 'pending', 'writtenOff', 'inRange', 'refunded'] as const
  const [overview] = (await report('studentsCollected')).blocks
  const sectionSums = pages.map((page) => amounts.map((key) => sumMoney(cells(page, key).map(Number))))
  expect(pages.map((page) => amounts.map((key) => cells(page, key, 'footer')[0]))).toEqual(sectionSums)
  expect(overview?.rows.map((row) => row.cells)).toEqual(
    pages.map((page, index) => [page.heading, page.rows.length, ...(sectionSums[index] ?? [])]),
  )
  for (const page of pages) expect(new Set(cells(page, 'class'))).toEqual(new Set([page.heading]))
  expect(overview?.footer?.[0]?.cells).toEqual([
    'All',
    pages.reduce((count, page) => count + page.rows.length, 0),
    ...amounts.map((_, index) => sumMoney(sectionSums.map((sums) => sums[index] ?? 0))),
  ])
  const chart = (await viewFeesChart(await world.call('admin'), world.own.id, { termId: world.own.termId })).months
  for (const key of ['paid', 'clearing', 'discount', 'pending'] as const)
    expect(cells(overview, key, 'footer')).toEqual([sumMoney(chart.map((month) => month[key]))])
  const list = await listPending(await world.call('admin'), world.own.id, { termId: world.own.termId })
  expect(cells(overview, 'pending', 'footer')).toEqual([list.pending])

  // Days: compared with the day book; below with the dashboard.
  const [byDay, byCategory] = (await report('dailyCollected')).blocks
  const shownModes = new Set(['CASH', ...[...collected, ...clearing].map((payment) => payment.mode)])
  for (const [index, day] of cells(byDay, 'day').entries()) {
    const book = await viewDayBook(await world.call('admin'), world.own.id, { termId: world.own.termId, day })
    const modeKeys = paymentModeNames.map((mode) => {
      const { column: key, clearsLater } = paymentModes[mode]
      return clearsLater ? `${key}Cleared` : key
    })
    const row = [...modeKeys, 'total', 'count', 'discount', 'chequeClearing', 'draftClearing'].map(
      (key) => cells(byDay, key)[index],
    )
    const isOfDay = (line: { collectedOn: string; deletedAt: Date | null }) => line.collectedOn === day && line.deletedAt === null
    expect(row).toEqual([
      // A mode without money in the range has no column.
      ...paymentModeNames.map((mode) => (shownModes.has(mode) ? book.all[mode] : null)),
      book.collected,
      book.receipts,
      book.discounts.amount,
      ...['CHEQUE', 'DD'].map((mode) =>
        shownModes.has(mode) ? sum(clearing.filter((payment) => payment.mode === mode && isOfDay(payment))) : null,
      ),
    ])
    expect(book.collected).toBe(sum(collected.filter(isOfDay)))
    expect(cells(byDay, 'refunded')[index]).toBe(book.refunded)
    expect(book.refunded).toBe(sum(standing.filter((refund) => refund.refundedOn === day)))
    expect(cells(byDay, 'discount')[index]).toBe(sum(lines.filter((line) => line.status === 'DISCOUNT' && isOfDay(line))))
  }
  expect(cells(byDay, 'total', 'footer')).toEqual([sum(collected)])
  expect(cells(byCategory, 'total', 'footer')[0]).toBe(sum(collected))
  expect(byCategory?.footer?.at(-1)?.cells).toEqual([amountInWords(sum(collected))])
  // Receipts of a day: the first and last number of each series, including deleted and failed receipts.
  for (const [index, day] of cells(byDay, 'day').entries()) {
    const series = Map.groupBy(
      payments.filter((payment) => payment.collectedOn === day),
      (payment) => `${payment.receiptPrefix} ${payment.receiptYear}`,
    )
    const ranges = [...series.values()].map((receipts) => {
      const numbers = receipts.map((payment) => payment.receiptNo).sort((a, b) => a - b)
      const first = formatReceiptNumber({ ...receipts[0]!, receiptNo: numbers[0] ?? 0 })
      return numbers.length === 1 ? first : `${first}–${numbers.at(-1)}`
    })
    const shown = String(cells(byDay, 'receipts')[index])
    expect(new Set(shown.split(', '))).toEqual(new Set(ranges.length === 0 ? [''] : ranges))
  }

  // Lines of collected payments, by the bank account that their category had then.
  const paid = lines.filter((line) => collected.some((payment) => payment.id === line.paymentId))
  const accounts = [
    { name: 'Main account', lines: paid.filter((line) => line.bankAccountId !== null) },
    { name: 'No account', lines: paid.filter((line) => line.bankAccountId === null) },
  ]
  const modeOf = (line: (typeof lines)[number]) => payments.find((payment) => payment.id === line.paymentId)?.mode
  const sumsByMode = (accountLines: typeof lines) => [
    ...paymentModeNames
      .filter((mode) => shownModes.has(mode))
      .map((mode) => sum(accountLines.filter((line) => modeOf(line) === mode))),
    sum(accountLines),
  ]
  expect(accounts.every((bankAccount) => bankAccount.lines.length > 0)).toBe(true)
  expect(byCategory?.rows.map((row) => row.cells)).toEqual(
    accounts.map((bankAccount) => ['Tuition Fees', bankAccount.name, ...sumsByMode(bankAccount.lines)]),
  )
  expect(byCategory?.footer?.[0]?.cells).toEqual(['Total', '', ...sumsByMode(paid)])

  const { cards } = await viewCollected(await world.call('admin'), world.own.id, {})
  expect(cards.map((card) => card.name)).toEqual(['TODAY', 'YESTERDAY', 'WEEK', 'MONTH'])
  for (const { name, span, collected: shown, refunded } of cards) {
    const [cardTable] = (await report('dailyCollected', { start: span.from, end: span.to })).blocks
    expect([name, cells(cardTable, 'total', 'footer')[0] ?? 0]).toEqual([name, shown])
    expect([name, cells(cardTable, 'refunded', 'footer')[0] ?? 0]).toEqual([name, refunded])
  }
})

test('a limited admin, a section and a teacher’s view have only the money of their own students', async () => {
  const { own } = world
  const { payments, enrolments } = await rows()
  const paymentsOf = (sections: readonly number[]) =>
    payments.filter((payment) => sections.includes(enrolments.find((row) => row.studentId === payment.studentId)?.sectionId ?? 0))
  const count = async (...args: Parameters<typeof report>) => (await report(...args)).blocks[0]?.rows.length
  expect(await count('paymentsCollected', {}, 'limitedAdmin')).toBe(paymentsOf([own.section7A, own.section7B]).length)
  expect(await count('paymentsCollected', { section: String(own.section8A) })).toBe(paymentsOf([own.section8A]).length)
  expect(await count('paymentsCollected', { teacherId: own.users.teacher }, 'superadmin')).toBe(
    paymentsOf([own.section7A]).length,
  )
  const collectedSum = (sections: readonly number[]) =>
    sum(paymentsOf(sections).filter((payment) => payment.deletedAt === null && payment.state === 'COLLECTED'))
  const total = async (...args: Parameters<typeof report>) => cells((await report(...args)).blocks[0], 'total', 'footer')[0] ?? 0
  expect(await total('dailyCollected', {}, 'limitedAdmin')).toBe(collectedSum([own.section7A, own.section7B]))
  expect(await total('dailyCollected', { section: String(own.section7B) })).toBe(collectedSum([own.section7B]))
  expect(await total('dailyCollected', { teacherId: own.users.teacher }, 'superadmin')).toBe(collectedSum([own.section7A]))
  const sections = async (...args: Parameters<typeof report>) =>
    (await report(...args)).blocks.map((block) => block.heading).filter((heading) => heading !== 'All sections')
  expect(await sections('studentsCollected', {}, 'limitedAdmin')).toEqual(['7-A', '7-B'])
  expect(await sections('studentsCollected', { teacherId: own.users.teacher }, 'superadmin')).toEqual(['7-A'])
})

test('fees reports need the fees module, and gate reports QR codes or RFID cards', async () => {
  await setSchool(world, world.own, { feesModule: false, qrcode: false, rfid: false })
  const disabledModule = { code: 'DISABLED_MODULE', message: moduleDisabled().message, problems: [] }
  for (const type of ['paymentsCollected', 'studentsCollected', 'dailyCollected', 'qrentryexit', 'qrentryexitCondensed'] as const)
    expect(await refusal(report(type))).toEqual(disabledModule)
  await setSchool(world, world.own, { feesModule: true, rfid: true })
  await expect(report('qrentryexit')).resolves.toMatchObject({ type: 'qrentryexit' })
  for (const who of ['fees', 'teacher', 'attendant', 'student'] as const)
    expect((await refusal(report('condensed', {}, who))).code).toBe('FORBIDDEN')
})
