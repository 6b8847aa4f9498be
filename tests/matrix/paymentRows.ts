import type { Tx } from '#platform/database/connect.ts'
import { lateFeeColumns } from '#domains/fees/server/lateFees.ts'
import { schoolDay } from '#shared/dates.ts'
import { addTestFees } from '../world/fees.ts'
import { addFeeCategory, addFees, addSection, addStudents, assignFees } from '../world/rows.ts'
import type { TestSchool } from '../world/testWorld.ts'
import type { Extra } from './cells.ts'

/** Asked once for a fee that is overdue. */
const lateFee = { kind: 'FLAT', amount: 5000, graceDays: 0, max: null } as const

/**
 * Adds fees for both students of a school, and for each a clearing cheque on April's tuition, and on May's a discount,
 * a write-off, and money of which a part was given back. A student of 7-C can be given a payment of theirs.
 */
export async function addPayments(db: Tx, school: TestSchool): Promise<Extra> {
  const { id: schoolId, termId } = school
  const fees = await addTestFees(db, school)
  const entered = {
    schoolId,
    termId,
    collectedOn: schoolDay(new Date()),
    createdBy: school.subjects.fees ?? '',
    createdByName: 'fees',
  }
  const section7C = await addSection(db, school, { classId: school.class7, name: 'C', sr: 3 })
  const [rightStudent = 0] = await addStudents(db, school, section7C, [{ name: 'Right Student', roll: '1' }])
  await assignFees(db, school, fees.category, [rightStudent])
  const lateCategory = await addFeeCategory(db, school, { name: 'Late', ...lateFeeColumns(lateFee) })
  const [late = 0] = await addFees(db, school, lateCategory, [{ name: 'Late', amount: 20_000, dueOn: '2026-04-01' }])
  await assignFees(db, school, lateCategory, [school.student7A, school.student8A])
  const extra: Extra = {
    late,
    lateCategory,
    rightStudent,
    library: fees.library,
    feeCategory: fees.category,
    tuitionApr: fees.tuitionApr,
    tuitionMay: fees.tuitionMay,
  }
  const pupils = [
    { studentId: school.student7A, place: '7A', receiptNo: 1, refundNo: 1 },
    { studentId: school.student8A, place: '8A', receiptNo: 3, refundNo: 2 },
  ]
  for (const { studentId, place, receiptNo, refundNo } of pupils) {
    const printed = { studentName: 'A Student', sectionName: place, roll: '1', registerNo: '' }
    const payment = { ...entered, ...printed, studentId, amount: 1000, receiptYear: '2026-27', receiptPrefix: '' }
    const [cheque, cash] = await db
      .insertInto('payments')
      .values([
        { ...payment, mode: 'CHEQUE', state: 'CLEARING', chequeNo: '004512', receiptNo },
        { ...payment, mode: 'CASH', state: 'COLLECTED', chequeNo: '', receiptNo: receiptNo + 1 },
      ])
      .returning('id')
      .execute()
    const refund = await db
      .insertInto('refunds')
      .values({
        schoolId,
        termId,
        studentId,
        ...printed,
        amount: 400,
        mode: 'CASH',
        reason: 'paid twice',
        refundedOn: entered.collectedOn,
        createdBy: entered.createdBy,
        createdByName: entered.createdByName,
        refundYear: '2026-27',
        refundPrefix: '',
        refundNo,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const line = { ...entered, studentId, feeName: 'Tuition', amount: 1000 }
    const onMay = { ...line, feeId: fees.tuitionMay, month: 'MAY', paymentId: null }
    const [, discount, writeOff, , , waiver] = await db
      .insertInto('collectedLines')
      .values([
        { ...line, feeId: fees.tuitionApr, month: 'APR', paymentId: cheque?.id ?? 0, status: 'CLEARING' },
        { ...onMay, status: 'DISCOUNT' },
        { ...onMay, status: 'WRITE_OFF', comment: 'left the town' },
        { ...onMay, paymentId: cash?.id ?? 0, status: 'PART_PAID' },
        { ...onMay, amount: -400, refundId: refund.id, status: 'REFUND', comment: 'paid twice' },
        { ...onMay, amount: 0, waived: 100, status: 'LATE_FEE', comment: 'was ill' },
      ])
      .returning('id')
      .execute()
    extra[`cheque${place}`] = cheque?.id ?? 0
    extra[`refund${place}`] = refund.id
    extra[`mayVersion${place}`] = `150000:2600:5:${waiver?.id ?? 0}`
    extra[`discount${place}`] = discount?.id ?? 0
    extra[`waiver${place}`] = waiver?.id ?? 0
    extra[`writeOff${place}`] = writeOff?.id ?? 0
  }
  await db.insertInto('receiptCounters').values({ schoolId, year: '2026-27', last: 4 }).execute()
  await db.insertInto('refundCounters').values({ schoolId, year: '2026-27', last: 2 }).execute()
  extra.closing = await addClosing(db, school)
  return extra
}

/** Adds the closing of an empty day of the clerk. */
async function addClosing(db: Tx, { id: schoolId, subjects }: TestSchool): Promise<number> {
  const day = '2026-05-01'
  const clerk = subjects.fees ?? ''
  const drawer = await db
    .insertInto('cashDrawers')
    .values({ schoolId, clerk, closedFrom: day, closedUntil: day })
    .returning('id')
    .executeTakeFirstOrThrow()
  const none = { openingCash: 0, cashIn: 0, cashOut: 0, expectedCash: 0, countedCash: 0, depositedCash: 0, carriedCash: 0 }
  const empty = { notes: '{}', depositNotes: '{}', receipts: '[]', outflows: '[]', depositCheques: '[]' }
  const closing = await db
    .insertInto('dayClosings')
    .values({
      ...none,
      ...empty,
      schoolId,
      drawerId: drawer.id,
      day,
      clerkName: 'A Clerk',
      closedBy: clerk,
      closedByName: 'A Clerk',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return closing.id
}
