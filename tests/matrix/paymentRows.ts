import type { Tx } from '#platform/database/connect.ts'
import { schoolDay } from '#shared/dates.ts'
import { addTestFees } from '../world/fees.ts'
import type { TestSchool } from '../world/testWorld.ts'
import type { Extra } from './cells.ts'

/**
 * Adds fees for both students of a school, and for each a clearing cheque on April's tuition and a discount and a
 * write-off on May's.
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
  const extra: Extra = { library: fees.library, feeCategory: fees.category, tuitionApr: fees.tuitionApr }
  const pupils = [
    { studentId: school.student7A, place: '7A', receiptNo: 1 },
    { studentId: school.student8A, place: '8A', receiptNo: 2 },
  ]
  for (const { studentId, place, receiptNo } of pupils) {
    const cheque = await db
      .insertInto('payments')
      .values({
        ...entered,
        studentId,
        amount: 1000,
        mode: 'CHEQUE',
        state: 'CLEARING',
        chequeNo: '004512',
        receiptYear: '2026-27',
        receiptPrefix: '',
        receiptNo,
        studentName: 'A Student',
        sectionName: place,
        roll: '1',
        registerNo: '',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const line = { ...entered, studentId, feeName: 'Tuition', amount: 1000 }
    const [, discount, writeOff] = await db
      .insertInto('collectedLines')
      .values([
        { ...line, feeId: fees.tuitionApr, month: 'APR', paymentId: cheque.id, status: 'CLEARING' },
        { ...line, feeId: fees.tuitionMay, month: 'MAY', paymentId: null, status: 'DISCOUNT' },
        { ...line, feeId: fees.tuitionMay, month: 'MAY', paymentId: null, status: 'WRITE_OFF', comment: 'left the town' },
      ])
      .returning('id')
      .execute()
    extra[`cheque${place}`] = cheque.id
    extra[`discount${place}`] = discount?.id ?? 0
    extra[`writeOff${place}`] = writeOff?.id ?? 0
  }
  extra.closing = await addClosing(db, school)
  await db.insertInto('receiptCounters').values({ schoolId, year: '2026-27', last: 2 }).execute()
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
