import { receiptYear } from '#domains/fees/receipts.rules.ts'
import type { Tx } from '#platform/database/connect.ts'
import { type Day, indiaOffset } from '#shared/dates.ts'
import { counterModes } from '#shared/paymentModes.ts'
import type { DemoBooks, DemoLine, DemoRefund } from './books.ts'
import type { Clerk, DemoMoney, DemoStudent, DemoTerm } from './fees.ts'
import { moments } from './moments.ts'
import { payOnline } from './online.ts'
import { payInOtherWays } from './otherWays.ts'
import { storeAll } from './store.ts'

/** Stores the books: payments with receipt numbers in the order of their days, and all lines. */
export async function storeBooks(db: Tx, demo: DemoMoney, books: DemoBooks): Promise<void> {
  const { schoolId, school, now, invent, clerks } = demo
  const placeIn = placesOf([demo.before, demo.current])
  const momentOf = moments(now)
  const office = clerks.at(-1) as Clerk
  const of = ({ subject, name }: Clerk) => ({ createdBy: subject, createdByName: name })
  const last = new Map<string, number>()
  const payments = books.payments.map((payment, index) => {
    const { account, termId, day, mode, amount, state, settledOn, deleted } = payment
    const reference = counterModes[mode].reference?.field
    const student = placeIn(termId, account.studentId)
    const year = receiptYear(day)
    const receiptNo = (last.get(year) ?? 0) + 1
    last.set(year, receiptNo)
    const clerk = invent.below(4) === 0 ? office : (clerks[0] as Clerk)
    const createdAt = momentOf(day)
    const deletion = {
      deletedAt: deleted && new Date(createdAt.getTime() + (now.getTime() - createdAt.getTime() > 3_600_000 ? 600_000 : 0)),
      deletedBy: deleted && office.subject,
      deletedByName: deleted && office.name,
      deleteReason: deleted?.reason ?? null,
    }
    const common = { schoolId, termId, studentId: student.id, collectedOn: day, createdAt, ...of(clerk), ...deletion }
    const row = {
      ...common,
      amount,
      mode,
      state,
      settledOn,
      chequeNo: reference === 'chequeNo' ? String(100_000 + ((index * 7919) % 900_000)) : '',
      txnId: reference === 'txnId' ? `${day.replaceAll('-', '').slice(2)}${String(100_000 + ((index * 104_729) % 900_000))}` : '',
      receiptPrefix: String(school.settings.receiptPrefix ?? ''),
      receiptYear: year,
      receiptNo,
      ...printed(student),
      settledBy: settledOn && office.subject,
      settledByName: settledOn && office.name,
      onlineRef: null as string | null,
      transferKind: null,
      cardLast4: null,
      bankName: '',
      instrumentOn: null,
      orderId: null as number | null,
    }
    return { payment, student, row: { ...row, mode: String(mode) }, common }
  })
  await payOnline(db, demo, payments)
  payInOtherWays(payments.map(({ row }) => row))
  const stored = await storeAll<{ id: number; receiptYear: string; receiptNo: number }>(
    db,
    'payments',
    payments.map(({ row }) => row),
    ['id', 'receiptYear', 'receiptNo'],
  )
  const ids = new Map(stored.map((row) => [`${row.receiptYear}/${row.receiptNo}`, row.id]))
  const idOf = (row: { receiptYear: string; receiptNo: number }) => ids.get(`${row.receiptYear}/${row.receiptNo}`)
  await storeAll(
    db,
    'collectedLines',
    payments.flatMap(({ payment, row, common }) =>
      payment.lines.map((line) => ({
        ...common,
        ...columnsOf(line),
        bankAccountId: line.fee.bankAccountId,
        paymentId: idOf(row),
      })),
    ),
  )
  await storeAll(
    db,
    'collectedLines',
    payments.flatMap(({ payment: { lateFees, state, settledOn }, row, common }) =>
      lateFees.map((line) => ({
        ...common,
        ...(state === 'FAILED' && settledOn ? failure(settledOn, office) : {}),
        ...columnsOf(line),
        lateFeePaymentId: idOf(row),
      })),
    ),
  )
  await storeAll(
    db,
    'collectedLines',
    books.reductions.map((reduction) => ({
      schoolId,
      studentId: reduction.account.studentId,
      collectedOn: reduction.day,
      createdAt: momentOf(reduction.day),
      ...of(office),
      ...columnsOf(reduction),
      comment: reduction.comment,
    })),
  )
  await storeAll(
    db,
    'receiptCounters',
    [...last].map(([year, highest]) => ({ schoolId, year, last: highest })),
  )
  await storeRefunds(db, demo, books.refunds, { office, momentOf, placeIn })
}

/** Returns the columns of a line that do not depend on why it stands. */
function columnsOf({ fee, amount, status, waived }: DemoLine) {
  return { termId: fee.termId, feeId: fee.id, feeName: fee.name, month: fee.month, amount, status, waived, comment: '' }
}

/** Returns the columns that mark the late fee of a cheque that the bank has returned. */
function failure(day: Day, { subject, name }: Clerk) {
  return {
    deletedAt: new Date(`${day}T11:00:00${indiaOffset}`),
    deletedBy: subject,
    deletedByName: name,
    deleteReason: 'A cheque failed',
  }
}

/** Returns the columns of a receipt or voucher about its student. */
function printed({ name, className, sectionName, roll, registerNo }: DemoStudent) {
  return { studentName: name, sectionName: `${className}-${sectionName}`, roll, registerNo }
}

type PlaceIn = (termId: number, studentId: number) => DemoStudent

function placesOf(terms: readonly DemoTerm[]): PlaceIn {
  const places = new Map(terms.map(({ id, students }) => [id, new Map(students.map((one) => [one.id, one]))]))
  return (termId, studentId) => places.get(termId)?.get(studentId) as DemoStudent
}

async function storeRefunds(
  db: Tx,
  { schoolId, school }: DemoMoney,
  refunds: readonly DemoRefund[],
  { office, momentOf, placeIn }: { office: Clerk; momentOf: (day: Day) => Date; placeIn: PlaceIn },
): Promise<void> {
  const last = new Map<string, number>()
  for (const { account, termId, day, reason, amount, lines } of refunds) {
    const year = receiptYear(day)
    const refundNo = (last.get(year) ?? 0) + 1
    last.set(year, refundNo)
    const common = {
      schoolId,
      studentId: account.studentId,
      createdAt: momentOf(day),
      createdBy: office.subject,
      createdByName: office.name,
    }
    const { id } = await db
      .insertInto('refunds')
      .values({
        ...common,
        ...printed(placeIn(termId, account.studentId)),
        termId,
        amount,
        reason,
        mode: 'BANK',
        reference: `SBIN${day.replaceAll('-', '')}0417`,
        refundedOn: day,
        refundYear: year,
        refundPrefix: String(school.settings.receiptPrefix ?? ''),
        refundNo,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await storeAll(
      db,
      'collectedLines',
      lines.map((line) => ({ ...common, ...columnsOf(line), collectedOn: day, refundId: id, comment: reason })),
    )
  }
  await storeAll(
    db,
    'refundCounters',
    [...last].map(([year, highest]) => ({ schoolId, year, last: highest })),
  )
}
