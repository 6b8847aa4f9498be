import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import {
  cancelMessages,
  kindsOfSchool,
  queueMessages,
  schoolNameOf,
  waysOf,
} from '#domains/messaging/server/messaging.exports.ts'
import type { PaymentMode } from '../payments.schema.ts'
import { receiptNumber } from '../receipts.rules.ts'
import type { Payment } from './payments.sql.ts'

const modes: Readonly<Record<PaymentMode, string>> = {
  CASH: 'cash',
  UPI: 'UPI',
  CHEQUE: 'cheque, once it has cleared',
  ONLINE: 'online',
}

/** A receipt is of use for some days. */
const freshMs = 3 * 86_400_000

/**
 * Queues the message about a payment in the payment's own transaction, where the school sends receipts by message: both stand or fall
 * together. Who has neither a phone nor an e-mail gets none.
 */
export async function tellReceipt(db: Tx, school: School, payment: Payment): Promise<void> {
  const stored = await kindsOfSchool(db, school.id).where('kind', '=', 'RECEIPT').execute()
  const channels = waysOf(school, 'RECEIPT', stored)
  if (channels.length === 0) return
  const { studentId, termId, studentName, sectionName, amount, collectedOn } = payment
  const payer = await db
    .selectFrom('students')
    .innerJoin('enrolments', (on) =>
      on.onRef('enrolments.schoolId', '=', 'students.schoolId').onRef('enrolments.studentId', '=', 'students.id'),
    )
    .innerJoin('sections', (on) =>
      on.onRef('sections.schoolId', '=', 'enrolments.schoolId').onRef('sections.id', '=', 'enrolments.sectionId'),
    )
    .innerJoin('classes', (on) =>
      on.onRef('classes.schoolId', '=', 'sections.schoolId').onRef('classes.id', '=', 'sections.classId'),
    )
    .select(['students.phone', 'students.email', 'students.subject', sql<string>`${schoolNameOf(school)}`.as('schoolName')])
    .where('students.schoolId', '=', school.id)
    .where('students.id', '=', studentId)
    .where('enrolments.termId', '=', termId)
    .executeTakeFirst()
  if (!payer) return
  const { phone, email, subject, schoolName } = payer
  const message = {
    event: eventOf(payment.id),
    studentIds: [studentId],
    phone,
    email,
    subject,
    params: {
      student: studentName,
      section: sectionName,
      school: schoolName,
      amount: showMoney(amount).replace('₹', ''),
      receipt: receiptNumber(payment),
      day: showDay(collectedOn),
      mode: modes[payment.mode as PaymentMode],
    },
    expiresAt: new Date(Date.now() + freshMs),
  }
  await queueMessages(db, school, 'RECEIPT', [message], { day: collectedOn, channels })
}

/** Cancels the message about a payment that is deleted, or whose cheque has failed, where it has not gone yet. */
export async function cancelReceipt(db: Tx, schoolId: number, paymentId: number): Promise<void> {
  await cancelMessages(db, schoolId, 'RECEIPT', [eventOf(paymentId)])
}

function eventOf(paymentId: number): string {
  return String(paymentId)
}
