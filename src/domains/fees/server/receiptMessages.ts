import { type Compilable, sql } from 'kysely'
import { onSameSchool } from '#platform/database/onSameSchool.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Services } from '#platform/services.ts'
import { Refusal } from '#platform/refusal.ts'
import { showMoney } from '#shared/money.ts'
import { t } from '#shared/texts.ts'
import {
  cancelMessages,
  channelNames,
  channelsByHand,
  enabledChannels,
  kindsOfSchool,
  type MessageChannel,
  messageSchoolName,
  type MessageState,
  type NewMessage,
  queueMessages,
  sentByParam,
  templateKindsFor,
  templatesOfSchool,
} from '#domains/messaging/server/messaging.exports.ts'
import { formatReceiptNumber } from '../receipts.rules.ts'
import type { Payment } from './payments.sql.ts'

/** A receipt message expires after three days. */
const expiryMs = 3 * 86_400_000

/** Minimum time between two messages that people send about one receipt: a second press costs money and trust. */
const minRepeatMs = 2 * 60_000

/** Selects how the school sends receipts by message. */
export function receiptKinds(db: Db | Tx, schoolId: number) {
  return kindsOfSchool(db, schoolId).where('kind', '=', 'RECEIPT')
}

/** A payment that has no receipt number yet. */
export type UnnumberedPayment = Pick<
  Payment,
  'id' | 'schoolId' | 'termId' | 'studentId' | 'studentName' | 'sectionName' | 'amount' | 'mode' | 'collectedOn'
>

/**
 * Queues the message about a payment that is about to be stored, where the school sends receipts by message. It is
 * stored in the payment's own transaction: both are committed or neither. Students without phone and e-mail get no
 * message.
 * @param kinds the rows of {@link receiptKinds}
 * @returns the statements that put the receipt's number into the message, once the payment has one
 */
export async function queueReceiptMessage(
  db: Tx,
  school: School,
  payment: UnnumberedPayment,
  kinds: Parameters<typeof enabledChannels>[2],
): Promise<Compilable<unknown>[]> {
  const channels = enabledChannels(school, 'RECEIPT', kinds)
  if (channels.length === 0) return []
  const message = await receiptMessage(db, school, payment, '')
  if (!message) return []
  await queueMessages(db, school, 'RECEIPT', [message], { day: payment.collectedOn, channels })
  return [receiptNumberInMessage(db, payment)]
}

/** Puts the number of a stored payment's receipt into its message, as {@link formatReceiptNumber} writes it. */
function receiptNumberInMessage(db: Tx, { schoolId, id }: UnnumberedPayment) {
  return db
    .updateTable('messages')
    .from('payments')
    .set({
      // Without jsonb_build_object, which a cluster refuses for another table's columns. A prefix has letters, digits,
      // spaces, slashes and hyphens, a year is like 2026-27: nothing in the text needs an escape.
      params: sql`jsonb_set(messages.params, '{receipt}',
        ('"' || payments.receipt_prefix || payments.receipt_year::text || '/' || payments.receipt_no::text || '"')::jsonb)`,
    })
    .where('payments.schoolId', '=', schoolId)
    .where('payments.id', '=', id)
    .where('messages.schoolId', '=', schoolId)
    .where('messages.kind', '=', 'RECEIPT')
    .where('messages.event', '=', String(id))
}

/** A receipt on its way: by which channel first, and to which phone or e-mail address. */
export interface SentReceipt {
  by: string
  to: string
}

interface SendOptions {
  /** The key of the press, which makes it a message of its own. */
  key: string
  sentBy: string
  canSend: Services['canSend']
}

/**
 * Queues a message about a payment because a person asks for it, also where the school does not send receipts by
 * itself. Call it under the account's lock.
 * @throws Refusal CONFLICT where no channel is open, and when it was sent a moment ago
 */
export async function sendReceiptMessage(db: Tx, school: School, payment: Payment, options: SendOptions): Promise<SentReceipt> {
  const { key, sentBy, canSend } = options
  const message = await receiptMessage(db, school, payment, formatReceiptNumber(payment))
  if (!message) throw new Refusal('CONFLICT', t`The student is not in this term any more.`)
  const way = channelsByHand({
    school,
    kind: 'RECEIPT',
    stored: await kindsOfSchool(db, school.id).where('kind', '=', 'RECEIPT').execute(),
    templates: await templatesOfSchool(db, school.id).where('kind', 'in', templateKindsFor('RECEIPT')).execute(),
    canSend,
    addresses: message,
  })
  if ('problem' in way) throw new Refusal('CONFLICT', t`The receipt cannot be sent. ${way.problem}.`)
  const since = new Date(Date.now() - minRepeatMs)
  const sent = await messagesAbout(db, school.id, payment).execute()
  if (sent.some(({ byHand, queuedAt, state }) => byHand && queuedAt > since && state !== 'FAILED' && state !== 'CANCELLED'))
    throw new Refusal('CONFLICT', t`This receipt was sent a moment ago. It can be sent again after two minutes.`)
  const byHand = { ...message, event: `${message.event}/${key}`, params: { ...message.params, [sentByParam]: sentBy } }
  await queueMessages(db, school, 'RECEIPT', [byHand], { day: payment.collectedOn, channels: way.channels })
  return sentReceipt(db, school.id, payment, key)
}

/** Returns where the receipt of a press is going. */
export async function sentReceipt(db: Tx, schoolId: number, payment: Payment, key: string): Promise<SentReceipt> {
  const message = await messagesAbout(db, schoolId, payment).where('event', '=', `${payment.id}/${key}`).executeTakeFirstOrThrow()
  const channel = message.channel as MessageChannel
  return { by: channelNames[channel], to: channel === 'EMAIL' ? message.email : message.phone }
}

/** Returns the message about a payment; undefined where the student is not in its term any more. */
async function receiptMessage(db: Tx, school: School, payment: UnnumberedPayment, receipt: string) {
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
  if (!payer) return undefined
  const { phone, email, subject, schoolName } = payer
  return {
    event: String(payment.id),
    studentIds: [studentId],
    phone,
    email,
    subject,
    params: {
      student: studentName,
      section: sectionName,
      school: schoolName,
      amount: showMoney(amount).replace('₹', ''),
      receipt,
      day: collectedOn,
      mode: payment.mode,
    },
    expiresAt: new Date(Date.now() + expiryMs),
  } satisfies NewMessage
}

/**
 * Selects the messages about a payment: the one that went out by itself has the payment's id as its event, one that a
 * person sent the id and the key of the press. Found by the student, whose messages are few.
 */
function messagesAbout(db: Db | Tx, schoolId: number, { id, studentId }: Pick<Payment, 'id' | 'studentId'>) {
  return db
    .selectFrom('messageStudents as about')
    .innerJoin('messages', (on) => onSameSchool(on, 'messages.id', 'about.messageId'))
    .select(['messages.event', 'messages.channel', 'messages.phone', 'messages.email', 'messages.queuedAt', 'messages.state'])
    .select(sql<boolean>`messages.event <> ${String(id)}`.as('byHand'))
    .where('about.schoolId', '=', schoolId)
    .where('about.studentId', '=', studentId)
    .where('messages.kind', '=', 'RECEIPT')
    .where(sql<boolean>`split_part(messages.event, '/', 1) = ${String(id)}`)
    .$narrowType<{ state: MessageState }>()
}

/** Cancels the unsent messages about a payment that is deleted or whose cheque failed. */
export async function cancelReceiptMessages(db: Tx, schoolId: number, payment: Pick<Payment, 'id' | 'studentId'>): Promise<void> {
  const messages = await messagesAbout(db, schoolId, payment).execute()
  await cancelMessages(
    db,
    schoolId,
    'RECEIPT',
    messages.map(({ event }) => event),
  )
}
