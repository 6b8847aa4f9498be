import type { Tx } from '#platform/database/connect.ts'
import type { School } from '#platform/school.ts'
import type { Day } from '#shared/dates.ts'
import { takenStatus } from '../account.rules.ts'
import type { PaymentMode } from '../payments.schema.ts'
import { receiptYear } from '../receipts.rules.ts'
import type { Payer } from './account.sql.ts'
import { nextReceiptNo, type Payment } from './payments.sql.ts'
import { tellReceipt } from './receiptMessages.ts'
import type { FeeShare } from './selectedFees.ts'

/** Money that was taken, and where it goes. */
export interface TakenMoney {
  /** As her account was locked. */
  payer: Payer
  /** They sum to the amount. */
  shares: readonly FeeShare[]
  amount: number
  mode: PaymentMode
  chequeNo?: string
  txnId?: string
  /** Of an online payment: the gateway's reference, our order, and the account that the money went to. */
  online?: { reference: string; orderId: number; bankAccountId: number }
  collectedOn: Day
  by: { subject: string; name: string }
  school: School
}

/**
 * Stores a payment with its lines and the next receipt number, under the account's lock, in the caller's transaction, and queues the
 * message about it where the school sends receipts.
 */
export async function recordPayment(db: Tx, taken: TakenMoney): Promise<Payment> {
  const { payer, shares, amount, mode, chequeNo = '', txnId = '', online, collectedOn, by } = taken
  const { schoolId, termId } = payer
  const year = receiptYear(collectedOn)
  const entered = { schoolId, termId, studentId: payer.id, collectedOn, createdBy: by.subject, createdByName: by.name }
  const payment = await db
    .insertInto('payments')
    .values({
      ...entered,
      amount,
      mode,
      state: mode === 'CHEQUE' ? 'CLEARING' : 'COLLECTED',
      chequeNo,
      txnId,
      ...(online ? { onlineRef: online.reference, orderId: online.orderId } : {}),
      receiptYear: year,
      receiptPrefix: taken.school.receiptPrefix,
      receiptNo: await nextReceiptNo(db, schoolId, year),
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
        paymentId: payment.id,
        feeId: fee.id,
        feeName: fee.name,
        month: fee.month,
        amount: share,
        bankAccountId: online ? online.bankAccountId : fee.bankAccountId,
        status: takenStatus(mode === 'CHEQUE', pending),
      })),
    )
    .returning(['id', 'feeId', 'feeName', 'month', 'amount', 'status'])
    .execute()
  const whole = { ...payment, lines }
  await tellReceipt(db, taken.school, whole)
  return whole
}
