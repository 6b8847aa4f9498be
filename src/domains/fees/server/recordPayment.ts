import type { Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Day } from '#shared/dates.ts'
import { type PaymentMode, paymentModes, type TransferKind } from '#shared/paymentModes.ts'
import { newLineStatus } from '../account.rules.ts'
import { receiptYear } from '../receipts.rules.ts'
import type { Payer } from './account.sql.ts'
import { takeReceiptNo, type Payment } from './payments.sql.ts'
import { queueReceiptMessage } from './receiptMessages.ts'
import { openDrawer } from './drawers.ts'
import type { FeeShare } from './selectedFees.ts'

/** A payment to be stored, with its split. */
export interface NewPayment {
  /** The student, as read under the account's lock. */
  payer: Payer
  /** The shares sum to the amount. */
  shares: readonly FeeShare[]
  amount: number
  mode: PaymentMode
  chequeNo?: string
  txnId?: string
  /** The reference in the QR code of the counter. */
  upiRef?: string
  transferKind?: TransferKind
  cardLast4?: string
  bankName?: string
  /** The date on a cheque or demand draft. */
  instrumentOn?: Day
  /** For an online payment: the gateway's reference, the order, and the account that received the money. */
  online?: { reference: string; orderId: number; bankAccountId: number }
  /** The payment of another student in whose place this one stands: it is settled as that one was. */
  insteadOf?: Payment
  collectedOn: Day
  by: { subject: string; name: string }
  school: School
}

/**
 * Stores a payment with its lines, its late fees and the next receipt number, under the account's lock, in the caller's
 * transaction. Queues the receipt message where the school sends them.
 * @throws Refusal BAD_INPUT on `collectedOn` when the clerk has closed that day; online money is in nobody's drawer
 */
export async function recordPayment(db: Tx, newPayment: NewPayment): Promise<Payment> {
  const { payer, shares, amount, mode, online, collectedOn, by } = newPayment
  const { schoolId, termId } = payer
  const first = newPayment.insteadOf
  const clears = paymentModes[mode].clearsLater && (first?.settledOn ?? null) === null
  const year = receiptYear(collectedOn)
  if (!online) await openDrawer(db, { schoolId, clerk: by, day: collectedOn, path: 'collectedOn' })
  const entered = { schoolId, termId, studentId: payer.id, collectedOn, createdBy: by.subject, createdByName: by.name }
  const payment = await db
    .insertInto('payments')
    .values({
      ...entered,
      amount,
      mode,
      state: clears ? 'CLEARING' : 'COLLECTED',
      chequeNo: newPayment.chequeNo ?? '',
      txnId: newPayment.txnId ?? '',
      upiRef: newPayment.upiRef ?? null,
      transferKind: newPayment.transferKind ?? null,
      cardLast4: newPayment.cardLast4 ?? null,
      bankName: newPayment.bankName ?? '',
      instrumentOn: newPayment.instrumentOn ?? null,
      ...(online ? { onlineRef: online.reference, orderId: online.orderId } : {}),
      movedFrom: first?.id ?? null,
      settledOn: first?.settledOn ?? null,
      settledBy: first?.settledBy ?? null,
      settledByName: first?.settledByName ?? null,
      receiptYear: year,
      receiptPrefix: newPayment.school.receiptPrefix,
      receiptNo: await takeReceiptNo(db, schoolId, year),
      studentName: payer.name,
      sectionName: payer.sectionName,
      roll: payer.roll,
      registerNo: payer.registerNo,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const lines = await db
    .insertInto('collectedLines')
    .values(
      shares.map(({ fee, amount: share, pending }) => ({
        ...entered,
        termId: fee.termId,
        paymentId: payment.id,
        feeId: fee.id,
        feeName: fee.name,
        month: fee.month,
        amount: share,
        bankAccountId: online ? online.bankAccountId : fee.bankAccountId,
        status: newLineStatus(clears, pending),
      })),
    )
    .returning(['id', 'feeId', 'feeName', 'month', 'amount', 'status'])
    .execute()
  const lateFees = shares.filter((share) => share.lateFee > 0)
  if (lateFees.length > 0)
    await db
      .insertInto('collectedLines')
      .values(
        lateFees.map(({ fee, lateFee }) => ({
          ...entered,
          termId: fee.termId,
          lateFeePaymentId: payment.id,
          feeId: fee.id,
          feeName: fee.name,
          month: fee.month,
          amount: -lateFee,
          status: 'LATE_FEE',
        })),
      )
      .execute()
  const lateFeeOf = new Map(shares.map(({ feeId, lateFee }) => [feeId, lateFee]))
  const termNames = new Map(shares.map(({ fee }) => [fee.id, fee.termId === termId ? null : fee.termName]))
  const paymentWithLines = {
    ...payment,
    insteadOf: first ?? null,
    lines: lines.map((line) => ({
      ...line,
      earlierTerm: termNames.get(line.feeId) ?? null,
      lateFee: lateFeeOf.get(line.feeId) ?? 0,
    })),
  }
  await queueReceiptMessage(db, newPayment.school, paymentWithLines)
  return paymentWithLines
}
