import { sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import { showMoney } from '#shared/money.ts'
import {
  cancelMessages,
  kindsOfSchool,
  queueMessages,
  messageSchoolName,
  enabledChannels,
} from '#domains/messaging/server/messaging.exports.ts'
import { formatReceiptNumber } from '../receipts.rules.ts'
import type { Payment } from './payments.sql.ts'

/** A receipt message expires after three days. */
const expiryMs = 3 * 86_400_000

/**
 * Queues the message about a payment where the school sends receipts by message. It is stored in the payment's own
 * transaction: both are committed or neither. Students without phone and e-mail get no message.
 */
export async function queueReceiptMessage(db: Tx, school: School, payment: Payment): Promise<void> {
  const stored = await kindsOfSchool(db, school.id).where('kind', '=', 'RECEIPT').execute()
  const channels = enabledChannels(school, 'RECEIPT', stored)
  if (channels.length === 0) return
  const { studentId, termId, studentName, sectionName, amount, collectedOn } = payment
  const payer = await db
    .selectFrom('students')
    .innerJoin('enrolments', (on) => onSameSchool(on, 'enrolments.studentId', 'students.id'))
    .innerJoin('sections', (on) => onSameSchool(on, 'sections.id', 'enrolments.sectionId'))
    .innerJoin('classes', (on) => onSameSchool(on, 'classes.id', 'sections.classId'))
    .select(['students.phone', 'students.email', 'students.subject', sql<string>`${messageSchoolName(school)}`.as('schoolName')])
    .where('students.schoolId', '=', school.id)
    .where('students.id', '=', studentId)
    .where('enrolments.termId', '=', termId)
    .executeTakeFirst()
  if (!payer) return
  const { phone, email, subject, schoolName } = payer
  const message = {
    event: eventId(payment.id),
    studentIds: [studentId],
    phone,
    email,
    subject,
    params: {
      student: studentName,
      section: sectionName,
      school: schoolName,
      amount: showMoney(amount).replace('₹', ''),
      receipt: formatReceiptNumber(payment),
      day: collectedOn,
      mode: payment.mode,
    },
    expiresAt: new Date(Date.now() + expiryMs),
  }
  await queueMessages(db, school, 'RECEIPT', [message], { day: collectedOn, channels })
}

/** Cancels the unsent message about a payment that is deleted or whose cheque failed. */
export async function cancelReceiptMessage(db: Tx, schoolId: number, paymentId: number): Promise<void> {
  await cancelMessages(db, schoolId, 'RECEIPT', [eventId(paymentId)])
}

function eventId(paymentId: number): string {
  return String(paymentId)
}
